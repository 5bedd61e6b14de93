"""gluey check, and how every command refuses a bad scene."""

import pytest
from conftest import ROOT


def test_a_good_scene(gluey, grains, tmp_path):
    done = gluey("check", grains)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == [grains]


def test_resolved_is_a_fixed_point(gluey, grains, tmp_path):
    first = gluey("check", grains, "--resolved")
    assert first.returncode == 0
    (tmp_path / "again.toml").write_text(first.stdout)
    second = gluey("check", "again.toml", "--resolved")
    assert second.returncode == 0, second.stderr
    # The default result file carries the scene's name; all else is written out.
    assert second.stdout == first.stdout


def test_resolved_fills_defaults_in_and_shows_overrides(gluey, grains):
    text = gluey("check", grains, "--resolved", "--set", "time.step=0.125", "--set", "title=\"Other\"").stdout
    assert "step = 0.125" in text
    assert 'title = "Other"' in text
    assert '\naccuracy = "standard"\n' in text and "max_iterations" not in text


def test_accuracy_beside_a_tolerance_has_no_effect_but_on_the_command_line(gluey, tmp_path):
    (tmp_path / "both.toml").write_text(
        'time = { step = 0.1, steps = 1 }\nsolver = { accuracy = "fine", tolerance = 1e-4, max_iterations = 70 }\n'
        "[[body]]\nshape = { kind = \"sphere\", radius = 1.0 }\nposition = [0, 0]\n"
    )
    done = gluey("check", "both.toml")
    assert done.returncode == 0
    assert done.stderr == (
        "warning: both.toml:2:23: solver.accuracy: has no effect: steps are solved to solver.tolerance, which takes its place\n"
    )
    # The command line is later than the file: its level replaces what the file says of accuracy, and what it says itself stays.
    done = gluey("check", "both.toml", "--resolved", "--set", "solver.accuracy=draft")
    assert done.stderr == ""
    assert '\naccuracy = "draft"\n' in done.stdout
    solver = done.stdout.split("[solver]")[1].split("\n[")[0]
    assert "tolerance" not in solver and "max_iterations" not in solver
    done = gluey("check", "both.toml", "--resolved", "--set", "solver.accuracy=draft", "--set", "solver.max_iterations=9")
    assert done.stderr == "" and "\nmax_iterations = 9\n" in done.stdout


@pytest.mark.parametrize("command", ["check", "run"])
def test_all_problems_are_listed_with_their_places(gluey, tmp_path, command):
    (tmp_path / "bad.toml").write_text(
        "dimension = 2\n"
        "[time]\n"
        "step = -1\n"
        "end = 1.0\n"
        "[contact]\n"
        'law = "gluy"\n'
        "gama_min = -1\n"
        "[[body]]\n"
        'shape = { kind = "sphere", radius = 1.0 }\n'
        "position = [0, 0]\n"
    )
    done = gluey(command, "bad.toml")
    assert done.returncode == 2
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert any(line.startswith("bad.toml:3:") and "time.step" in line for line in lines)
    assert any(line.startswith("bad.toml:6:") and "contact.law" in line and "gluey" in line for line in lines)
    assert any(line.startswith("bad.toml:7:") and "gamma_min" in line for line in lines)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


@pytest.mark.parametrize("override", ["time.step=-1", "time.stepp=1", "time.step", "=3", "body[7].mass=1"])
def test_a_bad_override(gluey, grains, override):
    done = gluey("check", grains, "--set", override)
    assert done.returncode == 2
    assert done.stderr.strip()


def test_no_such_file(gluey):
    done = gluey("run", "nowhere.toml")
    assert done.returncode == 2
    assert "nowhere.toml" in done.stderr


def test_a_key_without_effect_is_warned_of_by_check_and_run(gluey, grains):
    for arguments in (["check"], ["run", "--steps", "1", "--quiet"]):
        done = gluey(*arguments, grains, "--set", "contact.friction=0.4")
        assert done.returncode == 0
        assert done.stderr == (
            "warning: --set contact.friction=0.4: contact.friction: has no effect: "
            'law = "gluey": these contacts have no friction\n'
        )


@pytest.mark.parametrize("scene", sorted(ROOT.glob("docs/examples/*.toml")), ids=lambda path: path.stem)
def test_scenes_of_the_pages_have_nothing_odd(gluey, scene):
    done = gluey("check", scene)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_fill_that_cannot_fit_is_refused_within_seconds(gluey, tmp_path):
    for count, said in ((99999, "which cannot fit"), (25, "bodies fitted into the region")):
        (tmp_path / "fill.toml").write_text(
            "dimension = 2\ntime = { step = 0.1, steps = 1 }\n[[bodies]]\n"
            f'count = {count}\nshape = {{ kind = "sphere", radius = 0.1 }}\nregion = {{ lower = [0, 0], upper = [1, 1] }}\n'
        )
        done = gluey("check", "fill.toml", timeout=10)
        assert done.returncode == 2 and said in done.stderr

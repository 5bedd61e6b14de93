"""gluey bench accuracy: levels of accuracy on one scene, with several seeds."""

import csv
import io
import json
import re

import pytest

# Spheres that fall into a box, soon at rest; its bodies are placed at random.
BOX = """\
dimension = 3
[time]
step = 0.01
steps = 60
[environment]
gravity = [0, 0, -10]
[contact]
law = "friction"
friction = 0.5
[[bodies]]
count = 20
shape = { kind = "sphere", radius = [0.08, 0.1] }
region = { kind = "box", lower = [0, 0, 0], upper = [0.6, 0.6, 1] }
[[obstacle]]
name = "box"
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [0.6, 0.6, 3] }
"""

# Two discs, one on the other: nothing random, and no state but one to end in.
TWO = """\
[time]
step = 0.01
steps = 30
[environment]
gravity = [0, -10]
[contact]
law = "friction"
[[body]]
name = "lower"
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0.1]
[[body]]
name = "upper"
shape = { kind = "sphere", radius = 0.1 }
position = [0.05, 0.4]
[[obstacle]]
shape = { kind = "box-walls", lower = [-0.3, 0], upper = [0.3, 1] }
"""


@pytest.fixture
def box(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(BOX)
    return path


def study(gluey, *arguments):
    done = gluey("bench", "accuracy", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_runs_every_level_with_every_seed_and_compares_what_they_show(gluey, box):
    found, told = study(gluey, box, "--seeds", 3)
    assert told == ""
    assert found["levels"] == ["draft", "standard", "fine", "exact"]
    assert [(run["seed"], run["level"]) for run in found["runs"]] == [
        (seed, level) for seed in (1, 2, 3) for level in found["levels"]]
    for run in found["runs"]:
        assert run["end"] == "finished" and run["steps"] == 60 and run["cpu_seconds"] > 0
        assert run["accuracy_median"] <= run["accuracy_95"] <= run["accuracy_worst"]
        assert run["overlap_95"] <= run["overlap_worst"] < 0.05
        assert 0 < run["kept"] <= 1 and 0 <= run["missed"] <= 1
    # At rest, the floor bears the weight.
    weight = {run["seed"]: run["observables"]["force on box"] for run in found["runs"] if run["level"] == "exact"}
    for run in found["runs"]:
        assert run["observables"]["force on box"] == pytest.approx(weight[run["seed"]], rel=0.05)
    # Bodies are placed anew for every seed.
    assert len({run["observables"]["centre of mass, z"] for run in found["runs"]}) > 3
    assert found["reference"] == "exact" and not found["disturbed"]
    height = found["observables"]["centre of mass, z"]
    assert height["exact"]["difference"] == 0 and height["exact"]["runs"] == 3
    assert height["standard"]["difference"] == pytest.approx(
        (height["standard"]["mean"] - height["exact"]["mean"]) / height["spread"])


def test_more_accurate_levels_are_more_accurate(gluey, box):
    found, _ = study(gluey, box, "--seeds", 1)
    errors = [run["accuracy_95"] for run in found["runs"]]
    assert errors[0] >= errors[1] >= errors[2]


def test_table_names_what_it_shows(gluey, box):
    done = gluey("bench", "accuracy", box, "--seeds", "2", "--levels", "fine,draft")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith("box.toml: 3D, 20 bodies, 1 thread")
    assert lines[2].split() == ["draft", "fine"]  # the least accurate first, however they were asked for
    for name in ["runs to the end", "CPU seconds per run", "iterations per step", "accuracy, worst step",
                 "overlap, 95 % of the steps", "steps that missed the level", "smallest share of impulses kept",
                 "centre of mass, z", "kinetic energy", "coordination", "pressing contacts", "reach, x", "force on box"]:
        assert any(line.startswith(f"  {name}  ") for line in lines), name
    assert "the difference from 'fine'" in done.stdout


def test_csv_has_one_row_per_run(gluey, box):
    done = gluey("bench", "accuracy", box, "--seeds", "2", "--levels", "draft", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["level"], row["seed"], row["end"]) for row in rows] == [("draft", "1", "finished"), ("draft", "2", "finished")]
    assert float(rows[0]["coordination"]) > 0


def test_same_seed_gives_the_same(gluey, box):
    first, second = (study(gluey, box, "--seeds", 2, "--levels", "draft", *more)[0] for more in ([], ["--threads", "2"]))
    assert [run["observables"] for run in first["runs"]] == [run["observables"] for run in second["runs"]]


def test_scene_without_anything_random_is_pushed_by_seeds(gluey, tmp_path):
    (tmp_path / "two.toml").write_text(TWO)
    found, told = study(gluey, "two.toml", "--seeds", 3, "--levels", "standard")
    assert found["disturbed"] and "pushed in the first step" in told
    assert len({run["observables"]["centre of mass, x"] for run in found["runs"]}) == 3
    # A push is small.
    assert found["observables"]["centre of mass, x"]["spread"] < 0.05


def test_says_where_seeds_change_nothing(gluey, tmp_path):
    # Bodies that nothing moves: held.
    (tmp_path / "held.toml").write_text(
        '[time]\nstep = 0.1\nsteps = 3\n[contact]\nlaw = "inelastic"\n[[body]]\nshape = { kind = "sphere", radius = 1 }\n'
        'position = [0, 0]\nlocked = ["x", "y", "rotation"]\n')
    done = gluey("bench", "accuracy", "held.toml", "--seeds", "2", "--levels", "draft")
    assert done.returncode == 0, done.stderr
    assert "the seeds of this scene change nothing" in done.stderr


def test_run_beyond_its_budget_is_ended_and_marked(gluey, box):
    done = gluey("bench", "accuracy", box, "--seeds", "2", "--levels", "draft,standard", "--budget", "1e-9", "--json")
    assert done.returncode == 1  # nothing to compare
    found = json.loads(done.stdout)
    # No second seed for a level whose first run was ended.
    assert [(run["level"], run["end"], run["steps"]) for run in found["runs"]] == [("draft", "ended", 1), ("standard", "ended", 1)]
    table = gluey("bench", "accuracy", box, "--levels", "draft", "--budget", "1e-9").stdout
    assert "0; 1 ended at t = 0.01" in table
    assert re.search("CPU seconds per run +> ", table)


def test_set_overrides_keys(gluey, box):
    found, _ = study(gluey, box, "--seeds", 1, "--levels", "draft", "--set", "time.steps=5", "--set", "bodies[0].count=3")
    assert found["bodies"] == 3 and found["runs"][0]["steps"] == 5


@pytest.mark.parametrize("key", ["tolerance=1e-4", "max_iterations=50"])
def test_refuses_scenes_that_give_a_tolerance(gluey, box, key):
    done = gluey("bench", "accuracy", box, "--set", f"solver.{key}")
    assert done.returncode == 2 and done.stdout == ""
    assert f"gives solver.{key.split('=')[0]}, which takes the place of what levels" in done.stderr


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "error: bench: of what? There is: gluey bench accuracy SCENE.toml"),
        (["box.toml"], "error: bench: no 'box.toml'; there is: gluey bench accuracy SCENE.toml"),
        (["accuracy"], "error: bench accuracy: which scene? (SCENE.toml is required)"),
        (["accuracy", "none.toml"], "none.toml"),
        (["accuracy", "box.toml", "--levels", "draft,rough"], "rough"),
        (["accuracy", "box.toml", "--seeds", "0"], "must be a whole number >= 1"),
        (["accuracy", "box.toml", "--budget", "-1"], "must be a number > 0"),
        (["accuracy", "box.toml", "--json", "--csv"], "--json excludes --csv"),
        (["accuracy", "box.toml", "--set", "time.stpe=1"], "time.stpe"),
    ],
)
def test_mistakes_exit_2_with_words(gluey, box, arguments, words):
    done = gluey("bench", *arguments)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr
    assert done.stdout == ""

"""Usage, exit codes, the built-in scenes, and the pages the program makes."""

import re

import pytest
from conftest import ROOT


def test_version(gluey):
    done = gluey("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"gluey \d+\.\d+\.\d+\n", done.stdout)


def test_help_names_every_command(gluey):
    done = gluey("--help")
    assert done.returncode == 0
    for command in ["run", "check", "new", "list", "info", "stats", "export", "reproduce", "ode"]:
        assert re.search(rf"^  {command}\b", done.stdout, re.MULTILINE), command
        assert gluey(command, "--help").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["run"],
        ["run", "a.toml", "--threads", "0"],
        ["run", "a.toml", "--steps", "-1"],
        ["run", "a.toml", "--steps", "many"],
        ["run", "a.toml", "--unknown"],
        ["export", "a.h5"],
        ["export", "a.h5", "--to", "stl"],
        ["stats", "a.h5", "--profile", "w"],
        ["stats", "a.h5", "--slices", "3"],
        ["reproduce"],
        ["reproduce", "lefebvre/fig1000"],
        ["new", "no-such-scene"],
    ],
)
def test_bad_usage_exits_2_with_words(gluey, arguments, tmp_path):
    done = gluey(*arguments)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["fly"], "error: no command 'fly'; there are run, check, "),
        (["run", "a.toml", "--solvr", "spg"], "error: run: no option '--solvr'; there are --help, --output, "),
        (["stats", "a.h5", "b.h5"], "error: stats: 'b.h5' is a word too many"),
        (["check"], "error: check: SCENE.toml is required"),
        (["check", "--", "a.toml", "b.toml"], "error: check: 'b.toml' is a word too many"),
        (["--fast"], "error: no option '--fast'; there are --help, --version"),
        (["-x", "list"], "error: no option '-x'; there are --help, --version"),
        (["plot"], "error: plot: FILE.h5... QUANTITY is required"),
        (["plot", "a.hdf5"], "error: plot: which quantity? there are "),
        (["export", "a.h5"], "error: export: --to is required"),
        (["plot", "a.h5"], "error: plot: which quantity? there are "),
        (["plot", "kinetic_energy"], "error: plot: which file? (FILE.h5 is required)"),
    ],
)
def test_bad_usage_says_what_there_is(gluey, arguments, words):
    done = gluey(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(words), done.stderr
    assert done.stderr.count("\n") == 1


def test_every_listed_scene_is_written_and_good(gluey, tmp_path):
    names = [line.split()[0] for line in gluey("list").stdout.splitlines()]
    assert {"lotto", "billiard"} <= set(names)
    for name in names:
        done = gluey("new", name)
        assert done.returncode == 0, done.stderr
        written = done.stdout.splitlines()
        assert written[0] == f"{name}.toml"
        # … and the files that the scene reads.
        for file in written:
            assert (tmp_path / file).read_text() == (ROOT / "scenes" / file).read_text()
        done = gluey("check", f"{name}.toml")
        assert (done.returncode, done.stderr) == (0, "")


def test_list_shows_titles(gluey):
    for line in gluey("list").stdout.splitlines():
        assert len(line.split(maxsplit=1)) == 2


def test_new_never_overwrites(gluey, tmp_path):
    (tmp_path / "mine.toml").write_text("precious")
    done = gluey("new", "lotto", "mine.toml")
    assert done.returncode == 2
    assert "mine.toml exists" in done.stderr
    assert (tmp_path / "mine.toml").read_text() == "precious"


def test_page_of_keys_is_current(gluey):
    assert (ROOT / "docs" / "scene.md").read_text() == gluey("keys").stdout, "run ./dev docs"


def test_scenes_in_the_readme_are_good(gluey, tmp_path):
    blocks = re.findall(r"```toml\n(title.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        (tmp_path / "page.toml").write_text(block)
        done = gluey("check", "page.toml")
        assert (done.returncode, done.stderr) == (0, "")

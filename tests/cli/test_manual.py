"""The man page and bash's completion name everything that `--help` does."""

import re
import shutil
import subprocess

import pytest


def commands(gluey):
    listed = gluey("--help").stdout.split("Subcommands:\n")[1]
    return re.findall(r"^  (\w+)", listed, re.MULTILINE)


def options(gluey, command):
    """Long options, each at the start of its line of the help."""
    return re.findall(r"^  (?:-\w,)?(--[\w-]+)", gluey(command, "--help").stdout, re.MULTILINE)


def formatted(page, tmp_path):
    """The page as man(1) shows it, and what man has to complain about."""
    (tmp_path / "gluey.1").write_text(page)
    done = subprocess.run(
        ["man", "--warnings", "-l", "gluey.1"], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={"MANWIDTH": "120", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "MAN_KEEP_FORMATTING": ""},
    )
    return done.stdout, done.stderr


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_man_page_has_a_section_for_every_command_with_every_option(gluey, tmp_path):
    page, complaints = formatted(gluey("manual").stdout, tmp_path)
    assert complaints == ""
    assert re.search(r"^NAME\n +gluey - ", page, re.MULTILINE)
    names = commands(gluey)
    assert {"run", "view", "solve"} <= set(names)
    sections = dict(re.findall(r"^   gluey (\w+)(.*?)(?=^   gluey |^\S)", page, re.MULTILINE | re.DOTALL))
    assert list(sections) == names
    for name in names:
        found = re.findall(r"^ +(?:-\w, )?(--[\w-]+)", sections[name], re.MULTILINE)
        assert sorted({*found, "--help"}) == sorted(options(gluey, name)), name


def complete(gluey, tmp_path, *words):
    """What bash offers for the last word."""
    (tmp_path / "completion").write_text(gluey("completion").stdout)
    script = f'. ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gluey; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-euc", script, "bash", *words], cwd=tmp_path, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_bash_completes_commands_options_and_values(gluey, tmp_path):
    assert complete(gluey, tmp_path, "gluey", "") == [*commands(gluey), "--help", "--version"]
    for name in commands(gluey):
        assert sorted(complete(gluey, tmp_path, "gluey", name, "-")) == sorted(options(gluey, name)), name
    assert complete(gluey, tmp_path, "gluey", "export", "--to", "v") == ["vtk"]
    assert complete(gluey, tmp_path, "gluey", "run", "") == []  # files, by bash itself

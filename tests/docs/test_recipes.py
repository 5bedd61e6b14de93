"""The recipes of docs/extending.md: projects of someone else's with a force and a law of their own, and a patch that adds a law."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "docs" / "recipes"
BUILD = pathlib.Path(os.environ.get("GLUEY_BUILD", ROOT / "build" / "release"))


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """The library as it is installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


@pytest.mark.parametrize("recipe, program, line", [
    ("force", "spring", "stretch after a period: 0.5"),
    ("law", "tape", "pushed with -8.0: velocity at the end 2.000000, expected 2"),
])
def test_a_force_and_a_law_of_ones_own_are_built_against_the_installed_library(tmp_path, prefix, recipe, program, line):
    run("cmake", "-S", RECIPES / recipe, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert line in run(tmp_path / program)


def test_the_patch_of_the_law_applies():
    run("patch", "-d", ROOT, "-p1", "--dry-run", "--fuzz=0", "-i", RECIPES / "law_inside" / "tape.patch")


@pytest.mark.long
def test_the_law_is_built_and_passes_its_exact_test(tmp_path):
    assert "PASSED  ] 2 tests" in run(RECIPES / "law_inside" / "run", tmp_path)

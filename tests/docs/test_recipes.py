"""The recipes of docs/extending.md: a project of someone else's with a force of its own, and a patch that adds a law."""

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


def test_a_force_of_ones_own_is_built_against_the_installed_library(tmp_path):
    run("cmake", "--install", BUILD, "--prefix", tmp_path / "prefix")
    run("cmake", "-S", RECIPES / "force", "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}")
    run("cmake", "--build", tmp_path / "build")
    assert "expected 0.5" in run(tmp_path / "build" / "spring")


def test_the_patch_of_the_law_applies():
    run("patch", "-d", ROOT, "-p1", "--dry-run", "--fuzz=0", "-i", RECIPES / "law" / "tape.patch")


@pytest.mark.long
def test_the_law_is_built_and_passes_its_exact_test(tmp_path):
    assert "PASSED  ] 2 tests" in run(RECIPES / "law" / "run", tmp_path)

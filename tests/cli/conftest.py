"""What the tests of the program share. GLUEY in the environment is the program to test."""

import os
import pathlib
import subprocess

import pytest

PROGRAM = os.environ.get("GLUEY", "gluey")
ROOT = pathlib.Path(__file__).resolve().parents[2]

# Discs that fall onto a floor between two walls; a second or less to run.
GRAINS = """\
title = "Grains"
dimension = 2
seed = 3

[time]
step = 0.005
steps = 200

[environment]
gravity = [0.0, -10.0]

[contact]
law = "gluey"
gamma_min = -0.5

[[bodies]]
count = 30
shape = { kind = "sphere", radius = [0.02, 0.03] }
region = { kind = "box", lower = [0.05, 0.05], upper = [0.95, 0.95] }

[[obstacle]]
name = "box"
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }

[output]
every = 20
"""


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes more than ten seconds; run by ./dev test --all")


@pytest.fixture
def gluey(tmp_path):
    """gluey("run", "scene.toml") runs the program in the test's own folder and returns what it did."""

    def call(*arguments, **options):
        options.setdefault("timeout", 300)
        return subprocess.run(
            [PROGRAM, *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, check=False, **options
        )

    return call


@pytest.fixture
def grains(tmp_path):
    """The scene file of falling grains."""
    path = tmp_path / "grains.toml"
    path.write_text(GRAINS)
    return path


@pytest.fixture
def result(gluey, grains):
    """The grains' result file."""
    done = gluey("run", grains, "--quiet", "-o", "grains.h5")
    assert done.returncode == 0, done.stderr
    return grains.with_suffix(".h5")

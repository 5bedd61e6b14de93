"""What the tests of the module share. PYTHONPATH finds the module, GLUEY the program."""

import gc
import os
import pathlib
import subprocess
import weakref

import gluey
import pytest

PROGRAM = os.environ.get("GLUEY", "gluey")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def is_collected(make):
    """Whether what make() returns, part of a cycle, goes away with the collector and not before."""
    gc.disable()
    try:
        made = weakref.ref(make())
        assert made() is not None, "there is no cycle to be found"
    finally:
        gc.enable()
    gc.collect()
    return made() is None


# Discs that fall onto a floor between two walls.
GRAINS = {
    "title": "Grains",
    "dimension": 2,
    "seed": 3,
    "time": {"step": 0.005, "steps": 200},
    "environment": {"gravity": [0.0, -10.0]},
    "contact": gluey.Gluey(gamma_min=-0.5),
    "bodies": [
        {
            "count": 30,
            "shape": {"kind": "sphere", "radius": [0.02, 0.03]},
            "region": {"kind": "box", "lower": [0.05, 0.05], "upper": [0.95, 0.95]},
        }
    ],
    "obstacle": [{"name": "box", "shape": {"kind": "box-walls", "lower": [0, 0], "upper": [1, 1]}}],
    "output": {"every": 20},
}


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes more than ten seconds; run by ./dev test --all")


@pytest.fixture
def program(tmp_path):
    """program("run", "scene.toml") runs the command line in the test's own folder."""

    def call(*arguments):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done

    return call


@pytest.fixture
def grains():
    return gluey.Simulation(GRAINS)


@pytest.fixture(scope="session")
def result(tmp_path_factory):
    """The grains' result file."""
    file = tmp_path_factory.mktemp("result") / "grains.h5"
    gluey.run(GRAINS, file)
    return file


def ball(gamma_min=-float("inf"), step=0.01, **keys):
    """The gluey ball of the first page: pushed onto a table until t = 2, pulled afterwards."""
    sim = gluey.Simulation(
        dimension=2,
        step=step,
        contact=gluey.Gluey(gamma_min=gamma_min),
        environment={"force": {"times": [0.0, 2.0], "values": [[0, -2], [0, 2]]}},
        **keys,
    )
    sim.add_sphere((0, 2), radius=1, name="ball")
    sim.add_obstacle("plane", normal=(0, 1), name="table")
    return sim

"""Ctrl-C and SIGTERM: the step ends, a checkpoint is written, and the resumed run is the one never stopped."""

import json
import re
import shlex
import signal
import subprocess

import h5py
import numpy as np
import pytest
from conftest import PROGRAM

OVERRIDES = ["--set", "time.steps=4000", "--set", "output.every=100"]


def start(scene, *arguments):
    """Starts a run and returns once its first step is done."""
    process = subprocess.Popen(
        [PROGRAM, "run", scene.name, *OVERRIDES, *arguments],
        cwd=scene.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr.readline().startswith("step ")
    return process


def datasets(path):
    """Every dataset of a result by name, wall times aside."""
    found = {}
    with h5py.File(path) as file:
        file.visititems(
            lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None
        )
    found.pop("history/wall_seconds")
    return found


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_and_resumed_equals_not_stopped(gluey, grains, tmp_path, sent, code):
    process = start(grains, "-o", "stopped.h5")
    process.send_signal(sent)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    told = re.search(r"^stopped at step (\d+); resume with: gluey (run .*)$", errors, re.MULTILINE)
    assert told, errors
    assert 0 < int(told[1]) < 4000
    with h5py.File(tmp_path / "stopped.h5") as file:  # whole, though not finished
        assert file["history/time"].shape[0] == int(told[1])

    resumed = gluey(*shlex.split(told[2]), "--json")
    assert resumed.returncode == 0, resumed.stderr
    assert '"resumed": true' in resumed.stdout

    assert gluey("run", grains, *OVERRIDES, "--quiet", "-o", "whole.h5").returncode == 0
    stopped, whole = datasets(tmp_path / "stopped.h5"), datasets(tmp_path / "whole.h5")
    assert stopped.keys() == whole.keys()
    for name, values in whole.items():
        assert np.array_equal(stopped[name], values), name


def test_the_summary_of_a_resumed_run_is_that_of_the_whole(gluey, grains):
    # The hardest step is early, when the discs hit the floor; the resumed part alone knows nothing of it.
    overrides = ["--set", "contact.law=inelastic", "--set", "time.steps=300"]
    whole = json.loads(gluey("run", grains, *overrides, "--json", "-o", "whole.h5").stdout)
    assert gluey("run", grains, *overrides, "--quiet", "-o", "parts.h5", "--steps", "290").returncode == 0
    parts = json.loads(gluey("run", grains, *overrides, "--json", "-o", "parts.h5", "--resume").stdout)
    assert parts["first_step"] == 290 and whole["residual_max"] > 0
    for name in [
        "steps", "residual_max", "tolerance", "overlap_max", "solvers", "contacts_mean", "contacts_last",
        "iterations_mean", "iterations_max", "kinetic_energy", "potential_energy",
    ]:  # fmt: skip
        assert parts[name] == whole[name], name
    # Nothing is left to do: the summary is still that of the run.
    again = json.loads(gluey("run", grains, *overrides, "--json", "-o", "parts.h5", "--resume").stdout)
    assert again["first_step"] == 300 and again["kinetic_energy"] == whole["kinetic_energy"]


def test_another_scene_cannot_be_resumed(gluey, grains):
    process = start(grains)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    done = gluey("run", grains, *OVERRIDES, "--resume", "--set", "environment.gravity=[0, -9]")
    assert done.returncode == 1
    assert "another scene" in done.stderr
    assert "[environment] gravity = [0.0, -10.0] then, gravity = [0.0, -9.0] now" in done.stderr


def test_a_second_interrupt_ends_at_once(grains):
    process = start(grains)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


def test_a_run_outlives_the_reader_of_its_progress(grains, tmp_path):
    process = start(grains)
    process.stderr.close()
    process.stdout.read()
    assert process.wait(timeout=120) == 0
    with h5py.File(tmp_path / "grains.h5") as file:
        assert file["frames/step"][-1] == 4000


def test_a_run_made_longer_equals_the_long_run(gluey, grains, tmp_path):
    """Also where the first end is not a multiple of the step to the last bit."""
    short, whole = ["--set", "time.end=0.29", "--set", "time.step=0.01"], ["--set", "time.end=0.4", "--set", "time.step=0.01"]
    assert gluey("run", grains, *short, "--quiet", "-o", "longer.h5").returncode == 0
    done = gluey("run", grains, *whole, "--quiet", "-o", "longer.h5", "--resume")
    assert done.returncode == 0, done.stderr
    assert gluey("run", grains, *whole, "--quiet", "-o", "whole.h5").returncode == 0
    longer, straight = datasets(tmp_path / "longer.h5"), datasets(tmp_path / "whole.h5")
    assert longer.keys() == straight.keys()
    for name, values in straight.items():
        assert np.array_equal(longer[name], values), name

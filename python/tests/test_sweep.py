"""Parameter studies over processes."""

import os
import signal
import subprocess
import sys
import time

import gluey
import numpy as np
import pytest
from conftest import ball


def release(run):
    return run.times[np.argmax((run.times > 2) & (run.positions[:, 0, 1] > 1 + 1e-9))]


def test_the_release_of_the_gluey_ball_over_its_roughness(tmp_path, capfd):
    sim = ball(end=5.0, output={"every": 1})
    study = gluey.sweep(sim, {"contact.gamma_min": [0.0, -1.0, -3.0, -np.inf]}, output=tmp_path, processes=2,
                        measure=lambda run: {"release": release(run)})
    rows = study.records()
    # Paid back at the rate 2 from t = 2 on.
    np.testing.assert_allclose(rows["release"], [2.0, 2.5, 3.5, 4.0], atol=0.025)
    assert list(rows["steps"]) == [500] * 4 and not study.failed
    assert study.open(1).history["time"][-1] == pytest.approx(5.0)
    assert "4/4" in capfd.readouterr().err
    np.testing.assert_array_equal(rows["contact.gamma_min"], [0.0, -1.0, -3.0, -np.inf])


def test_combinations_failures_and_bits(tmp_path, capfd):
    sim = ball(end=0.5)
    study = gluey.sweep(sim, {"time.step": [0.01, -1.0], "contact.gamma_min": [0.0, -1.0]}, output=tmp_path, progress=False,
                        measure=lambda run: run[-1].positions[0])
    assert [case.values["time.step"] for case in study] == [0.01, 0.01, -1.0, -1.0]
    assert len(study.failed) == 2 and "time.step: found -1" in study[2].error
    alone = ball(gamma_min=-1.0, end=0.5)
    alone.run()
    np.testing.assert_array_equal(study[1].measured["measured"], alone.positions[0])
    assert capfd.readouterr().err == ""
    pairs = gluey.sweep(sim, {"time.step": [0.01, 0.02], "contact.gamma_min": [0.0, -1.0]}, together=True, output=tmp_path,
                        progress=False)
    assert [tuple(case.values.values()) for case in pairs] == [(0.01, 0.0), (0.02, -1.0)]


def test_forces_of_ones_own_are_refused(tmp_path):
    sim = ball(end=1.0)
    sim.add_force(lambda time, position, velocity: 0.0)
    with pytest.raises(gluey.Error, match="do not go to the processes"):
        gluey.sweep(sim, {"time.step": [0.1]}, output=tmp_path)


def test_ctrl_c_ends_all_processes(tmp_path):
    script = """
import gluey
sim = gluey.Simulation(step=1e-6, end=1e6)
sim.add_sphere((0, 0), radius=1)
print("ready", flush=True)
try:
    gluey.sweep(sim, {"time.step": [1e-6, 2e-6, 3e-6, 4e-6]}, output="sweep", processes=2, progress=False)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert child.stdout.readline() == "ready\n"
    until = time.monotonic() + 60
    while len(list(tmp_path.glob("sweep/*.h5"))) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    assert child.communicate(timeout=60)[0] == "stopped\n"
    assert len(list(tmp_path.glob("sweep/*.h5"))) == 2  # the others were not begun

"""Simulations in memory: the same bits as the program's, arrays without copies, errors, Ctrl-C."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import gluey
import numpy as np
import pytest
from conftest import GRAINS, ROOT, ball


@pytest.mark.parametrize("scene, steps", [("lotto", 100), ("box3d", 20), ("worms", 10)])
def test_the_module_and_the_program_give_the_same_bits(program, tmp_path, scene, steps):
    file = ROOT / "scenes" / f"{scene}.toml"
    every = ["output.every=1", f"time.steps={steps}"]
    program("run", file, "--quiet", "-o", "program.h5", *(word for key in every for word in ("--set", key)))
    run = gluey.open(tmp_path / "program.h5")
    assert len(run) == steps + 1
    sim = gluey.Simulation(file, set=every)
    sim.positions, sim.orientations  # asked for and not written to: nothing may change
    for theirs in run:
        ours = sim.frame()
        assert ours.time == theirs.time and ours.step == theirs.step
        for name in ("positions", "velocities", "orientations", "angular_velocities"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
        for name in ("pair", "normal", "point", "gap", "impulse", "gamma"):
            np.testing.assert_array_equal(getattr(ours.contacts, name), getattr(theirs.contacts, name), err_msg=name)
        if sim.steps < steps:
            sim.step()
    assert sim.finished


def test_gluey_run_and_the_program_write_the_same_file(program, tmp_path):
    sim = gluey.Simulation(GRAINS)
    (tmp_path / "grains.toml").write_text(sim.scene)
    program("run", "grains.toml", "--quiet", "-o", "program.h5")
    summary = gluey.run(sim, tmp_path / "module.h5")
    assert summary["steps"] == 200 and summary["file"] == str(tmp_path / "module.h5")
    ours, theirs = gluey.open(tmp_path / "module.h5"), gluey.open(tmp_path / "program.h5")
    np.testing.assert_array_equal(ours.positions, theirs.positions)
    np.testing.assert_array_equal(ours.contacts(), theirs.contacts())
    np.testing.assert_array_equal(ours.history["residual"], theirs.history["residual"])


def test_arrays_are_the_state_itself(grains):
    x, v = grains.positions, grains.velocities
    before = x.copy()
    grains.step(10)
    assert not np.array_equal(x, before)
    assert np.shares_memory(x, grains.positions) and np.shares_memory(v, grains.velocities)
    np.testing.assert_array_equal(x, grains.frame().positions)
    # Bodies keep their rows: each has fallen by less than it can have.
    assert np.all(np.abs(x - before) < 0.5 * 10 * 0.05**2 + 0.05)


@pytest.mark.parametrize("scene", ["lotto", "box3d"])
def test_arrays_of_orientations_follow_the_steps(scene):
    sim = gluey.Simulation(ROOT / "scenes" / f"{scene}.toml", set={"contact.law": "friction"})
    turn = sim.orientations
    before = turn.copy()
    sim.step(60)
    assert turn.shape == ((160,) if scene == "lotto" else (len(sim.positions), 4))
    assert not np.array_equal(turn, before)
    np.testing.assert_array_equal(turn, sim.frame().orientations)


def test_arrays_outlive_the_simulation():
    sim = gluey.Simulation(GRAINS)
    x = sim.positions
    sim.step(150)
    gamma = sim.contacts.gamma
    kept, total, gone = x.copy(), gamma.sum(), weakref.ref(sim)
    del sim
    gc.collect()
    assert gone() is None
    churn = [np.full(len(x) * 2, k) for k in range(1000)]  # would take the place of what was freed
    np.testing.assert_array_equal(x, kept)
    assert gamma.sum() == total < 0
    x[:] = 0.0
    del churn


def test_contacts_of_a_step_stay_and_those_of_the_next_are_others(grains):
    grains.step(150)
    contacts = grains.contacts
    assert contacts is grains.contacts and len(contacts) > 10
    gamma, pair = contacts.gamma, contacts.pair
    kept = gamma.copy(), pair.copy()
    assert not gamma.flags.writeable and not gamma.flags.owndata
    grains.step(20)
    np.testing.assert_array_equal(gamma, kept[0])
    np.testing.assert_array_equal(pair, kept[1])
    assert grains.contacts is not contacts
    assert np.all(np.isin(np.round(np.linalg.norm(grains.contacts.normal, axis=1), 12), 1.0))
    rows = grains.contacts.records()
    np.testing.assert_array_equal(rows["gamma"], grains.contacts.gamma)


def test_what_is_written_counts(grains):
    grains.step(150)
    assert grains.contacts.acting.any()
    # Taken from the floor and set apart, all in one direction: free flight, exactly.
    x = np.array([(0.1 + 0.15 * column, 0.2 + 0.15 * row) for row in range(5) for column in range(6)])
    grains.positions = x
    grains.velocities[:] = (0, 1)
    grains.step()
    np.testing.assert_allclose(grains.velocities, np.tile((0, 1 - 10 * 0.005), (30, 1)), atol=1e-12)
    np.testing.assert_allclose(grains.positions, x + 0.005 * grains.velocities, atol=1e-15)


def test_bodies_that_were_moved_meet_whom_they_stand_beside():
    sim = gluey.Simulation(step=0.01)
    for k in range(4):
        sim.add_sphere((10 * k, 0), radius=1)
    x = sim.positions
    sim.step(3)
    assert len(sim.contacts) == 0
    x[3] = (2.001, 0)
    sim.velocities[3] = (-1, 0)
    sim.step()
    assert [list(pair) for pair in sim.contacts.pair] == [[0, 3]]
    assert x[3, 0] - x[0, 0] >= 2 - 1e-9


def test_orientations_can_be_set_in_space():
    sim = gluey.Simulation(dimension=3, step=0.01)
    sim.add_body("box", size=(1, 2, 3), position=(0, 0, 0))
    sim.orientations[0] = (2, 0, 0, 2)  # a quarter turn about z, not normalised
    sim.step()
    half = np.sqrt(0.5)
    np.testing.assert_allclose(sim.orientations[0], (half, 0, 0, half), atol=1e-12)
    np.testing.assert_allclose(sim.frame().orientations[0], (half, 0, 0, half), atol=1e-12)


@pytest.mark.parametrize("gamma_min, release", [(-np.inf, 4.0), (-3, 3.5), (0, 2.0)])
def test_the_gluey_ball_lets_go_when_the_paper_says(gamma_min, release):
    sim = ball(gamma_min)
    left = []

    def watch(sim):
        if sim.time > 2 and sim.positions[0, 1] > 1 + 1e-9 and not left:
            left.append(sim.time)

    sim.run(until=5.0, callback=watch)
    assert sim.time == pytest.approx(5.0, abs=1e-12)
    assert left[0] == pytest.approx(release, abs=0.011)


def test_potentials_can_be_set():
    sim = ball()
    sim.run(until=1.5)
    assert sim.contacts.gamma[0] == pytest.approx(-3.0, abs=0.03)
    sim.set_gamma([-1.0])
    assert sim.contacts.gamma[0] == -1.0
    sim.run(until=2.0)
    assert sim.contacts.gamma[0] == pytest.approx(-2.0, abs=1e-9)
    with pytest.raises(gluey.Error, match="found 2 potentials for 1 contact"):
        sim.set_gamma([-1, -1])
    with pytest.raises(gluey.Error, match="must be ≤ 0"):
        sim.set_gamma([1.0])


def test_run_ends_at_its_time_and_where_the_callback_says(grains):
    calls = []
    grains.run(until=0.0525, callback=lambda sim: calls.append(sim.steps), every=4)
    assert grains.time == pytest.approx(0.0525, abs=1e-15)
    assert calls == [4, 8, 11]
    assert grains.run(until=0.0525) is None
    grains.run(callback=lambda sim: sim.steps < 20, every=1)
    assert grains.steps == 20
    grains.run()
    assert grains.finished and grains.steps == 200
    assert grains.run() is None
    grains.step()  # may go on beyond the scene's end
    assert grains.steps == 201


def test_a_simulation_without_an_end_needs_to_be_told():
    sim = ball()
    with pytest.raises(gluey.Error, match="say until when"):
        sim.run()
    assert not sim.finished


def test_a_checkpoint_goes_on_bit_for_bit(tmp_path):
    first, second = gluey.Simulation(GRAINS), gluey.Simulation(GRAINS)
    first.step(120)
    first.save(tmp_path / "state.checkpoint")
    first.step(30)
    x = second.positions
    second.load(tmp_path / "state.checkpoint")
    assert second.steps == 120
    second.step(30)
    np.testing.assert_array_equal(x, first.positions)
    np.testing.assert_array_equal(second.contacts.records(), first.contacts.records())
    other = gluey.Simulation(GRAINS, set={"contact.gamma_min": -1})
    with pytest.raises(gluey.Error, match="another scene.*gamma_min"):
        other.load(tmp_path / "state.checkpoint")
    with pytest.raises(gluey.Error, match="there is no such file"):
        other.load(tmp_path / "none.checkpoint")


def test_steps_leave_other_threads_their_time():
    sim = gluey.Simulation(ROOT / "scenes" / "box3d.toml")
    sim.step()
    worker = threading.Thread(target=sim.step, args=(80,))
    worker.start()
    ticks = 0
    while worker.is_alive():
        ticks += 1
        time.sleep(0.001)
        if ticks == 5:
            with pytest.raises(gluey.Error, match="in the middle of a step"):
                sim.step()
    worker.join()
    assert sim.steps == 81 and ticks > 20


@pytest.mark.parametrize("call", ["sim.step(10**9)", "sim.run(until=1e9)", "gluey.run(sim, 'stopped.h5', steps=10**9)"])
def test_ctrl_c(tmp_path, call):
    script = f"""
import gluey
sim = gluey.Simulation(step=1e-3)
sim.add_sphere((0, 0), radius=1)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    sim.step()
    print("stopped", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    sent = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    assert child.communicate(timeout=60)[0] == "stopped\n"
    assert time.monotonic() - sent < 20
    if "gluey.run" in call:
        assert (tmp_path / "stopped.h5.checkpoint").exists() and len(gluey.open(tmp_path / "stopped.h5")) > 0


def test_run_keeps_a_finished_result_unless_forced(tmp_path):
    scene = {"time": {"step": 0.01, "steps": 3}, "body": [{"shape": {"kind": "sphere", "radius": 1.0}, "position": [0, 0]}]}
    file = tmp_path / "one.h5"
    gluey.run(scene, file)
    first = file.read_bytes()
    gluey.run(scene, file, force=True)
    assert not (tmp_path / "one.old.h5").exists()
    first = file.read_bytes()
    with pytest.warns(RuntimeWarning, match="kept as .*one.old.h5"):
        gluey.run(scene, file, steps=2)
    assert (tmp_path / "one.old.h5").read_bytes() == first


def test_keys_without_effect_are_warned_of():
    scene = {"time": {"step": 0.01, "steps": 3}, "contact": {"law": "gluey", "friction": 0.5},
             "body": [{"shape": {"kind": "sphere", "radius": 1.0}, "position": [0, 0]}]}
    with pytest.warns(RuntimeWarning, match="contact.friction: has no effect"):
        gluey.Simulation(scene).step()

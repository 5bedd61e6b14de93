"""Forces and predictors written in Python."""

import gluey
import numpy as np
import pytest
from conftest import GRAINS, is_collected


def free_balls(n=5, step=0.01, **keys):
    sim = gluey.Simulation(step=step, **keys)
    for k in range(n):
        sim.add_sphere((3.0 * k, 0), radius=1, mass=k + 1.0, velocity=(0, 1))
    return sim


def test_a_force_of_gravity_is_gravity_bit_for_bit():
    scene = {**GRAINS, "environment": {"gravity": [0.0, 0.0]}}
    sim, wanted = gluey.Simulation(scene), gluey.Simulation(GRAINS)
    mass = sim.bodies["mass"]

    @sim.add_force
    def gravity(time, position, velocity):
        return mass[:, None] * np.array([0.0, -10.0])

    sim.step(120)
    wanted.step(120)
    assert len(sim.contacts) > 5
    np.testing.assert_array_equal(sim.positions, wanted.positions)


def test_forces_see_the_state_and_add_up():
    sim = free_balls()
    seen = []

    def spring(time, position, velocity):
        seen.append((time, np.shares_memory(position, sim.positions), position.flags.writeable))
        return -position

    sim.add_force(spring)
    sim.add_force(lambda time, position, velocity: (1.0, 0.0))  # the same for all
    sim.add_force(lambda time, position, velocity: None)
    x, v = sim.positions.copy(), sim.velocities.copy()
    sim.step()
    mass = np.arange(1.0, 6.0)[:, None]
    np.testing.assert_allclose(sim.velocities, v + 0.01 / mass * (np.array([1.0, 0.0]) - x), rtol=0, atol=1e-15)
    assert seen[0] == (0.0, True, False)


def test_what_a_force_raises_comes_out_and_the_simulation_can_go_on():
    sim = free_balls()
    fail = [True]

    def force(time, position, velocity):
        if fail[0]:
            raise ZeroDivisionError("of the user's own")
        return 0.0

    sim.add_force(force)
    x = sim.positions.copy()
    with pytest.raises(ZeroDivisionError, match="of the user's own"):
        sim.step(3)
    assert sim.steps == 0 and np.array_equal(sim.positions, x)
    fail[0] = False
    sim.step(3)
    assert sim.steps == 3
    sim.add_force(lambda time, position, velocity: np.zeros((2, 7)))
    with pytest.raises(ValueError, match="broadcast"):
        sim.step()


def test_a_force_cannot_step_its_own_simulation():
    sim = free_balls()
    sim.add_force(lambda time, position, velocity: sim.step() and None)
    with pytest.raises(gluey.Error, match="in the middle of a step"):
        sim.step()


def test_a_force_that_makes_the_state_meaningless_is_told():
    sim = free_balls()
    sim.add_force(lambda time, position, velocity: np.nan)
    with pytest.raises(gluey.Error, match=r"step 1: body 0 has a non-finite velocity"):
        sim.step()


def test_a_force_that_knows_its_simulation_does_not_keep_it():
    def looking():
        sim = free_balls()
        sim.add_force(lambda time, position, velocity: 0.0 * sim.positions)
        sim.step()
        return sim

    assert is_collected(looking)


def test_the_predictor_is_the_free_velocity():
    sim = free_balls(gravity=(0, -10))
    calls = []

    def fluid(time, step, position, velocity, free):
        calls.append((time, step, free.copy()))
        return np.column_stack([np.full(len(position), 0.5), position[:, 0]])

    sim.predictor = fluid
    v = sim.velocities.copy()
    sim.step()
    np.testing.assert_array_equal(sim.velocities, np.column_stack([np.full(5, 0.5), 3.0 * np.arange(5)]))
    assert calls[0][:2] == (0.0, 0.01)
    np.testing.assert_allclose(calls[0][2], v + (0, -0.1), atol=1e-15)

    def in_place(time, step, position, velocity, free):
        free *= 0.5

    sim.predictor = in_place
    v = sim.velocities.copy()
    sim.step()
    np.testing.assert_allclose(sim.velocities, 0.5 * (v + (0, -0.1)), atol=1e-15)
    sim.predictor = None
    v = sim.velocities.copy()
    sim.step()
    np.testing.assert_allclose(sim.velocities, v + (0, -0.1), atol=1e-15)


def test_contacts_act_on_what_the_predictor_says_and_locked_axes_stay():
    sim = gluey.Simulation(step=0.1)
    sim.add_sphere((0, 1), radius=1)
    sim.add_sphere((5, 5), radius=1, locked=["x"])
    sim.add_obstacle("plane", normal=(0, 1))
    sim.predictor = lambda time, step, position, velocity, free: np.full_like(position, -1.0)
    sim.step(5)
    np.testing.assert_allclose(sim.velocities, [(-1, 0), (0, -1)], atol=1e-6)
    np.testing.assert_allclose(sim.positions[1], (5, 4.5), atol=1e-12)


def test_a_run_into_a_file_takes_forces_and_predictor_along(tmp_path):
    sim = free_balls(steps=20)
    sim.add_force(lambda time, position, velocity: -position)
    sim.predictor = lambda time, step, position, velocity, free: free + (0.25, 0)
    gluey.run(sim, tmp_path / "run.h5")
    sim.step(20)
    np.testing.assert_array_equal(gluey.open(tmp_path / "run.h5")[-1].positions, sim.positions)

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


def test_a_force_may_return_torques_as_well():
    sim = free_balls()
    torques = np.arange(5.0)
    sim.add_force(lambda time, position, velocity: (np.zeros((5, 2)), torques))
    sim.add_force(lambda time, position, velocity: (0.0, 2 * torques))  # a number for all forces
    sim.add_force(lambda time, position, velocity: (None, 1.0))  # the same torque for all
    sim.add_force(lambda time, position, velocity: (np.ones((5, 2)), None))
    sim.step(10)
    inertia = 0.5 * np.arange(1.0, 6.0)  # discs of radius 1
    np.testing.assert_allclose(sim.angular_velocities, 0.1 * (3 * torques + 1.0) / inertia, rtol=1e-13)
    np.testing.assert_allclose(sim.velocities, 0.1 / np.arange(1.0, 6.0)[:, None] + (0, 1), rtol=1e-13)


def test_what_was_a_force_before_torques_is_one():
    two = free_balls(n=2)
    two.add_force(lambda time, position, velocity: (np.array([1.0, 2.0]), np.array([3.0, 4.0])))  # two rows
    two.add_force(lambda time, position, velocity: ((1.0, 0.0), (0.0, 1.0)))
    two.add_force(lambda time, position, velocity: (5.0, 6.0))  # a row for both
    two.step()
    np.testing.assert_allclose(two.velocities, 0.01 * np.array([[7.0, 8.0], [4.0, 5.5]]) + (0, 1), rtol=1e-13)
    np.testing.assert_array_equal(two.angular_velocities, 0.0)


def test_a_function_of_five_arguments_sees_how_bodies_are_turned():
    # A torsion spring, T = −k θ: symplectic Euler in closed form, ω' = ω − (h k/I) θ, θ' = θ + h ω'.
    sim = free_balls(n=1)
    sim.orientations[0] = 0.3
    seen = []

    @sim.add_force
    def spring(time, position, velocity, orientation, spin):
        seen.append((orientation.shape, spin.shape, np.shares_memory(spin, sim.angular_velocities), orientation.flags.writeable))
        return None, -0.7 * orientation - 0.1 * spin

    theta, omega = 0.3, 0.0
    for _ in range(100):
        omega += 0.01 * (-0.7 * theta - 0.1 * omega) / 0.5
        theta += 0.01 * omega
    sim.step(100)
    np.testing.assert_allclose([sim.orientations[0], sim.angular_velocities[0]], [theta, omega], rtol=1e-11)
    assert seen[0] == ((1,), (1,), True, False)


def test_a_magnet_in_space_keeps_its_energy_to_the_order_of_the_step():
    field, side = np.array([0.0, 0.3, 2.0]), np.array([0.4, 0.2, 0.6])
    inertia = 2.0 / 12.0 * (np.sum(side**2) - side**2)

    def turned(q, v):
        w, u = q[..., :1], q[..., 1:]
        return v + 2 * np.cross(u, np.cross(u, v) + w * v)

    def drift(h):
        sim = gluey.Simulation(dimension=3, step=h)
        sim.add_body(shape={"kind": "box", "size": side.tolist()}, mass=2.0, position=(0, 0, 0), angular_velocity=(1.0, -2.0, 0.5))
        start = sim.orientations[0].copy()
        back = start * (1, -1, -1, -1)
        magnet = turned(back, np.array([0.5, 0.1, -0.3]))  # in the body's principal axes

        @sim.add_force
        def torque(time, position, velocity, orientation, spin):
            assert orientation.shape == (1, 4) and spin.shape == (1, 3)
            return None, np.cross(turned(orientation, magnet), field)

        moments = np.abs(turned(back, inertia))  # of the same axes, in another order

        def energy():
            local = turned(sim.orientations[0] * (1, -1, -1, -1), sim.angular_velocities[0])
            return 0.5 * np.sum(moments * local**2) - turned(sim.orientations[0], magnet) @ field

        first, worst = energy(), 0.0
        for _ in range(round(5.0 / h)):
            sim.step()
            worst = max(worst, abs(energy() - first))
        return worst

    errors = [drift(h) for h in (0.02, 0.01, 0.005)]
    np.testing.assert_allclose(np.divide(errors[:-1], errors[1:]), 2.0, atol=0.15)


def test_arguments_with_defaults_are_not_asked_for():
    sim = free_balls(n=1)
    sim.add_force(lambda time, position, velocity, k=1.0, c=2.0: -k * position - c * velocity)
    given = []
    sim.add_force(lambda *all: given.append(len(all)))
    sim.step()
    np.testing.assert_allclose(sim.velocities, [(0, 0.98)], atol=1e-15)
    assert given == [3]
    sim.add_force(np.minimum)  # built in, its arguments are not told: called with three, the last one to write to
    with pytest.raises(ValueError, match="read-only"):
        sim.step()


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


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_run_into_a_file_takes_torques_along(tmp_path, dimension):
    sim = gluey.Simulation(step=0.01, steps=20, dimension=dimension)
    for k in range(3):
        sim.add_sphere((3.0 * k, 0, 0)[:dimension], radius=1, mass=k + 1.0)

    @sim.add_force
    def turning(time, position, velocity, orientation, spin):
        return -position, np.cos(time) - 0.3 * spin + np.reshape(orientation, (3, -1))[:, :1].reshape((3,) + (1,) * (spin.ndim - 1))

    gluey.run(sim, tmp_path / "run.h5")
    sim.step(20)
    last = gluey.open(tmp_path / "run.h5")[-1]
    assert np.all(sim.angular_velocities != 0)
    np.testing.assert_array_equal(last.angular_velocities, sim.angular_velocities)
    np.testing.assert_array_equal(last.positions, sim.positions)

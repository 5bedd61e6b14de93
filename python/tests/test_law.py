"""Contact laws written in Python."""

import gc
import weakref

import gluey
import numpy as np
import pytest
from conftest import GRAINS, ROOT, is_collected


class Tape:
    """Pulls until `hold` is used up, however lightly it was pressed."""

    def __init__(self, hold):
        self.hold = hold

    def potentials(self, contacts, gamma):
        gamma[contacts.impulse > 0] = -self.hold


def ball_on_plane(push=-2.0, **keys):
    sim = gluey.Simulation(step=0.01, end=6, contact=gluey.Gluey(), solver={"tolerance": 1e-14, "max_iterations": 20},
                           environment={"force": {"times": [0.0, 2.0], "values": [[0.0, push], [0.0, 2.0]]}}, **keys)
    sim.add_sphere((0, 1.5), radius=0.5)
    sim.add_obstacle("plane", normal=(0, 1))
    return sim


@pytest.mark.parametrize("push", [-2.0, -8.0])
def test_tape_leaves_when_its_potential_is_used_up(push):
    sim = ball_on_plane(push)
    sim.law = Tape(6)
    sim.run(until=2)
    assert sim.contacts.gamma[0] == -6
    sim.run(until=4.5)
    np.testing.assert_allclose(sim.contacts.gamma, -1, atol=1e-11)
    sim.run()
    np.testing.assert_allclose(sim.velocities[0], (0, 2), atol=1e-11)  # since t = 5


class Cohesion:
    """Pulls with at most `force`; what a method returns is used as what it leaves in the arrays is."""

    def __init__(self, force, way):
        self.force, self.way = force, way

    def bounds(self, contacts, lower, friction):
        assert len(contacts) == len(contacts.gap) == len(lower) and len(friction) == 0
        pull = np.where(contacts.gap < 1e-9, -contacts.step * self.force, 0)
        if self.way == "left":
            lower[:] = pull
            return None
        return pull if self.way == "returned" else (pull, None)


@pytest.mark.parametrize("way", ["left", "returned", "both"])
@pytest.mark.parametrize("force, velocity", [(25, 0), (15, -10 + 0.01 * 15 / 2)])
def test_cohesion_holds_up_to_its_force(way, force, velocity):
    sim = gluey.Simulation(step=0.01, end=1, gravity=(0, -10), solver={"tolerance": 1e-14, "max_iterations": 20})
    sim.add_sphere((0, -0.5), radius=0.5, mass=2)
    sim.add_obstacle("plane", normal=(0, -1))
    sim.law = Cohesion(force, way)
    sim.run()
    np.testing.assert_allclose(sim.velocities[0], (0, velocity), atol=1e-12)


def test_friction_is_that_of_the_scene_which_says_the_same():
    class Slippery:
        def bounds(self, contacts, lower, friction):
            assert contacts.velocity.shape == contacts.normal.shape == (len(contacts), 2)
            friction *= 0.5

    sim = gluey.Simulation({**GRAINS, "contact": {"law": "friction", "friction": 0.5}})
    wanted = gluey.Simulation({**GRAINS, "contact": {"law": "friction", "friction": 0.25}})
    sim.law = Slippery()
    sim.step(120)
    wanted.step(120)
    assert len(sim.contacts) > 5
    np.testing.assert_array_equal(sim.positions, wanted.positions)
    sim.law = None
    assert sim.law is None


def test_what_a_law_raises_comes_out_and_the_simulation_can_go_on():
    class Wrong:
        def __init__(self, *, bound=0.0, potential=0.0):
            self.bound, self.potential = bound, potential

        def bounds(self, contacts, lower, friction):
            return self.bound

        def potentials(self, contacts, gamma):
            if self.potential is None:
                raise ZeroDivisionError("of the user's own")
            return self.potential

    sim = ball_on_plane()
    sim.run(until=1.5)
    x = sim.positions.copy()
    for law, error, text in [(Wrong(bound=1), gluey.Error, "the law gives 1 between body 0 and obstacle 0; a lower bound must be ≤ 0"),
                             (Wrong(potential=1), gluey.Error, "a potential must be ≤ 0"),
                             (Wrong(potential=None), ZeroDivisionError, "of the user's own"),
                             (Wrong(bound=[1, 2]), ValueError, "broadcast"),
                             (Wrong(bound=(0, 0, 0)), TypeError, "the lower bounds, or a pair"),
                             (Wrong(bound=(0, 0.3)), TypeError, "no law of the scene rubs")]:
        sim.law = law
        with pytest.raises(error, match=text):
            sim.step()
        np.testing.assert_array_equal(sim.positions, x)
    sim.law = None
    sim.step()
    with pytest.raises(TypeError, match="a law has a method bounds"):
        sim.law = print


def test_what_a_law_is_shown_may_be_kept():
    kept = []

    class Curious:
        def potentials(self, contacts, gamma):
            kept.append(contacts)

    sim = ball_on_plane()
    sim.law = Curious()
    sim.run(until=3)
    gaps = [contacts.gap.copy() for contacts in kept]
    sim.run()
    simulation = weakref.ref(sim)
    del sim
    gc.collect()
    assert simulation() is None
    for contacts, gap in zip(kept, gaps):
        np.testing.assert_array_equal(contacts.gap, gap)
        assert not contacts.gap.flags.writeable


def test_a_law_that_looks_at_its_own_simulation_is_collected():
    def looking():
        sim = ball_on_plane()

        class Looking:
            def potentials(self, contacts, gamma):
                assert sim.positions.shape == (1, 2)

        sim.law = Looking()
        sim.step()
        return sim

    assert is_collected(looking)


def test_a_run_into_a_file_takes_the_law_along(tmp_path):
    sim = ball_on_plane()
    sim.law = Tape(6)
    gluey.run(sim, tmp_path / "run.h5")
    sim.run()
    np.testing.assert_array_equal(gluey.open(tmp_path / "run.h5")[-1].positions, sim.positions)
    with pytest.raises(gluey.Error, match="do not go to the processes of a sweep"):
        gluey.sweep(sim, {"contact.gamma_min": [-1, -2]})


def test_a_law_is_asked_for_by_what_it_is_not_by_its_truth():
    class Empty(list):
        def potentials(self, contacts, gamma):
            self.append(contacts.time)

    sim = ball_on_plane()
    sim.law = Empty()
    with pytest.raises(gluey.Error, match="do not go to the processes of a sweep"):
        gluey.sweep(sim, {"contact.gamma_min": [-1, -2]})


def test_functions_may_come_before_the_bodies():
    sim = gluey.Simulation(step=0.01, end=6, contact=gluey.Gluey())
    sim.law = Tape(6)
    sim.add_force(lambda time, position, velocity: (0.0, -2.0 if time < 2 - 1e-9 else 2.0))
    sim.add_sphere((0, 1.5), radius=0.5)
    sim.add_obstacle("plane", normal=(0, 1))
    sim.run(until=2)
    assert sim.contacts.gamma[0] == -6
    sim.run()
    np.testing.assert_allclose(sim.velocities[0], (0, 2), atol=1e-4)


def test_what_a_law_raises_in_a_run_leaves_what_was_done(tmp_path):
    class Failing(Tape):
        def potentials(self, contacts, gamma):
            if contacts.time > 1.5:
                raise ValueError("of the user's own")
            super().potentials(contacts, gamma)

    sim = ball_on_plane(output={"every": 1})
    with pytest.raises(ValueError, match="of the user's own"):
        gluey.run(sim, tmp_path / "run.h5", law=Failing(6))
    done = len(gluey.open(tmp_path / "run.h5"))
    assert 150 <= done <= 153
    gluey.run(sim, tmp_path / "run.h5", law=Tape(6), resume=True)
    gluey.run(sim, tmp_path / "whole.h5", law=Tape(6))
    run, whole = gluey.open(tmp_path / "run.h5"), gluey.open(tmp_path / "whole.h5")
    assert len(run) == len(whole) == 601
    np.testing.assert_array_equal(run.positions, whole.positions)


def test_the_laws_of_the_page_do_what_they_say(tmp_path):
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    code = page.split("## A contact law of your own")[1].split("```python\n")[1].split("```")[0]
    names = {"np": np, "sim": ball_on_plane()}
    exec(code, names)
    sim = names["sim"]
    sim.run(until=2)
    assert sim.contacts.gamma[0] == -6
    # μ(v) = 0.2 + 0.3 exp(−v): a block on a plane is slowed down by g μ(v) h a step.
    block = gluey.Simulation(step=0.01, end=0.3, gravity=(0, -10), contact=gluey.Friction(friction=0.5), solver={"tolerance": 1e-12})
    block.add_body("box", size=(1, 0.5), position=(0, 0.25), velocity=(2, 0))
    block.add_obstacle("plane", normal=(0, 1))
    block.law = names["Weakening"]()
    v = 2.0
    for _ in range(30):
        v -= 0.01 * 10 * (0.2 + 0.3 * np.exp(-v))
    block.run()
    np.testing.assert_allclose(block.velocities[0, 0], v, atol=1e-8)

"""The scenes with friction do what their comments say. Those with many bodies run with fewer and for a shorter time."""

import json

import h5py
import numpy as np
import pytest
from conftest import ROOT


@pytest.fixture
def example(gluey, tmp_path):
    """example("arch", "contact.friction=0") runs a scene and returns positions and velocities, [frame, body, axis]."""

    def run(name, *overrides):
        words = [word for override in overrides for word in ("--set", override)]
        done = gluey("run", ROOT / f"scenes/{name}.toml", "--json", "--quiet", "--threads", 1, "-o", "run.h5", *words)
        assert done.returncode == 0, done.stderr
        summary = json.loads(done.stdout)
        assert summary["missed"] == 0
        with h5py.File(tmp_path / "run.h5") as file:
            return file["frames/position"][:], file["frames/velocity"][:]

    return run


@pytest.mark.parametrize("name, rolling", [("incline", 4.0), ("incline3d", 30 / 7)])
@pytest.mark.parametrize("film", [False, True])
def test_each_material_has_its_acceleration_on_the_incline(example, name, rolling, film):
    overrides = ["contact.law=gluey-friction", "contact.gamma_min=-1"] if film else []
    position, velocity = example(name, *overrides)
    down = velocity[-1, :, :2] @ [0.8, -0.6]
    # Friction begins 1/8 later under a film. Where a body rolls in the end that makes no difference: the angular momentum
    # about the point of contact grows at the same rate whether it slides or rolls.
    delay = 0.125 if film else 0.0
    assert down == pytest.approx([6.0 * 2, 6.0 * 2 - 1.2 * (2 - delay), rolling * 2, 0.0], rel=1e-4, abs=1e-3)
    # None leaves the plane or sinks into it, and felt stays where it is unless it has to squeeze a film out.
    height = (position[-1, :, :2] - [-0.3, 0.0]) @ [0.6, 0.8]
    assert height == pytest.approx(0.5, abs=1e-5)
    slid = np.linalg.norm(position[-1, 3] - position[0, 3])
    assert 0.1 < slid < 1.0 if film else slid < 1e-4


def test_a_pile_of_three_stands_from_tan_15_degrees_on(example):
    for friction, stands in ((0.263, False), (0.273, True)):  # 2 − √3 = 0.268
        position, _ = example("stack", f"contact.between[0].friction={friction}")
        fallen = position[0, :, 1] - position[-1, :, 1]
        assert fallen[2] < 1e-3  # the pile beside it, μ = 0.28; this close to the limit piles fall slowly
        assert fallen[5] < 1e-3 if stands else fallen[5] > 0.1, (friction, fallen)


def test_the_arch_stands_by_friction_and_by_the_width_of_its_thrust(example):
    def sinks(*overrides):
        position, _ = example("arch", *overrides)
        return (position[0] - position[-1])[5, 1]  # the crown

    assert sinks() < 1e-3
    assert sinks("contact.rolling=0.05") > 0.3  # less than 0.1075/2
    assert sinks("contact.friction=0.1") > 0.3


def test_the_drum_carries_discs_up_where_they_rub(example):
    def turn(friction):
        """Angle of the centre of mass from straight down, in degrees: its mean over the second half, and the largest height."""
        radius = "[0.028, 0.036]"
        position, _ = example(
            "drum", "bodies[0].count=35", "bodies[1].count=35", f"bodies[0].shape.radius={radius}",
            f"bodies[1].shape.radius={radius}", "time.step=0.004", "time.end=4", "solver.max_iterations=500",
            f"contact.friction={friction}",
        )  # fmt: skip
        late = position[len(position) // 2 :]
        center = late.mean(axis=1)
        return np.degrees(np.arctan2(center[:, 0], -center[:, 1])).mean(), late[:, :, 1].max()

    angle, height = turn(0.5)
    level_angle, level_height = turn(0.0)
    assert 15 < angle < 40
    assert abs(level_angle) < 4
    assert height > level_height + 0.1


def test_the_column_runs_further_the_less_it_rubs(example):
    def front(friction):
        """Where 95 % of the discs are: before the gate is lifted, and at the end."""
        position, _ = example(
            "column", "bodies[0].count=100", "bodies[0].shape.radius=[0.024, 0.032]", "time.step=0.004", "time.end=1.6",
            "solver.max_iterations=500", f"contact.friction={friction}",
        )  # fmt: skip
        assert (position[:, :, 0] > 0.02).all() and (position[:, :, 1] > 0.02).all()
        return np.quantile(position[5, :, 0], 0.95), np.quantile(position[-1, :, 0], 0.95)

    fronts = [front(friction) for friction in (0.6, 0.2, 0.0)]
    for before, after in fronts:
        assert before < 0.35 and after > 0.8
    assert fronts[0][1] + 0.1 < fronts[1][1] < fronts[2][1]


def test_the_heap_is_held_by_its_box_and_runs_down_when_it_is_lifted(example):
    def run_out(law):
        """How far the centre of mass has come down the plane when the box is lifted at t = 2.5, and at the end."""
        film = ["contact.gamma_min=-2"] if law != "friction" else []
        position, _ = example(
            "heap3d", "bodies[0].count=200", "bodies[0].region.upper=[6, 8, 6]", "time.end=4.5", f"contact.law={law}", *film
        )
        height = position @ np.array([5, 12, 0]) / 13
        assert height[-1].min() > 0.4 - 1e-3
        along = (position @ np.array([12, -5, 0]) / 13).mean(axis=1)
        return along[25] - along[0], along[-1] - along[25]

    settled, friction = run_out("friction")
    _, viscosity = run_out("gluey")
    _, both = run_out("gluey-friction")
    # Nothing slows a film down along the plane; solids that rub roll.
    assert settled < 6  # the width of the box
    assert 1 < friction < viscosity, (friction, viscosity, both)
    assert friction < both < viscosity

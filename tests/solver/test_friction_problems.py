"""The reference solutions with friction, verified contact by contact without the equation that found them."""

import json
import pathlib

import numpy as np
import pytest

import friction
import make_friction_problems

FILES = sorted((pathlib.Path(__file__).resolve().parent / "friction_problems").glob("*.json"))
EXACT = 1e-12


def load(file):
    content = json.loads(file.read_text())
    arrays = {key: np.array(content[key]) for key in friction.ARRAYS}
    problem = friction.FrictionProblem(file.stem, content["kind"], content["dimension"], content["step"], **arrays)
    return problem, {key: np.array(value) for key, value in content["solution"].items()}


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def posed(request):
    return load(request.param)


def turned(spin, arm):
    """ω × r."""
    return spin[0] * np.array([-arm[1], arm[0]]) if len(arm) == 2 else np.cross(spin, arm)


def torque(arm, force):
    return np.array([arm[0] * force[1] - arm[1] * force[0]]) if len(arm) == 2 else np.cross(arm, force)


def test_there_is_a_file_for_each_kind_and_no_other():
    assert [file.stem for file in FILES] == sorted(kind.__name__.replace("_", "-") for kind in make_friction_problems.KINDS)
    assert len(FILES) >= 10


def test_velocities_follow_from_the_impulses(posed):
    problem, solution = posed
    velocity, spin = problem.free_velocity.copy(), problem.free_spin.copy()
    for c in range(len(problem.gap)):
        p, m = solution["impulse"][c], solution["moment"][c]
        for body, arm, sign in ((problem.first[c], problem.arm_first[c], -1), (problem.second[c], problem.arm_second[c], 1)):
            if body < len(velocity):
                velocity[body] += sign * problem.inverse_mass[body] * p
                spin[body] += sign * problem.inverse_inertia[body] @ (torque(arm, p) + m)
    scale = np.max(np.abs(problem.free_velocity))
    assert np.max(np.abs(velocity - solution["velocity"])) < EXACT * scale
    assert np.max(np.abs(spin - solution["spin"])) < EXACT * scale


def test_every_contact_obeys_its_law(posed):
    problem, solution = posed
    d, bodies = problem.dimension, len(problem.inverse_mass)
    at_rest = np.zeros(d), np.zeros(1 if d == 2 else 3)
    small = EXACT * np.max(np.abs(problem.free_velocity))
    counts = {"open": 0, "pulled": 0, "slides": 0, "sticks": 0}
    for c in range(len(problem.gap)):
        a, b, n = problem.first[c], problem.second[c], problem.normal[c]
        va, wa = solution["velocity"][a], solution["spin"][a]
        vb, wb = (solution["velocity"][b], solution["spin"][b]) if b < bodies else at_rest
        u = vb + turned(wb, problem.arm_second[c]) - va - turned(wa, problem.arm_first[c]) + problem.surface[c]
        gap_rate = problem.gap[c] / problem.step + n @ u
        slip = u - n * (n @ u)
        turn = wb - wa if d == 2 else (wb - wa) - n * (n @ (wb - wa))
        p, m = solution["impulse"][c], solution["moment"][c]
        p_n, p_t = n @ p, p - n * (n @ p)
        mu, mu_r = problem.friction[c], problem.rolling[c]
        if problem.convex[c]:
            gap_rate -= mu * np.linalg.norm(slip) + mu_r * np.linalg.norm(turn)
        # Signorini, with the pull where there is one.
        assert gap_rate > -small and p_n > problem.lower[c] - small
        assert min(gap_rate, p_n - problem.lower[c]) < small
        if p_n <= small:
            assert np.linalg.norm(p_t) < small and np.linalg.norm(m) < small
            counts["pulled" if p_n < -small else "open"] += 1
            continue
        # Coulomb: opposite to the slip and μ p_n, or no slip and anything below. The same for the moment.
        for part, velocity, most in ((p_t, slip, mu * p_n), (m, turn, mu_r * p_n)):
            assert np.linalg.norm(part) < most + small
            if np.linalg.norm(velocity) > 1e3 * small and most > 0:
                assert np.linalg.norm(part + most * velocity / np.linalg.norm(velocity)) < 1e-9 * most + small
        counts["slides" if np.linalg.norm(slip) > 1e3 * small else "sticks"] += 1
    name = problem.name
    assert counts["sticks"] > 2 or "stick" not in name
    assert counts["slides"] > 2 or "slide" not in name
    assert counts["pulled"] > 2 or "glued" not in name
    assert sum(counts.values()) == len(problem.gap)


@pytest.mark.parametrize("kind", make_friction_problems.KINDS, ids=lambda kind: kind.__name__)
def test_script_writes_the_stored_problem(kind):
    made = kind()
    stored, _ = load(make_friction_problems.FOLDER / f"{made.name}.json")
    for key in friction.ARRAYS:
        np.testing.assert_allclose(getattr(made, key), getattr(stored, key), rtol=1e-12, atol=1e-12)

"""The reference solutions of the solver agreement test, verified without the search that found them."""

import json
import math
import pathlib

import numpy as np
import pytest
import scipy.optimize

import active_set
import make_problems

FILES = sorted((pathlib.Path(__file__).resolve().parent / "problems").glob("*.json"))


def load(file):
    content = json.loads(file.read_text())
    keys = ("inverse_mass", "free_velocity", "first", "second", "normal", "gap")
    arrays = {key: np.array(content[key]) for key in keys}
    lower = np.array([-math.inf if bound is None else bound for bound in content["lower"]])
    problem = active_set.StepProblem(file.stem, content["kind"], content["dimension"], content["step"], lower=lower,
                                     **arrays)
    solution = {key: np.array(value) for key, value in content["solution"].items() if key != "violations"}
    return problem, solution


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def posed(request):
    return load(request.param)


def test_there_is_a_file_for_each_kind_and_no_other():
    assert [file.stem for file in FILES] == sorted(kind.__name__.replace("_", "-") for kind in make_problems.KINDS)
    assert len(FILES) >= 10


def test_data_are_those_of_a_step(posed):
    problem, _ = posed
    bodies, contacts = len(problem.inverse_mass), len(problem.gap)
    assert problem.inverse_mass.shape == problem.free_velocity.shape == (bodies, problem.dimension)
    assert problem.normal.shape == (contacts, problem.dimension)
    assert problem.first.shape == problem.second.shape == problem.lower.shape == (contacts,)
    assert np.all((0 <= problem.first) & (problem.first < bodies))
    assert np.all((0 <= problem.second) & (problem.second <= bodies) & (problem.first != problem.second))
    assert np.all(problem.inverse_mass >= 0) and np.all(problem.lower <= 0)
    np.testing.assert_allclose(np.linalg.norm(problem.normal, axis=1), 1.0, rtol=1e-14)


def test_optimality_conditions_hold(posed):
    """Written out contact by contact, so that a slip in the dense algebra of active_set.py cannot hide itself."""
    problem, solution = posed
    bodies = len(problem.inverse_mass)
    v = np.vstack([solution["velocity"], np.zeros(problem.dimension)])
    p = solution["impulse"]
    change = np.zeros_like(v)
    w, slack = np.empty(len(p)), np.empty(len(p))
    for c, (a, b, n) in enumerate(zip(problem.first, problem.second, problem.normal)):
        change[a] -= p[c] * n
        change[b] += p[c] * n
        w[c] = problem.gap[c] / problem.step + n @ (v[b] - v[a])
        inverse_mass = problem.inverse_mass[a] + (problem.inverse_mass[b] if b < bodies else 0.0)
        slack[c] = (p[c] - problem.lower[c]) * (n @ (inverse_mass * n) or 1.0)
    momentum = v[:bodies] - problem.free_velocity - problem.inverse_mass * change[:bodies]
    scale = np.max(np.abs(problem.free_velocity))
    assert np.max(np.abs(momentum)) < 1e-12 * scale
    assert np.min(w) > -1e-12 * scale
    assert np.min(slack) >= 0.0
    assert np.max(np.abs(np.minimum(w, slack))) < 1e-12 * scale


def test_velocities_are_those_of_scipy(posed):
    """Least distance by non-negative least squares (Lawson and Hanson, chapter 23.4), SciPy's Fortran code.

    V' is the nearest velocity to U + M⁻¹ Gᵀ l, in the metric of M, that opens every gap: with x = M^½ (V' − …) that is
    min |x|, Aᵀ x ≥ f; and x follows from the residual of  min |[A; fᵀ] y − (0, …, 0, 1)|, y ≥ 0.
    """
    problem, solution = posed
    jacobian = problem.jacobian()
    inverse_mass = problem.inverse_mass.ravel()
    equal = np.isinf(problem.lower)
    start = problem.free_velocity.ravel() + inverse_mass * (jacobian.T @ np.where(equal, 0.0, problem.lower))
    rows = np.vstack([jacobian, -jacobian[equal]]) * np.sqrt(inverse_mass)
    gaps = problem.gap / problem.step
    at_least = np.concatenate([-gaps - jacobian @ start, (gaps + jacobian @ start)[equal]])
    movable = np.any(rows != 0, axis=1)
    system = np.vstack([rows[movable].T, at_least[movable]])
    target = np.append(np.zeros(len(start)), 1.0)
    y, _ = scipy.optimize.nnls(system, target, maxiter=10000)
    residual = target - system @ y
    velocity = start - np.sqrt(inverse_mass) * residual[:-1] / residual[-1]
    scale = np.max(np.abs(solution["velocity"]))
    assert np.max(np.abs(velocity - solution["velocity"].ravel())) < 1e-9 * scale


def test_impulses_called_unique_are(posed):
    """By ranks: an impulse is free exactly when its column of A depends on those of the other closed contacts."""
    problem, solution = posed
    jacobian = problem.jacobian()
    inverse_mass = problem.inverse_mass.ravel()
    v, p, unique = solution["velocity"].ravel(), solution["impulse"], solution["unique"].astype(bool)
    w = problem.gap / problem.step + jacobian @ v
    closed = np.flatnonzero((np.abs(w) < 1e-9 * np.max(np.abs(v))) & (jacobian**2 @ inverse_mass > 0))
    assert len(closed) == solution["closed"]
    columns = np.sqrt(inverse_mass)[:, None] * jacobian[closed].T
    rank = np.linalg.matrix_rank(columns, tol=1e-9 * np.max(np.abs(columns))) if len(closed) else 0
    assert rank == solution["rank"]
    assert np.all(unique) == (rank == len(closed))
    # Where w > 0 there is no choice.
    assert np.all(unique[np.setdiff1d(np.arange(len(p)), closed)])
    for k, c in enumerate(closed):
        rest = np.delete(columns, k, axis=1)
        dropped = np.linalg.matrix_rank(rest, tol=1e-9 * np.max(np.abs(columns))) if rest.size else 0
        assert unique[c] == (dropped < rank)


@pytest.mark.parametrize("kind", make_problems.KINDS, ids=lambda kind: kind.__name__)
def test_script_writes_the_stored_problem(kind):
    made = kind()
    stored, _ = load(make_problems.FOLDER / f"{made.name}.json")
    assert stored.kind == made.kind and stored.dimension == made.dimension and stored.step == made.step
    for key in ("first", "second", "lower", "inverse_mass", "free_velocity", "normal", "gap"):
        # Not bit for bit: square roots of sums may round differently elsewhere.
        np.testing.assert_allclose(getattr(made, key), getattr(stored, key), rtol=1e-12, atol=1e-12)


def test_search_finds_the_stored_solution(posed):
    problem, solution = posed
    found = active_set.solve(problem)
    scale = np.max(np.abs(solution["velocity"]))
    assert np.max(np.abs(found.velocity - solution["velocity"])) < 1e-12 * scale
    assert max(active_set.violations(problem, found.velocity, found.impulse).values()) < 1e-15

"""Step problems on their own, held against what their laws say and against independent optima."""

import gluey
import numpy as np
import pytest
from scipy import optimize, sparse


def spheres_on_a_line(gaps, pull=None):
    """n unit masses on a line above a floor, pushed down by a unit velocity; gaps of each to what is below."""
    n = len(gaps)
    G = sparse.diags([np.ones(n), -np.ones(n - 1)], [0, -1])
    return gluey.Problem.from_bodies(G, np.ones(n), -np.ones(n), gaps, 0.1, lower=pull)


@pytest.mark.parametrize("solver", ["auto", "interior-point", "admm"])
def test_a_stack_is_pressed_as_hard_as_what_it_carries(solver):
    result = gluey.solve(spheres_on_a_line(np.zeros(4)), solver=solver, tolerance=1e-10)
    assert result.converged and result.method
    # Floor first: it stops four unit momenta, the next contact three, …
    np.testing.assert_allclose(result.impulse, [4, 3, 2, 1], atol=1e-7)
    np.testing.assert_allclose(result.body_velocity, 0, atol=1e-7)
    assert (result.open, result.sticking) == (0, 4)


def test_dense_sparse_and_independent_optima_agree():
    random = np.random.default_rng(5)
    A = random.normal(size=(12, 9))
    W, q, lower = A @ A.T + 0.1 * np.eye(12), random.normal(size=12), -random.uniform(0, 0.5, 12)
    result = gluey.solve(gluey.Problem(W, q, lower=lower), tolerance=1e-11)
    again = gluey.solve(gluey.Problem(sparse.coo_matrix(W), q, lower=lower), tolerance=1e-11)
    np.testing.assert_allclose(result.impulse, again.impulse, atol=1e-12)
    best = optimize.lsq_linear(np.linalg.cholesky(W).T, -np.linalg.solve(np.linalg.cholesky(W), q), (lower, np.inf), tol=1e-14)
    np.testing.assert_allclose(result.impulse, best.x, atol=1e-6)
    np.testing.assert_allclose(result.velocity, W @ result.impulse + q, atol=1e-12)
    assert np.all(result.velocity[result.impulse > lower + 1e-6] < 1e-6)


def test_glue_holds_until_it_is_pulled_too_much():
    # One unit mass on the floor, pulled up by 1: held by a pull of 1, let go with what is left of one of 0.25.
    for lower, left in ((-2.0, 0.0), (-0.25, 0.75)):
        problem = gluey.Problem.from_bodies([[1.0]], [1.0], [1.0], [0.0], 0.1, lower=lower)
        result = gluey.solve(problem, tolerance=1e-12)
        assert result.body_velocity[0] == pytest.approx(left, abs=1e-8)
        assert result.impulse[0] == pytest.approx(left - 1.0, abs=1e-8)


@pytest.mark.parametrize("solver", gluey.solvers())
@pytest.mark.parametrize("mu, sticks", [(0.6, True), (0.4, False)])
def test_a_block_on_a_slope_sticks_or_slides(solver, mu, sticks):
    # Unit mass, two contacts' worth of directions: pressed by 1, pushed along by 0.5.
    result = gluey.solve(gluey.Problem(np.eye(3), [-1.0, 0.5, 0.0], friction=mu), solver=solver, tolerance=1e-9)
    assert result.converged and result.impulse.shape == (1, 3)
    assert (result.sticking, result.sliding) == ((1, 0) if sticks else (0, 1))
    np.testing.assert_allclose(result.impulse[0], [1.0, -min(mu, 0.5), 0.0], atol=1e-6)
    np.testing.assert_allclose(result.velocity[0], [0.0, 0.5 - min(mu, 0.5), 0.0], atol=1e-6)


def test_a_dumped_problem_is_solved_from_file_and_memory_alike(program, tmp_path):
    import h5py

    (tmp_path / "stack.toml").write_text(gluey.scenes()["stack"])
    program("run", "stack.toml", "--steps", "12", "--dump-problem", "10", "--quiet", "-o", "stack.h5")
    file = tmp_path / "stack-problem-10.hdf5"
    wanted = gluey.solve(file, tolerance=1e-10)
    with h5py.File(file) as data:
        local = data["fclib_local"]
        W = sparse.csc_matrix((local["W/x"], local["W/i"], local["W/p"]), shape=(int(local["W/m"][0]),) * 2)
        problem = gluey.Problem(W, local["vectors/q"][:], local["vectors/mu"][:], dimension=int(local["spacedim"][0]))
    result = gluey.solve(problem, tolerance=1e-10)
    assert result.converged and wanted.converged and result.contacts == wanted.contacts
    np.testing.assert_array_equal(result.impulse, wanted.impulse)
    warm = gluey.solve(problem, tolerance=1e-10, guess=result.impulse)
    assert warm.iterations <= result.iterations


def test_what_is_no_problem_is_told():
    with pytest.raises(gluey.Error, match="W is 2 by 2, but q has 3 entries"):
        gluey.solve(gluey.Problem(np.eye(2), np.zeros(3)))
    with pytest.raises(gluey.Error, match="lower of contact 1 is 1, must be ≤ 0"):
        gluey.solve(gluey.Problem(np.eye(2), np.zeros(2), lower=[0, 1]))
    with pytest.raises(gluey.Error, match="give friction or lower"):
        gluey.solve(gluey.Problem(np.eye(3), np.zeros(3), friction=1, lower=-1))
    with pytest.raises(gluey.Error, match="no solver 'newton'"):
        gluey.solve(gluey.Problem(np.eye(3), np.ones(3), friction=1), solver="newton")
    with pytest.raises(gluey.Error, match="without friction"):
        gluey.solve(gluey.Problem(np.eye(1), np.ones(1)), solver="apgd")
    with pytest.raises(gluey.Error, match="q must be finite"):
        gluey.solve(gluey.Problem(np.eye(1), [np.nan]))
    with pytest.raises(gluey.Error, match="none.hdf5"):
        gluey.solve("none.hdf5")

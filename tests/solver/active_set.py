"""A dense active-set solution of a step problem, independent of the program's solvers.

The problem is  min ½ pᵀWp + bᵀp, p ≥ l,  with  W = G M⁻¹ Gᵀ,  b = D/h + G U  (Problem in src/problem/problem.hpp).
With p = l + q where l is finite, and q free where l = −∞, it is a quadratic programme in q ≥ 0 whose matrix is W = AᵀA,
A = M^(−1/2) Gᵀ. It is solved as Lawson and Hanson solve least squares with q ≥ 0 (Solving Least Squares Problems, 1974,
chapter 23), with two additions: free unknowns, and columns that depend on those in use, which real packings have.

Nothing of the program is used, and no iteration converges to anything: the answer is a vertex of a finite search, known
up to the rounding of one triangular solve, which is then refined in extended precision.
"""

import dataclasses

import numpy as np
import scipy.linalg

ROUNDING = 1e-11  # of numbers that the search compares to zero, after scaling; far above rounding, far below the data


@dataclasses.dataclass
class StepProblem:
    name: str
    kind: str  # one sentence: what makes it different from the others
    dimension: int
    step: float
    inverse_mass: np.ndarray  # bodies × dimension
    free_velocity: np.ndarray  # bodies × dimension
    first: np.ndarray
    second: np.ndarray  # the number of bodies: an obstacle
    normal: np.ndarray  # contacts × dimension, from first to second
    gap: np.ndarray
    lower: np.ndarray

    def jacobian(self):
        """G: contacts × (bodies · dimension); obstacles have no columns."""
        bodies, d = self.inverse_mass.shape
        jacobian = np.zeros((len(self.first), bodies * d))
        for c, (a, b) in enumerate(zip(self.first, self.second)):
            jacobian[c, a * d : (a + 1) * d] -= self.normal[c]
            if b < bodies:
                jacobian[c, b * d : (b + 1) * d] += self.normal[c]
        return jacobian

    def offset(self):
        """b = D/h + G U in extended precision."""
        jacobian = self.jacobian().astype(np.longdouble)
        return self.gap.astype(np.longdouble) / np.longdouble(self.step) + jacobian @ self.free_velocity.ravel()


def independent(columns, scale):
    """Indices of a largest set of linearly independent columns, by QR with pivoting."""
    if columns.shape[1] == 0:
        return np.zeros(0, dtype=int)
    _, r, order = scipy.linalg.qr(columns, mode="economic", pivoting=True)
    return np.sort(order[: int(np.sum(np.abs(np.diag(r)) > ROUNDING * scale))])


def minimize_on(a, b, used):
    """q with (AᵀA q + b) = 0 on the columns used, which must be independent; zero elsewhere."""
    q = np.zeros(a.shape[1], dtype=np.longdouble)
    if len(used) == 0:
        return q
    columns = a[:, used]
    r = np.linalg.qr(columns.astype(float), mode="r")
    for _ in range(4):  # the solve, then refinements whose residual is extended
        residual = columns.T @ (columns @ q[used]) + b[used]
        half = scipy.linalg.solve_triangular(r, residual.astype(float), trans="T")
        q[used] -= scipy.linalg.solve_triangular(r, half)
    return q


def search(a, b, free):
    """Minimizes ½ |A q|² + bᵀq over q ≥ 0, but q of any sign where free. Returns q (extended precision)."""
    contacts = a.shape[1]
    norms = np.sqrt(np.sum(a * a, axis=0)).astype(float)
    a_scale, b_scale = np.max(norms), max(float(np.max(np.abs(b))), 1e-300)
    # Equalities that follow from others need no unknown: theirs stays zero.
    equalities = np.flatnonzero(free)
    used = list(equalities[independent(a[:, equalities].astype(float), a_scale)])
    q = minimize_on(a, b, used)
    for _ in range(100 * contacts):
        w = a.T @ (a @ q) + b
        w[used] = 0
        w[free] = 0  # checked with the rest of the conditions at the end
        entering = int(np.argmin(w))
        if w[entering] >= -ROUNDING * b_scale:
            return q
        # Does the new column depend on those in use?
        columns = a[:, used].astype(float)
        new = a[:, entering].astype(float)
        weights = np.linalg.lstsq(columns, new, rcond=None)[0] if used else np.zeros(0)
        if np.linalg.norm(new - columns @ weights) <= ROUNDING * a_scale:
            # Along q_entering = 1, q_used = −weights, A q does not change and the objective falls at the rate
            # w_entering: follow it until one in use is at zero, and exchange the two.
            blocking = [k for k in range(len(used)) if weights[k] > ROUNDING and not free[used[k]]]
            if not blocking:
                raise ValueError("infeasible: no velocity opens every gap")
            ratios = [float(q[used[k]]) / weights[k] for k in blocking]
            length = min(ratios)
            leaving = blocking[int(np.argmin(ratios))]
            q[used] -= length * weights
            q[entering] = length
            q[used[leaving]] = 0
            del used[leaving]
        used.append(entering)
        while True:
            target = minimize_on(a, b, used)
            negative = [k for k in used if not free[k] and target[k] <= 0]
            if not negative:
                q = target
                break
            # Towards the minimum on the columns in use, as far as the signs allow.
            length = min(q[k] / (q[k] - target[k]) for k in negative)
            q += length * (target - q)
            leaving = [k for k in negative if q[k] <= 1e-15 * np.max(np.abs(q))]
            q[leaving] = 0
            used = [k for k in used if k not in leaving]
    raise RuntimeError("the search did not end")


@dataclasses.dataclass
class Solution:
    velocity: np.ndarray  # V' = U + M⁻¹ Gᵀ p, always unique
    impulse: np.ndarray  # one of the solutions
    unique: np.ndarray  # per contact: whether every solution has this impulse
    closed: int  # contacts whose gap is closed after the step, w = 0
    rank: int  # of the columns of A that belong to them; below `closed`, impulses are not unique


def solve(problem):
    jacobian = problem.jacobian().astype(np.longdouble)
    inverse_mass = problem.inverse_mass.ravel().astype(np.longdouble)
    a = np.sqrt(inverse_mass)[:, None] * jacobian.T
    b = problem.offset()
    free = np.isinf(problem.lower)
    base = np.where(free, 0.0, problem.lower).astype(np.longdouble)
    movable = np.sum(a * a, axis=0) > 0  # an impulse between bodies that cannot move stays at its bound
    if np.any(b[~movable] < 0):
        raise ValueError("infeasible: a gap between immovable bodies closes")

    q = np.zeros(len(b), dtype=np.longdouble)
    q[movable] = search(a[:, movable], (b + a.T @ (a @ base))[movable], free[movable])
    impulse = base + q
    velocity = problem.free_velocity.ravel() + inverse_mass * (jacobian.T @ impulse)
    w = problem.gap / np.longdouble(problem.step) + jacobian @ velocity

    # Where w > 0 the impulse is its bound. On the others p is known up to the null space of their columns of A.
    scale = float(np.max(np.abs(b)))
    closed = np.flatnonzero((np.abs(w) <= ROUNDING * scale) & movable)
    opening = np.min(w[np.setdiff1d(np.flatnonzero(movable), closed)], initial=np.inf)
    if opening < 1e4 * ROUNDING * scale:
        raise ValueError(f"{problem.name}: a gap of {opening} is neither closed nor open; choose other data")
    unique = np.ones(len(b), dtype=bool)
    rank = 0
    if len(closed):
        _, singular, rows = np.linalg.svd(a[:, closed].astype(float), full_matrices=True)
        rank = int(np.sum(singular > 1e-9 * singular[0]))
        null = rows[rank:]
        unique[closed] = np.all(np.abs(null) < 1e-9, axis=0)
    return Solution(velocity.reshape(problem.free_velocity.shape).astype(float), impulse.astype(float), unique,
                    len(closed), rank)


def violations(problem, velocity, impulse):
    """How far (velocity, impulse) is from the optimality conditions; all zero at a solution, all in velocity units.

    Relative to the largest velocity that enters: free, gap over step, or that of a single impulse.
    """
    jacobian = problem.jacobian().astype(np.longdouble)
    inverse_mass = problem.inverse_mass.ravel().astype(np.longdouble)
    v = np.asarray(velocity).ravel().astype(np.longdouble)
    p = np.asarray(impulse).astype(np.longdouble)
    free = np.isinf(problem.lower)
    w = problem.gap / np.longdouble(problem.step) + jacobian @ v
    diagonal = (jacobian * jacobian) @ inverse_mass
    slack = np.where(free, 0, p - np.where(free, 0, problem.lower)) * diagonal
    scale = float(max(np.max(np.abs(problem.free_velocity)), np.max(np.abs(problem.gap / problem.step)),
                      np.max(np.abs(inverse_mass * (np.abs(jacobian).T @ np.abs(p))))))
    found = {
        # V' = U + M⁻¹ Gᵀ p
        "momentum": np.max(np.abs(v - problem.free_velocity.ravel() - inverse_mass * (jacobian.T @ p))),
        # D/h + G V' ≥ 0, and = 0 where l = −∞
        "gap": max(np.max(-w, initial=0), np.max(np.abs(w[free]), initial=0)),
        # p ≥ l
        "bound": np.max(-slack, initial=0),
        # p = l or w = 0
        "complementarity": np.max(np.minimum(np.abs(w), np.abs(slack))[~free], initial=0),
    }
    return {name: float(value) / scale for name, value in found.items()}

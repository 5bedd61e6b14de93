"""A contact problem of one step on its own: NumPy or SciPy matrices in, impulses out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _gluey
from .errors import Error

__all__ = ["Problem", "Result", "solve", "solvers"]

Floats = npt.NDArray[np.float64]


@dataclass
class Problem:
    """Impulses r with u = W r + q, where in every contact

    - without `friction`: lower ≤ r ⟂ u ≥ 0 — the gluey problem; a contact may be pulled by |lower|, 0 (the default) not at all;
    - with: r in the cone |r_T| ≤ μ r_n, ⟂ u + (μ|u_T|, 0) — exact Coulomb. Each contact has `dimension` consecutive components, the
      normal first.

    W is a dense array or any SciPy sparse matrix; friction and lower are one number or one a contact.
    """

    W: Any
    q: npt.ArrayLike
    friction: Optional[npt.ArrayLike] = None
    lower: Optional[npt.ArrayLike] = None
    dimension: Optional[int] = None
    _bodies: Any = None

    @classmethod
    def from_bodies(cls, G: Any, inverse_mass: npt.ArrayLike, velocity: npt.ArrayLike, gap: npt.ArrayLike, step: float,
                    **keys: Any) -> Problem:
        """The problem of a time step: velocities V = U + M⁻¹ Gᵀ r, relative ones u = G V + D/h in the normal components.

        `G` [C·dimension, n] maps the bodies' n velocity components to the contacts', `inverse_mass` [n] is M⁻¹'s diagonal, `velocity` [n]
        the free velocity U, `gap` [C] the distances D and `step` h.
        """
        from scipy import sparse

        G, free = sparse.csr_matrix(G), np.asarray(velocity, float).ravel()
        inverse = np.broadcast_to(np.asarray(inverse_mass, float).ravel(), free.shape)
        if G.shape[1] != free.size:
            raise Error(f"G has {G.shape[1]} columns, the velocity {free.size} components")
        distances = np.asarray(gap, float).ravel()
        size = G.shape[0] // max(len(distances), 1)
        if len(distances) == 0 or G.shape[0] != size * len(distances):
            raise Error(f"G has {G.shape[0]} rows for {len(distances)} contacts")
        q = G @ free
        q[::size] += distances / step
        W = G @ sparse.diags(inverse) @ G.T
        problem = cls(W, q, dimension=size, **keys)
        problem._bodies = (free, inverse, G)
        return problem

    def _arguments(self) -> tuple[int, list[int], list[int], list[float], list[float], list[float]]:
        q = np.asarray(self.q, float).ravel()
        if self.friction is not None and self.lower is not None:
            raise Error("give friction or lower: contacts that rub and pull at once are not posed here")
        rubs = self.friction is not None
        dimension = self.dimension or (3 if rubs else 1)
        if not rubs and dimension != 1:
            raise Error(f"contacts of {dimension} components need friction")
        contacts = len(q) // dimension
        given = np.asarray(self.friction if rubs else 0.0 if self.lower is None else self.lower, float)
        if given.ndim > 0 and given.size != contacts:
            raise Error(f"found {given.size} values of {'friction' if rubs else 'lower'} for {contacts} contacts")
        parameter = np.broadcast_to(given.ravel() if given.ndim else given, (contacts,))
        start, row, value = _columns(self.W, len(q))
        return dimension, start, row, value, q.tolist(), parameter.tolist()


@dataclass
class Result:
    """What a solver found. `impulse` and `velocity` are [C] without friction, [C,dimension] with it."""

    impulse: Floats
    velocity: Floats
    converged: bool
    iterations: int
    error: float
    """|r − Π(r − ũ)|/|q|, as Siconos's fc3d_compute_error"""
    method: str
    seconds: float
    contacts: int
    dimension: int
    open: int
    sticking: int
    sliding: int
    body_velocity: Optional[Floats] = None
    """[n], U + M⁻¹ Gᵀ r of a problem that was made from bodies"""


def solve(
    problem: Union[Problem, str, os.PathLike[str]],
    *,
    solver: str = "auto",
    tolerance: float = 1e-8,
    max_iterations: int = 10000,
    guess: Optional[npt.ArrayLike] = None,
) -> Result:
    """Solves a problem, or one of a file in FCLIB's format, by any of `solvers()`."""
    if not isinstance(problem, Problem):
        return Result(**_gluey.solve_file(os.fspath(problem), solver, tolerance, max_iterations))
    start = [] if guess is None else np.asarray(guess, float).ravel().tolist()
    result = Result(**_gluey.solve(*problem._arguments(), start, solver, tolerance, max_iterations))
    if problem._bodies is not None:
        free, inverse, G = problem._bodies
        result.body_velocity = free + inverse * (G.T @ result.impulse.ravel())
    return result


def solvers() -> list[str]:
    """Names of the solvers. Problems without friction know auto, interior-point and admm."""
    return _gluey.friction_solvers()


def _columns(W: Any, size: int) -> tuple[list[int], list[int], list[float]]:
    """W by columns."""
    if hasattr(W, "tocsc"):
        matrix = W.tocsc()
        matrix.sum_duplicates()
        start, row, value = matrix.indptr, matrix.indices, matrix.data
        shape = matrix.shape
    else:
        dense = np.atleast_2d(np.asarray(W, float))
        shape = dense.shape
        column, row = np.nonzero(dense.T)
        value = dense.T[column, row]
        start = np.searchsorted(column, np.arange(shape[1] + 1))
    if shape != (size, size):
        raise Error(f"W is {shape[0]} by {shape[1]}, but q has {size} entries")
    return start.tolist(), row.tolist(), value.tolist()

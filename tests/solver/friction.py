"""A dense solution of a step problem with friction, independent of the program's solvers.

The program iterates projections onto cones with De Saxcé's shift. Here Coulomb's law is written as Alart and Curnier do
(Comput. Methods Appl. Mech. Eng. 92, 1991), an equation without cones: with u = W p + b in axes of the contact,

    p_n = max(l, z),   z = p_n − ρ u_n            p_T = (p_T − ρ u_T) cut off at μ max(0, z)

and a moment m against rolling cut off at μ_r max(0, z) in the same way. It holds the bounded pull, l < 0, without a word
more. In the convex model u_n − μ|u_T| − μ_r|ω_T| stands for u_n. Solved by semismooth Newton steps on the dense matrix from
several starts; the last steps take their residual in extended precision. All starts that succeed must agree on velocities.
"""

import dataclasses

import numpy as np


@dataclasses.dataclass
class FrictionProblem:
    name: str
    kind: str
    dimension: int
    step: float
    inverse_mass: np.ndarray  # bodies × d
    inverse_inertia: np.ndarray  # bodies × w × w, w = 1 or 3
    free_velocity: np.ndarray  # bodies × d
    free_spin: np.ndarray  # bodies × w
    first: np.ndarray
    second: np.ndarray  # the number of bodies: an obstacle
    normal: np.ndarray
    arm_first: np.ndarray
    arm_second: np.ndarray
    surface: np.ndarray  # contacts × d: velocity of the obstacle's surface, across the normal
    gap: np.ndarray
    lower: np.ndarray
    friction: np.ndarray
    rolling: np.ndarray
    convex: np.ndarray  # 0 or 1: exact Coulomb or the convex model


ARRAYS = [field.name for field in dataclasses.fields(FrictionProblem)][4:]


def tangents(normal):
    """Axes across the normal, as columns."""
    if len(normal) == 2:
        return np.array([[-normal[1]], [normal[0]]])
    start = np.eye(3)[np.argmin(np.abs(normal))]
    first = np.cross(start, normal)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(normal, first)], axis=1)


def swing(arm):
    """ω × arm as a matrix times ω."""
    if len(arm) == 2:
        return np.array([[-arm[1]], [arm[0]]])
    return np.array([[0, arm[2], -arm[1]], [-arm[2], 0, arm[0]], [arm[1], -arm[0], 0]])


def assemble(problem):
    """G, b and M⁻¹, the rows of a contact in its axes: normal, tangents, and spins across the normal where it resists rolling."""
    bodies, d = problem.inverse_mass.shape
    w = 1 if d == 2 else 3
    size = d + w
    inverse_mass = np.zeros((bodies * size, bodies * size))
    for i in range(bodies):
        at = i * size
        inverse_mass[at : at + d, at : at + d] = np.diag(problem.inverse_mass[i])
        inverse_mass[at + d : at + size, at + d : at + size] = problem.inverse_inertia[i]
    rows, offsets, blocks = [], [], []
    for c in range(len(problem.gap)):
        n = problem.normal[c]
        t = tangents(n)
        axes = np.column_stack([n, t])  # d × d
        turning = np.eye(1) if d == 2 else t  # spins across the normal
        block = np.zeros((d + turning.shape[1], bodies * size))
        for body, arm, sign in ((problem.first[c], problem.arm_first[c], -1), (problem.second[c], problem.arm_second[c], 1)):
            if body < bodies:
                at = body * size
                block[:d, at : at + d] += sign * axes.T
                block[:d, at + d : at + size] += sign * axes.T @ swing(arm)
                block[d:, at + d : at + size] += sign * turning.T
        offset = np.zeros(len(block))
        offset[0] = problem.gap[c] / problem.step
        offset[1:d] = t.T @ problem.surface[c]
        used = slice(0, len(block) if problem.rolling[c] > 0 else (d if problem.friction[c] > 0 else 1))
        begin = sum(len(b) for b in rows)
        rows.append(block[used])
        offsets.append(offset[used])
        blocks.append(slice(begin, begin + len(rows[-1])))
    jacobian = np.vstack(rows).astype(np.longdouble)
    free = np.hstack([problem.free_velocity, problem.free_spin]).ravel()
    b = np.concatenate(offsets).astype(np.longdouble) + jacobian @ free
    return jacobian, b, inverse_mass.astype(np.longdouble), free, blocks


def cut_off(y, radius, slope_of_y, slope_of_radius):
    """y cut off at radius, and its derivative."""
    length = np.sqrt(np.sum(y * y))
    if length <= radius:
        return y, slope_of_y
    e = y / length
    turn = (slope_of_y - np.outer(e, e @ slope_of_y)) * (radius / length)
    return radius * e, np.outer(e, slope_of_radius) + turn


def equation(problem, w_matrix, b, blocks, p):
    """Alart and Curnier's function at p and its generalised derivative."""
    d = problem.dimension
    u = w_matrix @ p + b
    value = np.zeros_like(p)
    slope = np.zeros_like(w_matrix)
    identity = np.eye(len(p), dtype=np.longdouble)
    for c, block in enumerate(blocks):
        at = np.arange(block.start, block.stop)
        n, t, r = at[0], at[1:d], at[d:]
        rho = 1 / np.max(np.diag(w_matrix)[at[:d]])
        closing, slope_of_closing = u[n], w_matrix[n].copy()
        if problem.convex[c]:
            for part, coefficient in ((t, problem.friction[c]), (r, problem.rolling[c])):
                length = np.sqrt(np.sum(u[part] ** 2))
                if length > 0:
                    closing = closing - coefficient * length
                    slope_of_closing = slope_of_closing - coefficient * (u[part] / length) @ w_matrix[part]
        z = p[n] - rho * closing
        slope_of_z = identity[n] - rho * slope_of_closing
        if z > problem.lower[c]:
            value[n], slope[n] = p[n] - z, identity[n] - slope_of_z
        else:
            value[n], slope[n] = p[n] - problem.lower[c], identity[n]
        for part, coefficient, scale in ((t, problem.friction[c], rho), (r, problem.rolling[c], None)):
            if len(part):
                scale = scale or 1 / np.max(np.diag(w_matrix)[part])
                y = p[part] - scale * u[part]
                radius = coefficient * max(0, z)
                cut, slope_of_cut = cut_off(y, radius, identity[part] - scale * w_matrix[part],
                                            coefficient * slope_of_z * (z > 0))
                value[part] = p[part] - cut
                slope[part] = identity[part] - slope_of_cut
    return value, slope


def newton(problem, w_matrix, b, blocks, p):
    """Damped steps; None where they do not get there."""
    value, slope = equation(problem, w_matrix, b, blocks, p)
    for _ in range(60):
        size = np.sqrt(np.sum(value * value))
        if size < 1e-17 * max(1, np.max(np.abs(p))):
            break
        change = np.linalg.lstsq(slope.astype(float), value.astype(float), rcond=1e-11)[0]
        best = None
        for halvings in range(12):
            trial = p - 0.5**halvings * change
            tried = equation(problem, w_matrix, b, blocks, trial)
            tried_size = np.sqrt(np.sum(tried[0] * tried[0]))
            if best is None or tried_size < best[0]:
                best = (tried_size, trial, tried)
            if tried_size < (1 - 0.1 * 0.5**halvings) * size:
                break
        _, p, (value, slope) = best
    return p if np.max(np.abs(value)) < 1e-15 * max(1, np.max(np.abs(p))) else None


@dataclasses.dataclass
class Solution:
    velocity: np.ndarray
    spin: np.ndarray
    impulse: np.ndarray  # contacts × d, in space; one of the solutions
    moment: np.ndarray  # contacts × w


def solve(problem, starts=8):
    jacobian, b, inverse_mass, free, blocks = assemble(problem)
    w_matrix = jacobian @ inverse_mass @ jacobian.T
    generator = np.random.Generator(np.random.PCG64(1))
    scale = float(np.max(np.abs(b)) / np.max(np.diag(w_matrix)))
    found = []
    for start in range(starts):
        guess = np.zeros(len(b)) if start == 0 else scale * generator.standard_normal(len(b))
        p = newton(problem, w_matrix, b, blocks, guess.astype(np.longdouble))
        if p is not None:
            found.append((p, free + inverse_mass @ (jacobian.T @ p)))
    if len(found) < 2:
        raise RuntimeError(f"{problem.name}: {len(found)} of {starts} starts led to a solution")
    p, velocity = found[0]
    apart = max(float(np.max(np.abs(v - velocity))) for _, v in found)
    if apart > 1e-12 * float(np.max(np.abs(velocity))):
        raise RuntimeError(f"{problem.name}: solutions differ by {apart}")
    d = problem.dimension
    bodies = len(problem.inverse_mass)
    velocity = velocity.reshape(bodies, -1).astype(float)
    impulse = np.zeros((len(blocks), d))
    moment = np.zeros((len(blocks), 1 if d == 2 else 3))
    for c, block in enumerate(blocks):
        own = p[block].astype(float)
        axes = np.column_stack([problem.normal[c], tangents(problem.normal[c])])
        impulse[c] = axes[:, : len(own[:d])] @ own[:d]
        if len(own) > d:
            moment[c] = own[d:] if d == 2 else axes[:, 1:] @ own[d:]
    return Solution(velocity[:, :d], velocity[:, d:], impulse, moment)

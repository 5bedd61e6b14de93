"""What shapes look like in the plane, or seen from a side: polygons and lines from their descriptions (docs/results.md)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Drawing", "draw", "hull", "rotate"]

Points = npt.NDArray[np.float64]
_ROUND = 2 * np.pi * np.arange(64) / 64


class Drawing(NamedTuple):
    """Filled polygons, and lines that enclose nothing; [M,d] each."""

    solids: list[Points]
    lines: list[Points]


def rotate(orientation: Any, points: Points) -> Points:
    """Points turned by an angle (2D) or by a quaternion w, x, y, z."""
    turn = np.ravel(orientation)
    if points.shape[-1] == 2:
        c, s = np.cos(turn[0]), np.sin(turn[0])
        return points @ np.array([[c, s], [-s, c]])
    w, axis = turn[0], turn[1:]
    twice = 2 * np.cross(axis, points)
    return points + w * twice + np.cross(axis, twice)


def hull(points: Points) -> Points:
    """The convex hull of points in the plane, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered, float)

    def half(sequence: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for x, y in sequence:
            while len(chain) > 1 and ((chain[-1][0] - chain[-2][0]) * (y - chain[-2][1])
                                      - (chain[-1][1] - chain[-2][1]) * (x - chain[-2][0])) <= 0:
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return np.array(half(ordered) + half(ordered[::-1]), float)


def draw(shape: dict[str, Any], position: Points, orientation: Any, axes: tuple[int, int], far: float) -> Drawing:
    """A shape where it stands, in the plane of two axes. `far`: how long unbounded ones are drawn."""
    d = len(position)
    drawing = _own(shape, d, far)

    def seen(points: Points) -> Points:
        return (position + rotate(orientation, points))[:, list(axes)]

    solids = [seen(points) for points in drawing.solids]
    return Drawing(solids if d == 2 else [hull(points) for points in solids], [seen(points) for points in drawing.lines])


def _own(shape: dict[str, Any], d: int, far: float) -> Drawing:
    """In the frame of the shape's owner."""
    kind = shape["kind"]
    if kind == "compound":
        parts = [_own(part, d, far) for part in shape["parts"]]
        return Drawing([points for part in parts for points in part.solids], [line for part in parts for line in part.lines])
    drawing = _centred(kind, shape, d, far)
    place = np.asarray(shape.get("position", np.zeros(d)), float)
    turn = shape.get("orientation", [0.0] if d == 2 else [1.0, 0.0, 0.0, 0.0])
    return Drawing(*([place + rotate(turn, points) for points in group] for group in drawing))


def _centred(kind: str, shape: dict[str, Any], d: int, far: float) -> Drawing:
    if kind in ("sphere", "capsule", "ellipsoid", "superellipsoid"):
        return Drawing([_round(kind, shape, d)], [])
    if kind == "box":
        return Drawing([_box(-np.array(shape["size"]) / 2, np.array(shape["size"]) / 2)], [])
    if kind in ("polygon", "polyhedron"):
        return Drawing([np.array(shape["points"], float)], [])
    if kind == "wheel":
        half, radius, hub = shape["thickness"] / 2, shape["radius"], shape["hub"]
        blade = np.array([[0, -half], [radius, -half], [radius, half], [0, half]])
        turns = 2 * np.pi * np.arange(shape["paddles"]) / shape["paddles"]
        return Drawing([rotate([turn], blade) for turn in turns] + [hub * np.c_[np.cos(_ROUND), np.sin(_ROUND)]], [])
    if kind == "box-walls":
        lower, upper = np.array(shape["lower"], float), np.array(shape["upper"], float)
        return Drawing([], _edges(lower, upper))
    if kind == "plane":
        return Drawing([], _plane(np.array(shape["normal"], float), far))
    if kind == "segment":
        return Drawing([], [np.array([shape["from"], shape["to"]], float)])
    if kind == "chain":
        return Drawing([], [np.array(shape["points"], float)])
    if kind == "mesh":
        points = np.array(shape["points"], float)
        return Drawing([], [points[[*triangle, triangle[0]]] for triangle in shape["triangles"]])
    raise ValueError(f"a shape of the kind {kind!r} is not known")


def _round(kind: str, shape: dict[str, Any], d: int) -> Points:
    """Points on the surface of what is round: their hull is the shape."""
    if d == 2:
        unit = np.c_[np.cos(_ROUND), np.sin(_ROUND)]
    else:
        height = np.linspace(-1, 1, 33)[:, None]
        ring = np.sqrt(1 - height**2)
        unit = np.stack(np.broadcast_arrays(ring * np.cos(_ROUND), ring * np.sin(_ROUND), height), -1).reshape(-1, 3)
    if kind == "sphere":
        return shape["radius"] * unit
    if kind == "capsule":
        ends = np.where(unit[:, :1] >= 0, 0.5, -0.5) * shape["length"]
        return shape["radius"] * unit + np.pad(ends, ((0, 0), (0, d - 1)))
    radii = np.array(shape["radii"], float)
    if kind == "ellipsoid":
        return radii * unit
    # Along each direction as far as ((x/a)^p + (y/b)^p)^(q/p) + (z/c)^q ≤ 1 allows.
    exponents = np.ravel(shape["exponents"])
    p, q = exponents[0], exponents[-1]
    level = np.sum(np.abs(unit[:, :2]) ** p, axis=1) ** (q / p)
    if d == 3:
        level = level + np.abs(unit[:, 2]) ** q
    return radii * unit / level[:, None] ** (1 / q)


def _box(lower: Points, upper: Points) -> Points:
    if len(lower) == 2:
        return np.array([[lower[0], lower[1]], [upper[0], lower[1]], [upper[0], upper[1]], [lower[0], upper[1]]])
    return np.array([[x, y, z] for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])])


def _edges(lower: Points, upper: Points) -> list[Points]:
    if len(lower) == 2:
        corners = _box(lower, upper)
        return [np.vstack([corners, corners[:1]])]
    corners = _box(lower, upper)
    return [corners[[a, b]] for a in range(8) for b in range(a) if (a ^ b).bit_count() == 1]


def _plane(normal: Points, far: float) -> list[Points]:
    """A long line; in space two that cross, so that one is seen from any side."""
    normal = normal / np.linalg.norm(normal)
    if len(normal) == 2:
        along = np.array([-normal[1], normal[0]])
        return [far * np.array([-along, along])]
    helper = np.eye(3)[np.argmin(np.abs(normal))]
    first = np.cross(normal, helper)
    first /= np.linalg.norm(first)
    second = np.cross(normal, first)
    return [far * np.array([-axis, axis]) for axis in (first, second)]

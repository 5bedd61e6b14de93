"""The parts of a picture: bodies, obstacles, contacts, into matplotlib's axes."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection, LineCollection, PolyCollection
from matplotlib.colors import is_color_like
from matplotlib.patches import Rectangle

from . import outlines
from .frame import Frame

Floats = npt.NDArray[np.float64]
PALETTE = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"]
MAP = "viridis"
QUANTITIES = ("gamma", "speed", "force", "radius")


def of_contacts(frame: Frame, quantity: str) -> Floats:
    contacts = frame.contacts
    values = contacts.gamma if quantity == "gamma" else np.linalg.norm(contacts.force, axis=1)
    return values[contacts.acting]


def of_bodies(frame: Frame, quantity: str) -> Floats:
    """One number a body."""
    if quantity == "radius":
        return frame.bodies["radius"]
    if quantity == "speed":
        return np.linalg.norm(frame.velocities, axis=1)
    values = np.zeros(len(frame.positions))
    contacts = frame.contacts
    for side in contacts.pair.T:
        mine = side < len(values)
        if quantity == "gamma":
            np.minimum.at(values, side[mine], contacts.gamma[mine])
        elif quantity == "force":
            np.add.at(values, side[mine], np.linalg.norm(contacts.force[mine], axis=1))
        else:
            raise ValueError(f"found {quantity!r}, known are label, gamma, speed, force, cluster and radius")
    return values


def bounds(frame: Frame, axes: tuple[int, int]) -> Floats:
    """What is to be seen: the bodies, bounded obstacles, the domain."""
    here = frame.present
    points = [frame.positions[here][:, axes] + sign * frame.bodies["radius"][here, None] for sign in (-1, 1)]
    for shape, place, turn in zip(frame.obstacle_shapes, frame.obstacle_positions, frame.obstacle_orientations):
        if shape["kind"] != "plane":
            drawing = outlines.draw(shape, place, turn, axes, 0.0)
            points.extend([*drawing.solids, *drawing.lines])
    if frame.domain is not None:
        points.append(np.array([frame.domain["lower"], frame.domain["upper"]])[:, axes])
    everything = np.vstack(points) if points else np.zeros((1, 2))
    low, high = everything.min(0), everything.max(0)
    margin = 0.04 * float(np.max(high - low)) or 1.0
    return np.array([*(low - margin), *(high + margin)])


def draw_obstacles(ax: Axes, frame: Frame, axes: tuple[int, int], far: float) -> None:
    for shape, place, turn in zip(frame.obstacle_shapes, frame.obstacle_positions, frame.obstacle_orientations):
        drawing = outlines.draw(shape, place, turn, axes, far)
        ax.add_collection(PolyCollection(drawing.solids, facecolors="0.8", edgecolors="0.35", zorder=1))
        ax.add_collection(LineCollection(drawing.lines, colors="0.35", linewidths=1.2, zorder=1))


def draw_domain(ax: Axes, frame: Frame, axes: tuple[int, int]) -> None:
    if frame.domain is not None:
        low, high = (np.array(frame.domain[side])[list(axes)] for side in ("lower", "upper"))
        ax.add_patch(Rectangle(low, *(high - low), fill=False, ls="--", ec="0.6", lw=1))


def draw_bodies(ax: Axes, frame: Frame, axes: tuple[int, int], color: Any, ends: Optional[tuple[float, float]],
                 legend: bool) -> None:
    here = np.flatnonzero(frame.present)
    if frame.dimension == 3:
        # What is nearer hides what is behind: seen against x to the right and z up, towards larger y.
        depth = 3 - sum(axes)
        towards = -1 if axes in ((0, 2), (1, 0), (2, 1)) else 1
        here = here[np.argsort(towards * frame.positions[here, depth])]
    shapes = frame.body_shapes
    faces, values, name = _colors(frame, color)
    line = "0.2" if len(here) < 3000 else "none"
    balls = np.array([i for i in here if shapes[i]["kind"] == "sphere"], int)
    drawn: list[Any] = []
    # Spheres are in one collection, at their own depth among each other; shapes of several parts come after them.
    if len(balls):
        width = 2 * frame.bodies["radius"][balls]
        drawn.append((EllipseCollection(width, width, np.zeros(len(balls)), units="x", offsets=frame.positions[balls][:, axes],
                                        transOffset=ax.transData, edgecolors=line, linewidths=0.5, zorder=2), balls))
    others = [(i, solid) for i in here if shapes[i]["kind"] != "sphere"
              for solid in outlines.draw(shapes[i], frame.positions[i], frame.orientations[i], axes, 0.0).solids]
    if others:
        drawn.append((PolyCollection([solid for _, solid in others], edgecolors=line, linewidths=0.5, zorder=2),
                      np.array([i for i, _ in others])))
    for collection, members in drawn:
        if values is None:
            collection.set_facecolors([faces[i] for i in members])
        else:
            collection.set_array(values[members])
            collection.set_cmap(MAP + "_r" if name == "γ" else MAP)
            collection.set_clim(*(ends or (float(values[here].min()), float(values[here].max()))))
        ax.add_collection(collection)
    if values is not None and legend and drawn:
        ax.figure.colorbar(drawn[0][0], ax=ax, label=name, shrink=0.7)


def _colors(frame: Frame, color: Any) -> tuple[list[Any], Optional[Floats], str]:
    """Colours one a body, or values to be mapped and what they are."""
    count = len(frame.positions)
    if color is None:
        return [PALETTE[0]] * count, None, ""
    if isinstance(color, str) and color == "label":
        labels = frame.bodies["label"]
        known = {label: PALETTE[k % len(PALETTE)] for k, label in enumerate(dict.fromkeys(labels))}
        return [label if label and is_color_like(label) else known[label] for label in labels], None, ""
    if isinstance(color, str) and color == "cluster":
        labels = frame.cluster_labels()
        return [PALETTE[k % (len(PALETTE) - 1)] if 0 <= k < 6 else PALETTE[-1] for k in labels], None, ""
    if isinstance(color, str) and is_color_like(color):
        return [color] * count, None, ""
    if isinstance(color, str):
        return [], of_bodies(frame, color), "γ" if color == "gamma" else color
    return [], np.broadcast_to(np.asarray(color, float), (count,)), ""


def draw_network(ax: Axes, frame: Frame, axes: tuple[int, int], quantity: str) -> None:
    contacts = frame.contacts
    acting = contacts.acting
    pair, point = contacts.pair[acting], contacts.point[acting]
    count = len(frame.positions)
    first = frame.positions[pair[:, 0]]
    second = np.where((pair[:, 1] < count)[:, None], frame.positions[np.minimum(pair[:, 1], count - 1)], point)
    if contacts.image is not None and frame.domain is not None:
        # Up to the point of contact from either side, so that no line crosses the domain.
        period = np.subtract(frame.domain["upper"], frame.domain["lower"])
        across = np.any(contacts.image[acting] != 0, axis=1)[:, None]
        ends = np.where(across, point, second)
        others = point - contacts.image[acting] * period
        lines = np.concatenate([np.stack([first, ends], 1), np.stack([np.where(across, others, second), second], 1)])
    else:
        lines = np.stack([first, second], 1)
    twice = len(lines) // max(len(pair), 1)
    if quantity == "gamma":
        gamma = np.tile(contacts.gamma[acting], twice)
        deepest = float(gamma.min()) if len(gamma) and gamma.min() < 0 else -1.0
        styles: dict[str, Any] = {"array": gamma, "cmap": "Purples_r", "clim": (1.2 * deepest, -0.6 * deepest), "linewidths": 2}
    elif quantity == "force":
        size = np.tile(np.linalg.norm(contacts.force[acting], axis=1), twice)
        pulls = np.tile(np.sum(contacts.impulse[acting] * contacts.normal[acting], axis=1) < 0, twice)
        styles = {"linewidths": 4 * size / (size.max() if len(size) and size.max() > 0 else 1),
                  "colors": np.where(pulls, PALETTE[1], "0.15")}
    else:
        raise ValueError(f"found {quantity!r}, a network shows gamma or force")
    ax.add_collection(LineCollection(lines[:, :, list(axes)], capstyle="round", zorder=3, **styles))

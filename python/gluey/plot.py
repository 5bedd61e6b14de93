"""Pictures on matplotlib. Each function draws into `ax`, or into a new figure, and returns the axes.

    ax = gluey.plot.snapshot(run[-1], color="gamma", network="force")
    ax.figure.savefig("last.png")
"""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from . import drawing
from .drawing import PALETTE
from .errors import Error
from .frame import Frame
from .notebook import Animation, Page, animation, viewer
from .simulation import Simulation
from .trajectory import Trajectory

__all__ = ["Animation", "Page", "animation", "convergence", "histogram", "history", "network", "profile", "snapshot",
           "slope", "trajectory", "viewer"]

State = Union[Frame, Simulation, Trajectory]


def snapshot(
    state: State,
    color: Union[str, npt.ArrayLike, None] = "label",
    *,
    network: Optional[str] = None,
    obstacles: bool = True,
    view: Optional[tuple[int, int]] = None,
    limits: Optional[Sequence[float]] = None,
    range: Optional[tuple[float, float]] = None,
    legend: bool = True,
    ax: Optional[Axes] = None,
) -> Axes:
    """The bodies and obstacles of a state, of a trajectory the last frame.

    `color`: "label", "gamma" (the lowest of the body's contacts), "speed", "force", "cluster", "radius", one number a body, one colour,
    or None. `network`: "gamma" or "force" draws the contacts as well. In 3D bodies are seen along an axis, the others of `view` (x to
    the right, z up by default) in the picture. `limits`: x0, y0, x1, y1. `range`: what the ends of the colours stand for.
    """
    frame = _frame(state)
    ax = _axes(ax)
    axes = view or ((0, 1) if frame.dimension == 2 else (0, 2))
    box = np.asarray(limits, float) if limits is not None else drawing.bounds(frame, axes)
    far = 10 * float(np.max(box[2:] - box[:2]) + np.max(np.abs(box)))
    if obstacles:
        drawing.draw_obstacles(ax, frame, axes, far)
    drawing.draw_domain(ax, frame, axes)
    drawing.draw_bodies(ax, frame, axes, color, range, legend)
    if network is not None:
        drawing.draw_network(ax, frame, axes, network)
    ax.set(xlim=(box[0], box[2]), ylim=(box[1], box[3]), aspect="equal", xlabel="xyz"[axes[0]], ylabel="xyz"[axes[1]])
    ax.set_title(f"t = {frame.time:g}")
    return ax


def network(state: State, quantity: str = "force", *, ax: Optional[Axes] = None, **keys: Any) -> Axes:
    """The contacts as lines between centres over pale bodies: thicker for a larger "force", pulls in red, or darker for a lower
    "gamma". Further keys are those of `snapshot`."""
    return snapshot(state, keys.pop("color", "#e8e8e4"), network=quantity, ax=ax, **keys)


def trajectory(run: Trajectory, bodies: Optional[Sequence[int]] = None, *, view: Optional[tuple[int, int]] = None,
               obstacles: bool = True, ax: Optional[Axes] = None) -> Axes:
    """The ways of the bodies' centres, of all or of some, light at the beginning and dark at the end."""
    ax = _axes(ax)
    axes = list(view or ((0, 1) if run.dimension == 2 else (0, 2)))
    last = run[-1]
    paths = run.unwrapped()[:, :, axes]
    chosen = np.arange(paths.shape[1]) if bodies is None else np.asarray(bodies)
    paths = paths[:, chosen]
    shade = np.linspace(0.15, 1, max(len(paths) - 1, 1))
    for column in np.arange(len(chosen)):
        points = paths[:, column]
        lines = LineCollection(np.stack([points[:-1], points[1:]], 1), colors=PALETTE[column % len(PALETTE)], linewidths=1)
        if len(points) > 1:
            lines.set_alpha(shade)
            ax.add_collection(lines)
        ax.plot(*points[-1], "o", color=PALETTE[column % len(PALETTE)], ms=3)
    low, high = paths.min((0, 1)), paths.max((0, 1))
    margin = 0.05 * max(float(np.max(high - low)), float(last.bodies["radius"].max()))
    if obstacles:
        drawing.draw_obstacles(ax, last, (axes[0], axes[1]), 10 * float(np.max(high - low) + np.max(np.abs([low, high]))))
    ax.set(xlim=(low[0] - margin, high[0] + margin), ylim=(low[1] - margin, high[1] + margin), aspect="equal",
           xlabel="xyz"[axes[0]], ylabel="xyz"[axes[1]])
    return ax


def slope(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Of the straight line through the points in a log–log plot, by least squares."""
    return float(np.polyfit(np.log(np.asarray(x, float)), np.log(np.asarray(y, float)), 1)[0])


def convergence(steps: npt.ArrayLike, errors: npt.ArrayLike, order: Optional[float] = None, *, label: str = "error",
                ax: Optional[Axes] = None) -> Axes:
    """Errors over step lengths, log–log, with the slope that was measured in the legend; `order` adds a line of that slope."""
    x, y = np.asarray(steps, float), np.asarray(errors, float)
    ax = _axes(ax)
    ax.loglog(x, y, "o-", color=PALETTE[0], label=f"{label}: slope {slope(x, y):.2f}")
    if order is not None:
        # Below all points, so that it hides none.
        scale = 0.6 * np.min(y / x**order)
        ends = np.array([x.min(), x.max()])
        ax.loglog(ends, scale * ends**order, "--", color="0.45", lw=1, label=f"slope {order:g}")
    ax.set(xlabel="h", ylabel=label)
    ax.grid(True, which="both", color="0.92")
    ax.set_axisbelow(True)
    ax.legend(frameon=False)
    return ax


def histogram(values: Union[State, npt.ArrayLike], quantity: str = "gamma", bins: Union[int, Sequence[float]] = 40, *,
              log: bool = False, ax: Optional[Axes] = None, **keys: Any) -> Axes:
    """The density of some numbers, or of a state's "gamma" or "force" (contacts that act), "speed" or "radius" (bodies)."""
    ax = _axes(ax)
    if isinstance(values, (Frame, Simulation, Trajectory)):
        frame = _frame(values)
        numbers = drawing.of_contacts(frame, quantity) if quantity in ("gamma", "force") else drawing.of_bodies(frame, quantity)
        ax.set_xlabel("γ" if quantity == "gamma" else quantity)
    else:
        numbers = np.asarray(values, float).ravel()
    ax.hist(numbers[np.isfinite(numbers)], bins=bins, density=True, log=log, **{"color": PALETTE[0], **keys})
    ax.set_ylabel("density")
    return ax


def profile(state: State, quantity: str = "solid_fraction", axis: int = -1, slices: int = 20, *, component: int = 0,
            ax: Optional[Axes] = None, **keys: Any) -> Axes:
    """The "solid_fraction", "temperature", "bodies" or one component of the "velocity" in slices across an axis, which is drawn upwards."""
    frame = _frame(state)
    rows = frame.profile(axis, slices)
    values = rows[quantity][:, component] if rows[quantity].ndim > 1 else rows[quantity]
    ax = _axes(ax)
    ax.stairs(values, np.append(rows["from"], rows["to"][-1]), orientation="horizontal", **{"color": PALETTE[0], **keys})
    named = f"velocity {'xyz'[component]}" if quantity == "velocity" else quantity.replace("_", " ")
    ax.set(xlabel=named, ylabel="xyz"[axis % frame.dimension])
    return ax


def history(run: Trajectory, *quantities: str, ax: Optional[Axes] = None) -> Axes:
    """Columns of the run's history over time; the kinetic energy where none is named."""
    rows = run.history
    ax = _axes(ax)
    for name, color in zip(quantities or ("kinetic_energy",), PALETTE * 10):
        if name not in (rows.dtype.names or ()):
            raise Error(f"the history has no '{name}'; it has {', '.join(rows.dtype.names or ())}")
        ax.plot(rows["time"], rows[name], color=color, lw=1, label=name.replace("_", " "))
    ax.set_xlabel("t")
    ax.legend(frameon=False)
    return ax


def _axes(ax: Optional[Axes]) -> Axes:
    return plt.subplots(layout="constrained")[1] if ax is None else ax


def _frame(state: State) -> Frame:
    return state if isinstance(state, Frame) else state[-1] if isinstance(state, Trajectory) else state.frame()

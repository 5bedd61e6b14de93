"""One state, of a simulation or of a result: arrays, records and numbers made of them."""

from __future__ import annotations

import json
from typing import Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import _gluey
from .contacts import Contacts

__all__ = ["Frame"]

Floats = npt.NDArray[np.float64]


class Frame:
    """A state at one time. N bodies, K obstacles, d dimensions; all arrays are read-only views without copies."""

    def __init__(self, frame: _gluey.Frame) -> None:
        self._frame = frame
        self.contacts = Contacts(frame)

    def __repr__(self) -> str:
        return f"<gluey.Frame of {len(self.positions)} bodies, step {self.step}, t = {self.time:g}>"

    @property
    def time(self) -> float:
        return self._frame.time

    @property
    def step(self) -> int:
        return self._frame.step

    @property
    def step_length(self) -> float:
        """Of the step that led here, over which an impulse is a force; 0 in a first frame."""
        return self._frame.step_length

    @property
    def dimension(self) -> int:
        return self._frame.constants.dimension

    @property
    def positions(self) -> Floats:
        """[N,d], in a periodic domain within it."""
        return self._frame.position

    @property
    def velocities(self) -> Floats:
        """[N,d]"""
        return self._frame.velocity

    @property
    def orientations(self) -> Floats:
        """Angles [N] in 2D, quaternions w, x, y, z [N,4] in 3D."""
        return self._frame.orientation

    @property
    def angular_velocities(self) -> Floats:
        """[N] in 2D, [N,3] in 3D."""
        return self._frame.angular_velocity

    @property
    def images(self) -> Optional[npt.NDArray[np.int32]]:
        """[N,d] in a periodic domain: bodies have come to positions + images × period without wrapping; else None."""
        return self._frame.image

    @property
    def present(self) -> npt.NDArray[np.bool_]:
        """[N], which bodies are here, where bodies come or go."""
        flags = self._frame.present
        return np.ones(len(self.positions), bool) if flags is None else flags.astype(bool)

    @property
    def obstacle_positions(self) -> Floats:
        """[K,d]"""
        return self._frame.obstacle_position

    @property
    def obstacle_orientations(self) -> Floats:
        """[K], in 3D [K,4]."""
        return self._frame.obstacle_orientation

    @property
    def domain(self) -> Optional[dict[str, Any]]:
        """lower, upper, periodic, shear_rate of a periodic domain; else None."""
        return self._frame.constants.domain

    @property
    def bodies(self) -> npt.NDArray[Any]:
        """Records that do not change: name, label, shape_kind, material, radius, mass, inertia."""
        return _records(self._frame.constants.bodies, ("name", "label", "shape_kind", "material", "radius", "mass", "inertia"))

    @property
    def obstacles(self) -> npt.NDArray[Any]:
        """Records that do not change: name, label, shape_kind, material."""
        return _records(self._frame.constants.obstacles, ("name", "label", "shape_kind", "material"))

    @property
    def body_shapes(self) -> list[dict[str, Any]]:
        """Each body's shape in its own frame, as docs/results.md describes it."""
        columns = self._frame.constants.bodies
        texts = columns["shape"] or [""] * len(columns["radius"])
        known = {text: json.loads(text) for text in set(texts) if text}
        return [known[text] if text else {"kind": "sphere", "radius": radius}
                for text, radius in zip(texts, columns["radius"])]

    @property
    def obstacle_shapes(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self._frame.constants.obstacles["shape"]]

    def records(self) -> npt.NDArray[Any]:
        """A copy of the state as one structured array: position, velocity, orientation, angular_velocity, radius, mass."""
        columns = {name: getattr(self._frame, name)
                   for name in ("position", "velocity", "orientation", "angular_velocity")}
        constants = self._frame.constants.bodies
        columns.update(radius=constants["radius"], mass=constants["mass"])
        return _records(columns, tuple(columns))

    def statistics(self, within: Optional[float] = None) -> dict[str, Any]:
        """A row of `gluey stats`. `within`: gaps up to it join bodies to clusters, in place of what presses or is glued."""
        return _gluey.statistics(self._frame, within)

    def clusters(self, within: Optional[float] = None) -> npt.NDArray[Any]:
        """Records, the largest first: size, mass, center, gyration_radius, extent, percolates. See `cluster_labels`."""
        columns = _gluey.clusters(self._frame, within)
        return _records(columns, ("size", "mass", "center", "gyration_radius", "extent", "percolates"))

    def cluster_labels(self, within: Optional[float] = None) -> npt.NDArray[np.int64]:
        """[N], the row of `clusters` that each body belongs to; −1 where it is not present."""
        columns = _gluey.clusters(self._frame, within)
        labels = np.full(len(self.positions), -1)
        labels[columns["bodies"]] = np.repeat(np.arange(len(columns["size"])), columns["size"])
        return labels

    def profile(self, axis: int = -1, slices: int = 20, lower: Sequence[float] = (),
                upper: Sequence[float] = ()) -> npt.NDArray[Any]:
        """Records, one a slice across an axis: from, to, bodies, solid, velocity, temperature, solid_fraction."""
        columns = _gluey.profile(self._frame, axis % self.dimension, slices, list(lower), list(upper))
        return _records(columns, tuple(columns))

    def pair_correlation(self, range: float = 0.0, bins: int = 100) -> npt.NDArray[Any]:
        """g(r) as records: from, to, pairs, value. `range` 0: ten mean radii, or half of the shortest period."""
        columns = _gluey.pair_correlation(self._frame, range, bins)
        return _records(columns, tuple(columns))

    def stress(self) -> Floats:
        """[d,d], tension positive, of all bodies over the box around them."""
        return _gluey.stress(self._frame)


def _records(columns: dict[str, Any], names: Sequence[str]) -> npt.NDArray[Any]:
    """Columns as one structured array."""
    # A list without entries is one of texts.
    arrays = {name: np.asarray(columns[name], None if len(columns[name]) or isinstance(columns[name], np.ndarray) else "U1")
              for name in names}
    count = len(next(iter(arrays.values())))
    rows = np.empty(count, [(name, array.dtype, array.shape[1:]) for name, array in arrays.items()])
    for name, array in arrays.items():
        rows[name] = array
    return rows

"""Results: `gluey.open("run.h5")`. Frames are read when they are asked for, one at a time."""

from __future__ import annotations

import os
from typing import Any, Iterator, Union, overload

import numpy as np
import numpy.typing as npt

from . import _gluey
from .errors import Error
from .frame import Frame, _records

__all__ = ["Trajectory", "open"]

Floats = npt.NDArray[np.float64]


class Trajectory:
    """A result file, complete, still growing or left by a kill. Indexing gives frames.

    >>> run = gluey.open("lotto.h5")
    >>> run[-1].contacts.gamma.min(), run.history["kinetic_energy"], run[::10].positions.shape
    """

    def __init__(self, file: Union[str, os.PathLike[str]]) -> None:
        self.file = os.fspath(file)
        self._numbers: Union[range, None] = None
        self._results = _gluey.Results(self.file)

    def refresh(self) -> Trajectory:
        """Looks for what a run has written since the file was opened."""
        self._results = _gluey.Results(self.file)
        return self

    def _range(self) -> range:
        return range(self._results.frames) if self._numbers is None else self._numbers

    def __len__(self) -> int:
        return len(self._range())

    @overload
    def __getitem__(self, number: int) -> Frame: ...
    @overload
    def __getitem__(self, number: slice) -> Trajectory: ...
    def __getitem__(self, number: Union[int, slice]) -> Union[Frame, Trajectory]:
        if isinstance(number, slice):
            part = object.__new__(Trajectory)
            part.file, part._results, part._numbers = self.file, self._results, self._range()[number]
            return part
        if not -len(self) <= number < len(self):
            raise IndexError(f"{self.file} has {len(self)} frames: there is no number {number}")
        return Frame(self._results.frame(self._range()[number]))

    def __iter__(self) -> Iterator[Frame]:
        for number in self._range():
            yield Frame(self._results.frame(number))

    def __repr__(self) -> str:
        return f"<gluey.Trajectory {self.file!r}: {len(self)} frames of {len(self.bodies)} bodies>"

    def at(self, time: float) -> Frame:
        """The frame nearest to a time of the run."""
        if len(self) == 0:
            raise Error(f"{self.file} has no frames")
        times = self.times
        beyond = (times[-1] - times[0]) / max(1, len(times) - 1)
        if not times[0] - beyond <= time <= times[-1] + beyond:
            raise Error(f"{self.file} goes from t = {times[0]:g} to {times[-1]:g}: there is no frame at {time:g}")
        return self[int(np.argmin(np.abs(times - time)))]

    @property
    def times(self) -> Floats:
        """[F]"""
        return self._results.times[list(self._range())]

    @property
    def steps(self) -> npt.NDArray[np.int64]:
        """[F]"""
        return self._results.steps[list(self._range())]

    @property
    def dimension(self) -> int:
        return self._results.constants.dimension

    @property
    def scene(self) -> str:
        """The scene it was made of, with every default filled in."""
        return self._results.constants.scene

    @property
    def complete(self) -> bool:
        """Whether the run came to its end."""
        return self._results.complete

    @property
    def program_version(self) -> str:
        return self._results.program_version

    @property
    def bodies(self) -> npt.NDArray[Any]:
        """Records that do not change: name, label, shape_kind, material, radius, mass, inertia."""
        return _records(self._results.constants.bodies,
                        ("name", "label", "shape_kind", "material", "radius", "mass", "inertia"))

    @property
    def obstacles(self) -> npt.NDArray[Any]:
        """Records that do not change: name, label, shape_kind, material."""
        return _records(self._results.constants.obstacles, ("name", "label", "shape_kind", "material"))

    @property
    def history(self) -> npt.NDArray[Any]:
        """Records, one per step of the run: time, contacts, iterations, residual, missed, kinetic_energy, … (docs/results.md)."""
        columns = self._results.history()
        return _records(columns, tuple(columns))

    @property
    def positions(self) -> Floats:
        """[F,N,d], all frames read into memory; take a slice of the trajectory first where that is much."""
        return self._stacked("position", (len(self.bodies), self.dimension))

    @property
    def velocities(self) -> Floats:
        """[F,N,d], likewise."""
        return self._stacked("velocity", (len(self.bodies), self.dimension))

    @property
    def orientations(self) -> Floats:
        """[F,N] angles, in 3D [F,N,4], likewise."""
        n = len(self.bodies)
        return self._stacked("orientation", (n,) if self.dimension == 2 else (n, 4))

    def unwrapped(self) -> Floats:
        """[F,N,d], positions without the jumps of a periodic domain."""
        positions = self.positions
        domain = self._results.constants.domain
        if domain is not None:
            if domain["shear_rate"] != 0:
                raise Error("positions in a sheared domain cannot be unwrapped by whole periods")
            period = np.subtract(domain["upper"], domain["lower"])
            positions += self._stacked("image", positions.shape[1:]) * np.where(domain["periodic"], period, 0.0)
        return positions

    def contacts(self) -> npt.NDArray[Any]:
        """The contacts of all frames as records, with the field `frame` first."""
        parts = []
        for number, frame in zip(self._range(), self):
            rows = frame.contacts.records()
            columns = {"frame": np.full(len(rows), number), **{name: rows[name] for name in rows.dtype.names or ()}}
            parts.append(_records(columns, tuple(columns)))
        return np.concatenate(parts) if parts else np.empty(0)

    def statistics(self, within: Union[float, None] = None) -> npt.NDArray[Any]:
        """Records, one a frame, as `gluey stats` prints them."""
        columns = self._results.statistics(list(self._range()), within)
        return _records(columns, tuple(columns)) if len(self) else np.empty(0)

    def export(self, format: str, output: Union[str, os.PathLike[str]] = "") -> list[str]:
        """Writes the frames as vtk, xdmf, csv or lammps, as `gluey export` does; the files written."""
        if len(self) == 0:
            raise Error(f"no frame of {self.file} has been chosen, and so there is nothing to export")
        target = os.fspath(output) or os.path.splitext(self.file)[0]
        return _gluey.export_results(self._results, self.file, format, target, list(self._range()))

    def _stacked(self, name: str, shape: tuple[int, ...]) -> npt.NDArray[Any]:
        array = self._results.array_of_frames(name, list(self._range()))
        if array is None:
            raise Error(f"{self.file} does not have the array '{name}' of its frames")
        return array.reshape(len(self), *shape)


def open(file: Union[str, os.PathLike[str]]) -> Trajectory:
    """Opens a result file."""
    return Trajectory(file)

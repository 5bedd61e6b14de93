"""The contacts of one state, as arrays."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _gluey

__all__ = ["Contacts"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]


class Contacts:
    """The contacts of a frame; C of them in d dimensions.

    The arrays are read-only views of the frame's own tables and keep it alive. They show that state for ever: contacts come and go
    with every step, so that after one `sim.contacts` is another object with other rows.
    """

    def __init__(self, frame: _gluey.Frame) -> None:
        self._frame = frame

    def __len__(self) -> int:
        return len(self.gamma)

    def __repr__(self) -> str:
        return f"<gluey.Contacts: {len(self)} at t = {self._frame.time:g}>"

    @property
    def pair(self) -> Integers:
        """[C,2]: two bodies, or a body and N + the number of an obstacle."""
        return self._frame.contact_pair

    @property
    def normal(self) -> Floats:
        """[C,d], unit, from the first of the pair to the second."""
        return self._frame.contact_normal

    @property
    def point(self) -> Floats:
        """[C,d], where they touch."""
        return self._frame.contact_point

    @property
    def gap(self) -> Floats:
        """[C], the distance of the surfaces now."""
        return self._frame.contact_distance

    @property
    def impulse(self) -> Floats:
        """[C,d], of the last step on the second of the pair; along the normal it pushes apart."""
        return self._frame.contact_impulse

    @property
    def gamma(self) -> Floats:
        """[C], the potential γ ≤ 0 after the step."""
        return self._frame.contact_gamma

    @property
    def image(self) -> Optional[Integers]:
        """[C,d] in a periodic domain, which image of the second is touched; else None."""
        return None if self._frame.constants.domain is None else self._frame.contact_image

    @property
    def log_distance(self) -> Optional[Floats]:
        """[C] where films of fluid resist, ln of the distance that they carry; else None."""
        return self._frame.contact_log_distance if self._frame.constants.films else None

    @property
    def force(self) -> Floats:
        """[C,d], the impulse over the length of the step; zero in a first frame. Computed."""
        length = self._frame.step_length
        return self.impulse / length if length > 0 else np.zeros_like(self.impulse)

    @property
    def acting(self) -> npt.NDArray[np.bool_]:
        """[C], which of them press or are glued; the others are near. Computed."""
        return np.any(self.impulse != 0, axis=1) | (self.gamma < 0)

    def records(self) -> npt.NDArray[Any]:
        """A copy as one structured array with the fields first, second, normal, point, gap, impulse, gamma."""
        d = self._frame.constants.dimension
        kind = np.dtype([("first", "i4"), ("second", "i4"), ("normal", "f8", (d,)), ("point", "f8", (d,)),
                         ("gap", "f8"), ("impulse", "f8", (d,)), ("gamma", "f8")])
        rows = np.empty(len(self), kind)
        rows["first"], rows["second"] = self.pair.T
        for name in ("normal", "point", "gap", "impulse", "gamma"):
            rows[name] = getattr(self, name)
        return rows

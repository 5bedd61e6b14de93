"""Contact laws for scenes built by calls: `contact = gluey.Gluey(gamma_min=-1)`.

Every key of `[contact]` that the law knows (docs/scene.md) may be given.
"""

from __future__ import annotations

from typing import Any, ClassVar

from .errors import Error

__all__ = ["Friction", "Gluey", "GlueyFriction", "Inelastic", "Law", "Lubricated", "Lubrication"]

_EVERY = frozenset({"between", "initial_overlap", "range"})
_FILM = frozenset({"gamma_min", "viscosity", "reference_length", "release", "scaling"})
_DRY = frozenset({"restitution", "restitution_velocity"})
_RUBBING = frozenset({"friction", "model", "rolling"})


class Law:
    """A contact law and its keys."""

    name: ClassVar[str] = "inelastic"
    known: ClassVar[frozenset[str]] = _DRY

    def __init__(self, **keys: Any) -> None:
        for key in keys:
            if key not in self.known | _EVERY:
                raise Error(f"gluey.{type(self).__name__} has no key '{key}'; it has "
                            + ", ".join(sorted(self.known | _EVERY)))
        self.keys = keys

    def between(self, first: str, second: str, **keys: Any) -> Law:
        """The same law with other values between two materials."""
        rules = [*self.keys.get("between", []), {"materials": [first, second], **keys}]
        return type(self)(**{**self.keys, "between": rules})

    def as_table(self) -> dict[str, Any]:
        """What stands in `[contact]`."""
        return {"law": self.name, **self.keys}

    def __repr__(self) -> str:
        keys = ", ".join(f"{key}={value!r}" for key, value in self.keys.items())
        return f"gluey.{type(self).__name__}({keys})"


class Inelastic(Law):
    """No overlap, no attraction; `restitution` makes it bounce."""

    name = "inelastic"
    known = _DRY


class Gluey(Law):
    """The contact pulls until its potential γ ≥ `gamma_min` is used up: −inf smooth (the default), 0 dry, in between rough."""

    name = "gluey"
    known = _FILM


class Friction(Law):
    """Coulomb friction between dry solids: `friction`, `model`, `rolling`."""

    name = "friction"
    known = _RUBBING | _DRY


class GlueyFriction(Law):
    """Gluey, and friction once the film is squeezed out."""

    name = "gluey-friction"
    known = _FILM | _RUBBING


class Lubrication(Law):
    """A viscous film resists, the more the thinner it is: `lubrication = {"viscosity": 1}`."""

    name = "lubrication"
    known = frozenset({"lubrication"})


class Lubricated(Law):
    """Lubrication down to a threshold, gluey there, with friction once squeezed out."""

    name = "lubricated"
    known = _FILM | _RUBBING | {"lubrication"}

"""Scenes built by calls. What is collected is a scene file's content, and is checked as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .laws import Law

__all__ = ["Builder"]

# What a table says beside its shape; everything else is the shape's.
_BODY = {"name", "position", "orientation", "velocity", "angular_velocity", "force", "torque", "mass", "density", "inertia",
         "locked", "material", "label", "roughness"}
_BODIES = _BODY | {"count", "region"}
_OBSTACLE = {"name", "position", "orientation", "motion", "roughness", "material", "label"}


class Builder:
    """Collects the tables of a scene."""

    def __init__(self, scene: Mapping[str, Any]) -> None:
        self.scene: dict[str, Any] = {key: list(item) if isinstance(item, (list, tuple)) else item
                                      for key, item in scene.items()}

    def section(self, name: str, item: Any) -> None:
        """Lays keys over a section; a law replaces it."""
        if item is None:
            return
        table = item.as_table() if isinstance(item, Law) else dict(item)
        before = {} if isinstance(item, Law) else self.scene.get(name, {})
        self.scene[name] = {**(before.as_table() if isinstance(before, Law) else before), **table}

    def add(self, kind: str, table: dict[str, Any]) -> int:
        """One more [[kind]]; its number among those."""
        rows = self.scene.setdefault(kind, [])
        rows.append({key: item for key, item in table.items() if item is not None})
        return len(rows) - 1

    def add_body(self, shape: Any, keys: dict[str, Any]) -> int:
        return self.add("body", _with_shape(shape, keys, _BODY))

    def add_bodies(self, shape: Any, keys: dict[str, Any]) -> int:
        return self.add("bodies", _with_shape(shape, keys, _BODIES))

    def add_obstacle(self, shape: Any, keys: dict[str, Any]) -> int:
        return self.add("obstacle", _with_shape(shape, keys, _OBSTACLE))


def _with_shape(shape: Any, keys: dict[str, Any], own: set[str]) -> dict[str, Any]:
    """"box" and size=… are a shape; a dict is one as it stands."""
    if shape is None:
        return keys
    table = {key: item for key, item in keys.items() if key in own}
    rest = {key: item for key, item in keys.items() if key not in own}
    return {"shape": {"kind": shape, **rest} if isinstance(shape, str) else {**shape, **rest}, **table}

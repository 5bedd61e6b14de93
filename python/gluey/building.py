"""Scenes built by calls. What is collected is a scene file's content, and is checked as one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from . import _gluey, toml
from .errors import Error
from .laws import Law

__all__ = ["Builder", "Overrides"]

# What a table says beside its shape; everything else is the shape's.
_BODY = {"name", "position", "orientation", "velocity", "angular_velocity", "force", "torque", "mass", "density", "inertia",
         "locked", "material", "label", "roughness"}
_BODIES = _BODY | {"count", "region"}
_OBSTACLE = {"name", "position", "orientation", "motion", "roughness", "material", "label"}


Overrides = Union[Mapping[str, Any], Sequence[str]]


class Builder:
    """A scene on its way: a file, or tables that are collected, and what is laid over them."""

    def __init__(self, scene: Union[str, os.PathLike[str], Mapping[str, Any], None], set: Optional[Overrides]) -> None:
        tables = scene if isinstance(scene, Mapping) else {}
        self.scene: dict[str, Any] = {key: list(item) if isinstance(item, (list, tuple)) else item
                                      for key, item in tables.items()}
        self.file = None if scene is None or isinstance(scene, Mapping) else os.fspath(scene)
        self.overrides = ([] if set is None else [toml.override(key, item) for key, item in set.items()]
                          if isinstance(set, Mapping) else list(set))
        self._read: Optional[_gluey.Scene] = None

    @property
    def endless(self) -> bool:
        """Whether nothing says when a run ends."""
        time = self.scene.get("time", {})
        told = any(text.startswith(("time.end", "time.steps")) for text in self.overrides)
        return self.file is None and "end" not in time and "steps" not in time and not told

    def text(self) -> str:
        """The tables as TOML; a scene without an end has one that nobody will see."""
        time = {**self.scene.get("time", {}), "steps": 2**62}
        return toml.dumps({**self.scene, "time": time} if self.endless else self.scene)

    def read(self) -> _gluey.Scene:
        """The scene, checked."""
        if self._read is None:
            self._read = (_gluey.Scene.load(self.file, self.overrides) if self.file is not None
                          else _gluey.Scene.parse(self.text(), name="", overrides=self.overrides))
        return self._read

    def opened(self) -> Builder:
        """Itself, to be changed."""
        if self.file is not None:
            raise Error("the scene comes from a file: nothing can be added to it")
        self._read = None
        return self

    def section(self, name: str, item: Any) -> None:
        """Lays keys over a section; a law replaces it."""
        if item is None:
            return
        if name == "contact" and isinstance(item, str):
            item = {"law": item}
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

"""Dicts as TOML, the language of scenes, so that a scene is checked by one reader wherever it comes from."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["dumps", "override", "value"]


def value(item: Any) -> str:
    """One value on one line. NumPy's numbers and arrays count as Python's, None as not given."""
    if hasattr(item, "as_table"):
        item = item.as_table()
    if isinstance(item, np.ndarray) or isinstance(item, np.generic):
        item = item.tolist()
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int):
        return str(item)
    if isinstance(item, float):
        # Scenes write a bound that is none as a text.
        return '"-inf"' if item == -math.inf else repr(item)
    if isinstance(item, (str, os.PathLike)):
        # JSON's escapes are among those of TOML.
        return json.dumps(os.fspath(item), ensure_ascii=False)
    if isinstance(item, Mapping):
        pairs = (f"{_key(key)} = {value(entry)}" for key, entry in item.items() if entry is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(item, (list, tuple, range)):
        return "[" + ", ".join(value(entry) for entry in item) + "]"
    raise TypeError(f"a scene cannot hold a {type(item).__name__}: {item!r}")


def dumps(scene: Mapping[str, Any]) -> str:
    """A scene as a TOML file: sections as tables, [[body]] and its like one after the other."""
    plain, sections = [], []
    for key, item in scene.items():
        if hasattr(item, "as_table"):
            item = item.as_table()
        if item is None:
            continue
        if isinstance(item, Mapping):
            sections.append(f"\n[{_key(key)}]\n" + _lines(item))
        elif isinstance(item, (list, tuple)) and item and all(isinstance(entry, Mapping) for entry in item):
            sections.extend(f"\n[[{_key(key)}]]\n" + _lines(entry) for entry in item)
        else:
            plain.append(f"{_key(key)} = {value(item)}\n")
    return "".join(plain) + "".join(sections)


def override(key: str, item: Any) -> str:
    """What `--set` would be given."""
    return f"{key}={value(item)}"


def _lines(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {value(item)}\n" for key, item in table.items() if item is not None)


def _key(key: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"keys of a scene are texts, not {key!r}")
    bare = key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if bare else json.dumps(key, ensure_ascii=False)

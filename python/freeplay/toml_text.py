# SPDX-License-Identifier: Apache-2.0
"""Values of Python as texts of TOML. What they mean, and whether they are right, is for the model reader to say."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from typing import Any

from .checks import wrong


def quoted(text: str) -> str:
    """A basic string of TOML."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(c, c if c.isprintable() else f"\\u{ord(c):04x}") for c in text) + '"'


def value_text(value: Any, place: str) -> str:
    """A number, text, truth value, list, array or mapping as it stands behind `key = `. `place` is its path, for messages."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        inside = [f"{key_text(k, place)} = {value_text(v, f'{place}.{k}')}" for k, v in value.items()]
        return "{ " + ", ".join(inside) + " }"
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy
        return value_text(value.tolist(), place)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"{place}: expected a finite number; found {value}")
        return repr(float(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(each, f"{place}[{k}]") for k, each in enumerate(value)) + "]"
    wrong(place, "a number, text, list, array or mapping", value)


def key_text(key: Any, place: str = "") -> str:
    if not isinstance(key, str):
        wrong(place, "keys that are texts", key)
    plain = key != "" and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if plain else quoted(key)


def block_text(header: str, keys: Mapping[str, Any], place: str = "") -> str:
    """`[header]` and its keys; those that are None are left out. `place` is the path of the block."""
    lines = [header] if header else []
    inside = f"{place}." if place else ""
    lines += [f"{key_text(k, place)} = {value_text(v, f'{inside}{k}')}" for k, v in keys.items() if v is not None]
    return "\n".join(lines) + "\n"

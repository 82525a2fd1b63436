# SPDX-License-Identifier: Apache-2.0
"""Values of Python as texts of TOML. What they mean, and whether they are right, is for the model reader to say."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from typing import Any


def quoted(text: str) -> str:
    """A basic string of TOML."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(c, c if c.isprintable() else f"\\u{ord(c):04x}") for c in text) + '"'


def value_text(value: Any) -> str:
    """A number, text, truth value, list, array or mapping as it stands behind `key = `."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(k)} = {value_text(v)}" for k, v in value.items()) + " }"
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy
        return value_text(value.tolist())
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no number that a model can have")
        return repr(float(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(each) for each in value) + "]"
    raise TypeError(
        f"a model takes numbers, texts, lists, arrays and mappings, not {type(value).__name__}: {value!r}"
    )


def key_text(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"keys of a model are texts, not {type(key).__name__}: {key!r}")
    plain = key != "" and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if plain else quoted(key)


def block_text(header: str, keys: Mapping[str, Any]) -> str:
    """`[header]` and its keys; those that are None are left out."""
    lines = [header] if header else []
    lines += [f"{key_text(k)} = {value_text(v)}" for k, v in keys.items() if v is not None]
    return "\n".join(lines) + "\n"

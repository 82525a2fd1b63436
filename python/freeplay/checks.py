# SPDX-License-Identifier: Apache-2.0
"""What an argument must be. Each function gives the argument back as it is used, or raises an exception that names it, says
what was expected and what was found. Whether a value makes sense in the model is for the engine to say."""

from __future__ import annotations

import math
import numbers
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from . import _freeplay

_KINDS: tuple[tuple[Any, str], ...] = (
    (type(None), "None"),
    (bool, "a truth value"),
    (numbers.Integral, "a whole number"),
    (numbers.Real, "a number"),
    (numbers.Complex, "a complex number"),
    (str, "a text"),
    (bytes, "bytes"),
    (np.ndarray, "an array"),
    (Mapping, "a mapping"),
    ((list, tuple), "a list"),
)


def found(value: Any) -> str:
    """What a value is, in words, and the value itself if it is short."""
    kind = next((words for cls, words in _KINDS if isinstance(value, cls)), f"an object of {type(value).__name__}")
    if isinstance(value, np.ndarray):
        return f"{kind} of shape {value.shape} and type {value.dtype}"
    text = repr(value)
    return kind if value is None or len(text) > 60 else f"{kind}: {text}"


def wrong(name: str, expected: str, value: Any) -> NoReturn:
    """A value of the wrong type."""
    raise TypeError(f"{name}: expected {expected}; found {found(value)}")


def text(name: str, value: Any, expected: str = "a text") -> str:
    return value if isinstance(value, str) else wrong(name, expected, value)


def path(name: str, value: Any, example: str) -> str:
    """The path of a number or channel."""
    return text(name, value, f"a path such as '{example}'")


def number(name: str, value: Any, unit: str = "-") -> float:
    """A real number, of Python or NumPy; not a text, not a truth value."""
    if type(value) is float:  # nearly always, and worth no time
        return value
    if isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_)):
        return float(value)
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "iuf":
        return float(value)
    wrong(name, "a number" if unit == "-" else f"a number, in {unit}", value)


def positive(name: str, value: Any, unit: str) -> float:
    """A number above 0; infinity is one."""
    given = number(name, value, unit)
    if not given > 0:
        raise ValueError(f"{name}: expected a number above 0, in {unit}; found {given:g}")
    return given


def whole(name: str, value: Any, low: int) -> int:
    """A whole number that is not below `low`."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool):
        wrong(name, "a whole number", value)
    if value < low:
        raise ValueError(f"{name}: expected a whole number of at least {low}; found {value}")
    return int(value)


def function(name: str, value: Any, signature: str) -> Callable[..., Any]:
    if not callable(value):
        wrong(name, f"a function {signature}", value)
    given: Callable[..., Any] = value
    return given


def optional_function(name: str, value: Any, signature: str) -> Callable[..., Any] | None:
    return None if value is None else function(name, value, signature)


def unit(name: str, value: Any) -> str:
    """A unit that texts may be converted to."""
    given = text(name, value, "a unit such as 'N/m', or '-' for none")
    if given != "-":
        try:
            _freeplay.in_si(f"1 {given}", given)
        except ValueError:
            raise ValueError(f"{name}: '{given}' is not a unit; write it like 'N/m', or '-' for none") from None
    return given


def in_si(text: str, unit: str) -> float:
    """A text with a unit as a number in the SI unit that is expected: in_si('0.5 mm', 'm') is 0.0005."""
    return _freeplay.in_si(_text("text", text, "a text such as '0.5 mm'"), _unit("unit", unit))


_text, _unit = text, unit  # which in_si() has as names of its arguments


def file(name: str, value: Any) -> str:
    """The name of a file or folder."""
    try:
        given = os.fsdecode(value)
    except TypeError:
        wrong(name, "the name of a file, as a text or a path", value)
    if "\0" in given:
        raise ValueError(f"{name}: {given!r} has a null character, which no file name has")
    return given


def mapping(name: str, value: Any, example: str) -> Mapping[str, Any]:
    """A mapping whose keys are texts."""
    if not isinstance(value, Mapping):
        wrong(name, f"a mapping such as {example}", value)
    for key in value:
        text(f"{name}, key", key)
    return value


def entries(name: str, value: Any, expected: str) -> list[Any]:
    """A list, tuple, array or other iterable, but no text and no mapping, whose letters and keys nobody means."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        wrong(name, expected, value)
    if isinstance(value, np.ndarray) and value.ndim == 0:
        wrong(name, expected, value)
    return list(value)


def texts(name: str, value: Any, expected: str) -> list[str]:
    """A list of texts; one text stands for a list of one."""
    if isinstance(value, str):
        return [value]
    return [text(f"{name}[{k}]", each) for k, each in enumerate(entries(name, value, expected))]


def array(name: str, value: Any, expected: str) -> npt.NDArray[np.float64]:
    """Real numbers, of any shape."""
    try:
        given = np.asarray(value)
    except ValueError:  # rows of different lengths
        wrong(name, expected, value)
    if given.size == 0 and given.dtype.kind == "f":
        return given.astype(float)
    if given.dtype.kind not in "iuf":
        wrong(name, expected, value)
    return given.astype(float, copy=False)


def finite(name: str, value: npt.NDArray[np.float64], what: Sequence[str]) -> None:
    """Refuses what is not finite, and says which of the numbers it is."""
    for k in np.flatnonzero(~np.isfinite(value)):
        raise ValueError(f"{name}[{k}], for '{what[k]}': expected a finite number; found {value[k]}")


def bounds(name: str, low: float, high: float) -> None:
    if math.isnan(low) or math.isnan(high) or low > high:
        raise ValueError(f"{name}: expected low ≤ high; found low = {low:g} and high = {high:g}")

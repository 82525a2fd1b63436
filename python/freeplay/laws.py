# SPDX-License-Identifier: Apache-2.0
"""Laws and forces of one's own: decorators that make a function known to models by a name.

    @freeplay.friction_law("fading", parameters={"mu": "-", "v_f": "m/s"})
    def fading(v, normal, t, p):
        return p["mu"] * normal / (1 + v / p["v_f"])

A function that is called in every step costs the time of a call of Python. Compiled ones cost nothing of the kind: instead of
a function of Python give one of ctypes or a Numba cfunc, `double f(double, double, double, const double *p)`, where p are
the parameters in the order in which they are declared.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from . import _freeplay

_COMPILED: type[Any] = ctypes.CFUNCTYPE(None).__mro__[1]  # what every function of ctypes is
Function = TypeVar("Function", bound=Callable[..., Any])


def _declared(parameters: Mapping[str, Any]) -> list[tuple[str, str, float | None, float, float, str]]:
    """{"k": "N/m"} or {"k": {"unit": "N/m", "default": 1e5, "low": 0, "high": 1e9, "help": "…"}}"""
    out = []
    for key, given in parameters.items():
        about = {"unit": given} if isinstance(given, str) else dict(given)
        default = about.pop("default", None)
        row = (
            key,
            about.pop("unit", "-"),
            None if default is None else float(default),
            float(about.pop("low", -math.inf)),
            float(about.pop("high", math.inf)),
            about.pop("help", key),
        )
        if row[1] != "-":
            _freeplay.in_si(f"1 {row[1]}", row[1])  # that it is a unit
        if about:
            raise ValueError(f"parameter '{key}' has unit, default, low, high and help, not {', '.join(about)}")
        out.append(row)
    return out


def _callable(function: Any) -> Any:
    """The function, or the address of a compiled one."""
    if isinstance(function, _COMPILED):
        return ctypes.cast(function, ctypes.c_void_p).value
    if hasattr(function, "address"):  # a cfunc of Numba
        return int(function.address)
    if not callable(function):
        raise TypeError(f"a law is a function, not {type(function).__name__}")
    return function


def friction_law(
    name: str, *, parameters: Mapping[str, Any] | None = None, help: str = ""  # noqa: A002
) -> Callable[[Function], Function]:
    """A friction law f(v, normal, t, p) => friction [N] at the slip v ≥ 0 [m/s] under the normal force [N].

    It acts against the slip, in the plane and in space, in contacts and joints of smooth motion (forces, not impulses). Below
    the slip `velocity`, a parameter that every such law has (1 mm/s), it falls linearly to zero."""

    def register(function: Function) -> Function:
        _freeplay.add_friction_law(name, help or name, _declared(parameters or {}), _callable(function))
        return function

    return register


def contact_law(
    name: str, *, parameters: Mapping[str, Any] | None = None, help: str = ""  # noqa: A002
) -> Callable[[Function], Function]:
    """A contact force law f(delta, rate, approach, p) => F_N [N] at the penetration delta > 0 [m] that grows at the rate
    [m/s], of a contact that began at the speed approach [m/s]. Contacts never pull: what is negative counts as 0."""

    def register(function: Function) -> Function:
        _freeplay.add_contact_law(name, help or name, _declared(parameters or {}), _callable(function))
        return function

    return register


def force(
    name: str, *, bodies: int = 1, parameters: Mapping[str, Any] | None = None, help: str = ""  # noqa: A002
) -> Callable[[Function], Function]:
    """A force element in the plane, f(t, a, p) of one body or f(t, a, b, p) of two. a and b are arrays
    [x, y, angle, vx, vy, omega] of their centres of mass; the answer is [force x, force y, torque] for each body."""
    if bodies not in (1, 2):
        raise ValueError("a force acts on one body or on two")

    def register(function: Function) -> Function:
        if not callable(function):
            raise TypeError(f"a force is a function, not {type(function).__name__}")
        _freeplay.add_force(name, help or name, _declared(parameters or {}), function, bodies)
        return function

    return register

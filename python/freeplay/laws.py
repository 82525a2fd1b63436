# SPDX-License-Identifier: Apache-2.0
"""Laws and forces of one's own: decorators that make a function known to models by a name.

    @freeplay.friction_law("fading", parameters={"mu": "-", "v_f": "m/s"})
    def fading(v, normal, t, p):
        return p["mu"] * normal / (1 + v / p["v_f"])

A function that is called in every step costs the time of a call of Python. Compiled ones cost nothing of the kind: instead of
a function of Python give one of ctypes or a Numba cfunc, `double f(double, double, double, const double *p)`, where p are
the parameters in the order in which they are declared; for a force `void f(double t, const double *a, const double *b, const
double *p, double *loads)`, where b is NULL with one body, and loads are 0 before.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from . import _freeplay, checks

_COMPILED: type[Any] = ctypes.CFUNCTYPE(None).__mro__[1]  # what every function of ctypes is
_KEY = re.compile("[a-z][a-z0-9_]*")
Function = TypeVar("Function", bound=Callable[..., Any])


def _declared(parameters: Mapping[str, Any] | None) -> list[tuple[str, str, float | None, float, float, str]]:
    """{"k": "N/m"} or {"k": {"unit": "N/m", "default": 1e5, "low": 0, "high": 1e9, "help": "…"}}"""
    out = []
    for key, given in checks.mapping("parameters", parameters or {}, "{'k': 'N/m'}").items():
        what = f"parameters['{key}']"
        if not _KEY.fullmatch(key):
            raise ValueError(f"{what}: keys of parameters are small letters, digits and _, and begin with a letter")
        if not isinstance(given, (str, Mapping)):
            checks.wrong(what, "a unit, or a mapping of unit, default, low, high and help", given)
        about = {"unit": given} if isinstance(given, str) else dict(given)
        unit = checks.unit(f"{what}, unit", about.pop("unit", "-"))
        default = about.pop("default", None)
        if default is not None and not math.isfinite(checks.number(f"{what}, default", default, unit)):
            raise ValueError(f"{what}, default: expected a finite number; found {default}")
        low = checks.number(f"{what}, low", about.pop("low", -math.inf), unit)
        high = checks.number(f"{what}, high", about.pop("high", math.inf), unit)
        checks.bounds(what, low, high)
        help_line = checks.text(f"{what}, help", about.pop("help", key))
        if about:
            raise ValueError(f"{what} has unit, default, low, high and help, not {', '.join(map(str, about))}")
        out.append((key, unit, None if default is None else float(default), low, high, help_line))
    return out


def _entry(name: Any, help_line: Any, parameters: Any) -> tuple[str, str, list[Any]]:
    """What every kind of method says about itself."""
    checks.text("name", name)
    return name, checks.text("help", help_line) or name, _declared(parameters)


def function_or_address(given: Any, signature: str, name: str = "law") -> Any:
    """The function, or the address of a compiled one."""
    if isinstance(given, _COMPILED):
        return ctypes.cast(given, ctypes.c_void_p).value
    if isinstance(getattr(given, "address", None), int):  # a cfunc of Numba
        return int(given.address)
    return checks.function(name, given, signature)


def friction_law(
    name: str, *, parameters: Mapping[str, Any] | None = None, help: str = ""  # noqa: A002
) -> Callable[[Function], Function]:
    """A friction law f(v, normal, t, p) => friction [N] at the slip v ≥ 0 [m/s] under the normal force [N].

    It acts against the slip, in the plane and in space, in contacts and joints of smooth motion (forces, not impulses). Below
    the slip `velocity`, a parameter that every such law has (1 mm/s), it falls linearly to zero."""
    about = _entry(name, help, parameters)

    def register(function: Function) -> Function:
        _freeplay.add_friction_law(*about, function_or_address(function, "f(v, normal, t, p)"))
        return function

    return register


def contact_law(
    name: str, *, parameters: Mapping[str, Any] | None = None, help: str = ""  # noqa: A002
) -> Callable[[Function], Function]:
    """A contact force law f(delta, rate, approach, p) => F_N [N] at the penetration delta > 0 [m] that grows at the rate
    [m/s], of a contact that began at the speed approach [m/s]. Contacts never pull: what is negative counts as 0."""
    about = _entry(name, help, parameters)

    def register(function: Function) -> Function:
        _freeplay.add_contact_law(*about, function_or_address(function, "f(delta, rate, approach, p)"))
        return function

    return register


def force(
    name: str,
    *,
    bodies: int = 1,
    dimension: int = 2,
    parameters: Mapping[str, Any] | None = None,
    help: str = "",  # noqa: A002
) -> Callable[[Function], Function]:
    """A force element, f(t, a, p) of one body or f(t, a, b, p) of two.

    In the plane a and b are arrays [x, y, angle, vx, vy, omega] of the centres of mass, and the answer is [force x, force y,
    torque] for each body. In space (dimension=3) they have 18 numbers: a[0:3] is the centre of mass, a[3:12].reshape(3, 3) the
    rotation of the body's frame, a[12:15] the velocity of the centre of mass, a[15:18] the angular velocity; and the answer is
    [force x, y, z, torque x, y, z], all in world axes, forces at the centre of mass."""
    if checks.whole("bodies", bodies, 1) > 2:
        raise ValueError(f"bodies: a force acts on 1 body or on 2; found {bodies}")
    if checks.whole("dimension", dimension, 2) > 3:
        raise ValueError(f"dimension: expected 2 or 3; found {dimension}")
    about = _entry(name, help, parameters)

    def register(function: Function) -> Function:
        signature = "f(t, a, p)" if bodies == 1 else "f(t, a, b, p)"
        _freeplay.add_force(*about, function_or_address(function, signature, "force"), bodies, dimension)
        return function

    return register

# SPDX-License-Identifier: Apache-2.0
"""What a model may name: laws, joints, forces, steppers, … as `freeplay list` shows them."""

from __future__ import annotations

from dataclasses import dataclass

from . import _freeplay, checks


@dataclass(frozen=True)
class Parameter:
    """A key of a method."""

    key: str
    symbol: str
    unit: str
    help: str
    required: bool
    default: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Method:
    """A registered method: a friction law, a joint, a stepper, …"""

    name: str
    help: str
    source: str
    parameters: tuple[Parameter, ...]


def methods(kind: str | None = None) -> dict[str, dict[str, Method]]:
    """All methods by kind and name; of one kind: methods("friction")["friction"]."""
    if kind is not None:
        checks.text("kind", kind)
    out = {}
    for registry, entries in _freeplay.registries().items():
        if kind not in (None, registry):
            continue
        out[registry] = {
            entry["name"]: Method(
                entry["name"],
                entry["help"],
                entry["source"],
                tuple(Parameter(**param) for param in entry["parameters"]),
            )
            for entry in entries
        }
    if kind is not None and not out:
        raise KeyError(f"kind: there is no kind '{kind}'; there are {', '.join(_freeplay.registries())}")
    return out

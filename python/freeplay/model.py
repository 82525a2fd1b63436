# SPDX-License-Identifier: Apache-2.0
"""Models: read from a file or built in code, changed by the paths of `--set`, checked, run."""

from __future__ import annotations

import functools
import html
import os
import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _freeplay, checks
from .drawing import image
from .results import FreeplayWarning, Result, RunError
from .simulation import Simulation
from .toml_text import block_text, key_text, value_text

_PART = re.compile(r"\[(\d+)\]")


def assignment(path: str, value: Any) -> str:
    """What stands behind = in `--set`."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else value_text(value, path)


class Model:
    """A mechanism, as a model file describes it.

    Either read (`freeplay.read`) or built in code:

        model = Model("pendulum", gravity=(0, -9.81), run={"end": "2 s"})
        model.body("rod", mass="1 kg", inertia=0.02, position=(0.25, 0))
        model.joint("pin", "revolute", bodies=("ground", "rod"), points=[(0, 0), (-0.25, 0)])

    Keys are those of docs/model_file.md. Numbers are in SI units; texts may have units ("76.5 mm") or be formulas
    ("= 2*length"). A mistake raises ModelError, which lists all of them, when the model is used.
    """

    def __init__(self, name: str, **tables: Any) -> None:
        """`tables` are the keys and tables of the top of a model file: dimension, gravity, contact, method, run,
        parameters, …; run with its limits, record and stop_when."""
        checks.text("name", name)
        self._file = ""
        self._assignments: list[tuple[str, str]] = []
        top = {k: v for k, v in tables.items() if not isinstance(v, Mapping)}
        self._blocks = [block_text("", {"freeplay": 1, "name": name, **top})]
        self._blocks += [block_text(f"[{key_text(k)}]", v, k) for k, v in tables.items() if isinstance(v, Mapping)]
        self._understood: _freeplay.Understood | None = None

    @classmethod
    def _of_text(cls, text: str, file: str, changes: Mapping[str, Any] | None) -> Model:
        model = cls.__new__(cls)
        model._file = checks.text("file", file)
        model._blocks = [checks.text("text", text, "the text of a model file")]
        model._assignments = []
        model._understood = None
        for path, value in checks.mapping("changes", changes or {}, "{'run.end': '20 ms'}").items():
            model._assignments.append((path, assignment(path, value)))
        model._understand()
        return model

    # --- what it is made of ---------------------------------------------------------------------------------------

    def _add(self, kind: str, keys: Mapping[str, Any]) -> Model:
        if self._assignments:
            raise ValueError("parts are added before numbers are changed by model[path] = value")
        named = keys.get("name")
        self._blocks.append(block_text(f"[[{kind}]]", keys, f"{kind}.{named}" if isinstance(named, str) else kind))
        self._understood = None
        return self

    def body(self, name: str, **keys: Any) -> Model:
        """Adds a body: mass [kg], inertia [kg m²], position [m], angle [rad], …"""
        return self._add("body", {"name": name, **keys})

    def joint(self, name: str, type: str, bodies: Iterable[str], **keys: Any) -> Model:  # noqa: A002
        """Adds a joint; with `clearance` it has play."""
        return self._add("joint", {"name": name, "type": type, "bodies": _listed(name, "bodies", bodies), **keys})

    def driver(self, name: str, joint: str, **keys: Any) -> Model:
        """Adds a prescribed motion of a joint."""
        return self._add("driver", {"name": name, "joint": joint, **keys})

    def force(self, name: str, type: str, **keys: Any) -> Model:  # noqa: A002
        """Adds a force element: spring_damper, torque, point_force, …"""
        return self._add("force", {"name": name, "type": type, **keys})

    def coupling(self, name: str, type: str, **keys: Any) -> Model:  # noqa: A002
        """Adds gears, a rack, a belt, … between two joints."""
        return self._add("coupling", {"name": name, "type": type, **keys})

    def actuator(self, name: str, type: str, joint: str, **keys: Any) -> Model:  # noqa: A002
        """Adds a torque, a force, a dc_motor or a servo on the free coordinate of a joint."""
        return self._add("actuator", {"name": name, "type": type, "joint": joint, **keys})

    def table(self, name: str, x: Iterable[float], y: Iterable[float], **keys: Any) -> Model:
        """Adds a function through points, for formulas: name(shaft.angle)."""
        return self._add("table", {"name": name, "x": _listed(name, "x", x), "y": _listed(name, "y", y), **keys})

    def shape(self, body: str, type: str, **keys: Any) -> Model:  # noqa: A002
        """Adds a surface of a body, or of the ground, that touches other shapes."""
        return self._add("shape", {"body": body, "type": type, **keys})

    def pair(self, shapes: Iterable[str], **keys: Any) -> Model:
        """Says what is special about two shapes."""
        return self._add("pair", {"shapes": _listed("pair", "shapes", shapes), **keys})

    def repeat(self, count: int | str | None = None, **keys: Any) -> Model:
        """Adds blocks that stand in the model `count` times, with an index in names and formulas:
        repeat(10, first=1, body=[{"name": "link{i}", "mass": 1, …}], joint=[…])."""
        return self._add("repeat", {"count": count, **keys})

    def include(self, file: str | os.PathLike[str], prefix: str = "", **keys: Any) -> Model:
        """Adds the blocks of another model file, with a prefix before their names, where it is placed:
        include("pendulum.toml", "right_", position=(0.3, 0), parameters={"length": "0.8 m"})."""
        text = checks.text("prefix", prefix)
        return self._add("include", {"file": checks.file("file", file), **({"prefix": text} if text else {}), **keys})

    def __setitem__(self, path: str, value: Any) -> None:
        """Changes one value by the path of `--set`: model["joint.guide.clearance"] = "0.2 mm". The model is read
        again at once, so a mistake is raised here and leaves the model as it was."""
        before = list(self._assignments)
        change = (_path(path), assignment(path, value))
        self._assignments = [each for each in before if each[0] != path] + [change]
        self._understood = None
        try:
            self._understand()
        except Exception:
            self._assignments, self._understood = before, None
            raise

    def __getitem__(self, path: str) -> Any:
        """A value as it was understood, in SI units: model["body.crank.mass"]. Numbers that the file leaves to a
        default are there too."""
        _path(path)
        machine = self._machine()
        addresses = machine.addresses()
        if path in addresses:
            return machine.get(machine.find(path))
        return _look_up(tomllib.loads(self.to_toml()), path)

    # --- what it says ---------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The model file, as it was read or built, without changes."""
        return "\n".join(self._blocks)

    @property
    def changes(self) -> dict[str, str]:
        """What was changed since, by the paths of `--set`."""
        return dict(self._assignments)

    def to_toml(self) -> str:
        """The model as it was understood: SI numbers, changes made, defaults said; a valid model file."""
        return self._understand().to_toml()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes to_toml() to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_toml())

    @property
    def name(self) -> str:
        """What the file calls it."""
        return self._understand().name

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return self._understand().dimension

    def check(self) -> list[_freeplay.Diagnostic]:
        """Warnings and notes of reading and assembling it. Raises ModelError where it cannot be used."""
        machine = self._machine()
        return list(self._understand().messages) + list(machine.messages)

    @property
    def degrees_of_freedom(self) -> int:
        """How many ways to move it has at its start: velocities less independent constraints of ideal joints and drivers. A
        joint with play constrains nothing."""
        return self._machine().degrees_of_freedom

    @property
    def numbers(self) -> dict[str, float]:
        """Every number that a simulation can take without being made again, by its path."""
        machine = self._machine()
        return {path: machine.get(machine.find(path)) for path in machine.addresses()}

    # --- what it does ---------------------------------------------------------------------------------------------

    def run(
        self,
        output: str | os.PathLike[str] | None = None,
        *,
        progress: bool | Callable[[float, float, float], None] = False,
        check: bool = True,
    ) -> Result:
        """Runs it to run.end and returns the result.

        `output`: a result file (HDF5) to write, which is the one that the command line writes; None: the result stays
        in memory. `progress`: True prints the time reached; a function is called a few times per second with the time
        reached, the end, and the seconds taken. A run that ends early raises RunError, whose `result` holds what was
        computed until then; with `check=False` it is returned. Warnings of the run are issued as FreeplayWarning."""
        shown = _print_progress if progress is True else None if progress is False else progress
        said = checks.optional_function("progress", shown, "f(t, end, seconds), True or False")
        file = None if output is None else checks.file("output", output)
        if not isinstance(check, bool):
            checks.wrong("check", "True or False", check)
        changes = [f"{path}={value}" for path, value in self._assignments]
        outcome, status, message = _freeplay.run(self._machine(), file, said, changes)
        if progress is True:
            print()
        result = Result(outcome, status, message)
        for sentence in result.warnings:
            warnings.warn(sentence, FreeplayWarning, stacklevel=2)
        if check and status != "complete":
            raise RunError(message or status, result)
        return result

    def simulation(self) -> Simulation:
        """A simulation at the start, with a machine of its own."""
        blocks, assignments = tuple(self._blocks), tuple(self._assignments)
        return Simulation(self._machine(), again=functools.partial(_simulation_of, self._file, blocks, assignments))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_understood": None}  # is read again where it is needed

    # --- inside ---------------------------------------------------------------------------------------------------

    def _understand(self) -> _freeplay.Understood:
        if self._understood is None:
            self._understood = _freeplay.read_text(self.text, self._file or "model", self._assignments)
        return self._understood

    def _machine(self) -> _freeplay.Machine:
        return self._understand().assemble()

    def _repr_html_(self) -> str:
        """Its picture at the start, and its degrees of freedom; of a model with mistakes what they are."""
        try:
            facts = f"{self.degrees_of_freedom} degrees of freedom, {len(self._machine().bodies)} bodies"
            svg = self._understand().picture()
        except _freeplay.ModelError as error:
            return f"<pre>{html.escape(str(error))}</pre>"
        picture = f"<br/>{image(svg, self.name)}" if svg else ""
        return f"<p><b>{html.escape(self.name)}</b>: {facts}{picture}</p>"

    def __repr__(self) -> str:
        try:
            return f"<freeplay.Model {self.name!r}, dimension {self.dimension}>"
        except _freeplay.ModelError:
            return "<freeplay.Model with mistakes>"


def read(path: str | os.PathLike[str], changes: Mapping[str, Any] | None = None) -> Model:
    """Reads a model file. `changes` are those of `--set`: {"joint.guide.clearance": "0.2 mm"}."""
    file = checks.file("path", path)
    _freeplay.read(file, [])  # its own sentences on files that cannot be read
    with open(file, encoding="utf-8") as source:
        return Model._of_text(source.read(), file, changes)


def read_text(text: str, changes: Mapping[str, Any] | None = None, file: str = "") -> Model:
    """The same for the text of a model file. `file` is what messages call it."""
    return Model._of_text(text, file, changes)


def _simulation_of(file: str, blocks: tuple[str, ...], assignments: tuple[tuple[str, str], ...]) -> Simulation:
    """A simulation of a model as it was when another one was made."""
    model = Model.__new__(Model)
    model._file, model._blocks, model._assignments = file, list(blocks), list(assignments)
    model._understood = None
    return model.simulation()


def _path(path: Any) -> str:
    return checks.path("path", path, "joint.guide.clearance")


def _listed(name: str, key: str, value: Any) -> list[Any]:
    return checks.entries(f"{name}, {key}", value, "a list")


def _look_up(tree: Any, path: str) -> Any:
    """A value in the tree of a model file: lists of tables are searched for the name."""
    here = tree
    for part in path.split("."):
        key, indices = part.split("[")[0], [int(k) for k in _PART.findall(part)]
        if isinstance(here, list):
            named = [each for each in here if isinstance(each, dict) and each.get("name") == key]
            if not named:
                there = [str(each["name"]) for each in here if isinstance(each, dict) and "name" in each]
                raise _unknown(path, key, there)
            here = named[0]
        elif isinstance(here, dict) and key in here:
            here = here[key]
        else:
            raise _unknown(path, key, list(here) if isinstance(here, dict) else [])
        for k in indices:
            if not isinstance(here, list) or k >= len(here):
                raise KeyError(f"'{path}': '{key}' has no number [{k}]")
            here = here[k]
    return here


def _unknown(path: str, key: str, there: list[str]) -> KeyError:
    known = f"; there are {', '.join(there)}" if there else ""
    return KeyError(f"the model has no '{path}': there is no '{key}'{known}")


def _print_progress(t: float, end: float, wall: float) -> None:
    share = 100 * t / end if end > 0 else 100
    print(f"\r{share:5.1f} %  t = {t:.4g} s  after {wall:.1f} s", end="", flush=True)

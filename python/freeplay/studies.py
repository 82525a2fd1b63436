# SPDX-License-Identifier: Apache-2.0
"""Studies: a model run many times over what varies in it, on all cores, as `freeplay study` does."""

from __future__ import annotations

import html
import math
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _freeplay, checks
from .model import Model, assignment, read_text
from .results import Record, Result
from .toml_text import block_text

Array = npt.NDArray[np.float64]
Measure = Callable[[Any], float]


class MeasuredRun(Record):
    """What a measure of one's own is given: the channels that it named, and the tables, of one run.

    `inputs` has the values of what varies, by name; None stands for that of the model."""

    def __init__(self, outcome: _freeplay.Outcome, inputs: Mapping[str, float | str | None]) -> None:
        super().__init__(outcome)
        #: What varies, by name.
        self.inputs = dict(inputs)


class _Own:
    """A function that is a measure, as the engine calls it. Which names its inputs have is known once the study is read."""

    def __init__(self, name: str, function: Measure) -> None:
        self._name, self._function = name, function
        self.variables: list[tuple[str, str, list[str]]] = []

    def __call__(self, outcome: _freeplay.Outcome, values: Array) -> float:
        inputs = {name: _input(value, words) for (name, _, words), value in zip(self.variables, values)}
        try:
            return checks.number(f"measure '{self._name}'", self._function(MeasuredRun(outcome, inputs)))
        except Exception as error:
            given = ", ".join(f"{name} = {value}" for name, value in inputs.items())
            error.add_note(f"in the measure '{self._name}' of the run with {given or 'the numbers of the model'}")
            raise


def _input(value: float, words: list[str]) -> float | str | None:
    if math.isnan(value):
        return None
    return words[int(value)] if words else float(value)


class Study:
    """A study in code, or read (`freeplay.read_study`). Keys are those of docs/studies.md:

        study = fp.Study(model, plan={"name": "grid", "repeats": 10})
        study.vary("joint.pin.clearance", values=np.linspace(0.05e-3, 1e-3, 7))
        study.vary("body.crank.angle", as_="offset", distribution={"law": "uniform", "low": -1e-6, "high": 1e-6})
        study.measure("hardest_hit", table="impacts", column="normal_impulse", what="peak")
        result = study.run()

    Keys that are words of Python, such as `from` and `as`, are written with _ behind them. A mistake raises ModelError, which
    lists all of them, when the study is used.
    """

    def __init__(self, model: Model, name: str = "", *, plan: str | Mapping[str, Any] = "grid", **tables: Any) -> None:
        """`tables` are those at the top of a study file: limits, parameters, and set, which is added to what was changed in
        the model."""
        if not isinstance(model, Model):
            checks.wrong("model", "a freeplay.Model", model)
        self._model_text, self._model_file = model.text, model._file or "model"
        self._functions: dict[str, Measure] = {}
        self._prepared: _freeplay.PreparedStudy | None = None
        head = {"study": 1, "name": checks.text("name", name) or None, "model": self._model_file}
        self._blocks = [block_text("", head), block_text("[plan]", {"name": plan} if isinstance(plan, str) else plan)]
        changes: dict[str, str] = model.changes
        for path, value in checks.mapping("set", tables.pop("set", {}), "{'run.end': '20 ms'}").items():
            changes[path] = assignment(path, value)
        for key, table in {"set": changes, **tables}.items():
            if table:
                self._blocks.append(block_text(f"[{key}]", checks.mapping(key, table, "{'steps': 1000}"), key))

    @classmethod
    def _of(cls, prepared: _freeplay.PreparedStudy, functions: Mapping[str, Measure]) -> Study:
        study = cls.__new__(cls)
        study._model_text, study._model_file = prepared.model_text, prepared.model_file
        study._functions, study._blocks, study._prepared = dict(functions), [prepared.text], prepared
        return study

    def _add(self, kind: str, keys: Mapping[str, Any]) -> Study:
        named = {key.removesuffix("_"): value for key, value in keys.items()}
        self._blocks.append(block_text(f"[[{kind}]]", named, kind))
        self._prepared = None
        return self

    def vary(self, path: str | Iterable[str], values: Any = None, **keys: Any) -> Study:
        """Adds what varies: a path of `--set`, or a list of paths that take the same value; `values`: a list or an array, in SI
        units or texts with units; or from_, to, count, scale; distribution; tolerance, cpk. as_="offset" adds them to the
        number of the model, as_="factor" multiplies it."""
        paths = path if isinstance(path, str) else checks.texts("path", path, "paths such as 'joint.pin.clearance'")
        return self._add("vary", {"path": paths, "values": values, **keys})

    def measure(self, name: str, *, function: Measure | None = None, **keys: Any) -> Study:
        """Adds a number that each run is reduced to: channel, component or table, column, with what="peak", window, absolute;
        formula; lyapunov. Or a function of one's own: function(run) => number, where run["body/slider/position"] and run.impacts
        are what was recorded, and run.inputs what varies; with the `unit` of its number, and the `channels` that it needs (all,
        unless given). NaN: there is none."""
        checks.text("name", name)
        if function is None:
            return self._add("measure", {"name": name, **keys})
        self._functions[name] = checks.function("function", function, "f(run)")
        return self._add("measure", {"name": name, "function": name, **keys})

    def section(self, name: str, **keys: Any) -> Study:
        """Adds numbers of each run at its returns: channels and every, or table and columns, with a window."""
        return self._add("section", {"name": checks.text("name", name), **keys})

    # --- what it says ---------------------------------------------------------------------------------------------

    def _ready(self) -> _freeplay.PreparedStudy:
        if self._prepared is None:
            own = _owned(self._functions)
            text = "\n".join(self._blocks)
            self._prepared = _freeplay.study_of_text(text, "study", self._model_text, self._model_file, own)
            _tell_variables(own, self._prepared)
        return self._prepared

    def check(self) -> Study:
        """Reads it together with its model. Raises ModelError where it cannot be used."""
        self._ready()
        return self

    @property
    def text(self) -> str:
        """The study file, as it was read or built."""
        return "\n".join(self._blocks)

    @property
    def plan(self) -> str:
        """The name of its plan."""
        return self._ready().plan

    @property
    def runs(self) -> int:
        """How many runs the plan has; of a search at most."""
        return self._ready().rows

    @property
    def variables(self) -> dict[str, str]:
        """What varies, with the unit; "" of texts."""
        return {name: unit for name, unit, _ in self._ready().variables()}

    @property
    def measures(self) -> dict[str, str]:
        """What is measured, with the unit."""
        return {name: unit for name, unit, _ in self._ready().measures()}

    # --- what it does ---------------------------------------------------------------------------------------------

    def run(
        self,
        output: str | os.PathLike[str] | None = None,
        *,
        threads: int | None = None,
        resume: bool = False,
        overwrite: bool = False,
        errors: str = "raise",
        progress: bool | Callable[[int, int, int, float], None] = False,
    ) -> StudyResult:
        """Makes all runs in so many `threads` (one for each core), with the same bits for any number of them.

        `output`: the result file (HDF5) that `freeplay study` writes; None: a temporary one. A file that is there is not
        touched unless `resume` computes what it lacks, or `overwrite` begins anew. A run that fails is a row with its reason.
        What a measure of one's own raises ends the study and is raised, the rows until then being kept; with errors="row" it
        is the reason why its run failed. `progress`: True prints; a function is called a few times per second with runs done,
        all runs, those not complete, and seconds. Ctrl-C ends the study; `resume` goes on with it."""
        shown = _print_progress if progress is True else None if progress is False else progress
        said = checks.optional_function("progress", shown, "f(done, all, failed, seconds), True or False")
        count = 0 if threads is None else checks.whole("threads", threads, 1)
        if errors not in ("raise", "row"):
            raise ValueError(f"errors: expected 'raise' or 'row'; found {checks.found(errors)}")
        for name, flag in (("resume", resume), ("overwrite", overwrite)):
            if not isinstance(flag, bool):
                checks.wrong(name, "True or False", flag)
        if resume and overwrite:
            raise ValueError("resume, overwrite: a file is gone on with or begun anew, not both")
        self._ready()
        if output is None:
            with tempfile.TemporaryDirectory(prefix="freeplay") as folder:
                return self._run(os.path.join(folder, "study.h5"), count, False, errors, progress is True, said)
        file = checks.file("output", output)
        if os.path.exists(file) and not resume and not overwrite:
            raise FileExistsError(f"{file} is there already; resume=True computes what it lacks, overwrite=True begins anew")
        return self._run(file, count, resume, errors, progress is True, said)

    def _run(self, file: str, threads: int, resume: bool, errors: str, line: bool, said: Any) -> StudyResult:
        self._ready().run(file, threads, resume, errors == "row", said)
        if line:
            print()
        return open_study(file, self._functions)

    def __repr__(self) -> str:
        try:
            return f"<freeplay.Study, {self.plan} of {self.runs} runs>"
        except _freeplay.ModelError:
            return "<freeplay.Study with mistakes>"


@dataclass(frozen=True)
class StudyRow:
    """One run of a study, made again."""

    inputs: dict[str, float | str | None]
    measures: dict[str, float]
    status: str
    message: str
    changes: dict[str, str]


class StudyResult:
    """The rows of a study: `result["hardest_hit"]` is an array with a number for each run, NaN where a run is not complete."""

    def __init__(self, outcome: _freeplay.Outcome, functions: Mapping[str, Measure]) -> None:
        self._outcome, self._functions = outcome, dict(functions)
        own = _owned(functions)
        self._prepared = _freeplay.study_of_result(outcome, own)
        _tell_variables(own, self._prepared)
        self._inputs, self._measures = self._prepared.variables(), self._prepared.measures()

    def __len__(self) -> int:
        return self._outcome.samples

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """A measure, or else a variable, by its name, in its unit; texts of a variable of texts."""
        checks.text("name", name, "the name of a measure or a variable")
        if name in (measure for measure, _, _ in self._measures):
            return _freeplay.channel(self._outcome, f"/measure/{name}")
        for variable, _, words in self._inputs:
            if variable == name:
                return self._input(name, words)
        known = ", ".join(f"'{each}'" for each, _, _ in self._measures + self._inputs)
        raise KeyError(f"there is no measure or variable '{name}'; there are {known}")

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _, _ in self._measures + self._inputs])

    def _input(self, name: str, words: list[str]) -> npt.NDArray[Any]:
        values = _freeplay.channel(self._outcome, f"/input/{name}")
        return np.array(["" if math.isnan(v) else words[int(v)] for v in values], dtype=str) if words else values

    @property
    def inputs(self) -> npt.NDArray[Any]:
        """What varied, as a structured array with a field for each variable; NaN (or an empty text): as in the model."""
        return _fields({name: self._input(name, words) for name, _, words in self._inputs}, len(self))

    @property
    def measures(self) -> npt.NDArray[Any]:
        """What was measured, as a structured array with a field for each measure; NaN: not complete, or there is none."""
        return _fields({name: self[name] for name, _, _ in self._measures}, len(self))

    @property
    def units(self) -> dict[str, str]:
        """Units of variables and measures."""
        return {name: unit for name, unit, _ in self._inputs + self._measures}

    @property
    def status(self) -> npt.NDArray[np.str_]:
        """How each run ended: "complete", "refused", "stalled", … as docs/studies.md has them."""
        words = self._outcome.about("/status")[2]
        return np.array([words[int(k)] for k in _freeplay.channel(self._outcome, "/status")], dtype=str)

    @property
    def complete(self) -> npt.NDArray[np.bool_]:
        """Which runs are complete."""
        return np.asarray(self.status == "complete", dtype=bool)

    @property
    def is_whole(self) -> bool:
        """Whether all runs were made."""
        return self._outcome.status == "complete"

    def section(self, name: str) -> npt.NDArray[Any]:
        """The points of a section as a structured array: row of the study, time, numbers."""
        if checks.text("name", name) not in self._prepared.sections():
            raise KeyError(f"there is no section '{name}'; there are {', '.join(self._prepared.sections()) or 'none'}")
        return Record(self._outcome).table(f"section/{name}")

    def frame(self) -> Any:
        """A pandas frame with a row for each run: variables, measures and status."""
        try:
            import pandas  # type: ignore[import]
        except ImportError:
            raise ImportError("frame() needs pandas: apt-get install python3-pandas") from None
        columns = {name: self._input(name, words) for name, _, words in self._inputs}
        for name, _, _ in self._measures:
            columns[f"measure.{name}" if name in columns else name] = self[name]
        return pandas.DataFrame({**columns, "status": self.status})

    @property
    def summary(self) -> str:
        """What `freeplay study RESULT` prints: percentiles, their confidence, what depends on what, why runs failed."""
        return self._prepared.summary(self._outcome)

    def row(self, index: int) -> StudyRow:
        """Makes the run of a row again, from 0 on: its inputs, measures, how it ended and why, and what `--set` would change in
        the model."""
        place = checks.whole("index", index, 0)
        count = len(self) if self._prepared.plan == "optimise" else self._prepared.rows
        if place >= count:
            raise IndexError(f"index: there is no row {place}; there are 0 to {count - 1}")
        inputs, measures, status, message, changes = self._prepared.row(place, self._outcome)
        return StudyRow(
            {name: _input(value, words) for (name, _, words), value in zip(self._inputs, inputs)},
            {name: float(value) for (name, _, _), value in zip(self._measures, measures)},
            status,
            message,
            dict(changes),
        )

    def model(self, index: int) -> Model:
        """The model of a row."""
        return read_text(self._prepared.model_text, self.row(index).changes, self._prepared.model_file)

    def rerun(self, index: int, output: str | os.PathLike[str] | None = None) -> Result:
        """The run of a row with all that `model.run()` records. A row whose measures are not those of the result, to the last
        bit, raises a RuntimeError: it was made by another version, on another machine, or by other functions."""
        again = self.row(index)
        if again.status == "refused":
            raise ValueError(f"row {index} has no run: {again.message}")
        if index < len(self) and self.status[index] == again.status == "complete":
            kept = {name: self[name][index] for name in again.measures}
            unknown = bool(self._prepared.missing())  # functions, whose numbers cannot be compared
            for name, value in again.measures.items():
                if not np.array_equal(kept[name], value, equal_nan=True) and not (unknown and math.isnan(value)):
                    raise RuntimeError(f"row {index}: {name} is {value!r} now, and {float(kept[name])!r} in the result")
        model = read_text(self._prepared.model_text, again.changes, self._prepared.model_file)
        return model.run(output, check=False)

    @property
    def study(self) -> Study:
        """The study, for instance to go on with it."""
        return Study._of(self._prepared, self._functions)

    def report(self, path: str | os.PathLike[str], title: str = "") -> None:
        """Writes the page of the study, as `freeplay report` does."""
        self._prepared.report(self._outcome, checks.file("path", path), checks.text("title", title))

    def plot(self, path: str | os.PathLike[str], *, width: float = 720, dpi: float = 300) -> None:
        """Draws the study into one picture (.svg, .png, .pdf), as `freeplay plot` does."""
        file, px = checks.file("path", path), checks.number("width", width, "px")
        self._prepared.plot(self._outcome, file, px, checks.number("dpi", dpi))

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.summary)}</pre>"

    def __repr__(self) -> str:
        return f"<freeplay.StudyResult, {len(self)} of {self._prepared.rows} runs, {int(self.complete.sum())} complete>"


def _owned(functions: Mapping[str, Measure]) -> dict[str, _Own]:
    return {name: _Own(name, function) for name, function in functions.items()}


def _tell_variables(own: Mapping[str, _Own], prepared: _freeplay.PreparedStudy) -> None:
    for each in own.values():
        each.variables = prepared.variables()


def _fields(columns: Mapping[str, npt.NDArray[Any]], rows: int) -> npt.NDArray[Any]:
    out = np.empty(rows, dtype=[(name, values.dtype) for name, values in columns.items()])
    for name, values in columns.items():
        out[name] = values
    return out


def _functions(given: Any) -> dict[str, Measure]:
    named = checks.mapping("functions", given or {}, "{'roughness': function}")
    return {name: checks.function(f"functions['{name}']", each, "f(run)") for name, each in named.items()}


def read_study(path: str | os.PathLike[str], functions: Mapping[str, Measure] | None = None) -> Study:
    """Reads a study file. `functions` are those that its measures name, `function = "roughness"`: {"roughness": f}."""
    named = _functions(functions)
    own = _owned(named)
    prepared = _freeplay.read_study(checks.file("path", path), own)
    _tell_variables(own, prepared)
    return Study._of(prepared, named)


def open_study(path: str | os.PathLike[str], functions: Mapping[str, Measure] | None = None) -> StudyResult:
    """Reads the result of a study, of Python or the command line, into memory. `functions` are needed where measures of one's own
    shall be computed again."""
    return StudyResult(_freeplay.open_study(checks.file("path", path)), _functions(functions))


def _print_progress(done: int, every: int, failed: int, seconds: float) -> None:
    print(f"\r{done} of {every} runs, {failed} not complete, after {seconds:.1f} s", end="", flush=True)

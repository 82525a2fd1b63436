# SPDX-License-Identifier: Apache-2.0
"""Results: channels as arrays, tables, figures, reports; and several of them compared."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _freeplay, checks
from .drawing import Drawing

#: Most bytes of numbers in a report that a notebook shows; longer results are thinned so that peaks stay.
NOTEBOOK_BYTES = 2e6


class FreeplayWarning(UserWarning):
    """What a run, or reading its model, warns of."""


def _channel(path: Any) -> str:
    return checks.path("path of a channel", path, "body/crank/angle")


def _table(path: Any) -> str:
    return checks.path("path of a table", path, "impacts")


class Record:
    """Channels and tables of a run: `record["body/crank/angle"]` is a NumPy array with one row for each sample.

    Arrays of what is in memory share its memory and cannot be written to. Names are those of docs/result_file.md.
    """

    def __init__(self, outcome: _freeplay.Outcome) -> None:
        self._outcome = outcome

    def __getitem__(self, path: str) -> npt.NDArray[np.float64]:
        """A channel: one number, or one row of numbers, for each sample, in its SI unit."""
        return _freeplay.channel(self._outcome, _channel(path))

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and (path if path.startswith("/") else "/" + path) in self.paths

    def keys(self) -> list[str]:
        """The same as paths."""
        return self.paths

    @property
    def paths(self) -> list[str]:
        """Paths of all channels."""
        return self._outcome.paths()

    @property
    def t(self) -> npt.NDArray[np.float64]:
        """Times of the samples [s]."""
        return self["/time"]

    def unit(self, path: str) -> str:
        """The SI unit of a channel; "-" for plain numbers."""
        return self._outcome.about(_channel(path))[0]

    def help(self, path: str) -> str:
        """What a channel is."""
        return self._outcome.about(_channel(path))[1]

    def words(self, path: str) -> list[str]:
        """What 0, 1, 2, … mean in a channel of words, such as the mode of a contact."""
        return self._outcome.about(_channel(path))[2]

    @property
    def tables(self) -> list[str]:
        """Paths of all tables."""
        return self._outcome.tables()

    def table(self, path: str) -> npt.NDArray[Any]:
        """A table, such as "impacts", as a structured array with a field for each column; words are texts."""
        columns = _freeplay.columns(self._outcome, _table(path))
        kinds = [
            (name, float if isinstance(cells, np.ndarray) else f"U{max([1, *map(len, cells)])}")
            for name, cells in columns.items()
        ]
        out = np.empty(len(next(iter(columns.values()), [])), dtype=kinds)
        for name, cells in columns.items():
            out[name] = cells
        return out

    def table_units(self, path: str) -> dict[str, str]:
        """The SI unit of each column of a table."""
        return self._outcome.units(_table(path))

    @property
    def impacts(self) -> npt.NDArray[Any]:
        """The table of impacts: one row for each contact that was hit, with time [s], speeds before and after [m/s] and
        impulses [N s]."""
        return self.table("impacts")

    @property
    def events(self) -> npt.NDArray[Any]:
        """The table of events: when contacts close, open, stick and slip."""
        return self.table("events")

    def frame(self, paths: Iterable[str] | None = None) -> Any:
        """Channels as a pandas frame over the time; those of several numbers get a column for each."""
        chosen = self._chosen(paths)
        try:
            import pandas  # type: ignore[import]
        except ImportError:
            raise ImportError("frame() needs pandas: apt-get install python3-pandas") from None
        columns = {}
        for path in chosen:
            values = self[path]
            name = path.lstrip("/")
            if values.ndim == 1:
                columns[name] = values
            else:
                columns.update({f"{name}[{k}]": values[:, k] for k in range(values.shape[1])})
        columns.pop("time", None)
        return pandas.DataFrame(columns, index=pandas.Index(self.t, name="time"))

    def dataset(self, paths: Iterable[str] | None = None) -> Any:
        """Channels as an xarray data set over the time, with their units and what they are as attributes. Channels of
        several numbers have a second dimension: component_2, component_3, …"""
        chosen = self._chosen(paths)
        try:
            import xarray
        except ImportError:
            raise ImportError("dataset() needs xarray: apt-get install python3-xarray") from None
        variables = {}
        for path in chosen:
            name, values = path.lstrip("/"), self[path]
            about = {"units": self.unit(path), "long_name": self.help(path)}
            inner = [] if values.ndim == 1 else [f"component_{values.shape[1]}"]
            variables[name] = (["time", *inner], values, about)
        variables.pop("time", None)
        return xarray.Dataset(variables, {"time": ("time", self.t, {"units": "s"})}, self.attributes)

    @property
    def attributes(self) -> dict[str, str | float | int]:
        """What the result says about its run: version, model, energies, …"""
        return self._outcome.attributes()

    def _chosen(self, paths: Iterable[str] | None) -> list[str]:
        return self.paths if paths is None else checks.texts("paths", paths, "a list of channels")


class Result(Record):
    """A run: `result["body/crank/angle"]` is a NumPy array with one row for each sample.

    Arrays of results in memory share its memory and cannot be written to. Names are those of docs/result_file.md.
    """

    def __init__(self, outcome: _freeplay.Outcome, status: str | None = None, message: str = "") -> None:
        super().__init__(outcome)
        #: "complete", "interrupted", "failed" or "limit"
        self.status: str = status if status is not None else outcome.status.split(":")[0]
        #: Why it ended early.
        self.message = message or outcome.status.partition(": ")[2]

    @property
    def warnings(self) -> list[str]:
        """What the run warns of, a sentence each."""
        return [line for line in str(self.attributes.get("warnings", "")).splitlines() if line]

    @property
    def summary(self) -> str:
        """What `freeplay run` prints; of a file that was opened what `freeplay info` does."""
        return self._outcome.summary or self._outcome.describe(False)

    def report(self, path: str | os.PathLike[str], title: str = "") -> None:
        """Writes the report: one page with the machine moving, which needs no network; with a name that ends in .pdf A4 pages
        with summary, findings, loads and figures."""
        compare([self]).report(path, title)

    def draw(self, figures: Sequence[str] = (), *, only: Sequence[str] = (), width: float = 720) -> Drawing:
        """Figures as `freeplay plot` draws them, for a notebook: draw("motion"), draw(["orbit", "energy"]); none: all that
        have something to show. draw("motion").matplotlib() is a figure of Matplotlib."""
        return compare([self]).draw(figures, only=only, width=width)

    def plot(
        self,
        path: str | os.PathLike[str],
        figures: Sequence[str] = (),
        *,
        only: Sequence[str] = (),
        format: str = "",  # noqa: A002
        width: float = 720,
        dpi: float = 300,
    ) -> list[str]:
        """Draws figures as `freeplay plot` does: one picture (.svg, .png, .pdf), or a folder, with / at the end."""
        return compare([self]).plot(path, figures, only=only, format=format, width=width, dpi=dpi)

    def to_csv(self, folder: str | os.PathLike[str], channels: Sequence[str] = ()) -> list[str]:
        """Writes channels and tables as CSV files; returns their names."""
        chosen = checks.texts("channels", channels, "a list of channels")
        return self._outcome.export_csv(checks.file("folder", folder), chosen)

    def _repr_html_(self) -> str:
        return compare([self])._repr_html_()

    def __repr__(self) -> str:
        name = self.attributes.get("name", "") or self._outcome.label
        return f"<freeplay.Result {name!r}, {self._outcome.samples} samples, {self.status}>"


class RunError(RuntimeError):
    """A run that ended early. `result` holds what was computed until then."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


class Comparison:
    """Several results in one report, or in the same axes."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._outcomes = []
        for k, result in enumerate(checks.entries("results", results, "a list of results")):
            if not isinstance(result, Result):
                checks.wrong(f"results[{k}]", "a freeplay.Result", result)
            self._outcomes.append(result._outcome)
        if not self._outcomes:
            raise ValueError("results: there is nothing to compare")

    def report(self, path: str | os.PathLike[str], title: str = "") -> None:
        """Writes one page with all machines moving."""
        _freeplay.write_report(self._outcomes, checks.file("path", path), checks.text("title", title))

    def plot(
        self,
        path: str | os.PathLike[str],
        figures: Sequence[str] = (),
        *,
        only: Sequence[str] = (),
        format: str = "",  # noqa: A002
        width: float = 720,
        dpi: float = 300,
    ) -> list[str]:
        """Writes the figures of all results in the same axes."""
        return _freeplay.write_figures(
            self._outcomes,
            checks.file("path", path),
            checks.texts("figures", figures, "words of figures, of freeplay.figures()"),
            checks.texts("only", only, "names of bodies, joints or contacts"),
            checks.text("format", format),
            checks.number("width", width, "px"),
            checks.number("dpi", dpi),
        )

    def draw(self, figures: Sequence[str] = (), *, only: Sequence[str] = (), width: float = 720) -> Drawing:
        """The figures of all results in the same axes, for a notebook or Matplotlib."""
        return Drawing(
            *_freeplay.figures(
                self._outcomes,
                checks.texts("figures", figures, "words of figures, of freeplay.figures()"),
                checks.texts("only", only, "names of bodies, joints or contacts"),
                checks.number("width", width, "px"),
            )
        )

    def _repr_html_(self) -> str:
        page = _freeplay.report_page(self._outcomes, "", NOTEBOOK_BYTES)
        return f'<iframe style="width:100%;height:720px;border:0" srcdoc="{html.escape(page)}"></iframe>'


def compare(results: Iterable[Result]) -> Comparison:
    """Several results side by side: compare([a, b]).report("both.html")."""
    return Comparison(results)


def open(path: str | os.PathLike[str]) -> Result:  # noqa: A001
    """Opens a result file. Its numbers are read when they are asked for, so it may be larger than memory."""
    return Result(_freeplay.open(checks.file("path", path)))


def figures() -> list[str]:
    """The words of all figures that plot() draws."""
    return _freeplay.figure_words()

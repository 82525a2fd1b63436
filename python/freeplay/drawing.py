# SPDX-License-Identifier: Apache-2.0
"""Figures of results that a notebook shows, and that Matplotlib can draw."""

from __future__ import annotations

import base64
import html
import math
import re
from typing import Any

#: Colours of series, by their number; the same as in pictures and reports.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.")


def image(svg: str, what: str) -> str:
    """An SVG picture for a page. Within an <img> its ids cannot meet those of other pictures."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{html.escape(what)}" src="data:image/svg+xml;base64,{data}"/>'


def math_text(text: str) -> str:
    """ "F_{N} (10^{3} N)" as Matplotlib writes it."""
    out = text.replace("\\", "\\\\").replace("$", r"\$")
    return re.sub(r"([_^])\{([^}]*)\}", r"$\1{\\mathrm{\2}}$", out)


class Drawing:
    """One or several figures, as `freeplay plot` draws them: `svg` is the picture, `figures` has the numbers."""

    def __init__(self, figures: list[dict[str, Any]], svg: str) -> None:
        #: Each has word, title, columns and axes; axes have labels, ranges and series of x and y.
        self.figures = figures
        #: The picture.
        self.svg = svg

    @property
    def title(self) -> str:
        """Titles of all figures."""
        return "; ".join(figure["title"] for figure in self.figures if figure["title"])

    def matplotlib(self, **options: Any) -> Any:
        """The same in Matplotlib; options such as figsize are those of matplotlib.pyplot.figure. Several figures stand one
        below the other."""
        try:
            from matplotlib import pyplot  # type: ignore[import]
        except ImportError:
            raise ImportError("matplotlib() needs Matplotlib: apt-get install python3-matplotlib") from None
        rows = [max(1, math.ceil(len(each["axes"]) / each["columns"])) for each in self.figures]
        options.setdefault("figsize", (7.5, 2.6 * sum(rows)))
        options.setdefault("layout", "constrained")
        whole = pyplot.figure(**options)
        parts = whole.subfigures(len(self.figures), 1, height_ratios=rows, squeeze=False)[:, 0]
        for part, figure, count in zip(parts, self.figures, rows):
            part.suptitle(math_text(figure["title"]), fontsize="medium")
            for place, axes in enumerate(figure["axes"]):
                _draw(part.add_subplot(count, figure["columns"], place + 1), axes)
        return whole

    def _repr_html_(self) -> str:
        return image(self.svg, self.title)

    def __repr__(self) -> str:
        return f"<freeplay.Drawing {self.title!r}>"


def _draw(at: Any, axes: dict[str, Any]) -> None:
    at.set_title(math_text(axes["title"]), fontsize="small")
    at.set_xlabel(math_text(axes["x_label"]))
    at.set_ylabel(math_text(axes["y_label"]))
    if axes["rows"]:
        _timeline(at, axes["rows"])
        return
    named: set[str] = set()
    floor: Any = 0.0  # what areas stand on
    for k, series in enumerate(axes["series"]):
        number = series["colour"] if series["colour"] >= 0 else k
        label = math_text(series["label"]) if series["label"] and series["label"] not in named else None
        named.add(series["label"])
        floor = _series(at, series, number, label, floor)
    for circle in axes["circles"]:
        label = math_text(circle["label"]) if circle["label"] and circle["label"] not in named else None
        named.add(circle["label"])
        turns = [2 * math.pi * k / 180 for k in range(181)]
        x = [circle["x"] + circle["r"] * math.cos(turn) for turn in turns]
        y = [circle["y"] + circle["r"] * math.sin(turn) for turn in turns]
        at.plot(x, y, color="#666666", linewidth=0.7, label=label)
    for x in axes["v_lines"]:
        at.axvline(x, color="#666666", linewidth=0.6, linestyle="--")
    for y in axes["h_lines"]:
        at.axhline(y, color="#666666", linewidth=0.6, linestyle="--")
    at.set_xscale("log" if axes["log_x"] else "linear")
    at.set_yscale("log" if axes["log_y"] else "linear")
    if axes["x_range"]:
        at.set_xlim(*axes["x_range"])
    if axes["y_range"]:
        at.set_ylim(*axes["y_range"])
    if axes["equal_aspect"]:
        at.set_aspect("equal", adjustable="datalim")
    if named - {""}:
        at.legend(fontsize="x-small")


def _series(at: Any, series: dict[str, Any], number: int, label: str | None, floor: Any) -> Any:
    size = min(len(series["x"]), len(series["y"]))
    x, y, colour = series["x"][:size], series["y"][:size], COLOURS[number % len(COLOURS)]
    style = series["style"]
    if style == "points":
        at.plot(x, y, linestyle="none", marker="o", markersize=3, fillstyle="none", color=colour, label=label)
    elif style == "stems":
        at.vlines(x, 0, y, color=colour, linewidth=0.8, label=label)
        at.plot(x, y, linestyle="none", marker=".", markersize=4, color=colour)
    elif style == "steps":
        at.step(x, y, where="post", color=colour, linewidth=1, label=label)
    elif style == "area":
        top = floor + y
        at.fill_between(x, floor, top, color=colour, alpha=0.5, linewidth=0, label=label)
        return top
    elif style == "dashed":
        at.plot(x, y, color=colour, linewidth=0.7, linestyle="--", label=label)
    else:
        at.plot(x, y, color=colour, linewidth=1, linestyle=_DASHES[number % len(_DASHES)], label=label)
    return floor


def _timeline(at: Any, rows: list[dict[str, Any]]) -> None:
    """Words over time as bars; each word has its colour in all rows."""
    words = list(dict.fromkeys(word for row in rows for word in row["words"]))
    pale = ("open", "none")
    solid = [word for word in words if word not in pale]
    colours = {word: "#e8e8e8" if word in pale else COLOURS[solid.index(word) % len(COLOURS)] for word in words}
    shown: set[str] = set()
    for place, row in enumerate(rows):
        for begin, end, number in _stretches(row["x"], row["word"]):
            word = row["words"][number] if 0 <= number < len(row["words"]) else None
            if word is None:
                continue
            label = word if word not in shown else None
            shown.add(word)
            at.barh(place, end - begin, left=begin, height=0.7, color=colours[word], label=label)
    at.set_yticks(range(len(rows)), [math_text(row["label"]) for row in rows], fontsize="x-small")
    at.invert_yaxis()
    if shown:
        at.legend(fontsize="x-small")


def _stretches(x: Any, word: Any) -> list[tuple[float, float, int]]:
    """From when to when which word holds."""
    out: list[tuple[float, float, int]] = []
    for begin, end, number in zip(x[:-1], x[1:], word[:-1]):
        here = int(number) if math.isfinite(number) else -1
        if out and out[-1][2] == here and out[-1][1] == begin:
            out[-1] = (out[-1][0], end, here)
        else:
            out.append((begin, end, here))
    return out

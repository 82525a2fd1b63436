# SPDX-License-Identifier: Apache-2.0
"""Figures in notebooks and in Matplotlib, pictures of models, frames and data sets."""

import base64
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import pendulum

import freeplay as fp
from freeplay.drawing import math_text


def test_a_drawing_is_the_picture_of_plot(crank, tmp_path):
    result = crank.run()
    drawn = result.draw(["motion", "energy"])
    result.plot(tmp_path / "x.svg", ["motion", "energy"])
    assert drawn.svg == (tmp_path / "x.svg").read_text(encoding="utf-8")
    shown = drawn._repr_html_()
    inside = base64.b64decode(re.search(r"base64,([^\"]*)", shown).group(1)).decode()
    assert inside == drawn.svg and "energy" in drawn.title.lower()
    assert list(dict.fromkeys(figure["word"] for figure in drawn.figures)) == ["motion", "energy"]


def test_its_numbers_are_those_of_the_channels(crank):
    result = crank.run()
    axes = [axes for figure in result.draw("phase").figures for axes in figure["axes"]]
    series = [series for each in axes for series in each["series"]]
    assert series and all(len(each["x"]) == len(each["y"]) for each in series)
    position, velocity = result["body/slider/position"], result["body/slider/velocity"]
    scales = [1, 1e3, 180 / np.pi]
    assert any(
        np.allclose(each["x"], scale * position[:, k]) and np.corrcoef(each["y"], velocity[:, k])[0, 1] > 1 - 1e-12
        for each in series
        for scale in scales
        for k in range(2)
    )


@pytest.mark.parametrize("word", fp.figures())
def test_every_figure_in_matplotlib(crank, word):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    try:
        drawn = crank.run().draw(word)
    except RuntimeError as error:
        assert "nothing to show" in str(error)
        return
    whole = drawn.matplotlib()
    whole.canvas.draw()
    made = [axes for part in whole.subfigs for axes in part.axes]
    wanted = [axes for figure in drawn.figures for axes in figure["axes"]]
    assert len(made) == len(wanted)
    for axes, given in zip(made, wanted):
        assert axes.get_xlabel() == math_text(given["x_label"])
        assert axes.get_yscale() == ("log" if given["log_y"] else "linear")
        lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
        for series in given["series"]:
            if series["style"] in ("line", "dashed") and len(series["x"]) > 2:
                assert any(np.array_equal(line.get_ydata(), series["y"], equal_nan=True) for line in lines)
    pyplot.close(whole)


def test_words_of_matplotlib():
    assert math_text("F_{N} (10^{3} N)") == r"F$_{\mathrm{N}}$ (10$^{\mathrm{3}}$ N)"
    assert math_text("5 $ a_b") == r"5 \$ a_b"


def test_a_model_shows_its_picture_and_its_degrees_of_freedom(crank):
    shown = crank._repr_html_()
    assert "3 degrees of freedom, 3 bodies" in shown
    svg = base64.b64decode(re.search(r"base64,([^\"]*)", shown).group(1)).decode()
    root = ElementTree.fromstring(svg)
    assert float(root.get("width")) <= 480.1 and float(root.get("height")) <= 320.1
    assert svg.count("<path") > 20
    wrong = fp.Model("<b>")._repr_html_()
    assert "body: missing" in wrong and "<b>" not in wrong


def test_what_cannot_be_drawn(crank, tmp_path):
    result = crank.run()
    with pytest.raises(RuntimeError, match="no figure 'motoin'.*did you mean 'motion'"):
        result.draw("motoin")
    with pytest.raises(RuntimeError, match="nothing to show"):
        pendulum(run={"end": 0.01}).run().draw("orbit")
    with pytest.raises(TypeError, match="figures: expected words"):
        result.draw(3)
    with pytest.raises(RuntimeError, match="width 1"):
        result.draw("motion", width=1)


def test_frames(crank):
    pytest.importorskip("pandas")
    result = crank.run()
    frame = result.frame(["body/slider/position", "body/crank/angle"])
    assert list(frame.columns) == ["body/slider/position[0]", "body/slider/position[1]", "body/crank/angle"]
    assert np.array_equal(frame.index, result.t)
    assert np.array_equal(frame["body/slider/position[1]"], result["body/slider/position"][:, 1])
    with pytest.raises(KeyError, match="did you mean"):
        result.frame("body/slider/positio")


def test_data_sets(crank):
    pytest.importorskip("xarray")
    result = crank.run()
    data = result.dataset()
    position = data["body/slider/position"]
    assert position.dims == ("time", "component_2") and position.attrs["units"] == "m"
    assert np.array_equal(position, result["body/slider/position"])
    assert float(data["body/crank/angle"].sel(time=0.01, method="nearest")) == pytest.approx(
        np.interp(0.01, result.t, result["body/crank/angle"]), abs=1e-9
    )
    assert data.attrs["name"] == result.attributes["name"]

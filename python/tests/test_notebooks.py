# SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/python: each is run from its first cell to its last, as Jupyter would, in a folder of its own."""

import ast
import json
import os

import numpy as np
import pytest
from conftest import ROOT

FOLDER = ROOT / "examples" / "python"
NAMES = sorted(file.stem for file in FOLDER.glob("*.ipynb"))


def notebook(name):
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))


def source(cell):
    return "".join(cell["source"])


def run_cell(text, place, space):
    """Runs a cell; gives what its last line shows, if it is an expression."""
    tree = ast.parse(text, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, place, "exec"), space)  # noqa: S102
    return None if last is None else eval(compile(ast.Expression(last.value), place, "eval"), space)


def run(name, monkeypatch):
    """All names that the notebook leaves, and all that it shows."""
    monkeypatch.chdir(FOLDER)
    space, shown = {"__name__": "__main__"}, []
    for number, cell in enumerate(notebook(name)["cells"]):
        if cell["cell_type"] != "code":
            continue
        value = run_cell(source(cell), f"{name}.ipynb, cell {number}", space)
        if value is not None:
            shown.append(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    return space, shown


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_notebook_as_jupyter_writes_them(name):
    book = notebook(name)
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in book["cells"]:
        assert cell["cell_type"] in ("code", "markdown") and cell["metadata"] == {}
        assert all(line.endswith("\n") for line in cell["source"][:-1])
        if cell["cell_type"] == "code":  # kept without what it printed: that comes from running it
            assert cell["outputs"] == [] and cell["execution_count"] is None


def test_their_links_lead_somewhere():
    for name in NAMES:
        for cell in notebook(name)["cells"]:
            if cell["cell_type"] != "markdown":
                continue
            for target in source(cell).split("](")[1:]:
                file = target.split(")")[0].split("#")[0]
                assert (FOLDER / file).exists(), f"{name}: {file}"


def test_first_machine(monkeypatch, capsys):
    space, shown = run("1_first_machine", monkeypatch)
    assert len(shown) == 3 and all("<img" in each for each in shown)
    assert space["off"] < 1e-9
    assert np.allclose(space["bounce"], 0.4, rtol=1e-9)
    assert 0.9e-3 < np.ptp(space["rattle"]) < 2.1e-3
    assert "1 degree of freedom" in capsys.readouterr().out


def test_clearance_against_vibration(monkeypatch):
    space, _ = run("2_clearance_against_vibration", monkeypatch)
    assert 0 < space["slope"] < 1.5
    assert (space["found"].mean(axis=1)[1:] > space["found"].mean(axis=1)[0]).all()


def test_own_friction_law(monkeypatch, capsys):
    space, _ = run("3_own_friction_law", monkeypatch)
    assert space["off"] < 1e-7 and space["same"]
    assert "friction.velocity" in capsys.readouterr().out


def test_servo_with_backlash(monkeypatch):
    space, _ = run("4_servo_with_backlash", monkeypatch)
    assert np.allclose(space["ratios"], space["ratios"][0], rtol=2e-3)
    assert space["difference"] == 0
    motor, load = np.ptp(space["quiet"][-1000:], axis=0)
    assert motor < 0.01 * space["play"] and load < 2 * space["play"] < np.ptp(space["angles"][-1000:, 1])


def test_calibration(monkeypatch):
    pytest.importorskip("scipy")
    space, _ = run("5_calibration", monkeypatch)
    assert np.allclose(space["found"], space["truth"], rtol=0.02)
    assert 0.8 < space["left"].std() < 1.2  # no more is left than the noise that was put in
    assert (np.abs(space["found"] - space["truth"]) < 4 * space["deviation"]).all()


def test_chaos(monkeypatch):
    space, _ = run("6_chaos", monkeypatch)
    assert space["apart"][0] < 1e-6 and space["apart"][-50:].min() > 0.05  # they agree at first and part for good
    assert 0 < space["radius"].min() < space["radius"].max() < 1.01  # the journal stays in its bearing


def test_there_is_a_test_for_each():
    assert {f"test_{name.split('_', 1)[1]}" for name in NAMES} <= set(globals())

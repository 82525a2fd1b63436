# SPDX-License-Identifier: Apache-2.0
"""Calls that make no sense: each raises an exception that says what is wrong, and what was there stays usable."""

import numpy as np
import pytest
from conftest import block, pendulum

import freeplay as fp

NAN, INF = float("nan"), float("inf")
ODD = [None, "", "text", b"bytes", 1j, [], {}, object(), NAN, INF, -INF, [[1]], np.array([]), np.array(["a"]), print]
ERRORS = (ValueError, TypeError, KeyError, RuntimeError, OSError, AttributeError, IndexError)


@pytest.fixture(scope="module")
def model():
    return pendulum(method={"stepper": {"name": "symmetric", "step": 1e-3}}).force(
        "motor", "torque", body="rod", torque=0
    )


@pytest.fixture(scope="module")
def result(model):
    return model.run()


def refused(call):
    with pytest.raises(ERRORS) as caught:
        call()
    assert str(caught.value).strip(), "an exception without a word"


TIMES = [v for v in ODD if not isinstance(v, np.ndarray)] + ["1", [1.0], -1.0, -INF]
NUMBERS = [None, b"1", 1j, [], {}, object(), [[1]], NAN, INF, -INF, "text", "3 K", print]
PATHS = [None, 3, 1.5, b"bytes", [], {}, object(), "", "/", "body", "body/rod", "body/rod/", "body/rod/angle/", "\0"]
FILES = [None, 3.5, [], {}, object(), "", "/", "/no/such/folder/x.h5", "\0", "."]


@pytest.mark.parametrize("t", TIMES, ids=repr)
@pytest.mark.parametrize("call", ["advance_to", "step_to"])
def test_times(model, call, t):
    sim = model.simulation()
    sim.advance_to(0.01)
    refused(lambda: getattr(sim, call)(t))
    assert sim.t == pytest.approx(0.01)
    sim.step()


@pytest.mark.parametrize("value", NUMBERS, ids=repr)
@pytest.mark.parametrize("what", ["inputs", "parameters"])
def test_numbers(model, what, value):
    sim = model.simulation()
    path = "force.motor.torque" if what == "inputs" else "body.rod.mass"
    refused(lambda: getattr(sim, what).__setitem__(path, value))
    sim.restart()
    sim.step()


@pytest.mark.parametrize("path", PATHS, ids=repr)
@pytest.mark.parametrize("what", ["inputs", "parameters"])
def test_paths_of_numbers(model, what, path):
    sim = model.simulation()
    refused(lambda: getattr(sim, what)[path])
    refused(lambda: getattr(sim, what).__setitem__(path, 1.0))
    refused(lambda: getattr(sim, what).unit(path))


@pytest.mark.parametrize("path", PATHS, ids=repr)
def test_paths_of_results(result, model, path):
    refused(lambda: result[path])
    refused(lambda: result.unit(path))
    refused(lambda: result.table(path))
    refused(lambda: model.simulation()[path])
    assert len(result["body/rod/angle"]) == len(result.t)


@pytest.mark.parametrize("path", [p for p in PATHS if p != "body"], ids=repr)
def test_paths_of_models(model, path):
    refused(lambda: model[path])
    refused(lambda: model.__setitem__(path, 1.0))
    assert model["body.rod.mass"] == 1


@pytest.mark.parametrize("file", FILES, ids=repr)
def test_files(model, result, file):
    refused(lambda: fp.read(file))
    refused(lambda: fp.open(file))
    refused(lambda: result.report(file))
    if file is not None:  # None: in memory
        refused(lambda: model.run(file))


@pytest.mark.parametrize("progress", [3, "often", [1], object()], ids=repr)
def test_progress(model, progress):
    refused(lambda: pendulum(run={"end": "1e6 s", "record": {"every": "1e5 s"}}).run(progress=progress))


@pytest.mark.parametrize("text", ["", "freeplay = 2", "freeplay = 1", "= 3", "[[body", "\0", "x" * 100_000])
def test_texts(text):
    refused(lambda: fp.read_text(text).run())


@pytest.mark.parametrize("text", [None, 3, b"freeplay = 1", [], {}, object()], ids=repr)
def test_texts_of_other_types(text):
    refused(lambda: fp.read_text(text))
    refused(lambda: fp.read_text("freeplay = 1", {"run.end": object()}))
    refused(lambda: fp.in_si(text, "m"))
    refused(lambda: fp.in_si("1 m", text))


@pytest.mark.parametrize("figures", ["no_such_figure", ["energy", "x"], [3], 3, object()], ids=repr)
def test_figures(result, tmp_path, figures):
    refused(lambda: result.plot(tmp_path / "x.svg", figures))


@pytest.mark.parametrize("options", [{"width": 3}, {"width": NAN}, {"dpi": 1e9}, {"format": "bmp"}, {"only": ["x"]}])
def test_options_of_figures(result, tmp_path, options):
    refused(lambda: result.plot(str(tmp_path) + "/", ["motion"], **options))


@pytest.mark.parametrize(
    "call",
    [
        lambda: fp.Simulation(None),
        lambda: fp.Simulation(3),
        lambda: fp.compare([]),
        lambda: fp.compare([3]),
        lambda: fp.compare(3),
        lambda: fp.Model(),
        lambda: fp.Model(3).run(),
        lambda: fp.Model("x").run(),
        lambda: fp.Model("x", run=3).run(),
        lambda: fp.Model("x", body=3).run(),
        lambda: fp.Model("x", dimension=4, run={"end": 1}).run(),
        lambda: fp.Model("x", gravity="down", run={"end": 1}).run(),
        lambda: fp.methods("nothing"),
        lambda: fp.force("f", bodies=3),
        lambda: fp.force("f")(3),
        lambda: fp.force("f", parameters=3)(print),
        lambda: fp.contact_law("f", parameters={"k": 3})(print),
        lambda: fp.contact_law("f", parameters={"k": "no unit"})(print),
        lambda: fp.friction_law(3)(print),
        lambda: fp.friction_law("")(print),
        lambda: fp.Environment(3, inputs=[], observations=[], period=1),
        lambda: fp.RunError(),
        lambda: pendulum(method={"stepper": {"name": "runge_kutta", "accuracy": 1e-6}}).simulation().step(),
        lambda: pendulum().body("rod", mass=1, inertia=1).run(),
        lambda: pendulum().joint("j", "revolut", bodies=("rod", "ground")).run(),
        lambda: pendulum().joint("j", "revolute", bodies=("rod", "nobody"), points=[[0, 0], [0, 0]]).run(),
        lambda: pendulum().joint("j", "revolute", bodies=3),
        lambda: pendulum().force("f", "torque", body="rod").run(),
        lambda: pendulum().driver("d", "pim", law="sine").run(),
        lambda: pendulum().shape("rod", "circle", radius=-1).run(),
        lambda: pendulum().pair(["a", "b"]).run(),
        lambda: block({"law": "no_such_law"}).run(),
    ],
)
def test_calls(call):
    refused(call)


def test_parts_after_changes():
    model = pendulum()
    model["body.rod.mass"] = 2
    with pytest.raises(ValueError, match="before"):
        model.body("late", mass=1, inertia=1)

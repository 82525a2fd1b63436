# SPDX-License-Identifier: Apache-2.0
"""Arguments of the wrong type, shape or value. Each call raises an exception of a fitting class, whose text names the argument
and says what was expected; and what it was called on works afterwards as before."""

import itertools

import numpy as np
import pytest
from conftest import block, pendulum

import freeplay as fp

NAN, INF = float("nan"), float("inf")
STEPPED = {"stepper": {"name": "symmetric", "step": 1e-3}}


class Things:
    """What the calls are made on, made once."""

    def __init__(self, folder):
        self.folder = folder
        self.model = pendulum(method=STEPPED).force("motor", "torque", body="rod", torque=0)
        self.result = self.model.run()
        self.sim = self.model.simulation()
        self.sim.advance_to(0.01)
        self.env = fp.Environment(self.model, **self.control())
        self.envs = fp.Environments(2, 1, self.model, **self.control())

    @staticmethod
    def control(**changes):
        options = dict(inputs=["force.motor.torque"], observations=["body/rod/angle"], period=0.01)
        return {**options, **changes}

    def other(self, **changes):
        return fp.Environment(self.model, **self.control(**changes))


@pytest.fixture(scope="module")
def on(tmp_path_factory):
    return Things(tmp_path_factory.mktemp("files"))


def law(**about):
    return fp.friction_law("tried", **about)(lambda v, normal, t, p: 0.0)


ODD = object()
NO_NUMBER = [None, "1", b"1", 1j, [1.0], {}, True, np.array([1.0]), np.array("a"), ODD, print]
NO_TEXT = [None, 3, 1.5, b"bytes", [], {}, ODD]
NO_TEXTS = [None, 3, {"a": 1}, [3], [None], b"bytes", ODD]
NO_FILE = [3, 3.5, [], {}, ODD, "\0"]
NO_MAPPING = [3, "text", [("a", 1)], ODD, {3: 4}]
NO_FUNCTION = [3, "text", [print], {}]
NO_ARRAY = [None, "text", [None], [1j], {}, ODD, [[1], [1, 2]], ["1"], np.array([True])]
NO_WHOLE = [None, 1.5, "2", True, [1], NAN]

# The argument as messages call it; a call that takes it, on Things; values of the wrong type.
TYPES = [
    ("file", lambda on, v: fp.Model("a").include(v), NO_FILE),
    ("prefix", lambda on, v: fp.Model("a").include("b.toml", v), NO_TEXT),
    ("t", lambda on, v: on.sim.advance_to(v), NO_NUMBER),
    ("t", lambda on, v: on.sim.step_to(v), NO_NUMBER),
    ("inputs['force.motor.torque']", lambda on, v: on.sim.inputs.__setitem__("force.motor.torque", v), NO_NUMBER[2:]),
    ("parameters['body.rod.mass']", lambda on, v: on.sim.parameters.__setitem__("body.rod.mass", v), NO_NUMBER[2:]),
    ("path of inputs", lambda on, v: on.sim.inputs[v], NO_TEXT),
    ("path of inputs", lambda on, v: on.sim.inputs.__setitem__(v, 1), NO_TEXT),
    ("path of parameters", lambda on, v: on.sim.parameters[v], NO_TEXT),
    ("path of parameters", lambda on, v: on.sim.parameters.unit(v), NO_TEXT),
    ("parameters", lambda on, v: on.sim.restart(v), NO_MAPPING),
    ("saved", lambda on, v: on.sim.load(v), NO_ARRAY),
    ("observer", lambda on, v: on.sim.observe(v), [None, *NO_FUNCTION]),
    ("period", lambda on, v: on.sim.control(v, print), NO_NUMBER),
    ("controller", lambda on, v: on.sim.control(1, v), NO_FUNCTION),
    ("path of a channel", lambda on, v: on.sim[v], NO_TEXT),
    ("path of a channel", lambda on, v: on.result[v], NO_TEXT),
    ("path of a channel", lambda on, v: on.result.unit(v), NO_TEXT),
    ("path of a channel", lambda on, v: on.result.help(v), NO_TEXT),
    ("path of a table", lambda on, v: on.result.table(v), NO_TEXT),
    ("path of a table", lambda on, v: on.result.table_units(v), NO_TEXT),
    ("path", lambda on, v: on.result.report(v), [None, *NO_FILE]),
    ("title", lambda on, v: on.result.report(on.folder / "x.html", v), NO_TEXT),
    ("path", lambda on, v: on.result.plot(v), [None, *NO_FILE]),
    ("figures", lambda on, v: on.result.plot(on.folder / "x.svg", v), NO_TEXTS),
    ("only", lambda on, v: on.result.plot(on.folder / "x.svg", "motion", only=v), NO_TEXTS),
    ("format", lambda on, v: on.result.plot(on.folder / "x.svg", "motion", format=v), NO_TEXT),
    ("width", lambda on, v: on.result.plot(on.folder / "x.svg", "motion", width=v), NO_NUMBER),
    ("dpi", lambda on, v: on.result.plot(on.folder / "x.svg", "motion", dpi=v), NO_NUMBER),
    ("folder", lambda on, v: on.result.to_csv(v), [None, *NO_FILE]),
    ("channels", lambda on, v: on.result.to_csv(on.folder, v), NO_TEXTS),
    ("path", lambda on, v: on.model[v], NO_TEXT),
    ("path", lambda on, v: on.model.__setitem__(v, 1), NO_TEXT),
    ("body.rod.mass", lambda on, v: on.model.__setitem__("body.rod.mass", v), [b"1", 1j, ODD, print, [ODD], {3: 4}]),
    ("output", lambda on, v: on.model.run(v), NO_FILE),
    ("progress", lambda on, v: on.model.run(progress=v), [None, *NO_FUNCTION][1:]),
    ("check", lambda on, v: on.model.run(check=v), [None, 3, "no"]),
    ("name", lambda on, v: fp.Model(v), NO_TEXT),
    ("body.b.mass", lambda on, v: fp.Model("m").body("b", mass=v), [b"1", 1j, ODD, print, {3: 4}]),
    ("body.b.position[1]", lambda on, v: fp.Model("m").body("b", position=(0, v)), [None, b"1", 1j, ODD]),
    ("method.stepper.step", lambda on, v: fp.Model("m", method={"stepper": {"step": v}}), [b"1", 1j, ODD]),
    ("j, bodies", lambda on, v: fp.Model("m").joint("j", "revolute", bodies=v), [None, 3, "ground", {}, ODD]),
    ("f, x", lambda on, v: fp.Model("m").table("f", v, [1, 2]), [None, 3, "text", {}, ODD]),
    ("pair, shapes", lambda on, v: fp.Model("m").pair(v), [None, 3, "text", {}, ODD]),
    ("path", lambda on, v: fp.read(v), [None, *NO_FILE]),
    ("changes", lambda on, v: fp.read_text(on.model.text, v), NO_MAPPING),
    ("text", lambda on, v: fp.read_text(v), NO_TEXT),
    ("file", lambda on, v: fp.read_text(on.model.text, file=v), NO_TEXT),
    ("path", lambda on, v: fp.open(v), [None, *NO_FILE]),
    ("text", lambda on, v: fp.in_si(v, "m"), NO_TEXT),
    ("unit", lambda on, v: fp.in_si("1 m", v), NO_TEXT),
    ("kind", lambda on, v: fp.methods(v), NO_TEXT[1:]),
    ("results", lambda on, v: fp.compare(v), [None, 3, "text", [3], [None], {}]),
    ("model.simulation()", lambda on, v: fp.Simulation(v), [None, 3, "text"]),
    ("model", lambda on, v: fp.Environment(v, **on.control()), [None, 3, "text", fp.Model]),
    ("inputs", lambda on, v: on.other(inputs=v), NO_TEXTS),
    ("observations", lambda on, v: on.other(observations=v), NO_TEXTS),
    ("period", lambda on, v: on.other(period=v), NO_NUMBER),
    ("horizon", lambda on, v: on.other(horizon=v), NO_NUMBER),
    ("reward", lambda on, v: on.other(reward=v), NO_FUNCTION),
    ("terminated", lambda on, v: on.other(terminated=v), NO_FUNCTION),
    ("action", lambda on, v: on.env.step(v), NO_ARRAY),
    ("seed", lambda on, v: on.env.reset(seed=v), NO_WHOLE[1:]),
    ("options", lambda on, v: on.env.reset(options=v), NO_MAPPING),
    ("actions", lambda on, v: on.envs.step(v), NO_ARRAY),
    ("copies", lambda on, v: fp.Environments(v, 1, on.model, **on.control()), NO_WHOLE),
    ("threads", lambda on, v: fp.Environments(1, v, on.model, **on.control()), NO_WHOLE),
    ("name", lambda on, v: fp.friction_law(v), NO_TEXT),
    ("help", lambda on, v: fp.contact_law("tried", help=v), NO_TEXT),
    ("parameters", lambda on, v: law(parameters=v), NO_MAPPING),
    ("parameters['k']", lambda on, v: law(parameters={"k": v}), [None, 3, b"m", [], ODD]),
    ("parameters['k'], unit", lambda on, v: law(parameters={"k": {"unit": v}}), NO_TEXT),
    ("parameters['k'], default", lambda on, v: law(parameters={"k": {"default": v}}), NO_NUMBER[1:]),
    ("parameters['k'], low", lambda on, v: law(parameters={"k": {"low": v}}), NO_NUMBER),
    ("parameters['k'], help", lambda on, v: law(parameters={"k": {"help": v}}), NO_TEXT),
    ("law", lambda on, v: fp.friction_law("tried")(v), [None, *NO_FUNCTION]),
    ("law", lambda on, v: fp.contact_law("tried")(v), [None, *NO_FUNCTION]),
    ("force", lambda on, v: fp.force("tried")(v), [None, *NO_FUNCTION]),
    ("bodies", lambda on, v: fp.force("tried", bodies=v), NO_WHOLE),
]

# A call on Things; its exception; what its text says.
VALUES = [
    (lambda on: on.sim.advance_to(NAN), ValueError, "t = nan s"),
    (lambda on: on.sim.advance_to(INF), ValueError, "t = inf s"),
    (lambda on: on.sim.advance_to(-1), ValueError, "t = -1 s does not lie ahead"),
    (lambda on: on.sim.step_to(on.sim.t), ValueError, "does not lie ahead"),
    (lambda on: on.sim.inputs.__setitem__("force.motor.torque", NAN), ValueError, "force.motor.torque"),
    (lambda on: on.sim.inputs.__setitem__("force.motor.torque", INF), ValueError, "force.motor.torque"),
    (lambda on: on.sim.inputs.__setitem__("force.motor.torque", "3 K"), ValueError, "not a known unit"),
    (lambda on: on.sim.inputs.__setitem__("force.motor.torqe", 1), KeyError, "force.motor.torque"),
    (lambda on: on.sim.inputs.__delitem__("force.motor.torque"), TypeError, "not removed"),
    (lambda on: on.sim.parameters.__setitem__("body.rod.mass", NAN), fp.ModelError, "body.rod.mass"),
    (lambda on: on.sim.parameters.__setitem__("body.rod.mass", -1), fp.ModelError, "must be positive"),
    (lambda on: on.sim.parameters.__setitem__("body.rod.mass", "3 s"), ValueError, "parameters['body.rod.mass']"),
    (lambda on: on.sim.parameters["body.rod.mas"], KeyError, "did you mean 'body.rod.mass'"),
    (lambda on: on.sim.restart({"body.rot.mass": 1}), KeyError, "body.rod.mass"),
    (lambda on: on.sim.load([]), ValueError, "was saved"),
    (lambda on: on.sim.load([1.0, 2.0]), ValueError, "save()"),
    (lambda on: on.sim.load(on.sim.save()[:-1]), ValueError, "sizes do not fit"),
    (lambda on: on.sim.load(np.append(on.sim.save(), 1)), ValueError, "too many"),
    (lambda on: on.sim.load(np.full_like(on.sim.save(), NAN)), ValueError, "save()"),
    (lambda on: on.sim.load(pendulum().simulation().save()), ValueError, "runge_kutta"),
    (lambda on: on.sim.control(0, print), ValueError, "period"),
    (lambda on: on.sim.control(NAN, print), ValueError, "period"),
    (lambda on: on.sim.control(INF, print), ValueError, "period"),
    (lambda on: on.sim["body/rod/angel"], KeyError, "did you mean '/body/rod/angle'"),
    (lambda on: on.sim[""], KeyError, "no channel '/'"),
    (lambda on: on.sim.step(1), TypeError, "step()"),
    (lambda on: on.sim.advance_to(), TypeError, "'t'"),
    (lambda on: on.result["body/rod/angel"], KeyError, "did you mean '/body/rod/angle'"),
    (lambda on: on.result["\0"], KeyError, "no channel"),
    (lambda on: on.result.table("impact"), KeyError, "did you mean '/impacts'"),
    (lambda on: on.result.plot(on.folder / "x.svg", "no_such"), RuntimeError, "no figure 'no_such'"),
    (lambda on: on.result.plot(on.folder / "x.bmp", "motion"), RuntimeError, "bmp"),
    (lambda on: on.result.plot(on.folder / "x.svg", "motion", width=NAN), RuntimeError, "width nan"),
    (lambda on: on.result.plot(on.folder / "x.svg", "motion", width=3), RuntimeError, "width 3"),
    (lambda on: on.result.plot(on.folder / "x.png", "motion", dpi=1e9), RuntimeError, "dpi"),
    (lambda on: on.result.plot(on.folder / "x.svg", "motion", only="rot"), RuntimeError, "rot: no body"),
    (lambda on: on.result.plot("/no_such_folder/x.svg", "motion"), RuntimeError, "/no_such_folder/x.svg"),
    (lambda on: on.result.to_csv(on.folder, "x"), RuntimeError, "no channel matches 'x'"),
    (lambda on: on.result.t.__setitem__(0, 1), ValueError, "read-only"),
    (lambda on: on.model["body.rod.mas"], KeyError, "there is no 'mas'; there are name, mass"),
    (lambda on: on.model["body.rot.mass"], KeyError, "there is no 'rot'; there are rod"),
    (lambda on: on.model["body.rod.position[7]"], KeyError, "no number [7]"),
    (lambda on: on.model.__setitem__("body.rod.mass", NAN), ValueError, "body.rod.mass"),
    (lambda on: on.model.__setitem__("body.rod.mass", "3 m"), fp.ModelError, "body.rod.mass"),
    (lambda on: on.model.__setitem__("body.rod.mas", 1), fp.ModelError, 'did you mean "mass"'),
    (lambda on: on.model.__setitem__("", 1), fp.ModelError, "path"),
    (lambda on: on.model.run("/no_such_folder/x.h5"), RuntimeError, "/no_such_folder/x.h5"),
    (lambda on: on.model.run(on.folder), RuntimeError, "not a regular file"),
    (lambda on: on.model.run("x.h5", "y"), TypeError, "positional"),
    (lambda on: on.model.save("/no_such_folder/x.toml"), OSError, "/no_such_folder/x.toml"),
    (lambda on: fp.Model(), TypeError, "'name'"),
    (lambda on: fp.Model("m").check(), fp.ModelError, "body: missing"),
    (lambda on: fp.Model("m", run=3).check(), fp.ModelError, "run"),
    (lambda on: fp.Model("m", **{"not a key": 3}).check(), fp.ModelError, "not a key"),
    (lambda on: fp.Model("m", **{"no\ntable": {"a": 1}}).check(), fp.ModelError, "table"),
    (lambda on: fp.Model("m", gravity="down").check(), fp.ModelError, "gravity"),
    (lambda on: fp.Model("m", dimension=4).check(), fp.ModelError, "dimension"),
    (lambda on: fp.Model("m").body(3).check(), fp.ModelError, "name"),
    (lambda on: fp.Model("m").body("b", position=(NAN, 0)), ValueError, "body.b.position[0]"),
    (lambda on: fp.Model("m").body("b", mass=-INF), ValueError, "body.b.mass"),
    (lambda on: fp.Model("m").body("b", mass=1, mas=1).check(), fp.ModelError, 'did you mean "mass"'),
    (lambda on: pendulum().body("rod", mass=1, inertia=1).check(), fp.ModelError, "rod"),
    (lambda on: pendulum().joint("j", "revolut", bodies=("rod", "ground")).check(), fp.ModelError, "revolute"),
    (lambda on: pendulum().joint("j", "revolute", bodies=("rod", "rot")).check(), fp.ModelError, "rot"),
    (lambda on: pendulum().joint("j", "revolute", bodies=["rod"]).check(), fp.ModelError, "bodies"),
    (lambda on: pendulum().force("f", "torque", body="rod").check(), fp.ModelError, "torque"),
    (lambda on: pendulum().driver("d", "pim").check(), fp.ModelError, "pim"),
    (lambda on: pendulum().actuator("a", "servo", "pim").check(), fp.ModelError, "pim"),
    (lambda on: pendulum().table("f", [2, 1], [0, 0]).check(), fp.ModelError, "f.x"),
    (lambda on: pendulum().shape("rod", "circle", radius=-1).check(), fp.ModelError, "radius"),
    (lambda on: pendulum().pair(["a", "b"]).check(), fp.ModelError, "pair"),
    (lambda on: pendulum(repeat={"times": -1}).check(), fp.ModelError, "repeat"),
    (lambda on: pendulum(run={"end": 1, "stop_when": 3}).check(), fp.ModelError, "stop_when"),
    (lambda on: block({"law": "no_such_law"}).check(), fp.ModelError, "no_such_law"),
    (lambda on: block({"law": "coulomb", "mu": -1}).check(), fp.ModelError, "mu"),
    (lambda on: fp.read("no_such.toml"), fp.ModelError, "no_such.toml"),
    (lambda on: fp.read(on.folder), fp.ModelError, "directory"),
    (lambda on: fp.read_text(""), fp.ModelError, "freeplay"),
    (lambda on: fp.read_text("freeplay = 2"), fp.ModelError, "freeplay"),
    (lambda on: fp.read_text("[[body"), fp.ModelError, "model"),
    (lambda on: fp.read_text("\0"), fp.ModelError, "model"),
    (lambda on: fp.read_text("x" * 100_000), fp.ModelError, "model"),
    (lambda on: fp.open("no_such.h5"), RuntimeError, "no_such.h5"),
    (lambda on: fp.open(on.folder), RuntimeError, "not a regular file"),
    (lambda on: fp.open(__file__), RuntimeError, "not an HDF5 file"),
    (lambda on: fp.in_si("", "m"), ValueError, "mm"),
    (lambda on: fp.in_si("3 K", "m"), ValueError, "not a known unit"),
    (lambda on: fp.in_si("3 s", "m"), ValueError, "mm"),
    (lambda on: fp.in_si("3 m", "no"), ValueError, "unit: 'no'"),
    (lambda on: fp.methods("nothing"), KeyError, "there are joint"),
    (lambda on: fp.compare([]), ValueError, "results"),
    (lambda on: on.other(inputs=["force.motor.torqe"]), KeyError, "force.motor.torque"),
    (lambda on: on.other(observations=["body/rod/angel"]), KeyError, "body/rod/angle"),
    (lambda on: on.other(period=0), ValueError, "period"),
    (lambda on: on.other(period=NAN), ValueError, "period"),
    (lambda on: on.other(period=INF), ValueError, "period"),
    (lambda on: on.other(horizon=-1), ValueError, "horizon"),
    (lambda on: on.env.step([]), ValueError, "action"),
    (lambda on: on.env.step([1, 2]), ValueError, "action: 1 inputs need as many numbers, not 2"),
    (lambda on: on.env.step([NAN]), ValueError, "action[0], for 'force.motor.torque'"),
    (lambda on: on.env.reset(seed=-1), ValueError, "seed"),
    (lambda on: on.env.reset(options={"parametrs": {}}), ValueError, "'parametrs'"),
    (lambda on: on.env.reset(options={"parameters": {"body.rot.mass": 1}}), KeyError, "body.rod.mass"),
    (lambda on: on.envs.step([1]), ValueError, "shape (2, 1)"),
    (lambda on: on.envs.step([[1, 2], [3, 4]]), ValueError, "shape (2, 1)"),
    (lambda on: on.envs.step([[1], [INF]]), ValueError, "action[0]"),
    (lambda on: fp.Environments(0, 1, on.model, **on.control()), ValueError, "copies"),
    (lambda on: fp.Environments(1, -1, on.model, **on.control()), ValueError, "threads"),
    (lambda on: fp.Environments(1, 1, on.model, inputs=[]), TypeError, "period"),
    (lambda on: fp.friction_law("No Name")(print), ValueError, "small letters"),
    (lambda on: fp.friction_law("")(print), ValueError, "small letters"),
    (lambda on: fp.friction_law("coulomb")(print), ValueError, "already"),
    (lambda on: law(parameters={"k": "no unit"}), ValueError, "parameters['k'], unit: 'no unit'"),
    (lambda on: law(parameters={"k k": "m"}), ValueError, "parameters['k k']"),
    (lambda on: law(parameters={"k": {"low": 2, "high": 1}}), ValueError, "low = 2 and high = 1"),
    (lambda on: law(parameters={"k": {"default": NAN}}), ValueError, "default"),
    (lambda on: law(parameters={"k": {"unt": "m"}}), ValueError, "unt"),
    (lambda on: fp.force("tried", bodies=3), ValueError, "bodies"),
]

EACH = [(name, call, value) for name, call, values in TYPES for value in values]


def works(on):
    """Everything is as usable as before."""
    on.sim.restart()
    on.sim.advance_to(0.01)
    assert np.array_equal(on.sim.q, on.result["body/rod/angle"][-1:]) or on.sim.t == 0.01
    assert len(on.result["body/rod/angle"]) == len(on.result.t)
    assert on.model["body.rod.mass"] == 1
    on.env.reset()
    on.env.step([0.0])
    on.envs.step([[0.0], [0.0]])


@pytest.mark.parametrize("name, call, value", EACH, ids=[f"{k}: {row[0]}" for k, row in enumerate(EACH)])
def test_wrong_types(on, name, call, value):
    with pytest.raises((TypeError, ValueError)) as caught:
        call(on, value)
    text = str(caught.value)
    assert text.startswith(name) or name in text.split(":")[0] or "model.simulation()" in text, text
    assert "expected" in text or "null character" in text or "model.simulation()" in text, text


@pytest.mark.parametrize("call, kind, says", VALUES, ids=[f"{k}: {row[2]:.40}" for k, row in enumerate(VALUES)])
def test_wrong_values(on, call, kind, says):
    with pytest.raises(kind) as caught:
        call(on)
    assert says in str(caught.value)


def test_there_are_many_and_all_is_as_before(on):
    assert len(EACH) + len(VALUES) >= 500
    works(on)


def test_numbers_that_were_saved_and_then_spoilt(on):
    """Whatever single number is wrong, the simulation says so or goes on from there; nothing breaks."""
    saved = on.sim.save()
    for k, value in itertools.product(range(len(saved)), (NAN, INF, -1.0, 1e300, 3.0)):
        spoilt = saved.copy()
        spoilt[k] = value
        sim = on.sim.copy()
        try:
            sim.load(spoilt)
            sim.step()
        except (ValueError, RuntimeError) as error:
            assert str(error)
    on.sim.load(saved)
    assert np.array_equal(on.sim.save(), saved)

# SPDX-License-Identifier: Apache-2.0
"""Calls at the wrong moment: from within callbacks, from other threads, after something was closed or dropped, while Python
ends. Each raises a clear exception, and what was there stays usable."""

import gc
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import ROOT, block, pendulum

import freeplay as fp

STEPPED = {"stepper": {"name": "symmetric", "step": 1e-3}}


class Broken(Exception):
    """An exception that nothing else raises."""


def fails(*_):
    raise Broken("by the callback")


def driven():
    return pendulum(method=STEPPED).force("motor", "torque", body="rod", torque=0)


def environment(**options):
    return fp.Environment(
        driven(), inputs=["force.motor.torque"], observations=["body/rod/angle"], period=0.01, **options
    )


def observed(observer):
    sim = driven().simulation()
    sim.observe(observer)
    sim.step()


def friction(function):
    fp.friction_law("at_a_bad_moment")(function)
    return block({"law": "at_a_bad_moment"})


def forced(function):
    fp.force("at_a_bad_moment")(function)
    return pendulum().force("f", "at_a_bad_moment", body="rod")


def touching(function):
    fp.contact_law("at_a_bad_moment")(function)
    model = fp.Model(
        "ball on a floor",
        contact={"world": "compliant", "force": {"law": "at_a_bad_moment"}},
        method={"stepper": {"name": "runge_kutta"}},
        run={"end": 0.05},
    )
    model.body("ball", mass=1, inertia=1e-3, position=(0, 0.02), velocity=(0, -1))
    model.shape("ball", "circle", radius=0.01)
    return model.shape("ground", "half_plane", point=(0, 0), normal=(0, 1))


CALLBACKS = {
    "observer": lambda f: observed(f),
    "progress": lambda f: pendulum(run={"end": "1e6 s", "record": {"every": "1e5 s"}}).run(progress=f),
    "friction law": lambda f: friction(f).run(),
    "friction law of a simulation": lambda f: friction(f).simulation().advance_to(0.1),
    "contact law": lambda f: touching(f).run(),
    "force": lambda f: forced(f).run(),
    "reward": lambda f: environment(reward=f).step([0]),
    "terminated": lambda f: environment(terminated=f).step([0]),
}


@pytest.mark.parametrize("where", CALLBACKS)
@pytest.mark.parametrize("what", [Broken, KeyboardInterrupt, SystemExit, StopIteration, MemoryError, RecursionError])
def test_exceptions_of_callbacks_are_raised_as_they_are(where, what):
    def raises(*_):
        raise what("by the callback")

    with pytest.raises(what) as caught:
        CALLBACKS[where](raises)
    assert "raises" in [each.name for each in caught.traceback]  # the place in the callback is there


@pytest.mark.parametrize("where", CALLBACKS)
def test_callbacks_that_take_too_few_arguments(where):
    with pytest.raises(TypeError, match="positional argument"):
        CALLBACKS[where](lambda: 0)


@pytest.mark.parametrize("answer", ["much", None, [], [1, 2], {}, 1j, object()], ids=lambda v: type(v).__name__)
@pytest.mark.parametrize("make", [friction, touching], ids=["friction", "contact"])
def test_laws_that_give_no_number(make, answer):
    with pytest.raises(TypeError, match="'at_a_bad_moment' gave .* where a number is expected"):
        make(lambda *_: answer).run()


@pytest.mark.parametrize("answer", [float("nan"), float("inf"), -float("inf"), np.float64("nan")], ids=repr)
@pytest.mark.parametrize("make", [friction, touching], ids=["friction", "contact"])
def test_laws_that_give_no_finite_number(make, answer):
    with pytest.raises(ValueError, match="'at_a_bad_moment' gave .* where a finite number is expected"):
        make(lambda *_: answer).run()


@pytest.mark.parametrize(
    "answer, kind",
    [
        ("text", TypeError),
        (object(), TypeError),
        ([[1], [1, 2]], TypeError),
        (None, ValueError),
        ([], ValueError),
        ([1, 2], ValueError),
        (np.zeros((2, 3)), ValueError),
        ([0, 0, float("nan")], ValueError),
    ],
    ids=repr,
)
def test_forces_of_the_wrong_shape(answer, kind):
    with pytest.raises(kind, match="gave"):
        forced(lambda *_: answer).run()


MEDDLERS = {
    "step": lambda s: s.step(),
    "step_to": lambda s: s.step_to(1.0),
    "advance_to": lambda s: s.advance_to(1.0),
    "load": lambda s: s.load(s.save()),
    "restart": lambda s: s.restart(),
    "observe": lambda s: s.observe(print),
    "forget_observers": lambda s: s.forget_observers(),
    "read": lambda s: s.read(),
    "set_input": lambda s: s.inputs.__setitem__("force.motor.torque", 1.0),
    "set_number": lambda s: s.parameters.__setitem__("body.rod.mass", 2.0),
}


@pytest.mark.parametrize("what", MEDDLERS)
def test_an_observer_may_not_change_what_it_observes(what):
    sim = driven().simulation()
    sim.observe(lambda _: MEDDLERS[what](sim))
    with pytest.raises(RuntimeError, match="stepping"):
        sim.step()
    sim.forget_observers()
    sim.step()


@pytest.mark.parametrize("what", ["step", "advance_to", "load", "restart"])
def test_a_law_may_not_change_the_simulation_it_serves(what):
    sims = []
    method = {"stepper": {"name": "rk4", "step": 1e-3}}
    fp.friction_law("meddling")(lambda v, normal, t, p: MEDDLERS[what](sims[0]) if sims else 0.0)
    sim = block({"law": "meddling"}, method=method).simulation()
    sims.append(sim)
    with pytest.raises(RuntimeError, match="stepping"):
        sim.step_to(1e-3)
    del sims[:]
    sim.step_to(1e-3)


def test_callbacks_may_use_other_simulations_and_runs():
    other, speeds = driven().simulation(), []

    def observer(sim):
        other.step()
        speeds.append(pendulum(run={"end": 0.01}).run()["body/rod/angular_velocity"][-1])

    sim = driven().simulation()
    sim.observe(observer)
    for _ in range(3):
        sim.step()
    assert other.t == sim.t and len(set(speeds)) == 1


def test_a_law_that_takes_its_own_name_again():
    def law(v, normal, t, p):
        fp.friction_law("renewed")(lambda v, normal, t, p: 0.0)  # for machines made from now on
        return 0.2 * normal

    fp.friction_law("renewed")(law)
    del law
    model = block({"law": "renewed"})
    assert model.run()["body/block/velocity"][-1, 0] == pytest.approx(2, abs=1e-8)
    assert model.run()["body/block/velocity"][-1, 0] == pytest.approx(3)


@pytest.mark.parametrize("what", MEDDLERS)
def test_another_thread_may_not_change_what_steps(what):
    sim = driven().simulation()
    began, go_on, caught = threading.Event(), threading.Event(), []

    def observer(_):
        began.set()
        go_on.wait(60)

    sim.observe(observer)
    thread = threading.Thread(target=sim.step)
    thread.start()
    assert began.wait(60)
    try:
        MEDDLERS[what](sim)
    except RuntimeError as error:
        caught.append(str(error))
    go_on.set()
    thread.join()
    assert caught and "stepping" in caught[0]
    sim.forget_observers()
    sim.step()


def test_what_is_dropped_lives_as_long_as_it_is_used():
    model = driven()
    result = model.run()
    angle, impacts = result["body/rod/angle"], result.impacts
    sim = model.simulation()
    inputs, parameters, kept = sim.inputs, sim.parameters, []
    sim.observe(kept.append)
    sim.step()
    model = result = sim = None
    gc.collect()
    assert np.isfinite(angle).all() and len(impacts) == 0
    inputs["force.motor.torque"] = 1.0
    assert parameters["body.rod.mass"] == 1 and kept[0].t == pytest.approx(1e-3)


def test_a_file_that_vanishes_while_it_is_open(tmp_path):
    file = tmp_path / "a.h5"
    driven().run(file)
    result = fp.open(file)
    os.truncate(file, os.path.getsize(file) // 2)
    for path in result.paths:
        try:
            result[path]
        except (RuntimeError, OSError) as error:
            assert "a.h5" in str(error)


def test_environments_that_are_closed():
    many = fp.Environments(
        2, 1, driven(), inputs=["force.motor.torque"], observations=["body/rod/angle"], period=0.01
    )
    many.close()
    many.close()
    with pytest.raises(RuntimeError, match="closed"):
        many.step([[0], [0]])


@pytest.mark.parametrize("cls", [fp.Simulation, fp.Model, fp.Result])
def test_objects_that_were_never_made(cls):
    empty = cls.__new__(cls)
    for name in ("run", "step", "t", "summary", "paths"):
        if name in dir(cls):
            with pytest.raises(AttributeError, match="_"):
                value = getattr(empty, name)
                value()


@pytest.mark.parametrize("cls", [fp.Diagnostic, type(driven()._understand()), type(driven()._machine())])
def test_what_only_freeplay_makes(cls):
    with pytest.raises(TypeError, match="No constructor"):
        cls()


ENDINGS = {
    "simulation": "sim.advance_to(1e6)",
    "run": "model.run()",
    "law": "sliding.simulation().advance_to(1e6)",
    "waiting law": "waiting.simulation().advance_to(1e6)",
    "again and again": "[sim.step() for _ in iter(int, 1)]",
}


@pytest.mark.parametrize("what", ENDINGS)
def test_python_may_end_while_daemon_threads_compute(what):
    """The interpreter goes away under them: they must be stopped first, for it would end them in the midst of C++."""
    program = f"""
import threading, time, freeplay as fp
model = fp.read("examples/slider_crank/model.toml", {{"run.end": "1000 s", "run.record.every": "1 s"}})
sim = model.simulation()
fp.friction_law("slow")(lambda v, normal, t, p: 1e-9 * normal)
fp.friction_law("waits")(lambda v, normal, t, p: time.sleep(0.05) or 0.0)
def block(law):
    made = fp.Model("b", gravity=(0, -10), method={{"stepper": {{"name": "rk4", "step": 1e-3}}}}, run={{"end": 1e6}})
    made.body("block", mass=1, inertia=1, velocity=(1, 0))
    return made.joint("floor", "prismatic", bodies=("ground", "block"), axis=(1, 0), friction={{"law": law}})
sliding, waiting = block("slow"), block("waits")
began = threading.Event()
def work():
    began.set()
    {ENDINGS[what]}
threading.Thread(target=work, daemon=True).start()
began.wait()
time.sleep(0.1)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

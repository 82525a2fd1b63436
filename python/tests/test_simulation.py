# SPDX-License-Identifier: Apache-2.0
import copy
import ctypes
import pickle
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import pendulum

import freeplay as fp


def test_steps_are_those_of_a_run(crank):
    result = crank.run()
    sim = crank.simulation()
    for _ in range(100):
        sim.step()
    assert sim.t == pytest.approx(1e-3, rel=1e-12) and sim.dt == 1e-5
    k = int(np.argmin(abs(result.t - sim.t)))
    sim.read()
    assert np.array_equal(sim["body/slider/position"], result["body/slider/position"][k])
    assert sim["body/crank/angle"] == result["body/crank/angle"][k]
    assert sim.channels["/body/crank/angle"] == "rad"


def test_a_copy_goes_on_by_itself(crank):
    sim = crank.simulation()
    sim.advance_to(0.01)
    other = copy.copy(sim)
    sim.advance_to(0.02)
    assert other.t == pytest.approx(0.01)
    other.advance_to(0.02)
    assert np.array_equal(other.q, sim.q)
    with pytest.raises(RuntimeError, match="copies"):
        sim.parameters["joint.guide.clearance"] = 2e-3


def test_parameters_give_the_bits_of_an_edited_file(crank):
    sim = crank.simulation()
    sim.advance_to(0.005)
    sim.restart({"joint.guide.clearance": "0.5 mm", "body.crank.angular_velocity": 120})
    assert sim.t == 0 and sim.parameters["joint.guide.clearance"] == 5e-4
    sim.advance_to(0.02)
    crank["joint.guide.clearance"] = "0.5 mm"
    crank["body.crank.angular_velocity"] = 120
    edited = crank.simulation()
    edited.advance_to(0.02)
    assert np.array_equal(sim.q, edited.q) and np.array_equal(sim.u, edited.u)


def test_parameters_are_checked(crank):
    sim = crank.simulation()
    with pytest.raises(KeyError, match="guide.clearance"):
        sim.parameters["joint.gide.clearance"] = 1
    with pytest.raises(ValueError, match="mm"):
        sim.parameters["joint.guide.clearance"] = "3 s"
    with pytest.raises(fp.ModelError):
        sim.parameters["body.crank.mass"] = -1
    with pytest.raises(TypeError):
        del sim.parameters["body.crank.mass"]
    assert sim.parameters.unit("body.crank.mass") == "kg" and len(sim.parameters) > 50


def test_inputs_hold_until_they_are_set_again():
    model = pendulum(gravity=(0, 0)).force("motor", "torque", body="rod", torque=0)
    sim = model.simulation()
    assert dict(sim.inputs) == {"force.motor.torque": 0.0}
    sim.inputs["force.motor.torque"] = "2 N*m"
    sim.advance_to(0.5)
    sim.inputs["force.motor.torque"] = 0
    sim.advance_to(1)
    omega = 2 * 0.5 / (1 / 48 + 0.25**2)  # T t / J, then it turns on
    assert sim.u[2] == pytest.approx(omega, rel=1e-9)
    with pytest.raises(KeyError, match="torque"):
        sim.inputs["force.motor.torqe"] = 1


def test_a_motor_takes_a_voltage(examples):
    """J w' = k n (U - k n w)/R: with each voltage the speed tends to U/(k n), with the time constant J R/(k n)^2."""
    model = fp.read(examples / "dc_motor" / "model.toml", {"method.stepper": '{ name = "runge_kutta", accuracy = 1e-10 }'})
    sim = model.simulation()
    assert dict(sim.inputs) == {"actuator.motor.voltage": 24.0} and sim.inputs.unit("actuator.motor.voltage") == "V"
    inertia, resistance, constant = 0.02 + 400 * 5e-6, 0.6, 20 * 0.05  # with the rotor and its gear
    tau, omega = inertia * resistance / constant**2, 0.0
    for k, voltage in enumerate((12, "-6 V", 0, 24)):
        sim.inputs["actuator.motor.voltage"] = voltage
        end = (-6 if voltage == "-6 V" else voltage) / constant
        omega = end + (omega - end) * np.exp(-0.01 / tau)
        sim.advance_to(0.01 * (k + 1))
        assert sim.u[2] == pytest.approx(omega, rel=1e-7)
    with pytest.raises(ValueError, match="actuator.motor.voltage.*voltage"):
        sim.inputs["actuator.motor.voltage"] = "3 A"
    with pytest.raises(KeyError, match="there are actuator.motor.voltage"):
        sim.inputs["actuator.motor.current"] = 3
    moving = fp.read(examples / "dc_motor" / "model.toml", {"actuator.motor.voltage": "= 24 V*sin(3 [rad/s]*t)"})
    assert dict(moving.simulation().inputs) == {}  # what is a formula cannot be set


def test_a_compiled_controller_does_the_same(examples):
    numbers = ctypes.POINTER(ctypes.c_double)

    @ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers)
    def compiled(t, q, u, inputs):
        inputs[0] = SERVO["stiffness"] * (0 - q[5]) + SERVO["damping"] * (0 - u[2])

    ends = []
    for controller in (servo, compiled):
        sim = servo_machine(examples).simulation()
        sim.control(1e-3, controller)
        sim.advance_to(0.3)
        ends.append(sim.save())
    assert np.array_equal(*ends) and abs(ends[0]).max() > 0

    @ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers)
    def wild(t, q, u, inputs):
        inputs[0] = np.nan

    sim.control(1e-3, wild)
    with pytest.raises(ValueError, match="force.drive.torque"):
        sim.advance_to(0.4)


def test_a_simulation_is_pickled_and_copied_deeply(crank):
    sim = crank.simulation()
    sim.restart({"joint.guide.clearance": "0.5 mm"})
    sim.advance_to(0.01)
    crank["joint.guide.clearance"] = "2 mm"  # of the model, after the simulation was made
    others = [pickle.loads(pickle.dumps(sim)), copy.deepcopy(sim), pickle.loads(pickle.dumps(sim.copy()))]
    sim.advance_to(0.02)
    for other in others:
        assert other.t == pytest.approx(0.01) and other.parameters["joint.guide.clearance"] == 5e-4
        other.advance_to(0.02)
        assert np.array_equal(other.state, sim.state)
    others[1].parameters["joint.guide.clearance"] = "0.7 mm"  # its own machine, so it may
    waiting = pickle.loads(pickle.dumps(others[1]))
    for each in (others[1], waiting):
        each.restart()
        each.advance_to(0.02)
    assert np.array_equal(waiting.state, others[1].state) and not np.array_equal(waiting.q, sim.q)


def test_a_pickle_is_opened_by_another_process(crank, tmp_path):
    sim = crank.simulation()
    sim.advance_to(0.01)
    (tmp_path / "sim.pickle").write_bytes(pickle.dumps((crank, sim)))
    program = (
        "import pickle; model, sim = pickle.load(open('sim.pickle', 'rb')); sim.advance_to(0.02); "
        "print(sim.q.tobytes().hex(), model['joint.guide.clearance'])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    sim.advance_to(0.02)
    assert done.stdout.split() == [sim.q.tobytes().hex(), "0.001"]


SERVO = {"stiffness": 1.0, "damping": 0.02}


def servo_machine(examples, **changes):
    """The servo with backlash, its servo taken out and a torque put in."""
    text = (examples / "servo_backlash" / "model.toml").read_text(encoding="utf-8")
    head, _, tail = text.partition("[[actuator]]")
    drive = '[[force]]\nname = "drive"\ntype = "torque"\nbody = "motor"\ntorque = 0\n'
    return fp.read_text(head + drive + tail[tail.index("[contact]") :], changes)


def servo(sim):
    sim.inputs["force.drive.torque"] = SERVO["stiffness"] * (0 - sim.q[5]) + SERVO["damping"] * (0 - sim.u[2])


@pytest.mark.parametrize("advance", ["advance_to", "pieces", "step", "step_to"])
def test_a_controller_does_what_the_servo_of_the_model_does(examples, advance):
    file = examples / "servo_backlash" / "model.toml"
    built_in = fp.read(file, {"actuator.servo.sample": "1 ms"}).simulation()
    built_in.advance_to(0.5)
    sim = servo_machine(examples).simulation()
    sim.control(1e-3, servo)
    if advance == "advance_to":
        sim.advance_to(0.5)
    elif advance == "pieces":
        for t in (0.0123, 0.1, 0.1004, 0.33, 0.5):
            sim.advance_to(t)
    else:
        while sim.t < 0.5 - 5e-5:
            sim.step() if advance == "step" else sim.step_to(sim.t + 1e-4)
    assert np.allclose(sim.q, built_in.q, rtol=0, atol=1e-12 if advance == "step_to" else 1e-15)


def test_when_a_controller_is_called(examples):
    sim, times = servo_machine(examples).simulation(), []
    sim.control(1e-3, lambda s: times.append(s.t))
    sim.advance_to(0.0045)
    assert times == pytest.approx([0, 1e-3, 2e-3, 3e-3, 4e-3])
    saved = sim.save()
    sim.advance_to(0.0055)
    sim.load(saved)
    sim.advance_to(0.0065)
    assert times[5:] == pytest.approx([5e-3, 0.0045, 5e-3, 6e-3])  # where it was put, it looks at once
    del times[:]
    sim.restart()
    sim.advance_to(0.0015)
    assert times == pytest.approx([0, 1e-3])
    sim.control(1.0, None)
    sim.advance_to(0.01)
    assert len(times) == 2


def test_a_controller_that_raises(examples):
    sim = servo_machine(examples).simulation()

    def fails(s):
        if s.t > 0.0025:
            raise LookupError("enough")

    sim.control(1e-3, fails)
    with pytest.raises(LookupError, match="enough"):
        sim.advance_to(1)
    assert sim.t == pytest.approx(3e-3)
    sim.control(1e-3, None)
    sim.advance_to(0.01)


def test_a_state_is_assigned(crank):
    a, b = crank.simulation(), crank.simulation()
    a.advance_to(0.01)
    b.state = a.state
    a.advance_to(0.02)
    b.advance_to(0.02)
    assert np.array_equal(a.u, b.u)


def test_observers_see_every_step(crank):
    sim, seen = crank.simulation(), []
    sim.observe(lambda s: seen.append((s.t, s.q[2])))
    sim.advance_to(1e-3)
    assert len(seen) == 100 and seen[-1] == (sim.t, sim.q[2])
    sim.forget_observers()
    sim.step()
    assert len(seen) == 100


def test_an_observer_that_raises_ends_the_steps(crank):
    sim = crank.simulation()

    def observer(s):
        if s.t > 5e-4:
            raise LookupError("enough")

    sim.observe(observer)
    with pytest.raises(LookupError, match="enough"):
        sim.advance_to(1)
    assert 5e-4 < sim.t < 1e-3


@pytest.mark.parametrize(
    "meddle",
    [
        lambda s: s.step(),
        lambda s: s.advance_to(1),
        lambda s: s.load(s.save()),
        lambda s: s.restart(),
        lambda s: s.observe(print),
    ],
)
def test_an_observer_may_look_but_not_change(crank, meddle):
    sim = crank.simulation()
    sim.observe(meddle)
    with pytest.raises(RuntimeError, match="stepping"):
        sim.step()
    sim.forget_observers()
    sim.step()  # it goes on


def test_python_goes_on_while_a_simulation_steps(crank):
    """The interpreter lock is free while it steps."""
    sim, ticks, over = crank.simulation(), [], threading.Event()

    def tick():
        while not over.wait(1e-3):
            ticks.append(time.perf_counter())

    ticking = threading.Thread(target=tick)
    ticking.start()
    begin = time.perf_counter()
    sim.advance_to(0.5)
    end = time.perf_counter()
    over.set()
    ticking.join()
    assert sum(begin < t < end for t in ticks) > 5, f"{len(ticks)} in {end - begin:.3f} s"


def test_another_thread_waits(crank):
    sim = crank.simulation()
    began, caught = threading.Event(), []
    sim.observe(lambda s: began.set())
    thread = threading.Thread(target=lambda: sim.advance_to(0.5))
    thread.start()
    began.wait(60)
    while thread.is_alive():
        try:
            sim.step_to(sim.t + 1)
        except RuntimeError as error:
            caught.append(str(error))
            break
    sim_time_end = 0.5
    thread.join()
    assert caught and "another thread" in caught[0]
    assert sim.t == pytest.approx(sim_time_end)


def test_a_step_that_cannot_be_made(examples):
    model = fp.read(examples / "painleve_rod" / "model.toml")
    sim = model.simulation()
    with pytest.raises(ValueError, match="ahead"):
        sim.step_to(sim.t - 1)


@pytest.mark.parametrize("saved", [[], [1.0, 2.0], np.zeros(10_000), "text", [[None]]])
def test_what_was_not_saved_is_not_loaded(crank, saved):
    sim = crank.simulation()
    q = sim.q
    with pytest.raises((ValueError, TypeError)):
        sim.load(saved)
    assert np.array_equal(sim.q, q)

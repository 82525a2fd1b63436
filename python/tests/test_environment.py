# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest
from conftest import pendulum

import freeplay as fp

OPTIONS = {
    "inputs": ["force.motor.torque"],
    "observations": ["body/rod/angle", "body/rod/angular_velocity"],
    "period": 0.01,
}


def machine():
    return pendulum(method={"stepper": {"name": "symmetric", "step": 1e-3}}).force(
        "motor", "torque", body="rod", torque=0
    )


def test_steps_of_a_period_are_those_of_a_simulation():
    env = fp.Environment(machine(), **OPTIONS)
    sim = machine().simulation()
    seen, info = env.reset()
    assert np.array_equal(seen, [0, 0]) and info == {}
    for k in range(20):
        torque = np.sin(k)
        seen, reward, ended, truncated, info = env.step([torque])
        sim.inputs["force.motor.torque"] = torque
        sim.advance_to(0.01 * (k + 1))
        assert np.array_equal(seen, [sim.q[2], sim.u[2]])
        assert (reward, ended, truncated, info) == (0.0, False, False, {})
    again, _ = env.reset()
    assert np.array_equal(again, [0, 0]) and env.simulation.t == 0


def test_rewards_ends_and_horizons():
    env = fp.Environment(
        machine(),
        **OPTIONS,
        reward=lambda seen, act: -abs(seen[0]),
        terminated=lambda seen: seen[0] < -0.5,
        horizon=0.05,
    )
    env.reset()
    answers = [env.step([0]) for _ in range(5)]
    assert [a[3] for a in answers] == [False] * 4 + [True]
    assert answers[2][1] == -abs(answers[2][0][0])
    assert not any(a[2] for a in answers)
    env.reset(options={"parameters": {"gravity[1]": "-9810 m/s^2"}})  # it falls a thousand times as fast
    assert env.step([0])[2]


def test_copies_in_threads_are_those_alone():
    rng = np.random.default_rng(1)
    actions = rng.normal(size=(30, 8, 1))
    alone = [fp.Environment(machine(), **OPTIONS) for _ in range(8)]
    with fp.Environments(8, 2, machine(), **OPTIONS) as together:
        together.reset()
        for rows in actions:
            seen = together.step(rows)[0]
            assert seen.shape == (8, 2)
            for k, env in enumerate(alone):
                assert np.array_equal(env.step(rows[k])[0], seen[k])


def test_wrong_environments():
    with pytest.raises(KeyError, match="torque"):
        fp.Environment(machine(), **{**OPTIONS, "inputs": ["force.motor.torqe"]})
    with pytest.raises(KeyError, match="angle"):
        fp.Environment(machine(), **{**OPTIONS, "observations": ["body/rod/angel"]})
    with pytest.raises(ValueError, match="period"):
        fp.Environment(machine(), **{**OPTIONS, "period": 0})
    env = fp.Environment(machine(), **OPTIONS)
    for action in ([], [1, 2], [float("nan")]):
        with pytest.raises(ValueError):
            env.step(action)
    with pytest.raises(ValueError):
        fp.Environments(0, 1, machine(), **OPTIONS)


def test_actions_are_set_points_of_a_servo():
    model = pendulum(gravity=(0, 0), method={"stepper": {"name": "symmetric", "step": 1e-3}})
    model.actuator("servo", "servo", "pin", set_point=0, stiffness=20, damping=3)
    options = {**OPTIONS, "inputs": ["actuator.servo.set_point"]}
    sim = model.simulation()
    with fp.Environments(2, 2, model, **options) as both:
        both.reset()
        for k in range(200):
            seen, *_ = both.step([[0.3], [-0.2]])
            sim.inputs["actuator.servo.set_point"] = 0.3
            sim.advance_to(0.01 * (k + 1))
        assert np.array_equal(seen[0], [sim.q[2], sim.u[2]])
        assert seen[:, 0] == pytest.approx([0.3, -0.2], abs=1e-3)  # where they come to rest

# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess

import pytest

import freeplay as fp

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def examples():
    return ROOT / "examples"


@pytest.fixture
def crank(examples):
    """The slider-crank with play in its guide, 20 ms of it: impacts, sliding and flight."""
    return fp.read(examples / "slider_crank" / "model.toml", {"run.end": "0.02 s"})


@pytest.fixture
def command():
    """The command line, for comparison."""
    program = os.environ.get("FREEPLAY_PROGRAM")
    if not program:
        pytest.skip("FREEPLAY_PROGRAM names no program")

    def run(*arguments):
        return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True)

    return run


def pendulum(**tables):
    """A rod of 1 kg and 0.5 m on a pin, level at first; its stepper errs by less than 1e-10 over a second."""
    settings = {
        "gravity": (0, -9.81),
        "run": {"end": "1 s"},
        "method": {"stepper": {"name": "runge_kutta", "accuracy": 1e-11}},
    }
    model = fp.Model("pendulum", **{**settings, **tables})
    model.body("rod", mass="1 kg", inertia=1 / 48, position=(0.25, 0))
    model.joint("pin", "revolute", bodies=("ground", "rod"), points=[(0, 0), (-0.25, 0)])
    return model


def block(friction, velocity=3.0, **tables):
    """A block of 2 kg that slides on a level guide at 3 m/s."""
    settings = {
        "gravity": (0, -10),
        "run": {"end": 0.5},
        "method": {"stepper": {"name": "runge_kutta", "accuracy": 1e-10}},
    }
    model = fp.Model("block on a floor", **{**settings, **tables})
    model.body("block", mass=2, inertia=0.01, velocity=(velocity, 0))
    model.joint("floor", "prismatic", bodies=("ground", "block"), axis=(1, 0), friction=friction)
    return model

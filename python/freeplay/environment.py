# SPDX-License-Identifier: Apache-2.0
"""Machines under control: steps of a fixed period with inputs and observations as arrays, as Gymnasium has them.

Nothing of Gymnasium is needed; reset() and step() give what its environments give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _freeplay, checks
from .model import Model
from .simulation import Simulation

Array = npt.NDArray[np.float64]
Reward = Callable[[Array, Array], float]
Ended = Callable[[Array], bool]


class Environment:
    """One machine that is acted upon every `period` seconds.

    `inputs` are paths such as "force.motor.torque" or "actuator.servo.set_point"; `observations` are channels such as "body/rod/angle", whose numbers are
    put one after the other. `reward(observation, action)` and `terminated(observation)` are functions; after `horizon`
    seconds an episode is truncated. An episode in which a step cannot be made is terminated, with the reason in info.
    """

    def __init__(
        self,
        model: Model,
        *,
        inputs: Sequence[str],
        observations: Sequence[str],
        period: float,
        reward: Reward | None = None,
        terminated: Ended | None = None,
        horizon: float = np.inf,
    ) -> None:
        if not isinstance(model, Model):
            checks.wrong("model", "a freeplay.Model", model)
        self.period, self.horizon = checks.positive("period", period, "s"), checks.positive("horizon", horizon, "s")
        if np.isinf(self.period):
            raise ValueError("period: expected a finite time, in s; found infinity")
        self._reward = checks.optional_function("reward", reward, "f(observation, action)")
        self._terminated = checks.optional_function("terminated", terminated, "f(observation)")
        self.inputs = checks.texts("inputs", inputs, "a list of paths such as 'force.motor.torque'")
        self.observations = checks.texts("observations", observations, "a list of channels such as 'body/rod/angle'")
        self.simulation: Simulation = model.simulation()
        for path in self.inputs:
            self.simulation.inputs[path]  # what does not exist is said at once
        self._inside = self.simulation._inside
        self._places = [self._inside.input_index(path) for path in self.inputs]
        self._start = self.simulation.save()
        self._begin, self._count = self.simulation.t, 0
        self.observation_size = len(self._observe())

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Back to the start; `options={"parameters": {path: value}}` starts with other numbers of the model. A machine has
        no randomness of its own, so the seed changes nothing."""
        if seed is not None:
            checks.whole("seed", seed, 0)
        given = dict(checks.mapping("options", options or {}, "{'parameters': {'body.rod.mass': 1.1}}"))
        parameters = given.pop("parameters", None)
        if given:
            raise ValueError(f"options: there is only 'parameters'; found '{next(iter(given))}'")
        if parameters:
            self.simulation.restart(parameters)
            self._start = self.simulation.save()
        else:
            self.simulation.load(self._start)
        self._count = 0
        return self._observe(), {}

    def step(self, action: npt.ArrayLike) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Holds the inputs for one period: observation, reward, terminated, truncated, info."""
        act = checks.array("action", action, f"{len(self._places)} numbers, one for each input").reshape(-1)
        if len(act) != len(self._places):
            raise ValueError(f"action: {len(self._places)} inputs need as many numbers, not {len(act)}")
        checks.finite("action", act, self.inputs)
        for place, value in zip(self._places, act):
            self._inside.set_input_at(place, value)
        info: dict[str, Any] = {}
        try:
            self._inside.advance_to(self._begin + (self._count + 1) * self.period)
        except _freeplay.StepError as error:
            info["error"] = str(error)
        self._count += 1
        seen = self._observe()
        reward = self._reward(seen, act) if self._reward else 0.0
        ended = "error" in info or (bool(self._terminated(seen)) if self._terminated else False)
        return seen, reward, ended, self._count * self.period >= self.horizon, info

    def _observe(self) -> Array:
        self._inside.read()
        parts = [
            self._inside.reading(path if path.startswith("/") else "/" + path) for path in self.observations
        ]
        return np.concatenate(parts) if parts else np.empty(0)


class Environments:
    """Many copies of an Environment that step at once, in `threads` threads. Arrays have a row for each."""

    def __init__(self, copies: int, threads: int, model: Model, **options: Any) -> None:
        self._threads = checks.whole("threads", threads, 1)
        self.all = [Environment(model, **options) for _ in range(checks.whole("copies", copies, 1))]
        self._pool = ThreadPoolExecutor(self._threads)
        self._closed = False

    def __len__(self) -> int:
        return len(self.all)

    def reset(self, *, seed: int | None = None) -> tuple[Array, list[dict[str, Any]]]:
        """All back to the start: observations with a row for each, and their infos."""
        answers = [each.reset(seed=seed) for each in self.all]
        return np.array([seen for seen, _ in answers]), [info for _, info in answers]

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, list[dict[str, Any]]]:
        """Each copy with its row of `actions`. Copies that have ended go on; reset those that should begin again."""
        if self._closed:
            raise RuntimeError("the environments are closed; make others")
        width = len(self.all[0].inputs)
        rows = checks.array("actions", actions, f"an array with {len(self.all)} rows of {width} numbers")
        if rows.shape != (len(self.all), width) and not (width == 1 and rows.shape == (len(self.all),)):
            raise ValueError(f"actions: expected shape ({len(self.all)}, {width}); found {rows.shape}")
        rows = rows.reshape(len(self.all), width)
        size = max(1, -(-len(self.all) // (4 * self._threads)))
        chunks = [range(k, min(k + size, len(self.all))) for k in range(0, len(self.all), size)]
        done = self._pool.map(lambda chunk: [self.all[k].step(rows[k]) for k in chunk], chunks)
        answers = [answer for chunk in done for answer in chunk]
        seen, rewards, ended, truncated, infos = zip(*answers)
        return np.array(seen), np.array(rewards), np.array(ended), np.array(truncated), list(infos)

    def close(self) -> None:
        """Ends the threads."""
        self._closed = True
        self._pool.shutdown()

    def __enter__(self) -> Environments:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

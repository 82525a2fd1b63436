# SPDX-License-Identifier: Apache-2.0
"""A machine on its way through time: stepped, copied, saved, observed, with inputs and parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _freeplay, checks
from .laws import function_or_address

Array = npt.NDArray[np.float64]


class _Numbers(MutableMapping[str, float]):
    """Numbers by their path; values are in SI units or texts with units."""

    def __init__(
        self,
        name: str,
        example: str,
        units: Mapping[str, str],
        get: Callable[[str], float],
        put: Callable[[str, float], None],
    ):
        self._name, self._example = name, example
        self._units, self._get, self._put = units, get, put

    def __getitem__(self, path: str) -> float:
        return self._get(checks.path(f"path of {self._name}", path, self._example))

    def __setitem__(self, path: str, value: float | str) -> None:
        self[path]  # what does not exist is said with the likely name
        self._put(path, self._in_si(path, value))

    def _in_si(self, path: str, value: float | str) -> float:
        unit, what = self._units[path], f"{self._name}['{path}']"
        if not isinstance(value, str):
            return checks.number(what, value, unit)
        try:
            return _freeplay.in_si(value, unit)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None

    def __delitem__(self, path: str) -> None:
        raise TypeError("numbers of a machine are set, not removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def unit(self, path: str) -> str:
        """The SI unit of a number; "-" for a plain one."""
        self[path]
        return self._units[path]

    def __repr__(self) -> str:
        return repr({path: self._get(path) for path in self._units})


class _Control:
    """A controller, and when it is called: at start + k·period."""

    def __init__(self, start: float, period: float, controller: Callable[[Any], Any]) -> None:
        self.start, self.period, self.controller = start, period, controller
        self.done = -1  # the k of the last call

    def due(self, t: float) -> int:
        """The last k whose time has come. Times of steps are off by rounding errors, which a part in 10⁹ covers."""
        return math.floor((t - self.start) / self.period + 1e-9)

    def next(self) -> float:
        return self.start + (self.done + 1) * self.period

    def forget(self, t: float) -> None:
        """The simulation stands elsewhere now; what is due there is called."""
        self.start = min(self.start, t)
        self.done = self.due(t) - 1


class Simulation:
    """A simulation at some time. `model.simulation()` makes one at the start.

    Steps that cannot be made raise StepError; the simulation then stands where it was. The interpreter lock is released
    while it steps, so that simulations in several threads run at once.
    """

    def __init__(
        self,
        machine: _freeplay.Machine,
        inside: _freeplay.Simulation | None = None,
        again: Callable[[], Simulation] | None = None,
    ) -> None:
        if not isinstance(machine, _freeplay.Machine):
            raise TypeError("simulations are made by model.simulation()")
        self._machine = machine
        self._again = again  # what makes another one at the start, where this one is unpickled
        self._control: _Control | None = None
        self._set: dict[str, float] = {}  # parameters that are in effect, and …
        self._pending: dict[str, float] = {}  # … those that wait for a restart
        self._inside = _freeplay.Simulation(machine) if inside is None else inside
        s = self._inside
        #: What may change between steps, by the path of `--set`: loads, sim.inputs["force.motor.torque"] = "2 N*m", and what
        #: actuators are asked for, sim.inputs["actuator.servo.set_point"] = "30 deg". A value holds until it is set again.
        self.inputs = _Numbers(
            "inputs",
            "force.motor.torque",
            s.input_names(),
            lambda path: s.input_at(s.input_index(path)),
            lambda path, value: s.set_input_at(s.input_index(path), value),
        )
        #: Every number of the model that does not change its structure. They take effect with restart().
        self.parameters = _Numbers(
            "parameters",
            "body.crank.mass",
            {path: unit for path, (unit, _) in machine.addresses().items()},
            lambda path: machine.get(machine.find(path)),
            self._set_number,
        )

    @property
    def t(self) -> float:
        """Time [s]."""
        return self._inside.t

    @property
    def dt(self) -> float:
        """Fixed step [s]; 0 when the stepper chooses its steps."""
        return self._inside.dt

    @property
    def q(self) -> Array:
        """Coordinates: of each body its position and angle in the plane, in space its position and Euler parameters."""
        return self._inside.q

    @property
    def u(self) -> Array:
        """Velocities."""
        return self._inside.u

    def step(self) -> None:
        """One step of the fixed length dt. Steppers that choose their steps refuse this."""
        if self._control is not None:
            self._call(self._control)
        self._inside.step()

    def step_to(self, t: float) -> None:
        """One step that ends at t [s], or before it if the stepper chooses its steps."""
        end = checks.number("t", t, "s")
        if self._control is not None:
            self._call(self._control)
            end = min(end, self._control.next())
        self._inside.step_to(end)

    def advance_to(self, t: float) -> None:
        """Steps until t [s] is reached."""
        end = checks.number("t", t, "s")
        control = self._control
        while control is not None and self.t < end:
            self._call(control)
            if not control.next() < end:
                break
            self._inside.advance_to(control.next())
        self._inside.advance_to(end)

    def control(self, period: float, controller: Callable[[Any], Any] | None) -> None:
        """Calls controller(sim) now and every `period` seconds, before the step that begins there, as a digital controller
        looks at its machine: it may read the simulation and set inputs, which hold until it does so again. Steps end at
        these times; a fixed step should be a whole part of the period. None takes the controller away. It may be compiled, as
        laws may: `void f(double t, const double *q, const double *u, double *inputs)`, inputs in the order of sim.inputs."""
        length = checks.positive("period", period, "s")
        if math.isinf(length):
            raise ValueError("period: expected a finite time, in s; found infinity")
        if controller is None:
            self._control = None
            return
        given = function_or_address(controller, "f(sim)", "controller")
        if not isinstance(given, int):
            self._control = _Control(self.t, length, given)
            return

        def compiled(_: Any, kept: Any = controller) -> None:  # what is compiled lives as long as this
            self._inside.control_by(given)

        self._control = _Control(self.t, length, compiled)

    def _call(self, control: _Control) -> None:
        due = control.due(self.t)
        if due > control.done:
            control.done = due
            control.controller(self)

    def restart(self, parameters: Mapping[str, float | str] | None = None) -> None:
        """Back to the start, with these and all other parameters set since; nothing is assembled again."""
        if parameters is not None:
            for path, value in checks.mapping("parameters", parameters, "{'body.crank.mass': 0.04}").items():
                self.parameters[path] = value
        self._inside.restart()
        self._moved()
        self._set.update(self._pending)
        self._pending.clear()

    def _set_number(self, path: str, value: float) -> None:
        self._inside.set_number(self._machine.find(path), value)
        self._pending[path] = value

    def copy(self) -> Simulation:
        """One that goes on by itself, without the controller. Copies share the machine: its parameters can no longer change."""
        other = Simulation(self._machine, self._inside.copy(), self._again)
        other._set, other._pending = dict(self._set), dict(self._pending)
        return other

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        if self._again is None:
            raise TypeError("a simulation is pickled if model.simulation() made it")
        return _unpickled, (self._again, self._set, self._pending, self.save())

    def __deepcopy__(self, memo: dict[int, Any]) -> Simulation:
        """With a machine of its own, so that the parameters of both can change; without observers."""
        function, arguments = self.__reduce__()
        copied: Simulation = function(*arguments)
        return copied

    @property
    def state(self) -> Array:
        """Everything that later steps depend on, as save() gives it and load() takes it: other.state = sim.state."""
        return self.save()

    @state.setter
    def state(self, saved: npt.ArrayLike) -> None:
        self.load(saved)

    def save(self) -> Array:
        """Everything that later steps depend on, as an array: to be kept, pickled, loaded."""
        return self._inside.save()

    def load(self, saved: npt.ArrayLike) -> None:
        """Goes on where save() was called, on a simulation of the same model."""
        self._inside.load(checks.array("saved", saved, "an array that save() gave"))
        self._moved()

    def _moved(self) -> None:
        if self._control is not None:
            self._control.forget(self.t)

    def observe(self, observer: Callable[[Any], Any]) -> None:
        """Calls observer(sim) after each step; sim has t, q, u."""
        self._inside.observe(checks.function("observer", observer, "f(sim)"))

    def forget_observers(self) -> None:
        """Takes all observers away."""
        self._inside.forget_observers()

    def read(self) -> Simulation:
        """Reads the channels as the simulation stands now; impulses are those since the last reading."""
        self._inside.read()
        return self

    def __getitem__(self, path: str) -> Any:
        """A channel at the last read(), by the names of result files: sim["body/crank/position"]. One number is a
        float."""
        path = checks.path("path of a channel", path, "body/crank/position")
        values = self._inside.reading(path if path.startswith("/") else "/" + path)
        return float(values[0]) if len(values) == 1 else values

    @property
    def channels(self) -> dict[str, str]:
        """Every channel with its unit."""
        return self._inside.readings()

    def __repr__(self) -> str:
        return f"<freeplay.Simulation at t = {self.t:.9g} s>"


def _unpickled(
    again: Callable[[], Simulation], numbers: dict[str, float], pending: dict[str, float], saved: Array
) -> Simulation:
    """A simulation where another one stood when it was pickled. Observers are not taken along."""
    simulation = again()
    if numbers:
        simulation.restart(numbers)
    for path, value in pending.items():
        simulation.parameters[path] = value
    simulation.load(saved)
    return simulation

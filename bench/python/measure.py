#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Freeplay costs from Python: `make bench-python`, or by itself with PYTHONPATH at the package.

Prints a table; a target that is missed is printed as such, and the program ends with 0 all the same. Each figure is that of the
fastest of several repetitions, which take turns, so that a busy moment does not hit one side of a comparison."""

import argparse
import ctypes
import gc
import os
import pathlib
import platform
import subprocess
import tempfile
import threading
import time

import numpy as np

import freeplay as fp

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def crank(end):
    return fp.read(EXAMPLES / "slider_crank" / "model.toml", {"run.end": end, "run.record.every": "1 ms"})


def fastest(calls, repetitions):
    """The least seconds of each of the calls."""
    best = [float("inf")] * len(calls)
    for _ in range(repetitions):
        for k, call in enumerate(calls):
            gc.collect()
            begin = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - begin)
    return best


def overhead_of_a_run(repetitions):
    """Seconds of model.run() beyond those that the engine says it took, as a part of the latter."""
    model = crank("2 s")
    model.run()
    shares = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        result = model.run()
        seconds = time.perf_counter() - begin
        inside = result.attributes["wall_seconds"]
        shares.append((seconds - inside) / inside)
    return float(np.median(shares)), inside


def step_from_python(repetitions, count=20_000):
    """Seconds of a call of sim.step() beyond the step itself."""
    model = fp.Model("free body", method={"stepper": {"name": "symmetric", "step": 1e-5}}, run={"end": 1})
    model.body("b", mass=1, inertia=1)
    sim = model.simulation()

    def one_by_one():
        sim.restart()
        step = sim.step
        for _ in range(count):
            step()

    def at_once():
        sim.restart()
        sim.advance_to(count * sim.dt)

    each, all_at_once = fastest([one_by_one, at_once], repetitions)
    return (each - all_at_once) / count


def compiled(folder, text):
    """The function f of a piece of C; None where there is no compiler."""
    source, library = pathlib.Path(folder, "f.c"), pathlib.Path(folder, "f.so")
    source.write_text(text)
    try:
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return ctypes.CDLL(str(library)).f


def beside_compiled(repetitions, kind, function, c_text, model_with):
    """A function of Python and the same one compiled, in turns: seconds per call more, how often it is called, and how many
    times as long the run takes."""
    calls = [0]

    def counted(*given):
        calls[0] += 1
        return function(*given)

    with tempfile.TemporaryDirectory() as folder:
        in_c = compiled(folder, c_text)
        if in_c is None:
            return None
        for name, each in (("counted", counted), ("python", function), ("compiled", in_c)):
            kind(f"bench_{kind.__name__}_{name}", parameters={"k": "-"})(each)
        model_with(f"bench_{kind.__name__}_counted").run()
        models = [model_with(f"bench_{kind.__name__}_{name}") for name in ("python", "compiled")]
        in_python, in_c = fastest([model.run for model in models], repetitions)
    return (in_python - in_c) / calls[0], calls[0], in_python / in_c


def block(**keys):
    method = {"stepper": {"name": "runge_kutta", "accuracy": 1e-9, "step_max": 1e-4}}
    model = fp.Model("block", gravity=(0, -10), run={"end": 1, "record": {"every": 0.1}}, method=method)
    model.body("block", mass=2, inertia=0.01, velocity=(30, 0))
    return model.joint("floor", "prismatic", bodies=("ground", "block"), axis=(1, 0), **keys)


def law_per_call(repetitions):
    return beside_compiled(
        repetitions,
        fp.friction_law,
        lambda v, normal, t, p: p["k"] * normal,
        "double f(double v, double n, double t, const double *p) { return p[0] * n; }",
        lambda name: block(friction={"law": name, "k": 0.1}),
    )


def force_per_call(repetitions):
    return beside_compiled(
        repetitions,
        fp.force,
        lambda t, a, p: (-p["k"] * a[0], 0.0, 0.0),
        "void f(double t, const double *a, const double *b, const double *p, double *l) { l[0] = -p[0] * a[0]; }",
        lambda name: block().force("spring", name, body="block", k=0.1),
    )


def threads(repetitions, count):
    """How many times as much `count` threads compute in the same time as one does, each with a simulation of its own."""
    sims = [crank("1 s").simulation() for _ in range(count)]

    def work(sim):
        sim.restart()
        sim.advance_to(1.0)

    def alone():
        work(sims[0])

    def together():
        running = [threading.Thread(target=work, args=(sim,)) for sim in sims]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()

    one, all_of_them = fastest([alone, together], repetitions)
    return count * one / all_of_them


def environments(repetitions, count, copies=64, periods=50):
    """Steps of environments per second, in so many threads."""
    model = fp.read(EXAMPLES / "slider_crank" / "model.toml")
    model = fp.read_text(model.text + '\n[[force]]\nname = "m"\ntype = "torque"\nbody = "crank"\ntorque = 0\n')
    actions = np.zeros((copies, 1))
    with fp.Environments(
        copies, count, model, inputs=["force.m.torque"], observations=["body/crank/angle"], period=1e-3
    ) as many:

        def run():
            many.reset()
            for _ in range(periods):
                many.step(actions)

        return copies * periods / fastest([run], repetitions)[0]


def main():
    parser = argparse.ArgumentParser(description="What Freeplay costs from Python.")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="most threads to try")
    options = parser.parse_args()
    n = options.repetitions
    print(f"Freeplay {fp.__version__}, Python {platform.python_version()}, NumPy {np.__version__},", end=" ")
    print(f"{len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[0]:.2f}, fastest of {n}\n")
    print("| what | figure | target | |\n|---|---|---|---|")

    def row(what, figure, target="", met=None):
        print(f"| {what} | {figure} | {target} | {'' if met is None else 'met' if met else 'missed'} |", flush=True)

    share, seconds = overhead_of_a_run(n)
    row(f"overhead of a run of {seconds:.2f} s", f"{100 * share:.2f} %", "below 1 %", share < 0.01)
    step = step_from_python(n)
    row("step called from Python", f"{1e6 * step:.2f} µs", "below 1 µs", step < 1e-6)
    for what, figures in (("friction law", law_per_call(n)), ("force", force_per_call(n))):
        if figures is None:
            continue
        seconds, calls, ratio = figures
        row(f"{what} in Python, per call more than compiled ({calls} calls)", f"{1e6 * seconds:.2f} µs")
        row(f"run with a {what} in Python, against a compiled one", f"{ratio:.2f} times")
    for count in [2, 4, 8, 16, 32]:
        if count <= options.threads:
            gain = threads(n, count)
            target = ("at least 1.9", gain >= 1.9) if count == 2 else ("", None)
            row(f"{count} threads with {count} simulations, against one", f"{gain:.2f} times", *target)
    for count in [1, 2, 4, 8, 16, 32]:
        if count <= options.threads:
            row(f"64 environments of 1 ms in {count} threads", f"{environments(n, count):.0f} steps/s")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What is made and dropped is given back."""

import gc
import pathlib

from conftest import block, pendulum

import freeplay as fp


def resident():
    """Memory in use [bytes]."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


def grows_by(work, times):
    for _ in range(times):
        work()
    gc.collect()
    before = resident()
    for _ in range(times):
        work()
    gc.collect()
    return resident() - before


def test_nothing_is_left_behind(tmp_path):
    fp.friction_law("kept", parameters={"mu": "-"})(lambda v, normal, t, p: p["mu"] * normal)
    method = {"stepper": {"name": "symmetric", "step": 1e-3}}

    def work():
        model = pendulum(method=method)
        result = model.run()
        views = [result[path] for path in result.paths]
        sim = model.simulation()
        sim.observe(lambda s: s.t)
        sim.advance_to(0.01)
        other = sim.copy()
        other.load(sim.save())
        sliding = block({"law": "kept", "mu": 0.1}, run={"end": 1e-2}).run()
        try:
            model["body.nobody.mass"] = 1
        except fp.ModelError:
            pass
        return views, sliding

    assert grows_by(work, 60) < 3e6  # 60 results of 0.5 MB would be 30 MB

# SPDX-License-Identifier: Apache-2.0
"""The scripts of examples/python."""

import runpy

import numpy as np
import pytest
from conftest import ROOT


def script(name):
    return runpy.run_path(str(ROOT / "examples" / "python" / name))


def test_calibrate():
    pytest.importorskip("scipy")
    truth, found = script("calibrate.py")["main"]()
    assert np.allclose(found, truth, rtol=0.02)


def test_chaos():
    apart, radius = script("chaos.py")["main"]()
    assert apart[0] < 1e-6 and apart[-50:].min() > 0.05  # twins agree at first and part for good
    assert 0 < radius.min() < radius.max() < 1.01  # the journal stays in its bearing

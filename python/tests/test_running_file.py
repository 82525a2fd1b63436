# SPDX-License-Identifier: Apache-2.0
"""A result is read by h5py, again and again, while its run writes it: as docs/result_file.md says, and right each time."""

import os
import re
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from conftest import ROOT

READS = 150
EVERY = 1e-4  # of the samples [s]
CHANNELS = ["/time", "/body/crank/position", "/contact/guide.upper_back/gap"]


def from_the_page():
    """The function that the page gives, as a reader takes it from there; and how often it opened the file in vain."""
    text = (ROOT / "docs" / "result_file.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(def read_running.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)
    refused = []

    class Counting:
        @staticmethod
        def File(*arguments):
            try:
                return h5py.File(*arguments)
            except OSError as error:
                refused.append(str(error))
                raise

    space = {"h5py": Counting, "time": time}
    exec(compile(block, "docs/result_file.md", "exec"), space)  # noqa: S102
    return space["read_running"], refused


def what_is_there(file):
    lengths = {}
    file.visititems(
        lambda name, item: lengths.update({name: len(item)})
        if isinstance(item, h5py.Dataset) and "unit" in item.attrs
        else None
    )
    return file.attrs["status"], lengths, [file[channel][:] for channel in CHANNELS]


def test_a_name_that_is_none_is_not_waited_for(tmp_path):
    read_running, refused = from_the_page()
    with pytest.raises(FileNotFoundError):
        read_running(str(tmp_path / "none.h5"), what_is_there)
    (tmp_path / "text.h5").write_text("no HDF5")
    with pytest.raises(OSError):
        read_running(str(tmp_path / "text.h5"), what_is_there, patience=0.1)
    assert len(refused) > 2


def test_every_read_beside_a_run_is_right(tmp_path):
    program = os.environ.get("FREEPLAY_PROGRAM")
    if not program:
        pytest.skip("FREEPLAY_PROGRAM names no program")
    result = tmp_path / "run.h5"
    model = ROOT / "examples" / "slider_crank" / "model.toml"
    run = subprocess.Popen(
        [program, "run", model, "-q", "--no-report", "-o", result]
        + ["--set", "run.end=1000", "--set", f"run.record.every={EVERY}"],
        stderr=subprocess.DEVNULL,
    )
    try:
        read_running, refused = from_the_page()
        while not result.exists():
            assert run.poll() is None
        _, _, seen = read_running(str(result), what_is_there)
        grew = 0
        for _ in range(READS):
            status, lengths, values = read_running(str(result), what_is_there)
            assert status == "interrupted" and len(lengths) > 30
            samples = len(values[0])
            assert set(lengths.values()) == {samples}, "channels of different lengths"
            assert samples >= len(seen[0]), "samples have gone"
            np.testing.assert_allclose(values[0], EVERY * np.arange(samples), rtol=0, atol=1e-9)
            for now, before in zip(values, seen):
                assert np.isfinite(now).all()
                assert np.array_equal(now[: len(before)], before), "samples have changed"
            grew += samples > len(seen[0])
            seen = values
        assert run.poll() is None, "the run ended too early to be read beside"
    finally:
        run.send_signal(signal.SIGINT)
        run.wait()
    assert grew > 10
    status, lengths, values = read_running(str(result), what_is_there)
    assert run.returncode == 130 and status == "interrupted"
    for whole, before in zip(values, seen):
        assert np.array_equal(whole[: len(before)], before)
    print(f"{READS} reads, {grew} of them saw more than the one before; {len(refused)} openings were refused")

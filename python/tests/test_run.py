# SPDX-License-Identifier: Apache-2.0
import pickle
import signal
import threading
import time
import warnings

import numpy as np
import pytest
from conftest import pendulum

import freeplay as fp


def test_the_bits_of_the_command_line(crank, command, examples, tmp_path):
    ours, theirs = tmp_path / "ours.h5", tmp_path / "theirs.h5"
    result = crank.run(ours)
    command("run", examples / "slider_crank" / "model.toml", "--set", "run.end=0.02 s", "-o", theirs, "--no-report")
    other = fp.open(theirs)
    assert result.paths == other.paths and len(result.paths) > 50
    memory = crank.run()
    for path in result.paths:
        if path.startswith("/steps/"):  # times of this machine's clock
            continue
        assert np.array_equal(result[path], other[path], equal_nan=True), path
        assert np.array_equal(memory[path], other[path], equal_nan=True), path
    for table in ("impacts", "events"):
        assert np.array_equal(result.table(table), other.table(table)), table
    assert result.attributes["understood"] == other.attributes["understood"]


def test_channels_are_views(crank):
    result = crank.run()
    position = result["body/slider/position"]
    assert position.shape == (len(result.t), 2) and result.unit("body/slider/position") == "m"
    assert np.shares_memory(position, result["/body/slider/position"])
    with pytest.raises(ValueError):
        position[0] = 1
    del result  # the array keeps what it needs
    assert np.isfinite(position).all()


def test_tables(crank):
    impacts = crank.run().impacts
    assert len(impacts) > 3 and set(impacts["contact"]) <= set(crank._machine().contacts)
    # Newton's law: what comes back is 0.4 of what came
    assert np.allclose(impacts["normal_after"], -0.4 * impacts["normal_before"], rtol=1e-9)


def test_a_pendulum_against_its_energy():
    result = pendulum().run()
    theta, omega = result["body/rod/angle"], result["body/rod/angular_velocity"]
    # ½ J ω² = m g l/2 |sin θ| from rest at the horizontal, J = m l²/3
    assert np.allclose(0.5 * (0.25 / 3) * omega**2, -9.81 * 0.25 * np.sin(theta), atol=1e-8)


def test_a_run_that_fails_keeps_its_results():
    model = pendulum(run={"end": "1 s", "limits": {"energy_error": 1e-18}})
    with pytest.raises(fp.RunError) as caught:
        model.run()
    assert caught.value.result.status == "limit"
    assert len(caught.value.result.t) >= 1
    assert model.run(check=False).status == "limit"


def test_warnings_are_those_of_python(examples):
    model = fp.read(examples / "slider_crank" / "model.toml", {"run.end": "0.01 s", "method.stepper.step": "2 ms"})
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        result = model.run()
    assert [str(each.message) for each in said if each.category is fp.FreeplayWarning] == result.warnings


def test_progress_is_called_and_its_exceptions_end_the_run(examples):
    model = fp.read(examples / "slider_crank" / "model.toml", {"run.end": "20 s"})

    def stop(t, end, wall):
        raise ZeroDivisionError(f"at {t} of {end}")

    with pytest.raises(ZeroDivisionError, match="of 20.0"):
        model.run(progress=stop)


def test_ctrl_c_ends_a_run(examples):
    model = fp.read(examples / "slider_crank" / "model.toml", {"run.end": "1000 s", "run.record.every": "1 s"})
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.run()
    assert time.monotonic() - begin < 60  # a run to its end takes far longer
    sim = model.simulation()
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        sim.advance_to(1000)
    assert 0 < sim.t < 1000


def test_two_runs_in_two_threads(crank):
    alone = crank.run()["body/slider/position"]
    found = [None, None]

    def work(k):
        found[k] = crank.run()["body/slider/position"]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(found[0], alone) and np.array_equal(found[1], alone)


def test_report_figures_and_csv(crank, tmp_path):
    result = crank.run()
    result.report(tmp_path / "crank.html")
    page = (tmp_path / "crank.html").read_text()
    assert page.startswith("<!doctype html>") and "slider-crank with play" in page
    result.plot(tmp_path / "energy.svg", "energy")
    assert "<svg" in (tmp_path / "energy.svg").read_text()
    assert "energy" in fp.figures()
    with pytest.raises(RuntimeError, match="energi"):
        result.plot(tmp_path / "x.svg", ["energi"])
    assert result.to_csv(tmp_path / "csv")
    result.report(tmp_path / "crank.pdf")
    assert (tmp_path / "crank.pdf").read_bytes().startswith(b"%PDF")
    other = fp.read_text(crank.text, {**crank.changes, "joint.guide.clearance": "0.5 mm"}).run()
    fp.compare([result, other]).report(tmp_path / "both.html")
    shown = result._repr_html_()
    assert shown.startswith("<iframe") and len(shown) < 8e6


def test_a_notebook_is_shown_less_of_a_long_run(crank, tmp_path):
    """A hundred times as many numbers are thinned to what notebooks hold; the report itself has them all."""
    long = fp.read_text(crank.text, {**crank.changes, "run.end": "0.2 s", "run.record.every": "10 us"}).run()
    long.report(tmp_path / "long.html")
    assert len(long.t) == 20_001
    shown, page = len(long._repr_html_()), (tmp_path / "long.html").stat().st_size
    assert shown < len(crank.run()._repr_html_()) + 5e6 and page > 3 * shown


def test_a_file_is_opened_and_read_piece_by_piece(crank, tmp_path):
    crank.run(tmp_path / "crank.h5")
    result = fp.open(tmp_path / "crank.h5")
    assert result.status == "complete" and "body/slider/position" in result and "body/x/y" not in result
    assert result["body/slider/position"].shape == (len(result.t), 2)
    with pytest.raises(KeyError, match="slider"):
        result["body/sider/position"]
    with pytest.raises(RuntimeError, match="nothing.h5"):
        fp.open(tmp_path / "nothing.h5")


def test_a_state_is_pickled(crank):
    a, b = crank.simulation(), crank.simulation()
    a.advance_to(0.01)
    b.load(pickle.loads(pickle.dumps(a.save())))
    a.advance_to(0.02)
    b.advance_to(0.02)
    assert np.array_equal(a.q, b.q) and np.array_equal(a.u, b.u)

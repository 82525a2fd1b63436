# SPDX-License-Identifier: Apache-2.0
"""Studies from Python: the rows of the command line, measures of one's own, what is wrong."""

import threading

import numpy as np
import pytest

import freeplay as fp

BALL = """freeplay = 1
gravity = [0, -10]
[[body]]
name = "ball"
mass = 0.1
inertia = 1e-5
position = [0, 0.21]
[[shape]]
body = "ball"
type = "circle"
radius = 0.01
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0.5 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 0.3
record = { every = 1e-3 }
"""
MASSES = np.array([0.05, 0.1, 0.2])


def ball(**options):
    """A ball of several masses falls 0.2 m: it hits with (1 + ε) m √(2 g h)."""
    study = fp.Study(fp.read_text(BALL, file="ball.toml"), "ball", **options)
    study.vary("body.ball.mass", values=MASSES)
    return study.measure("hit", table="impacts", column="normal_impulse", what="peak")


def hit(run):
    """The same measure as a function."""
    return run.impacts["normal_impulse"].max()


def test_rows_are_those_of_the_command_line(examples, command, tmp_path):
    text = (examples / "studies" / "pin_clearance.toml").read_text(encoding="utf-8").replace("repeats = 10", "repeats = 2")
    file = tmp_path / "pins.toml"
    file.write_text(text.replace("..", str(examples)))
    command("study", file, "--threads", "1", "-o", tmp_path / "there.h5", "-q")
    there = fp.open_study(tmp_path / "there.h5")
    here = fp.read_study(file).run(tmp_path / "here.h5", threads=2)
    assert len(here) == len(there) == 14 and here.is_whole and here.complete.all()
    assert np.array_equal(here.inputs, there.inputs) and np.array_equal(here.measures, there.measures)
    assert here.inputs.dtype.names == ("clearance", "start")
    assert (tmp_path / "here.h5").read_bytes() and here.summary.splitlines()[1:] == there.summary.splitlines()[1:]
    command("study", tmp_path / "here.h5", "--rerun", "3", "-q", "-o", tmp_path / "row.h5")
    again, known = here.rerun(3), fp.open(tmp_path / "row.h5")
    assert all(np.array_equal(again[path], known[path]) for path in known.paths)


def test_a_study_in_code_gives_arrays():
    study = ball(plan={"name": "grid", "seed": 3}, set={"run.end": "0.25 s"})
    assert study.runs == 3 and study.plan == "grid"
    assert study.variables == {"body.ball.mass": "kg"} and study.measures == {"hit": "N*s"}
    result = study.run()
    assert np.array_equal(result["body.ball.mass"], MASSES) and result.units["hit"] == "N*s"
    assert result["hit"] == pytest.approx(1.5 * MASSES * np.sqrt(2 * 10 * 0.2), rel=1e-9)
    assert np.array_equal(result.inputs["body.ball.mass"], MASSES)
    assert np.array_equal(result.measures["hit"], result["hit"])
    row = result.row(1)
    assert row.inputs == {"body.ball.mass": 0.1} and row.measures == {"hit": result["hit"][1]}
    assert row.status == "complete" and row.changes == {"run.end": "0.25 s", "body.ball.mass": "0.1"}
    assert result.model(2)["body.ball.mass"] == 0.2 and result.rerun(2).t[-1] == 0.25
    frame = result.frame()
    assert list(frame.columns) == ["body.ball.mass", "hit", "status"] and list(frame["status"]) == ["complete"] * 3
    said = result.summary.split()
    assert "hit" in said and "0.15" in said and "0.6" in said  # 3 m/s times the least and the largest mass
    assert "hit" in result._repr_html_() and repr(result) == "<freeplay.StudyResult, 3 of 3 runs, 3 complete>"


def test_any_design_is_a_list():
    """Points that a program chooses, for example with SciPy."""
    rng = np.random.default_rng(2)
    masses, restitution = rng.uniform(0.05, 0.2, 12), rng.uniform(0.2, 0.8, 12)
    study = fp.Study(fp.read_text(BALL), plan="list").vary("body.ball.mass", masses)
    study.vary("contact.impact.restitution", restitution, name="e")
    study.measure("hit", table="impacts", column="normal_impulse", what="peak")
    result = study.run(threads=2)
    assert np.array_equal(result["body.ball.mass"], masses) and np.array_equal(result["e"], restitution)
    assert result["hit"] == pytest.approx((1 + restitution) * masses * 2, rel=1e-9)


def test_texts_offsets_and_sections():
    study = fp.Study(fp.read_text(BALL), limits={"steps": 290})
    study.vary("contact.impact.law", ["newton", "poisson"], name="law").vary("body.ball.position[1]", [0, 0.1], as_="offset")
    study.measure("hit", table="impacts", column="normal_impulse", what="peak", window=[0, 0.29])
    study.section("hits", table="impacts", columns=["normal_impulse"])
    result = study.run()
    assert list(result["law"]) == ["newton", "newton", "poisson", "poisson"]
    assert list(result.status) == ["limit"] * 4 and np.isnan(result["hit"]).all() and not result.complete.any()
    assert "limit" in result.summary
    result = fp.Study(fp.read_text(BALL)).vary("contact.impact.law", ["newton", "poisson"]).section(
        "hits", table="impacts", columns=["normal_impulse"]
    ).run()
    hits = result.section("hits")
    assert hits.dtype.names == ("row", "time", "normal_impulse") and set(hits["row"]) == {0, 1}
    assert hits["time"][0] == pytest.approx(0.2, abs=1e-9)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_function_is_a_measure(threads, tmp_path):
    seen = []

    def highest(run):
        seen.append(threading.current_thread())
        assert run.paths == ["/time", "/body/ball/position"] and run.t[-1] == pytest.approx(0.3)
        return run["body/ball/position"][:, 1].max() / run.inputs["body.ball.mass"]

    study = ball().measure("own", function=hit, unit="N*s")
    assert np.array_equal(*(study.run(threads=threads)[name] for name in ("hit", "own")))
    study = ball().measure("highest", function=highest, channels=["body/ball/position"], unit="m/kg")
    study.measure("twice", formula="= 2*highest")
    result = study.run(tmp_path / "own.h5", threads=threads)
    assert result["highest"] == pytest.approx(0.21 / MASSES) and result.units["highest"] == "m/kg"
    assert np.array_equal(result["twice"], 2 * result["highest"])
    assert len(seen) == 3 and threading.main_thread() not in seen
    opened = fp.open_study(tmp_path / "own.h5")  # which does not know the function
    assert np.array_equal(opened.measures, result.measures) and opened.rerun(1).status == "complete"
    assert np.isnan(opened.row(1).measures["highest"])
    with pytest.raises(ValueError, match="were not given: highest"):
        opened.study.run(tmp_path / "own.h5", resume=True)
    known = fp.open_study(tmp_path / "own.h5", {"highest": highest})
    assert known.row(1).measures["highest"] == result["highest"][1]


def test_a_function_that_fails_ends_the_study_or_its_run(tmp_path):
    def own(run):
        if run.inputs["body.ball.mass"] == 0.1:
            return {}["nothing"]
        return 1.0

    study = ball().measure("own", function=own)
    with pytest.raises(KeyError, match="nothing") as raised:
        study.run(tmp_path / "raised.h5", threads=1)
    assert raised.traceback[-1].name == "own"
    assert raised.value.__notes__ == ["in the measure 'own' of the run with body.ball.mass = 0.1"]
    kept = fp.open_study(tmp_path / "raised.h5")
    assert len(kept) <= 1 and not kept.is_whole
    result = study.run(tmp_path / "raised.h5", resume=True, errors="row")
    assert list(result.status) == ["complete", "failed", "complete"] and result.is_whole
    assert np.array_equal(np.isnan(result["own"]), [False, True, False])
    message = result.row(1).message
    assert "measure.own: KeyError: 'nothing'" in message and "test_studies.py" in message
    assert "KeyError" in result.summary


@pytest.mark.parametrize("answer", [None, "1", [1.0], float])
def test_a_function_gives_a_number(answer):
    with pytest.raises(TypeError, match="measure 'own': expected a number"):
        ball().measure("own", function=lambda run: answer).run()


def test_laws_in_python_work_in_studies():
    @fp.contact_law("study_spring", parameters={"k": "N/m"})
    def spring(delta, rate, approach, p):
        return p["k"] * delta

    model = fp.read_text(
        BALL.replace('impact = { law = "newton", restitution = 0.5 }', 'world = "compliant"\nforce = { law = "study_spring", k = 1e5 }')
        .replace('stepper = { name = "symmetric", step = 1e-3 }', 'stepper = "runge_kutta"')
    )
    study = fp.Study(model).vary("body.ball.mass", MASSES)
    study.measure("deepest", channel="contact/ball/floor/gap", what="least")
    alone, together = study.run(threads=1), study.run(threads=3)
    assert alone.complete.all() and np.array_equal(alone.measures, together.measures)

    @fp.contact_law("study_spring", parameters={"k": "N/m"})
    def broken(delta, rate, approach, p):
        raise LookupError("out of springs")

    with pytest.raises(LookupError, match="out of springs"):
        fp.Study(model).vary("body.ball.mass", MASSES).measure(
            "deepest", channel="contact/ball/floor/gap", what="least"
        ).run(threads=2)


def test_a_stopped_study_goes_on(tmp_path):
    study = ball(plan={"name": "grid", "repeats": 40})
    whole = study.run()

    def stop(done, every, failed, seconds):
        assert every == 120 and failed == 0
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(tmp_path / "s.h5", progress=stop)
    assert 20 <= len(fp.open_study(tmp_path / "s.h5")) < 120
    with pytest.raises(FileExistsError, match="resume=True"):
        study.run(tmp_path / "s.h5")
    result = study.run(tmp_path / "s.h5", resume=True)
    assert result.is_whole and np.array_equal(result.measures, whole.measures)
    with pytest.raises(RuntimeError, match="its study was another one"):
        ball(plan={"name": "grid", "repeats": 41}).run(tmp_path / "s.h5", resume=True)
    assert len(ball().run(tmp_path / "s.h5", overwrite=True)) == 3


def test_a_search_with_a_goal_of_ones_own():
    study = fp.Study(fp.read_text(BALL), plan={"name": "optimise", "goal": "miss", "count": 60, "method": "local"})
    study.vary("contact.impact.restitution", from_=0.1, to=0.9)
    study.measure("miss", function=lambda run: (hit(run) - 0.32) ** 2, unit="N^2*s^2")
    result = study.run(threads=2)
    best = np.nanargmin(result["miss"])
    assert result["contact.impact.restitution"][best] == pytest.approx(0.6, abs=1e-3)  # 0.1 kg · 2 m/s · (1 + ε)
    assert result.row(int(best)).measures["miss"] == result["miss"][best]


def test_pages_and_pictures(tmp_path):
    result = ball().run(tmp_path / "ball.h5")
    result.report(tmp_path / "ball.html")
    result.plot(tmp_path / "ball.svg")
    assert "hit" in (tmp_path / "ball.svg").read_text() and (tmp_path / "ball.html").stat().st_size > 1e4
    with pytest.raises(RuntimeError, match=".svg, .png or .pdf"):
        result.plot(tmp_path / "ball.jpg")


WRONG = [
    (lambda s: fp.Study("ball.toml"), TypeError, "model: expected a freeplay.Model; found a text"),
    (lambda s: s.vary("body.ball.mas", [1]).check(), fp.ModelError, 'did you mean "mass"'),
    (lambda s: s.vary("body.ball.mass", ["1 m"]).check(), fp.ModelError, "a mass"),
    (lambda s: s.vary("body.ball.inertia", [1, np.nan]), ValueError, "vary.values"),
    (lambda s: s.vary(3, [1]), TypeError, "path: expected"),
    (lambda s: s.vary("body.ball.inertia", vales=[1]).check(), fp.ModelError, 'did you mean "values"'),
    (lambda s: s.measure("x", chanel="time").check(), fp.ModelError, "chanel"),
    (lambda s: s.measure("x", function=3), TypeError, "function: expected a function f"),
    (lambda s: s.measure("x", function=hit, what="peak").check(), fp.ModelError, "what"),
    (lambda s: s.measure("x", function=hit, channels=["body/bal/position"]).check(), fp.ModelError, "body/ball/position"),
    (lambda s: s.measure("x", function=hit, channels=[]).check(), fp.ModelError, "expected a list of channels"),
    (lambda s: s.measure("x", function=hit, unit="furlong").check(), fp.ModelError, '"furlong" is no unit'),
    (lambda s: s.run(threads=0), ValueError, "threads: expected a whole number of at least 1"),
    (lambda s: s.run(errors="ignore"), ValueError, "errors: expected 'raise' or 'row'"),
    (lambda s: s.run(resume=1), TypeError, "resume: expected True or False"),
    (lambda s: s.run("x.h5", resume=True, overwrite=True), ValueError, "not both"),
    (lambda s: s.run(progress=3), TypeError, "progress"),
    (lambda s: s.run("/nowhere/x.h5"), RuntimeError, "/nowhere/x.h5"),
    (lambda s: s.run()["hut"], KeyError, "there are 'hit', 'body.ball.mass'"),
    (lambda s: s.run().row(3), IndexError, "there are 0 to 2"),
    (lambda s: s.run().section("hits"), KeyError, "there is no section"),
    (lambda s: fp.read_study("nowhere.toml"), fp.ModelError, "nowhere.toml"),
    (lambda s: fp.open_study("nowhere.h5"), RuntimeError, "nowhere.h5"),
    (lambda s: fp.read_study("x.toml", {"f": 3}), TypeError, r"functions\['f'\]: expected a function"),
    (lambda s: fp.Study(fp.read_text(BALL), plan="grit").check(), fp.ModelError, 'did you mean "grid"'),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_wrong_is_said(number):
    call, error, words = WRONG[number]
    with pytest.raises(error, match=words):
        call(ball())


def test_a_study_file_names_a_function(tmp_path, command):
    (tmp_path / "ball.toml").write_text(BALL)
    (tmp_path / "study.toml").write_text(
        'study = 1\nmodel = "ball.toml"\n[[vary]]\npath = "body.ball.mass"\nvalues = [0.1, 0.2]\n'
        '[[measure]]\nfunction = "hit"\nunit = "N*s"\n[plan]\nname = "grid"\n'
    )
    with pytest.raises(fp.ModelError, match='study.toml:7:.*no function is called "hit" here'):
        fp.read_study(tmp_path / "study.toml")
    with pytest.raises(fp.ModelError, match='did you mean "hits"'):
        fp.read_study(tmp_path / "study.toml", {"hits": hit})
    result = fp.read_study(tmp_path / "study.toml", {"hit": hit}).run(tmp_path / "ball.study.h5")
    assert result["hit"] == pytest.approx([0.3, 0.6])
    said = command("study", tmp_path / "ball.study.h5").stdout
    assert "hit" in said and "0.3" in said
    command("study", tmp_path / "ball.study.h5", "--rerun", "1", "-o", tmp_path / "row.h5")
    command("report", tmp_path / "ball.study.h5", "-o", tmp_path / "ball.html")

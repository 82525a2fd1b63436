# SPDX-License-Identifier: Apache-2.0
import json

import numpy as np
import pytest
from conftest import pendulum

import freeplay as fp


def test_numbers_are_read_in_si_units(crank):
    assert crank["joint.guide.clearance"] == 0.001
    assert crank["body.crank.mass"] == 0.038
    assert crank["joint.shaft.points[1][0]"] == -0.0765
    assert crank["contact.impact.law"] == "newton"
    assert crank["body.slider.name"] == "slider"
    assert crank.degrees_of_freedom == 3


def test_a_number_is_changed_as_on_the_command_line(crank, examples):
    crank["joint.guide.clearance"] = "0.2 mm"
    crank["contact.friction.mu"] = 0.05
    assert crank["joint.guide.clearance"] == 2e-4
    same = fp.read(
        examples / "slider_crank" / "model.toml",
        {"run.end": "0.02 s", "joint.guide.clearance": "0.2 mm", "contact.friction.mu": 0.05},
    )
    assert crank.to_toml() == same.to_toml()
    crank["joint.guide.clearance"] = None  # an ideal joint
    assert crank.degrees_of_freedom == 1


def test_a_wrong_change_leaves_the_model_as_it_was(crank):
    before = crank.to_toml()
    with pytest.raises(fp.ModelError, match='did you mean "guide"'):
        crank["joint.gude.clearance"] = 1e-3
    with pytest.raises(fp.ModelError, match="clearance"):
        crank["joint.guide.clearance"] = "3 s"
    assert crank.to_toml() == before


def test_every_mistake_is_listed_with_its_place(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text('freeplay = 1\n[[body]]\nname = "a"\nmas = 1\ninertia = "2 m"\n[run]\nend = 1\n')
    with pytest.raises(fp.ModelError) as caught:
        fp.read(file)
    diagnostics = caught.value.diagnostics
    assert {(d.line, d.key) for d in diagnostics} >= {(4, "body.a.mas"), (5, "body.a.inertia")}
    assert all(d.severity == "error" and d.file == str(file) for d in diagnostics)
    assert f"{file}:4:1: error: body.a.mas" in str(caught.value)


def test_a_model_in_code_is_the_file(crank, examples):
    built = fp.Model(
        "slider-crank with play in the guide",
        gravity=np.array([0, -9.81]),
        contact={
            "impact": {"law": "newton", "restitution": 0.4},
            "friction": {"law": "coulomb", "mu": 0.01},
        },
        run={"end": "20 ms", "record": {"every": 1e-4}},
    )
    built.body("crank", mass="38 g", inertia=7.4e-5, position=["76.5 mm", 0], angle=0, angular_velocity=150)
    built.body("rod", mass=0.038, inertia=5.9e-4, position=(0.306, 0), angle=0, angular_velocity=-75)
    built.body("slider", mass=0.076, inertia=2.7e-6, position=(0.459, 0), angle=0, angular_velocity=0)
    built.joint("shaft", "revolute", bodies=("ground", "crank"), points=[[0, 0], [-0.0765, 0]])
    built.joint("pin", "revolute", bodies=("crank", "rod"), points=np.array([[0.0765, 0], [-0.153, 0]]))
    built.joint("wrist", "revolute", bodies=("rod", "slider"), points=[[0.153, 0], [0, 0]])
    built.joint(
        "guide",
        "prismatic",
        bodies=("ground", "slider"),
        axis=(1, 0),
        length="100 mm",
        width="50 mm",
        clearance="1 mm",
    )
    for body in ("crank", "rod", "slider"):  # what the file draws is not written again here
        crank[f"body.{body}.outline"] = None
    a, b = built.run(), crank.run()
    for path in ("body/slider/position", "body/crank/angle", "contact/guide.lower_front/normal"):
        assert np.array_equal(a[path], b[path]), path


def test_what_is_written_is_a_model_with_the_same_motion(crank, tmp_path):
    crank["joint.guide.clearance"] = "0.7 mm"
    crank.save(tmp_path / "again.toml")
    again = fp.read(tmp_path / "again.toml")
    assert np.array_equal(again.run()["body/slider/position"], crank.run()["body/slider/position"])


def test_formulas_and_parameters():
    model = pendulum(parameters={"length": "0.5 m"}, run={"end": "= 2*pi*sqrt(length/9.81 [m/s^2])"})
    assert model["run.end"] == pytest.approx(2 * np.pi * np.sqrt(0.5 / 9.81), rel=1e-15)
    model["parameters.length"] = "2 m"
    assert model["run.end"] == pytest.approx(2 * np.pi * np.sqrt(2 / 9.81), rel=1e-15)


def test_every_kind_of_block_has_a_method(command):
    """Those of the model file that may stand several times."""
    properties = json.loads(command("schema").stdout)["properties"]
    kinds = [name for name, about in properties.items() if about.get("type") == "array"]
    assert {"body", "actuator", "table", "repeat"} <= set(kinds)
    for kind in kinds:
        assert callable(getattr(fp.Model, kind)) and getattr(fp.Model, kind).__doc__, kind


def test_blocks_that_repeat_are_those_written_out():
    settings = {"gravity": (0, -9.81), "run": {"end": 0.2}, "method": {"stepper": {"name": "symmetric", "step": 1e-3}}}
    chain = fp.Model("chain", **settings).repeat(
        3,
        body=[{"name": "link{i}", "mass": 1, "inertia": 0.01, "position": ["= 0.1 + 0.2*i", 0]}],
    )
    by_hand = fp.Model("chain", **settings)
    for k in range(3):
        by_hand.body(f"link{k}", mass=1, inertia=0.01, position=(0.1 + 0.2 * k, 0))
    for model in (chain, by_hand):
        model.joint("pin0", "revolute", bodies=("ground", "link0"), points=[(0, 0), (-0.1, 0)])
        for k in (1, 2):
            bodies = (f"link{k - 1}", f"link{k}")
            model.joint(f"pin{k}", "revolute", bodies=bodies, points=[(0.1, 0), (-0.1, 0)])
    a, b = chain.run(), by_hand.run()
    assert chain.degrees_of_freedom == 3
    assert np.allclose(a["body/link2/position"], b["body/link2/position"], rtol=0, atol=1e-13)


def test_included_blocks_are_those_of_their_file(examples):
    folder = examples / "coupled_pendulums"
    model = fp.Model("two", gravity=(0, -9.81), run={"end": 0.1}, method={"stepper": {"name": "symmetric", "step": 1e-3}})
    model.include(folder / "pendulum.toml", "left_")
    model.include(folder / "pendulum.toml", "right_", position=(0.3, 0), parameters={"start": "5 deg"})
    assert model["body.left_rod.angle"] == np.deg2rad(2) and model["body.right_rod.angle"] == np.deg2rad(5)
    result = model.run()
    assert abs(result["body/right_rod/position"][-1, 0] - 0.3) < 0.05
    with pytest.raises(fp.ModelError, match="pendulums.toml"):
        fp.Model("none", run={"end": 1}).include(folder / "pendulums.toml").check()


def test_a_run_that_stops_when_something_holds():
    model = pendulum(run={"end": 5, "stop_when": "= rod.y < -0.2", "record": {"every": 1e-3}})
    result = model.run()
    assert result.status == "complete" and "stop_when" in result.message + str(result.attributes["message"])
    assert result.t[-1] < 0.5 and result["body/rod/position"][-1, 1] < -0.2


def test_names_of_any_kind_are_texts():
    model = fp.Model('a "quoted" \\ name\nof two lines, and ü', run={"end": 1})
    model.body("b", mass=1, inertia=1)
    assert model.name == 'a "quoted" \\ name\nof two lines, and ü'


def test_methods_are_listed():
    friction = fp.methods("friction")["friction"]
    assert friction["coulomb"].parameters[0].key == "mu"
    assert friction["coulomb"].parameters[0].required
    assert "moreau" in fp.methods()["stepper"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1: 2}, [1, None], b"bytes", 1j])
def test_what_is_no_value_of_a_model(value):
    with pytest.raises((ValueError, TypeError)):
        pendulum().body("b", mass=value, inertia=1).check()
    with pytest.raises((ValueError, TypeError)):
        pendulum()["body.rod.mass"] = value


def test_how_models_print(crank):
    assert repr(crank) == "<freeplay.Model 'slider-crank with play in the guide', dimension 2>"
    assert repr(fp.Model("unfinished")) == "<freeplay.Model with mistakes>"

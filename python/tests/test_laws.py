# SPDX-License-Identifier: Apache-2.0
import ctypes
import types

import numpy as np
import pytest
from conftest import block, pendulum

import freeplay as fp


@fp.friction_law("growing", parameters={"mu": {"unit": "-", "low": 0}, "fade": "m/s"}, help="grows with the slip")
def growing(v, normal, t, p):
    return p["mu"] * normal * (1 + (v / p["fade"]) ** 2)


def exact_speed(mu, fade, t):
    """v' = -mu g (1 + v²/f²), from 3 m/s."""
    return fade * np.tan(np.arctan(3 / fade) - mu * 10 * t / fade)


def test_a_friction_law_against_its_closed_form():
    result = block({"law": "growing", "mu": 0.2, "fade": "2 m/s"}).run()
    assert result["body/block/velocity"][-1, 0] == pytest.approx(exact_speed(0.2, 2, 0.5), abs=1e-8)


def test_a_compiled_law_gives_the_same():
    signature = ctypes.CFUNCTYPE(
        ctypes.c_double, ctypes.c_double, ctypes.c_double, ctypes.c_double, ctypes.POINTER(ctypes.c_double)
    )
    compiled = signature(lambda v, normal, t, p: p[0] * normal * (1 + (v / p[1]) ** 2))
    fp.friction_law("growing_compiled", parameters={"mu": "-", "fade": "m/s"})(compiled)
    speeds = [
        block({"law": law, "mu": 0.2, "fade": 2}).run()["body/block/velocity"]
        for law in ("growing", "growing_compiled")
    ]
    assert np.array_equal(*speeds)


def test_what_has_an_address_is_compiled():
    """As a cfunc of Numba has one."""
    signature = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * 3, ctypes.POINTER(ctypes.c_double))
    kept = signature(lambda v, normal, t, p: p[0] * normal)
    cfunc = types.SimpleNamespace(address=ctypes.cast(kept, ctypes.c_void_p).value)
    fp.friction_law("by_address", parameters={"mu": "-"})(cfunc)
    fp.friction_law("by_name", parameters={"mu": "-"})(lambda v, normal, t, p: p["mu"] * normal)
    ends = [block({"law": law, "mu": 0.2}).run()["body/block/velocity"] for law in ("by_address", "by_name")]
    assert np.array_equal(*ends) and ends[0][-1, 0] == pytest.approx(2, abs=1e-8)


def test_its_parameters_are_checked_like_any_others():
    with pytest.raises(fp.ModelError) as caught:
        block({"law": "growing", "mu": -1, "fade": "2 s", "fad": 1}).run()
    text = str(caught.value)
    assert "friction.mu" in text and "friction.fade" in text and 'did you mean "fade"' in text
    listed = fp.methods("friction")["friction"]["growing"]
    assert listed.help == "grows with the slip" and [p.key for p in listed.parameters] == ["mu", "fade", "velocity"]


def test_a_contact_law_bounces_as_its_formula_says():
    @fp.contact_law("spring_only", parameters={"k": "N/m"})
    def spring_only(delta, rate, approach, p):
        return p["k"] * delta

    model = fp.Model(
        "ball on a spring",
        contact={"world": "compliant", "force": {"law": "spring_only", "k": 1e8}},
        method={"stepper": {"name": "runge_kutta", "accuracy": 1e-10}},
        run={"end": 0.05, "record": {"every": 1e-5}},
    )
    model.body("ball", mass=1, inertia=1e-3, position=(0, 0.02), velocity=(0, -1))
    model.shape("ball", "circle", name="skin", radius=0.01)
    model.shape("ground", "half_plane", name="floor", point=(0, 0), normal=(0, 1))
    result = model.run()
    assert result["body/ball/velocity"][-1, 1] == pytest.approx(1, abs=1e-7)
    # a contact lasts half a period, pi sqrt(m/k), seen in samples of 10 us
    inside = result.t[result["body/ball/position"][:, 1] < 0.01]
    assert inside[-1] - inside[0] == pytest.approx(np.pi * np.sqrt(1 / 1e8), abs=2e-5)


def test_a_force_on_one_body_and_on_two():
    @fp.force("pull_back", parameters={"k": "N/m"})
    def pull_back(t, a, p):
        return [-p["k"] * a[0], 0, 0]

    @fp.force("rope", bodies=2, parameters={"k": {"unit": "N/m", "default": 100}})
    def rope(t, a, b, p):
        pull = p["k"] * (b[0] - a[0] - 1)
        return [[pull, 0, 0], [-pull, 0, 0]]

    model = fp.Model("masses", run={"end": 1}, method={"stepper": {"name": "runge_kutta", "accuracy": 1e-11}})
    model.body("a", mass=1, inertia=1, position=(0.1, 0))
    model.force("spring", "pull_back", body="a", k="4 N/m")
    assert model.run()["body/a/position"][-1, 0] == pytest.approx(0.1 * np.cos(2), abs=1e-9)

    model = fp.Model("two masses", run={"end": 1}, method={"stepper": {"name": "runge_kutta", "accuracy": 1e-11}})
    model.body("a", mass=1, inertia=1, position=(0, 0))
    model.body("b", mass=1, inertia=1, position=(1.2, 0))
    model.force("between", "rope", bodies=("a", "b"))
    result = model.run()
    apart = result["body/b/position"][-1, 0] - result["body/a/position"][-1, 0]
    assert apart == pytest.approx(1 + 0.2 * np.cos(np.sqrt(200)), abs=1e-9)
    assert result["energy/numerical"][-1] == pytest.approx(0, abs=1e-8)  # its work is booked as applied


def test_a_compiled_force_gives_the_same():
    numbers = ctypes.POINTER(ctypes.c_double)
    signature = ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers, numbers)

    def spring(t, a, p):
        return [-p["k"] * a[0] - 0.1 * a[3], -p["k"] * a[1], 0.01 * t]

    def link(t, a, b, p):
        pull = p["k"] * (b[0] - a[0])
        return [[pull, 0, 0], [-pull, 0, 0.2 * b[2]]]

    @signature
    def compiled_spring(t, a, b, p, loads):
        assert not b
        loads[0], loads[1], loads[2] = -p[0] * a[0] - 0.1 * a[3], -p[0] * a[1], 0.01 * t

    @signature
    def compiled_link(t, a, b, p, loads):
        pull = p[0] * (b[0] - a[0])
        loads[0], loads[3], loads[5] = pull, -pull, 0.2 * b[2]

    for name, bodies, function in (
        ("spring_python", 1, spring),
        ("spring_compiled", 1, compiled_spring),
        ("link_python", 2, link),
        ("link_compiled", 2, compiled_link),
    ):
        fp.force(name, bodies=bodies, parameters={"k": "N/m"})(function)
    results = []
    for kind in ("python", "compiled"):
        model = fp.Model("two", run={"end": 1}, method={"stepper": {"name": "runge_kutta"}})
        model.body("a", mass=1, inertia=1, position=(0.1, 0.2))
        model.body("b", mass=2, inertia=1, position=(0.5, 0), angle=0.3)
        model.force("s", f"spring_{kind}", body="a", k=4)
        model.force("l", f"link_{kind}", bodies=("a", "b"), k=7)
        results.append(model.run())
    for path in ("body/a/position", "body/b/position", "body/a/angle", "body/b/angle"):
        assert np.array_equal(results[0][path], results[1][path]) and np.ptp(results[0][path]) > 0


def body_in_space(**keys):
    model = fp.Model("body", dimension=3, run={"end": 1}, method={"stepper": {"name": "runge_kutta", "accuracy": 1e-11}})
    inertia = [[0.3, 0.02, 0], [0.02, 0.4, 0], [0, 0, 0.5]]  # its principal axes are not those of the body
    return model.body("a", mass=2, inertia=inertia, **keys)


def test_a_force_in_space():
    @fp.force("thrust", dimension=3, parameters={"size": "N"})
    def thrust(t, a, p):
        return [*(p["size"] * a[3:12].reshape(3, 3)[:, 0]), 0, 0, -0.1 * a[17]]  # along its x axis; a brake about z

    model = body_in_space(position=(1, 2, 3), angular_velocity=(0, 0, 3)).force("f", "thrust", body="a", size="4 N")
    result = model.run()
    spin = 3 * np.exp(-0.1 / 0.5 * result.t)
    t = np.linspace(0, 1, 100_001)
    angle = 15 * (1 - np.exp(-0.2 * t))  # of the spin
    assert result["body/a/angular_velocity"][:, 2] == pytest.approx(spin, abs=1e-9)
    v = result["body/a/velocity"]
    expected = [np.trapz(4 / 2 * f(angle), t) for f in (np.cos, np.sin)]
    assert v[-1, :2] == pytest.approx(expected, abs=1e-9) and abs(v[:, 2]).max() == 0
    assert result["energy/numerical"][-1] == pytest.approx(0, abs=1e-8)


def test_a_compiled_force_in_space_gives_the_same():
    numbers = ctypes.POINTER(ctypes.c_double)

    def rope(t, a, b, p):
        pull = p["k"] * (b[:3] - a[:3])
        return [[*pull, 0.1, 0, t], [*-pull, 0, 0.2 * b[15], 0]]

    @ctypes.CFUNCTYPE(None, ctypes.c_double, numbers, numbers, numbers, numbers)
    def compiled(t, a, b, p, loads):
        for i in range(3):
            loads[i] = p[0] * (b[i] - a[i])
            loads[6 + i] = -loads[i]
        loads[3], loads[5], loads[10] = 0.1, t, 0.2 * b[15]

    results = []
    for name, function in (("rope3_python", rope), ("rope3_compiled", compiled)):
        fp.force(name, bodies=2, dimension=3, parameters={"k": "N/m"})(function)
        model = body_in_space().body("b", mass=1, inertia=[1, 2, 3], position=(1, 0.5, -0.3), angular_velocity=(1, 0.2, 0))
        results.append(model.force("r", name, bodies=("a", "b"), k=7).run())
    for path in ("body/a/position", "body/b/position", "body/a/angular_velocity", "body/b/angular_velocity"):
        assert np.array_equal(results[0][path], results[1][path]) and np.ptp(results[0][path]) > 0
    momentum = 2 * results[0]["body/a/velocity"] + results[0]["body/b/velocity"]
    assert abs(momentum).max() < 1e-12  # the forces are opposite


def test_forces_of_the_wrong_size_in_space():
    fp.force("short3", dimension=3)(lambda t, a, p: [1, 2, 3])
    with pytest.raises(ValueError, match="6 numbers; this one gave 3"):
        body_in_space().force("f", "short3", body="a").run()
    with pytest.raises(ValueError, match="dimension: expected 2 or 3; found 4"):
        fp.force("four", dimension=4)
    with pytest.raises(fp.ModelError, match="short3"):  # is none of the plane
        pendulum().force("f", "short3", body="rod").run()


@pytest.mark.parametrize(
    "law, kind",
    [
        (lambda v, normal, t, p: 1 / 0, ZeroDivisionError),
        (lambda v, normal, t, p: float("nan"), ValueError),
        (lambda v, normal, t, p: "much", Exception),
        (lambda v, normal: 1, TypeError),
    ],
)
@pytest.mark.parametrize("stepper", ["runge_kutta", "bdf", "rk4"])
def test_a_law_that_raises_ends_the_run_with_its_exception(law, kind, stepper):
    fp.friction_law("broken")(law)
    method = {"stepper": {"name": stepper, **({"step": 1e-3} if stepper == "rk4" else {"accuracy": 1e-6})}}
    with pytest.raises(kind):
        block({"law": "broken"}, method=method).run()


def test_a_force_of_the_wrong_size():
    fp.force("short")(lambda t, a, p: [1, 2])
    with pytest.raises(ValueError, match="3 numbers; this one gave 2"):
        pendulum().force("f", "short", body="rod").run()


def test_a_law_is_not_for_rigid_steps():
    with pytest.raises(fp.ModelError, match="growing"):
        block({"law": "growing", "mu": 0.2, "fade": 2}, method={"stepper": {"name": "symmetric", "step": 1e-3}}).run()


def test_a_name_taken_and_a_name_again():
    with pytest.raises(ValueError, match="already"):
        fp.friction_law("coulomb")(lambda v, normal, t, p: 0)
    with pytest.raises(ValueError, match="small letters"):
        fp.friction_law("No Name")(lambda v, normal, t, p: 0)
    with pytest.raises(ValueError, match="other parameters"):
        fp.friction_law("growing", parameters={"k": "m"})(growing)
    with pytest.raises(ValueError, match="unit, default"):
        fp.friction_law("strange", parameters={"k": {"unt": "m"}})(growing)
    with pytest.raises(TypeError, match="function"):
        fp.contact_law("nothing")(3.5)
    fp.friction_law("redone")(lambda v, normal, t, p: 0.0)
    assert block({"law": "redone"}).run()["body/block/velocity"][-1, 0] == pytest.approx(3)
    fp.friction_law("redone")(lambda v, normal, t, p: 0.2 * normal)
    assert block({"law": "redone"}).run()["body/block/velocity"][-1, 0] == pytest.approx(2, abs=1e-8)

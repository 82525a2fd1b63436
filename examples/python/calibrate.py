# SPDX-License-Identifier: Apache-2.0
"""Clearance and restitution of a worn guide, found from a noisy record of the slider in it.

A slider is thrown into its guide and rattles. Its position across the guide and its angle were recorded 2000 times a second, with
an error of 20 micrometres and 0.2 millirad. Which clearance and which coefficient of restitution were at work?

The motion is compared over its first 30 ms only: after some ten hits two runs that differ by a thousandth have nothing to do with each
other any more, and no longer record would say more about the guide.
"""

import numpy as np
from scipy.optimize import differential_evolution, least_squares

import freeplay as fp

MODEL = """
freeplay = 1
name = "slider in a worn guide"
[[body]]
name = "slider"
mass = "76 g"
inertia = 2.8e-5
velocity = [2, 0.4]
angular_velocity = "200 deg/s"
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = "100 mm"
width = "50 mm"
clearance = "1 mm"
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.05 }
[method]
stepper = { name = "symmetric", step = "0.1 ms" }
[run]
end = "30 ms"
"""
SAMPLES = 60
NOISE = np.array([20e-6, 2e-4])  # [m], [rad]

sim = fp.read_text(MODEL).simulation()


def record(clearance, restitution):
    """Position across the guide and angle, every half millisecond."""
    sim.restart({"joint.guide.clearance": clearance, "contact.impact.restitution": restitution})
    out = np.empty((SAMPLES, 2))
    for k in range(SAMPLES):
        sim.advance_to(0.5e-3 * (k + 1))
        out[k] = sim.q[1:3]
    return out


def calibrate(measured):
    """=> clearance [m], restitution"""

    def error(guess):
        return ((record(*guess) - measured) / NOISE).ravel()

    # hits make the error as a function of the guess rugged, so the whole range is searched before the valley is followed
    bounds = [(0.2e-3, 2e-3), (0.1, 0.9)]
    rough = differential_evolution(lambda guess: np.sum(np.log1p(error(guess) ** 2)), bounds, seed=1, maxiter=40)
    return least_squares(error, rough.x, x_scale=[1e-3, 1], diff_step=1e-4, loss="soft_l1").x


def main():
    truth = np.array([0.83e-3, 0.47])
    noise = np.random.default_rng(7).normal(size=(SAMPLES, 2)) * NOISE
    found = calibrate(record(*truth) + noise)
    for name, a, b in zip(("clearance [m]", "restitution"), truth, found):
        print(f"{name:14} true {a:.6g}, found {b:.6g}, {100 * abs(b / a - 1):.3f} % off")
    return truth, found


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""What one trajectory is worth: twins of a slider-crank with play in its crank pin, whose motors differ by a billionth in speed.

Twins part: their distance grows with every hit until nothing is left in common. A number read off one of them late is a throw of
dice; the mean over many, with its confidence, is an answer.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import freeplay as fp

MODEL = Path(__file__).resolve().parents[1] / "slider_crank_pin" / "model.toml"
TWINS, END, EVERY = 40, 0.6, 2e-3
TIMES = np.arange(1, round(END / EVERY) + 1) * EVERY
PLAY = fp.read(MODEL)["joint.pin.clearance"]
SPEED = fp.read(MODEL)["driver.motor.motion.speed"]


def twin(speed):
    """Where the journal is in its bearing, over the play: x and y, sample by sample."""
    sim = fp.read(MODEL, {"driver.motor.motion.speed": speed}).simulation()
    out = np.empty((len(TIMES), 2))
    for k, t in enumerate(TIMES):
        sim.advance_to(t)
        sim.read()
        out[k] = sim["joint/pin/orbit_x"] / PLAY, sim["joint/pin/orbit_y"] / PLAY
    return out


def main():
    speeds = SPEED * (1 + 1e-9 * np.random.default_rng(1).uniform(-1, 1, TWINS))
    with ThreadPoolExecutor(2) as pool:
        tracks = np.array(list(pool.map(twin, speeds)))
    apart = np.linalg.norm(tracks[1:] - tracks[0], axis=2).mean(axis=0)
    parted = TIMES[np.argmax(apart > 0.1)]
    late = tracks[:, TIMES > parted]  # one number for each twin: how far from the middle of its bearing the journal is
    radius = np.linalg.norm(late, axis=2).mean(axis=1)
    error = 1.96 * radius.std(ddof=1) / np.sqrt(TWINS)
    print(f"twins apart by {apart[0]:.0e} of the play at first, by a tenth of it after {parted * 1e3:.0f} ms")
    print(f"mean distance from the middle, later: one twin {radius[0]:.4f} of the play, another {radius[1]:.4f}")
    print(f"mean of {TWINS} twins: {radius.mean():.4f} ± {error:.4f} (95 %)")
    return apart, radius


if __name__ == "__main__":
    main()

// SPDX-License-Identifier: Apache-2.0
// A sphere falls on a plane and bounces, with the same mass, height and contact force for everyone who can:
//   F = K δ^{3/2} (1 + 3/2 c δ̇)                 Hunt and Crossley's, as Simbody writes it
// MuJoCo's contact is linear in the acceleration; its stiffness and damping are set to the same duration and
// restitution of the first impact, and its error is against the exact motion of that law, not of this one.
// At the end the sphere is in the flight after its second impact: gap + v²/2g there is the second apex. Every
// setting drops it from several heights: the error is the largest, so that no lucky step counts.
// Plain numbers only: peers are compiled without Freeplay's headers.
#pragma once

#include <algorithm>
#include <cmath>

#include "bench/cpu_clock.h"

namespace freeplay::bench {

struct Drop {
  double mass = 1, radius = 0.1, height = 0.5, gravity = 9.81, end = 1;
  double K = 1e8;       ///< [N/m^1.5]
  double c = 0;         ///< [s/m]
  double linear_k = 0;  ///< of MuJoCo's law, per mass [1/s²]
  double linear_b = 0;  ///< [1/s]
  double inertia() const { return 0.4 * mass * radius * radius; }
};

struct Outcome {
  bool ok = false;
  double gap = 0, velocity = 0;  ///< at the end
  long long steps = 0;
  double seconds = 0;  ///< CPU time of the fastest repetition
  double apex(const Drop& drop) const { return gap + velocity * velocity / (2 * drop.gravity); }
};

/// The fastest of at least 2 repetitions and 20 ms; `prepare` is not timed, `run` returns gap, velocity,
/// steps.
template <class Prepare, class Run>
Outcome measure(Prepare prepare, Run run) {
  Outcome best;
  double total = 0;
  for (int k = 0; k < 2 || (total < 0.02 && k < 1000); ++k) {
    prepare();
    const double start = cpu_seconds();
    Outcome now = run();
    now.seconds = cpu_seconds() - start;
    total += now.seconds;
    if (!now.ok) return now;
    if (k > 0) now.seconds = std::min(now.seconds, best.seconds);
    best = now;
  }
  return best;
}

/// Simbody's HuntCrossleyForce and its Runge–Kutta–Merson integrator, faster here than its CPodes; a
/// function of the module that simbody_drop.cpp makes.
using DropSimbody = void (*)(const Drop* drop, double accuracy, Outcome* out);
inline constexpr const char* kDropSimbody = "freeplay_drop_simbody";

enum class MujocoIntegrator { euler, rk4 };
Outcome drop_mujoco(const Drop& drop, MujocoIntegrator integrator, double step);
/// In contact MuJoCo makes a = a₀ + share · (a_ref − a₀), never below a₀, a_ref = (k δ + b δ̇)/impedance.
struct MujocoContact {
  double share = 1, impedance = 1;
};
MujocoContact mujoco_contact(const Drop& drop);

/// Freeplay's model.toml with the stepper of that name.
Outcome drop_freeplay(const Drop& drop, const char* stepper, double accuracy);

}  // namespace freeplay::bench

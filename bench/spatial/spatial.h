// SPDX-License-Identifier: Apache-2.0
// The spatial slider-crank of [Marques2015, section 2.4] for 20 s in Freeplay and Simbody: CPU time against
// the drift of the energy, which no force takes or gives.
// Plain numbers only: the peer is compiled without Freeplay's headers.
#pragma once

#include "bench/cpu_clock.h"

namespace freeplay::bench {

/// Tables 2.1 and 2.2, with the consistent start of examples/spatial_slider_crank.
struct SliderCrank {
  double gravity = 9.81;
  double crank = 0.1, rod = 0.29;  ///< lengths [m]
  double height = -0.15;           ///< z of the slider's line [m]
  double crank_mass = 0.12, rod_mass = 0.5, slider_mass = 0.5;
  double crank_inertia[3] = {1e-4, 1e-4, 1e-5}, rod_inertia[3] = {4e-3, 4e-4, 4e-3};
  double slider_inertia[3] = {1e-4, 1e-4, 1e-4};
  double speed = -6.2832;  ///< of the crank about y [rad/s]
  double end = 20;
};

struct Drift {
  bool ok = false;
  double seconds = 0;   ///< CPU time of the fastest repetition
  long long steps = 0;  ///< of the integrator
  double energy = 0;    ///< largest |E − E(0)| at the end of a step over the largest kinetic energy
  double y = 0;         ///< of the slider at the end [m]
};

/// What to keep in step with: the energy drift is not timed.
class EnergyWatch {
 public:
  void note(double kinetic, double total) {
    if (first_) start_ = total;
    first_ = false;
    const double off = total > start_ ? total - start_ : start_ - total;
    if (off > largest_) largest_ = off;
    if (kinetic > kinetic_) kinetic_ = kinetic;
  }
  double drift() const { return largest_ / kinetic_; }

 private:
  bool first_ = true;
  double start_ = 0, largest_ = 0, kinetic_ = 0;
};

inline constexpr int kRepetitions = 5;
inline constexpr double kEnough = 1;  ///< CPU time of all repetitions, at least two [s]

/// The fastest of some repetitions of `run`, which returns steps and y, after one of `watch`, which returns
/// the drift; `prepare` goes before each and is not timed.
template <class Prepare, class Watch, class Run>
Drift measure_drift(Prepare prepare, Watch watch, Run run) {
  prepare();
  Drift out = watch();
  double total = 0;
  for (int k = 0; k < kRepetitions && (k < 2 || total < kEnough) && out.ok; ++k) {
    prepare();
    const double start = cpu_seconds();
    const Drift now = run();
    const double seconds = cpu_seconds() - start;
    total += seconds;
    if (k == 0 || seconds < out.seconds) out.seconds = seconds;
    out.steps = now.steps;
    out.y = now.y;
  }
  return out;
}

/// Simbody's fastest integrators with error control; a function of the module that simbody_slider_crank.cpp
/// makes.
enum class SimbodyIntegrator { merson, fehlberg };
using SliderCrankSimbody = void (*)(const SliderCrank* model, int integrator, double accuracy, Drift* out);
inline constexpr const char* kSliderCrankSimbody = "freeplay_slider_crank_simbody";

}  // namespace freeplay::bench

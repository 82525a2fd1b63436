// SPDX-License-Identifier: Apache-2.0
// The slider-crank with play of bench/kernel, run by Siconos: the peer closest to the rigid world of
// Freeplay. Nothing of Siconos is included here, so that the benchmark itself builds without it.
#ifndef FREEPLAY_BENCH_SICONOS_SICONOS_SLIDER_CRANK_H_
#define FREEPLAY_BENCH_SICONOS_SICONOS_SLIDER_CRANK_H_

namespace freeplay::bench {

enum class SiconosSolver { kEnumeration, kGaussSeidel, kLemke };

// The defaults are the fastest setting that gives the right motion. Measured at dt = 1e-5 with d = 2b + c:
//
// solver: Enumeration and Gauss-Seidel agree to 1e-11 at this tolerance and approach the event-driven
// solution at first order; enumeration is the faster. Lemke costs a fifth less, but Debian's 4.4.0 returns a
// wrong impulse in single steps and reports success: at dt = 1e-6, step 3514 leaves a corner approaching at
// 7.3 m/s where the impact law asks for a rebound of 0.084 m/s, and loses 0.68 J of 7.47 J; θ1(0.1 s) is off
// by 0.56 rad. The result is the same for tolerances 1e-6 and 1e-15. The cause is not known to us.
//
// single_pass: One pass through the implicit step, Siconos' setting for linear systems. Iterating the step to
// its solution takes 2.2 passes, costs twice as much and is no more accurate: θ1(0.1 s) is off by 3.4e-2
// instead of 1.1e-2.
struct SiconosOptions {
  SiconosSolver solver = SiconosSolver::kEnumeration;
  double tolerance = 1e-12;  // of the contact solver
  bool single_pass = true;
};

struct SiconosResult {
  double q[3];             // θ1, θ2, θ3 [rad]
  double u[3];             // [rad/s]
  long steps;              // steps done
  long newton_iterations;  // over all steps (0 with single_pass and when assembled)
  long failed_solves;      // contact problems the solver reported as not solved
  double cpu_s;            // CPU seconds of this thread in the time loop, without the set-up
};

// From Flores2009's initial values to t_end [s] with step dt [s] in a guide of width d [m].
SiconosResult run_siconos_slider_crank(double dt, double t_end, double d, const SiconosOptions& options = {});

// The same from bodies and joints (maximal coordinates), as most users would build it. The tolerance is that
// of the one iteration that finds joint and contact impulses together; at 1e-6 it costs 4e-6 in θ1(0.1 s).
SiconosResult run_siconos_slider_crank_assembled(double dt, double t_end, double d, double tolerance = 1e-6);

}  // namespace freeplay::bench

#endif  // FREEPLAY_BENCH_SICONOS_SICONOS_SLIDER_CRANK_H_

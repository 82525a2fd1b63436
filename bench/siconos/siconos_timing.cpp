// SPDX-License-Identifier: Apache-2.0
// Prints the cost of Siconos per step on the slider-crank with play, best of a few runs.
#include <cstdio>

#include "siconos_slider_crank.h"

namespace {

using freeplay::bench::SiconosResult;

template <class Run>
void report(const char* what, int repetitions, Run run) {
  SiconosResult best = run();
  for (int i = 1; i < repetitions; ++i) {
    const SiconosResult result = run();
    if (result.wall_s < best.wall_s) best = result;
  }
  std::printf("%-44s %8.2f µs/step   theta1 %.10f   failed %ld\n", what,
              1e6 * best.wall_s / static_cast<double>(best.steps), best.q[0], best.failed_solves);
}

}  // namespace

int main() {
  using namespace freeplay::bench;
  constexpr double dt = 1e-5, t_end = 0.1, d = 0.051;
  report("own coordinates, d = 2b+c, 0..0.1 s", 5, [] { return run_siconos_slider_crank(dt, t_end, d); });
  // A guide nothing reaches: every step is flight.
  report("own coordinates, flight", 5, [] { return run_siconos_slider_crank(dt, t_end, 2.0); });
  report("own coordinates, iterated step", 3, [] {
    SiconosOptions options;
    options.single_pass = false;
    return run_siconos_slider_crank(dt, t_end, d, options);
  });
  report("own coordinates, Lemke", 3, [] {
    SiconosOptions options;
    options.solver = SiconosSolver::kLemke;
    return run_siconos_slider_crank(dt, t_end, d, options);
  });
  report("assembled, d = 2b+c, 0..0.1 s", 2, [] { return run_siconos_slider_crank_assembled(dt, t_end, d); });
  report("assembled, flight", 2, [] { return run_siconos_slider_crank_assembled(dt, t_end, 2.0); });
  return 0;
}

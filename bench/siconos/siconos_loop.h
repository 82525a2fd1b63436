// SPDX-License-Identifier: Apache-2.0
// What both set-ups share: the thread setting and the timed loop.
#ifndef FREEPLAY_BENCH_SICONOS_SICONOS_LOOP_H_
#define FREEPLAY_BENCH_SICONOS_SICONOS_LOOP_H_

#include <dlfcn.h>
#include <time.h>

#include <TimeStepping.hpp>

#include "siconos_slider_crank.h"

namespace freeplay::bench::siconos_detail {

// Debian's BLAS may be OpenBLAS with threads, whose locks cost more than products of this size: 67 instead of
// 12 µs per step. Freeplay is measured on one thread, so is Siconos. Looked up by name: any BLAS may be
// there.
inline void pin_blas_to_one_thread() {
  if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads")) {
    reinterpret_cast<void (*)(int)>(symbol)(1);
  }
}

// CPU time of this thread [s]: on a shared machine the clock on the wall also counts what others do.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Siconos reports the outcome of each contact solve through a plain function pointer.
inline long failed_solves = 0;
inline void count_failures(int info, Simulation*) { failed_solves += info != 0; }

// The loop of Siconos' manual, timed; fills everything of the result but q and u.
inline SiconosResult timed_loop(TimeStepping& simulation, long steps) {
  simulation.setCheckSolverFunction(count_failures);
  simulation.initialize();
  failed_solves = 0;
  SiconosResult result{};
  const double begin = cpu_seconds();
  for (; result.steps < steps && simulation.hasNextEvent(); ++result.steps) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  result.cpu_s = cpu_seconds() - begin;
  result.failed_solves = failed_solves;
  return result;
}

}  // namespace freeplay::bench::siconos_detail

#endif  // FREEPLAY_BENCH_SICONOS_SICONOS_LOOP_H_

// SPDX-License-Identifier: Apache-2.0
// Prints the cost of the hand-written kernel per step, best of several repetitions: the floor of the table.
#include "slider_crank_kernel.h"

#include <chrono>
#include <cstdio>

namespace {

using freeplay::bench::SliderCrankKernel;

template <class Body>
double best_ns(long steps, Body body) {
  double best = 1e300;
  for (int repetition = 0; repetition < 9; ++repetition) {
    const auto begin = std::chrono::steady_clock::now();
    body();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    if (wall.count() < best) best = wall.count();
  }
  return 1e9 * best / static_cast<double>(steps);
}

}  // namespace

int main() {
  constexpr double dt = 1e-5;
  constexpr long steps = 200000;
  constexpr double wide = 2.0;  // a guide nothing reaches: flight for as long as the measurement lasts
  double sink = 0.0;

  const double flight = best_ns(steps, [&] {
    SliderCrankKernel kernel;
    kernel.d = wide;
    for (long i = 0; i < steps; ++i) kernel.step(dt);
    sink += kernel.q[0];
  });
  // The same with a tilting slider, whose sine is not the cheap one of an angle near zero.
  const double flight_tilted = best_ns(steps, [&] {
    SliderCrankKernel kernel;
    kernel.d = wide;
    kernel.u[2] = 5.0;
    for (long i = 0; i < steps; ++i) kernel.step(dt);
    sink += kernel.q[0];
  });
  const double symmetric = best_ns(steps, [&] {
    SliderCrankKernel kernel;
    kernel.d = wide;
    for (long i = 0; i < steps; ++i) kernel.step_symmetric(dt);
    sink += kernel.q[0];
  });
  const double symmetric_tilted = best_ns(steps, [&] {
    SliderCrankKernel kernel;
    kernel.d = wide;
    kernel.u[2] = 5.0;
    for (long i = 0; i < steps; ++i) kernel.step_symmetric(dt);
    sink += kernel.q[0];
  });

  // The longest stretch of the paper's own run in which two corners stay pressed against the guide, stepped
  // through again and again: each step waits for the one before, as in a simulation.
  SliderCrankKernel run, start, longest;
  run.d = 0.051;
  long length = 0, longest_length = 0;
  for (int i = 0; i < 10000; ++i) {
    const SliderCrankKernel before = run;
    const bool pressed = run.step(dt) == 2 && run.P_N[0] + run.P_N[1] + run.P_N[2] + run.P_N[3] > 0.0;
    if (pressed && length == 0) start = before;
    length = pressed ? length + 1 : 0;
    if (length > longest_length) {
      longest_length = length;
      longest = start;
    }
  }
  constexpr int sweeps = 200;
  const double closed = best_ns(sweeps * longest_length, [&] {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      SliderCrankKernel kernel = longest;
      for (long i = 0; i < longest_length; ++i) kernel.step(dt);
      sink += kernel.q[0];
    }
  });
  const double whole = best_ns(10 * 10000, [&] {
    for (int repetition = 0; repetition < 10; ++repetition) {
      SliderCrankKernel kernel;
      kernel.d = 0.051;
      for (int i = 0; i < 10000; ++i) kernel.step(dt);
      sink += kernel.q[0];
    }
  });

  std::printf("hand-written kernel of the same step            [ns per step]\n");
  std::printf("moreau, flight                                  %8.1f\n", flight);
  std::printf("moreau, flight, tilting slider                  %8.1f\n", flight_tilted);
  std::printf("moreau, two closed contacts (%5ld in a row)     %8.1f\n", longest_length, closed);
  std::printf("moreau, run 0..0.1 s with d = 2b+c, dt = 1e-5    %8.1f\n", whole);
  std::printf("symmetric, flight, gaps at q_M and q_E          %8.1f\n", symmetric);
  std::printf("symmetric, flight, tilting slider               %8.1f\n", symmetric_tilted);
  std::printf("(checksum %.17g)\n", sink);
  return 0;
}

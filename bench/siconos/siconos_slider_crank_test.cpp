// SPDX-License-Identifier: Apache-2.0
// The peer is set up rightly when its answers approach the event-driven solution at the order of its method.
#include "siconos_slider_crank.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freeplay::bench {
namespace {

// Source: shared/reference/slider_crank_clearance_d_2b_c.json, samples: event-driven, accurate to 1e-13.
constexpr double kTheta1 = 9.046780491709148;
constexpr double kWidth = 0.051;  // d = 2b + c

// Moreau-Jean is of first order; the error at 1e-5 is the 1.1e-2 of the table in the design.
TEST(SiconosSliderCrank, ApproachesTheEventDrivenSolutionAtFirstOrder) {
  const SiconosResult coarse = run_siconos_slider_crank(1e-4, 0.1, kWidth);
  const SiconosResult fine = run_siconos_slider_crank(1e-5, 0.1, kWidth);
  EXPECT_EQ(coarse.steps, 1000);
  EXPECT_EQ(fine.steps, 10000);
  EXPECT_EQ(fine.failed_solves, 0);
  EXPECT_NEAR(std::fabs(fine.q[0] - kTheta1), 1.1e-2, 1e-3);
  EXPECT_NEAR(std::log10((coarse.q[0] - kTheta1) / (fine.q[0] - kTheta1)), 1.0, 0.05);
  EXPECT_NEAR(fine.q[2], 0.0, 1e-12);  // the symmetric branch: the slider does not tilt
}

TEST(SiconosSliderCrank, TwoSolversAgree) {
  SiconosOptions options;
  options.solver = SiconosSolver::kGaussSeidel;
  const SiconosResult one = run_siconos_slider_crank(1e-5, 0.1, kWidth);
  const SiconosResult other = run_siconos_slider_crank(1e-5, 0.1, kWidth, options);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(one.q[i], other.q[i], 1e-9);
}

TEST(SiconosSliderCrank, AssembledApproachesTheSameMotion) {
  const SiconosResult coarse = run_siconos_slider_crank_assembled(1e-4, 0.02, kWidth, 1e-8);
  const SiconosResult fine = run_siconos_slider_crank_assembled(1e-5, 0.02, kWidth, 1e-8);
  // Source: the same file, sample at 0.02 s.
  constexpr double theta1 = 1.6133879572957002;
  EXPECT_EQ(fine.failed_solves, 0);
  EXPECT_NEAR(fine.q[0], theta1, 5e-3);
  EXPECT_NEAR(std::log10((coarse.q[0] - theta1) / (fine.q[0] - theta1)), 1.0, 0.1);
}

}  // namespace
}  // namespace freeplay::bench

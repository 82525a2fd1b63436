// SPDX-License-Identifier: Apache-2.0
// The chain of examples/hanging_chain at rest: a catenary of rods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;

/// Where the moments about a pin of the link k vanish, its slope is the weight of the links between it and the middle
/// over the pull H, which is the same in all pins: tan θ_k = (k + 1/2 − n/2) m g/H.
double slope(int k, int links, double weight_over_pull) { return (k + 0.5 - links / 2.0) * weight_over_pull; }

/// The m g/H at which the links reach from hook to hook.
double weight_over_pull(int links, double pitch, double span) {
  double low = 0, high = 10;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    double reach = 0;
    for (int k = 0; k < links; ++k) reach += pitch * std::cos(std::atan(slope(k, links, middle)));
    (reach > span ? low : high) = middle;
  }
  return low;
}

class HangingChain : public ::testing::TestWithParam<int> {};

TEST_P(HangingChain, IsACatenaryOfRods) {
  const int n = GetParam();
  const Ran ran = testing::run(
      testing::example("hanging_chain", {{"run.mode", "statics"}, {"parameters.links", std::to_string(n)}}));
  const double pitch = 0.02, turn = 2 * M_PI / 3 / n;
  const double span = pitch / std::sin(turn / 2) * std::sin(M_PI / 3);
  const double ratio = weight_over_pull(n, pitch, span);
  for (int k = 0; k < n; ++k)
    EXPECT_NEAR(ran.last(fmt::format("/body/link{}/angle", k)), std::atan(slope(k, n, ratio)), 1e-10) << k;
  const double pull = 0.008 * 9.81 / ratio;
  EXPECT_NEAR(std::abs(ran.last("/joint/left hook/reaction_x")), pull, 1e-9 * pull);
  EXPECT_NEAR(std::abs(ran.last("/joint/left hook/reaction_y")), n * 0.008 * 9.81 / 2, 1e-9 * pull);
}

INSTANTIATE_TEST_SUITE_P(Links, HangingChain, ::testing::Values(3, 30));

}  // namespace
}  // namespace freeplay

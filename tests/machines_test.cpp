// SPDX-License-Identifier: Apache-2.0
// The machines of examples/ that people build: for each the number of its README, by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/kit/run.h"

namespace freeplay {
namespace {

using std::numbers::pi;
using testing::Ran;

constexpr double kG = 9.81;

/// Mean of the samples on both sides of a time: of channels that are means since the last sample.
double around(const Ran& ran, const std::string& path, double t) {
  const std::vector<double> times = ran.times(), values = ran.values(path);
  const auto after = std::upper_bound(times.begin(), times.end(), t * (1 + 1e-9)) - times.begin();
  if (after < 1 || after >= static_cast<std::ptrdiff_t>(times.size())) return std::nan("");
  const auto i = static_cast<std::size_t>(after);
  return 0.5 * (values[i - 1] + values[i]);
}

// At the top dead centre the crank, rod and piston are in line: the piston's acceleration is −r ω² (1 + λ), that of the
// rod's centre of mass, a from the big end, −r ω² (1 + λ a/l), with λ = r/l.
TEST(Machines, EngineMainBearingAtIgnition) {
  const Ran ran = testing::run(testing::example("engine"));
  const double r = 0.043, l = 0.145, a = 0.045, omega = 3000 * 2 * pi / 60, ratio = r / l;
  const double gas = 38e5 * pi / 4 * 0.086 * 0.086;
  const double inertia = r * omega * omega * (0.45 * (1 + ratio) + 0.55 * (1 + ratio * a / l));
  const double main = around(ran, "/joint/main/reaction_x_mean", 0.01);  // half a turn after the start
  EXPECT_NEAR(main, gas - inertia, 0.02 * (gas - inertia));
  // settled: no force of the first millisecond exceeds the 3434 N that the big end starts with by more than friction does
  const std::vector<double> times = ran.times(), first = ran.values("/contact/big_end.journal/normal_mean");
  for (std::size_t i = 1; i < first.size() && times[i] < 1e-3; ++i) EXPECT_NEAR(first[i], 3434, 0.03 * 3434);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The example that is given by its drawing: bodies on others and weighed by their outlines, joints where they are drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/kit/run.h"

namespace freeplay {
namespace {

/// How far the ram is below where it is drawn when the knee is at this distance from the shaft: two circles meet in the knee.
double stroke(double reach) {
  const double link = std::hypot(0.06, 0.2), from_x = -0.36, from_y = 0.3, top = 0.5;
  const double dx = -from_x, dy = top - from_y, d = std::hypot(dx, dy);
  const double along = (reach * reach - link * link + d * d) / (2 * d);
  const double across = std::sqrt(reach * reach - along * along);
  const double x = from_x + (along * dx + across * dy) / d, y = from_y + (along * dy - across * dx) / d;
  return 0.1 - (y - std::sqrt(link * link - x * x));
}

TEST(TogglePress, StrokeIsThatOfTheDrawing) {
  const double crank = 0.05, coupler = std::hypot(0.3, 0.05);
  const testing::Ran ran = testing::run(testing::example("toggle_press"));
  const std::vector<double> ram = ran.values("/joint/guide/displacement");
  ASSERT_FALSE(ram.empty());
  // samples are up to 0.5 ms, 1.6 mrad of the crank, off the dead points: 0.05 m (1.6e-3)²/2 times the lever of the knee
  EXPECT_NEAR(*std::max_element(ram.begin(), ram.end()), stroke(coupler + crank), 2e-6);
  EXPECT_NEAR(*std::min_element(ram.begin(), ram.end()), stroke(coupler - crank), 2e-6);
  EXPECT_NEAR(stroke(coupler + crank), 17.442e-3, 5e-7);
  EXPECT_NEAR(stroke(coupler - crank), -41.018e-3, 5e-7);
}

TEST(TogglePress, PartsWeighWhatTheirOutlinesSay) {
  const Model model = testing::example("toggle_press");
  const auto find = [&](const char* name) {
    return *std::find_if(model.bodies.begin(), model.bodies.end(),
                         [&](const Body& body) { return body.name == name; });
  };
  const Body punch = find("punch"), upper = find("upper"), lower = find("lower");
  EXPECT_NEAR(punch.mass, 7850 * 0.04 * 0.03 * 0.04, 1e-12);
  EXPECT_NEAR(punch.position[1], 0.1 - 0.08 - 0.02, 1e-12) << "its centre of mass";
  const double m = 7850 * 0.02 * 0.259 * 0.05;
  EXPECT_NEAR(upper.mass, m, 1e-12);
  EXPECT_NEAR(upper.inertia, m * (0.259 * 0.259 + 0.05 * 0.05) / 12, 1e-12);
  EXPECT_EQ(lower.mass, upper.mass);
  EXPECT_NEAR(lower.position[1] - 0.1, 0.5 - upper.position[1], 1e-12) << "they mirror each other";
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Sliding and rolling in space against closed forms: fast versions of validation/spatial_contact.
#include <gtest/gtest.h>

#include "validation/spatial_contact/runs.h"

namespace freeplay {
namespace {

using namespace validation;

TEST(SpatialSliding, BallBeginsToRoll) {
  const BallErrors found = run_ball({accurate(1e-6)});
  EXPECT_EQ(found.run.summary.status, RunStatus::complete) << found.run.summary.message;
  EXPECT_LT(found.time, 1e-6);
  EXPECT_LT(found.velocity, 1e-6);
  EXPECT_LT(found.omega, 1e-6);
  EXPECT_LT(found.position, 1e-6);
}

TEST(SpatialSliding, BoxStaysBelowTheFrictionAngleAndSlidesAbove) {
  const double slope = std::tan(Incline().slope);
  for (const double factor : {0.5, 0.9999, 1.0001}) {
    const BoxErrors found = run_box(false, factor * slope, {until(0.3)});
    EXPECT_EQ(found.run.summary.status, RunStatus::complete) << found.run.summary.message;
    EXPECT_LT(found.position, 1e-9) << factor;
    EXPECT_LT(found.turned, 1e-9) << factor;
  }
}

TEST(SpatialSliding, BoxThrownAcrossTheSlope) {
  const BoxErrors found = run_box(true, std::tan(Incline().slope), {until(0.3), accurate(1e-7)});
  EXPECT_LT(found.position, 1e-6);
  EXPECT_LT(found.velocity, 1e-6);
  EXPECT_LT(found.kept, 1e-6);
  EXPECT_LT(found.turned, 1e-9);
}

TEST(SpatialSliding, ConeHasNoPreferredDirectionAndAPyramidHas) {
  const Assignment step = fixed("symmetric", 5e-3);
  const double between = std::numbers::pi / 4 + 0.1;
  for (const double direction : {0.0, 0.3, between}) {
    const Slide found = slide_box(direction, R"({ name = "auto" })", step);
    EXPECT_NEAR(found.way, 0, 1e-6);
    EXPECT_NEAR(found.sideways, 0, 1e-6);
  }
  const std::string four = R"({ name = "lemke", facets = 4 })", many = R"({ name = "lemke", facets = 32 })";
  EXPECT_NEAR(slide_box(0, four, step).way, 0, 1e-6);  // along an edge
  EXPECT_GT(slide_box(between, four, step).way, 0.2);
  EXPECT_LT(std::abs(slide_box(between, many, step).way), 0.01);
}

}  // namespace
}  // namespace freeplay

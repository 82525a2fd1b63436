// SPDX-License-Identifier: Apache-2.0
// A slider with play in its guide that rubs, against closed forms: sticking, sliding, coming to rest.
#include <gtest/gtest.h>

#include <cmath>

#include "run/simulate.h"
#include "tests/slider_with_play.h"

namespace freeplay {
namespace {

using namespace testing::slider_with_play;
using testing::kSliderWithPlay;

std::vector<Assignment> on_incline(double angle, double mu) {
  return {{"joint.guide.axis", pair(std::cos(angle), std::sin(angle))},
          {"body.slider.position", pair(kPlay * std::sin(angle), -kPlay * std::cos(angle))},
          {"contact.friction.mu", number(mu)}};
}

TEST(Incline, SticksBelowTheAngleOfFriction) {
  const double angle = 0.5, mu = 0.6;  // tan 0.5 = 0.546
  const Motion motion(kSliderWithPlay, 1e-3, 0.2, on_incline(angle, mu));
  // how two contacts share the friction of one body at rest is not determined: one may be at its limit
  EXPECT_TRUE(motion.mode(lower_back) == ContactMode::stick ||
              motion.mode(lower_front) == ContactMode::stick);
  EXPECT_EQ(motion.closed(), (Corners{lower_back, lower_front}));
  EXPECT_NEAR(motion.contact_last(lower_back, "slip"), 0, 1e-15);
  EXPECT_NEAR(motion.x(), kPlay * std::sin(angle), 1e-15);
  EXPECT_NEAR(motion.y(), -kPlay * std::cos(angle), 1e-15);
  const double normal =
      motion.contact_last(lower_back, "normal") + motion.contact_last(lower_front, "normal");
  const double held =
      motion.contact_last(lower_back, "tangential") + motion.contact_last(lower_front, "tangential");
  EXPECT_NEAR(normal, kG * std::cos(angle) * 1e-3, 1e-15);
  EXPECT_NEAR(held, kG * std::sin(angle) * 1e-3, 1e-15);
  // the slope pulls at the centre, friction at the surface ½ w below: the lower end carries more
  EXPECT_NEAR(motion.contact_last(lower_back, "normal") - motion.contact_last(lower_front, "normal"),
              kG * std::sin(angle) * kWidth / kLength * 1e-3, 1e-15);
}

// One of the two was once reported as slipping, at its limit of friction, although nothing moved.
TEST(Incline, BothContactsAtRestAreReportedAsSticking) {
  const Motion motion(kSliderWithPlay, 1e-3, 0.2, on_incline(0.5, 0.6));
  EXPECT_EQ(motion.mode(lower_back), ContactMode::stick);
  EXPECT_EQ(motion.mode(lower_front), ContactMode::stick);
}

TEST(Incline, SlidesAboveTheAngleOfFriction) {
  const double angle = 0.5, mu = 0.3, t = 0.2;
  const Motion motion(kSliderWithPlay, 1e-3, t, on_incline(angle, mu));
  const double slope = kG * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_EQ(motion.mode(lower_back), ContactMode::slip_minus);
  EXPECT_NEAR(motion.contact_last(lower_back, "slip"), -slope * t, 1e-13);
  const double travel = 0.5 * slope * t * t;
  EXPECT_NEAR(motion.x(), kPlay * std::sin(angle) - travel * std::cos(angle), 1e-13);
  EXPECT_NEAR(motion.y(), -kPlay * std::cos(angle) - travel * std::sin(angle), 1e-13);
  EXPECT_NEAR(motion.summary.works.friction, -mu * kG * std::cos(angle) * travel, 1e-12);
  EXPECT_LT(motion.summary.worst_numerical, 1e-12);
}

// Pushed along a level guide it stops after v/(μ g) and v²/(2 μ g), and stays.
TEST(Incline, ComesToRestBySliding) {
  const double v = 0.7, mu = 0.3;
  const Motion motion(kSliderWithPlay, 1e-3, 0.4,
                      {{"body.slider.position", pair(0, -kPlay)},
                       {"body.slider.velocity", pair(v, 0)},
                       {"contact.friction.mu", number(mu)}});
  EXPECT_NEAR(motion.x(), 0.5 * v * v / (mu * kG), 1e-11);
  EXPECT_EQ(motion.mode(lower_front), ContactMode::stick);
  EXPECT_NEAR(motion.summary.works.friction, -0.5 * v * v, 1e-11);
  // the last sample that slides is the last one before v/(μ g)
  const std::vector<double> time = motion.values("/time"), slip = motion.contact(lower_front, "slip");
  for (std::size_t i = 0; i < time.size(); ++i)
    EXPECT_NEAR(slip[i], std::max(0.0, v - mu * kG * time[i]), 1e-10);
}

// Higher than long, it would tip rather than slide: μ > l/w lifts the rear end. Here it must not.
TEST(Incline, FrictionTiltsTheLoadForward) {
  const double mu = 0.3;
  const Motion motion(kSliderWithPlay, 1e-3, 0.01,
                      {{"body.slider.position", pair(0, -kPlay)},
                       {"body.slider.velocity", "[1, 0]"},
                       {"contact.friction.mu", number(mu)}});
  // friction μ m g acts ½ w below the centre: N_front − N_back = μ m g w / l
  EXPECT_NEAR(motion.contact_last(lower_front, "normal") - motion.contact_last(lower_back, "normal"),
              mu * kG * kWidth / kLength * 1e-3, 1e-15);
  EXPECT_NEAR(motion.contact_last(lower_front, "tangential"),
              -mu * motion.contact_last(lower_front, "normal"), 1e-16);
}

}  // namespace
}  // namespace freeplay

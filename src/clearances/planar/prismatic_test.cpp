// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "clearances/planar/clearance.h"
#include "freeplay/planar_joint.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

std::unique_ptr<PlanarClearance> make_play(const Values& values) {
  const ClearanceEntry& entry = *find_entry<ClearanceEntry>("prismatic");
  Diagnostics problems;
  return entry.make(Parameters(entry, values), Parameters(*find_entry<JointEntry>("prismatic"), values),
                    "joint.guide", problems);
}

Values guide_values(const std::string& guide = "outside") {
  return {{"axis", {Point{1, 0}, {}}},
          {"length", {0.1, {}}},
          {"width", {0.05, {}}},
          {"clearance", {0.001, {}}},
          {"guide", {guide, {}}}};
}

// The slider hangs at the end of crank and rod, whose angles are free: gaps and tangential coordinates are
// those printed in Flores2009, with d = 2(b + c), and the rows their derivatives by θ3.
TEST(PrismaticClearance, IsFlores2009Equations98To109) {
  const double l1 = 0.153, l2 = 0.306, a = 0.05, b = 0.025, c = 0.001, d = 2 * (b + c);
  const auto play = make_play(guide_values());
  ASSERT_EQ(play->contacts(), 4);
  for (const double th1 : {0.3, 2.1, -1.2}) {
    for (const double th2 : {-0.4, 0.1}) {
      for (const double th3 : {-0.2, 0.0, 0.02}) {
        const double x = l1 * std::cos(th1) + l2 * std::cos(th2), y = l1 * std::sin(th1) + l2 * std::sin(th2);
        const double s = std::sin(th3), k = std::cos(th3);
        const Pose slider = pose(x, y, th3);
        double gap[4];
        play->gaps({Pose{}, slider}, gap);
        EXPECT_NEAR(gap[0], d / 2 - y + a * s - b * k, 1e-15);               // (98)
        EXPECT_NEAR(gap[1], d / 2 - y - a * s - b * k, 1e-15);               // (100)
        EXPECT_NEAR(gap[2], d / 2 + y - a * s - b * k, 1e-15);               // (102)
        EXPECT_NEAR(gap[3], d / 2 + y + a * s - b * k, 1e-15);               // (104)
        const double tangential[] = {x - a * k - b * s, x + a * k - b * s,   // (99), (101)
                                     x - a * k + b * s, x + a * k + b * s};  // (103), (105)
        const double turn_N[] = {a * k + b * s, -a * k + b * s, -a * k + b * s, a * k + b * s};
        const double turn_T[] = {a * s - b * k, -a * s - b * k, a * s + b * k, -a * s + b * k};
        for (int i = 0; i < 4; ++i) {
          double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
          play->rows(i, {Pose{}, slider}, w_N, w_T, w_tilde);
          EXPECT_NEAR(play->point(i, {Pose{}, slider})[0], tangential[i], 1e-15);
          EXPECT_EQ(w_N[4], i < 2 ? -1 : 1);
          EXPECT_NEAR(w_N[5], turn_N[i], 1e-15) << i;  // (106), (108), …
          EXPECT_EQ(w_T[3], 1);
          EXPECT_NEAR(w_T[5], turn_T[i], 1e-15) << i;  // (107), (109), …
        }
      }
    }
  }
}

TEST(PrismaticClearance, NamesItsCorners) {
  const auto play = make_play(guide_values());
  EXPECT_STREQ(play->contact_name(0), "upper_back");
  EXPECT_STREQ(play->contact_name(1), "upper_front");
  EXPECT_STREQ(play->contact_name(2), "lower_back");
  EXPECT_STREQ(play->contact_name(3), "lower_front");
  EXPECT_EQ(play->length(), 0.001);
}

TEST(PrismaticClearance, CentredSliderHasItsClearanceOnEverySide) {
  for (const char* guide : {"outside", "inside"}) {
    const auto play = make_play(guide_values(guide));
    double gap[4];
    play->gaps({Pose{}, pose(0.7, 0, 0)}, gap);
    for (const double g : gap) EXPECT_NEAR(g, 0.001, 1e-16) << guide;
  }
}

// Around a rod the slider that sinks touches with the upper edges of its bore; inside a guide with its lower
// corners.
TEST(PrismaticClearance, SinkingClosesTheRightSide) {
  for (const bool inside : {false, true}) {
    const auto play = make_play(guide_values(inside ? "inside" : "outside"));
    double gap[4];
    play->gaps({Pose{}, pose(0, -0.001, 0)}, gap);
    for (const int upper : {0, 1}) EXPECT_NEAR(gap[upper], inside ? 0 : 0.002, 1e-16);
    for (const int lower : {2, 3}) EXPECT_NEAR(gap[lower], inside ? 0.002 : 0, 1e-16);
  }
}

// A slider around a rod that tilts by θ touches with two diagonal edges when
//   y' = H cos θ − a sin θ = b   (upper front, θ < 0), the same at lower back.
TEST(PrismaticClearance, BoreTiltedOnTheRodTouchesDiagonally) {
  const auto play = make_play(guide_values("inside"));
  const double a = 0.05, b = 0.025, H = 0.026;
  const double tilt = std::atan2(H, a) - std::asin(b / std::hypot(H, a));
  ASSERT_GT(tilt, 0);
  double gap[4];
  play->gaps({Pose{}, pose(0, 0, -tilt)}, gap);
  EXPECT_NEAR(gap[1], 0, 1e-16);
  EXPECT_NEAR(gap[2], 0, 1e-16);
  EXPECT_GT(gap[0], 0.001);
  EXPECT_GT(gap[3], 0.001);
}

// Only the motion of the slider seen from the guide matters, wherever the two are in the world.
TEST(PrismaticClearance, GapsDoNotSeeARigidMotionOfBoth) {
  Values values = guide_values();
  values["axis"].data = Point{3, 4};
  values["slider_axis"].data = Point{0, 2};
  values["points"].data = std::vector<Point>{{0.1, -0.2}, {0.03, 0.01}};
  const auto play = make_play(values);
  const Pose a = pose(0.1, 0.2, 0.3), b = pose(0.5, 0.4, -0.4);
  double gap[4], turned[4];
  play->gaps({a, b}, gap);
  const double angle = 2.5;
  const auto carried = [&](const Pose& p) {
    const Vec2 centre = pose(-0.6, 1.1, angle).point(p.centre());
    return pose(centre[0], centre[1], p.angle + angle);
  };
  play->gaps({carried(a), carried(b)}, turned);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(turned[i], gap[i], 1e-15);
  // the slider's own axis along the guide: aligned, the four gaps are c again
  const double along = std::atan2(4, 3) - std::acos(-1) / 2;
  const Pose aligned = pose(0, 0, along);
  const Vec2 onto = Vec2{0.1, -0.2} + Vec2{0.6, 0.8} - aligned.turn({0.03, 0.01});
  play->gaps({Pose{}, pose(onto[0], onto[1], along)}, gap);
  for (const double g : gap) EXPECT_NEAR(g, 0.001, 1e-15);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "clearances/planar/clearance.h"
#include "freeplay/planar_joint.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

Values bearing_values() {
  return {{"points", {std::vector<Point>{{0.1, 0.2}, {-0.3, 0}}, {}}},
          {"clearance", {0.5e-3, {}}},
          {"radius", {10e-3, {}}}};
}

std::unique_ptr<PlanarClearance> make_play(const Values& values, Diagnostics& problems) {
  const ClearanceEntry& entry = *find_entry<ClearanceEntry>("revolute");
  return entry.make(Parameters(entry, values), Parameters(*find_entry<JointEntry>("revolute"), values),
                    "joint.pin", problems);
}
std::unique_ptr<PlanarClearance> make_play(const Values& values) {
  Diagnostics problems;
  return make_play(values, problems);
}

std::string message(const Values& values) {
  Diagnostics problems;
  EXPECT_EQ(make_play(values, problems), nullptr);
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

/// Body b placed so that the journal's centre is off the bearing's by e, seen in the bearing's frame.
Pose journal_at(const Pose& a, double e_x, double e_y, double angle) {
  const Vec2 centre = a.point(Vec2{0.1, 0.2} + Vec2{e_x, e_y});
  const Vec2 arm = pose(0, 0, angle).turn({-0.3, 0});
  return pose(centre[0] - arm[0], centre[1] - arm[1], angle);
}

TEST(RevoluteClearance, HasOneContactCalledJournal) {
  const auto play = make_play(bearing_values());
  EXPECT_EQ(play->contacts(), 1);
  EXPECT_STREQ(play->contact_name(0), "journal");
  EXPECT_EQ(play->length(), 0.5e-3);
}

TEST(RevoluteClearance, GapIsTheClearanceMinusTheEccentricity) {
  const auto play = make_play(bearing_values());
  const Pose a = pose(1, 2, 0.7);
  for (const double direction : {0.0, 1.0, 3.0, -2.0}) {
    for (const double e : {0.0, 0.2e-3, 0.5e-3, 0.6e-3}) {
      const Pose b = journal_at(a, e * std::cos(direction), e * std::sin(direction), -0.4);
      double gap = 0, sampled[4];
      play->gaps({a, b}, &gap);
      EXPECT_NEAR(gap, 0.5e-3 - e, 1e-15);
      play->sample({a, b}, sampled);
      EXPECT_NEAR(sampled[0], e * std::cos(direction), 1e-15);
      EXPECT_NEAR(sampled[1], e * std::sin(direction), 1e-15);
      EXPECT_NEAR(sampled[3], e / 0.5e-3, 1e-12);
      if (e > 0) {
        EXPECT_NEAR(sampled[2], direction, 1e-11);
      }
    }
  }
}

// The journal touches at its radius from its own centre, which is the bearing's radius from the bearing's.
TEST(RevoluteClearance, TouchesOnBothSurfaces) {
  const auto play = make_play(bearing_values());
  const Pose a = pose(1, 2, 0.7), b = journal_at(a, 0.3e-3, -0.4e-3, -0.4);
  const Vec2 p = play->point(0, {a, b});
  EXPECT_NEAR(norm(p - b.point({-0.3, 0})), 9.5e-3, 1e-15);
  EXPECT_NEAR(norm(p - a.point({0.1, 0.2})), 10e-3, 1e-15);
  double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
  play->rows(0, {a, b}, w_N, w_T, w_tilde);
  const Vec2 n = a.turn({0.6, -0.8});
  EXPECT_NEAR(w_N[3], -n[0], 1e-12);
  EXPECT_NEAR(w_N[4], -n[1], 1e-12);
  // a spin of the journal slips by its radius, one of the bearing against it by its own
  const double spin_b = w_T[5] + (w_T[3] * b.turn({-0.3, 0})[1] - w_T[4] * b.turn({-0.3, 0})[0]);
  const double spin_a = w_T[2] + (w_T[0] * a.turn({0.1, 0.2})[1] - w_T[1] * a.turn({0.1, 0.2})[0]);
  EXPECT_NEAR(spin_b, 9.5e-3, 1e-15);
  EXPECT_NEAR(spin_a, -10e-3, 1e-15);
  EXPECT_EQ(w_tilde[0], 0);
  EXPECT_EQ(w_tilde[1], 0);
}

TEST(RevoluteClearance, ACentredJournalHasSomeDirection) {
  Values values = bearing_values();
  values["points"].data = std::vector<Point>{{0, 0}, {0, 0}};
  const auto play = make_play(values);
  const Pose a = pose(0, 0, 0.3), b = pose(0, 0, 0);
  double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0}, sampled[4];
  play->rows(0, {a, b}, w_N, w_T, w_tilde);
  EXPECT_NEAR(std::hypot(w_N[3], w_N[4]), 1, 1e-15);
  EXPECT_NEAR(std::hypot(w_T[3], w_T[4]), 1, 1e-15);
  EXPECT_NEAR(w_N[3] * w_T[3] + w_N[4] * w_T[4], 0, 1e-15);
  play->sample({a, b}, sampled);
  for (const double value : sampled) EXPECT_EQ(value, 0);
}

TEST(RevoluteClearance, RefusesAJournalThatDoesNotFit) {
  Values values = bearing_values();
  values["clearance"].data = 10e-3;
  EXPECT_CONTAINS(message(values), "joint.pin.clearance");
  EXPECT_CONTAINS(message(values), "smaller than the bearing's radius, 0.01 m");
  values = bearing_values();
  values["journal_radius"].data = 10.5e-3;
  EXPECT_CONTAINS(message(values), "the journal, 0.0105 m, is not smaller than the bearing");
  values["journal_radius"].data = 9e-3;
  EXPECT_CONTAINS(message(values), "radius − clearance is 0.0095 m");
  values["journal_radius"].data = 9.5e-3;
  EXPECT_NE(make_play(values), nullptr);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "clearances/spatial/journal_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::play_tests {
namespace {

// A shaft that reaches through its sleeve touches at the edges of the sleeve, wherever it is along the axis.
TEST(CylindricalPlay, TouchesAtTheEdgesOfTheSleeve) {
  const JournalCase given = shaft();
  const auto play = make_journal(given);
  ASSERT_EQ(play->contacts(), 2);
  EXPECT_STREQ(play->contact_name(0), "wall_a");
  EXPECT_STREQ(play->contact_name(1), "wall_b");
  const SpatialPose a;
  const Vec3 u = tilted(0.03, 0.5);
  for (const double along : {0.0, 0.5, -20.0}) {
    const Vec3 d = Vec3{0.1e-3, -0.2e-3, 0} + along * u;
    const SpatialPose b = journal_at(a, d, u);
    EXPECT_EQ(play->outside(a, b), "");
    for (const int i : {0, 1}) {
      const int end = i == 0 ? 1 : -1;
      const PlayContact contact = play->contact(i, a, b);
      EXPECT_NEAR(contact.gap, given.R_i - brute_wall(given, d, u, end).value, 1e-12);
      EXPECT_NEAR(seen(a, contact.point)[2], 0.5 * end * given.L_i, 1e-14);
      EXPECT_NEAR(channel_of(*play, i == 0 ? "eccentricity_a" : "eccentricity_b", a, b),
                  std::hypot((d + ((0.5 * end * given.L_i - d[2]) / u[2]) * u)[0],
                             (d + ((0.5 * end * given.L_i - d[2]) / u[2]) * u)[1]) /
                      given.c_r(),
                  1e-10);
    }
  }
}

TEST(CylindricalPlay, AlignedGapIsTheClearanceMinusTheEccentricity) {
  const auto play = make_journal(shaft());
  const SpatialPose a, b = journal_at(a, {0.3e-3, 0.4e-3, 7e-3}, {0, 0, 1});
  EXPECT_NEAR(gaps_of(*play, a, b)[0], 0, 1e-16);
  EXPECT_NEAR(gaps_of(*play, a, b)[1], 0, 1e-16);
  EXPECT_EQ(channel_of(*play, "scenario", a, b), 1);  // a line
  EXPECT_NEAR(play->share(0, a, b).weight + play->share(1, a, b).weight, 1, 1e-12);
}

TEST(CylindricalPlay, ShaftOfGivenLengthLeavesTheSleeve) {
  JournalCase given = shaft();
  given.more["journal_length"] = number(30e-3), given.L_j = 30e-3;
  const auto play = make_journal(given);
  const SpatialPose a;
  EXPECT_NEAR(gaps_of(*play, a, journal_at(a, {0.2e-3, 0, 20e-3}, {0, 0, 1}))[0], 0.3e-3, 1e-15);
  const SpatialPose out = journal_at(a, {0.2e-3, 0, 26e-3}, {0, 0, 1});
  EXPECT_EQ(gaps_of(*play, a, out)[0], given.R_i);
  EXPECT_EQ(play->outside(a, out), "the journal is outside of the bearing, by 0.001 m along its axis");
}

TEST(CylindricalPlay, NeedsTheSleeve) {
  PlayCase given = play_case(shaft());
  given.bearing.radius = std::nullopt;
  EXPECT_CONTAINS(play_refusal(given), "joint.x.bearing.radius");
}

}  // namespace
}  // namespace freeplay::play_tests

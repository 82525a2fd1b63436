// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/play_test_data.h"
#include "freeplay/planar.h"
#include "freeplay/planar_joint.h"
#include "tests/kit/text.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::evaluate;
using spatial_tests::pose;
using spatial_tests::size;

PlayCase bearing(double clearance = 0.5e-3, double radius = 10e-3) {
  PlayCase given;
  given.type = "revolute_in_plane";
  given.play = {{"radial", number(clearance)}};
  given.ideal = {{"axis", vector({0, 0, 1})}, {"points", vectors({0.1, 0.2, 0.05}, {-0.3, 0, -0.02})}};
  given.bearing.radius = radius;
  return given;
}

std::unique_ptr<PlanarClearance> planar_bearing() {
  const Values values = {{"points", {std::vector<Point>{{0.1, 0.2}, {-0.3, 0}}, {}}},
                         {"clearance", {0.5e-3, {}}},
                         {"radius", {10e-3, {}}}};
  const ClearanceEntry& entry = *find_entry<ClearanceEntry>("revolute");
  Diagnostics problems;
  return entry.make(Parameters(entry, values), Parameters(*find_entry<JointEntry>("revolute"), values),
                    "joint.x", problems);
}

Pose flat(const SpatialPose& p, double angle) {
  return {p.r[0], p.r[1], angle, std::cos(angle), std::sin(angle)};
}

// In the plane it is the planar joint: the same gap, rows, point and channels.
TEST(RevoluteInPlane, IsThePlanarJournalInThePlane) {
  Random random(7);
  const auto play = make_play(bearing());
  const auto planar = planar_bearing();
  ASSERT_EQ(play->contacts(), 1);
  EXPECT_STREQ(play->contact_name(0), planar->contact_name(0));
  EXPECT_EQ(play->geometry(0).radius_a, planar->geometry(0).radius_a);
  EXPECT_EQ(play->geometry(0).radius_b, planar->geometry(0).radius_b);
  for (int k = 0; k < 50; ++k) {
    const double angle_a = uniform(random, -3, 3), angle_b = uniform(random, -3, 3);
    const SpatialPose a = pose({uniform(random, -1, 1), uniform(random, -1, 1), 0.3}, {0, 0, angle_a});
    SpatialPose b = pose({0, 0, 0}, {0, 0, angle_b});
    b.r = a.point(Vec3{0.1, 0.2, 0.05} +
                  Vec3{uniform(random, -0.4e-3, 0.4e-3), uniform(random, -0.4e-3, 0.4e-3), 0}) -
          b.turn({-0.3, 0, -0.02});
    const Pose pa = flat(a, angle_a), pb = flat(b, angle_b);
    double gap, sampled[4], expected[4], w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
    planar->gaps({pa, pb}, &gap);
    planar->sample({pa, pb}, expected);
    planar->rows(0, {pa, pb}, w_N, w_T, w_tilde);
    EXPECT_NEAR(gaps_of(*play, a, b)[0], gap, 1e-15);
    play->sample(a, b, sampled);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(sampled[i], expected[i], i < 2 ? 1e-15 : 1e-11);
    const PlayContact c = play->contact(0, a, b);
    const Vec2 p = planar->point(0, {pa, pb});
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(c.n[j], w_N[3 + j], 1e-11);
      EXPECT_NEAR(c.t1[j], w_T[3 + j], 1e-11);
      EXPECT_NEAR(c.point[j], p[j], 1e-13);
    }
    EXPECT_NEAR(cross(c.point - b.r, c.t1)[2], w_T[5], 1e-11);
    EXPECT_NEAR(-cross(c.point - a.r, c.t1)[2], w_T[2], 1e-11);
    EXPECT_NEAR(size(evaluate(*play->rest(), a, b).Phi), 0, 1e-15);
  }
}

TEST(RevoluteInPlane, DirectionsAreThoseOfTheGapOffThePlaneToo) {
  const auto play = make_play(bearing(0.3, 0.5));
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    const SpatialPose a = random_pose(random),
                      b = moved(a, random_vector(random, 0.2), random_vector(random, 0.4));
    expect_gap_directions(*play, a, b, 1e-6);
  }
}

// What remains are the rows of a planar joint across the axis: axial position and two tilts.
TEST(RevoluteInPlane, KeepsAxialPositionAndTilts) {
  PlayCase given = bearing();
  given.ideal = {{"point", vector({0, 0, 0})}, {"world_axis", vector({0, 1, 0})}};
  const auto play = make_play(given);
  ASSERT_EQ(play->rest()->rows(), 3);
  EXPECT_NEAR(size(evaluate(*play->rest(), {}, pose({0.3, 0, -0.2}, {0, 1, 0})).Phi), 0, 1e-15);
  EXPECT_NEAR(size(evaluate(*play->rest(), {}, pose({0, 0.01, 0})).Phi), 0.01, 1e-15);
  EXPECT_NEAR(size(evaluate(*play->rest(), {}, pose({0, 0, 0}, {0.1, 0, 0})).Phi), std::sin(0.1), 1e-15);
}

TEST(RevoluteInPlane, ACentredJournalHasSomeDirection) {
  PlayCase given = bearing();
  given.ideal = {{"point", vector({0, 0, 0})}, {"axis", vector({0, 0, 1})}};
  const PlayContact c = make_play(given)->contact(0, {}, {});
  EXPECT_EQ(c.gap, 0.5e-3);
  EXPECT_EQ(norm(c.n), 1);
}

TEST(RevoluteInPlane, RefusesAJournalThatDoesNotFit) {
  EXPECT_CONTAINS(play_refusal(bearing(10e-3)), "smaller than the bearing's radius, 0.01 m");
  PlayCase given = bearing();
  given.bearing.radius.reset();
  EXPECT_CONTAINS(play_refusal(given), "joint.x.bearing.radius");
  const auto play = make_play(bearing());
  EXPECT_CONTAINS(play->outside({}, pose({0.42, 0.2, 0.07})), "from the bearing's, whose radius is 0.01 m");
}

}  // namespace
}  // namespace freeplay::play_tests

// SPDX-License-Identifier: Apache-2.0
#include "base/index.h"
#include "clearances/spatial/play_test_data.h"
#include "freeplay/planar.h"
#include "freeplay/planar_joint.h"
#include "tests/kit/text.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::evaluate;
using spatial_tests::pose;
using spatial_tests::size;

PlayCase guide(const char* where) {
  PlayCase given;
  given.type = "translational_in_plane";
  given.play = {{"height", number(1e-3)}};
  given.ideal = {{"axis", vector({0.6, 0.8, 0})},
                 {"direction", vector({-0.8, 0.6, 0})},
                 {"points", vectors({0.1, -0.2, 0.05}, {0.03, 0.01, -0.02})}};
  given.bearing.length = 0.1, given.bearing.height = 0.05, given.bearing.guide = where;
  return given;
}

std::unique_ptr<PlanarClearance> planar_guide(const char* where) {
  const Values values = {
      {"axis", {Point{0.6, 0.8}, {}}}, {"points", {std::vector<Point>{{0.1, -0.2}, {0.03, 0.01}}, {}}},
      {"length", {0.1, {}}},           {"width", {0.05, {}}},
      {"clearance", {1e-3, {}}},       {"guide", {std::string(where), {}}}};
  const ClearanceEntry& entry = *find_entry<ClearanceEntry>("prismatic");
  Diagnostics problems;
  return entry.make(Parameters(entry, values), Parameters(*find_entry<JointEntry>("prismatic"), values),
                    "joint.x", problems);
}

Pose flat(const SpatialPose& p, double angle) {
  return {p.r[0], p.r[1], angle, std::cos(angle), std::sin(angle)};
}

// In the plane it is the planar joint: the same corners, gaps, rows and points.
TEST(TranslationalInPlane, IsThePlanarGuideInThePlane) {
  Random random(7);
  for (const char* where : {"outside", "inside"}) {
    const auto play = make_play(guide(where));
    const auto planar = planar_guide(where);
    ASSERT_EQ(play->contacts(), 4);
    for (int k = 0; k < 50; ++k) {
      const double angle_a = uniform(random, -3, 3), angle_b = angle_a + uniform(random, -0.5, 0.5);
      const SpatialPose a = pose({uniform(random, -1, 1), uniform(random, -1, 1), 0.3}, {0, 0, angle_a});
      const SpatialPose b = pose({uniform(random, -1, 1), uniform(random, -1, 1), 0.37}, {0, 0, angle_b});
      const Pose pa = flat(a, angle_a), pb = flat(b, angle_b);
      double gap[4];
      planar->gaps({pa, pb}, gap);
      const auto found = gaps_of(*play, a, b);
      for (int i = 0; i < 4; ++i) {
        EXPECT_STREQ(play->contact_name(i), planar->contact_name(i));
        EXPECT_NEAR(found[idx(i)], gap[i], 1e-14);
        const PlayContact c = play->contact(i, a, b);
        double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
        planar->rows(i, {pa, pb}, w_N, w_T, w_tilde);
        const Vec2 p = planar->point(i, {pa, pb});
        for (std::size_t j = 0; j < 2; ++j) {
          EXPECT_NEAR(c.n[j], w_N[3 + j], 1e-14);
          EXPECT_NEAR(c.t1[j], w_T[3 + j], 1e-14);
          EXPECT_NEAR(c.point[j], p[j], 1e-14);
        }
        EXPECT_NEAR(cross(c.point - b.r, c.n)[2], w_N[5], 1e-14);
        EXPECT_NEAR(-cross(c.point - a.r, c.n)[2], w_N[2], 1e-14);
      }
    }
  }
}

TEST(TranslationalInPlane, DirectionsAreThoseOfTheGapsOffThePlaneToo) {
  Random random(7);
  for (const char* where : {"outside", "inside"}) {
    const auto play = make_play(guide(where));
    for (int k = 0; k < 50; ++k) {
      const SpatialPose a = random_pose(random);
      expect_gap_directions(*play, a, moved(a, random_vector(random, 0.1), random_vector(random, 0.5)), 1e-7);
    }
  }
}

// The rows that remain vanish for every motion in the plane of axis and height, whatever the bodies' frames
// are, and for no other.
TEST(TranslationalInPlane, KeepsTheSliderInThePlane) {
  Random random(7);
  const SpatialSide a{{random_vector(random, 0.1), rotation(turn_by(random_vector(random, 1)))},
                      random_pose(random)};
  const SpatialSide b{{random_vector(random, 0.1), rotation(turn_by(random_vector(random, 1)))},
                      random_pose(random)};
  PlayCase given = guide("outside");
  given.ideal.erase("points");
  given.a = a, given.b = b;
  const auto play = make_play(given);
  ASSERT_NE(play->rest(), nullptr);
  ASSERT_EQ(play->rest()->rows(), 3);
  const Vec3 x = a.pose.turn(a.mount.direction({0.6, 0.8, 0})),
             y = a.pose.turn(a.mount.direction({-0.8, 0.6, 0}));
  const Vec3 z = cross(x, y);
  // the slider's own origin as drawn is the point that turns
  const auto turned = [&](const SpatialTwist& v) {
    const Vec3 origin = b.pose.point(b.mount.point({0, 0, 0}));
    SpatialPose at = moved(b.pose, v.v, v.omega);
    at.r = at.r + origin + v.v - at.point(b.mount.point({0, 0, 0}));
    return at;
  };
  EXPECT_NEAR(size(evaluate(*play->rest(), a.pose, turned({0.3 * x - 0.1 * y, 0.4 * z})).Phi), 0, 1e-14);
  EXPECT_NEAR(size(evaluate(*play->rest(), a.pose, turned({0.01 * z, {0, 0, 0}})).Phi), 0.01, 1e-14);
  EXPECT_NEAR(size(evaluate(*play->rest(), a.pose, turned({{0, 0, 0}, 0.1 * x})).Phi), std::sin(0.1), 1e-14);
  EXPECT_NEAR(size(evaluate(*play->rest(), a.pose, turned({{0, 0, 0}, 0.1 * y})).Phi), std::sin(0.1), 1e-14);
  EXPECT_NEAR(play->rest()->coordinate(0, a.pose, turned({0.3 * x, {0, 0, 0}})), 0.3, 1e-14);
}

TEST(TranslationalInPlane, NeedsNoWidth) {
  PlayCase given = guide("outside");
  given.bearing.height.reset();
  EXPECT_CONTAINS(play_refusal(given), "joint.x.bearing.height");
}

}  // namespace
}  // namespace freeplay::play_tests

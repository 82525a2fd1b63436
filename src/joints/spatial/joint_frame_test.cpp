// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/joint_frame.h"

#include "joints/spatial/joint_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::spatial_tests {
namespace {

constexpr Param kParams[] = {kPointsParam, kPointParam, kAxisParam, kAxesParam, kWorldAxisParam};
const EntryInfo kInfo{"test", "", "", kParams};

// Bodies with a centre of mass and principal axes of their own: every way to give the place leads to the same
// points and axes of the world.
TEST(JointFrame, EveryWayLeadsToTheSameFrame) {
  const SpatialSide a{{{0.1, 0.2, 0.3}, rotation(turn_by({1, 2, 3}))}, pose({1, 0, -1}, {0.5, 0, 2})};
  const SpatialSide b{{{-0.3, 0, 0.2}, rotation(turn_by({-1, 0.2, 0}))}, pose({0, 2, 1}, {0, -1, 0.3})};
  const auto user = [](const SpatialSide& side, const Vec3& inner) { return side.mount.axes * inner; };
  const Vec3 p{0.7, -0.4, 0.2}, e = unit({1, 2, -2});
  const Vec3 in_a = a.mount.centre + user(a, a.point_of_world(p));
  const Vec3 in_b = b.mount.centre + user(b, b.point_of_world(p));
  const Vec3 e_a = user(a, a.direction_of_world(e)), e_b = user(b, b.direction_of_world(e));
  const Values ways[] = {{{"point", vector(p)}, {"world_axis", vector(3 * e)}},
                         {{"points", vectors(in_a, in_b)}, {"axis", vector(0.1 * e_a)}},
                         {{"points", vectors(in_a, in_b)}, {"axes", vectors(7 * e_a, e_b)}}};
  for (const Values& values : ways) {
    Diagnostics problems;
    const Parameters given(kInfo, values);
    const FrameReader frame(given, a, b, "joint.x", problems);
    const auto points = frame.points();
    const auto axes = frame.axes();
    ASSERT_TRUE(points && axes);
    EXPECT_NEAR(norm(a.pose.point(points->a) - p), 0, 1e-15);
    EXPECT_NEAR(norm(b.pose.point(points->b) - p), 0, 1e-15);
    EXPECT_NEAR(norm(a.pose.turn(axes->e) - e), 0, 1e-15);
    EXPECT_NEAR(norm(b.pose.turn(axes->e_b) - e), 0, 1e-15);
    EXPECT_NEAR(norm(cross(axes->x, axes->y) - axes->e), 0, 1e-15);
    EXPECT_NEAR(dot(axes->z, axes->e_b), 0, 1e-15);
  }
}

TEST(JointFrame, SaysWhereAValueIsWrong) {
  Values values = {{"axis", vector({0, 0, 0})}};
  values["axis"].where = {"model.toml", 12, 8};
  Diagnostics problems;
  const Where block{"model.toml", 9, 1};
  const Parameters given(kInfo, values, block);
  const SpatialSide side;
  const FrameReader frame(given, side, side, "joint.hinge", problems);
  EXPECT_FALSE(frame.axes());
  EXPECT_FALSE(frame.points());
  ASSERT_EQ(problems.all().size(), 2U);
  EXPECT_EQ(to_string(problems.all()[0])
                .find("model.toml:12:8: error: joint.hinge.axis: a direction cannot be [0, 0, 0]"),
            0U)
      << to_string(problems.all()[0]);
  EXPECT_EQ(
      to_string(problems.all()[1]).find("model.toml:9:1: error: joint.hinge.points: missing: where it is"),
      0U)
      << to_string(problems.all()[1]);
}

TEST(JointFrame, RefusesTwoWaysAtOnce) {
  const Values values = {{"axis", vector({0, 0, 1})}, {"world_axis", vector({0, 0, 1})}};
  Diagnostics problems;
  const Parameters given(kInfo, values);
  const SpatialSide side;
  EXPECT_FALSE(FrameReader(given, side, side, "joint.x", problems).axes());
  ASSERT_EQ(problems.all().size(), 1U);
  EXPECT_CONTAINS(problems.all()[0].message, "in two ways, as axis and as world_axis");
}

}  // namespace
}  // namespace freeplay::spatial_tests

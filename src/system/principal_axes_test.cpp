// SPDX-License-Identifier: Apache-2.0
#include "system/principal_axes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freeplay {
namespace {

Body body_with(const Mat3& inertia) {
  Body body;
  body.name = "b";
  body.mass = 1;
  body.space.inertia = inertia.a;
  return body;
}

Mat3 diagonal(double x, double y, double z) { return {{x, 0, 0, 0, y, 0, 0, 0, z}}; }

TEST(PrincipalAxes, OfADiagonalTensorAreTheFrame) {
  Diagnostics problems;
  const PrincipalInertia p = principal_inertia(body_with(diagonal(3, 1, 2.5)), problems);
  EXPECT_EQ(p.moments, (Vec3{3, 1, 2.5}));
  EXPECT_EQ(p.mount.axes.a, Mat3{}.a);
  EXPECT_FALSE(problems.has_errors());
}

TEST(PrincipalAxes, DiagonaliseAndTurnLeast) {
  Diagnostics problems;
  const Mat3 R = rotation(turn_by({0.1, -0.2, 0.15}));
  const PrincipalInertia p = principal_inertia(body_with(R * diagonal(3, 2, 2.5) * R.transpose()), problems);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(p.moments[k], (Vec3{3, 2, 2.5}[k]), 1e-14);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(p.mount.axes.a[k], R.a[k], 1e-13);
  EXPECT_NEAR(dot(cross(p.mount.axes.column(0), p.mount.axes.column(1)), p.mount.axes.column(2)), 1, 1e-14);
}

TEST(PrincipalAxes, FollowTheAxesTheInertiaIsGivenIn) {
  Diagnostics problems;
  Body body = body_with(diagonal(3, 2, 2.5));
  body.space.inertia_axes = turn_by({0, 0, std::acos(-1.0) / 2});  // x of the inertia is y of the body
  body.space.centre = {1, 2, 3};
  const PrincipalInertia p = principal_inertia(body, problems);
  EXPECT_NEAR(p.moments[0], 2, 1e-15);
  EXPECT_NEAR(p.moments[1], 3, 1e-15);
  EXPECT_EQ(p.mount.centre, (Vec3{1, 2, 3}));
  EXPECT_FALSE(problems.has_errors());
}

TEST(PrincipalAxes, RefuseWhatNoBodyHas) {
  const auto refused = [](const Mat3& inertia) {
    Diagnostics problems;
    principal_inertia(body_with(inertia), problems);
    return problems.has_errors();
  };
  EXPECT_TRUE(refused(diagonal(1, 1, 2.1)));
  EXPECT_FALSE(refused(diagonal(1, 1, 2)));  // a flat body
  EXPECT_TRUE(refused(diagonal(1, 1, -1)));
  EXPECT_TRUE(refused({{1, 0.1, 0, 0, 1, 0, 0, 0, 1}}));
  EXPECT_TRUE(refused(diagonal(0, 0, 0)));
  EXPECT_TRUE(refused(diagonal(1, 1, std::nan(""))));
}

}  // namespace
}  // namespace freeplay

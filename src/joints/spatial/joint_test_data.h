// SPDX-License-Identifier: Apache-2.0
// What tests of spatial joints and forces share: poses, values, making a joint.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/spatial_joint.h"

namespace freeplay::spatial_tests {

inline constexpr double kPi = std::numbers::pi;

inline SpatialPose pose(const Vec3& r, const Vec3& turn = {0, 0, 0}) { return {r, rotation(turn_by(turn))}; }
inline SpatialSide side(const SpatialPose& drawn) { return {{}, drawn}; }
inline Value vector(const Vec3& v) { return {v, {}}; }
inline Value vectors(const Vec3& a, const Vec3& b) { return {std::vector<Point3>{a, b}, {}}; }
inline Value number(double x) { return {x, {}}; }

inline std::unique_ptr<SpatialJoint> make_joint(const char* name, const Values& values,
                                                const SpatialPose& a = {}, const SpatialPose& b = {}) {
  const SpatialJointEntry& entry = *find_entry<SpatialJointEntry>(name);
  Diagnostics problems;
  auto joint = entry.make(Parameters(entry, values), side(a), side(b), "joint.x", problems);
  for (const Diagnostic& problem : problems.all()) ADD_FAILURE() << to_string(problem);
  return joint;
}

/// The one message of a joint that cannot be made.
inline std::string refusal(const char* name, const Values& values, const SpatialPose& a = {},
                           const SpatialPose& b = {}) {
  const SpatialJointEntry& entry = *find_entry<SpatialJointEntry>(name);
  Diagnostics problems;
  EXPECT_EQ(entry.make(Parameters(entry, values), side(a), side(b), "joint.x", problems), nullptr);
  EXPECT_EQ(problems.all().size(), 1U);
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

/// Φ and D.
struct Rows {
  std::vector<double> Phi, D;

  double at(int row, int column) const { return D[static_cast<std::size_t>(kSpatialRow * row + column)]; }
};
inline Rows evaluate(const SpatialJoint& joint, const SpatialPose& a, const SpatialPose& b) {
  const auto rows = static_cast<std::size_t>(joint.rows());
  Rows out{std::vector<double>(rows), std::vector<double>(kSpatialRow * rows)};
  joint.evaluate(a, b, out.Phi.data(), out.D.data());
  return out;
}
inline double size(const std::vector<double>& Phi) {
  double sum = 0;
  for (const double x : Phi) sum += x * x;
  return std::sqrt(sum);
}

}  // namespace freeplay::spatial_tests

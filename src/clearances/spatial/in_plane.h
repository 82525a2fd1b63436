// SPDX-License-Identifier: Apache-2.0
// What joints with play in a plane only share: the rows that keep body b in that plane.
#pragma once

#include "clearances/spatial/clearance.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay {

/// The ideal planar joint, by what stands in the inner frames: points, normals, and the direction of its
/// first displacement in a.
inline std::unique_ptr<SpatialJoint> make_plane(const VectorPair& points, const VectorPair& normal,
                                                const Vec3& direction, const PlayParts& parts) {
  const Mount &a = parts.a.mount, &b = parts.b.mount;
  const auto of_user = [](const Mount& mount, const Vec3& p) { return mount.centre + mount.axes * p; };
  using Two = std::vector<Point3>;
  thread_local Values values{// its memory stays: joints are made again when numbers change
                             {"points", {Two(2), {}}},
                             {"axes", {Two(2), {}}},
                             {"direction", {Point3{}, {}}}};
  const auto put = [](const char* key, const Vec3& first, const Vec3& second) {
    auto& two = std::get<Two>(values.at(key).data);
    two[0] = first, two[1] = second;
  };
  put("points", of_user(a, points.a), of_user(b, points.b));
  put("axes", a.axes * normal.a, b.axes * normal.b);
  values.at("direction").data = Point3(a.axes * direction);
  const SpatialJointEntry& planar = *find_entry<SpatialJointEntry>("planar");
  return planar.make(Parameters(planar, values), parts.a, parts.b, parts.key, parts.problems);
}

}  // namespace freeplay

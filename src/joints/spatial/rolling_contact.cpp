// SPDX-License-Identifier: Apache-2.0
#include "joints/spatial/rolling_contact.h"

namespace freeplay {

std::optional<RollingContact::Place> read_rolling(const FrameReader& reader, const Parameters& given,
                                                  const SpatialSide& a, const SpatialSide& b) {
  const auto normal = reader.direction("axis", *given.vector("axis"));
  if (!normal) return {};
  const Vec3 n = a.mount.direction(*normal), p = a.mount.point(given.vector("plane").value_or(Vec3{0, 0, 0}));
  const Vec3 s = b.mount.point(given.vector("centre").value_or(Vec3{0, 0, 0}));
  const double height = dot(a.pose.turn(n), b.pose.point(s) - a.pose.point(p));
  if (height <= 0) {
    reader.error("axis", "the centre is below the plane as drawn",
                 "the normal of the plane points towards the body that rolls on it");
    return {};
  }
  const auto [t1, t2] = reader.across(n);
  return RollingContact::Place{p, n, t1, t2, s, given.number("radius")};
}

}  // namespace freeplay

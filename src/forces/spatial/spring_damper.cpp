// SPDX-License-Identifier: Apache-2.0
// Spring and damper between a point of body a and a point of body b, with preload: spring.h.
#include "forces/spring.h"
#include "freeplay/spatial_force.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SPRING_DAMPER(ParamKind::vectors)};

struct Space {
  using Force = SpatialForce;
  using Vec = Vec3;
  using Place = SpatialPose;
  using Motion = SpatialTwist;
  using Sums = SpatialForceSums;
  using Arms = rows::Arms;
};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide& b, const std::string&, Diagnostics&) {
  const auto& points = *given.vectors("points");
  return std::make_unique<SpringDamperOf<Space>>(given, bodies, a.mount.point(points[0]),
                                                 b.mount.point(points[1]), a.pose, b.pose);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(spring_damper) = {
    {"spring_damper", "", "spring and damper between two points, with preload", kParams}, make, 2};
}  // namespace entry
}  // namespace freeplay

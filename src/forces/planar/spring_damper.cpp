// SPDX-License-Identifier: Apache-2.0
// Spring and damper between a point of body a and a point of body b, with preload: spring.h.
#include "forces/spring.h"
#include "freeplay/planar_force.h"
#include "joints/planar/arms.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SPRING_DAMPER(ParamKind::points)};

struct Plane {
  using Force = PlanarForce;
  using Vec = Vec2;
  using Place = Pose;
  using Motion = Twist;
  using Sums = ForceSums;
  using Arms = PlanarArms;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose& a,
                                  const Pose& b) {
  const auto& points = *given.points("points");
  return std::make_unique<SpringDamperOf<Plane>>(given, bodies, points[0], points[1], a, b);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(spring_damper) = {
    {"spring_damper", "", "spring and damper between two points, with preload", kParams}, make, 2};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// A sphere of body b rolls without slip on a plane of body a: its lowest point is R n below the centre. It
// may spin about the normal.
#include "joints/spatial/rolling_contact.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kRollingCentre, kRollingRadius, kRollingPlane, kRollingAxis};

class RollingSphere final : public RollingContact {
 public:
  using RollingContact::RollingContact;

 private:
  Vec3 lowest(const Vec3& n, const SpatialPose&) const override { return -radius() * n; }
  Vec3 lowest_rate(const Vec3& n, const SpatialPose&, const Vec3& omega_a, const Vec3&) const override {
    return -radius() * cross(omega_a, n);
  }
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const auto place = read_rolling(FrameReader(given, a, b, key, problems), given, a, b);
  if (!place) return nullptr;
  return std::make_unique<RollingSphere>(*place);
}

constexpr FreeCoordinate kCoordinates[] = {{"displacement_1", "m"}, {"displacement_2", "m"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(rolling_sphere) = {
    {"rolling_sphere", "Marques2015", "a sphere of the second body rolls on a plane of the first", kParams},
    make,
    kCoordinates};
}  // namespace entry
}  // namespace freeplay

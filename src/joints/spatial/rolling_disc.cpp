// SPDX-License-Identifier: Apache-2.0
// A thin disc of body b rolls on its rim, without slip, on a plane of body a; it may lean and steer. With the
// axle k, the lowest point of the rim is R m from the centre, m = k × (k × n) / |k × n|.
// Singular when the disc lies flat: every point of the rim is lowest.
#include "joints/spatial/rolling_contact.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kRollingCentre, kRollingRadius, kRollingPlane, kRollingAxis,
    vector_param("axle", "k'", "-", "direction of the axle in the second body's frame", ParamKind::vector,
                 false)};

// A disc that is drawn this flat does not stand on its rim.
constexpr double kLeastSine = 1e-3;

class RollingDisc final : public RollingContact {
 public:
  RollingDisc(const Place& place, const Vec3& axle) : RollingContact(place), axle_(axle) {}

 private:
  Vec3 lowest(const Vec3& n, const SpatialPose& b) const override {
    const Vec3 k = b.turn(axle_), down = cross(k, cross(k, n));
    return (radius() / norm(down)) * down;
  }
  Vec3 lowest_rate(const Vec3& n, const SpatialPose& b, const Vec3& omega_a,
                   const Vec3& omega_b) const override {
    const Vec3 k = b.turn(axle_), dn = cross(omega_a, n), dk = cross(omega_b, k);
    const Vec3 c = cross(k, n), down = cross(k, c);
    const Vec3 ddown = cross(dk, c) + cross(k, cross(dk, n) + cross(k, dn));
    const double sigma = norm(down);
    const Vec3 m = (1 / sigma) * down;
    return (radius() / sigma) * (ddown - dot(m, ddown) * m);
  }
  std::optional<Vec3> axle() const override { return axle_; }

  Vec3 axle_;
};

std::unique_ptr<SpatialJoint> make(const Parameters& given, const SpatialSide& a, const SpatialSide& b,
                                   const std::string& key, Diagnostics& problems) {
  const FrameReader reader(given, a, b, key, problems);
  const auto place = read_rolling(reader, given, a, b);
  const auto axle = reader.direction("axle", *given.vector("axle"));
  if (!place || !axle) return nullptr;
  const Vec3 k = b.mount.direction(*axle);
  if (norm(cross(a.pose.turn(place->n), b.pose.turn(k))) < kLeastSine) {
    reader.error("axle", "the disc lies flat on the plane as drawn",
                 "a disc that rolls stands on its rim: its axle is not along the plane's normal");
    return nullptr;
  }
  return std::make_unique<RollingDisc>(*place, k);
}

constexpr FreeCoordinate kCoordinates[] = {{"displacement_1", "m"}, {"displacement_2", "m"}};

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_JOINT(rolling_disc) = {
    {"rolling_disc", "Marques2015", "a thin disc of the second body rolls on a plane of the first", kParams},
    make,
    kCoordinates};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "forces/spatial/wrench_load.h"

namespace freeplay {
namespace {

class WrenchLoad final : public SpatialForce {
 public:
  WrenchLoad(const Vec3& force, const Vec3& torque, const Vec3& point, bool follows, int body)
      : force_(force), torque_(torque), point_(point), follows_(follows), body_(body) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist>,
             const SpatialForceSums& out) const override {
    const SpatialPose& pose = poses[static_cast<std::size_t>(body_)];
    const Vec3 f = follows_ ? pose.turn(force_) : force_, torque = follows_ ? pose.turn(torque_) : torque_;
    const Vec3 arm = pose.turn(point_);
    out.add(out.h, body_, f, arm, torque);
    out.add(out.applied, body_, f, arm, torque);
  }

 private:
  Vec3 force_, torque_, point_;
  bool follows_;
  int body_;
};

}  // namespace

std::unique_ptr<SpatialForce> make_load(const Vec3& force, const Vec3& torque,
                                        const std::optional<Vec3>& point, bool follows, int body,
                                        const SpatialSide& side) {
  const auto components = [&](const Vec3& v) { return follows ? side.mount.direction(v) : v; };
  return std::make_unique<WrenchLoad>(components(force), components(torque),
                                      point ? side.mount.point(*point) : Vec3{0, 0, 0}, follows, body);
}

}  // namespace freeplay

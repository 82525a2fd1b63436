// SPDX-License-Identifier: Apache-2.0
#include "forces/spatial/wrench_load.h"

#include "base/index.h"

namespace freeplay {
namespace {

class WrenchLoad final : public SpatialForce {
 public:
  WrenchLoad(const ForceAndTorque& load, const Vec3& point, const Mount& mount, bool follows, int body)
      : load_(load), point_(point), axes_(mount.axes), follows_(follows), body_(body) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist>,
             const SpatialForceSums& out) const override {
    const SpatialPose& pose = poses[idx(body_)];
    const double* input = out.inputs;
    const auto now = [&](const std::optional<Vec3>& given) {
      if (!given) return Vec3{0, 0, 0};
      Vec3 v = *given;
      if (input != nullptr) v = {input[0], input[1], input[2]}, input += 3;
      return follows_ ? pose.turn(axes_.transposed(v)) : v;
    };
    const Vec3 f = now(load_.force), torque = now(load_.torque);
    const Vec3 arm = pose.turn(point_);
    out.add(out.h, body_, f, arm, torque);
    out.add(out.applied, body_, f, arm, torque);
  }

 private:
  ForceAndTorque load_;
  Vec3 point_;
  Mat3 axes_;  ///< of the body, in the user's frame
  bool follows_;
  int body_;
};

}  // namespace

std::unique_ptr<SpatialForce> make_load(const ForceAndTorque& load, const std::optional<Vec3>& point,
                                        bool follows, int body, const SpatialSide& side) {
  return std::make_unique<WrenchLoad>(load, point ? side.mount.point(*point) : Vec3{0, 0, 0}, side.mount,
                                      follows, body);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Torsional spring and damper about an axis of body a, with preload; for a revolute or cylindrical joint.
//   T = k (φ − φ₀) + d φ̇ + T₀   turns b back towards a when positive
// φ is the angle of a revolute joint on that axis, and the torque acts along ∂φ/∂ω, which is the axis itself
// as long as the two axes agree: so the energy ½ k (φ − φ₀)² + T₀ (φ − φ₀) is exact. φ − φ₀ is in (−π, π]:
// the spring does not count turns, and jumps when it is wound half a turn.
#include <numbers>

#include "forces/spring.h"
#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kAxisParam, kAxesParam, kWorldAxisParam, FREEPLAY_TORSION_SPRING_DAMPER};

class TorsionSpringDamper final : public SpatialForce {
 public:
  TorsionSpringDamper(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                      const SpatialSide& b, const AxisFrame& axes)
      : a_(bodies[0]),
        b_(bodies[1]),
        axes_(axes),
        spring_(given),
        free_angle_(given.given("free_angle")
                        ? given.number("free_angle")
                        : rows::angle(a.pose.turn(axes.x), a.pose.turn(axes.y), b.pose.turn(axes.z))) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist> twists,
             const SpatialForceSums& out) const override {
    const Vec3 x = poses[idx(a_)].turn(axes_.x), y = poses[idx(a_)].turn(axes_.y),
               z = poses[idx(b_)].turn(axes_.z);
    const Vec3 w = rows::angle_row(x, y, z), none{0, 0, 0};
    const double damping = spring_.d * dot(w, twists[idx(b_)].omega - twists[idx(a_)].omega);
    const auto turn_back = [&](double* to, double torque) {
      out.add(to, a_, none, none, torque * w);
      out.add(to, b_, none, none, -torque * w);
    };
    turn_back(out.h, spring_.force(wound(rows::angle(x, y, z)), damping));
    if (spring_.d > 0) turn_back(out.damping, damping);
  }

  double energy(std::span<const SpatialPose> poses) const override {
    const double turn = wound(rows::angle(poses[idx(a_)].turn(axes_.x), poses[idx(a_)].turn(axes_.y),
                                          poses[idx(b_)].turn(axes_.z)));
    return spring_.energy(turn, turn);
  }

  bool depends_on_velocity() const override { return spring_.d > 0; }

 private:
  double wound(double angle) const { return std::remainder(angle - free_angle_, 2 * std::numbers::pi); }

  int a_, b_;
  AxisFrame axes_;
  SpringNumbers spring_;
  double free_angle_;
};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide& b, const std::string& key, Diagnostics& problems) {
  const auto axes = FrameReader(given, a, b, key, problems).axes();
  if (!axes) return nullptr;
  return std::make_unique<TorsionSpringDamper>(given, bodies, a, b, *axes);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(torsion_spring_damper) = {
    {"torsion_spring_damper", "", "torsional spring and damper about an axis, with preload", kParams},
    make,
    2};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Torsional spring and damper about an axis of body a, with preload; for a revolute or cylindrical joint.
//   T = k (φ − φ₀) + d φ̇ + T₀   turns b back towards a when positive
// φ is the angle of a revolute joint on that axis, and the torque acts along ∂φ/∂ω, which is the axis itself
// as long as the two axes agree: so the energy ½ k (φ − φ₀)² + T₀ (φ − φ₀) is exact. φ − φ₀ is in (−π, π]:
// the spring does not count turns, and jumps when it is wound half a turn.
#include <numbers>

#include "base/index.h"
#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    kAxisParam,
    kAxesParam,
    kWorldAxisParam,
    {.key = "stiffness", .symbol = "k", .unit = "N*m/rad", .fallback = 0, .low = 0, .help = "of the spring"},
    {.key = "damping", .symbol = "d", .unit = "N*m*s/rad", .fallback = 0, .low = 0, .help = "of the damper"},
    {.key = "free_angle",
     .symbol = "φ₀",
     .unit = "rad",
     .fallback = 0,
     .help = "relative angle without spring torque; as drawn by default",
     .optional = true},
    {.key = "preload",
     .symbol = "T₀",
     .unit = "N*m",
     .fallback = 0,
     .help = "constant torque added to the spring"}};

class TorsionSpringDamper final : public SpatialForce {
 public:
  TorsionSpringDamper(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                      const SpatialSide& b, const AxisFrame& axes)
      : a_(idx(bodies[0])),
        b_(idx(bodies[1])),
        axes_(axes),
        k_(given.number("stiffness")),
        d_(given.number("damping")),
        preload_(given.number("preload")),
        free_angle_(given.given("free_angle")
                        ? given.number("free_angle")
                        : rows::angle(a.pose.turn(axes.x), a.pose.turn(axes.y), b.pose.turn(axes.z))) {}

  void apply(double, std::span<const SpatialPose> poses, std::span<const SpatialTwist> twists,
             const SpatialForceSums& out) const override {
    const Vec3 x = poses[a_].turn(axes_.x), y = poses[a_].turn(axes_.y), z = poses[b_].turn(axes_.z);
    const Vec3 w = rows::angle_row(x, y, z);
    const double damping = d_ * dot(w, twists[b_].omega - twists[a_].omega);
    const double torque = k_ * wound(rows::angle(x, y, z)) + preload_ + damping;
    const Vec3 none{0, 0, 0};
    out.add(out.h, static_cast<int>(a_), none, none, torque * w);
    out.add(out.h, static_cast<int>(b_), none, none, -torque * w);
    if (d_ > 0) {
      out.add(out.damping, static_cast<int>(a_), none, none, damping * w);
      out.add(out.damping, static_cast<int>(b_), none, none, -damping * w);
    }
  }

  double energy(std::span<const SpatialPose> poses) const override {
    const double turn =
        wound(rows::angle(poses[a_].turn(axes_.x), poses[a_].turn(axes_.y), poses[b_].turn(axes_.z)));
    return 0.5 * k_ * turn * turn + preload_ * turn;
  }

  bool depends_on_velocity() const override { return d_ > 0; }

 private:
  double wound(double angle) const { return std::remainder(angle - free_angle_, 2 * std::numbers::pi); }

  std::size_t a_, b_;
  AxisFrame axes_;
  double k_, d_, preload_, free_angle_;
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

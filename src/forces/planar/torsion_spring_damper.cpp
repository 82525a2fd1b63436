// SPDX-License-Identifier: Apache-2.0
// Torsional spring and damper between two bodies, with preload.
//   T = k (φ − φ₀) + d φ̇ + T₀,  φ = θ_b − θ_a,   turns b back towards a when positive
#include "freeplay/planar_force.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
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

class TorsionSpringDamper final : public PlanarForce {
 public:
  TorsionSpringDamper(const Parameters& given, std::array<int, 2> bodies, const Pose& a, const Pose& b)
      : a_(idx(bodies[0])),
        b_(idx(bodies[1])),
        k_(given.number("stiffness")),
        d_(given.number("damping")),
        preload_(given.number("preload")),
        free_angle_(given.given("free_angle") ? given.number("free_angle") : b.angle - a.angle) {}

  void apply(double, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    const double damping = d_ * (twists[b_].omega - twists[a_].omega);
    const double torque = k_ * angle(poses) + preload_ + damping;
    ForceSums::add(out.h, static_cast<int>(a_), {0, 0}, {0, 0}, torque);
    ForceSums::add(out.h, static_cast<int>(b_), {0, 0}, {0, 0}, -torque);
    if (d_ > 0) {
      ForceSums::add(out.damping, static_cast<int>(a_), {0, 0}, {0, 0}, damping);
      ForceSums::add(out.damping, static_cast<int>(b_), {0, 0}, {0, 0}, -damping);
    }
  }

  double energy(std::span<const Pose> poses) const override {
    const double turn = angle(poses);
    return 0.5 * k_ * turn * turn + preload_ * turn;
  }

  bool depends_on_velocity() const override { return d_ > 0; }

 private:
  double angle(std::span<const Pose> poses) const { return poses[b_].angle - poses[a_].angle - free_angle_; }

  std::size_t a_, b_;
  double k_, d_, preload_, free_angle_;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose& a,
                                  const Pose& b) {
  return std::make_unique<TorsionSpringDamper>(given, bodies, a, b);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(torsion_spring_damper) = {
    {"torsion_spring_damper", "", "torsional spring and damper between two bodies, with preload", kParams},
    make,
    2};
}  // namespace entry
}  // namespace freeplay

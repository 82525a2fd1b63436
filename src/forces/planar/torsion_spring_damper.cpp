// SPDX-License-Identifier: Apache-2.0
// Torsional spring and damper between two bodies, with preload.
//   T = k (φ − φ₀) + d φ̇ + T₀,  φ = θ_b − θ_a,   turns b back towards a when positive
#include "forces/spring.h"
#include "freeplay/planar_force.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_TORSION_SPRING_DAMPER};

class TorsionSpringDamper final : public PlanarForce {
 public:
  TorsionSpringDamper(const Parameters& given, std::array<int, 2> bodies, const Pose& a, const Pose& b)
      : a_(bodies[0]),
        b_(bodies[1]),
        spring_(given),
        free_angle_(given.given("free_angle") ? given.number("free_angle") : b.angle - a.angle) {}

  void apply(double, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    const double damping = spring_.d * (twists[idx(b_)].omega - twists[idx(a_)].omega);
    const auto turn_back = [&](double* to, double torque) {
      ForceSums::add(to, a_, {0, 0}, {0, 0}, torque);
      ForceSums::add(to, b_, {0, 0}, {0, 0}, -torque);
    };
    turn_back(out.h, spring_.force(angle(poses), damping));
    if (spring_.d > 0) turn_back(out.damping, damping);
  }

  double energy(std::span<const Pose> poses) const override {
    return spring_.energy(angle(poses), angle(poses));
  }

  bool depends_on_velocity() const override { return spring_.d > 0; }

 private:
  double angle(std::span<const Pose> poses) const {
    return poses[idx(b_)].angle - poses[idx(a_)].angle - free_angle_;
  }

  int a_, b_;
  SpringNumbers spring_;
  double free_angle_;
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

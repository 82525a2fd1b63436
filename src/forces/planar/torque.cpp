// SPDX-License-Identifier: Apache-2.0
// Torque on a body, constant unless it is set as an input.
#include "freeplay/planar_force.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "torque", .symbol = "T", .unit = "N*m", .help = "counter-clockwise torque on the body"}};
constexpr const char* kInputs[] = {"torque"};

class Torque final : public PlanarForce {
 public:
  Torque(const Parameters& given, int body) : body_(body), torque_(given.number("torque")) {}

  void apply(double, std::span<const Pose>, std::span<const Twist>, const ForceSums& out) const override {
    const double torque = out.inputs ? out.inputs[0] : torque_;
    ForceSums::add(out.h, body_, {0, 0}, {0, 0}, torque);
    ForceSums::add(out.applied, body_, {0, 0}, {0, 0}, torque);
  }

 private:
  int body_;
  double torque_;
};

std::unique_ptr<PlanarForce> make(const Parameters& given, std::array<int, 2> bodies, const Pose&,
                                  const Pose&) {
  return std::make_unique<Torque>(given, bodies[0]);
}

}  // namespace

namespace entry {
FREEPLAY_FORCE(torque) = {{"torque", "", "constant torque on a body", kParams}, make, 1, kInputs};
}  // namespace entry
}  // namespace freeplay

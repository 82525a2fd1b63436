// SPDX-License-Identifier: Apache-2.0
// Constant acceleration: s = v t + ½ a t².
#include "freeplay/driver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "acceleration", .symbol = "a", .unit = "@/s^2", .help = "of the coordinate"},
    {.key = "speed", .symbol = "v", .unit = "@/s", .fallback = 0, .help = "at t = 0"},
    FREEPLAY_DRIVER_ABSOLUTE};

class ConstantAcceleration final : public Motion {
 public:
  explicit ConstantAcceleration(const Parameters& given)
      : speed_(given.number("speed")), acceleration_(given.number("acceleration")) {}
  double position(double t) const override { return (speed_ + 0.5 * acceleration_ * t) * t; }
  double velocity(double t) const override { return speed_ + acceleration_ * t; }
  double acceleration(double) const override { return acceleration_; }

 private:
  double speed_, acceleration_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string&, Diagnostics&) {
  return std::make_unique<ConstantAcceleration>(given);
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(constant_acceleration) = {{"constant_acceleration", "", "constant acceleration", kParams},
                                          make};
}  // namespace entry
}  // namespace freeplay

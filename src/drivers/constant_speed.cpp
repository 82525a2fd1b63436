// SPDX-License-Identifier: Apache-2.0
// Constant speed: s = v t.
#include "freeplay/driver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "speed", .symbol = "v", .unit = "@/s", .help = "of the coordinate"},
                             FREEPLAY_DRIVER_ABSOLUTE};

class ConstantSpeed final : public Motion {
 public:
  explicit ConstantSpeed(const Parameters& given) : speed_(given.number("speed")) {}
  double position(double t) const override { return speed_ * t; }
  double velocity(double) const override { return speed_; }
  double acceleration(double) const override { return 0; }

 private:
  double speed_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string&, Diagnostics&) {
  return std::make_unique<ConstantSpeed>(given);
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(constant_speed) = {{"constant_speed", "", "constant speed", kParams}, make};
}  // namespace entry
}  // namespace freeplay

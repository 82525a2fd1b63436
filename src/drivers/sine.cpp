// SPDX-License-Identifier: Apache-2.0
// Sine: s = s₀ + A sin(2π f t + φ).
#include <cmath>
#include <numbers>

#include "drivers/driver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{"amplitude", "A", "@", kRequired, -kInfinity, kInfinity, "half of the stroke"},
                             {"frequency", "f", "Hz", kRequired, 0, kInfinity, "cycles per second"},
                             {"phase", "φ", "rad", 0, -kInfinity, kInfinity, "at t = 0"},
                             {"offset", "s₀", "@", 0, -kInfinity, kInfinity, "middle of the stroke"},
                             FREEPLAY_DRIVER_ABSOLUTE};

class Sine final : public Motion {
 public:
  explicit Sine(const Parameters& given)
      : amplitude_(given.number("amplitude")),
        omega_(2 * std::numbers::pi * given.number("frequency")),
        phase_(given.number("phase")),
        offset_(given.number("offset")) {}
  double position(double t) const override { return offset_ + amplitude_ * std::sin(omega_ * t + phase_); }
  double velocity(double t) const override { return amplitude_ * omega_ * std::cos(omega_ * t + phase_); }
  double acceleration(double t) const override {
    return -amplitude_ * omega_ * omega_ * std::sin(omega_ * t + phase_);
  }

 private:
  double amplitude_, omega_, phase_, offset_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string&, Diagnostics&) {
  return std::make_unique<Sine>(given);
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(sine) = {{"sine", "", "harmonic motion", kParams}, make};
}  // namespace entry
}  // namespace freeplay

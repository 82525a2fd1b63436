// SPDX-License-Identifier: Apache-2.0
// Sine: s = s₀ + A sin(2π f t + φ).
#include <cmath>
#include <numbers>

#include "freeplay/driver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "amplitude", .symbol = "A", .unit = "@", .help = "half of the stroke"},
    {.key = "frequency", .symbol = "f", .unit = "Hz", .low = 0, .help = "cycles per second"},
    {.key = "phase", .symbol = "φ", .unit = "rad", .fallback = 0, .help = "at t = 0"},
    {.key = "offset", .symbol = "s₀", .unit = "@", .fallback = 0, .help = "middle of the stroke"},
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

// SPDX-License-Identifier: Apache-2.0
// Polynomial: s = a₀ + a₁ t + a₂ t² + …
#include "freeplay/driver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "coefficients",
                              .symbol = "a_i",
                              .help = "a0, a1, a2, … in SI units (rad or m, per s, per s², …)",
                              .kind = ParamKind::numbers},
                             FREEPLAY_DRIVER_ABSOLUTE};

class Polynomial final : public Motion {
 public:
  explicit Polynomial(const Parameters& given)
      : a_(given.numbers("coefficients").begin(), given.numbers("coefficients").end()) {}

  // Horner's rule on the coefficients and on those of the derivatives.
  double position(double t) const override {
    double s = 0;
    for (std::size_t i = a_.size(); i-- > 0;) s = s * t + a_[i];
    return s;
  }
  double velocity(double t) const override {
    double s = 0;
    for (std::size_t i = a_.size(); i-- > 1;) s = s * t + static_cast<double>(i) * a_[i];
    return s;
  }
  double acceleration(double t) const override {
    double s = 0;
    for (std::size_t i = a_.size(); i-- > 2;) s = s * t + static_cast<double>(i * (i - 1)) * a_[i];
    return s;
  }

 private:
  RecycledVector<double> a_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  if (given.numbers("coefficients").empty()) {
    problems.error(given.where("coefficients"), key + ".coefficients", "the list is empty",
                   "give at least one coefficient, for example [0, 1.5]");
  }
  return std::make_unique<Polynomial>(given);
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(polynomial) = {{"polynomial", "", "polynomial in time", kParams}, make};
}  // namespace entry
}  // namespace freeplay

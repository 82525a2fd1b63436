// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/sliding.h"

#include <fmt/format.h>

namespace freeplay {

Sliding::Sliding(const Parameters& given)
    : mu_(given.number("mu")),
      mu_static_(given.given("mu_static") ? given.number("mu_static") : mu_),
      v_s_(given.given("stribeck_velocity") ? given.number("stribeck_velocity") : 0),
      exponent_(given.number("stribeck_exponent")),
      viscous_(given.number("viscous")),
      viscous_exponent_(given.number("viscous_exponent")) {}

double Sliding::dry(double v) const {
  if (v_s_ == 0) return mu_;
  const double x = v / v_s_;
  return mu_ + (mu_static_ - mu_) * std::exp(exponent_ == 2 ? -x * x : -std::pow(x, exponent_));
}

void check_sliding(const Parameters& given, const std::string& key, bool at_rest, Diagnostics& problems) {
  const bool two = given.given("mu_static"), fall = given.given("stribeck_velocity");
  if (two && given.number("mu_static") < given.number("mu")) {
    problems.error(given.where("mu_static"), key + ".mu_static",
                   fmt::format("static friction, {}, is below kinetic friction, {}",
                               given.number("mu_static"), given.number("mu")),
                   "give mu_static >= mu, or leave it out");
  }
  if (fall && !two) {
    problems.error(given.where("stribeck_velocity"), key + ".mu_static",
                   "missing: stribeck_velocity is given, and the Stribeck effect needs both",
                   "give mu_static as well, or neither");
  }
  if (two && !fall && !at_rest) {
    problems.error(given.where("mu_static"), key + ".stribeck_velocity",
                   "missing: mu_static is given, and the Stribeck effect needs both",
                   "give stribeck_velocity as well, or neither");
  }
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/bristles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace freeplay {

double least_taken(double g, double mu_static, double s, double f, double n) {
  const double r = std::clamp(n * s / ((n + 1) * g), 1.0, std::max(1.0, mu_static / g));
  const double power = std::pow(r, n);
  return power * r * g + s * (1 - power) + f;
}

void check_either(const Parameters& given, const char* way, const std::string& key, Diagnostics& problems) {
  const bool length = given.given(way), stiffness = given.given("sigma0");
  if (length && stiffness) {
    problems.error(given.where("sigma0"), key + ".sigma0", fmt::format("given twice: {} says it too", way),
                   fmt::format("leave out sigma0 or {}", way));
  }
  if (!length && !stiffness) {
    problems.error(given.where(way), key + "." + way,
                   fmt::format("missing: {}, or sigma0 in its place", way));
  }
  if (given.word("coefficients") == "absolute" && !stiffness) {
    problems.error(given.where("coefficients"), key + ".coefficients",
                   "there is no stiffness that could be absolute",
                   fmt::format("give sigma0 in place of {}", way));
  }
}

void check_count(const Parameters& given, const char* what, const std::string& key, Diagnostics& problems) {
  const double number = given.number(what);
  if (number != std::trunc(number)) {
    problems.error(given.where(what), key + "." + what,
                   fmt::format("must be a whole number; found {}", number), "");
  }
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/bristles.h"

#include <fmt/format.h>

#include <cmath>

namespace freeplay {

void check_count(const Parameters& given, const char* what, const std::string& key, Diagnostics& problems) {
  const double number = given.number(what);
  if (number != std::trunc(number)) {
    problems.error(given.where(what), key + "." + what,
                   fmt::format("must be a whole number; found {}", number), "");
  }
}

void check_static(const Parameters& given, const std::string& key, Diagnostics& problems) {
  if (!given.given("mu_static") || given.number("mu_static") >= given.number("mu")) return;
  problems.error(given.where("mu_static"), key + ".mu_static",
                 fmt::format("static friction, {}, is below kinetic friction, {}", given.number("mu_static"),
                             given.number("mu")),
                 "give mu_static >= mu, or leave it out");
}

}  // namespace freeplay

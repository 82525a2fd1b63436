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

}  // namespace freeplay

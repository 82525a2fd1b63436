// SPDX-License-Identifier: Apache-2.0
// "1 body", "3 bodies".
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace freeplay {

template <class Count>
std::string counted(Count count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace freeplay

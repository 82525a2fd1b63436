// SPDX-License-Identifier: Apache-2.0
// Numbers of contacts, rows and bodies are ints, −1 where there is none; containers want std::size_t.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace freeplay {

/// The number as an index or a size. Negative ones are found by builds with assertions; others pay nothing.
template <class Integer>
constexpr std::size_t idx(Integer i) {
  static_assert(std::is_integral_v<Integer>, "an index is a whole number");
  if constexpr (std::is_signed_v<Integer>) assert(i >= 0);
  return static_cast<std::size_t>(i);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Numbers of contacts, rows and bodies are ints, −1 where there is none; containers want std::size_t.
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

namespace freeplay {

/// The number as an index or a size; a member of an enumeration as the index of its place. Negative ones are
/// found by builds with assertions; others pay nothing.
template <class Integer>
constexpr std::size_t idx(Integer i) {
  static_assert(std::is_integral_v<Integer> || std::is_enum_v<Integer>, "an index is a whole number");
  if constexpr (std::is_signed_v<Integer>) assert(i >= 0);
  return static_cast<std::size_t>(i);
}

/// An index or a size as the number of a contact, row or body. Too large ones are found as above.
template <class Integer>
constexpr int to_int(Integer i) {
  static_assert(std::is_integral_v<Integer>, "a number of something is a whole number");
  if constexpr (sizeof(Integer) >= sizeof(int))
    assert(i <= static_cast<Integer>(std::numeric_limits<int>::max()));
  return static_cast<int>(i);
}

/// How many elements there are.
template <class Container>
constexpr int int_size(const Container& elements) {
  return to_int(std::size(elements));
}

}  // namespace freeplay

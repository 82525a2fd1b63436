// SPDX-License-Identifier: Apache-2.0
// Looking for the least value of a function that is costly and has no derivatives.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace freeplay {

/// The value at a point of the unit cube; nothing: the search ends.
using Goal = std::function<std::optional<double>(std::span<const double> point)>;

struct Search {
  std::size_t dimensions = 1;
  long long most = 0;  ///< points that may be asked for
  bool local = false;  ///< from the middle to what is near; else everywhere first
};

/// Asks for one point after the other, which ones follow from the values alone.
using Searcher = void (*)(const Search& search, const Goal& goal);

/// The one of this program; nullptr: it was built without.
Searcher searcher();
void use_searcher(Searcher given);

}  // namespace freeplay

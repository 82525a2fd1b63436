// SPDX-License-Identifier: Apache-2.0
// What the tests of the broad phase ask in the plane and in space alike.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/index.h"

namespace freeplay::testing {

struct PairCount {
  long all = 0;    ///< pairs that may meet, at all moments
  long close = 0;  ///< of them, those that touch
};

/// Every pair of shapes that touches in these poses is among those found.
template <class Contacts, class Poses>
void expect_touching_found(const Contacts& contacts, const Poses& poses,
                           const std::vector<std::array<int, 2>>& found, PairCount& count) {
  const int n = int_size(contacts.shapes());
  for (int first = 0; first < n; ++first) {
    for (int second = first + 1; second < n; ++second) {
      if (!contacts.meet(first, second)) continue;
      ++count.all;
      if (contacts.apart(first, second, poses).gap > 0) continue;
      ++count.close;
      EXPECT_TRUE(std::binary_search(found.begin(), found.end(), std::array<int, 2>{first, second}))
          << first << ", " << second;
    }
  }
}

}  // namespace freeplay::testing

// SPDX-License-Identifier: Apache-2.0
// Contacts of outlines for tests.
#pragma once

#include <algorithm>
#include <vector>

#include "shapes/planar/outline_pair.h"
#include "shapes/planar/shape_test_data.h"

namespace freeplay::testing {

/// All contacts of two shapes, whole.
inline std::vector<PairContact> contacts(const PlanarShape& a, const Pose& at_a, const PlanarShape& b,
                                         const Pose& at_b) {
  std::vector<PairContact> found;
  for (const PlanarShape& p : parts_of(a)) {
    for (const PlanarShape& q : parts_of(b)) {
      for (int f = 0; f < feature_count(p, q); ++f) found.push_back(find_contact(p, at_a, q, at_b, f));
    }
  }
  return found;
}

inline double smallest(const std::vector<PairContact>& contacts) {
  double least = kInfinity;
  for (const PairContact& contact : contacts) least = std::min(least, contact.gap);
  return least;
}

}  // namespace freeplay::testing

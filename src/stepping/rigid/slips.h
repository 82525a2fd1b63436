// SPDX-License-Identifier: Apache-2.0
// The slip velocities γ_T of contacts: one number each in the plane, two in space.
#pragma once

#include <cmath>
#include <vector>

#include "base/index.h"

namespace freeplay {

class Slips {
 public:
  Slips(int contacts, int d) : size_(d - 1), values_(idx(contacts * (d - 1)), 0.0) {}

  double* of(int contact) { return values_.data() + index(contact); }
  const double* of(int contact) const { return values_.data() + index(contact); }

  /// In the plane with its sign, in space its size.
  double before(int contact) const {
    const double* own = of(contact);
    return size_ == 1 ? own[0] : std::hypot(own[0], own[1]);
  }
  double size(int contact) const { return std::abs(before(contact)); }
  /// What `later` has of it: the other slip in the plane; in space the part along this one.
  double along(int contact, const Slips& later) const {
    const double *own = of(contact), *other = later.of(contact);
    if (size_ == 1) return other[0];
    const double length = std::hypot(own[0], own[1]);
    return length > 0 ? (own[0] * other[0] + own[1] * other[1]) / length : 0;
  }

 private:
  std::size_t index(int contact) const { return idx(contact * size_); }

  int size_;
  std::vector<double> values_;
};

}  // namespace freeplay

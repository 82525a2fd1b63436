// SPDX-License-Identifier: Apache-2.0
// Points that a step must not go to: an open contact that is met too deep, and a closed one beyond its law.
#pragma once

#include <span>

#include "base/index.h"
#include "freeplay/system.h"

namespace freeplay {

class ContactVeto {
 public:
  /// Per contact, kept by reference; empty: how deep a contact is met does not matter.
  void set(std::span<const double> penetration_max, std::span<const double> step_min) {
    penetration_max_ = penetration_max;
    step_min_ = step_min;
  }
  /// Of a step that begins.
  void clear() { contact_ = -1; }
  /// True when a contact that was open at the start of the step overlaps too much, unless the step is already short.
  bool too_deep(const State& start, double t, int contact, double overlap) {
    if (penetration_max_.empty() || start.mode(contact) != ContactMode::open) return false;
    const std::size_t i = idx(contact);
    if (overlap <= penetration_max_[i] || t - start.t() <= step_min_[i]) return false;
    contact_ = contact;
    was_limit_ = false;
    return true;
  }
  void beyond_law(int contact) {
    contact_ = contact;
    was_limit_ = true;
  }
  /// That vetoed last, −1: none.
  int contact() const { return contact_; }
  /// It left the range of its law.
  bool was_limit() const { return was_limit_; }

 private:
  std::span<const double> penetration_max_, step_min_;
  int contact_ = -1;
  bool was_limit_ = false;
};

}  // namespace freeplay

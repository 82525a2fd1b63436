// SPDX-License-Identifier: Apache-2.0
// What a book said before a step, or a part of one, that may fail.
#pragma once

#include <algorithm>

#include "stepping/book.h"

namespace freeplay {

class BookMark {
 public:
  void set(const Book& book) {
    works_ = book.works;
    gain_ = book.gain;
    drift_ = book.drift;
    impacts_ = book.impacts.size();
  }
  /// The same with the impulses, which are many: not for every step.
  void set_all(const Book& book) {
    set(book);
    contact_impulse_ = book.contact_impulse;
    contact_impacts_ = book.contact_impacts;
    joint_impulse_ = book.joint_impulse;
    rubbing_impulse_ = book.rubbing_impulse;
    rubbing_pressing_ = book.rubbing_pressing;
  }
  void restore_all(Book& book) const {
    restore(book);
    book.contact_impulse = contact_impulse_;
    book.contact_impacts = contact_impacts_;
    book.joint_impulse = joint_impulse_;
    book.rubbing_impulse = rubbing_impulse_;
    book.rubbing_pressing = rubbing_pressing_;
  }
  /// Works, gains and the list of impacts are again as they were.
  void restore(Book& book) const {
    book.works = works_;
    book.gain = gain_;
    book.drift = drift_;
    book.impacts.resize(std::min(book.impacts.size(), impacts_));
  }

 private:
  Works works_;
  EnergyGain gain_;
  DriftRemoval drift_;
  std::size_t impacts_ = 0;
  std::vector<double> contact_impulse_, contact_impacts_, joint_impulse_, rubbing_pressing_;
  std::vector<Tangent> rubbing_impulse_;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// What placing events in time may cost. A step earns the right to try a few pieces; what it does not use is
// saved for steps in which much happens, up to a limit. So a step never costs more than the limit, and many
// steps no more than what they earned, however many contacts meet in them. What is left of a step when nothing
// is saved any more is closed by one time-stepping piece (close_rest.cpp).
#pragma once

#include <algorithm>

#include "freeplay/archive.h"

namespace freeplay {

class EventBudget {
 public:
  /// Of what may be saved, what a step earns; trial: enough for one event in every step.
  static constexpr double kEarnedPart = 1.0 / 64;
  static constexpr double kPieces = 512;  ///< may be saved, unless the file says otherwise; trial

  /// With few contacts a piece is cheap, and play that is small beside the way of a step takes many: as many more as the
  /// machine has fewer contacts than this, up to a limit; trial.
  static constexpr double kManyContacts = 48, kMostShare = 16;
  static double share(int contacts) {
    return std::clamp(kManyContacts / std::max(contacts, 1), 1.0, kMostShare);
  }

  explicit EventBudget(double most) : most_(most), left_(most) {}

  /// `steps` of the length that the method was given.
  void earn(double steps) { left_ = std::min(most_, left_ + kEarnedPart * most_ * steps); }
  /// A step of own choice in which nothing happened pays for itself, however short.
  void earn_piece() { left_ = std::min(most_, left_ + 1); }
  /// An event, or a piece that was tried to find its time.
  void spend() { left_ -= 1; }
  bool spent() const { return left_ <= 0; }
  /// Debts are forgotten: the rest of the step was closed.
  void settle() { left_ = std::max(left_, 0.0); }
  void visit(Archive& a) { a(left_); }

 private:
  double most_, left_;
};

}  // namespace freeplay

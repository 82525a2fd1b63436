// SPDX-License-Identifier: Apache-2.0
// The guard of last resort: whether a run whose stepper chooses its steps gets on at all.
#pragma once

#include "freeplay/archive.h"

namespace freeplay {

class Headway {
 public:
  /// A run that needs so many steps for such a part of its length would need 10¹² for all of it: weeks. Contacts that
  /// last a nanosecond in a run of a second are passed in thousands.
  static constexpr long long kSteps = 1'000'000;
  /// The same of the right-hand side in smooth motion, of which a step that ends where something changes needs many.
  static constexpr long long kEvaluations = 1'000'000;
  static constexpr double kPart = 1e-6;

  Headway(double begin, double end) : since_(begin), part_(kPart * (end - begin)) {}

  /// After a step that ended at t, with so many evaluations since the run began: whether the last kSteps or
  /// kEvaluations went no further than kPart of the run.
  bool lost(double t, long long evaluations = 0) {
    if (t - since_ >= part_) {
      since_ = t;
      steps_ = 0;
      evaluations_ = evaluations;
    }
    return ++steps_ > kSteps || evaluations - evaluations_ > kEvaluations;
  }
  double since() const { return since_; }
  long long steps() const { return steps_; }
  void visit(Archive& a) { a(since_, steps_, evaluations_); }

 private:
  double since_, part_;
  long long steps_ = 0, evaluations_ = 0;
};

}  // namespace freeplay

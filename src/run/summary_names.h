// SPDX-License-Identifier: Apache-2.0
// Who did it: the names of the contacts and joints that the summary's extremes belong to. Slots of a pool hold other pairs
// later on, so a name is taken in the step that sets the new extreme.
#pragma once

#include <string>

#include "freeplay/archive.h"
#include "freeplay/run.h"
#include "freeplay/simulation.h"
#include "freeplay/system.h"
#include "stepping/book.h"

namespace freeplay {

class SummaryNames {
 public:
  explicit SummaryNames(const System& system) : system_(system) {}
  /// After a step: extremes that the book has and the summary has not.
  void note(Simulation& simulation, const Book& book, RunSummary& summary);
  void visit(Archive& a) { a(worst_residual_); }

 private:
  std::string element_name(const State& state, int element) const;
  std::string drift_name(const State& state, const DriftRemoval& drift) const;

  const System& system_;
  double worst_residual_ = 0;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// A step of fixed length that cannot be made is made in ten shorter ones, or in a hundred: contact problems without a
// solution, joints that come apart and friction that does not settle are mostly those of a step too long for what happens
// in it. What neither mends fails as it did at first. Both are counted (StepStatistics::rejected).
#pragma once

#include "freeplay/simulation.h"
#include "freeplay/state.h"
#include "freeplay/statistics.h"
#include "stepping/rigid/book_mark.h"

namespace freeplay {

class DividedStep {
 public:
  /// For states like this one; nothing is allocated later.
  DividedStep(const State& like, const Book& book) : begin_(like) { mark_.set_all(book); }

  /// step(state, length) leaves state and book as they were where it fails; `solver` counts what it could not solve.
  template <class Step>
  StepReport make(State& state, double dt, Book& book, const SolverStatistics& solver, Step&& step) {
    const StepReport failed = step(state, dt);
    if (!may_be_too_long(failed.status)) return failed;
    begin_.restore(state);
    mark_.set_all(book);
    const long long steps = book.statistics.steps;
    ++book.statistics.rejected;
    const long long unsolved = solver.failed;
    for (const int parts : {10, 100}) {
      StepReport report;
      for (int k = 0; k < parts && report.status == StepStatus::ok; ++k) {
        report = step(state, dt / parts);
        if (solver.failed - unsolved > kMostUnsolved) report = failed;
      }
      if (report.status == StepStatus::ok) {
        book.statistics.steps = steps + 1;
        state.set_t(begin_.t() + dt);
        return report;
      }
      state.restore(begin_);
      mark_.restore_all(book);
      book.statistics.steps = steps;
      if (report.status == StepStatus::interrupted) return report;
      if (solver.failed - unsolved > kMostUnsolved) break;
    }
    return failed;
  }

 private:
  /// Problems that no solver solves cost most of all; steps that meet one after the other get nowhere. Found by trial.
  static constexpr long long kMostUnsolved = 50;

  static bool may_be_too_long(StepStatus status) {
    return status == StepStatus::unsolved || status == StepStatus::not_assembled ||
           status == StepStatus::jammed || status == StepStatus::friction_unsettled;
  }

  State begin_;
  BookMark mark_;
};

}  // namespace freeplay

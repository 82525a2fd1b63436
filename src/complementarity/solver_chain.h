// SPDX-License-Identifier: Apache-2.0
// The chosen solver, what stands in when it fails, and the count of both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "complementarity/mode_solver.h"
#include "complementarity/polish.h"
#include "complementarity/problem_keeper.h"
#include "complementarity/solvers/solver.h"
#include "freeplay/statistics.h"

namespace freeplay {

class SolverChain {
 public:
  SolverChain(const Choice& chosen, int capacity, int d = 2);

  /// Normalises, solves, restores units. Order: the guess (modes in the plane; in space Newton steps from the
  /// impulses), the chosen solver, `auto`. What misses the tolerance but not `accept` is solved too, and counted.
  SolveReport solve(ContactProblem& problem);
  /// Is shown every problem that its first solver does not solve; none: nobody. Problems with a friction pyramid are
  /// not shown: files speak of the cone.
  void keep_with(ProblemKeeper* keeper) { keeper_ = keeper; }

  /// Corners of the friction pyramid in space; 0: the cone.
  int facets() const { return facets_; }
  const SolverStatistics& statistics() const { return statistics_; }
  SolverStatistics& statistics() { return statistics_; }

 private:
  void count(const SolveReport& report, bool chosen);
  SolveReport solve_in_turn(ContactProblem& problem, double tolerance);
  void judge(const ContactProblem& problem, SolveReport& report);
  bool solve_guess(ContactProblem& problem, SolveReport& report);
  bool take_start(const ContactProblem& problem);
  bool good_guess(const ContactProblem& problem, SolveReport& report) const;
  void fit_guess(ContactProblem& problem) const;
  static bool rests(const ContactProblem& problem, int contact, double slip, double residual);
  static void settle_modes(ContactProblem& problem, double residual);

  std::vector<std::unique_ptr<ContactSolver>> solvers_;
  ModeSolver warm_;
  std::unique_ptr<Polish> newton_;  ///< in space
  int facets_ = 0;                  ///< of the chosen solver's friction pyramid, in space
  std::vector<ContactMode> guess_;
  std::vector<double> start_;  ///< impulses given as a guess
  bool start_taken_ = false;   ///< they are dimensionless
  std::vector<double> best_;   ///< the best answer, and its modes
  std::vector<ContactMode> best_mode_;
  SolverStatistics statistics_;
  ProblemKeeper* keeper_ = nullptr;
  bool warm_start_ = true;
  bool hard_ = false;  ///< the last problem needed more than one solver
};

}  // namespace freeplay

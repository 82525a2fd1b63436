// SPDX-License-Identifier: Apache-2.0
// The chosen solver, what stands in when it fails, and the count of both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "complementarity/mode_solver.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {

struct SolverStatistics {
  long long solves = 0;
  long long warm = 0;  ///< accepted from the modes of the last step
  long long iterations = 0;
  long long handed_over = 0;  ///< the chosen solver failed and another one solved it
  long long failed = 0;       ///< nothing solved it
  long long painleve = 0;     ///< solves with a sliding contact whose slip coefficient is not positive
  int painleve_contact = -1;  ///< the first of these, in the numbering of the system
  double worst_residual = 0;  ///< of the accepted solutions
  double tolerance = 0;       ///< no solution with a larger residual is accepted
  std::string stood_in;       ///< names of the solvers that stood in
};

class SolverChain {
 public:
  SolverChain(const Choice& chosen, int capacity, int d = 2);

  /// Normalises, solves, restores units. Order: the modes given as a guess, the chosen solver, `auto`.
  SolveReport solve(ContactProblem& problem);

  const SolverStatistics& statistics() const { return statistics_; }
  SolverStatistics& statistics() { return statistics_; }

 private:
  void count(const SolveReport& report, bool chosen);

  std::vector<std::unique_ptr<ContactSolver>> solvers_;
  ModeSolver warm_;
  std::vector<ContactMode> guess_;
  std::vector<double> start_;  ///< impulses given as a guess
  SolverStatistics statistics_;
  bool warm_start_ = true;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The chosen solver, what stands in when it fails, and the count of both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/archive.h"
#include "complementarity/mode_solver.h"
#include "complementarity/polish.h"
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
  double tolerance = 0;       ///< of the residual; in space never less than the rounding of b
  std::string stood_in;       ///< names of the solvers that stood in

  void visit(Archive& a) {
    a(solves, warm, iterations, handed_over, failed, painleve, painleve_contact, worst_residual, tolerance);
    a(stood_in);
  }
};

class SolverChain {
 public:
  SolverChain(const Choice& chosen, int capacity, int d = 2);

  /// Normalises, solves, restores units. Order: the guess (modes in the plane; in space Newton steps from the
  /// impulses), the chosen solver, `auto`.
  SolveReport solve(ContactProblem& problem);

  /// Corners of the friction pyramid in space; 0: the cone.
  int facets() const { return facets_; }
  const SolverStatistics& statistics() const { return statistics_; }
  SolverStatistics& statistics() { return statistics_; }

 private:
  void count(const SolveReport& report, bool chosen);
  bool solve_guess(ContactProblem& problem, SolveReport& report);
  void fit_guess(ContactProblem& problem) const;
  void settle_modes(ContactProblem& problem) const;

  std::vector<std::unique_ptr<ContactSolver>> solvers_;
  ModeSolver warm_;
  std::unique_ptr<Polish> newton_;  ///< in space
  int facets_ = 0;                  ///< of the chosen solver's friction pyramid, in space
  std::vector<ContactMode> guess_;
  std::vector<double> start_;  ///< impulses given as a guess
  SolverStatistics statistics_;
  bool warm_start_ = true;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Whoever wants to see the contact problems of a run that one solver alone did not solve.
#pragma once

#include "complementarity/solvers/solver.h"

namespace freeplay {

class ProblemKeeper {
 public:
  virtual ~ProblemKeeper() = default;
  /// The run has come to this time; problems that follow belong to the step from there on.
  virtual void at(double t) = 0;
  /// A problem in its own units, before the chain of solvers works on it.
  virtual void posed(const ContactProblem& problem) = 0;
  /// The last one needed more than one solver, or was only accepted, or nothing solved it.
  virtual void hard(const SolveReport& report) = 0;
};

}  // namespace freeplay

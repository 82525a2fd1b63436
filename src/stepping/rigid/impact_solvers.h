// SPDX-License-Identifier: Apache-2.0
// The solvers of impact laws other than Newton's that contacts have, and the problem they are given.
#pragma once

#include <memory>
#include <vector>

#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_problem.h"

namespace freeplay {

class ImpactSolvers {
 public:
  explicit ImpactSolvers(const SystemInfo& info);

  ImpactSolver& of(const ImpactEntry& law) const;
  /// Empty when no contact has such a law.
  ImpactProblem& problem() { return problem_; }
  /// Contacts that laws add to the contact problem.
  static int auxiliaries(const SystemInfo& info);

 private:
  struct LawSolver {
    const ImpactEntry* law;
    std::unique_ptr<ImpactSolver> solver;
  };
  ImpactProblem problem_;
  std::vector<LawSolver> solvers_;
};

}  // namespace freeplay

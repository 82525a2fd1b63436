// SPDX-License-Identifier: Apache-2.0
#include "complementarity/polish.h"

#include <algorithm>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kPolished = 1e-13;  // a residual that is rounding: no step of many contacts is spent on it
constexpr int kFewInSpace = 4;       // contacts whose steps cost next to nothing

}  // namespace

Polish::Polish(int capacity, int d) : newton_(capacity, d) {
  kept_.assign(idx(capacity * d), 0);
  if (d > 2 || capacity <= ContactProblem::kMedium) return;
  cluster_ = std::make_unique<Cluster>(capacity, d);
  before_.assign(kept_.size(), 0);
}

double Polish::improve(ContactProblem& problem, double residual, int most_steps) {
  const int few = problem.d() == 3 ? kFewInSpace : BlockMatrix::kMostDense;
  const double enough = problem.size() > few ? kPolished : 0;
  for (int k = 0; k < most_steps && residual > enough; ++k) {
    std::copy(problem.P().begin(), problem.P().end(), kept_.begin());
    newton_.step(problem);
    const double next = problem.residual();
    if (!(next < residual)) {
      std::copy(kept_.begin(), kept_.begin() + problem.rows(), problem.P().begin());
      break;
    }
    const bool slow = next > 0.5 * residual;
    residual = next;
    if (slow) break;
  }
  return residual;
}

double Polish::rescue(ContactProblem& problem, double residual, double tolerance) {
  if (!cluster_ || problem.size() <= ContactProblem::kMedium) return residual;
  constexpr int kRounds = 30;
  std::copy(problem.P().begin(), problem.P().end(), before_.begin());
  double now = residual;  // may rise on the way: a cluster that is right disturbs its neighbours
  for (int round = 0; round < kRounds && now > tolerance; ++round) {
    const int count = round == 0 ? Cluster::kMost / 2 : Cluster::kMost;
    if (!cluster_->solve(problem, problem.worst_contact(), count)) break;
    now = improve(problem, problem.residual(), 4);
  }
  if (now < residual) return now;
  std::copy(before_.begin(), before_.begin() + problem.rows(), problem.P().begin());
  return residual;
}

}  // namespace freeplay

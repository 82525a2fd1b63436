// SPDX-License-Identifier: Apache-2.0
// What iterative solvers share: the trial of Newton steps from where they are, kept only if they help.
#pragma once

#include <memory>
#include <vector>

#include "complementarity/cluster.h"
#include "complementarity/prox_newton.h"

namespace freeplay {

class Polish {
 public:
  Polish(int capacity, int d);

  void start(const ContactProblem& problem) { newton_.choose_r(problem); }
  /// Newton steps from P while each lowers the residual to less than a half; returns the residual of what is
  /// then in P, never more than the one given.
  double improve(ContactProblem& problem, double residual, int most_steps);
  /// For large problems in the plane whose residual no longer falls: exact solutions around the worst
  /// contact, each followed by Newton steps. Returns the residual of what is then in P, never more than the
  /// one given.
  double rescue(ContactProblem& problem, double residual, double tolerance);
  ProxNewton& newton() { return newton_; }

 private:
  ProxNewton newton_;
  std::unique_ptr<Cluster> cluster_;  ///< when there can be large problems
  std::vector<double> kept_, before_;
};

/// When a solver that sweeps tries to polish: after 4, 6, 9, 13, … sweeps; after 4, 16, 64, … with more than
/// a dozen contacts, where the factorisation of a Newton step costs many sweeps.
class PolishSchedule {
 public:
  explicit PolishSchedule(const ContactProblem& problem) : seldom_(problem.size() > 12) {}
  bool due(int sweep) {
    if (sweep < next_) return false;
    next_ += seldom_ ? 3 * next_ : next_ / 2;
    return true;
  }
  /// Whether the residual has hardly fallen since the last time, after many sweeps.
  bool stalled(int sweep, double residual) {
    const bool hardly = residual > 0.2 * last_;
    last_ = residual;
    return sweep >= 1000 && hardly;
  }

 private:
  bool seldom_;
  int next_ = 4;
  double last_ = 0;
};

}  // namespace freeplay

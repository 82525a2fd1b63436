// SPDX-License-Identifier: Apache-2.0
// Sweeps and Newton steps in turn, for many contacts that push each other about.
//
// A Newton step on the prox equations (prox_newton.h) settles what is far apart at once, but trips over contacts
// whose case it has wrong; a sweep over the contacts, each solved exactly with the impulses of the others as they are
// (local_contact.h), puts right just those. Neither has to lower the residual: the best point is kept. Steps are
// damped in proportion to the residual, which keeps them short where contacts share loads in many ways and leaves them
// alone near the solution [FanYuan2005]. Where the best point no longer improves, the damping grows by ten and the
// search goes on from there; where that has not helped three times, steps are taken in full and only if they lower the
// residual: the sweeps, which converge for symmetric G without friction, find the cases, and the last step the answer.
//
// A step costs the factorisation of the closed contacts' equations; work is counted in steps and bounded by them.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "complementarity/local_contact.h"
#include "complementarity/prox_newton.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

// By trial, on heaps of discs that flow and on boxes that stand.
constexpr int kSteps = 60;
constexpr int kFirstSweeps = 4, kSweeps = 2;    // before the first step, and after each
constexpr int kMoreSweeps = 1, kMostMore = 30;  // more after each further one: what takes long is a tall heap
constexpr double kDamping = 0.05;               // of the residual
constexpr int kRaises = 3;                      // of the damping
constexpr int kPatience = 6;                    // steps without a better point

class NewtonSweeps final : public ContactSolver {
 public:
  NewtonSweeps(int capacity, int d, int iterations)
      : newton_(capacity, d), limit_(iterations > 0 ? iterations : kSteps) {
    best_.assign(idx(capacity * d), 0);
  }

  const char* name() const override { return "newton_sweeps"; }
  bool accepts(const ContactProblem& problem) const override { return problem.facets() == 0; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    newton_.choose_r(problem);
    report.residual = kInfinity;
    note(problem, report);
    double damping = kDamping;
    int idle = 0, raises = 0;
    for (int k = 0; k < kFirstSweeps && report.residual > tolerance; ++k) sweep(problem, k % 2 == 1);
    while (!(note(problem, report) <= tolerance) && report.iterations < limit_ && !problem.stopped()) {
      const double before = report.residual;
      newton_.step(problem, raises > kRaises ? 0 : damping * std::min(now_, 1.0));
      ++report.iterations;
      if (note(problem, report) <= tolerance) break;
      if (!std::isfinite(now_) || (raises > kRaises && !(report.residual < before))) restore(problem);
      const int sweeps = kSweeps + std::min(kMoreSweeps * report.iterations, kMostMore);
      for (int k = 0; k < sweeps; ++k) sweep(problem, k % 2 == 1);
      note(problem, report);
      idle = report.residual < 0.9 * before ? 0 : idle + 1;
      if (idle < kPatience) continue;
      idle = 0;
      if (++raises <= kRaises) damping *= 10;
      restore(problem);
    }
    restore(problem);
    newton_.read_modes(problem);
    report.solved = report.residual <= tolerance;
    if (!report.solved) report.reason = "the steps did not converge";
    return report;
  }

 private:
  /// The residual at P; the best point, if it is that.
  double note(const ContactProblem& problem, SolveReport& report) {
    now_ = problem.residual();
    if (now_ < report.residual) {
      report.residual = now_;
      std::copy(problem.P().begin(), problem.P().end(), best_.begin());
    }
    return now_;
  }
  void restore(ContactProblem& problem) {
    std::copy_n(best_.begin(), problem.rows(), problem.P().begin());
    now_ = problem.residual();
  }

  static void sweep(ContactProblem& problem, bool backwards) {
    const int n = problem.size(), d = problem.d(), stride = problem.matrix().stride();
    for (int k = 0; k < n; ++k) {
      const int i = backwards ? n - 1 - k : k;
      double xi[3] = {0, 0, 0};
      const double* A = problem.matrix().diagonal(i);
      double* P = &problem.P(d * i);
      problem.xi(i, xi);
      for (int a = 0; a < d; ++a) {
        for (int b = 0; b < d; ++b) xi[a] -= A[a * stride + b] * P[b];
      }
      solve_contact(A, stride, xi, problem.mu(i), d, P);
    }
  }

  ProxNewton newton_;
  int limit_;
  double now_ = 0;
  std::vector<double> best_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<NewtonSweeps>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(newton_sweeps) = {{"newton_sweeps", "", "sweeps and damped Newton steps in turn", kParams},
                                  make};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Projected Gauss–Seidel: contact after contact is solved exactly with the impulses of the others as they
// are, forwards and backwards in turn (JourdanAlartJean1998, with the local solution of local_contact.h).
//
// One sweep costs one product with G. The error falls by a constant factor per sweep, slowly for tall stacks
// and for bodies of very different mass; so Newton steps are tried after 4, 6, 9, 13, … sweeps, and end the
// iteration once the sweeps have found which contacts are open, stick and slip. Contacts of a face that share
// a load in many ways (redundant rows) do not disturb it.
#include <algorithm>
#include <cmath>

#include "complementarity/local_contact.h"
#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kSweeps = 10000;

class GaussSeidel final : public ContactSolver {
 public:
  GaussSeidel(int capacity, int d, int iterations)
      : polish_(capacity, d), limit_(iterations > 0 ? iterations : kSweeps) {}

  const char* name() const override { return "gauss_seidel"; }
  bool accepts(const ContactProblem& problem) const override { return problem.facets() == 0; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    polish_.start(problem);
    report.residual = problem.residual();
    PolishSchedule schedule(problem);
    while (!(report.residual <= tolerance) && report.iterations < limit_ && !problem.stopped()) {
      const double seen = sweep(problem, report.iterations % 2 == 1);
      ++report.iterations;
      if (!std::isfinite(seen)) break;
      const bool polish = schedule.due(report.iterations);
      if (!polish && seen > tolerance && report.iterations < limit_) continue;
      report.residual = problem.residual();
      if (!polish || report.residual <= tolerance) continue;
      report.residual = polish_.improve(problem, report.residual, 8);
      if (schedule.stalled(report.iterations, report.residual)) {
        report.residual = polish_.rescue(problem, report.residual, tolerance);
      }
    }
    report.residual = polish_.improve(problem, problem.residual(), 2);
    polish_.newton().read_modes(problem);
    report.solved = report.residual <= tolerance;
    if (!report.solved) report.reason = "the sweeps did not converge";
    return report;
  }

 private:
  /// Returns the largest entry of the natural map that it came across.
  double sweep(ContactProblem& problem, bool backwards) const {
    const int n = problem.size(), d = problem.d();
    const int stride = problem.matrix().stride();
    double worst = 0;
    for (int k = 0; k < n; ++k) {
      const int i = backwards ? n - 1 - k : k;
      double xi[3] = {0, 0, 0}, map[3] = {0, 0, 0}, P[3] = {0, 0, 0};
      const double* A = problem.matrix().diagonal(i);
      problem.xi(i, xi);
      problem.natural_map(i, xi, map);
      for (int a = 0; a < d; ++a) {
        worst = std::max(worst, std::abs(map[a]));
        P[a] = problem.P(d * i + a);
      }
      for (int a = 0; a < d; ++a) {
        for (int b = 0; b < d; ++b) xi[a] -= A[a * stride + b] * P[b];
      }
      solve_contact(A, stride, xi, problem.mu(i), d, P);
      for (int a = 0; a < d; ++a) problem.P(d * i + a) = P[a];
    }
    return worst;
  }

  Polish polish_;
  int limit_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<GaussSeidel>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(gauss_seidel) = {{"gauss_seidel", "JourdanAlartJean1998",
                                  "projected Gauss-Seidel, every contact solved exactly in turn", kParams},
                                 make};
}  // namespace entry
}  // namespace freeplay

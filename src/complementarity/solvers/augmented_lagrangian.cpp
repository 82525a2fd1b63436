// SPDX-License-Identifier: Apache-2.0
// The augmented Lagrangian approach: set-valued laws as equations with the proximal point,
//
//   P_N = prox(P_N − r ξ_N),   P_T = prox(P_T − r ξ_T, |·| ≤ μ P_N),   ξ = G P + b   [Flores2012, (50)–(55)]
//
// form = "fixed_point" is the iteration (i)–(vi) of Flores2012, section 4, and nothing else: ξ from the last
// impulses, then P_N, then P_T with the new P_N, until the residual is small; no Newton step helps, and no
// other solver before or after it, so that r shows what the paper warns of. The paper ends when P no longer
// changes, which a small r brings about anywhere; here the residual decides, which does not depend on r.
// form = "newton", the default, takes Newton steps on the same equations
// (prox_newton.h), accepts a step that lowers the residual, if need be a damped or shorter one, and where
// none does, lets the prox iteration run contact by contact until Newton's method takes hold again.
//
// No r is asked for. It is chosen per contact as in FoergGeierNeumannUlbrich2006: from the diagonal where it
// dominates its row, r_i = 1/G_ii, else from the sum of the row, r_i = 1/Σ|G_ij|, with which the iteration
// without friction contracts for every symmetric G. A common factor is then adapted: the best of what the
// last iterations showed, halved when the error grows. In the Newton form r only decides between cases, and
// the diagonal serves.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS,
                             {.key = "form",
                              .help = "Newton's method, or the iteration of the paper",
                              .kind = ParamKind::choice,
                              .optional = true,
                              .choices = {"newton", "fixed_point"}},
                             {.key = "r",
                              .symbol = "r",
                              .fallback = 0,
                              .low = 0,
                              .high = 1e6,
                              .help = "slope of the prox of the normalised problem (0: chosen per contact)"}};

constexpr int kNewtonSteps = 200;
constexpr int kFixedPoints = 50000;

class AugmentedLagrangian final : public ContactSolver {
 public:
  AugmentedLagrangian(const Parameters& given, int capacity, int d)
      : polish_(capacity, d), newton_(given.word("form") == "newton"), given_r_(given.number("r")) {
    const auto limit = static_cast<int>(given.number("iterations"));
    limit_ = limit > 0 ? limit : newton_ ? kNewtonSteps : kFixedPoints;
    r_.assign(idx(capacity), 1);
    const auto rows = idx(capacity * d);
    xi_.assign(rows, 0);
    kept_.assign(rows, 0);
    step_.assign(rows, 0);
  }

  const char* name() const override { return "augmented_lagrangian"; }
  bool accepts(const ContactProblem& problem) const override { return problem.facets() == 0; }
  bool alone() const override { return !newton_; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    choose_r(problem);
    polish_.start(problem);
    SolveReport report;
    report.residual = problem.residual();
    if (newton_) {
      iterate_newton(problem, tolerance, report);
    } else {
      iterate_fixed_point(problem, tolerance, report);
    }
    if (newton_ && report.residual > 0) report.residual = polish_.improve(problem, report.residual, 2);
    polish_.newton().read_modes(problem);
    report.solved = report.residual <= tolerance;
    if (!report.solved)
      report.reason = newton_        ? "Newton's method did not converge"
                      : given_r_ > 0 ? "the prox iteration did not converge with this r"
                                     : "the prox iteration did not converge";
    return report;
  }

 private:
  void choose_r(const ContactProblem& problem) {
    const int d = problem.d();
    for (int i = 0; i < problem.size(); ++i) {
      const double* A = problem.matrix().diagonal(i);
      const int next = problem.matrix().stride() + 1;
      double diagonal = 0, most = 0;
      double sum[3] = {0, 0, 0};
      problem.matrix().for_row(i, [&](int, const double* block, int stride) {
        for (int a = 0; a < d; ++a) {
          for (int b = 0; b < d; ++b) sum[a] += std::abs(block[a * stride + b]);
        }
      });
      bool dominant = true;
      for (int a = 0; a < d; ++a) {
        diagonal = std::max(diagonal, A[a * next]);
        most = std::max(most, sum[a]);
        dominant = dominant && 2 * A[a * next] > sum[a];
      }
      const double size = dominant ? diagonal : most;
      r_[idx(i)] = given_r_ > 0 ? given_r_ : size > 0 ? 1 / size : 1;
    }
  }

  /// P_i ← prox(P_i − r ξ_i)
  void prox(ContactProblem& problem, int i, const double* xi, double r) const {
    const int d = problem.d();
    problem.P(d * i) = std::max(problem.P(d * i) - r * xi[0], 0.0);
    if (d == 1) return;
    double x[2] = {problem.P(d * i + 1) - r * xi[1], d == 3 ? problem.P(d * i + 2) - r * xi[2] : 0};
    project_disc(x, d - 1, problem.mu(i) * problem.P(d * i));
    for (int a = 1; a < d; ++a) problem.P(d * i + a) = x[a - 1];
  }

  void iterate_fixed_point(ContactProblem& problem, double tolerance, SolveReport& report) {
    const int d = problem.d();
    double factor = 1, last = kInfinity;
    while (!(report.residual <= tolerance) && report.iterations < limit_ && !problem.stopped()) {
      double error = 0;
      for (int i = 0; i < problem.size(); ++i) problem.xi(i, xi_.data() + static_cast<std::ptrdiff_t>(d) * i);
      for (int i = 0; i < problem.size(); ++i) {
        const double* xi = xi_.data() + static_cast<std::ptrdiff_t>(d) * i;
        double map[3] = {0, 0, 0};
        problem.natural_map(i, xi, map);
        for (int a = 0; a < d; ++a) error = std::max(error, std::abs(map[a]));
        prox(problem, i, xi, factor * r_[idx(i)]);
      }
      ++report.iterations;
      if (!std::isfinite(error)) break;
      if (given_r_ == 0) {  // longer steps while they help, shorter ones when the error grows
        factor = error > 1.05 * last ? std::max(0.5 * factor, 0.1) : std::min(1.02 * factor, 1.9);
      }
      last = error;
      report.residual = error;  // of the impulses before this iteration
      if (error <= tolerance) report.residual = problem.residual();
    }
    report.residual = problem.residual();
  }

  void iterate_newton(ContactProblem& problem, double tolerance, SolveReport& report) {
    int failures = 0;
    while (!(report.residual <= tolerance) && report.iterations < limit_ && !problem.stopped()) {
      ++report.iterations;
      std::copy(problem.P().begin(), problem.P().end(), kept_.begin());
      bool taken = false;
      for (const double damping : {0.0, 1e-3}) {
        taken = try_step(problem, damping, report.residual);
        if (taken) break;
      }
      if (taken) continue;
      std::copy(kept_.begin(), kept_.begin() + problem.rows(), problem.P().begin());
      const int sweeps = std::min(5 << std::min(failures, 8), 500);
      ++failures;
      for (int k = 0; k < sweeps; ++k) sweep(problem, k % 2 == 1);
      report.residual = problem.residual();
      if (failures % 8 == 6) report.residual = polish_.rescue(problem, report.residual, tolerance);
      if (!std::isfinite(report.residual)) break;
    }
  }

  /// A Newton step from kept_, in full or shorter; true, with P and the residual, if the residual falls.
  bool try_step(ContactProblem& problem, double damping, double& residual) {
    const int rows = problem.rows();
    std::copy(kept_.begin(), kept_.begin() + rows, problem.P().begin());
    polish_.newton().step(problem, damping);
    for (int k = 0; k < rows; ++k) {
      step_[idx(k)] = problem.P(k) - kept_[idx(k)];
    }
    double length = 1;
    for (int k = 0; k < 5; ++k) {
      if (k > 0) {
        length *= 0.5;
        for (int row = 0; row < rows; ++row) {
          const auto at = idx(row);
          problem.P(row) = kept_[at] + length * step_[at];
        }
      }
      const double next = problem.residual();
      if (next < (1 - 0.1 * length) * residual) {
        residual = next;
        return true;
      }
    }
    return false;
  }

  /// The prox contact by contact, every ξ with the impulses so far.
  void sweep(ContactProblem& problem, bool backwards) const {
    const int n = problem.size(), next = problem.matrix().stride() + 1;
    for (int k = 0; k < n; ++k) {
      const int i = backwards ? n - 1 - k : k;
      double xi[3] = {0, 0, 0}, size = 0;
      problem.xi(i, xi);
      const double* A = problem.matrix().diagonal(i);
      for (int a = 0; a < problem.d(); ++a) size = std::max(size, A[a * next]);
      prox(problem, i, xi, given_r_ > 0 ? given_r_ : size > 0 ? 1 / size : 1);
    }
  }

  Polish polish_;
  bool newton_;
  double given_r_;
  int limit_ = 0;
  std::vector<double> r_, xi_, kept_, step_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<AugmentedLagrangian>(given, capacity, d);
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(augmented_lagrangian) = {
    {"augmented_lagrangian", "Flores2012", "prox equations by Newton's method or by the paper's iteration",
     kParams},
    make};
}  // namespace entry
}  // namespace freeplay

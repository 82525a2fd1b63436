// SPDX-License-Identifier: Apache-2.0
// Accelerated projected gradient for large problems: Nesterov's method with adaptive step and restart, as
// MazharHeynNegrutTasora2015 use it for contacts, on the prox equations of Coulomb's law,
//
//   P⁺ = prox(y − s ξ(y)),   y⁺ = P⁺ + β (P⁺ − P),   prox: P_N ≥ 0, |P_T| ≤ μ P_N with the new P_N
//
// Without friction this is the accelerated gradient of ½ Pᵀ G P + bᵀ P, whose error falls at least with the
// square of the iterations. With friction the set of P_T moves with P_N, so that a fixed point obeys
// Coulomb's law itself; the usual projection on the cone obeys a relaxed law in which slip lifts contacts,
// and needs an outer iteration on De Saxcé's shift that takes far longer. There is no proof of convergence
// with friction; the residual decides, as always.
//
// The step s is the largest for which (x − y)ᵀ G (x − y) ≤ |x − y|²/s; momentum is dropped when it points
// uphill. In space the disc may be the polygon of a friction pyramid. One iteration costs one product with G,
// which must be symmetric and positive semidefinite. Newton steps are tried as in gauss_seidel.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kIterations = 20000;

class ProjectedGradient final : public ContactSolver {
 public:
  ProjectedGradient(int capacity, int d, int iterations)
      : polish_(capacity, d), limit_(iterations > 0 ? iterations : kIterations) {
    for (std::vector<double>* vector : {&x_, &Gx_, &y_, &Gy_, &last_, &Glast_}) {
      vector->assign(idx(capacity * d), 0);
    }
  }

  const char* name() const override { return "projected_gradient"; }
  bool accepts(const ContactProblem&) const override { return true; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    polish_.start(problem);
    report.residual = problem.residual();
    rows_ = problem.rows();
    step_ = 1;
    begin(problem);
    PolishSchedule schedule(problem);
    while (!(report.residual <= tolerance) && report.iterations < limit_ && !problem.stopped()) {
      report.residual = iterate(problem);
      ++report.iterations;
      if (!std::isfinite(report.residual)) break;
      if (!schedule.due(report.iterations)) continue;
      std::copy(x_.begin(), x_.begin() + rows_, problem.P().begin());
      const double before = problem.residual();
      report.residual = polish_.improve(problem, before, 8);
      if (schedule.stalled(report.iterations, report.residual)) {
        report.residual = polish_.rescue(problem, report.residual, tolerance);
      }
      if (report.residual < before) begin(problem);
    }
    std::copy(x_.begin(), x_.begin() + rows_, problem.P().begin());
    report.residual = polish_.improve(problem, problem.residual(), 2);
    polish_.newton().read_modes(problem);
    report.solved = report.residual <= tolerance;
    if (!report.solved) report.reason = "the gradients did not converge";
    return report;
  }

 private:
  void multiply(const ContactProblem& problem, const std::vector<double>& x, std::vector<double>& out) const {
    const int d = problem.d();
    std::fill(out.begin(), out.begin() + rows_, 0.0);
    for (int i = 0; i < problem.size(); ++i) {
      problem.matrix().add_row_times(i, x.data(), out.data() + static_cast<std::ptrdiff_t>(d) * i);
    }
  }

  /// At P, at rest.
  void begin(const ContactProblem& problem) {
    std::copy(problem.P().begin(), problem.P().end(), x_.begin());
    multiply(problem, x_, Gx_);
    momentum_ = 1;
    std::copy(x_.begin(), x_.begin() + rows_, y_.begin());
    std::copy(Gx_.begin(), Gx_.begin() + rows_, Gy_.begin());
  }

  /// x = prox(y − s ξ(y)) and G x, with an s that is short enough.
  void descend(const ContactProblem& problem) {
    const int d = problem.d();
    for (int tries = 0; tries < 60; ++tries) {
      for (int i = 0; i < problem.size(); ++i) {
        for (int k = d * i; k < d * i + d; ++k) {
          const auto at = idx(k);
          x_[at] = y_[at] - step_ * (Gy_[at] + problem.b(k));
        }
        double* own = x_.data() + static_cast<std::ptrdiff_t>(d) * i;
        own[0] = std::max(own[0], 0.0);
        if (problem.facets() > 0) {
          project_polygon(own + 1, problem.mu(i) * own[0], problem.facets());
        } else if (d > 1) {
          project_disc(own + 1, d - 1, problem.mu(i) * own[0]);
        }
      }
      multiply(problem, x_, Gx_);
      double curvature = 0, length = 0;
      for (std::size_t k = 0; k < idx(rows_); ++k) {
        curvature += (x_[k] - y_[k]) * (Gx_[k] - Gy_[k]);
        length += (x_[k] - y_[k]) * (x_[k] - y_[k]);
      }
      if (curvature * step_ <= length * (1 + 1e-12)) return;
      step_ *= 0.5;
    }
  }

  /// One accelerated step; returns the largest entry of the natural map at x.
  double iterate(const ContactProblem& problem) {
    std::swap(x_, last_);
    std::swap(Gx_, Glast_);
    descend(problem);
    const auto rows = idx(rows_);
    double uphill = 0;  // (y − x)ᵀ (x − last)
    for (std::size_t k = 0; k < rows; ++k) uphill += (y_[k] - x_[k]) * (x_[k] - last_[k]);
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
    const double beta = uphill > 0 ? 0 : (momentum_ - 1) / next;
    momentum_ = uphill > 0 ? 1 : next;
    for (std::size_t k = 0; k < rows; ++k) {
      y_[k] = x_[k] + beta * (x_[k] - last_[k]);
      Gy_[k] = Gx_[k] + beta * (Gx_[k] - Glast_[k]);
    }
    step_ *= 1.02;
    return error(problem);
  }

  double error(const ContactProblem& problem) const {
    const auto d = idx(problem.d());
    double worst = 0;
    for (int i = 0; i < problem.size(); ++i) {
      const std::size_t first = d * idx(i);
      double xi[3] = {0, 0, 0}, map[3] = {0, 0, 0};
      for (std::size_t a = 0; a < d; ++a) xi[a] = Gx_[first + a] + problem.b(static_cast<int>(first + a));
      contact_map(x_.data() + first, xi, problem.mu(i), problem.d(), map, problem.facets());
      for (std::size_t a = 0; a < d; ++a) {
        if (!(std::abs(map[a]) <= worst)) worst = std::abs(map[a]);
      }
    }
    return worst;
  }

  Polish polish_;
  int limit_, rows_ = 0;
  double step_ = 1, momentum_ = 1;
  std::vector<double> x_, Gx_, y_, Gy_, last_, Glast_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<ProjectedGradient>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(projected_gradient) = {{"projected_gradient", "MazharHeynNegrutTasora2015",
                                        "accelerated projected gradient, for large problems", kParams},
                                       make};
}  // namespace entry
}  // namespace freeplay

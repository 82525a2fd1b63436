// SPDX-License-Identifier: Apache-2.0
// Accelerated projected gradient for large problems (MazharHeynNegrutTasora2015): Nesterov's method with
// adaptive step and restart on
//
//   min ½ Pᵀ G P + (b + s)ᵀ P,   P in the product of the cones |P_T| ≤ μ P_N
//
// whose solution obeys ξ + s ∈ dual cone. With s_N = μ |ξ_T|, De Saxcé's shift, that is Coulomb's law itself
// and not the relaxed problem in which slip lifts a contact off (AcaryCadouxLemarechalMalick2011). s is taken
// from the last P and renewed whenever the inner problem is solved well enough.
//
// One iteration costs one product with G, which must be symmetric and positive semidefinite: the error of the
// inner problem falls with the square of the number of iterations at least. Newton steps are tried as in
// gauss_seidel.
#include <algorithm>
#include <cmath>

#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kIterations = 20000;

/// x projected on the cone |x_T| ≤ μ x_N.
void project_cone(double* x, int d, double mu) {
  const double length = d == 1 ? 0 : d == 2 ? std::abs(x[1]) : std::hypot(x[1], x[2]);
  if (length <= mu * x[0]) return;
  if (mu * length <= -x[0]) {  // in the polar cone
    std::fill(x, x + d, 0.0);
    return;
  }
  const double normal = (x[0] + mu * length) / (1 + mu * mu);
  for (int a = 1; a < d; ++a) x[a] *= mu * normal / length;
  x[0] = normal;
}

class ProjectedGradient final : public ContactSolver {
 public:
  ProjectedGradient(int capacity, int d, int iterations)
      : polish_(capacity, d), limit_(iterations > 0 ? iterations : kIterations) {
    for (std::vector<double>* vector : {&x_, &Gx_, &y_, &Gy_, &last_, &Glast_, &c_}) {
      vector->assign(static_cast<std::size_t>(capacity * d), 0);
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
    PolishSchedule schedule;
    bool restart = true;
    while (!(report.residual <= tolerance) && report.iterations < limit_) {
      if (restart) begin(problem);
      restart = false;
      // the inner problem, to a tenth of what is left of the outer one
      const double target = std::max(0.1 * report.residual, 0.3 * tolerance);
      for (double inner = kInfinity; inner > target && report.iterations < limit_;) {
        inner = iterate(problem);
        ++report.iterations;
        if (!std::isfinite(inner)) break;
        if (!schedule.due(report.iterations)) continue;
        std::copy(x_.begin(), x_.begin() + rows_, problem.P().begin());
        const double before = problem.residual();
        report.residual = polish_.improve(problem, before, 8);
        restart = report.residual < before;
        if (restart) break;
      }
      if (!restart) {
        std::copy(x_.begin(), x_.begin() + rows_, problem.P().begin());
        report.residual = problem.residual();
        if (!std::isfinite(report.residual)) break;
        shift(problem);
      }
    }
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

  void begin(const ContactProblem& problem) {
    std::copy(problem.P().begin(), problem.P().end(), x_.begin());
    multiply(problem, x_, Gx_);
    shift(problem);
  }

  /// c = b + s at x, and the momentum starts anew.
  void shift(const ContactProblem& problem) {
    const int d = problem.d();
    for (int i = 0; i < problem.size(); ++i) {
      for (int k = d * i; k < d * i + d; ++k) c_[static_cast<std::size_t>(k)] = problem.b(k);
      if (d == 1) continue;
      const auto t = static_cast<std::size_t>(d * i + 1);
      const double slip =
          d == 2 ? std::abs(Gx_[t] + c_[t]) : std::hypot(Gx_[t] + c_[t], Gx_[t + 1] + c_[t + 1]);
      c_[t - 1] += problem.mu(i) * slip;
    }
    momentum_ = 1;
    std::copy(x_.begin(), x_.begin() + rows_, y_.begin());
    std::copy(Gx_.begin(), Gx_.begin() + rows_, Gy_.begin());
  }

  /// One accelerated step; returns the largest entry of the natural map of the inner problem.
  double iterate(const ContactProblem& problem) {
    const int d = problem.d();
    std::swap(x_, last_);
    std::swap(Gx_, Glast_);
    for (int tries = 0; tries < 60; ++tries) {
      for (int i = 0; i < problem.size(); ++i) {
        for (int k = d * i; k < d * i + d; ++k) {
          const auto at = static_cast<std::size_t>(k);
          x_[at] = y_[at] - step_ * (Gy_[at] + c_[at]);
        }
        project_cone(x_.data() + static_cast<std::ptrdiff_t>(d) * i, d, problem.mu(i));
      }
      multiply(problem, x_, Gx_);
      double curvature = 0, length = 0;  // (x − y)ᵀ G (x − y) ≤ |x − y|²/step
      for (int k = 0; k < rows_; ++k) {
        const auto at = static_cast<std::size_t>(k);
        curvature += (x_[at] - y_[at]) * (Gx_[at] - Gy_[at]);
        length += (x_[at] - y_[at]) * (x_[at] - y_[at]);
      }
      if (curvature * step_ <= length * (1 + 1e-12)) break;
      step_ *= 0.5;
    }
    double ahead = 0;  // (y − x)ᵀ (x − last) > 0: the momentum points uphill
    for (int k = 0; k < rows_; ++k) {
      const auto at = static_cast<std::size_t>(k);
      ahead += (y_[at] - x_[at]) * (x_[at] - last_[at]);
    }
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum_ * momentum_));
    const double beta = ahead > 0 ? 0 : (momentum_ - 1) / next;
    momentum_ = ahead > 0 ? 1 : next;
    for (int k = 0; k < rows_; ++k) {
      const auto at = static_cast<std::size_t>(k);
      y_[at] = x_[at] + beta * (x_[at] - last_[at]);
      Gy_[at] = Gx_[at] + beta * (Gx_[at] - Glast_[at]);
    }
    step_ *= 1.02;
    return inner_error(problem);
  }

  double inner_error(const ContactProblem& problem) const {
    const int d = problem.d();
    double worst = 0;
    for (int i = 0; i < problem.size(); ++i) {
      double target[3] = {0, 0, 0};
      const std::size_t first = static_cast<std::size_t>(d) * static_cast<std::size_t>(i);
      for (std::size_t a = 0; a < static_cast<std::size_t>(d); ++a) {
        target[a] = x_[first + a] - Gx_[first + a] - c_[first + a];
      }
      project_cone(target, d, problem.mu(i));
      for (std::size_t a = 0; a < static_cast<std::size_t>(d); ++a) {
        const double error = std::abs(x_[first + a] - target[a]);
        if (!(error <= worst)) worst = error;
      }
    }
    return worst;
  }

  Polish polish_;
  int limit_, rows_ = 0;
  double step_ = 1, momentum_ = 1;
  std::vector<double> x_, Gx_, y_, Gy_, last_, Glast_, c_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<ProjectedGradient>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(projected_gradient) = {{"projected_gradient", "MazharHeynNegrutTasora2015",
                                        "accelerated gradient on the cones, for large problems", kParams},
                                       make};
}  // namespace entry
}  // namespace freeplay

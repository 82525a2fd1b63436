// SPDX-License-Identifier: Apache-2.0
// The proximal point method of proximal_point.h as a solver of its own: for contacts that share loads in many
// ways (crates with four corners per face, walls, arches, shafts in bearings), where sweeps crawl and Newton's
// method meets singular equations. Iterations are factorisations.
//
// Half of them go on from the guess. What is then not solved is begun anew from nothing, and from contacts that are all
// pressed hard: where friction jams a body that slides (Painlevé), the only solution has impulses a hundred times those
// of the load, and near the guess the residual has a small minimum that is none. The best point is kept.
#include "complementarity/proximal_point.h"

#include <algorithm>

#include "base/index.h"
#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kFactorisations = 800;
constexpr double kRho = 1e-2;     // the first; trial
constexpr double kPressed = 1e3;  // impulses of contacts that are pressed hard, normalised; trial

class ProximalPointSolver final : public ContactSolver {
 public:
  ProximalPointSolver(int capacity, int d, int iterations)
      : method_(capacity, d), polish_(capacity, d), limit_(iterations > 0 ? iterations : kFactorisations) {
    best_.assign(idx(capacity * d), 0);
  }

  const char* name() const override { return "proximal_point"; }
  bool accepts(const ContactProblem& problem) const override { return problem.facets() == 0; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    report.residual = method_.solve(problem, tolerance, kRho, (limit_ + 1) / 2);
    report.iterations = method_.factorisations();
    for (const double pressed : {0.0, kPressed}) {
      if (report.residual <= tolerance || problem.stopped() || limit_ < 4) break;
      std::copy(problem.P().begin(), problem.P().end(), best_.begin());
      for (int k = 0; k < problem.rows(); ++k) problem.P(k) = k % problem.d() == 0 ? pressed : 0;
      const double residual = method_.solve(problem, tolerance, kRho, limit_ / 4);
      report.iterations += method_.factorisations();
      if (residual < report.residual) {
        report.residual = residual;
      } else {
        std::copy_n(best_.begin(), problem.rows(), problem.P().begin());
      }
    }
    polish_.start(problem);
    if (report.residual > 0) report.residual = polish_.improve(problem, report.residual, 2);
    polish_.newton().read_modes(problem);
    report.solved = report.residual <= tolerance;
    if (!report.solved) report.reason = "the proximal points did not converge";
    return report;
  }

 private:
  ProximalPoint method_;
  Polish polish_;
  int limit_;
  std::vector<double> best_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<ProximalPointSolver>(capacity, d, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(proximal_point) = {
    {"proximal_point", "Rockafellar1976", "proximal points by Newton's method, for loads shared in many ways",
     kParams},
    make};
}  // namespace entry
}  // namespace freeplay

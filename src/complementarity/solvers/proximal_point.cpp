// SPDX-License-Identifier: Apache-2.0
// The proximal point method of proximal_point.h as a solver of its own: for contacts that share loads in many
// ways (crates with four corners per face, walls, arches, shafts in bearings), where sweeps crawl and Newton's
// method meets singular equations. Iterations are factorisations.
#include "complementarity/proximal_point.h"

#include "complementarity/polish.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kFactorisations = 400;
constexpr double kRho = 1e-2;  // the first; trial

class ProximalPointSolver final : public ContactSolver {
 public:
  ProximalPointSolver(int capacity, int d, int iterations)
      : method_(capacity, d), polish_(capacity, d), limit_(iterations > 0 ? iterations : kFactorisations) {}

  const char* name() const override { return "proximal_point"; }
  bool accepts(const ContactProblem& problem) const override { return problem.facets() == 0; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    report.residual = method_.solve(problem, tolerance, kRho, limit_);
    report.iterations = method_.factorisations();
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

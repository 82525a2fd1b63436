// SPDX-License-Identifier: Apache-2.0
// The default: chooses by the size of the problem, and goes on to the next solver when one fails.
//
//   small, plane    lemke, augmented_lagrangian, gauss_seidel, enumeration, projected_gradient
//   small, space    augmented_lagrangian, gauss_seidel, projected_gradient
//   large           projected_gradient, gauss_seidel, augmented_lagrangian, and in the plane lemke
//
// Small means up to 20 contacts with friction, 60 rows of the LCP. Pivoting is exact and needs no luck, but
// its cost grows with the cube of the rows. Large problems begin with products with G alone, and Newton steps
// from there; after a warm start these take hold at once. The report names the solver that succeeded.
#include <algorithm>
#include <array>

#include "base/index.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr std::array kSmall = {"lemke", "augmented_lagrangian", "gauss_seidel", "enumeration",
                               "projected_gradient"};
constexpr std::array kLarge = {"projected_gradient", "gauss_seidel", "augmented_lagrangian", "lemke",
                               "enumeration"};

// the cone: what pivots or combines modes is for the plane
constexpr std::array kSmallSpace = {"augmented_lagrangian", "gauss_seidel", "projected_gradient"};
constexpr std::array kLargeSpace = {"projected_gradient", "gauss_seidel", "augmented_lagrangian"};

constexpr int kSmallRows = 60;

class Auto final : public ContactSolver {
 public:
  Auto(const Parameters& given, int capacity, int d) {
    start_.assign(idx(capacity * d), 0);
    best_.assign(idx(capacity * d), 0);
    if (given.given("iterations")) values_["iterations"] = {given.number("iterations"), {}};
    const auto add_all = [&](const auto& names, std::vector<std::size_t>& to) {
      for (const char* name : names) to.push_back(add(name, capacity, d));
    };
    if (d == 3) {
      add_all(kSmallSpace, small_);
      add_all(kLargeSpace, large_);
    } else {
      add_all(kSmall, small_);
      add_all(kLarge, large_);
    }
  }

  const char* name() const override { return "auto"; }
  bool accepts(const ContactProblem&) const override { return true; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    const bool small = (problem.d() == 1 ? 1 : 3) * problem.size() <= kSmallRows;
    std::copy(problem.P().begin(), problem.P().end(), start_.begin());
    SolveReport best;
    best.residual = kInfinity;
    int iterations = 0, attempts = 0;
    for (const std::size_t k : small ? small_ : large_) {
      ContactSolver& solver = *solvers_[k];
      if (!solver.accepts(problem)) continue;
      std::copy(start_.begin(), start_.begin() + problem.rows(), problem.P().begin());
      SolveReport report = solver.solve(problem, tolerance);
      iterations += report.iterations;
      report.iterations = iterations;
      report.by = solver.name();
      report.attempts = ++attempts;
      if (report.solved) return report;
      if (attempts > 1 && !(report.residual < best.residual)) continue;
      best = report;
      std::copy(problem.P().begin(), problem.P().end(), best_.begin());
    }
    std::copy(best_.begin(), best_.begin() + problem.rows(), problem.P().begin());
    best.attempts = attempts;
    best.iterations = iterations;
    return best;
  }

 private:
  std::size_t add(const char* name, int capacity, int d) {
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      if (std::string(solvers_[k]->name()) == name) return k;
    }
    const SolverEntry* entry = find_entry<SolverEntry>(name);
    solvers_.push_back(entry->make(Parameters(*entry, values_), capacity, d));
    return solvers_.size() - 1;
  }

  Values values_;
  std::vector<std::unique_ptr<ContactSolver>> solvers_;
  std::vector<std::size_t> small_, large_;
  std::vector<double> start_, best_;  ///< the guess, and the answer with the least residual
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int d) {
  return std::make_unique<Auto>(given, capacity, d);
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(auto) = {{"auto", "", "chooses by the size of the problem, hands over on failure", kParams},
                         make};
}  // namespace entry
}  // namespace freeplay

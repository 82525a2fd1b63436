// SPDX-License-Identifier: Apache-2.0
// The default: chooses by the size of the problem, and goes on to the next solver when one fails.
//
//   small, plane    lemke, proximal_point, then the others
//   small, space    augmented_lagrangian, proximal_point, then the others
//   medium, plane   proximal_point, newton_sweeps, then the others
//   large, plane    newton_sweeps, proximal_point, then the others
//   large, space    projected_gradient, proximal_point, then the others
//
// Small means up to 20 contacts with friction, 60 rows of the LCP. Pivoting is exact and needs no luck, but
// its cost grows with the cube of the rows. Medium means up to 50: rows of dominoes, walls, whose few dozen
// contacts all push each other; there a handful of factorisations is cheaper than sweeps. Large problems begin with
// sweeps and Newton steps in turn, whose cost grows with the blocks of G; in space, where boxes share loads in many ways, with products with G alone and Newton
// steps from there. What does not end soon shares loads in many ways, and the proximal points solve it. Every solver
// goes on from the best point so far; one that is good enough to be accepted ends the search after the proximal
// points. The report names the solver that succeeded.
#include <algorithm>
#include <array>
#include <string_view>

#include "base/index.h"
#include "complementarity/impossible_contacts.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

/// A solver of the list, and the iterations it may take here; 0: its own limit.
struct Stage {
  const char* name;
  int most;
  bool enough = false;  ///< what can be accepted after it is not sought further
};

// Limits by trial: what takes longer is left to the next one, which mostly is faster.
constexpr std::array<Stage, 7> kSmall = {{{"lemke", 0},
                                          {"proximal_point", 200, true},
                                          {"augmented_lagrangian", 0},
                                          {"gauss_seidel", 0},
                                          {"enumeration", 0},
                                          {"projected_gradient", 0},
                                          {"proximal_point", 0}}};
constexpr std::array<Stage, 8> kMedium = {{{"proximal_point", 200},
                                           {"newton_sweeps", 0},
                                           {"projected_gradient", 1000},
                                           {"gauss_seidel", 200},
                                           {"proximal_point", 0, true},
                                           {"projected_gradient", 0},
                                           {"lemke", 0},
                                           {"enumeration", 0}}};
constexpr std::array<Stage, 8> kLarge = {{{"newton_sweeps", 24},
                                          {"proximal_point", 200},
                                          {"projected_gradient", 1000},
                                          {"gauss_seidel", 200},
                                          {"proximal_point", 0, true},
                                          {"projected_gradient", 0},
                                          {"lemke", 0},
                                          {"enumeration", 0}}};

// the cone: what pivots or combines modes is for the plane
constexpr std::array<Stage, 5> kSmallSpace = {{{"augmented_lagrangian", 12},
                                               {"proximal_point", 200},
                                               {"gauss_seidel", 200},
                                               {"proximal_point", 0, true},
                                               {"projected_gradient", 0}}};
constexpr std::array<Stage, 5> kLargeSpace = {{{"projected_gradient", 64},
                                               {"proximal_point", 200},
                                               {"gauss_seidel", 200},
                                               {"proximal_point", 0, true},
                                               {"projected_gradient", 0}}};

constexpr int kSmallRows = 60;

class Auto final : public ContactSolver {
 public:
  Auto(const Parameters& given, int capacity, int d) : impossible_(capacity, d) {
    best_.assign(idx(capacity * d), 0);
    if (given.given("iterations")) iterations_ = static_cast<int>(given.number("iterations"));
    const auto add_all = [&](const auto& stages, std::vector<Place>& to) {
      for (const Stage& stage : stages) {
        const bool first = std::none_of(to.begin(), to.end(), [](const Place& place) { return place.proof; });
        const bool proof = first && std::string_view(stage.name) == "proximal_point";
        to.push_back({add(stage, capacity, d), stage.enough, proof});
      }
    };
    if (d == 3) {
      add_all(kSmallSpace, small_);
      add_all(kLargeSpace, medium_);
      add_all(kLargeSpace, large_);
    } else {
      add_all(kSmall, small_);
      add_all(kMedium, medium_);
      add_all(kLarge, large_);
    }
  }

  const char* name() const override { return "auto"; }
  bool accepts(const ContactProblem&) const override { return true; }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    const bool small = (problem.d() == 1 ? 1 : 3) * problem.size() <= kSmallRows;
    SolveReport best;
    best.residual = kInfinity;
    int iterations = 0, attempts = 0;
    std::copy(problem.P().begin(), problem.P().end(), best_.begin());
    for (const Place& place : small ? small_ : problem.size() <= ContactProblem::kMedium ? medium_ : large_) {
      ContactSolver& solver = *solvers_[place.solver].solver;
      if (!solver.accepts(problem)) continue;
      if (problem.stopped() && attempts > 0) break;
      std::copy(best_.begin(), best_.begin() + problem.rows(), problem.P().begin());
      SolveReport report = solver.solve(problem, tolerance);
      iterations += report.iterations;
      report.iterations = iterations;
      report.by = solver.name();
      report.attempts = ++attempts;
      if (report.solved) return report;
      if (report.residual < best.residual) {
        best = report;
        std::copy(problem.P().begin(), problem.P().end(), best_.begin());
      }
      if (place.enough && best.residual <= problem.accept()) break;
      if (!place.proof || best.residual <= problem.accept()) continue;
      if (impossible_.find(problem)) {
        best.no_solution = true;
        best.reason = "there is no solution: contacts exclude each other, whatever the impulses";
        break;
      }
    }
    std::copy(best_.begin(), best_.begin() + problem.rows(), problem.P().begin());
    best.attempts = attempts;
    best.iterations = iterations;
    return best;
  }

 private:
  struct Made {
    std::string name;
    int most;
    std::unique_ptr<ContactSolver> solver;
  };
  struct Place {
    std::size_t solver;
    bool enough,
        proof;  ///< what can be accepted ends the search; it is asked for a proof that there is nothing
  };

  std::size_t add(const Stage& stage, int capacity, int d) {
    const int most = iterations_ > 0 ? iterations_ : stage.most;
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      if (solvers_[k].name == stage.name && solvers_[k].most == most) return k;
    }
    const SolverEntry* entry = find_entry<SolverEntry>(stage.name);
    Values values;
    if (most > 0) values["iterations"] = {static_cast<double>(most), {}};
    solvers_.push_back({stage.name, most, entry->make(Parameters(*entry, values), capacity, d)});
    return solvers_.size() - 1;
  }

  int iterations_ = 0;
  std::vector<Made> solvers_;
  std::vector<Place> small_, medium_, large_;
  ImpossibleContacts impossible_;
  std::vector<double> best_;  ///< the guess, then the answer with the least residual
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

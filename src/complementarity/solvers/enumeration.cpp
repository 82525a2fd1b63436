// SPDX-License-Identifier: Apache-2.0
// Complete enumeration: every combination of open, stick, slip forward and slip backward is solved as
// equations and judged by the residual. 4ⁿ combinations: a second opinion for small problems, blind to how
// other solvers think. The first combination within the tolerance is taken, else the best one.
#include <algorithm>

#include "base/index.h"
#include "complementarity/mode_solver.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_SOLVER_PARAMS};

constexpr int kMostContacts = 8;  // 4ⁿ combinations
constexpr int kMostRows = 12;     // 2ⁿ combinations when d = 1

class Enumeration final : public ContactSolver {
 public:
  Enumeration(int capacity, int iterations) : limit_(iterations), solver_(std::min(capacity, kMostRows)) {
    const auto n = idx(std::min(capacity, kMostRows));
    modes_.assign(n, ContactMode::open);
    best_.assign(n, ContactMode::open);
  }

  const char* name() const override { return "enumeration"; }
  bool accepts(const ContactProblem& problem) const override {
    return problem.d() <= 2 && problem.size() <= (problem.d() == 1 ? kMostRows : kMostContacts);
  }

  SolveReport solve(ContactProblem& problem, double tolerance) override {
    SolveReport report;
    const auto n = idx(problem.size());
    report.residual = kInfinity;
    const int bits = problem.d() == 1 ? 1 : 2;
    const long combinations = 1L << (idx(bits) * n);
    for (long code = 0; code < combinations; ++code) {
      long rest = code;
      bool redundant = false;
      for (std::size_t i = 0; i < n; ++i, rest >>= bits) {
        modes_[i] = bits == 2         ? static_cast<ContactMode>(rest & 3)
                    : (rest & 1) != 0 ? ContactMode::slip_plus
                                      : ContactMode::open;
        // without friction all closed modes are one
        const bool smooth = problem.mu(to_int(i)) == 0;
        redundant = redundant ||
                    (smooth && (modes_[i] == ContactMode::stick || modes_[i] == ContactMode::slip_minus));
      }
      if (redundant) continue;
      ++report.iterations;
      solver_.solve(problem, {modes_.data(), n});
      const double residual = problem.residual();
      if (residual < report.residual) {
        report.residual = residual;
        best_ = modes_;
      }
      if (report.residual <= tolerance || report.iterations == limit_) break;
    }
    solver_.solve(problem, {best_.data(), n});
    for (std::size_t i = 0; i < n; ++i) problem.mode(to_int(i)) = best_[i];
    report.residual = problem.residual();
    report.solved = report.residual <= tolerance;
    if (!report.solved) report.reason = "no combination of modes fits";
    return report;
  }

 private:
  int limit_;  // 0: none
  ModeSolver solver_;
  std::vector<ContactMode> modes_, best_;
};

std::unique_ptr<ContactSolver> make(const Parameters& given, int capacity, int) {
  return std::make_unique<Enumeration>(capacity, static_cast<int>(given.number("iterations")));
}

}  // namespace

namespace entry {
FREEPLAY_SOLVER(enumeration) = {{.name = "enumeration",
                                 .citation = "Flores2009",
                                 .help = "every combination of contact modes, up to 8 contacts or 12 rows",
                                 .params = kParams,
                                 .planar = true},
                                make};
}  // namespace entry
}  // namespace freeplay

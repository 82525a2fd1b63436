// SPDX-License-Identifier: Apache-2.0
#include "io/problems/solve_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "complementarity/all_solutions.h"
#include "complementarity/solvers/solver.h"

namespace freeplay {
namespace {

std::string count_text(const AllSolutions& all) {
  switch (all.count) {
    case SolutionCount::unknown: return "";
    case SolutionCount::none: return fmt::format("none, by all {} combinations of modes", all.combinations);
    case SolutionCount::one: return "one";
    case SolutionCount::several:
      return fmt::format("several{}, {} of {} combinations of modes fit",
                         all.one_motion ? " impulses with the same velocities" : "", all.fitting,
                         all.combinations);
  }
  return "";
}

}  // namespace

FileSolution solve_file(const ProblemFile& file, const std::string& solver, const FileOptions& options) {
  FileSolution result;
  result.solver = solver;
  const ContactProblem& given = file.problem;
  const double target = options.tolerance > 0 ? options.tolerance : given.d() == 1 ? 1e-10 : 1e-8;
  const SolverEntry* entry = find_entry<SolverEntry>(solver);
  Values values;
  if (options.iterations > 0) values["iterations"] = {static_cast<double>(options.iterations), {}};
  const auto begin = std::chrono::steady_clock::now();
  const auto method = entry->make(Parameters(*entry, values), given.size(), given.d());
  ContactProblem problem = given;
  problem.normalise();
  if (!method->accepts(problem)) {
    result.residual = result.cone_residual = kInfinity;
    result.reason = "takes no problem of this size or dimension";
    return result;
  }
  // The residual that solvers see is that of the normalised problem; the file's is asked for at the end, and
  // a tighter one tried when the units make a difference.
  for (double tolerance = target; tolerance >= 1e-15; tolerance *= 1e-2) {
    const SolveReport report = method->solve(problem, tolerance);
    ContactProblem answer = given;
    ContactProblem units = problem;
    units.restore_units();
    for (int k = 0; k < given.rows(); ++k) answer.P(k) = units.P(k);
    result.iterations += report.iterations;
    result.residual = file_residual(answer, false);
    result.cone_residual = file_residual(answer, true);
    result.by = *report.by == '\0' ? solver : report.by;
    result.solved = report.solved && std::max(result.residual, result.cone_residual) <= target;
    result.reason = result.solved   ? ""
                    : report.solved ? "the residual in the file's units is too large"
                                    : report.reason;
    if (result.solved || !report.solved) break;
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ContactProblem again = given;
  again.normalise();
  const AllSolutions all = find_all_solutions(again);
  result.count = count_text(all);
  if (!result.solved && all.count == SolutionCount::none) {
    result.reason = fmt::format(
        "there is no solution: each of the {} combinations of modes contradicts the laws", all.combinations);
  }
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode mode = problem.mode(i);
    ++(mode == ContactMode::open ? result.open : mode == ContactMode::stick ? result.stick : result.slip);
  }
  return result;
}

}  // namespace freeplay

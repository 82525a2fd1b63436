// SPDX-License-Identifier: Apache-2.0
#include "validation/solvers/solvers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "complementarity/sample_problems.h"
#include "complementarity/sample_structures.h"
#include "complementarity/solvers/solver.h"
#include "io/problems/solve_file.h"
#include "tests/kit/places.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

namespace fs = std::filesystem;

// the default first, then by kind: exact, iterative
constexpr const char* kSolvers[] = {
    "auto",         "lemke",          "enumeration",       "augmented_lagrangian",
    "gauss_seidel", "proximal_point", "projected_gradient"};
constexpr const char* kUnsolvable = "lcp_Pang_isolated_sol_perturbed";

std::vector<fs::path> files(const std::string& folder) {
  std::vector<fs::path> found;
  const fs::path root = fs::path(source_folder()) / "../shared/peer_data" / folder;
  if (!fs::is_directory(root)) return found;
  for (const auto& entry : fs::directory_iterator(root)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// Rounding differs between compilers: residuals below 1e-12 are all the same.
std::string cell(const FileSolution& s) {
  if (s.iterations == 0 && !s.solved) return "–";  // takes no such problem
  if (!s.solved) return "no";
  const std::string residual = s.residual < 1e-12 ? "< 1e-12" : short_number(s.residual);
  return fmt::format("{}, {}", residual, s.iterations);
}

void published(Page& page, const std::vector<fs::path>& all, const char* title, double bound) {
  page.heading(title);
  std::vector<std::string> header{"file", "size", "solutions"};
  for (const char* solver : kSolvers) header.emplace_back(fmt::format("`{}`", solver));
  std::vector<std::vector<std::string>> rows;
  double worst = 0, worst_cone = 0;
  int unsolved = 0;
  for (const fs::path& path : all) {
    const ProblemFile file = read_problem(path.string());
    const int d = file.problem.d();
    std::vector<std::string> row{path.stem().string(), d == 1
                                                           ? fmt::format("{} rows", file.problem.size())
                                                           : fmt::format("{} contacts", file.problem.size())};
    for (const char* solver : kSolvers) {
      const FileSolution solution = solve_file(file, solver, {});
      if (row.size() == 2) {
        row.push_back(solution.count.empty() ? "not counted"
                                             : solution.count.substr(0, solution.count.find(',')));
        if (path.stem() == kUnsolvable) {
          page.at_most("solutions of the problem that has none", solution.solved ? 1 : 0, 0);
          page.at_least("its proof: all combinations contradict the laws",
                        solution.reason.find("there is no solution") != std::string::npos ? 1 : 0, 1);
        } else {
          unsolved += solution.solved ? 0 : 1;
          worst = std::max(worst, solution.residual);
          worst_cone = std::max(worst_cone, solution.cone_residual);
        }
      }
      row.push_back(cell(solution));
    }
    rows.push_back(row);
  }
  page.table(header, rows);
  page.at_most(fmt::format("{}: files that the default does not solve", title), unsolved, 0);
  page.at_most(fmt::format("{}: worst residual of the default", title), worst, bound);
  if (bound > 1e-10)
    page.at_most(fmt::format("{}: the same, projected on the cone", title), worst_cone, bound);
}

void growth(Page& page) {
  page.heading("Iterations against contacts");
  page.paragraph(
      "Layers of discs in a box, all contacts closed at once, μ = 0.3, from a cold start to a residual of "
      "1e-10. "
      "There are more contacts than freedoms in the larger ones. `lemke` counts pivots, "
      "`augmented_lagrangian` "
      "Newton steps, the other two products with the matrix; times are in the benchmarks.");
  std::vector<std::string> header{"discs", "contacts", "blocks per contact"};
  const char* const names[] = {"lemke", "augmented_lagrangian", "gauss_seidel", "projected_gradient"};
  for (const char* solver : names) header.emplace_back(fmt::format("`{}`", solver));
  std::vector<std::vector<std::string>> rows;
  int failed = 0;
  for (const int size : {2, 4, 8, 12, 18, 26}) {
    const ContactProblem given = samples::disc_layers(size, size, 0.3);
    std::vector<std::string> row{
        fmt::format("{}", size * size), fmt::format("{}", given.size()),
        fmt::format("{:.1f}", given.matrix().dense()
                                  ? static_cast<double>(given.size())
                                  : static_cast<double>(given.matrix().blocks()) / given.size())};
    for (const char* name : names) {
      const SolverEntry* entry = find_entry<SolverEntry>(name);
      const Values none;
      const auto solver = entry->make(Parameters(*entry, none), given.size(), 2);
      ContactProblem problem = given;
      problem.normalise();
      if (!solver->accepts(problem)) {
        row.emplace_back("–");
        continue;
      }
      const SolveReport report = solver->solve(problem, 1e-10);
      failed += report.solved ? 0 : 1;
      row.push_back(report.solved ? fmt::format("{}", report.iterations) : "no");
    }
    rows.push_back(row);
  }
  page.table(header, rows);
  page.at_most("heaps of discs that a solver takes and does not solve", failed, 0);
}

/// Of problems that were solved to 1e-10, 1e-8 and 1e-6, and the iterations of each.
struct Shares {
  int posed = 0;
  int solved[3] = {0, 0, 0};
  std::vector<int> iterations;

  void add(const SolveReport& report) {
    constexpr double kLimits[] = {1e-10, 1e-8, 1e-6};
    ++posed;
    for (int k = 0; k < 3; ++k) solved[k] += report.residual <= kLimits[k] ? 1 : 0;
    iterations.push_back(report.iterations);
  }
  std::string text() {
    std::sort(iterations.begin(), iterations.end());
    return fmt::format("{}, {}, {}; {}", solved[0], solved[1], solved[2], iterations[iterations.size() / 2]);
  }
};

/// Stacks, walls, arches, wedges and bearings, drawn.
void shared_loads(Page& page) {
  constexpr int kDraws = 20;
  page.heading("Loads that contacts share in many ways");
  page.paragraph(
      "Boxes on top of each other with four corners per face, brick walls, arches, wedges, shafts in "
      "bearings "
      "(`src/complementarity/sample_structures.h`; 20 draws of each, friction 0 to 1.5, mass ratios to 1e4, "
      "restitution "
      "at some of the points). From a cold start; a cell "
      "counts the "
      "problems solved to 1e-10, 1e-8 and 1e-6, then the median of the iterations. Shafts that are to "
      "rebound from all "
      "sides mostly have no solution.");
  const char* const names[] = {"auto", "augmented_lagrangian", "gauss_seidel", "projected_gradient",
                               "proximal_point"};
  std::vector<std::string> header{"problems", "number"};
  for (const char* name : names) header.emplace_back(fmt::format("`{}`", name));
  std::vector<std::vector<std::string>> rows;
  int unsolved = 0;
  const auto add_row = [&](const std::string& kind, const std::vector<ContactProblem>& problems) {
    std::vector<std::string> row{kind, fmt::format("{}", problems.size())};
    for (const char* name : names) {
      const SolverEntry* entry = find_entry<SolverEntry>(name);
      const Values none;
      Shares shares;
      for (const ContactProblem& given : problems) {
        ContactProblem problem = given;
        problem.normalise();
        shares.add(entry->make(Parameters(*entry, none), problem.size(), 3)->solve(problem, 1e-10));
      }
      if (row.size() == 2 && kind != "bearing") unsolved += shares.posed - shares.solved[0];
      row.push_back(shares.text());
    }
    rows.push_back(row);
  };
  for (const char* kind : samples::kStructures) {
    std::vector<ContactProblem> problems;
    for (unsigned k = 0; k < kDraws; ++k) problems.push_back(samples::draw(kind, 1 + k));
    add_row(kind, problems);
  }
  page.table(header, rows);
  page.at_most("problems that share loads in many ways, bearings apart, that the default does not solve",
               unsolved, 0);
}

}  // namespace

int validate_solvers(const std::string& folder) {
  const std::vector<fs::path> lcp = files("lcp"), fclib = files("fclib");
  if (lcp.empty() || fclib.empty()) {
    fmt::print(
        "solvers: no folder ../shared/peer_data beside the repository: no page, only the files of our own\n");
    Page own("");
    solvers::hard_problems(own);
    return own.missed();
  }
  Page page("Contact solvers on published problems: results");
  page.paragraph(
      "What the files are and where they come from is in [README.md](README.md). A cell holds the residual, "
      "the "
      "natural map over |q| in the file's units, and the iterations; “no” is a solver that failed and said "
      "so, “–” "
      "one that takes no problem of this kind or size. `auto` is what `freeplay solve` and a model without "
      "`method.solver` use; each other column is that solver alone.");
  published(page, lcp, "Linear complementarity problems", 1e-10);
  published(page, fclib, "Friction in space", 1e-8);
  growth(page);
  shared_loads(page);
  solvers::hard_problems(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

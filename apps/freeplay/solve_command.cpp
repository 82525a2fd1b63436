// SPDX-License-Identifier: Apache-2.0
// `freeplay solve`: a contact problem from a file, on its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "freeplay/registry.h"
#include "io/json_text.h"
#include "io/problems/solve_file.h"

namespace freeplay {
namespace {

struct SolveOptions {
  std::string file;
  std::string solver = "auto";
  bool all = false;
  double tolerance = 0;  ///< 0: 1e-10 for complementarity problems, 1e-8 with friction cones
  int iterations = 0;    ///< 0: the solver's own limit
  CommonOptions common;
};

std::string residual_text(double residual) {
  return std::isfinite(residual) ? fmt::format("{:.1e}", residual) : "-";
}

nlohmann::ordered_json to_json(const FileSolution& s) {
  nlohmann::ordered_json json{{"solver", s.solver},     {"solved", s.solved},         {"by", s.by},
                              {"residual", s.residual}, {"iterations", s.iterations}, {"seconds", s.seconds},
                              {"reason", s.reason}};
  if (!std::isfinite(s.residual)) json["residual"] = nullptr;
  return json;
}

void print_one(const FileSolution& s, const ProblemFile& file) {
  say("  solver              {}{}\n", s.solver,
      !s.solved || s.by == s.solver ? "" : fmt::format(", solved by {}", s.by));
  say("  {:<20}{}\n", s.solved ? "solved" : "not solved", s.solved ? "yes" : s.reason);
  say("  residual            {} (natural map over |q|, in the file's units)\n", residual_text(s.residual));
  if (file.problem.d() > 1) {
    say("                      {} with the projection on the cone, as FCLIB measures\n",
        residual_text(s.cone_residual));
  }
  say("  iterations          {}\n", s.iterations);
  say("  time                {:.3g} s\n", s.seconds);
  if (s.solved && file.problem.d() == 1)
    say("  rows                {} with w > 0 or both 0, {} with z > 0\n", s.open, s.slip);
  if (s.solved && file.problem.d() > 1)
    say("  contacts            {} open, {} stick, {} slip\n", s.open, s.stick, s.slip);
  if (!s.count.empty()) say("  solutions           {}\n", s.count);
}

int run(const SolveOptions& options) {
  const CommonOptions& common = options.common;
  const std::vector<std::string> names = registry("solver").names();
  if (std::find(names.begin(), names.end(), options.solver) == names.end()) {
    const std::string near = did_you_mean(options.solver, names);
    say_to(stderr, "freeplay: there is no solver '{}'; solvers are {}{}\n", options.solver,
           fmt::join(names, ", "), near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
    return kUsage;
  }
  try {
    const ProblemFile file = read_problem(options.file);
    std::vector<FileSolution> solutions;
    const FileOptions how{options.tolerance, options.iterations};
    if (options.all) {
      for (const std::string& name : names) solutions.push_back(solve_file(file, name, how));
    } else {
      solutions.push_back(solve_file(file, options.solver, how));
    }
    const bool solved =
        std::any_of(solutions.begin(), solutions.end(), [](const FileSolution& s) { return s.solved; });
    if (common.json) {
      nlohmann::ordered_json json{{"file", options.file},
                                  {"format", file.format},
                                  {"title", file.title},
                                  {"contacts", file.problem.size()},
                                  {"rows_per_contact", file.problem.d()},
                                  {"blocks", file.problem.matrix().blocks()},
                                  {"solved", solved}};
      for (const FileSolution& s : solutions) json["solvers"].push_back(to_json(s));
      say("{}\n", json_text(json));
    } else if (!common.quiet) {
      say("{}\n", options.file);
      const int d = file.problem.d();
      say("  problem             {}: {} {}{}, {} of {} blocks\n", file.format, file.problem.size(),
          d == 1 ? "rows" : "contacts",
          d == 1   ? ""
          : d == 2 ? " in the plane"
                   : " in space",
          file.problem.matrix().blocks(), static_cast<long long>(file.problem.size()) * file.problem.size());
      if (!file.title.empty()) say("  title               {}\n", file.title);
      if (!options.all) {
        print_one(solutions.front(), file);
      } else {
        say("  {:<22}{:<8}{:>10}{:>12}{:>12}  {}\n", "solver", "solved", "residual", "iterations", "time",
            "remark");
        for (const FileSolution& s : solutions) {
          say("  {:<22}{:<8}{:>10}{:>12}{:>10.3g} s  {}\n", s.solver, s.solved ? "yes" : "no",
              residual_text(s.residual), s.iterations, s.seconds,
              !s.solved          ? s.reason
              : s.by != s.solver ? "by " + s.by
                                 : "");
        }
        if (!solutions.front().count.empty()) say("  solutions           {}\n", solutions.front().count);
      }
    }
    if (!solved) say_to(stderr, "freeplay: {}: not solved: {}\n", options.file, solutions.front().reason);
    return solved ? kOk : kSolver;
  } catch (const ModelError& error) {
    say_to(stderr, "{}\n", error.what());
    return kModel;
  } catch (const std::runtime_error& error) {
    say_to(stderr, "freeplay: {}\n", error.what());
    return kUsage;
  }
}

void add(Options& options, SolveOptions& given) {
  options.text("problem", given.file, "problem file (.dat, .hdf5)");
  options.required();
  options.text("--solver", given.solver, "one of `freeplay list solver` (default: auto)");
  options.flag("--all", given.all, "compare all solvers in a table");
  options.number("--tolerance", given.tolerance, 1e-16, 1,
                 "largest residual (default: 1e-10, with friction 1e-8)");
  options.number("--iterations", given.iterations, 1, 1000000000,
                 "most iterations (default: the solver's own)");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(solve) = {"solve", "solve a contact problem from a file: LCP text or FCLIB", 100,
                           declare<SolveOptions, add, run>};

}  // namespace freeplay

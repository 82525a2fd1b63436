// SPDX-License-Identifier: Apache-2.0
// Contact problems of runs that one solver did not solve, and structures that share loads in many ways.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "complementarity/solvers/solver.h"
#include "freeplay/registry.h"
#include "io/problems/problem_file.h"
#include "tests/kit/places.h"
#include "validation/solvers/solvers.h"

namespace freeplay::validation::solvers {
namespace {

namespace fs = std::filesystem;

constexpr double kLimits[] = {1e-10, 1e-8, 1e-6};
constexpr const char* kPeers[] = {"nsgs", "nsn_ac"};

/// How many of the problems that it takes were solved to each limit.
struct Shares {
  int taken = 0;
  int solved[3] = {0, 0, 0};

  void add(double residual) {
    ++taken;
    for (int k = 0; k < 3; ++k) solved[k] += residual <= kLimits[k] ? 1 : 0;
  }
  void add(const Shares& other) {
    taken += other.taken;
    for (int k = 0; k < 3; ++k) solved[k] += other.solved[k];
  }
  std::string text() const {
    return taken == 0 ? "–" : fmt::format("{}, {}, {} of {}", solved[0], solved[1], solved[2], taken);
  }
};

struct File {
  std::string name;
  ContactProblem problem;  ///< normalised
};

std::vector<File> read_folder(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".hdf5") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<File> files;
  for (const fs::path& path : paths) {
    files.push_back({path.filename().string(), read_problem(path.string()).problem});
    files.back().problem.normalise();
  }
  return files;
}

/// The residual of Siconos' best answer by file and method: siconos.csv, which freeplay_problems_bench wrote.
std::map<std::pair<std::string, std::string>, double> read_siconos(const fs::path& path) {
  std::map<std::pair<std::string, std::string>, double> found;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("file,")) continue;
    std::istringstream words(line);
    std::string file, method, residual;
    std::getline(words, file, ',');
    std::getline(words, method, ',');
    std::getline(words, residual, ',');
    found[{file, method}] = std::stod(residual);
  }
  return found;
}

/// "crates", "scene", "tower10": what the file's name begins with, scenes together.
std::string source_of(const std::string& name) {
  if (name.starts_with("scene")) return "random scenes";
  if (std::isdigit(static_cast<unsigned char>(name[0]))) {
    const std::string kind = name.substr(name.find('_') + 1);
    return kind.substr(0, kind.find_first_of("_0123456789"));
  }
  return name.substr(0, name.find('_'));
}

struct Table {
  std::vector<std::string> solvers;  ///< auto first
  std::map<std::string, std::vector<Shares>> by_source;
  std::vector<Shares> all;
  int missing = 0;  ///< files without Siconos' figures
};

Table measure(const fs::path& folder) {
  Table table;
  for (const std::string& name : registry("solver").names()) table.solvers.push_back(name);
  std::partition(table.solvers.begin(), table.solvers.end(),
                 [](const std::string& s) { return s == "auto"; });
  std::sort(table.solvers.begin() + 1, table.solvers.end());
  const std::size_t own = table.solvers.size();
  table.all.resize(own + std::size(kPeers));
  const auto siconos = read_siconos(folder / "siconos.csv");
  for (const File& file : read_folder(folder)) {
    std::vector<Shares>& row = table.by_source[source_of(file.name)];
    row.resize(table.all.size());
    for (std::size_t s = 0; s < own; ++s) {
      const SolverEntry* entry = find_entry<SolverEntry>(table.solvers[s]);
      const Values none;
      ContactProblem problem = file.problem;
      const auto solver = entry->make(Parameters(*entry, none), problem.size(), problem.d());
      if (!solver->accepts(problem)) continue;
      solver->solve(problem, kLimits[0]);
      row[s].add(problem.residual());
    }
    bool found = false;
    for (std::size_t s = 0; s < std::size(kPeers); ++s) {
      const auto at = siconos.find({file.name, kPeers[s]});
      if (at == siconos.end()) continue;
      found = true;
      row[own + s].add(at->second);
    }
    table.missing += found ? 0 : 1;
  }
  for (const auto& [source, row] : table.by_source) {
    for (std::size_t s = 0; s < row.size(); ++s) table.all[s].add(row[s]);
  }
  return table;
}

void print(Page& page, const Table& table) {
  std::vector<std::string> header{"from"};
  for (const std::string& name : table.solvers) header.push_back(fmt::format("`{}`", name));
  header.emplace_back("Siconos NSGS");
  header.emplace_back("Siconos NSN_AC");
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, const std::vector<Shares>& shares) {
    rows.push_back({name});
    for (const Shares& one : shares) rows.back().push_back(one.text());
  };
  for (const auto& [source, row] : table.by_source) add(source, row);
  add("all", table.all);
  page.table(header, rows);
}

/// Of all that another solver takes, the default solves at least as many.
void require(Page& page, const std::string& set, const Table& table, int files) {
  const Shares& automatic = table.all[0];
  page.at_least(fmt::format("{}: files", set), automatic.taken, files);
  page.at_most(fmt::format("{}: files without figures of Siconos", set), table.missing, 0);
  page.at_most(fmt::format("{}: not solved to 1e-6 by the default", set),
               automatic.taken - automatic.solved[2], 0);
  page.at_most(fmt::format("{}: not solved to 1e-8 by the default", set),
               automatic.taken - automatic.solved[1], 0);
  page.at_most(fmt::format("{}: part not solved to 1e-10 by the default", set),
               1 - static_cast<double>(automatic.solved[0]) / automatic.taken, 0.05);
  int best = 0;
  for (std::size_t s = 1; s < table.all.size(); ++s) best = std::max(best, table.all[s].solved[0]);
  page.at_least(fmt::format("{}: solved to 1e-10 by the default, less those of the best single solver", set),
                automatic.solved[0] - best, 0);
}

}  // namespace

void hard_problems(Page& page) {
  const fs::path root = fs::path(source_folder()) / "validation/solvers";
  page.heading("Problems of runs that needed more than one solver");
  page.paragraph(
      "The files in [hard](hard) were kept by `freeplay run --keep-problems`; [README.md](README.md) says "
      "from which "
      "runs. Every solver alone, from a cold start; a cell counts the problems solved to 1e-10, 1e-8 and "
      "1e-6, "
      "residual of the normalised problem, of those it takes. Siconos' columns are measured once, with the "
      "same "
      "residual: `hard/siconos.csv`.");
  const Table hard = measure(root / "hard");
  print(page, hard);
  require(page, "hard problems", hard, 60);
  page.heading("Structures");
  page.paragraph(
      "Forty stacks, walls, arches and wedges made by a script of another hand ([structures](structures)), "
      "in the same "
      "way.");
  const Table structures = measure(root / "structures");
  print(page, structures);
  require(page, "structures", structures, 40);
}

}  // namespace freeplay::validation::solvers

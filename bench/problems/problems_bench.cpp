// SPDX-License-Identifier: Apache-2.0
// How well Siconos solves files of contact problems, judged by Freeplay's residual: the reference that
// validation/solvers prints beside Freeplay's own solvers.
//
//   freeplay_problems_bench FOLDER         writes FOLDER/siconos.csv
//
// A line per file and method: residual of the normalised problem, of the best answer from a cold start. Siconos measures
// its error differently, so that its tolerance is lowered from 1e-6 to 1e-14 until the residual is 1e-10.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include "bench/siconos/siconos_friction.h"
#include "io/problems/problem_file.h"

namespace freeplay::bench {
namespace {

constexpr double kAim = 1e-10;

PlainProblem plain(const ContactProblem& problem) {
  PlainProblem out;
  const int d = out.d = problem.d();
  out.contacts = problem.size();
  out.row_start.push_back(0);
  for (int i = 0; i < problem.size(); ++i) {
    problem.matrix().for_row(i, [&](int j, const double* block, int stride) {
      std::vector<double> values;
      for (int a = 0; a < d; ++a) values.insert(values.end(), block + a * stride, block + a * stride + d);
      if (j != i && std::all_of(values.begin(), values.end(), [](double v) { return v == 0; })) return;
      out.column.push_back(j);
      out.blocks.insert(out.blocks.end(), values.begin(), values.end());
    });
    out.row_start.push_back(static_cast<int>(out.column.size()));
    out.mu.push_back(problem.mu(i));
  }
  for (int k = 0; k < problem.rows(); ++k) out.q.push_back(problem.b(k));
  return out;
}

/// The least residual of its answers, whether it says that they are good or not.
double best_residual(ContactProblem problem, SiconosMethod method) {
  const PlainProblem posed = plain(problem);
  const int most = method == SiconosMethod::gauss_seidel ? 100000 : 1000;
  double best = problem.residual();
  for (double tolerance = 1e-6; tolerance > 5e-15 && !(best <= kAim); tolerance *= 0.01) {
    const SiconosAnswer answer = solve_siconos(posed, tolerance, most, method);
    std::copy(answer.impulses.begin(), answer.impulses.end(), problem.P().begin());
    const double residual = problem.residual();
    if (residual < best) best = residual;
    if (!answer.converged) break;
  }
  return best;
}

}  // namespace

int run(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::ofstream out(folder + "/siconos.csv");  // Siconos itself talks on standard output
  out << fmt::format(
      "# Siconos 4.4.0, by freeplay_problems_bench: residual of the best answer from a cold start,\n");
  out << fmt::format(
      "# tolerances 1e-6 to 1e-14; nsgs: fc2d or fc3d NSGS, 100000 sweeps; nsn_ac: fc3d NSN_AC, 1000 "
      "steps\n");
  out << "file,method,residual\n";
  for (const std::filesystem::path& path : files) {
    ContactProblem problem = read_problem(path.string()).problem;
    problem.normalise();
    out << fmt::format("{},nsgs,{:.1e}\n", path.filename().string(),
                       best_residual(problem, SiconosMethod::gauss_seidel));
    if (problem.d() == 3)
      out << fmt::format("{},nsn_ac,{:.1e}\n", path.filename().string(),
                         best_residual(problem, SiconosMethod::newton));
  }
  if (!out.flush()) {
    fmt::print(stderr, "cannot write {}/siconos.csv\n", folder);
    return 1;
  }
  return 0;
}

}  // namespace freeplay::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "freeplay_problems_bench FOLDER\n");
    return 1;
  }
  return freeplay::bench::run(argv[1]);
}

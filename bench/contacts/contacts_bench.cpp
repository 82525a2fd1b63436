// SPDX-License-Identifier: Apache-2.0
// What a contact problem costs against the number of contacts: layers of discs in a box, from a cold start,
// every solver of Freeplay and Siconos' Gauss-Seidel on the same problems to the same residual.
//
//   freeplay_contacts_bench [MU]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/cpu_clock.h"
#include "bench/siconos/siconos_friction.h"
#include "complementarity/sample_problems.h"
#include "complementarity/solvers/solver.h"

namespace freeplay::bench {
namespace {

constexpr double kResidual = 1e-8;  // of the normalised problem, for everyone
constexpr int kRepetitions = 3;

struct Timing {
  bool solved = false;
  double seconds = 0;
  int iterations = 0;
};

Timing time_solver(const char* name, const ContactProblem& given) {
  const SolverEntry* entry = find_entry<SolverEntry>(name);
  const Values none;
  const auto solver = entry->make(Parameters(*entry, none), given.size(), given.d());
  Timing best;
  if (!solver->accepts(given)) return best;
  for (int k = 0; k < kRepetitions; ++k) {
    ContactProblem problem = given;
    const double start = cpu_seconds();
    const SolveReport report = solver->solve(problem, kResidual);
    const double seconds = cpu_seconds() - start;
    if (!report.solved) return best;
    best.seconds = k == 0 ? seconds : std::min(best.seconds, seconds);
    best.iterations = report.iterations;
  }
  best.solved = true;
  return best;
}

PlainProblem plain(const ContactProblem& problem) {
  PlainProblem out;
  out.contacts = problem.size();
  out.row_start.push_back(0);
  for (int i = 0; i < problem.size(); ++i) {
    problem.matrix().for_row(i, [&](int j, const double* block, int stride) {
      const double values[4] = {block[0], block[1], block[stride], block[stride + 1]};
      if (j != i && std::all_of(values, values + 4, [](double v) { return v == 0; })) return;
      out.column.push_back(j);
      out.blocks.insert(out.blocks.end(), values, values + 4);
    });
    out.row_start.push_back(static_cast<int>(out.column.size()));
    out.mu.push_back(problem.mu(i));
  }
  for (int k = 0; k < problem.rows(); ++k) out.q.push_back(problem.b(k));
  return out;
}

/// Siconos measures its error differently: its tolerance is lowered until our residual is met.
Timing time_siconos(const ContactProblem& given) {
  const PlainProblem problem = plain(given);
  Timing best;
  for (double tolerance = 1e-6; tolerance > 1e-15 && !best.solved; tolerance *= 0.1) {
    for (int k = 0; k < kRepetitions; ++k) {
      const SiconosAnswer answer = solve_siconos(problem, tolerance, 200000);
      ContactProblem check = given;
      for (int row = 0; row < check.rows(); ++row) {
        check.P(row) = answer.impulses[static_cast<std::size_t>(row)];
      }
      if (!answer.converged || !(check.residual() <= kResidual)) break;
      best.seconds = k == 0 ? answer.seconds : std::min(best.seconds, answer.seconds);
      best.iterations = answer.iterations;
      best.solved = k + 1 == kRepetitions;
    }
  }
  return best;
}

std::string cell(const Timing& t, int contacts) {
  if (!t.solved) return fmt::format("{:>30}", "-");
  return fmt::format("{:>9.3g} ms {:>6} {:>8.3g} ns", 1e3 * t.seconds, t.iterations,
                     t.iterations > 0 ? 1e9 * t.seconds / t.iterations / contacts : 0.0);
}

}  // namespace

void run(double mu) {
  fmt::print("layers of discs, mu = {}, residual {:.0e} of the normalised problem; CPU time, fastest of {}\n",
             mu, kResidual, kRepetitions);
  fmt::print(
      "per cell: time of a solve, iterations, time per iteration and contact; x: Siconos' time over "
      "auto's\n\n");
  const char* const solvers[] = {"auto", "gauss_seidel", "projected_gradient", "augmented_lagrangian",
                                 "lemke"};
  fmt::print("{:>8}", "contacts");
  for (const char* name : solvers) fmt::print("{:>31}", name);
  fmt::print("{:>31}{:>8}\n", "Siconos fc2d NSGS", "x");
  const int sizes[][2] = {{1, 2}, {2, 2}, {2, 4}, {4, 4}, {5, 7}, {8, 8}, {12, 12}, {18, 18}, {26, 26}};
  for (const auto& size : sizes) {
    ContactProblem problem = samples::disc_layers(size[0], size[1], mu);
    problem.normalise();
    fmt::print("{:>8}", problem.size());
    Timing automatic;
    for (const char* name : solvers) {
      if (std::string(name) == "lemke" && problem.size() > 100) {
        fmt::print(" {:>30}", "-");
        continue;
      }
      const Timing t = time_solver(name, problem);
      if (std::string(name) == "auto") automatic = t;
      fmt::print(" {}", cell(t, problem.size()));
    }
    const Timing peer = time_siconos(problem);
    fmt::print(" {}", cell(peer, problem.size()));
    if (peer.solved && automatic.solved) {
      fmt::print("{:>8.2f}\n", peer.seconds / automatic.seconds);
    } else {
      fmt::print("{:>8}\n", "-");
    }
    std::fflush(stdout);
  }
}

}  // namespace freeplay::bench

int main(int argc, char** argv) {
  freeplay::bench::run(argc > 1 ? std::atof(argv[1]) : 0.3);
  return 0;
}

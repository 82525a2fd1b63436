// SPDX-License-Identifier: Apache-2.0
// Contract of every registered contact solver, on random problems, judged by the one residual.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "complementarity/sample_problems.h"
#include "complementarity/solver_chain.h"

namespace freeplay {
namespace {

/// A random contact problem as mechanics makes them: G = Wᵀ M⁻¹ W with `dofs` degrees of freedom.
void random_problem(std::mt19937_64& random, int n, int dofs, double mu_max, ContactProblem& problem) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const int rows = n * problem.d();
  std::vector<double> W(static_cast<std::size_t>(rows * dofs));
  for (double& w : W) w = normal(random);
  problem.resize(n);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows; ++j) {
      problem.G(i, j) = 0;
      for (int k = 0; k < dofs; ++k) {
        problem.G(i, j) +=
            W[static_cast<std::size_t>(i * dofs + k)] * W[static_cast<std::size_t>(j * dofs + k)];
      }
    }
    problem.b(i) = normal(random);
  }
  for (int i = 0; i < n; ++i) {
    problem.mu(i) = mu_max * uniform(random);
    problem.mode(i) = ContactMode::open;
  }
}

Values no_values;

std::unique_ptr<ContactSolver> make(const SolverEntry* entry, int capacity, int d = 2) {
  return entry->make(Parameters(*entry, no_values), capacity, d);
}

TEST(SolversContract, EverySolverSolvesRandomFrictionalProblems) {
  for (const SolverEntry* entry : entries_of<SolverEntry>()) {
    for (int d = 1; d <= 3; ++d) {
      std::mt19937_64 random(7);
      const auto solver = make(entry, 4, d);
      ContactProblem problem(4, d);
      int solved = 0, posed = 0;
      for (int trial = 0; trial < 3000; ++trial) {
        const int n = 1 + trial % 4;
        random_problem(random, n, d * n + 3, 0.3, problem);
        problem.set_facets(solver->facets());
        problem.normalise();
        if (!solver->accepts(problem)) continue;
        const SolveReport report = solver->solve(problem, 1e-10);
        ++posed;
        if (!report.solved) continue;
        ++solved;
        EXPECT_LE(problem.residual(), 1e-10) << entry->name;
        for (int i = 0; i < n; ++i) {  // the modes say what the impulses do
          EXPECT_TRUE(problem.mode(i) != ContactMode::open || problem.P(d * i) <= 1e-10) << entry->name;
        }
      }
      EXPECT_EQ(solved, posed) << entry->name << " d = " << d;
    }
  }
}

// 10 000 linear complementarity problems with positive definite matrices: the solution is unique, and every
// solver agrees with complete enumeration. Half of them are not symmetric; solvers that need symmetry may say
// that they failed on those, but must not give a wrong answer.
TEST(SolversContract, TenThousandPositiveDefiniteLcpsAgreeWithEnumeration) {
  const auto reference = make(find_entry<SolverEntry>("enumeration"), 8, 1);
  std::vector<std::unique_ptr<ContactSolver>> solvers;
  std::vector<int> failed;
  for (const SolverEntry* entry : entries_of<SolverEntry>()) {
    solvers.push_back(make(entry, 8, 1));
    failed.push_back(0);
  }
  std::mt19937_64 random(2024);
  std::normal_distribution<double> normal;
  ContactProblem problem(8, 1);
  for (int trial = 0; trial < 10000; ++trial) {
    const int n = 1 + trial % 8;
    random_problem(random, n, n + 1, 0, problem);
    const bool symmetric = trial % 2 == 0;
    for (int i = 0; i < n && !symmetric; ++i) {
      for (int j = 0; j < i; ++j) {
        const double skew = normal(random);
        problem.G(i, j) += skew;
        problem.G(j, i) -= skew;
      }
    }
    problem.normalise();
    ContactProblem exact = problem;
    ASSERT_TRUE(reference->solve(exact, 1e-10).solved) << trial;
    // how far a residual of 1e-10 can be from the solution
    double size = 1;
    for (int i = 0; i < n; ++i) size = std::max(size, std::abs(exact.P(i)));
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      ContactProblem copy = problem;
      const SolveReport report = solvers[s]->solve(copy, 1e-10);
      if (!report.solved) {
        EXPECT_FALSE(symmetric) << solvers[s]->name() << " trial " << trial;
        ++failed[s];
        continue;
      }
      for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(copy.P(i), exact.P(i), 1e-6 * size) << solvers[s]->name() << " trial " << trial;
      }
    }
  }
  for (std::size_t s = 0; s < solvers.size(); ++s) {
    const std::string name = solvers[s]->name();
    const bool needs_symmetry =
        name == "gauss_seidel" || name == "projected_gradient" || name == "newton_sweeps";
    EXPECT_TRUE(failed[s] == 0 || needs_symmetry) << name << " failed " << failed[s] << " times";
  }
}

// With little friction and more freedoms than rows the solution is unique: impulses and velocities agree.
TEST(SolversContract, PlanarFrictionProblemsHaveOneAnswer) {
  const SolverEntry* reference_entry = find_entry<SolverEntry>("enumeration");
  for (const SolverEntry* entry : entries_of<SolverEntry>()) {
    std::mt19937_64 random(11);
    const auto solver = make(entry, 5), reference = make(reference_entry, 5);
    ContactProblem problem(5), copy(5);
    for (int trial = 0; trial < 1000; ++trial) {
      const int n = 1 + trial % 5;
      random_problem(random, n, 2 * n + 6, trial % 2 == 0 ? 0 : 0.05, problem);
      problem.normalise();
      copy = problem;
      ASSERT_TRUE(solver->solve(problem, 1e-10).solved) << entry->name;
      ASSERT_TRUE(reference->solve(copy, 1e-10).solved);
      for (int k = 0; k < 2 * n; ++k) {
        EXPECT_NEAR(problem.P(k), copy.P(k), 1e-7) << entry->name << " trial " << trial;
        EXPECT_NEAR(problem.xi(k), copy.xi(k), 1e-7) << entry->name << " trial " << trial;
      }
    }
  }
}

// Problems stored by blocks: 64 discs, 177 contacts.
TEST(SolversContract, LargeHeapsAreSolvedByAllThatTakeThem) {
  for (const SolverEntry* entry : entries_of<SolverEntry>()) {
    ContactProblem problem = samples::disc_layers(8, 8, 0.3);
    ASSERT_FALSE(problem.matrix().dense());
    problem.normalise();
    const auto solver = make(entry, problem.size());
    if (!solver->accepts(problem)) continue;
    const SolveReport report = solver->solve(problem, 1e-9);
    EXPECT_TRUE(report.solved) << entry->name << " residual " << report.residual;
    EXPECT_LE(problem.residual(), 1e-9) << entry->name;
  }
}

// Two corners of one face that stick: rows T1 = T2, a singular matrix with many solutions.
TEST(SolversContract, DegenerateFaceContactIsSolved) {
  for (const SolverEntry* entry : entries_of<SolverEntry>()) {
    const auto solver = make(entry, 2);
    ContactProblem problem(2);
    problem.resize(2);
    // slider of mass 1, half length 1, height 0: N rows (1, ±1) on (y, θ), T rows (1, 0) on x
    const double W[4][3] = {{0, 1, -1}, {1, 0, 0}, {0, 1, 1}, {1, 0, 0}};
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        problem.G(i, j) = 0;
        for (int k = 0; k < 3; ++k) problem.G(i, j) += W[i][k] * W[j][k];
      }
    }
    for (int i = 0; i < 2; ++i) {
      problem.mu(i) = 0.5;
      problem.b(2 * i) = -1;
      problem.b(2 * i + 1) = 0.1;
    }
    problem.normalise();
    const SolveReport report = solver->solve(problem, 1e-12);
    EXPECT_TRUE(report.solved) << entry->name;
    problem.restore_units();
    EXPECT_NEAR(problem.P(0), 0.5, 1e-12) << entry->name;
    EXPECT_NEAR(problem.P(2), 0.5, 1e-12) << entry->name;
    EXPECT_NEAR(problem.P(1) + problem.P(3), -0.1, 1e-12) << entry->name;
  }
}

// Work of an impact, ½ Pᵀ(γ⁺ + γ⁻), with one ε in both directions: never positive beyond rounding.
TEST(ImpactContract, OneRestitutionNeverGainsEnergy) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  SolverChain chain(Choice{"lemke", {}, {}}, 4);
  ContactProblem problem(4);
  for (int trial = 0; trial < 20000; ++trial) {
    const int n = 1 + trial % 4;
    random_problem(random, n, 2 * n + 2, 1.0, problem);
    const double restitution = trial % 3 == 0 ? 0 : trial % 3 == 1 ? 1 : uniform(random);
    std::vector<double> before(static_cast<std::size_t>(2 * n));
    std::vector<double> G(static_cast<std::size_t>(4 * n * n));
    for (int i = 0; i < 2 * n; ++i) {
      before[static_cast<std::size_t>(i)] = problem.b(i);
      problem.b(i) *= 1 + restitution;  // ξ = γ⁺ + ε γ⁻ = G P + (1 + ε) γ⁻
      for (int j = 0; j < 2 * n; ++j) G[static_cast<std::size_t>(2 * n * i + j)] = problem.G(i, j);
    }
    const SolveReport report = chain.solve(problem);
    if (!report.solved) continue;  // Painlevé-type: nothing is booked
    double work = 0, scale = 0;
    for (int i = 0; i < 2 * n; ++i) {
      double after = before[static_cast<std::size_t>(i)];
      for (int j = 0; j < 2 * n; ++j) after += G[static_cast<std::size_t>(2 * n * i + j)] * problem.P(j);
      work += 0.5 * problem.P(i) * (after + before[static_cast<std::size_t>(i)]);
      scale += std::abs(problem.P(i)) * (std::abs(after) + std::abs(before[static_cast<std::size_t>(i)]));
    }
    ASSERT_LE(work, 1e-10 * scale + 1e-300) << "trial " << trial;
  }
}

// Kane's paradox: with ε_N = 0.9, ε_T = 0, μ = 0.3 gains do occur among random impacts, as the theory says.
TEST(ImpactContract, DifferentRestitutionsCanGain) {
  std::mt19937_64 random(5);
  SolverChain chain(Choice{"lemke", {}, {}}, 3);
  ContactProblem problem(3);
  int gains = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    random_problem(random, 3, 8, 0.0, problem);
    std::vector<double> before, G;
    for (int i = 0; i < 6; ++i) {
      before.push_back(problem.b(i));
      if (i % 2 == 0) {
        problem.b(i) *= 1.9;
        problem.mu(i / 2) = 0.3;
      }
      for (int j = 0; j < 6; ++j) G.push_back(problem.G(i, j));
    }
    if (!chain.solve(problem).solved) continue;
    double work = 0;
    for (int i = 0; i < 6; ++i) {
      double after = before[static_cast<std::size_t>(i)];
      for (int j = 0; j < 6; ++j) after += G[static_cast<std::size_t>(6 * i + j)] * problem.P(j);
      work += 0.5 * problem.P(i) * (after + before[static_cast<std::size_t>(i)]);
    }
    gains += work > 1e-9;
  }
  EXPECT_GT(gains, 0);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "io/problems/kept_problems.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/index.h"
#include "complementarity/sample_problems.h"
#include "complementarity/sample_structures.h"
#include "complementarity/solver_chain.h"
#include "io/problems/problem_file.h"
#include "tests/kit/files.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

void expect_same(const ContactProblem& a, const ContactProblem& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.d(), b.d());
  for (int i = 0; i < a.rows(); ++i) {
    EXPECT_EQ(a.b(i), b.b(i));
    for (int j = 0; j < a.rows(); ++j) EXPECT_EQ(a.matrix()(i, j), b.matrix()(i, j));
  }
  for (int i = 0; i < a.size() && a.d() > 1; ++i) EXPECT_EQ(a.mu(i), b.mu(i));
}

ContactProblem rows_only() {
  ContactProblem problem(2, 1);
  problem.resize(2);
  const double G[2][2] = {{2, 1.0 / 3}, {0.1, 2}};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) problem.G(i, j) = G[i][j];
    problem.b(i) = -1 / 7.0 - i;
    problem.mu(i) = 0;
  }
  return problem;
}

// One row, two and three rows per contact, dense and sparse: to the bit.
TEST(KeptProblems, AFileHoldsTheProblem) {
  const testing::TempFolder folder;
  for (const ContactProblem& problem : {rows_only(), samples::disc_layers(2, 2, 0.3),
                                        samples::disc_layers(6, 6, 0.3), samples::draw("stack", 3)}) {
    const std::string path = folder / "problem.hdf5";
    write_problem(path, problem, "what it is");
    const ProblemFile file = read_problem(path);
    EXPECT_EQ(file.title, "what it is");
    expect_same(file.problem, problem);
  }
}

TEST(KeptProblems, AFileThatCannotBeWrittenIsSaid) {
  EXPECT_THROW(write_problem("/no/such/folder/a.hdf5", samples::disc_layers(2, 2, 0.3), ""),
               std::runtime_error);
  EXPECT_THROW(write_problem("/no/such/folder/a.dat", rows_only(), ""), std::runtime_error);
  EXPECT_THROW(KeptProblems("/dev/null/folder", "a", 3), std::runtime_error);
}

std::vector<std::string> names(const fs::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

// When there is no room, every other one goes.
TEST(KeptProblems, AreFewAndSpreadOverTheRun) {
  const testing::TempFolder folder;
  KeptProblems kept(folder / "a/b", "scene", 4);
  const ContactProblem problem = samples::disc_layers(2, 2, 0.3);
  for (int k = 0; k < 19; ++k) {
    kept.at(0.5 * k);
    kept.posed(problem);
    kept.hard({});
    EXPECT_LE(kept.kept(), 4);
  }
  EXPECT_EQ(kept.hard_problems(), 19);
  EXPECT_EQ(names(folder / "a/b"),
            (std::vector<std::string>{"scene_000000.hdf5", "scene_000008.hdf5", "scene_000016.hdf5"}));
  EXPECT_EQ(read_problem(folder / "a/b/scene_000008.hdf5").title,
            "scene, step from t = 4 s, solved by none of 1 tried, residual 0.0e+00");
}

// The chain shows what its first solver leaves, in its own units, and nothing else.
TEST(KeptProblems, TheChainShowsWhatOneSolverDoesNotSolve) {
  const testing::TempFolder folder;
  KeptProblems kept(folder.path().string(), "scene", 100);
  std::vector<ContactProblem> left;  // by the first solver
  for (unsigned seed = 1; seed < 5; ++seed) {
    const ContactProblem given = samples::draw("stack", seed);
    for (const char* solver : {"proximal_point", "gauss_seidel"}) {
      SolverChain chain(Choice{solver, {{"warm_start", {false, {}}}}, {}}, given.size(), 3);
      chain.keep_with(&kept);
      ContactProblem problem = given;
      EXPECT_TRUE(chain.solve(problem).solved);
      if (chain.statistics().handed_over > 0) left.push_back(given);
      const int before = kept.kept();
      EXPECT_EQ(before, int_size(left)) << seed << " " << solver;
      chain.keep_with(nullptr);
      problem = given;
      chain.solve(problem);
      EXPECT_EQ(kept.kept(), before);
    }
  }
  ASSERT_GE(left.size(), 1u);
  EXPECT_LT(left.size(), 8u);
  const std::vector<std::string> found = names(folder.path());
  ASSERT_EQ(found.size(), left.size());
  for (std::size_t i = 0; i < left.size(); ++i) expect_same(read_problem(folder / found[i]).problem, left[i]);
}

}  // namespace
}  // namespace freeplay

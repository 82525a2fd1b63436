// SPDX-License-Identifier: Apache-2.0
// Problems that others published: the default solves every one that has a solution, and proves of the one
// that has none that it has none. The files are not part of the repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "io/problems/solve_file.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

std::vector<std::filesystem::path> files(const std::string& folder) {
  const std::filesystem::path root = source_folder() + "/../shared/peer_data/" + folder;
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::is_directory(root)) return found;
  for (const auto& entry : std::filesystem::directory_iterator(root)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(PeerData, ComplementarityProblems) {
  const auto all = files("lcp");
  if (all.empty()) GTEST_SKIP() << "no folder ../shared/peer_data/lcp beside the repository";
  for (const auto& path : all) {
    const FileSolution solution = solve_file(read_problem(path.string()), "auto", {});
    if (path.stem() == "lcp_Pang_isolated_sol_perturbed") {
      EXPECT_FALSE(solution.solved);
      EXPECT_CONTAINS(solution.reason, "there is no solution");
      continue;
    }
    EXPECT_TRUE(solution.solved) << path << ' ' << solution.reason;
    EXPECT_LE(solution.residual, 1e-10) << path;
  }
}

// The block files hold the same numbers as their dense sisters.
TEST(PeerData, BlockFilesAreTheSameProblems) {
  const auto all = files("lcp");
  if (all.empty()) GTEST_SKIP() << "no folder ../shared/peer_data/lcp beside the repository";
  int compared = 0;
  for (const auto& path : all) {
    const std::string stem = path.stem().string();
    const std::size_t at = stem.find("_block");
    if (at == std::string::npos) continue;
    const ProblemFile blocks = read_problem(path.string());
    const ProblemFile dense = read_problem((path.parent_path() / (stem.substr(0, at) + ".dat")).string());
    ASSERT_EQ(blocks.problem.size(), dense.problem.size());
    for (int i = 0; i < dense.problem.size(); ++i) {
      for (int j = 0; j < dense.problem.size(); ++j) {
        EXPECT_EQ(blocks.problem.G(i, j), dense.problem.G(i, j)) << path;
      }
      EXPECT_EQ(blocks.problem.b(i), dense.problem.b(i));
    }
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

TEST(PeerData, FrictionProblems) {
  const auto all = files("fclib");
  if (all.empty()) GTEST_SKIP() << "no folder ../shared/peer_data/fclib beside the repository";
  for (const auto& path : all) {
    const ProblemFile file = read_problem(path.string());
    for (const char* solver : {"auto", "augmented_lagrangian", "gauss_seidel", "projected_gradient"}) {
      const FileSolution solution = solve_file(file, solver, {});
      EXPECT_TRUE(solution.solved) << path << ' ' << solver << ' ' << solution.reason;
      EXPECT_LE(solution.residual, 1e-8) << path << ' ' << solver;
      EXPECT_LE(solution.cone_residual, 1e-8) << path << ' ' << solver;
    }
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "io/problems/solve_file.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

TEST(LcpText, DenseEntriesStandColumnByColumn) {
  const ProblemFile file =
      parse_lcp("2\n0\n2\n2\n2\t2\n1 2\n3 4\n-5 -6\n\nof a book\nwith remarks\n", "x.dat");
  const ContactProblem& problem = file.problem;
  EXPECT_EQ(problem.size(), 2);
  EXPECT_EQ(problem.d(), 1);
  EXPECT_EQ(problem.G(0, 0), 1);
  EXPECT_EQ(problem.G(1, 0), 2);
  EXPECT_EQ(problem.G(0, 1), 3);
  EXPECT_EQ(problem.G(1, 1), 4);
  EXPECT_EQ(problem.b(1), -6);
  EXPECT_EQ(file.title, "of a book with remarks");
}

// Three rows in blocks of two and one; the block below the diagonal is left out, hence zero.
TEST(LcpText, BlocksStandRowByRowTheirEntriesColumnByColumn) {
  const ProblemFile file = parse_lcp(
      "3 1 3 3\n"
      "3 2 2\n"       // blocks, block rows, block columns
      "2 3\n2 3\n"    // last rows, last columns
      "3 3\n0 2 3\n"  // lengths of the lists; begins
      "0 1 1\n"       // columns
      "0 1 2 3 4\n1 5 6\n2 7\n"
      "-1 -2 -3\n",
      "x.dat");
  const double expected[3][3] = {{1, 3, 5}, {2, 4, 6}, {0, 0, 7}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_EQ(file.problem.G(i, j), expected[i][j]) << i << ' ' << j;
    EXPECT_EQ(file.problem.b(i), -1 - i);
  }
}

TEST(LcpText, MistakesAreNamedWithTheirPlace) {
  const struct {
    const char *text, *where, *words;
  } cases[] = {
      {"", "x.dat:1:1", "the size of the problem"},
      {"two", "x.dat:1:1", "got 'two'"},
      {"-2", "x.dat:1:1", "from 1 to"},
      {"1.5 0 1 1", "x.dat:1:1", "whole number"},
      {"2\n7\n", "x.dat:2:1", "storage"},
      {"2\n0\n3\n2\n", "x.dat:3:1", "number of rows"},
      {"2\n0\n2\n2\n2 2\n1 0\n0 x1\n", "x.dat:7:3", "entry (2, 2)"},
      {"2\n0\n2\n2\n2 2\n1 0\n0 1\n-1\n", "x.dat:9:1", "entry 2 of q"},
      {"2\n0\n2\n2\n2 2\n1 0\n0 nan\n-1 -1", "x.dat:7:3", "not finite"},
      {"2\n0\n2\n2\n2 2\n1 0\n0 1e999\n-1 -1", "x.dat:7:3", "not finite"},
      {"3 1 3 3 3 2 2\n1 4", "x.dat:2:3", "last row"},
      {"3 1 3 3 3 2 2\n2 3\n2 3\n3 3\n0 4 3", "x.dat:5:3", "begin of block row"},
      {"3 1 3 3 1 1 1\n3\n3\n2 1\n0 1\n5", "x.dat:6:1", "column of block"},
      {"1 1 1 1 1 1 1\n1\n1\n2 1\n0 1\n0\n3 1", "x.dat:7:1", "number of the block"},
  };
  for (const auto& wrong : cases) {
    try {
      parse_lcp(wrong.text, "x.dat");
      ADD_FAILURE() << "accepted: " << wrong.text;
    } catch (const ModelError& error) {
      const std::string message = error.what();
      EXPECT_CONTAINS(message, std::string(wrong.where) + ": error");
      EXPECT_CONTAINS(message, wrong.words);
    }
  }
}

// Memory follows what the file holds, not what it claims: a problem of 20 000 rows whose blocks are few.
TEST(LcpText, BlocksAreStoredSparsely) {
  std::string text = "20000 1 20000 20000  1 2 1  1 20000  20000  3 1  0 1 1  0  0";
  for (int c = 0; c < 20000; ++c) text += " 1";
  for (int r = 0; r < 20000; ++r) text += " 2";
  const ProblemFile file = parse_lcp(text, "x");
  EXPECT_EQ(file.problem.size(), 20000);
  EXPECT_EQ(file.problem.G(0, 19999), 1);
  EXPECT_EQ(file.problem.G(1, 1), 0);
  EXPECT_EQ(file.problem.matrix().blocks(), 20000 + 19999);
}

// The residual is judged in the file's units, whatever they are.
TEST(SolveFile, UnitsDoNotMatter) {
  for (const char* unit : {"e-9", "e0", "e9"}) {
    const std::string e = unit;
    const ProblemFile file = parse_lcp("2 0 2 2 2 2  2" + e + " 1" + e + " 1" + e + " 2" + e + " -5 -6", "x");
    const FileSolution solution = solve_file(file, "auto", {});
    EXPECT_TRUE(solution.solved) << unit;
    EXPECT_LE(solution.residual, 1e-10) << unit;
  }
}

TEST(SolveFile, EverySolverIsAskedOnItsOwn) {
  const ProblemFile file = parse_lcp("2 0 2 2 2 2  2 1 1 2  -5 -6", "x");
  for (const char* name :
       {"auto", "lemke", "enumeration", "augmented_lagrangian", "gauss_seidel", "projected_gradient"}) {
    const FileSolution solution = solve_file(file, name, {});
    EXPECT_TRUE(solution.solved) << name;
    EXPECT_EQ(solution.solver, name);
    EXPECT_EQ(solution.count, "one");
    EXPECT_EQ(solution.slip, 2);
  }
  FileOptions impossible;
  impossible.iterations = 1;
  const ProblemFile hard = parse_lcp("2 0 2 2 2 2  1 -0.999 -0.999 1  -5 -6", "x");
  EXPECT_FALSE(solve_file(hard, "lemke", impossible).solved);
}

TEST(SolveFile, NoSolutionIsProved) {
  const FileSolution solution = solve_file(parse_lcp("1 0 1 1 1 1 -1 -1", "x"), "auto", {});
  EXPECT_FALSE(solution.solved);
  EXPECT_CONTAINS(solution.reason, "no solution");
  EXPECT_CONTAINS(solution.count, "none");
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "complementarity/block_direct.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/index.h"
#include "complementarity/dense_direct.h"
#include "complementarity/sample_problems.h"

namespace freeplay {
namespace {

/// One unknown per contact: the equations are G itself.
void take_all(BlockDirect& direct, const BlockMatrix& G) {
  direct.start(G);
  for (int i = 0; i < G.size(); ++i) {
    direct.part(i) = {};
    direct.part(i).width = G.d();
  }
  EXPECT_EQ(direct.number(), G.rows());
}

// A chain of springs with both ends free has a direction that it does not see; forces in balance are met.
TEST(BlockDirect, SingularEquationsThatDoNotContradictAreMet) {
  constexpr int kSize = 200;
  BlockMatrix G(kSize, 1);
  G.resize(kSize);
  DenseDirect dense(kSize);
  dense.start(kSize);
  std::vector<double> c(kSize, 0), y(kSize);
  c[3] = 1;
  c[150] = -1;
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) dense.A(i, j) = 0;
    for (int j = std::max(i - 1, 0); j <= std::min(i + 1, kSize - 1); ++j) {
      const double ends = i == 0 || i == kSize - 1 ? 1 : 2;
      dense.A(i, j) = *G.append(j) = i == j ? ends : -1;
    }
    G.end_row();
    dense.rhs(i) = c[idx(i)];
  }
  BlockDirect direct;
  take_all(direct, G);
  EXPECT_LE(direct.solve(c), 1e-11);
  EXPECT_EQ(dense.solve(y), kSize - 1);
  for (std::size_t i = 0; i < kSize; ++i) EXPECT_NEAR(c[i] - c[0], y[i] - y[0], 1e-8) << i;
}

TEST(BlockDirect, NothingToSolveIsSaid) {
  BlockMatrix G(2, 1);
  G.resize(2);
  for (int r = 0; r < 2; ++r) {
    for (int k = 0; k < 2; ++k) G.entry(r, k) = 0;
  }
  BlockDirect direct;
  take_all(direct, G);
  std::vector<double> c(2, 1);
  EXPECT_TRUE(std::isinf(direct.solve(c)));
  EXPECT_EQ(c[0], 0);
}

// Discs of which some contacts are open, some slide and some stick, in dense and in sparse storage, against Gauss with
// complete pivoting on the equations written out.
TEST(BlockDirect, CasesOfContactsAgreeWithPivoting) {
  for (const auto& [layers, wide] : {std::pair{2, 3}, {9, 9}}) {
    const ContactProblem problem = samples::disc_layers(layers, wide, 0.3);
    const BlockMatrix& G = problem.matrix();
    const int n = problem.size();
    EXPECT_EQ(G.dense(), layers == 2);
    std::mt19937_64 random(7);
    BlockDirect direct;
    direct.start(G);
    std::vector<std::vector<double>> columns;  // δP of each unknown
    std::vector<int> rows;
    for (int i = 0; i < n; ++i) {
      BlockDirect::Part& part = direct.part(i);
      const auto which = random() % 8;  // half are open, few stick: the equations are regular
      part = {};
      part.width = which < 4 ? 0 : which == 4 ? 2 : 1;
      part.slope[0] = part.width == 1 ? (which % 2 == 0 ? -0.3 : 0.3) : 0;
      for (int a = 0; a < part.width; ++a) {
        std::vector<double>& column = columns.emplace_back(idx(problem.rows()), 0.0);
        column[idx(2 * i + a)] = 1;
        if (part.width == 1) column[idx(2 * i + 1)] = part.slope[0];
        rows.push_back(2 * i + a);
      }
    }
    const int unknowns = direct.number();
    ASSERT_EQ(idx(unknowns), rows.size());
    DenseDirect dense(unknowns);
    dense.start(unknowns);
    std::vector<double> c, expected(idx(unknowns));
    for (int r = 0; r < unknowns; ++r) {
      for (int k = 0; k < unknowns; ++k) dense.A(r, k) = G.row_times(rows[idx(r)], columns[idx(k)].data());
      c.push_back(-problem.b(rows[idx(r)]));
      dense.rhs(r) = c.back();
    }
    ASSERT_EQ(dense.solve(expected), unknowns);
    EXPECT_LE(direct.solve(c), 1e-13);
    for (int r = 0; r < unknowns; ++r) EXPECT_NEAR(c[idx(r)], expected[idx(r)], 1e-11) << layers << ", " << r;
  }
}

// The graph is analysed once while it stays the same, whatever the cases and numbers are; the work of a solve is one
// factorisation.
TEST(BlockDirect, AnalysisIsKeptWhileTheGraphIsTheSame) {
  BlockDirect direct;
  const ContactProblem one = samples::disc_layers(9, 9, 0.3, 1);
  const ContactProblem other = samples::disc_layers(9, 9, 0.3, 2),
                       wider = samples::disc_layers(9, 10, 0.3, 1);
  for (int round = 0; round < 3; ++round) {
    for (const ContactProblem* problem : {&one, &other}) {
      take_all(direct, problem->matrix());
      direct.part(round).width = 0;
      std::vector<double> c(idx(direct.number()), 1);
      direct.solve(c);
    }
  }
  EXPECT_EQ(direct.analyses(), 1);
  EXPECT_EQ(direct.factorisations(), 6);
  take_all(direct, wider.matrix());
  EXPECT_EQ(direct.analyses(), 2);
}

// G of a complementarity problem from a file need not have both blocks of a pair.
TEST(BlockDirect, BlocksWithoutMirrorImage) {
  constexpr int kSize = 60;
  BlockMatrix G(kSize, 1);
  G.resize(kSize);
  std::vector<double> expected, c(kSize, 0);
  for (int i = 0; i < kSize; ++i) expected.push_back(std::sin(1 + i));
  for (int i = 0; i < kSize; ++i) {
    const int from = i * i % 17 % (i + 1);  // below the diagonal only
    if (from < i) *G.append(from) = 0.5;
    *G.append(i) = 2;
    G.end_row();
    c[idx(i)] = G.row_times(i, expected.data());
  }
  BlockDirect direct;
  take_all(direct, G);
  EXPECT_LE(direct.solve(c), 1e-14);
  for (int i = 0; i < kSize; ++i) EXPECT_NEAR(c[idx(i)], expected[idx(i)], 1e-13);
}

}  // namespace
}  // namespace freeplay

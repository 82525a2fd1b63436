// SPDX-License-Identifier: Apache-2.0
#include "complementarity/contact_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "base/index.h"
#include "complementarity/mode_solver.h"

namespace freeplay {
namespace {

TEST(ContactProblem, ResidualSeesEveryViolation) {
  ContactProblem problem(1);
  problem.resize(1);
  problem.G(0, 0) = problem.G(1, 1) = 1;
  problem.G(0, 1) = problem.G(1, 0) = 0;
  problem.mu(0) = 0.5;
  problem.b(0) = -1;
  problem.b(1) = -0.2;
  const auto residual = [&](double P_N, double P_T) {
    problem.P(0) = P_N;
    problem.P(1) = P_T;
    return problem.residual();
  };
  EXPECT_EQ(residual(1, 0.2), 0);             // stick: the solution
  EXPECT_NEAR(residual(0, 0), 1, 1e-15);      // penetrates
  EXPECT_NEAR(residual(2, 0.2), 1, 1e-15);    // pushes an open contact
  EXPECT_NEAR(residual(1, 0), 0.2, 1e-15);    // slips without friction
  EXPECT_NEAR(residual(1, 0.7), 0.5, 1e-15);  // friction against the wrong side of slip
  EXPECT_TRUE(std::isnan(residual(std::nan(""), 0)));
}

// Both corners of a face in stick: two equal rows. The equations are met, whichever row takes the impulse.
TEST(ModeSolver, DependentRowsAreMet) {
  ContactProblem problem(2);
  problem.resize(2);
  const double W[4][3] = {{0, 1, -1}, {1, 0, 0}, {0, 1, 1}, {1, 0, 0}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      problem.G(i, j) = 0;
      for (int k = 0; k < 3; ++k) problem.G(i, j) += W[i][k] * W[j][k];
    }
    problem.b(i) = i % 2 == 0 ? -1 : 0.25;
  }
  problem.mu(0) = problem.mu(1) = 1;
  ModeSolver solver(2);
  const ContactMode modes[] = {ContactMode::stick, ContactMode::stick};
  solver.solve(problem, modes);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(problem.xi(i), 0, 1e-15);
}

TEST(ModeSolver, TwoSlidingContactsAgreeWithTheGeneralWay) {
  ContactProblem problem(3);
  const double G[6][6] = {{2, .3, .4, .1, 0, 0},  {.3, 1, .2, .5, 0, 0}, {.4, .2, 3, -.6, 0, 0},
                          {.1, .5, -.6, 2, 0, 0}, {0, 0, 0, 0, 1, 0},    {0, 0, 0, 0, 0, 1}};
  const ContactMode modes[] = {ContactMode::slip_plus, ContactMode::slip_minus, ContactMode::open};
  double P[2][4] = {};
  for (int n = 2; n <= 3; ++n) {  // with a third, open contact the general elimination runs
    problem.resize(n);
    for (int i = 0; i < 2 * n; ++i) {
      for (int j = 0; j < 2 * n; ++j) problem.G(i, j) = G[i][j];
      problem.b(i) = i == 0 ? -1 : i == 2 ? -0.7 : 0.3;
    }
    for (int i = 0; i < n; ++i) problem.mu(i) = 0.4;
    ModeSolver solver(3);
    solver.solve(problem, {modes, idx(n)});
    for (int i = 0; i < 4; ++i) P[n - 2][i] = problem.P(i);
  }
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(P[0][i], P[1][i], 1e-15);
}

TEST(ContactProblem, NormalisingAndBackKeepsTheSolution) {
  ContactProblem problem(1);
  problem.resize(1);
  problem.G(0, 0) = 4e6, problem.G(1, 1) = 1e6, problem.G(0, 1) = problem.G(1, 0) = 0;
  problem.mu(0) = 0;
  problem.b(0) = -8e-3, problem.b(1) = 1e-3;
  problem.normalise();
  EXPECT_EQ(problem.G(0, 0), 1);
  EXPECT_EQ(problem.b(0), -1);
  problem.P(0) = 1;
  problem.P(1) = 0;
  EXPECT_EQ(problem.residual(), 0);
  problem.restore_units();
  EXPECT_DOUBLE_EQ(problem.P(0), 2e-9);
}

// The nearest point of a regular polygon, against a search along its sides.
TEST(ContactProblem, ProjectsOnThePolygon) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (const int facets : {4, 6, 8, 16}) {
    for (int trial = 0; trial < 200; ++trial) {
      const double bound = 0.7, v[2] = {normal(random), normal(random)};
      double nearest = 1e300;
      bool inside = true;
      for (int k = 0; k < facets; ++k) {
        const double a = 2 * std::numbers::pi * k / facets, b = 2 * std::numbers::pi * (k + 1) / facets;
        const double p[2] = {bound * std::cos(a), bound * std::sin(a)};
        const double e[2] = {bound * std::cos(b) - p[0], bound * std::sin(b) - p[1]};
        const double t = ((v[0] - p[0]) * e[0] + (v[1] - p[1]) * e[1]) / (e[0] * e[0] + e[1] * e[1]);
        const double s = std::clamp(t, 0.0, 1.0);
        nearest = std::min(nearest, std::hypot(p[0] + s * e[0] - v[0], p[1] + s * e[1] - v[1]));
        inside = inside && e[0] * (v[1] - p[1]) - e[1] * (v[0] - p[0]) >= 0;
      }
      double w[2] = {v[0], v[1]};
      EXPECT_EQ(project_polygon(w, bound, facets), !inside);
      EXPECT_NEAR(std::hypot(w[0] - v[0], w[1] - v[1]), inside ? 0 : nearest, 1e-14);
      const double once[2] = {w[0], w[1]};
      project_polygon(w, bound, facets);
      EXPECT_NEAR(std::hypot(w[0] - once[0], w[1] - once[1]), 0, 1e-15);
    }
  }
}

}  // namespace
}  // namespace freeplay

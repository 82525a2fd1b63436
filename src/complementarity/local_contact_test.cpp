// SPDX-License-Identifier: Apache-2.0
#include "complementarity/local_contact.h"

#include <gtest/gtest.h>

#include <random>

#include "complementarity/contact_problem.h"

namespace freeplay {
namespace {

/// ξ = A P + c of one contact as a problem, to ask for its residual.
ContactProblem one_contact(int d, const double* A, const double* c, double mu) {
  ContactProblem problem(1, d);
  problem.resize(1);
  for (int a = 0; a < d; ++a) {
    for (int b = 0; b < d; ++b) problem.G(a, b) = A[a * d + b];
    problem.b(a) = c[a];
  }
  problem.mu(0) = mu;
  return problem;
}

TEST(LocalContact, RandomContactsObeyTheLaws) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  int open = 0, stick = 0, slip = 0;
  for (int trial = 0; trial < 30000; ++trial) {
    const int d = 1 + trial % 3;
    double W[3][3], A[9] = {}, c[3] = {0, 0, 0}, P[3] = {0, 0, 0};
    for (auto& row : W) {
      for (double& w : row) w = normal(random);
    }
    for (int a = 0; a < d; ++a) {
      for (int b = 0; b < d; ++b) {
        for (int k = 0; k < 3; ++k) A[a * d + b] += W[a][k] * W[b][k];
      }
      c[a] = normal(random);
    }
    const double mu = trial % 5 == 0 ? 0 : 1.5 * uniform(random);
    solve_contact(A, d, c, mu, d, P);
    ContactProblem problem = one_contact(d, A, c, mu);
    for (int a = 0; a < d; ++a) problem.P(a) = P[a];
    double size = 1;
    for (int a = 0; a < d; ++a) size = std::max(size, std::abs(P[a]));
    ASSERT_LE(problem.residual(), 1e-12 * size) << "trial " << trial << " d " << d;
    double xi[3] = {0, 0, 0};
    problem.xi(0, xi);
    const double speed = d == 1 ? 0 : d == 2 ? std::abs(xi[1]) : std::hypot(xi[1], xi[2]);
    ++(P[0] == 0 ? open : speed < 1e-10 ? stick : slip);
  }
  EXPECT_GT(open, 1000);
  EXPECT_GT(stick, 1000);
  EXPECT_GT(slip, 1000);
}

// A sphere on a plane, pushed sideways: friction acts against the slip, P_N carries the approach.
TEST(LocalContact, SlipInSpaceHasItsClosedForm) {
  const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double c[3] = {-2, 3, 4};
  double P[3] = {0, 0, 0};
  solve_contact(A, 3, c, 0.5, 3, P);
  EXPECT_NEAR(P[0], 2, 1e-15);
  EXPECT_NEAR(P[1], -0.6, 1e-14);
  EXPECT_NEAR(P[2], -0.8, 1e-14);
  solve_contact(A, 3, c, 2.5, 3, P);  // at the limit of the cone: the slip of 5 just stops
  EXPECT_NEAR(P[1], -3, 1e-13);
  EXPECT_NEAR(P[2], -4, 1e-13);
  solve_contact(A, 3, c, 0, 3, P);
  EXPECT_EQ(P[1], 0);
  EXPECT_EQ(P[2], 0);
}

// The same slip seen from another tangent frame is the same impulse, turned.
TEST(LocalContact, NoTangentDirectionIsSpecial) {
  const double A[9] = {2, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 0.8};
  const double c[3] = {-1, 2, -1.5};
  double P[3] = {0, 0, 0};
  solve_contact(A, 3, c, 0.3, 3, P);
  const double cosine = std::cos(0.7), sine = std::sin(0.7);
  const double R[9] = {1, 0, 0, 0, cosine, -sine, 0, sine, cosine};
  double turned[9] = {}, c_turned[3] = {}, Q[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      c_turned[i] += R[3 * i + j] * c[j];
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) turned[3 * i + j] += R[3 * i + k] * A[3 * k + l] * R[3 * j + l];
      }
    }
  }
  solve_contact(turned, 3, c_turned, 0.3, 3, Q);
  for (int i = 0; i < 3; ++i) {
    double expected = 0;
    for (int j = 0; j < 3; ++j) expected += R[3 * i + j] * P[j];
    EXPECT_NEAR(Q[i], expected, 1e-14);
  }
}

}  // namespace
}  // namespace freeplay

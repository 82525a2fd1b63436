// SPDX-License-Identifier: Apache-2.0
#include "slider_crank_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace freeplay::bench {
namespace {

using D = SliderCrankData;

// Source: shared/reference/slider_crank_clearance_d_2b_c.json, moreau_midpoint_lcp: Flores2009's own
// algorithm at dt = 1e-5 with d = 2b + c, by two independent programs that agree to 2e-12. Rows: t, q1, q2,
// u1, u2, energy; θ3 and ω3 are zero to rounding.
constexpr double kMoreauReference[10][6] = {
    {0.01, 0.9472417804394254, -0.41618076100621815, 67.42910816739398, -21.52879540671185,
     7.449948531770272},
    {0.02, 1.6121941442978387, -0.5218615973798243, 71.64027955738806, 1.3246283944768296, 7.448179263808152},
    {0.03, 2.552801809572044, -0.2831021052907183, 127.95449048819711, 55.40173715207427, 7.427526203500001},
    {0.04, 3.93575257351306, 0.36599773489034554, 114.55324254830174, 43.30138594844497, 7.401945902954661},
    {0.05, 4.795094824430637, 0.5235704979309695, 68.5942791870022, -3.2658222223709137, 7.390098235640576},
    {0.06, 5.458132041590795, 0.3743784879891129, 71.40374767697125, -25.565155464045347, 7.378925326288301},
    {0.07, 6.525122172231115, -0.12056549577494101, 124.02799358417101, -58.95908687387534,
     7.348661513607843},
    {0.08, 7.338037071425093, -0.44812873856490343, 64.85413105462061, -17.745112259779262,
     7.292098781409014},
    {0.09, 8.006716315912065, -0.5164691184370921, 74.80734513064915, 5.85745220381273, 7.291222489620728},
    {0.10, 9.023918044895064, -0.1980654405425319, 137.2916060251994, 64.45804965263756, 7.269116724746284}};

// Source: the same file, samples: θ1(0.1 s) of the event-driven solution, accurate to 1e-13.
constexpr double kTheta1EventDriven = 9.046780491709148;

// Source: shared/reference/slider_crank_clearance.json (d = 2(b + c)), first impact: until then the motion is
// free flight, whatever the guide.
constexpr double kFirstImpact = 0.0026925027520212337;
constexpr double kFirstImpactU[2] = {109.55768154314993, -49.330789961931224};

TEST(SliderCrankKernel, MoreauReproducesThePapersAlgorithm) {
  SliderCrankKernel kernel;
  kernel.d = 2 * D::b + D::c;
  for (const auto& row : kMoreauReference) {
    for (int i = 0; i < 1000; ++i) kernel.step(1e-5);
    EXPECT_NEAR(kernel.q[0], row[1], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(kernel.q[1], row[2], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(kernel.q[2], 0.0, 1e-12) << "t = " << row[0];
    EXPECT_NEAR(kernel.u[0], row[3], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(kernel.u[1], row[4], 1e-9) << "t = " << row[0];
    EXPECT_NEAR(kernel.u[2], 0.0, 1e-10) << "t = " << row[0];
    EXPECT_NEAR(kernel.energy(), row[5], 1e-10) << "t = " << row[0];
  }
  EXPECT_EQ(kernel.unsolved, 0);
}

// First order: the same file gives 2.286e-2 at 1e-5 and 2.294e-3 at 1e-6 for max_error_q at 0.1 s.
TEST(SliderCrankKernel, MoreauErrorIsFirstOrder) {
  const double expected[2] = {0.022862446814084336, 0.002293934715758894};
  for (int level = 0; level < 2; ++level) {
    const long steps = level == 0 ? 10000 : 100000;
    SliderCrankKernel kernel;
    kernel.d = 2 * D::b + D::c;
    for (long i = 0; i < steps; ++i) kernel.step(0.1 / static_cast<double>(steps));
    EXPECT_NEAR(kTheta1EventDriven - kernel.q[0], expected[level], 1e-9);
    EXPECT_EQ(kernel.unsolved, 0);
  }
}

TEST(SliderCrankKernel, SymmetricFlightIsSecondOrder) {
  double error[3];
  for (int level = 0; level < 3; ++level) {
    const int steps = 100 << level;
    SliderCrankKernel kernel;
    kernel.d =
        1.0;  // the end of the flight is the instant of touching: a wider guide leaves it out of the test
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(kernel.step_symmetric(kFirstImpact / steps));
    error[level] =
        std::max(std::fabs(kernel.u[0] - kFirstImpactU[0]), std::fabs(kernel.u[1] - kFirstImpactU[1]));
    EXPECT_EQ(kernel.u[2], 0.0);
  }
  EXPECT_LT(error[2], 2e-3);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2.0, 0.05);
  EXPECT_NEAR(std::log2(error[1] / error[2]), 2.0, 0.05);
}

TEST(SliderCrankKernel, SymmetricStopsBeforeTheGuide) {
  SliderCrankKernel kernel;
  constexpr double dt = 1e-5;
  int steps = 0;
  while (kernel.step_symmetric(dt)) ++steps;
  EXPECT_EQ(steps, static_cast<int>(kFirstImpact / dt));
  double g_N[4];
  kernel.gaps(g_N);
  for (const double gap : g_N) EXPECT_GT(gap, 0.0);
}

// w_N (row 0) and w_T (row 1) of a corner as printed, Flores2009, Eqs. (106)-(113): written a second time,
// without the kernel's shortcuts.
void directions(const double (&q)[3], int corner, double (&w)[2][3]) {
  const double s3 = std::sin(q[2]), c3 = std::cos(q[2]);
  const bool upper = corner < 2;
  const double sign = upper ? -1.0 : 1.0;
  w[0][0] = sign * D::l1 * std::cos(q[0]);
  w[0][1] = sign * D::l2 * std::cos(q[1]);
  w[1][0] = -D::l1 * std::sin(q[0]);
  w[1][1] = -D::l2 * std::sin(q[1]);
  const double third_N[4] = {D::a * c3 + D::b * s3, -D::a * c3 + D::b * s3, -D::a * c3 + D::b * s3,
                             D::a * c3 + D::b * s3};
  const double third_T[4] = {D::a * s3 - D::b * c3, -D::a * s3 - D::b * c3, D::a * s3 + D::b * c3,
                             -D::a * s3 + D::b * c3};
  w[0][2] = third_N[corner];
  w[1][2] = third_T[corner];
}

/// M (u_E − u_A) − h dt
std::array<double, 3> smooth_balance(const SliderCrankKernel& kernel, const SliderCrankKernel& before,
                                     const double* q_M, double dt) {
  const double cross = (0.5 * D::m2 + D::m3) * D::l1 * D::l2;
  const double M11 = D::J1 + (0.25 * D::m1 + D::m2 + D::m3) * D::l1 * D::l1;
  const double M22 = D::J2 + (0.25 * D::m2 + D::m3) * D::l2 * D::l2;
  const double M12 = cross * std::cos(q_M[1] - q_M[0]), S = cross * std::sin(q_M[1] - q_M[0]);
  const double du[3] = {kernel.u[0] - before.u[0], kernel.u[1] - before.u[1], kernel.u[2] - before.u[2]};
  const double h1 =
      S * before.u[1] * before.u[1] - (0.5 * D::m1 + D::m2 + D::m3) * D::g * D::l1 * std::cos(q_M[0]);
  const double h2 = -S * before.u[0] * before.u[0] - (0.5 * D::m2 + D::m3) * D::g * D::l2 * std::cos(q_M[1]);
  return {M11 * du[0] + M12 * du[1] - h1 * dt, M12 * du[0] + M22 * du[1] - h2 * dt, D::J3 * du[2]};
}

// Any number of closed corners, any tilt, slip and stick: the step satisfies Eqs. (60) and (71), (72).
TEST(SliderCrankKernel, ContactStepSatisfiesTheComplementarityConditions) {
  std::mt19937_64 random(20240607);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  constexpr double dt = 1e-5;
  long count[5] = {0, 0, 0, 0, 0}, stuck = 0, fallbacks = 0;
  for (int sample = 0; sample < 40000; ++sample) {
    SliderCrankKernel kernel;
    kernel.q[0] = 3.2 * unit(random);
    kernel.q[1] = -std::asin(D::l1 * std::sin(kernel.q[0]) / D::l2) + 0.01 * unit(random);
    kernel.q[2] = (sample % 3 == 0 ? 0.0 : 0.05) * unit(random);
    // Narrower than the slider in some samples, so that three and four corners are closed.
    kernel.d = 2 * D::b + 0.004 * unit(random);
    kernel.u[0] = 100.0 * unit(random);
    kernel.u[1] = (sample % 2 == 0 ? 50.0 : 1.0) * unit(random);
    kernel.u[2] = (sample % 3 == 0 ? 0.0 : 20.0) * unit(random);
    if (sample % 5 == 0) kernel.u[0] *= 1e-4;  // slow: friction may hold the slider
    if (sample % 5 == 0) kernel.u[1] *= 1e-2;

    const SliderCrankKernel before = kernel;
    const int n = kernel.step(dt);
    ++count[n];
    fallbacks += kernel.fallbacks;
    if (n == 0) continue;

    double q_M[3];
    for (int i = 0; i < 3; ++i) q_M[i] = before.q[i] + 0.5 * dt * before.u[i];
    // Opposite corners whose connecting line lies inside both friction cones jam: (85) may then have no
    // solution. It takes three closed corners, hence a guide narrower than the slider; one or two never do.
    const bool may_jam = n > 2 && std::fabs(std::tan(q_M[2])) <= D::mu;
    if (may_jam && kernel.unsolved > 0) continue;
    ASSERT_EQ(kernel.unsolved, 0) << "sample " << sample << " n " << n << " tilt " << q_M[2];
    SliderCrankKernel middle = before;
    std::copy(q_M, q_M + 3, middle.q);
    double g_N[4];
    middle.gaps(g_N);

    // Rounding: an impulse P moves a corner by up to P a²/J3, some 1e3 P, and wedged corners carry large
    // ones.
    const double largest = *std::max_element(kernel.P_N, kernel.P_N + 4);
    const double tolerance = 1e-12 * (10.0 + 1e3 * largest);

    // Impulse balance: M (u_E − u_A) − h dt − Σ w_N P_N + w_T P_T = 0.
    std::array<double, 3> balance = smooth_balance(kernel, before, q_M, dt);
    for (int corner = 0; corner < 4; ++corner) {
      if (g_N[corner] > 0.0) continue;
      double w[2][3];
      directions(q_M, corner, w);
      double xi_N = 0.0, xi_T = 0.0;
      for (int i = 0; i < 3; ++i) {
        balance[static_cast<std::size_t>(i)] -= w[0][i] * kernel.P_N[corner] + w[1][i] * kernel.P_T[corner];
        xi_N += w[0][i] * (kernel.u[i] + D::eps_N * before.u[i]);  // Eqs. (65), (66)
        xi_T += w[1][i] * (kernel.u[i] + D::eps_T * before.u[i]);
      }
      const double P_N = kernel.P_N[corner], P_T = kernel.P_T[corner];
      EXPECT_GE(P_N, -tolerance);
      EXPECT_GE(xi_N, -tolerance) << "sample " << sample << " n " << n;
      EXPECT_LE(std::min(P_N, xi_N), tolerance);
      EXPECT_LE(std::fabs(P_T), D::mu * P_N + tolerance);
      if (std::fabs(xi_T) > tolerance) {
        EXPECT_NEAR(P_T, -std::copysign(D::mu, xi_T) * P_N, tolerance);
      }
      if (P_N > 1e-9 && std::fabs(P_T) < 0.999 * D::mu * P_N) ++stuck;
    }
    EXPECT_NEAR(balance[0], 0.0, tolerance);
    EXPECT_NEAR(balance[1], 0.0, tolerance);
    EXPECT_NEAR(balance[2], 0.0, tolerance);
  }
  // The samples do reach what they are meant to reach.
  for (int n = 1; n <= 4; ++n) EXPECT_GT(count[n], 100) << n << " closed contacts";
  EXPECT_GT(stuck, 100);
  EXPECT_GT(fallbacks, 100);
}

}  // namespace
}  // namespace freeplay::bench

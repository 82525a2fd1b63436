// SPDX-License-Identifier: Apache-2.0
// The step problem on a ball above the floor, where everything is known in closed form: with gap g, velocity
// v, downward force F and mass m, implicit Euler gives
//   open:    u = v − h F/m,  gap g + h u
//   closed:  u = −g/h,  P = m (u − v) + h F,  Z = (P/h)²/m
#include "stepping/gauss/gauss_problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace freeplay {
namespace {

constexpr double kMass = 2, kWeight = 2 * 9.81, kClearance = 1e-5;
constexpr double kLower = 1e-4, kUpper = 1e-3;

class Ball final : public System {
 public:
  explicit Ball(double gap, double velocity, std::function<double(double)> force = {})
      : gap_(gap), velocity_(velocity), force_(std::move(force)) {
    info_.nq = info_.nu = 1;
    info_.length = kClearance;
    info_.bodies = {{"ball", {}}};
    ContactInfo floor;
    floor.name = "ball.floor";
    floor.length = kClearance;
    floor.shape = {{0, 0}, {1, 0}};
    info_.contacts = {floor};
  }
  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M[0] = kMass; }
  void forces(double t, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h[0] = force_ ? -force_(t) : -kWeight;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double, std::span<const double> q, Evaluation& out) const override { out.gap[0] = q[0]; }
  void contact_rows(double, std::span<const double>, int, Evaluation& out) const override {
    out.row_W(0)[0] = 1;
    out.row_W(1)[0] = 0;
  }
  Energies energies(double, std::span<const double>, std::span<const double>,
                    const Evaluation&) const override {
    return {};
  }
  void motion(double, std::span<const double>, std::span<const double>,
              std::span<BodyMotion>) const override {}
  State initial_state() const override {
    State state({.q = 1, .u = 1, .z = 0, .m = 0, .contacts = 1});
    state.q()[0] = gap_;
    state.u()[0] = velocity_;
    return state;
  }

 private:
  SystemInfo info_;
  double gap_, velocity_;
  std::function<double(double)> force_;
};

GaussOptions with(bool interior_point) {
  GaussOptions options;
  options.interior_point = interior_point;
  return options;
}

/// Solved by both methods from several guesses; all answers must be the same.
void expect_step(const Ball& ball, double h, double u, double P, double tolerance = 1e-12) {
  for (const bool interior_point : {true, false}) {
    GaussProblem problem(ball, with(interior_point));
    for (const double guess : {kLower, 2e-4, 7.7e-4, kUpper}) {
      SCOPED_TRACE((interior_point ? "interior point, guess " : "sqp, guess ") + std::to_string(guess));
      ASSERT_TRUE(problem.solve(ball.initial_state(), kLower, kUpper, guess));
      const GaussPoint& answer = problem.answer();
      EXPECT_NEAR(answer.h, h, tolerance * kUpper);
      EXPECT_NEAR(answer.u[0], u, tolerance * std::max(std::abs(u), kUpper * 9.81));
      EXPECT_NEAR(answer.P[0], P, tolerance * std::max(P, kWeight * kUpper));
      EXPECT_GE(answer.g[0], -1e-12 * kClearance);
      EXPECT_LE(std::abs(answer.P[0] * answer.g[0]), 1e-12 * kClearance * kWeight * kUpper);
      const double r = kMass * (answer.u[0] - ball.initial_state().u()[0]) + answer.h * kWeight - answer.P[0];
      EXPECT_LE(std::abs(r), 1e-12 * std::max(kMass * std::abs(answer.u[0]), 1e-3));
      EXPECT_EQ(problem.statistics().handed_over, 0);
    }
  }
}

TEST(GaussProblem, FreeFlightTakesTheLongestStep) {
  expect_step(Ball(1, 0), kUpper, -9.81 * kUpper, 0);
  expect_step(Ball(1e-5, 0.3), kUpper, 0.3 - 9.81 * kUpper, 0);
}

// g + h (v − a h) = 0: the step ends where the gap does, still moving in, without a force.
TEST(GaussProblem, BeforeAContactTheStepEndsAtIt) {
  for (const double v : {0.0, -0.005, -0.02}) {
    const double h = 6e-4;
    expect_step(Ball(h * (9.81 * h - v), v), h, v - 9.81 * h, 0, 1e-11);
  }
}

TEST(GaussProblem, AnImpactIsSpreadOverTheLongestStep) {
  expect_step(Ball(0, -0.3), kUpper, 0, kMass * 0.3 + kWeight * kUpper);
}

TEST(GaussProblem, AtRestTheForceIsTheWeightAndTheStepTheLongest) {
  expect_step(Ball(0, 0), kUpper, 0, kWeight * kUpper);
}

// The gap ends before the shortest step does. With x = 1/h the force m (−g x² − v x) + F is concave in x:
// the least is at a bound, at the shortest step when it reaches the floor only just.
TEST(GaussProblem, AGapShorterThanTheShortestStep) {
  const auto force = [](double g, double v, double h) { return kMass * (-g / (h * h) - v / h) + kWeight; };
  for (const double part : {0.999, 0.5, 0.2}) {  // of the way in the shortest step
    const double v = -0.3, g = part * kLower * (9.81 * kLower - v);
    const double h = force(g, v, kLower) < force(g, v, kUpper) ? kLower : kUpper;
    EXPECT_EQ(h, part > 0.9 ? kLower : kUpper);
    expect_step(Ball(g, v), h, -g / h, h * force(g, v, h), 1e-6);  // stage 2 lets Z grow by that much
  }
}

// A force that falls and rises again has its minimum inside the bounds. Stage 1 finds it; stage 2 goes on
// until Z exceeds the minimum by the tolerance.
TEST(GaussProblem, AMinimumBetweenTheBounds) {
  const double least = 5, at = 4e-4, bend = 3e8;
  const Ball ball(0, 0, [=](double t) { return least + bend * (t - at) * (t - at); });
  const double longer = at + std::sqrt(least * (std::sqrt(1 + 1e-6) - 1) / bend);
  for (const bool interior_point : {true, false}) {
    GaussProblem problem(ball, with(interior_point));
    for (const double guess : {kLower, 2e-4, kUpper}) {
      ASSERT_TRUE(problem.solve(ball.initial_state(), kLower, kUpper, guess));
      EXPECT_NEAR(problem.answer().h, longer, 1e-7 * longer) << interior_point << " " << guess;
      for (const double start : {kLower, kUpper}) {
        GaussPoint point(problem.equations());
        ASSERT_TRUE(problem.fixed_step().complementary(start, point));
        EXPECT_NEAR(problem.minimiser().minimise(point, kLower, kUpper), at, 1e-3 * at) << interior_point;
      }
    }
  }
}

TEST(GaussProblem, DerivativesOfTheObjectiveAgreeWithDifferences) {
  const Ball ball(0, -0.3);
  GaussEquations equations(ball, false);
  equations.start(ball.initial_state(), kUpper);
  const std::vector<double> u{0.1}, P{0.7};
  equations.evaluate(5e-4, u);
  std::vector<double> by_u(1), by_P(1);
  const double by_h = equations.objective_rates({{}, P, {}}, by_u, by_P, {});
  const double Z = 0.7 * 0.7 / kMass / (5e-4 * 5e-4);
  EXPECT_NEAR(equations.objective({{}, P, {}}), Z, 1e-12 * Z);
  EXPECT_NEAR(by_P[0], 2 * Z / 0.7, 1e-9 * Z);
  EXPECT_NEAR(by_h, -2 * Z / 5e-4, 1e-5 * Z / 5e-4);
  EXPECT_NEAR(by_u[0], 0, 1e-9 * Z);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The hunting of a servo with backlash against its piecewise solution.
//
// While the claws are apart the load coasts and the motor obeys J₁ ẍ₁ = −k x₂ − d ẋ₁; while they touch both obey
// (J₁ + J₂) ẍ = −k x₂ − d ẋ. They part when the push between them, J₂ ẍ, changes its sign, and meet again, without
// rebound, on the other flank. Each phase has a closed form; its end is a root of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/kit/run.h"

namespace freeplay {
namespace {

constexpr double kMotor = 1e-3, kLoad = 3e-4, kStiffness = 1, kDamping = 0.02, kHalf = 0.05;

struct Phase {
  double x1, v1, x2, v2;
};

/// The first root of f after 0, found in steps of h.
template <class F>
double first_root(const F& f, double h) {
  double low = h;
  while (f(low) * f(low + h) > 0) low += h;
  double high = low + h;
  for (int i = 0; i < 200 && high - low > 1e-16; ++i) {
    const double middle = 0.5 * (low + high);
    (f(low) * f(middle) > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Both together, the load behind by kHalf on the side of the sign of the push.
Phase together(const Phase& at, double t) {
  const double J = kMotor + kLoad, delta = 0.5 * kDamping / J, w = std::sqrt(kStiffness / J - delta * delta);
  const double A = at.x2, B = (at.v2 + delta * A) / w, e = std::exp(-delta * t);
  const double x = e * (A * std::cos(w * t) + B * std::sin(w * t));
  const double v = e * ((B * w - delta * A) * std::cos(w * t) - (A * w + delta * B) * std::sin(w * t));
  return {at.x1 + x - at.x2, v, x, v};
}

/// J₁ v̇ = −k (x₂ + v₂ t) − d v: v = p + q t + (v₀ − p) e^(−d t/J₁).
Phase apart(const Phase& at, double t) {
  const double q = -kStiffness * at.v2 / kDamping, p = -(kStiffness * at.x2 + kMotor * q) / kDamping;
  const double tau = kMotor / kDamping, e = std::exp(-t / tau);
  return {at.x1 + p * t + 0.5 * q * t * t + (at.v1 - p) * tau * (1 - e), p + q * t + (at.v1 - p) * e,
          at.x2 + at.v2 * t, at.v2};
}

/// From one meeting to the next, on the other side; returns how long it took.
double half_turn(Phase& at) {
  const auto push = [&](double t) {
    const Phase now = together(at, t);
    return kStiffness * now.x2 + kDamping * now.v1;
  };
  const double until = first_root(push, 1e-5);
  at = together(at, until);
  const double side = at.x1 > at.x2 ? -kHalf : kHalf;  // of x₁ − x₂ where they meet
  const double flight = first_root([&](double t) { return apart(at, t).x1 - apart(at, t).x2 - side; }, 1e-5);
  at = apart(at, flight);
  at.v1 = at.v2 = (kMotor * at.v1 + kLoad * at.v2) / (kMotor + kLoad);
  return until + flight;
}

TEST(ServoBacklash, HuntsAtThePeriodOfThePiecewiseSolution) {
  Phase at{kHalf - 0.3, 1, -0.3, 1};  // the motor pushes the load forward
  for (int i = 0; i < 200; ++i) half_turn(at);
  const double exact = half_turn(at) + half_turn(at);
  const testing::Ran ran = testing::run(testing::example("servo_backlash"));
  const std::vector<double> t = ran.times(), x = ran.values("/joint/load_bearing/angle");
  std::vector<double> crossings;
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (t[i] > 2 && x[i - 1] < 0 && x[i] >= 0)
      crossings.push_back(t[i - 1] + (t[i] - t[i - 1]) * x[i - 1] / (x[i - 1] - x[i]));
  }
  ASSERT_GE(crossings.size(), 5u);
  const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  EXPECT_NEAR(period / exact, 1, 1e-4);
  RecordProperty("period_s", std::to_string(exact));
  EXPECT_GT(*std::max_element(x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2), x.end()), kHalf);
}

}  // namespace
}  // namespace freeplay

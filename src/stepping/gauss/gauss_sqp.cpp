// SPDX-License-Identifier: Apache-2.0
// Sequential quadratic programming for the step problem, in the space of its one freedom.
//
// On a branch (a set of closed contacts) the equations give u(h), Λ(h), P(h), so that the reduced problem is
// one in h; complementarity is kept by branches, as in the piecewise SQP of LuoPangRalph1996. In every
// iteration
//   min  Z' d + ½ B d²   s.t.  lower ≤ h + d ≤ upper,
//        g_i + g_i' d ≥ 0  of open contacts,   P_i + P_i' d ≥ 0  of closed ones, and with friction the same of what
//        is left of μ P − |T| where it sticks, of γ_T where it slips
// with derivatives along the branch by differences and B from the change of Z'. The step is halved until Z
// falls; at the end of a branch the next one is tried. All iterates are feasible.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "stepping/gauss/gauss_problem.h"

namespace freeplay {
namespace {

constexpr int kMostIterations = 60;
constexpr int kMostHalvings = 30;
constexpr double kDifference = 1e-5;  // of h
constexpr double kFlat = 1e-9;        // of Z: change over the whole range that is none
constexpr double kArrived = 1e-10;    // of the range of h
constexpr double kAcross = 1e-6;      // of the range of h: a look into the next branch

class GaussSqp final : public GaussMinimiser {
 public:
  GaussSqp(GaussEquations& equations, FixedStepSolver& solver)
      : solver_(solver), at_(equations), near_(equations), trial_(equations), branch_(equations) {}

  const char* name() const override { return "sqp"; }

  double minimise(const GaussPoint& start, double lower, double upper) override {
    at_ = start;
    const double range = upper - lower;
    double last_h = 0, last_slope = 0;
    bool has_last = false;
    for (int k = 0; k < kMostIterations; ++k) {
      if (!differentiate(upper)) return at_.h;
      if (std::abs(slope_) * range <= kFlat * at_.Z) return at_.h;
      double B = std::abs(slope_) / range;  // a model that reaches the far bound
      if (has_last && at_.h != last_h) B = std::max((slope_ - last_slope) / (at_.h - last_h), B);
      double low = lower - at_.h, high = upper - at_.h;
      bound(low, high);
      const double d = std::clamp(-slope_ / B, low, high);
      last_h = at_.h, last_slope = slope_, has_last = true;
      if (std::abs(d) > kArrived * range && descend(at_.h + d)) continue;
      has_last = false;
      // at a bound of h, at a minimum, or at the end of a branch
      const double across = std::clamp(at_.h + (slope_ < 0 ? kAcross : -kAcross) * range, lower, upper);
      if (std::abs(across - at_.h) <= kArrived * range || !descend(across)) return at_.h;
    }
    return at_.h;
  }

 private:
  /// Z' and the rates of all bounds along the branch of at_.
  bool differentiate(double upper) {
    branch_.take(at_);
    near_ = at_;
    const double side = at_.h * (1 + kDifference) > upper ? -1 : 1;
    if (!solver_.branch(at_.h * (1 + side * kDifference), branch_.modes(), near_)) return false;
    step_ = near_.h - at_.h;
    slope_ = (near_.Z - at_.Z) / step_;
    return true;
  }

  /// Linearised ends of the branch.
  void bound(double& low, double& high) const {
    for (int i = 0; i < branch_.size(); ++i) {
      const double value = branch_.margin(at_, i);
      if (value == kInfinity) continue;
      const double rate = (branch_.margin(near_, i) - value) / step_;
      if (rate < 0) high = std::min(high, std::max(value, 0.0) / -rate);
      if (rate > 0) low = std::max(low, -std::max(value, 0.0) / rate);
    }
  }

  /// Halves the way to h until Z falls.
  bool descend(double h) {
    for (int k = 0; k < kMostHalvings; ++k) {
      trial_ = at_;
      if (solver_.complementary(h, trial_) && trial_.Z < at_.Z * (1 - 1e-13)) {
        std::swap(at_, trial_);
        return true;
      }
      h = 0.5 * (h + at_.h);
      if (h == at_.h) break;
    }
    return false;
  }

  FixedStepSolver& solver_;
  GaussPoint at_, near_, trial_;
  GaussBranch branch_;
  double slope_ = 0, step_ = 0;
};

}  // namespace

std::unique_ptr<GaussMinimiser> make_gauss_sqp(GaussEquations& equations, FixedStepSolver& solver) {
  return std::make_unique<GaussSqp>(equations, solver);
}

}  // namespace freeplay

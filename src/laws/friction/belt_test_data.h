// SPDX-License-Identifier: Apache-2.0
// What the tests of laws with states share: a law in motion, integrated to rounding nearly, with its regimes
// followed from guard to guard; dragged along at a given slip, or under the block on a belt of
// [Marques2015, section 3.4], with the parameters of its Tables 3.1 and 3.2.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {

// Table 3.2, per unit of the weight of the block.
inline constexpr double kBeltWeight = 9.81, kBeltMu = 0.1, kBeltMuStatic = 0.15, kBeltStribeck = 1e-3;
inline const double kBeltSigma0 = 1e5 / kBeltWeight, kBeltSigma1 = std::sqrt(1e5) / kBeltWeight,
                    kBeltViscous = 0.1 / kBeltWeight;

/// What rubs: the equations of motion beside the states of the law.
struct RubbingBody {
  virtual ~RubbingBody() = default;
  virtual std::vector<double> begin() const = 0;  ///< y at t = 0; 1 is a large number for each
  virtual Tangent slip(double t, const double* y) const = 0;
  virtual void rates(double t, const double* y, const Tangent& force, double* y_dot) const = 0;
  virtual Tangent hold(double /*t*/, const double* /*y*/) const { return {}; }
};

/// A given slip; y is the energy that friction takes up.
struct Dragged final : RubbingBody {
  std::function<Tangent(double)> given;
  explicit Dragged(std::function<Tangent(double)> slip_of_t) : given(std::move(slip_of_t)) {}
  std::vector<double> begin() const override { return {0}; }
  Tangent slip(double t, const double*) const override { return given(t); }
  void rates(double t, const double*, const Tangent& force, double* y_dot) const override {
    y_dot[0] = -dot(force, given(t));
  }
};

/// 1 kg held by 2 N/m on a belt of 0.1 m/s, moving with it at first: m ẍ = −k x + F_T. y = (x, ẋ).
struct Belt final : RubbingBody {
  double speed = 0.1;
  std::vector<double> begin() const override { return {0, speed}; }
  Tangent slip(double, const double* y) const override { return {y[1] - speed, 0, 0}; }
  void rates(double, const double* y, const Tangent& force, double* y_dot) const override {
    y_dot[0] = y[1];
    y_dot[1] = -2 * y[0] + force[0];
  }
  Tangent hold(double, const double* y) const override { return {2 * y[0], 0, 0}; }
};

/// Dormand and Prince's rule with error control [HairerNorsettWanner1993, Table II.5.2]; where a guard turns
/// negative the step is cut back to that instant by halving.
class Rubbing {
 public:
  Rubbing(const FrictionLaw& law, const RubbingBody& body, double normal, int d = 1)
      : law_(&law), body_(&body), y_(body.begin()), bodies_(y_.size()) {
    in_.d = d;
    in_.normal = normal;
    m_.resize(static_cast<std::size_t>(law.memory(d)));
    y_.resize(bodies_ + static_cast<std::size_t>(law.states(d)));
    const FrictionInput in = input(t_, y_);
    law.start(in, y_.data() + bodies_, m_.data());
    for (auto& k : k_) k.resize(y_.size());
    trial_.resize(y_.size());
    next_.resize(y_.size());
  }

  void run(double until, double tolerance = 1e-10) {
    while (t_ < until) {
      const bool last = t_ + h_ >= until;
      const double h = last ? until - t_ : h_;
      const double error = step(h) / tolerance;
      if (!(error <= 1)) {
        h_ = h * std::max(0.2, 0.9 * std::pow(error, -0.2));
        ASSERT_GT(h_, 1e-15 * until) << "steps vanish at t = " << t_;
        continue;
      }
      const double larger = h * std::clamp(0.9 * std::pow(std::max(error, 1e-10), -0.2), 0.2, 5.0);
      if (law_->guarded() && law_->guard(input(t_ + h, next_)) < 0) {
        double valid = 0, broken = h;
        for (int i = 0; i < 200 && valid < 0.5 * (valid + broken) && 0.5 * (valid + broken) < broken; ++i) {
          const double middle = 0.5 * (valid + broken);
          step(middle);
          (law_->guard(input(t_ + middle, next_)) < 0 ? broken : valid) = middle;
        }
        step(broken);
        advance(broken, t_ + broken);
        const FrictionInput in = input(t_, y_);
        std::vector<double> m = m_;
        law_->pass(in, y_.data() + bodies_, m.data());
        m_ = m;
        events_.push_back(t_);
        ASSERT_GE(law_->guard(input(t_, y_)), -1e-9) << "at t = " << t_;
        continue;
      }
      advance(h, last ? until : t_ + h);
      if (!last || larger < h_) h_ = larger;
    }
  }

  double time() const { return t_; }
  const double* body() const { return y_.data(); }
  const double* states() const { return y_.data() + bodies_; }
  const std::vector<double>& memory() const { return m_; }
  const std::vector<double>& events() const { return events_; }
  Tangent force() const { return law_->force(input(t_, y_)); }
  double guard() const { return law_->guard(input(t_, y_)); }

 private:
  FrictionInput input(double t, const std::vector<double>& y) const {
    FrictionInput in = in_;
    in.t = t;
    in.slip = body_->slip(t, y.data());
    in.hold = body_->hold(t, y.data());
    in.z = y.data() + bodies_;
    in.m = m_.data();
    return in;
  }
  void rates(double t, const std::vector<double>& y, std::vector<double>& y_dot) const {
    const FrictionInput in = input(t, y);
    body_->rates(t, y.data(), law_->force(in), y_dot.data());
    law_->rates(in, y_dot.data() + bodies_);
  }
  /// (t, y) => next, its error over the sizes.
  double step(double h) {
    static constexpr double c[] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
    static constexpr double a[7][6] = {
        {},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static constexpr double e[] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                   -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    for (std::size_t i = 0; i < 7; ++i) {
      std::vector<double>& y = i == 6 ? next_ : trial_;
      y = y_;
      for (std::size_t j = 0; j < i; ++j) {
        for (std::size_t n = 0; n < y.size(); ++n) y[n] += h * a[i][j] * k_[j][n];
      }
      rates(t_ + c[i] * h, y, k_[i]);
    }
    double error = 0;
    for (std::size_t n = 0; n < y_.size(); ++n) {
      double off = 0;
      for (std::size_t i = 0; i < 7; ++i) off += h * e[i] * k_[i][n];
      const double size = n < bodies_ ? 1 : law_->state_size(in_.d, static_cast<int>(n - bodies_));
      error = std::max(error, std::abs(off) / std::max(size, std::abs(y_[n])));
    }
    return error;
  }
  void advance(double, double t) {
    y_ = next_;
    t_ = t;
    const std::vector<double> m = m_;
    const FrictionInput in = input(t_, y_);
    std::vector<double> changed = m;
    law_->accept(in, changed.data());
    m_ = changed;
  }

  const FrictionLaw* law_;
  const RubbingBody* body_;
  FrictionInput in_;
  std::vector<double> y_, m_;
  std::size_t bodies_;
  std::vector<double> k_[7], trial_, next_;
  std::vector<double> events_;
  double t_ = 0, h_ = 1e-6;
};

/// Row of a reference trajectory: w = 0.1 m/s − ẋ, F along w.
struct BeltPoint {
  double t, x, w, force;
};

inline void expect_on_belt(const FrictionLaw& law, const std::vector<BeltPoint>& rows,
                           double tolerance = 1e-10) {
  const Belt belt;
  Rubbing run(law, belt, kBeltWeight);
  for (const BeltPoint& row : rows) {
    run.run(row.t, tolerance);
    EXPECT_NEAR(run.body()[0], row.x, 1e-6) << "x at " << row.t;
    EXPECT_NEAR(belt.speed - run.body()[1], row.w, 1e-6) << "w at " << row.t;
    EXPECT_NEAR(run.force()[0], row.force, 1e-5) << "F at " << row.t;
  }
}

/// Errors that the check of a law reports, by their keys.
inline std::string first_friction_error(const std::string& name, const Values& values) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  Diagnostics problems;
  entry.check(Parameters(entry, values), "friction", problems);
  return problems.has_errors() ? problems.all().front().key : std::string();
}

inline Values friction_numbers(const std::vector<std::pair<std::string, double>>& numbers) {
  Values values;
  for (const auto& [key, number] : numbers) values[key].data = number;
  return values;
}

inline std::unique_ptr<FrictionLaw> friction_of(const std::string& name, const Values& values) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  return entry.make(Parameters(entry, values));
}
inline std::unique_ptr<FrictionLaw> friction_of(const std::string& name,
                                                const std::vector<std::pair<std::string, double>>& numbers) {
  return friction_of(name, friction_numbers(numbers));
}

/// Steady slip along (cos, sin) of an angle under the weight of the block: friction settles on the curve that
/// the law claims, against the slip, in the plane and in space.
inline void expect_steady(const FrictionLaw& law, const std::vector<double>& slips, double way,
                          double accuracy = 1e-8) {
  for (const double v : slips) {
    for (const double angle : {0.0, 2.0, 3.141592653589793}) {
      for (const int d : {1, 2, 3}) {
        if (d == 1 && angle == 2.0) continue;
        const Tangent e = {std::cos(angle), d == 1 ? 0 : std::sin(angle), 0};
        const Dragged body([&](double) { return v * e; });
        Rubbing run(law, body, kBeltWeight, d);
        run.run(way / v);
        const Tangent off = run.force() + (kBeltWeight * law.mu_at(v)) * e;
        EXPECT_LT(norm(off), accuracy * kBeltWeight) << "v " << v << ", angle " << angle << ", d " << d;
      }
    }
  }
}

/// On a random path in the plane: turning the path by an angle turns the force, an odd path an odd force, and
/// what friction took up is never below −`lent` (what it may have stored), of the largest so far.
inline void expect_isotropic(const FrictionLaw& law, double speed, double period) {
  const auto path = [&](double angle) {
    return [=](double t) {
      const double x = 6.283 * t / period;
      const double a = speed * (std::sin(x) + 0.5 * std::sin(2.1 * x + 1));
      const double b = speed * (0.7 * std::cos(1.3 * x) - 0.4 * std::sin(2.7 * x));
      return Tangent{std::cos(angle) * a - std::sin(angle) * b, std::sin(angle) * a + std::cos(angle) * b, 0};
    };
  };
  const Dragged body0(path(0)), body1(path(1.1)), body2(path(3.141592653589793));
  Rubbing run0(law, body0, kBeltWeight, 2), run1(law, body1, kBeltWeight, 2),
      run2(law, body2, kBeltWeight, 3);
  for (int i = 1; i <= 40; ++i) {
    const double t = i * period / 10;
    run0.run(t, 1e-11);
    run1.run(t, 1e-11);
    run2.run(t, 1e-11);
    const Tangent f = run0.force();
    const Tangent turned = {std::cos(1.1) * f[0] - std::sin(1.1) * f[1],
                            std::sin(1.1) * f[0] + std::cos(1.1) * f[1], 0};
    EXPECT_LT(norm(run1.force() - turned), 1e-5 * kBeltWeight) << "t " << t;
    EXPECT_LT(norm(run2.force() + f), 1e-5 * kBeltWeight) << "t " << t;
    EXPECT_NEAR(run1.body()[0], run0.body()[0], 1e-6);
  }
  EXPECT_GT(run0.body()[0], 0);
}

}  // namespace freeplay

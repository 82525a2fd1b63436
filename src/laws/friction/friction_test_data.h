// SPDX-License-Identifier: Apache-2.0
// What the tests of friction laws share: a law with its states and memory that rubs, dragged along a given
// slip or between a block and a belt, integrated by the classical Runge–Kutta rule with steps that end where
// a guard turns negative.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {

inline Values friction_values(const std::map<std::string, double>& numbers) {
  Values values;
  for (const auto& [key, number] : numbers) values[key].data = number;
  return values;
}

inline std::unique_ptr<FrictionLaw> make_friction_of(const std::string& name, const Values& values) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  return entry.make(Parameters(entry, values));
}

inline std::unique_ptr<FrictionLaw> make_friction(const std::string& name,
                                                  const std::map<std::string, double>& numbers) {
  return make_friction_of(name, friction_values(numbers));
}

/// The key of the first error that the law's check reports; empty: none.
inline std::string friction_error(const std::string& name, const Values& values) {
  const FrictionEntry& entry = *find_entry<FrictionEntry>(name);
  Diagnostics problems;
  if (entry.check) entry.check(Parameters(entry, values), "contact.friction", problems);
  return problems.has_errors() ? problems.all().front().key : std::string();
}
inline std::string friction_error(const std::string& name, const std::map<std::string, double>& numbers) {
  return friction_error(name, friction_values(numbers));
}

/// F_T of a contact that has just closed with that slip, along a line.
inline double friction_at(const FrictionLaw& law, double slip, double normal) {
  std::vector<double> z(static_cast<std::size_t>(law.states(1))), m(static_cast<std::size_t>(law.memory(1)));
  FrictionInput in;
  in.slip = {slip, 0, 0};
  in.normal = normal;
  law.start(in, z.data(), m.data());
  in.z = z.data();
  in.m = m.data();
  return law.force(in)[0];
}

/// A law at work. What moves is y, the first numbers of it those of the rig, then the law's states.
class RubbingRig {
 public:
  RubbingRig(const FrictionLaw& law, double normal, int d, std::size_t own)
      : law_(&law),
        normal_(normal),
        d_(d),
        own_(own),
        y_(own + static_cast<std::size_t>(law.states(d)), 0),
        m_(static_cast<std::size_t>(law.memory(d)), 0) {}
  virtual ~RubbingRig() = default;

  double time() const { return t_; }
  /// Number i of the law's states.
  double state(std::size_t i = 0) const { return y_.at(own_ + i); }
  std::vector<double> states() const { return {y_.begin() + static_cast<std::ptrdiff_t>(own_), y_.end()}; }
  const std::vector<double>& memory() const { return m_; }
  Tangent force_vector() const { return law_->force(input(t_, y_)); }
  double force() const { return force_vector()[0]; }
  bool sticks() const { return law_->sticks(input(t_, y_)); }
  Hold hold() const { return law_->hold(input(t_, y_)); }
  /// When the law went on to another formula.
  const std::vector<double>& passes() const { return passes_; }

  void advance(double duration, int steps) {
    const double begin = t_;
    for (int i = 1; i <= steps; ++i) step_to(begin + duration * i / steps);
  }

 protected:
  using Numbers = std::vector<double>;
  virtual Tangent slip(double t, const Numbers& y) const = 0;
  virtual Tangent hold_of(double t, const Numbers& y) const = 0;
  /// => rates of the rig's own numbers
  virtual void own_rates(double t, const Numbers& y, const Tangent& slip, const Tangent& force,
                         Numbers& rates) const = 0;
  /// After a pass.
  virtual void passed() {}

  void start() {
    const FrictionInput in = input(t_, y_);
    law_->start(in, y_.data() + own_, m_.data());
  }
  FrictionInput input(double t, const Numbers& y) const {
    FrictionInput in;
    in.t = t;
    in.d = d_;
    in.slip = slip(t, y);
    in.normal = normal_;
    in.hold = hold_of(t, y);
    in.rest = rest_;
    in.z = y.data() + own_;
    in.m = m_.data();
    return in;
  }

  const FrictionLaw* law_;
  double normal_;
  int d_;
  std::size_t own_;
  double t_ = 0, rest_ = 0;
  Numbers y_, m_;

 private:
  static constexpr int kMostPasses = 1000;  ///< in one step: more are a law that does not get on

  Numbers rates(double t, const Numbers& y) const {
    Numbers out(y.size(), 0);
    const FrictionInput in = input(t, y);
    if (y.size() > own_) law_->rates(in, out.data() + own_);
    own_rates(t, y, in.slip, law_->force(in), out);
    return out;
  }
  static Numbers moved(const Numbers& y, double h, const Numbers& k) {
    Numbers out = y;
    for (std::size_t i = 0; i < y.size(); ++i) out[i] += h * k[i];
    return out;
  }
  Numbers step(double h) const {
    const Numbers a = rates(t_, y_), b = rates(t_ + h / 2, moved(y_, h / 2, a));
    const Numbers c = rates(t_ + h / 2, moved(y_, h / 2, b)), d = rates(t_ + h, moved(y_, h, c));
    Numbers out = y_;
    for (std::size_t i = 0; i < y_.size(); ++i) out[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    return out;
  }
  bool valid(double h, const Numbers& y) const {
    return !law_->guarded() || law_->guard(input(t_ + h, y)) >= 0;
  }
  void step_to(double end) {
    for (int passes = 0; t_ < end;) {
      const double whole = end - t_;
      Numbers y = step(whole);
      if (valid(whole, y)) {
        t_ = end;
        y_ = std::move(y);
        law_->accept(input(t_, y_), m_.data());
        return;
      }
      double before = 0, behind = whole;  // the guard is negative behind
      for (double mid = whole / 2; mid > before && mid < behind; mid = (before + behind) / 2) {
        if (t_ + mid == t_ + before || t_ + mid == t_ + behind) break;
        (valid(mid, step(mid)) ? before : behind) = mid;
      }
      y_ = step(behind);
      t_ += behind;
      law_->accept(input(t_, y_), m_.data());
      law_->pass(input(t_, y_), y_.data() + own_, m_.data());
      passes_.push_back(t_);
      passed();
      if (++passes > kMostPasses) {
        ADD_FAILURE() << "the law does not get on at t = " << t_;
        t_ = end;
      }
    }
  }

  std::vector<double> passes_;
};

/// What drags a contact: F_hold is what it takes to stop it, −inertia γ̇_T − resistance γ_T.
struct Drag {
  double inertia = 0;     ///< [kg]
  double resistance = 0;  ///< [N s/m]
  double rest = 1e-12;    ///< FrictionInput::rest [m/s]
};

/// Dragged along a given slip under a constant normal force, by something heavy unless told otherwise.
class FrictionPath final : public RubbingRig {
 public:
  using Slip = std::function<Tangent(double)>;
  FrictionPath(const FrictionLaw& law, double normal, int d = 1)
      : FrictionPath(law, normal, d, {1e6 * normal}) {}
  FrictionPath(const FrictionLaw& law, double normal, int d, const Drag& drag)
      : RubbingRig(law, normal, d, 1), drag_(drag) {
    rest_ = drag.rest;
  }

  /// slip(t), t from 0 to duration, the first time from where the contact closes.
  void slide_along(const Slip& slip, double duration, int steps) {
    slip_ = slip;
    begin_ = t_;
    spacing_ = duration / steps;
    if (t_ == 0 && !started_) start();
    started_ = true;
    advance(duration, steps);
  }
  void slide(const std::function<double(double)>& slip, double duration, int steps) {
    slide_along([slip](double t) { return Tangent{slip(t), 0, 0}; }, duration, steps);
  }
  /// −∫ F_T γ_T dt
  double taken() const { return y_[0]; }

 private:
  Tangent slip(double t, const Numbers&) const override { return slip_(t - begin_); }
  Tangent hold_of(double t, const Numbers&) const override {
    const double e = 1e-3 * spacing_, at = t - begin_;
    return (-drag_.inertia / (2 * e)) * (slip_(at + e) - slip_(at - e)) - drag_.resistance * slip_(at);
  }
  void own_rates(double, const Numbers&, const Tangent& slip, const Tangent& force,
                 Numbers& rates) const override {
    rates[0] = -dot(force, slip);
  }

  Slip slip_;
  Drag drag_;
  double begin_ = 0, spacing_ = 1;
  bool started_ = false;
};

/// The block on a belt of [Marques2015, section 3.4, Tables 3.1 and 3.2]: 1 kg held by a spring of 2 N/m on a
/// belt that moves with 0.1 m/s; it starts at rest on the belt with the spring relaxed. The block is the body
/// b of the contact.
class BeltRig final : public RubbingRig {
 public:
  explicit BeltRig(const FrictionLaw& law) : RubbingRig(law, kWeight, 1, 2) {
    y_[1] = kBelt;
    start();
  }
  static constexpr double kMass = 1, kStiffness = 2, kBelt = 0.1, kWeight = 9.81;

  double x() const { return y_[0]; }
  /// w of the reference, the belt against the block.
  double w() const { return kBelt - y_[1]; }

 private:
  Tangent slip(double, const Numbers& y) const override { return {y[1] - kBelt, 0, 0}; }
  Tangent hold_of(double t, const Numbers& y) const override {
    const double rate = std::isfinite(law_->hold_rate()) ? law_->hold_rate() : 0;
    return {kStiffness * y[0] - kMass * rate * slip(t, y)[0], 0, 0};
  }
  void own_rates(double, const Numbers& y, const Tangent&, const Tangent& force,
                 Numbers& rates) const override {
    rates[0] = y[1];
    rates[1] = (force[0] - kStiffness * y[0]) / kMass;
  }
  /// As fast as steps allow: at once.
  void passed() override {
    if (hold() == Hold::keeps && !std::isfinite(law_->hold_rate())) y_[1] = kBelt;
  }
};

/// A line of shared/reference/belt_friction.json.
struct BeltRow {
  double t, x, w;
};

/// Runs the block and compares; => the rig at the last row.
inline BeltRig expect_belt(const FrictionLaw& law, const std::vector<BeltRow>& rows, double tolerance,
                           int steps_per_second) {
  BeltRig rig(law);
  for (const BeltRow& row : rows) {
    const double duration = row.t - rig.time();
    rig.advance(duration, static_cast<int>(std::lround(duration * steps_per_second)));
    EXPECT_NEAR(rig.x(), row.x, tolerance) << "x at " << row.t;
    EXPECT_NEAR(rig.w(), row.w, tolerance) << "w at " << row.t;
  }
  return rig;
}

}  // namespace freeplay

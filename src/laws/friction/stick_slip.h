// SPDX-License-Identifier: Apache-2.0
// Stick and slip of a law that is set-valued at rest, in smooth motion, exactly:
//   stick   F_T = F_hold while |F_hold| ≤ μ_S F_N                 [Marques2015, eqs. (3.1), (3.4), (3.8)]
//   slip    F_T = −μ(|γ_T|) F_N γ_T/|γ_T| until the slip comes back to zero
// Where stick ends the contact slips against the force that held it. Where a slip has come to zero it sticks
// if F_hold is no larger than μ_S F_N, and slips on the other way otherwise. No creep, no chatter.
//
// With `stick = "none"` the jump of the force at rest is left to the steps, as in the paper's simulations: what begins
// at rest is held until it breaks away, and after that F_T = −μ(|γ_T|) F_N γ_T/|γ_T| at every slip, which changes sign
// from one evaluation to the next where the slip has come to zero.
#pragma once

#include "base/index.h"
#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {

class StickSlip : public FrictionLaw {
 public:
  StickSlip() = default;
  /// From FREEPLAY_FRICTION_STICK.
  explicit StickSlip(const Parameters& given) : exact_(given.word("stick") != "none") {}
  bool set_valued() const override { return true; }
  Tangent force(const FrictionInput& in) const override {
    if (stuck(in)) return in.hold;
    return (-in.normal * mu_at(norm(in.slip))) * direction(in);
  }
  Hold hold(const FrictionInput& in) const override { return stuck(in) ? Hold::keeps : Hold::none; }
  bool holds() const override { return true; }
  double hold_rate() const override { return kInfinity; }
  bool sticks(const FrictionInput& in) const override { return stuck(in); }

  /// Whether it sticks, the direction of the slip, and how far the slip may still be on the other side: where
  /// stick ends there is a slip left over, less than errors of a step, with any sign.
  int memory(int d) const override { return 2 + d; }
  void start(const FrictionInput& in, double*, double* m) const override {
    const double speed = norm(in.slip);
    if (speed > in.rest) {
      slide(in, (1 / speed) * in.slip, m);
    } else {
      slide(in, {}, m);
      m[0] = 1;
    }
  }
  void accept(const FrictionInput& in, double* m) const override {
    if (m[0] != 0) return;
    const double speed = norm(in.slip);
    if (in.d > 1 && speed > in.rest) slide(in, (1 / speed) * in.slip, m);
    if (dot(in.slip, remembered(in)) > m[1 + in.d]) m[1 + in.d] = 0;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    if (stuck(in)) return limit(in) * in.normal - norm(in.hold);
    return exact_ ? dot(in.slip, remembered(in)) + in.m[1 + in.d] : 1;
  }
  void pass(const FrictionInput& in, double*, double* m) const override {
    const double needed = norm(in.hold), speed = norm(in.slip);
    if (m[0] != 0) {
      // others may take over what it cannot bear
      constexpr double kBorne = 1 - 1e-6;
      if (needed > 0 && (in.d == 1 || needed > kBorne * limit(in) * in.normal))
        slide(in, (-1 / needed) * in.hold, m);
    } else if (!exact_) {  // it does not stick again
      return;
    } else if (in.d > 1 && speed > in.rest) {  // it turned sideways without coming to rest
      slide(in, (1 / speed) * in.slip, m);
    } else if (needed <= limit(in) * in.normal) {
      m[0] = 1;
    } else {
      slide(in, (-1 / needed) * in.hold, m);
    }
  }

 protected:
  /// What can be held at rest, over F_N.
  virtual double limit(const FrictionInput&) const { return mu_static(); }
  static bool stuck(const FrictionInput& in) { return in.m[0] != 0; }
  static Tangent remembered(const FrictionInput& in) {
    Tangent e{};
    for (int k = 0; k < in.d; ++k) e[idx(k)] = in.m[1 + k];
    return e;
  }
  /// Along a line the direction is that of the branch, whatever rounding does to a slip near zero.
  Tangent direction(const FrictionInput& in) const {
    const double speed = norm(in.slip);
    if (!exact_) return speed > 0 ? (1 / speed) * in.slip : Tangent{};
    return in.d == 1 || !(speed > in.rest) ? remembered(in) : (1 / speed) * in.slip;
  }
  static void slide(const FrictionInput& in, const Tangent& along, double* m) {
    m[0] = 0;
    for (int k = 0; k < in.d; ++k) m[1 + k] = along[idx(k)];
    m[1 + in.d] = norm(in.slip) > in.rest ? 0 : in.rest;
  }

 private:
  bool exact_ = true;
};

}  // namespace freeplay

/// To stand in the table of a law that sticks.
#define FREEPLAY_FRICTION_STICK                                                                     \
  {                                                                                                 \
    .key = "stick",                                                                                 \
    .help =                                                                                         \
        "in smooth motion: located exactly, or none: the jump of the force at rest is left to the " \
        "steps of rk4, and chatters",                                                               \
    .kind = ParamKind::choice, .optional = true, .choices = {                                       \
      "exact",                                                                                      \
      "none"                                                                                        \
    }                                                                                               \
  }

// SPDX-License-Identifier: Apache-2.0
// A test rig for one friction law under a constant normal force, along a line. Nothing but the law moves it:
//   dragged   the slip is given, γ_T = v(t), whatever friction says
//   pulled    a mass is pulled, m γ̇_T = P(t) + F_T
// States are integrated with error control, guards are located to rounding, and F_hold is what the rig's own
// dynamics say: −P − m r γ_T, r the law's hold_rate(). A drag is a pull by a body so heavy that friction does
// not change its motion, F_hold = −M v̇(t) with M v̇ far above friction: where the slip turns round the law
// sees a force that no friction holds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "freeplay/laws.h"

namespace freeplay {

struct RigSample {
  double t = 0, x = 0, v = 0;  ///< x = ∫ γ_T dt, v = γ_T
  double force = 0;            ///< −F_T: along the slip, as friction is drawn
  double impulse = 0;          ///< ∫ force dt
  double work = 0;             ///< ∫ force · v dt
};

/// How large things are, for the error control.
struct RigScales {
  double velocity = 0, length = 0;  ///< [m/s], [m]
  double longest_step = 0;          ///< [s]
};

class FrictionRig {
 public:
  using Curve = std::function<double(double)>;
  /// Sees the beginning, the end of every step, and both sides of every change of formula; false ends the
  /// run.
  using Watcher = std::function<bool(const RigSample&)>;

  static FrictionRig dragged(const FrictionLaw& law, double normal, const RigScales& scales, Curve slip,
                             Curve slip_rate, double largest_rate);
  static FrictionRig pulled(const FrictionLaw& law, double normal, const RigScales& scales, double mass,
                            Curve pull);
  FrictionRig(FrictionRig&&) noexcept;
  ~FrictionRig();

  /// From where it is on to `end`. False when the law cannot be followed; failure() says why.
  bool run(double end, const Watcher& watcher = nullptr);
  const std::string& failure() const;

  RigSample sample() const;
  /// The law as it stands, to be asked what it would do: states and memory are the rig's own.
  FrictionInput input() const;
  /// The least and the largest force over all F_hold of the present slip; equal for laws that do not ask.
  std::pair<double, double> range() const;
  /// Changes of formula, steps since the beginning.
  int passes() const;
  long long steps() const;

 private:
  class Body;
  explicit FrictionRig(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Stick-slip of a block with mass m on a belt with speed v, held by a spring k, with friction F_S at rest and
// F_C + c w in slip, w = v − ẋ. From break-away, at k x = F_S, the slip is a damped oscillation
//   u = x − (F_C + c v)/k,  m ü + c u̇ + k u = 0,  u(0) = (F_S − F_C − c v)/k,  u̇(0) = v
// and ends where u̇ = v again. Without c: tan(ω τ/2) = −Δ ω/v, Δ = (F_S − F_C)/k, hence the time of slip
//   τ = 2 (π − atan(Δ ω/v))/ω,
// after which the spring is Δ below F_C/k; the belt then carries the block back in the time 2 Δ/v of stick.
#pragma once

#include <cmath>
#include <numbers>

namespace freeplay::validation {

struct StickSlip {
  double mass = 1, stiffness = 2;                      // [kg], [N/m]
  double at_rest = 0.15 * 9.81, sliding = 0.1 * 9.81;  // F_S, F_C [N]
  double viscous = 0;                                  // c [N s/m]

  double omega() const { return std::sqrt(stiffness / mass); }
  double delta() const { return (at_rest - sliding) / stiffness; }
  double first_break_away(double v) const { return at_rest / (stiffness * v); }

  // without viscous friction
  double slip_time(double v) const {
    return 2 * (std::numbers::pi - std::atan(delta() * omega() / v)) / omega();
  }
  double stick_time(double v) const { return 2 * delta() / v; }
  double period(double v) const { return slip_time(v) + stick_time(v); }
  /// Half of the way between the ends of the motion.
  double amplitude(double v) const { return std::hypot(delta(), v / omega()); }

  /// The largest velocity that the block has again after break-away, less that of the belt: it sticks if this
  /// is positive.
  double returns(double v) const {
    const double a = viscous / (2 * mass), omega_d = std::sqrt(stiffness / mass - a * a);
    const double u = (at_rest - sliding - viscous * v) / stiffness;
    // u̇ = e^(−a t)(v cos ω_d t + s sin ω_d t); ü = 0 where the tangent of ω_d t is (s ω_d − a v)/(v ω_d + a
    // s)
    const double s = -(stiffness / mass * u + a * v) / omega_d;
    double angle = std::atan2(s * omega_d - a * v, v * omega_d + a * s);  // of a maximum: ü falls through 0
    while (angle <= 0) angle += 2 * std::numbers::pi;
    return std::exp(-a * angle / omega_d) * (v * std::cos(angle) + s * std::sin(angle)) - v;
  }
  /// Speed of the belt above which the block does not stick again.
  double critical_speed() const {
    double low = 1e-6, high = (at_rest - sliding) / viscous;
    while (low < 0.5 * (low + high) && 0.5 * (low + high) < high) {
      const double v = 0.5 * (low + high);
      (returns(v) > 0 ? low : high) = v;
    }
    return low;
  }
};

}  // namespace freeplay::validation

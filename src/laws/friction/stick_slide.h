// SPDX-License-Identifier: Apache-2.0
// Exact stick, and sliding on a curve with viscous friction:
//   −F_T = F_N (g(|γ_T|) + F_v |γ_T|^δ_v) γ_T/|γ_T|                     [Marques2015, eqs. (3.6) to (3.8)]
// Viscous friction that does not know F_N (coefficients.h) is no part of a set-valued form: its impulse in a step of
// the rigid world would not be a part of P_N. Such a law is for smooth motion only.
#pragma once

#include "laws/friction/sliding.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {

class StickSlide final : public StickSlip {
 public:
  StickSlide(const Sliding& sliding, const Parameters& given)
      : StickSlip(given), coefficients_(given), sliding_(sliding) {}
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override { return sliding_.at(v, coefficients_.per_force()); }
  bool proportional() const override { return !(coefficients_.absolute && sliding_.has_viscous()); }
  Tangent force(const FrictionInput& in) const override {
    if (stuck(in)) return in.hold;
    return (-in.normal * sliding_.at(norm(in.slip), coefficients_.per_force(in))) * direction(in);
  }
  Hold hold(const FrictionInput& in) const override {
    return stuck(in) ? Hold::keeps : coefficients_.hold(in);
  }

 private:
  Coefficients coefficients_;
  Sliding sliding_;
};

}  // namespace freeplay

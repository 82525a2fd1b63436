// SPDX-License-Identifier: Apache-2.0
// A law that is a curve over the slip alone, and zero at rest:
//   F_T = −F_N c(|γ_T|) γ_T/|γ_T|
// c is mu_at(). It never sticks: under a load the contact creeps.
#pragma once

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"

namespace freeplay {

class SlipCurve : public FrictionLaw {
 public:
  bool set_valued() const override { return false; }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip);
    return v > 0 ? (-in.normal * mu_at(v) / v) * in.slip : Tangent{};
  }
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Impact laws of the rigid world: how relative velocities before and after an impact are related.
//   ξ_N = γ_N⁺ + ε_N γ_N⁻,  ξ_T = γ_T⁺ + ε_T γ_T⁻        [Flores2009, eqs. (32), (33)]
#pragma once

#include <memory>

#include "model/parameters.h"

namespace freeplay {

class ImpactLaw {
 public:
  virtual ~ImpactLaw() = default;
  virtual double restitutionN() const = 0;  ///< ε_N
  virtual double restitutionT() const = 0;  ///< ε_T
};

struct ImpactEntry : EntryInfo {
  std::unique_ptr<ImpactLaw> (*make)(const Parameters&);
};

}  // namespace freeplay

#define FREEPLAY_IMPACT(stem)             \
  extern const ImpactEntry impact_##stem; \
  const ImpactEntry impact_##stem

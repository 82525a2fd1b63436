// SPDX-License-Identifier: Apache-2.0
// Impact laws of the rigid world: how relative velocities before and after an impact are related.
// A law here names its kind and its coefficients; the impact itself, which all closed contacts share, is
// solved by stepping/impact.h.
#pragma once

#include <memory>

#include "freeplay/recycled.h"
#include "freeplay/system.h"
#include "model/parameters.h"

namespace freeplay {

class ImpactLaw : public Recycled {
 public:
  virtual ~ImpactLaw() = default;
  virtual ImpactKind kind() const = 0;
  virtual double restitutionN() const = 0;  ///< ε_N, or e* of the energetic law
  virtual double restitutionT() const = 0;  ///< ε_T
};

struct ImpactEntry : EntryInfo {
  std::unique_ptr<ImpactLaw> (*make)(const Parameters&);
};

}  // namespace freeplay

#define FREEPLAY_IMPACT(stem)             \
  extern const ImpactEntry impact_##stem; \
  const ImpactEntry impact_##stem

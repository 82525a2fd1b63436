// SPDX-License-Identifier: Apache-2.0
// Friction laws. The rigid world needs the set-valued form −λ_T ∈ μ λ_N Sgn(γ_T), the compliant world a force
// as a function of the slip; a law that lacks the one its world needs is refused when the system is
// assembled.
#pragma once

#include <memory>

#include "freeplay/laws.h"
#include "model/parameters.h"

namespace freeplay {

struct FrictionEntry : EntryInfo {
  std::unique_ptr<FrictionLaw> (*make)(const Parameters&);
};

}  // namespace freeplay

#define FREEPLAY_FRICTION(stem)               \
  extern const FrictionEntry friction_##stem; \
  const FrictionEntry friction_##stem

// SPDX-License-Identifier: Apache-2.0
// Friction laws. The rigid world needs the set-valued form −λ_T ∈ μ λ_N Sgn(γ_T); a law that has none is
// refused there when the system is assembled.
#pragma once

#include <memory>

#include "model/parameters.h"

namespace freeplay {

class FrictionLaw {
 public:
  virtual ~FrictionLaw() = default;
  /// True when the law has the form −λ_T ∈ μ λ_N Sgn(γ_T) that rigid stepping needs.
  virtual bool set_valued() const = 0;
  /// μ of the set-valued form.
  virtual double mu() const = 0;
};

struct FrictionEntry : EntryInfo {
  std::unique_ptr<FrictionLaw> (*make)(const Parameters&);
};

}  // namespace freeplay

#define FREEPLAY_FRICTION(stem)               \
  extern const FrictionEntry friction_##stem; \
  const FrictionEntry friction_##stem

// SPDX-License-Identifier: Apache-2.0
// Friction laws. The rigid world needs the set-valued form −λ_T ∈ μ λ_N Sgn(γ_T), the compliant world a force
// as a function of the slip; a law that lacks the one its world needs is refused when the system is
// assembled. Its entry names the worlds it serves and the number of its states.
#pragma once

#include <memory>
#include <string>

#include "freeplay/laws.h"
#include "model/parameters.h"

namespace freeplay {

struct FrictionEntry : EntryInfo {
  std::unique_ptr<FrictionLaw> (*make)(const Parameters&);
  /// Reports values that do not fit each other to `problems`, under `key`; such a law is not made.
  void (*check)(const Parameters&, const std::string& key, Diagnostics& problems) = nullptr;
};

}  // namespace freeplay

/// What most friction laws take.
#define FREEPLAY_FRICTION_MU \
  { "mu", "μ", "-", kRequired, 0, 10, "coefficient of friction" }
/// What a law that is regularised over one velocity takes.
#define FREEPLAY_FRICTION_VELOCITY(help) \
  { "velocity", "v_ε", "m/s", kRequired, 0, kInfinity, help, ParamKind::number, false, nullptr, true }

#define FREEPLAY_FRICTION(stem)               \
  extern const FrictionEntry friction_##stem; \
  const FrictionEntry friction_##stem

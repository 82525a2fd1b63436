// SPDX-License-Identifier: Apache-2.0
// Friction laws: include/freeplay/laws.h. Every law serves smooth motion; one without the set-valued form
// that rigid stepping needs is refused there when the system is assembled. Its entry names the worlds it
// serves, its states and what it captures.
#pragma once

#include <memory>
#include <string>

#include "freeplay/given_parameters.h"
#include "freeplay/laws.h"

namespace freeplay {

/// What a friction law captures besides Coulomb friction.
struct Phenomena {
  bool stiction = false, stribeck = false, viscous = false, presliding = false, lag = false;
  bool hysteresis = false;
  bool breakaway = false;  ///< a break-away force that varies
  bool dwell = false;      ///< static friction that grows with the time at rest
};

struct FrictionTraits {
  bool set_valued = false;  ///< it serves the rigid world too
  const char* states = "";  ///< internal states of a contact, "z: deflection"; "": none
  Phenomena phenomena{};
};

struct FrictionEntry : EntryInfo {
  std::unique_ptr<FrictionLaw> (*make)(const Parameters&);
  FrictionTraits traits{};
  /// Reports values that do not fit each other to `problems`, under `key`; such a law is not made.
  void (*check)(const Parameters&, const std::string& key, Diagnostics& problems) = nullptr;
};

/// Samples of parameters are those of Marques2015, Tables 3.1 and 3.2, and of the same size where the paper has
/// none (slopes of (3.13) and (3.14), Armstrong's and Wojewoda's times, journal bearings). What the paper gives
/// in N/m and N s/m belongs to this normal force of its block, and coefficients here are per unit of it [N].
inline constexpr double kSampleNormal = 9.81;

/// A vector among the states, and back.
inline Tangent tangent(const double* z, int d) {
  Tangent out{};
  for (int k = 0; k < d; ++k) out[static_cast<std::size_t>(k)] = z[k];
  return out;
}
inline void put(const Tangent& value, double* z, int d) {
  for (int k = 0; k < d; ++k) z[k] = value[static_cast<std::size_t>(k)];
}

}  // namespace freeplay

/// What most friction laws take.
#define FREEPLAY_FRICTION_MU \
  { .key = "mu", .symbol = "μ", .low = 0, .high = 10, .help = "coefficient of friction", .sample = 0.1 }
/// What a law that is regularised over one velocity takes.
#define FREEPLAY_FRICTION_VELOCITY(text)                                                         \
  {                                                                                              \
    .key = "velocity", .symbol = "v_ε", .unit = "m/s", .low = 0, .help = text, .open_low = true, \
    .sample = 1e-3                                                                               \
  }

#define FREEPLAY_FRICTION(stem)               \
  extern const FrictionEntry friction_##stem; \
  const FrictionEntry friction_##stem

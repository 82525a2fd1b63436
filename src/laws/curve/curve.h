// SPDX-License-Identifier: Apache-2.0
// Friction curves: dry friction over F_N in steady sliding, g(v), v = |γ_T|, as a law may be given one by
//   sliding = { curve = "stribeck", mu = 0.1, mu_static = 0.15, stribeck_velocity = "1 mm/s" }
// A law that takes a curve takes any; viscous friction is the law's own.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "freeplay/given_parameters.h"
#include "freeplay/recycled.h"

namespace freeplay {

class FrictionCurve : public Recycled {
 public:
  virtual ~FrictionCurve() = default;
  /// g of fast sliding.
  virtual double mu() const = 0;
  /// The largest friction at rest over F_N.
  virtual double mu_static() const = 0;
  /// Slip over which g falls from the one to the other; 0: at once, or it does not fall [m/s].
  virtual double velocity() const = 0;
  /// g(v), v ≥ 0.
  virtual double dry(double v) const = 0;
};

/// A curve with a formula that falls from μ_S to μ over v_S.
class FallingCurve : public FrictionCurve {
 public:
  explicit FallingCurve(const Parameters& given)
      : mu_(given.number("mu")),
        mu_static_(given.number("mu_static")),
        v_s_(given.number("stribeck_velocity")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double velocity() const override { return v_s_; }

 protected:
  double mu_, mu_static_, v_s_;
};

struct CurveEntry : EntryInfo {
  std::unique_ptr<FrictionCurve> (*make)(const Parameters&);
  /// Reports values that do not fit each other to `problems`, under `key`; such a curve is not made.
  void (*check)(const Parameters&, const std::string& key, Diagnostics& problems) = nullptr;
};

/// Static friction is not below kinetic friction.
inline void check_static(const Parameters& given, const std::string& key, Diagnostics& problems) {
  if (!given.given("mu_static") || given.number("mu_static") >= given.number("mu")) return;
  problems.error(given.where("mu_static"), key + ".mu_static",
                 fmt::format("static friction, {}, is below kinetic friction, {}", given.number("mu_static"),
                             given.number("mu")),
                 "give mu_static >= mu");
}

}  // namespace freeplay

/// What curves with a formula take.
#define FREEPLAY_CURVE_MU                                                                        \
  {                                                                                              \
    .key = "mu", .symbol = "μ", .low = 0, .high = 10, .help = "kinetic coefficient of friction", \
    .open_low = true, .sample = 0.1                                                              \
  }
#define FREEPLAY_CURVE_STATIC(absent)                                                                    \
  {                                                                                                      \
    .key = "mu_static", .symbol = "μ_S", .low = 0, .high = 10, .help = "static coefficient of friction", \
    .optional = absent, .sample = 0.15                                                                   \
  }
#define FREEPLAY_CURVE_VELOCITY                                                                     \
  {                                                                                                 \
    .key = "stribeck_velocity", .symbol = "v_S", .unit = "m/s", .low = 0,                           \
    .help = "slip over which friction falls from mu_static to mu", .open_low = true, .sample = 1e-3 \
  }

#define FREEPLAY_CURVE(stem)            \
  extern const CurveEntry curve_##stem; \
  const CurveEntry curve_##stem

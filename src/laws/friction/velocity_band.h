// SPDX-License-Identifier: Apache-2.0
// Laws that take a slip below D_v for none: Karnopp's and the switch model.
//   slip      |γ_T| > D_v            −F_T = F_N μ(|γ_T|) γ_T/|γ_T|
//   stick     |γ_T| ≤ D_v            F_T = F_hold while |F_hold| ≤ μ_S F_N
//   breaking  |γ_T| ≤ D_v            F_T = μ_S F_N F_hold/|F_hold| while |F_hold| > μ_S F_N
//                                                                       [Marques2015, eq. (3.11)]
// F_hold is −F_e of the paper, and μ_S at least μ(D_v): of a force between a smaller μ_S F_N and μ(D_v) F_N
// the contact could neither slip nor break. A slip that falls to D_v sticks there, or goes on breaking; a
// stick that can no longer be held breaks, and slips when it leaves the band. A contact that broke on the
// band's edge, as after every stick that a slip fell into where hold_rate() is 0, leaves it at once.
// In the plane of a spatial contact F_hold need not be along the slip: a contact that breaks on the edge may be driven
// out by the force of the band and back by that of slip, for ever. There it breaks until its slip is up to a tenth above
// D_v; along a line, where the two agree, until D_v.
#pragma once

#include <algorithm>

#include "freeplay/spatial.h"
#include "laws/friction/bristles.h"

namespace freeplay {

class VelocityBand : public FrictionLaw {
 public:
  explicit VelocityBand(const Parameters& given)
      : coefficients_(given), sliding_(given), band_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return limit(coefficients_.per_force()); }
  double mu_at(double v) const override {
    const double per = coefficients_.per_force();
    return v > band_ ? sliding_.at(v, per) : limit(per);
  }
  Tangent force(const FrictionInput& in) const override {
    if (in.m[kMode] == kStick) return in.hold;
    if (in.m[kMode] == kBreaking) {
      const double needed = norm(in.hold), limit = bears(in);
      return needed > limit ? (limit / needed) * in.hold : in.hold;
    }
    const double v = norm(in.slip);
    return v > 0 ? (-in.normal * sliding_.at(v, coefficients_.per_force(in)) / v) * in.slip : Tangent{};
  }
  Hold hold(const FrictionInput& in) const override {
    return in.m[kMode] == kStick      ? Hold::keeps
           : in.m[kMode] == kBreaking ? Hold::asks
                                      : coefficients_.hold(in);
  }
  bool holds() const override { return true; }
  bool sticks(const FrictionInput& in) const override { return in.m[kMode] == kStick; }

  int memory(int) const override { return 3; }
  void start(const FrictionInput& in, double*, double* m) const override {
    m[kMode] = norm(in.slip) > std::max(band_, in.rest) ? kSlip : kStick;
    m[kEdge] = band_;
    m[kShare] = 1 - kSlack;
  }
  void accept(const FrictionInput& in, double* m) const override {
    if (norm(in.slip) > band_) m[kEdge] = band_;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const double v = norm(in.slip), needed = norm(in.hold), limit = bears(in);
    if (in.m[kMode] == kSlip) return (v - in.m[kEdge]) / band_;
    if (in.m[kMode] == kStick) return limit - needed;
    return std::min(room(in) - v / band_, needed - in.m[kShare] * limit);
  }
  void pass(const FrictionInput& in, double*, double* m) const override {
    const double v = norm(in.slip), needed = norm(in.hold), limit = bears(in);
    const bool outward = dot(in.hold, in.slip) < 0;
    m[kEdge] = band_;
    const bool inside = v < (1 - kSlack) * room(in) * band_;
    if (m[kMode] == kBreaking && inside && needed > limit) {
      m[kShare] *= kLess;  // it would hold its share, but not what the others leave to it
      return;
    }
    m[kShare] = 1 - kSlack;
    if (m[kMode] == kSlip) {
      m[kMode] = needed <= limit ? kStick : kBreaking;
    } else if (m[kMode] == kStick && !(v >= (1 - kSlack) * band_ && outward)) {
      m[kMode] = kBreaking;
    } else if (m[kMode] == kBreaking && inside) {
      m[kMode] = kStick;
    } else {
      m[kMode] = kSlip;
      m[kEdge] = std::min(band_, (1 - kSlack) * v);
    }
  }

 private:
  static constexpr int kMode = 0;  ///< which formula, in the memory
  static constexpr int kEdge = 1;  ///< the slip below which the contact no longer slips
  /// Joints of a mechanism with one freedom hold it together, and F_hold of each while it breaks is its share of that. It sticks
  /// when that is less than this part of what it can bear, if all can hold with it; a share that was not enough must fall
  /// further before it is tried again.
  static constexpr int kShare = 2;
  static constexpr double kLess = 0.9;
  static constexpr double kSlip = 0, kStick = 1, kBreaking = 2;
  static constexpr double kSlack = 1e-9;  ///< what rounding may take off a value that has just been reached
  /// Slip at which a contact that breaks has left the band, over D_v: with the sine between F_hold and the slip.
  static double room(const FrictionInput& in) {
    constexpr double kMore = 0.1;
    const double needed = norm(in.hold);
    return in.d > 1 && needed > 0 ? 1 + kMore * norm(across(in.hold, in.slip)) / needed : 1;
  }

  /// What is held in the band, over F_N.
  double limit(double per) const { return std::max(sliding_.mu_static(), sliding_.at(band_, per)); }
  double bears(const FrictionInput& in) const { return limit(coefficients_.per_force(in)) * in.normal; }

  Coefficients coefficients_;
  Sliding sliding_;
  double band_;
};

inline void check_band(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, true, problems);
}

}  // namespace freeplay

/// Parameters of a law with a band.
#define FREEPLAY_FRICTION_BAND                                                                       \
  FREEPLAY_FRICTION_SLIDING(kRequired, kRequired), {                                                 \
    .key = "velocity", .symbol = "D_v", .unit = "m/s", .low = 0, .help = "slip that counts as none", \
    .open_low = true, .sample = 1e-3                                                                 \
  }

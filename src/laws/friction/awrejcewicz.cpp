// SPDX-License-Identifier: Apache-2.0
// Friction of Awrejcewicz et al.: in a band of slips it goes over from what the contact needs to static
// friction.
//   −F_T = F_N μ(|γ_T|) γ_T/|γ_T|                                                  |γ_T| > v₀
//   F_T = (1 − A) min(|F_hold|, μ_S F_N) F_hold/|F_hold| − A μ_S F_N γ_T/|γ_T|     |γ_T| ≤ v₀
//   A = (|γ_T|/v₀)² (3 − 2 |γ_T|/v₀)                                    [Marques2015, eq. (3.22)]
// F_hold is −F_e of the paper. Along a line the second is the paper's three formulas in one; for slip and
// force in any directions those would jump where |F_e| passes F_S, this does not. At v₀ the force falls from
// μ_S F_N to μ(v₀) F_N: which side is in force is remembered. μ_S is at least μ(v₀): of a force between a
// smaller μ_S F_N and μ(v₀) F_N the slip could neither leave the band nor stay in it. Differs from
// [Marques2015]: A uses γ_T in both places.
//
// In the band a slip dies out, but as 1/t: γ̇_T ~ −(μ_S F_N ∓ |F_hold|) 3 (γ_T/v₀)²/m.
#include <algorithm>

#include "freeplay/spatial.h"
#include "laws/friction/sliding.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_SLIDING(kRequired, kRequired),
                             {.key = "velocity",
                              .symbol = "v₀",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip from which it slides",
                              .open_low = true,
                              .sample = 1e-3}};

class Awrejcewicz final : public FrictionLaw {
 public:
  explicit Awrejcewicz(const Parameters& given)
      : coefficients_(given), sliding_(given), v0_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return limit(coefficients_.per_force()); }
  double mu_at(double v) const override {
    const double per = coefficients_.per_force();
    return v > v0_ ? sliding_.at(v, per) : limit(per);
  }
  Tangent force(const FrictionInput& in) const override {
    const double v = norm(in.slip), per = coefficients_.per_force(in);
    if (in.m[0] == kSlip) return v > 0 ? (-in.normal * sliding_.at(v, per) / v) * in.slip : Tangent{};
    const double x = v / v0_, share = x * x * (3 - 2 * x), limit = this->limit(per) * in.normal;
    const double needed = norm(in.hold), held = needed > limit ? limit / needed : 1;
    Tangent out = ((1 - share) * held) * in.hold;
    if (v > 0) out = out - (share * limit / v) * in.slip;
    return out;
  }
  Hold hold(const FrictionInput& in) const override {
    return in.m[0] == kSlip ? coefficients_.hold(in) : Hold::asks;
  }
  bool holds() const override { return true; }
  bool sticks(const FrictionInput& in) const override { return in.m[0] != kSlip; }

  int memory(int) const override { return 1; }
  void start(const FrictionInput& in, double*, double* m) const override {
    m[0] = norm(in.slip) > v0_ ? kSlip : kBand;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const double over = (norm(in.slip) - v0_) / v0_;
    return in.m[0] == kSlip ? over : -over;
  }
  void pass(const FrictionInput&, double*, double* m) const override { m[0] = m[0] == kSlip ? kBand : kSlip; }

 private:
  static constexpr double kBand = 0, kSlip = 1;

  /// What is held in the band, over F_N.
  double limit(double per) const { return std::max(sliding_.mu_static(), sliding_.at(v0_, per)); }

  Coefficients coefficients_;
  Sliding sliding_;
  double v0_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Awrejcewicz>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, true, problems);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(awrejcewicz) = {
    {.name = "awrejcewicz",
     .citation = "Marques2015",
     .help = "from what the contact needs to static friction over a band of slips",
     .params = kParams},
    make,
    {.phenomena = {.stiction = true, .stribeck = true, .viscous = true}},
    check};
}  // namespace entry
}  // namespace freeplay

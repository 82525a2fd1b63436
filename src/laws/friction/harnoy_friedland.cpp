// SPDX-License-Identifier: Apache-2.0
// Friction of a lubricated journal, after Harnoy and Friedland: asperities that touch while the journal lies
// far out, and a film of oil that lifts it off with the slip.
//   F_T = −F_N (μ_S a(ε) e + K₂ γ_T/√(1 − ε²))                          [Marques2015, eqs. (3.43), (3.44)]
//   a(ε) = ((ε − ε_tr)/(ε₀ − ε_tr))² for ε > ε_tr, 0 otherwise
// ε is the eccentricity of the journal over its clearance, the state; a is the part of the load that
// asperities bear, so K₁ = μ_S/(ε₀ − ε_tr)², with ε₀ the eccentricity at rest, a = 1. Friction at rest is
// then μ_S.
//
// The paper leaves the equation for ε, of fourth order, out. Ours is a balance of loads along the line of
// centres, of first order: the asperities, the wedge of a short bearing [DuBoisOcvirk1953] and the film that
// is squeezed out between them bear F_N together, over F_N
//   a(ε) + (|γ_T|/v_h) h(ε) + τ (1 + 2 ε²)/(1 − ε²)^(5/2) ε̇ = 1
//   h(ε) = ε √(16 ε² + π² (1 − ε²))/(4 (1 − ε²)²)
// It leaves out the angle of the line of centres and its motion. v_h = c² F_N/(η L³), a slip, holds load,
// clearance c, viscosity η and length L of the short bearing; τ is the time in which oil is squeezed out of a
// centred bearing. Differs from [Marques2015]: all of it is per unit of normal force (K₂ may be
// absolute: coefficients.h), so that v_h and τ do not change with the load, which in a real bearing they do, in proportion and inversely.
//
// A contact closes with ε in balance with its slip. At rest asperities stick exactly (stick_slip.h), up to
// μ_S a(ε) F_N, which grows while it rests. In fast slip asperities do not touch at all: μ = 0 is left, and
// viscous friction. Passive: both parts act against the slip, and ε stores nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/bracket.h"
#include "laws/friction/bristles.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "mu_static",
     .symbol = "μ_S",
     .low = 0,
     .high = 10,
     .help = "coefficient of friction of the asperities, at rest",
     .open_low = true,
     .sample = 0.15},
    {.key = "viscous",
     .symbol = "K₂",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "viscous friction of a centred journal per unit of normal force and of slip",
     .sample = 0.1 / kSampleNormal},
    {.key = "velocity",
     .symbol = "v_h",
     .unit = "m/s",
     .low = 0,
     .help = "slip that lifts the journal: from about this slip on the film bears",
     .open_low = true,
     .sample = 0.05},
    {.key = "squeeze_time",
     .symbol = "τ",
     .unit = "s",
     .low = 0,
     .help = "time in which oil is squeezed out at rest",
     .open_low = true,
     .sample = 1e-4},
    {.key = "threshold",
     .symbol = "ε_tr",
     .fallback = 0.9,
     .low = 0,
     .high = 1,
     .help = "eccentricity from which asperities touch"},
    {.key = "eccentricity",
     .symbol = "ε₀",
     .fallback = 0.99,
     .low = 0,
     .high = 1,
     .help = "eccentricity at rest"},
    FREEPLAY_FRICTION_COEFFICIENTS};

class HarnoyFriedland final : public FrictionLaw {
  /// The asperities: Coulomb's friction with exact stick under the load that they bear.
  class Asperities final : public StickSlip {
   public:
    explicit Asperities(double mu) : mu_(mu) {}
    double mu() const override { return mu_; }

   private:
    double mu_;
  };

 public:
  explicit HarnoyFriedland(const Parameters& given)
      : coefficients_(given),
        asperities_(given.number("mu_static")),
        K2_(given.number("viscous")),
        v_h_(given.number("velocity")),
        tau_(given.number("squeeze_time")),
        threshold_(given.number("threshold")),
        at_rest_(given.number("eccentricity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return 0; }
  double mu_static() const override { return asperities_.mu(); }
  double mu_at(double v) const override {
    const double eps = balance(v);
    return mu_static() * borne(eps) + coefficients_.per_force() * film(eps) * v;
  }
  Tangent force(const FrictionInput& in) const override {
    if (asperities_.sticks(in)) return in.hold;
    return asperities_.force(share(in)) -
           (in.normal * coefficients_.per_force(in) * film(eccentricity(in))) * in.slip;
  }
  Hold hold(const FrictionInput& in) const override {
    return asperities_.sticks(in) ? Hold::keeps : coefficients_.hold(in);
  }
  bool holds() const override { return true; }
  double hold_rate() const override { return asperities_.hold_rate(); }
  bool sticks(const FrictionInput& in) const override { return asperities_.sticks(in); }

  int states(int) const override { return 1; }
  void rates(const FrictionInput& in, double* z_dot) const override {
    const double eps = eccentricity(in), left = 1 - eps * eps;
    z_dot[0] = (1 - load(eps, norm(in.slip))) * left * left * std::sqrt(left) / (tau_ * (1 + 2 * eps * eps));
  }
  int memory(int d) const override { return asperities_.memory(d); }
  void start(const FrictionInput& in, double* z, double* m) const override {
    z[0] = balance(norm(in.slip));
    asperities_.start(in, z, m);
  }
  void accept(const FrictionInput& in, double* m) const override { asperities_.accept(in, m); }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override { return asperities_.guard(share(in)); }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    asperities_.pass(share(in), z, m);
  }

 private:
  static constexpr double kMost = 1 - 1e-9;
  static double eccentricity(const FrictionInput& in) { return std::clamp(in.z[0], 0.0, kMost); }
  double borne(double eps) const {  // a
    const double over = std::max(0.0, eps - threshold_) / (at_rest_ - threshold_);
    return over * over;
  }
  double film(double eps) const { return K2_ / std::sqrt(1 - eps * eps); }
  double load(double eps, double v) const {
    const double left = 1 - eps * eps;
    const double wedge =
        eps * std::sqrt(16 * eps * eps + std::numbers::pi * std::numbers::pi * left) / (4 * left * left);
    return borne(eps) + v / v_h_ * wedge;
  }
  /// ε in steady slip: the load grows with it, from 0 to at least 1 at rest.
  double balance(double v) const {
    return halve(0, at_rest_, 60, [&](double eps) { return load(eps, v) < 1; }).middle();
  }
  /// The same contact under the load that asperities bear.
  FrictionInput share(const FrictionInput& in) const {
    FrictionInput part = in;
    part.normal *= borne(eccentricity(in));
    return part;
  }

  Coefficients coefficients_;
  Asperities asperities_;
  double K2_, v_h_, tau_, threshold_, at_rest_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<HarnoyFriedland>(given);
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  const double at_rest = given.number("eccentricity");
  if (!(at_rest < 1)) {
    problems.error(given.where("eccentricity"), key + ".eccentricity",
                   fmt::format("must be below 1: the journal lies on asperities; found {}", at_rest),
                   "leave it out for 0.99");
  }
  if (!(given.number("threshold") < at_rest)) {
    problems.error(given.where("threshold"), key + ".threshold",
                   fmt::format("asperities touch from {} on, and at rest the eccentricity is only {}",
                               given.number("threshold"), at_rest),
                   "give threshold < eccentricity");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(harnoy_friedland) = {
    {.name = "harnoy_friedland",
     .citation = "Marques2015",
     .help = "lubricated journal: asperities, and a film of oil that builds up with the slip and in time",
     .params = kParams},
    make,
    {.states = "eps: eccentricity of the journal over its clearance",
     .phenomena = {.stiction = true,
                   .stribeck = true,
                   .viscous = true,
                   .lag = true,
                   .breakaway = true,
                   .dwell = true}},
    check};
}  // namespace entry
}  // namespace freeplay

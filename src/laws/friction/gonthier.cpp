// SPDX-License-Identifier: Apache-2.0
// The model of Gonthier et al.: damped bristles, and a break-away force that grows with the time of contact
// at rest.
//   s = e^(−(|γ_T|/v_S)²)                                               [Marques2015, eq. (3.65)]
//   ż = s γ_T + (1 − s)(μ dir(γ_T) − σ₀ z)/σ₁                           [Marques2015, eqs. (3.66), (3.67)]
//   ṡ_dw = (s − s_dw)/τ_dw if s ≥ s_dw, (s − s_dw) σ₀/σ₁ if s < s_dw    [Marques2015, eq. (3.69)]
//   F_br = σ₀ z + σ₁ ż,  F_max = μ + (μ_S − μ) s_dw                     [Marques2015, eqs. (3.64), (3.70)]
//   F_T = −F_N (F_br, no longer than F_max, + F_v γ_T)                  [Marques2015, eq. (3.71)]
// dir(v) is v/|v| from v_ε = 0.01 v_S on, and below it, with x = |v|/v_ε [Marques2015, eq. (3.68)],
//   (v/v_ε)(3/2 − ½ x²) by default, which has no corner, or as printed (v/v_ε)(3/2 x − ½ x³), which has one.
// σ₀ [1/m], σ₁ and F_v [s/m] are per unit of normal force; the paper's are F_N times ours, and can
// be given as they are (`coefficients = "absolute"`, coefficients.h). A contact that
// closes has not dwelt yet, s_dw = 0, unless `initial_dwell` says how far.
//
// In steady slip F_br = μ + σ₁ v s/(1 − s), which a slow slip drives beyond F_max = μ + (μ_S − μ) s: friction
// is the smaller of the two, and viscous friction. z itself goes on growing there, up to σ₁ v_S²/(σ₀ v):
// after a long creep the model is slow to turn round. As printed; the bound on F_T holds throughout.
// Everything is continuous: no regimes. At rest it is stiff and damped, σ₀/σ₁ per second.
// Passive at constant F_N while the slip is slow (s = 1: a damped spring whose force is cut) and in steady
// slip; in between as LuGre's model, with a bound on σ₁.
#include <algorithm>
#include <cmath>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_MU_OPEN,
    FREEPLAY_FRICTION_MU_STATIC,
    {.key = "stribeck_velocity",
     .symbol = "v_S",
     .unit = "m/s",
     .low = 0,
     .help = "slip over which sticking becomes sliding",
     .open_low = true,
     .sample = 1e-3},
    FREEPLAY_FRICTION_SIGMA0,
    {.key = "sigma1",
     .symbol = "σ₁",
     .unit = "s/m",
     .low = 0,
     .help = "damping of the bristles per unit of normal force",
     .open_low = true,
     .sample = 316.22776601683796 / kSampleNormal},
    {.key = "viscous",
     .symbol = "F_v",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "viscous friction per unit of normal force and of slip",
     .sample = 0.1 / kSampleNormal},
    {.key = "dwell_time",
     .symbol = "τ_dw",
     .unit = "s",
     .low = 0,
     .help = "time over which friction grows at rest",
     .open_low = true,
     .sample = 2},
    {.key = "initial_dwell",
     .symbol = "s_dw(0)",
     .fallback = 0,
     .low = 0,
     .high = 1,
     .help = "how far a contact that closes has dwelt: 0 not at all, 1 for ever"},
    {.key = "direction_velocity",
     .symbol = "v_ε",
     .unit = "m/s",
     .low = 0,
     .help =
         "slip below which the direction of sliding friction is smoothed; default: 0.01 stribeck_velocity",
     .optional = true,
     .open_low = true},
    {.key = "form",
     .help = "of that direction: without a corner, or as in the thesis",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"smooth", "printed"}},
    FREEPLAY_FRICTION_COEFFICIENTS};

class Gonthier final : public Bristles {
 public:
  explicit Gonthier(const Parameters& given)
      : Bristles(given),
        mu_(given.number("mu")),
        mu_static_(given.given("mu_static") ? given.number("mu_static") : mu_),
        v_s_(given.number("stribeck_velocity")),
        sigma0_(given.number("sigma0")),
        sigma1_(given.number("sigma1")),
        viscous_(given.number("viscous")),
        tau_(given.number("dwell_time")),
        dwelt_(given.number("initial_dwell")),
        v_eps_(given.given("direction_velocity") ? given.number("direction_velocity") : 0.01 * v_s_),
        printed_(given.word("form") == "printed") {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double mu_at(double v) const override {
    const double per = coefficients_.per_force();
    const double s = part(v), most = mu_ + (mu_static_ - mu_) * s, slides = -std::expm1(-square(v / v_s_));
    const double bent = slides > 0 ? mu_ * direction(v) * v + per * sigma1_ * v * s / slides : kInfinity;
    return std::min(bent, most) + per * viscous_ * v;
  }
  Tangent force(const FrictionInput& in) const override {
    const double per = this->per(in);
    const Tangent bent = per * (sigma0_ * tangent(in.z, in.d) + sigma1_ * rate(in));
    const double most = mu_ + (mu_static_ - mu_) * in.z[in.d], size = norm(bent);
    return -in.normal * ((size > most ? most / size : 1) * bent + (per * viscous_) * in.slip);
  }

  int states(int d) const override { return d + 1; }
  double state_size(int d, int state) const override {
    return state < d ? mu_ / (sigma0_ * coefficients_.per_force()) : 1;
  }
  void rates(const FrictionInput& in, double* z_dot) const override {
    put(rate(in), z_dot, in.d);
    const double more = part(norm(in.slip)) - in.z[in.d];
    z_dot[in.d] = more >= 0 ? more / tau_ : more * sigma0_ / sigma1_;
  }
  void start(const FrictionInput& in, double* z, double*) const override {
    put({}, z, in.d);
    z[in.d] = dwelt_;
  }

 private:
  static double square(double x) { return x * x; }
  double stick_velocity() const override { return v_s_; }
  double part(double v) const { return std::exp(-square(v / v_s_)); }  // s
  /// dir(v) over v.
  double direction(double v) const {
    if (v >= v_eps_) return 1 / v;
    const double x = v / v_eps_;
    return (printed_ ? x * (1.5 - 0.5 * x * x) : 1.5 - 0.5 * x * x) / v_eps_;
  }
  Tangent rate(const FrictionInput& in) const {
    const double v = norm(in.slip), slides = -std::expm1(-square(v / v_s_));
    return part(v) * in.slip +
           (slides / sigma1_) * ((mu_ * direction(v) / per(in)) * in.slip - sigma0_ * tangent(in.z, in.d));
  }

  double mu_, mu_static_, v_s_, sigma0_, sigma1_, viscous_, tau_, dwelt_, v_eps_;
  bool printed_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Gonthier>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(gonthier) = {{.name = "gonthier",
                                .citation = "GonthierMcPheeLangePiedboeuf2004",
                                .help = "Gonthier's bristles: static friction grows with the time at rest",
                                .params = kParams},
                               make,
                               {.states = "z: deflection of the bristles; s_dw: how far it has dwelt",
                                .phenomena = with_dwell(kDampedBristles)},
                               check_static};
}  // namespace entry
}  // namespace freeplay

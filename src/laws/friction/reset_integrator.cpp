// SPDX-License-Identifier: Apache-2.0
// The reset integrator of Haessig and Friedland: a bond that is stretched up to z₀, held there while the
// surfaces slide, and stiffer while it sticks.
//   ż = 0 if |z| ≥ z₀ and z·γ_T > 0, γ_T otherwise                      [Marques2015, eq. (3.34)]
//   F_T = −F_N (σ₀ (1 + a) z + σ₁ ż) while |z| < z₀                     [Marques2015, eq. (3.35)]
//   F_T = −F_N σ₀ z₀ z/|z|           while |z| ≥ z₀
// z₀ = μ/σ₀, so that sliding friction is μ; (1 + a) μ = μ_S, the most that sticking holds: a is given as μ_S.
// σ₀ [1/m] and σ₁ [s/m] are per unit of normal force; the paper's are F_N times ours, or as printed
// (coefficients.h).
// Two regimes, in memory: it slides where |z| reaches z₀, and sticks where the slip turns back, z·γ_T < 0.
// There F_T jumps, down by a μ and σ₁ γ_T at break-away, up by a μ where it sticks: the paper's
// discontinuity. Reading: σ₀(γ_T) is constant. Differs from [Marques2015]: in the plane a held deflection
// turns with the slip (bristles.h). Passive at constant F_N: with the energy ½ σ₀ (1 + a) F_N z² sticking
// takes up F_N σ₁ γ_T², sliding F_N μ n·γ_T ≥ 0.
#include <algorithm>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_MU_OPEN,
    {.key = "mu_static",
     .symbol = "μ_S",
     .low = 0,
     .high = 10,
     .help = "static coefficient of friction, (1 + a) mu; default: mu, so a = 0",
     .optional = true,
     .sample = 0.15},
    {.key = "sigma0",
     .symbol = "σ₀",
     .unit = "1/m",
     .low = 0,
     .help = "stiffness of the bond per unit of normal force: it slides at a deflection of mu/sigma0",
     .open_low = true,
     .sample = 1e5 / kSampleNormal},
    {.key = "sigma1",
     .symbol = "σ₁",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "damping while it sticks, per unit of normal force",
     .sample = 316.22776601683796 / kSampleNormal},
    FREEPLAY_FRICTION_COEFFICIENTS};

class ResetIntegrator final : public Bristles {
 public:
  explicit ResetIntegrator(const Parameters& given)
      : Bristles(given),
        mu_(given.number("mu")),
        mu_static_(given.given("mu_static") ? given.number("mu_static") : mu_),
        z0_(mu_ / given.number("sigma0")),
        sigma1_(given.number("sigma1")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  Tangent force(const FrictionInput& in) const override {
    const Tangent z = tangent(in.z, in.d);
    if (slides(in)) return -in.normal * with_length(mu_, z);
    return -in.normal * ((mu_static_ / z0(in)) * z + (per(in) * sigma1_) * in.slip);
  }
  bool sticks(const FrictionInput& in) const override { return !slides(in); }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return z0_ / coefficients_.per_force(); }
  void rates(const FrictionInput& in, double* z_dot) const override {
    put(slides(in) ? across(in.slip, tangent(in.z, in.d)) : in.slip, z_dot, in.d);
  }

  /// Whether it slides.
  int memory(int) const override { return 1; }
  void start(const FrictionInput& in, double* z, double* m) const override {
    put({}, z, in.d);
    m[0] = 0;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const Tangent z = tangent(in.z, in.d);
    const double most = z0(in), outwards = dot(z, in.slip) / (most * most);  // only its sign matters
    return slides(in) ? outwards : std::max(1 - norm(z) / most, -outwards);
  }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    m[0] = m[0] != 0 ? 0 : 1;
    // it stands at its limit, which absolute coefficients let follow the load while it slides
    if (m[0] != 0 || coefficients_.absolute) put(with_length(z0(in), tangent(z, in.d)), z, in.d);
  }

 private:
  double z0(const FrictionInput& in) const { return z0_ / per(in); }
  static bool slides(const FrictionInput& in) { return in.m[0] != 0; }

  double mu_, mu_static_, z0_, sigma1_;  ///< z0_ where per() is 1
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<ResetIntegrator>(given);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(reset_integrator) = {
    {.name = "reset_integrator",
     .citation = "Marques2015",
     .help = "Haessig and Friedland's reset integrator: a bond that is held at its limit while it slides",
     .params = kParams},
    make,
    {.states = "z: strain of the bond",
     .phenomena = {.stiction = true, .presliding = true, .hysteresis = true}},
    check_static};
}  // namespace entry
}  // namespace freeplay

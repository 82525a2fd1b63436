// SPDX-License-Identifier: Apache-2.0
// The LuGre model: bristles with stiffness and damping, the Stribeck effect, viscous friction.
//   ż = γ_T − σ₀ |γ_T| z/g(γ_T)                                         [Marques2015, eq. (3.45)]
//   F_T = −F_N (σ₀ z + σ₁(γ_T) ż + f(γ_T))                              [Marques2015, eqs. (3.46), (3.48)]
//   g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                                 [Marques2015, eq. (3.47)]
//   σ₁(v) = σ₁, or σ₁ e^(−(v/v_d)²) when v_d is given                   [Marques2015, eq. (3.49)]
// At constant slip F_T = −F_N (g(v) + f(v)) sgn v                       [Marques2015, eq. (3.50)].
// g and f are those of sliding.h. The linear f of (3.48) may also be given by its own letter, σ₂, in place
// of `viscous`; if both are given they add up.
// Differs from [Marques2015]: σ₀, σ₁, σ₂ and g are per unit of normal force; the paper's are F_N times ours, and
// are taken as they are with `coefficients = "absolute"` (coefficients.h).
// A change of F_N then changes the force in proportion and leaves the deflection z alone.
//
// With the energy ½ σ₀ F_N z² of the bristles, constant F_N and v = γ_T, what friction takes up beyond it is
//   −F_T v − d/dt(½ σ₀ F_N z²) = F_N (|v|/g (σ₀ z)² + σ₁ |v|/g (σ₀ z) ż + σ₁ ż² + σ₂ v²),
// which is never negative while σ₁(v) |v| ≤ 4 g(v): so the model is passive up to that slip, and at every
// slip with v_d ≤ 9.3 μ/σ₁ (the largest v e^(−(v/v_d)²) is v_d/√(2e)). Deflections that can occur and viscous
// friction leave more room: least_taken(), bristles.h; it is that of [BarabanovOrtega2000] for fast slip.
#include <cmath>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_SLIDING(1e-3, 0.1 / kSampleNormal),
    FREEPLAY_FRICTION_SIGMA0,
    {.key = "sigma1",
     .symbol = "σ₁",
     .unit = "s/m",
     .low = 0,
     .help = "damping of the bristles per unit of normal force",
     .sample = 316.22776601683796 / kSampleNormal},
    {.key = "sigma2",
     .symbol = "σ₂",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "viscous friction per unit of normal force: another word for viscous"},
    {.key = "damping_velocity",
     .symbol = "v_d",
     .unit = "m/s",
     .low = 0,
     .help = "slip over which the damping of the bristles fades; default: it does not",
     .optional = true,
     .open_low = true},
    FREEPLAY_FRICTION_FORM};

class LuGre final : public Bristles {
 public:
  explicit LuGre(const Parameters& given)
      : Bristles(given),
        sliding_(given),
        sigma0_(given.number("sigma0")),
        sigma1_(given.number("sigma1")),
        sigma2_(given.number("sigma2")),
        v_d_(given.given("damping_velocity") ? given.number("damping_velocity") : kInfinity),
        printed_(given.word("form") == "printed") {}
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override {
    const double per = coefficients_.per_force();
    return sliding_.dry(v) + per * sliding_.viscous(v) + per * sigma2_ * v;
  }
  Tangent force(const FrictionInput& in) const override {
    const double sigma1 = damping(norm(in.slip));
    return (-in.normal * per(in)) * (sigma0_ * tangent(in.z, in.d) + sigma1 * rate(in) + sigma2_ * in.slip +
                                     viscous(sliding_, in.slip));
  }

  double least_taken(const FrictionInput& in) const override {
    const double v = norm(in.slip), k = per(in);
    return freeplay::least_taken(sliding_.dry(v), sliding_.mu_static(), k * damping(v) * v,
                                 k * (sliding_.viscous(v) + sigma2_ * v), 1);
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return sliding_.mu() / (sigma0_ * coefficients_.per_force()); }
  void rates(const FrictionInput& in, double* z_dot) const override { put(rate(in), z_dot, in.d); }
  void start(const FrictionInput& in, double* z, double*) const override { put({}, z, in.d); }

 private:
  double stick_velocity() const override { return sliding_.velocity(); }
  /// (3.49)
  double damping(double v) const {
    const double x = v / v_d_;
    return x > 0 ? sigma1_ * std::exp(-x * x) : sigma1_;
  }
  /// Differs from [Marques2015], eq. (3.45), unless `form = "printed"`: z itself decays, not its part along the slip, so
  /// that a deflection across the slip is forgotten too. Along a line the two are the same.
  Tangent rate(const FrictionInput& in) const {
    const double v = norm(in.slip);
    if (printed_) {
      return in.slip - (sigma0_ * per(in) / sliding_.dry(v)) * worn(tangent(in.z, in.d), in.slip, true);
    }
    return in.slip - (sigma0_ * per(in) * v / sliding_.dry(v)) * tangent(in.z, in.d);
  }

  Sliding sliding_;
  double sigma0_, sigma1_, sigma2_, v_d_;
  bool printed_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<LuGre>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(lugre) = {{.name = "lugre",
                             .citation = "Marques2015",
                             .help = "LuGre: damped bristles, Stribeck effect, viscous friction",
                             .params = kParams},
                            make,
                            {.states = "z: deflection of the bristles", .phenomena = kDampedBristles},
                            check};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The elasto-plastic model of Dupont et al.: below a break-away deflection the bristles are springs and no
// more, so that oscillating loads below it cause no drift.
//   F_T = −F_N (σ₀ z + σ₁ ż + f(γ_T))                                   [Marques2015, eq. (3.51)]
//   ż = γ_T − α (σ₀/g(γ_T)) max(0, γ_T·n) z,   n = z/|z|                [Marques2015, eqs. (3.52), (3.53)]
//   α = 0 for |z| ≤ z_ba, 1 for |z| ≥ z_max, and between them
//       ½ (1 + sin(π (|z| − (z_max + z_ba)/2)/(z_max − z_ba)))          [Marques2015, eq. (3.54)]
//   z_max = g(γ_T)/σ₀,  z_ba = 0.7 z_max unless given
// g and f are those of sliding.h, (3.47) and (3.48); all coefficients per unit of normal force, or absolute (coefficients.h).
// Reading: z_max follows the steady friction of the slip at hand. Differs from [Marques2015]: in the plane
// the plastic part goes with the slip along the deflection, max(0, γ_T·n), in place of |γ_T| and the switch
// at z·γ_T = 0: the same along a line, continuous in space, and d|z|/dt = (γ_T·n)(1 − α |z|/z_max) or γ_T·n,
// so that the deflection never grows beyond z_max. Everything is continuous: no regimes. With the energy ½ σ₀
// F_N z² the model is passive while α σ₁ |γ_T| ≤ 4 g, as LuGre's (lugre.cpp); at rest and below break-away
// always.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_SLIDING(1e-3, 0.1 / kSampleNormal),
    FREEPLAY_FRICTION_SIGMA0,
    {.key = "sigma1",
     .symbol = "σ₁",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "damping of the bristles per unit of normal force",
     .sample = 316.22776601683796 / kSampleNormal},
    {.key = "z_ba",
     .symbol = "z_ba/z_max",
     .fallback = 0.7,
     .low = 0,
     .high = 1,
     .help = "break-away: part of the largest deflection up to which the bristles are elastic"}};

class ElastoPlastic final : public Bristles {
 public:
  explicit ElastoPlastic(const Parameters& given)
      : Bristles(given),
        sliding_(given),
        sigma0_(given.number("sigma0")),
        sigma1_(given.number("sigma1")),
        z_ba_(given.number("z_ba")) {}
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override {
    return sliding_.dry(v) + coefficients_.per_force() * sliding_.viscous(v);
  }
  Tangent force(const FrictionInput& in) const override {
    return (-in.normal * per(in)) *
           (sigma0_ * tangent(in.z, in.d) + sigma1_ * rate(in) + viscous(sliding_, in.slip));
  }

  /// As LuGre's, for α is 1 where deflections are longer than in steady slip.
  double least_taken(const FrictionInput& in) const override {
    const double v = norm(in.slip), k = per(in);
    return freeplay::least_taken(sliding_.dry(v), sliding_.mu_static(), k * sigma1_ * v,
                                 k * sliding_.viscous(v), 1);
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return sliding_.mu() / (sigma0_ * coefficients_.per_force()); }
  void rates(const FrictionInput& in, double* z_dot) const override { put(rate(in), z_dot, in.d); }
  void start(const FrictionInput& in, double* z, double*) const override { put({}, z, in.d); }

 private:
  double stick_velocity() const override { return sliding_.velocity(); }
  Tangent rate(const FrictionInput& in) const {
    const Tangent z = tangent(in.z, in.d);
    const double size = norm(z), outwards = size > 0 ? dot(in.slip, z) / size : 0;
    if (outwards <= 0) return in.slip;
    const double z_max = sliding_.dry(norm(in.slip)) / (sigma0_ * per(in));
    return in.slip - (alpha(size / z_max) * outwards / z_max) * z;
  }
  /// (3.54), of |z|/z_max.
  double alpha(double x) const {
    if (x <= z_ba_) return 0;
    if (x >= 1) return 1;
    return 0.5 * (1 + std::sin(std::numbers::pi * (x - (1 + z_ba_) / 2) / (1 - z_ba_)));
  }

  Sliding sliding_;
  double sigma0_, sigma1_, z_ba_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<ElastoPlastic>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
  if (!(given.number("z_ba") < 1)) {
    problems.error(given.where("z_ba"), key + ".z_ba",
                   fmt::format("must be below 1: it is a part of the largest deflection; found {}",
                               given.number("z_ba")),
                   "leave it out for 0.7");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(elasto_plastic) = {
    {.name = "elasto_plastic",
     .citation = "Marques2015",
     .help = "elasto-plastic bristles: elastic up to break-away, then LuGre's; no drift",
     .params = kParams},
    make,
    {.states = "z: deflection of the bristles", .phenomena = kDampedBristles},
    check};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The Leuven model of Swevers et al.: LuGre's bristles with a hysteresis that remembers its reversals
// (leuven_bristles.h).
//   ż = γ_T − |γ_T| (|F_d(z)|/(g(γ_T) − F_b·e))^n F_d/|F_d|,  e = γ_T/|γ_T|   [Marques2015, eq. (3.55)]
//   g(v) = μ + (μ_S − μ) e^(−(v/v_S)^δ)                                       [Marques2015, eq. (3.57)]
// g and f(v) are those of sliding.h; all coefficients per unit of normal force, the paper's are F_N times
// ours (or as printed: coefficients.h). Reading: the exponent in (3.57) is −(|v|/v_S)^δ. Where F_b stands beyond g, as after a small loop in
// fast slip, the quotient of (3.55) has a pole and the wrong sign; there, g − F_b·e < g/100, the bristles are
// elastic, ż = γ_T, until the loop is closed and an earlier F_b is in force, or g − F_b·e > g/10. ż jumps
// there and where a loop closes, and with it the force by σ₁ ż: the discontinuity that the modified model
// does away with. In steady slip F_h = g(v). Before sliding loops lie inside each other and take up energy
// (Masing's rules).
#include "laws/friction/leuven_bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_LEUVEN};

class Leuven final : public LeuvenBristles {
 public:
  using LeuvenBristles::LeuvenBristles;
  double guard(const FrictionInput& in) const override {
    return std::min(LeuvenBristles::guard(in), left(in));
  }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    if (LeuvenBristles::guard(in) <= left(in)) {
      LeuvenBristles::pass(in, z, m);
      FrictionInput now = in;
      now.m = m;
      m[1] = room(now, kBeyond) < 0 ? 1 : 0;
    } else {
      m[1] = m[1] != 0 ? 0 : 1;
    }
  }

 private:
  double limit(const FrictionInput& in) const {
    return sliding_.dry(norm(in.slip)) - dot(base(in), heading(in.slip));
  }
  /// Negative where F_b stands beyond g, less a part of g.
  double room(const FrictionInput& in, double part) const {
    return limit(in) - part * sliding_.dry(norm(in.slip));
  }
  /// Positive until the branch ends. The two limits differ: where the force jumps back and forth at one, the
  /// motion would stay on it.
  double left(const FrictionInput& in) const { return in.m[1] != 0 ? -room(in, kWithin) : room(in, kBeyond); }
  Tangent rate(const FrictionInput& in) const override {
    if (in.m[1] != 0) return in.slip;
    const Tangent bent = transition(in);
    const double size = norm(bent);
    if (!(dot(bent, in.slip) > 0)) return in.slip;  // it turns back: so begins the curve to come
    const double slides = power(size / std::max(limit(in), kLeast * sliding_.mu()));
    return in.slip - (norm(in.slip) * slides / size) * bent;
  }
  static constexpr double kBeyond = 0.01, kWithin = 0.1;
  static constexpr double kLeast = 1e-3;  ///< for trial points of a step that ends where room does
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Leuven>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(leuven) = {
    {.name = "leuven",
     .citation = "Marques2015",
     .help = "Leuven: bristles with a hysteresis that remembers its reversals, Stribeck effect",
     .params = kParams},
    make,
    {.states = "z: deflection of the bristles", .phenomena = with_hysteresis(kDampedBristles)},
    check};
}  // namespace entry
}  // namespace freeplay

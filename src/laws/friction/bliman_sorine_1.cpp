// SPDX-License-Identifier: Apache-2.0
// The model of Bliman and Sorine of first order: friction is a linear system along the way that is slid.
//   F_T = −F_N x,   dx/ds = (f₁ e − x)/ε_f,   ds = |γ_T| dt             [Marques2015, eqs. (3.36) to (3.41)]
// with e = γ_T/|γ_T|, so ẋ = (f₁ γ_T − |γ_T| x)/ε_f. It is Dahl's with α = 1, μ = f₁ and σ₀ = f₁/ε_f, in the
// force as state in place of the deflection; linear in e, so the plane needs no other form.
// f₁ and x are per unit of normal force; the paper's are F_N times ours. In place of ε_f the stiffness at the beginning,
// σ₀ = f₁/ε_f, may be given, which may be absolute (coefficients.h): x is a force in N then, and ε_f follows F_N.
// Passive at constant F_N: with the energy ½ F_N ε_f x²/f₁ friction takes up F_N |γ_T| x²/f₁.
#include "laws/friction/bliman_sorine.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "f1",
                              .symbol = "f₁",
                              .low = 0,
                              .high = 10,
                              .help = "coefficient of friction in sliding",
                              .open_low = true,
                              .sample = 0.1},
                             FREEPLAY_FRICTION_BLIMAN_SORINE("way over which friction builds up", 9.81e-6)};

double stiffness(const Parameters& given, double way) { return given.number("f1") / way; }

class BlimanSorine1 final : public Bristles {
 public:
  explicit BlimanSorine1(const Parameters& given)
      : Bristles(given), f1_(given.number("f1")), way_(way_of(given, stiffness)) {}
  double mu() const override { return f1_; }
  Tangent force(const FrictionInput& in) const override {
    return (-in.normal * per(in)) * tangent(in.z, in.d);
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return f1_ / coefficients_.per_force(); }
  void rates(const FrictionInput& in, double* z_dot) const override {
    put((1 / way_) * (f1_ * in.slip - (per(in) * norm(in.slip)) * tangent(in.z, in.d)), z_dot,
        in.d);  // (3.41)
  }
  void start(const FrictionInput& in, double* z, double*) const override { put({}, z, in.d); }

 private:
  double f1_, way_;  ///< way_ where per() is 1
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<BlimanSorine1>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(bliman_sorine_1) = {
    {.name = "bliman_sorine_1",
     .citation = "Marques2015",
     .help = "Bliman and Sorine's model of first order: Dahl's, along the way slid",
     .params = kParams},
    make,
    {.states = "x: friction over F_N", .phenomena = {.presliding = true, .hysteresis = true}},
    check_way};
}  // namespace entry
}  // namespace freeplay

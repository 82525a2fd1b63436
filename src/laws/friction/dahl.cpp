// SPDX-License-Identifier: Apache-2.0
// Dahl's friction: the surfaces are tied by bristles that deflect by z before they slide.
//   F_T = −σ₀ F_N z                                                     [Marques2015, eq. (3.31)]
//   ż = γ_T |1 − ξ|^α sgn(1 − ξ),   ξ = σ₀ z sgn(γ_T)/μ                 [Marques2015, eq. (3.29)], on a line
//   ż = |γ_T| |e − ζ|^(α−1) (e − ζ),   e = γ_T/|γ_T|, ζ = σ₀ z/μ        in the plane and in space
// Along a line the second is the first. For α = 1 it is ż = γ_T − σ₀ |γ_T| z/μ. Differs from [Marques2015],
// eq. (3.31), in which only the part of z along the slip decays: here a deflection across the slip is
// forgotten too, and |ζ| ≤ 1, so |F_T| ≤ μ F_N, on any path (ζ·(e − ζ) ≤ 0 at |ζ| = 1). With `form = "printed"` it is
//   ż = γ_T |1 − ζ·e|^α sgn(1 − ζ·e)                                    [Marques2015, eq. (3.31)] for α = 1
// in which a deflection across the slip stays until the slip turns into it: |F_T| may be up to √2 μ F_N then.
// With constant F_N these are the paper's equations with F_C = μ F_N and its stiffness σ₀ F_N in N/m.
// Differs from [Marques2015]: σ₀ is per unit of normal force, in 1/m, unless `coefficients = "absolute"`
// (coefficients.h). A change of F_N then changes the force
// of the bristles in proportion and leaves their deflection alone; |F_T| ≤ μ F_N holds at once, and there is
// nothing to divide by when F_N vanishes.
// From rest F_T grows over the displacement x as −μ F_N (1 − e^(−σ₀ x/μ)) for α = 1. It holds a constant load
// below μ F_N at rest, without creep; under an oscillating one it drifts. Static friction is not above the
// kinetic one. With α < 1 sliding sets in at a finite displacement, with a kink that costs short steps.
// Passive at constant F_N: beyond the energy ½ σ₀ F_N z² friction takes up μ F_N |γ_T| (1 − r c + r^α (r −
// c)), with r = |e − ζ| and c = e·(e − ζ)/r; since c ≤ 1 that is no less than (1 − r)(1 − r^α) ≥ 0.
#include <cmath>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "mu",
     .symbol = "μ",
     .low = 0,
     .high = 10,
     .help = "coefficient of friction",
     .open_low = true,
     .sample = 0.1},
    {.key = "sigma0",
     .symbol = "σ₀",
     .unit = "1/m",
     .low = 0,
     .help = "stiffness of the bristles per unit of normal force: they slide at a deflection of mu/sigma0",
     .open_low = true,
     .sample = 1e5 / kSampleNormal},
    {.key = "alpha",
     .symbol = "α",
     .fallback = 1,
     .low = 0,
     .high = 100,
     .help = "shape: below 1 brittle, above 1 ductile"},
    FREEPLAY_FRICTION_FORM,
    FREEPLAY_FRICTION_COEFFICIENTS};

class Dahl final : public Bristles {
 public:
  explicit Dahl(const Parameters& given)
      : Bristles(given),
        mu_(given.number("mu")),
        sigma0_(given.number("sigma0")),
        alpha_(given.number("alpha")),
        printed_(given.word("form") == "printed") {}
  double mu() const override { return mu_; }
  Tangent force(const FrictionInput& in) const override {
    return (-sigma0(in) * in.normal) * tangent(in.z, in.d);
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return mu_ / (sigma0_ * coefficients_.per_force()); }
  void rates(const FrictionInput& in, double* z_dot) const override {
    const double v = norm(in.slip);
    const Tangent z = tangent(in.z, in.d);
    // |γ_T| (e − ζ)
    const Tangent left = printed_ ? in.slip - (sigma0(in) / mu_) * worn(z, in.slip, true)
                                  : in.slip - (sigma0(in) * v / mu_) * z;
    if (alpha_ == 1) return put(left, z_dot, in.d);
    const double share = v > 0 ? norm(left) / v : 0;
    put(share > 0 ? std::pow(share, alpha_ - 1) * left : Tangent{}, z_dot, in.d);
  }
  void start(const FrictionInput& in, double* z, double*) const override { put({}, z, in.d); }

 private:
  double sigma0(const FrictionInput& in) const { return sigma0_ * per(in); }

  double mu_, sigma0_, alpha_;
  bool printed_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Dahl>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(dahl) = {
    {.name = "dahl",
     .citation = "Marques2015",
     .help = "Dahl's bristles: pre-sliding, then Coulomb",
     .params = kParams},
    make,
    {.states = "z: deflection of the bristles", .phenomena = {.presliding = true, .hysteresis = true}}};
}  // namespace entry
}  // namespace freeplay

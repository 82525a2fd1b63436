// SPDX-License-Identifier: Apache-2.0
// Bristles of Liang et al.: a spring in the tangent plane that sticks up to one deflection and slides at a
// smaller one.
//   F_T = −F_N (k_b z + c_b ż)                                          [Marques2015, eq. (3.75)]
//   ż = γ_T while |z| < z_max, z stays at z_max beyond                  [Marques2015, eq. (3.73)]
//   z_max = μ_S/k_b while |γ_T| ≤ v_d, μ/k_b while |γ_T| > v_d          [Marques2015, eq. (3.74)]
// k_b [1/m] and c_b [s/m] are per unit of normal force; the paper's are F_N times ours, or as
// printed (coefficients.h), z_max then following F_N.
//
// Four regimes, in memory: slow or fast (of v_d), and free or held at z_max. They change where the slip
// passes v_d, where |z| reaches z_max, and where the slip turns back, z·γ_T < 0. Reading: ż in the damping is
// γ_T while free and zero while held, so that F_T jumps by c_b γ_T where z_max is reached. Where the slip
// passes v_d upwards, a deflection beyond μ/k_b falls to μ/k_b at once, in its own direction; (3.73) would
// turn it into that of the slip even if it stands against it, which gives energy. Differs from [Marques2015]:
// in the plane a held deflection turns with the slip (bristles.h). Passive at constant F_N: with the energy ½
// k_b F_N z² friction takes up F_N c_b ż·γ_T ≥ 0 while free and F_N k_b z·γ_T ≥ 0 on top of it while held,
// and a deflection that falls loses energy.
#include <algorithm>

#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_FRICTION_MU_OPEN,
                             FREEPLAY_FRICTION_MU_STATIC,
                             {.key = "k_b",
                              .symbol = "k_b",
                              .unit = "1/m",
                              .low = 0,
                              .help = "stiffness of the bristles per unit of normal force",
                              .open_low = true,
                              .sample = 5e4 / kSampleNormal},
                             {.key = "c_b",
                              .symbol = "c_b",
                              .unit = "s/m",
                              .fallback = 0,
                              .low = 0,
                              .help = "damping of the bristles per unit of normal force",
                              .sample = 80 / kSampleNormal},
                             {.key = "v_d",
                              .symbol = "v_d",
                              .unit = "m/s",
                              .low = 0,
                              .help = "slip up to which static friction holds",
                              .open_low = true,
                              .sample = 1e-3},
                             FREEPLAY_FRICTION_COEFFICIENTS};

class Liang final : public Bristles {
 public:
  explicit Liang(const Parameters& given)
      : Bristles(given),
        mu_(given.number("mu")),
        mu_static_(given.given("mu_static") ? given.number("mu_static") : mu_),
        k_b_(given.number("k_b")),
        c_b_(given.number("c_b")),
        v_d_(given.number("v_d")) {}
  double mu() const override { return mu_; }
  double mu_static() const override { return mu_static_; }
  double mu_at(double v) const override { return v > v_d_ ? mu_ : mu_static_; }
  Tangent force(const FrictionInput& in) const override {
    const double per = this->per(in);
    return -in.normal * ((per * k_b_) * deflection(in) + (per * c_b_) * rate(in));
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return mu_ / (k_b_ * coefficients_.per_force()); }
  void rates(const FrictionInput& in, double* z_dot) const override { put(rate(in), z_dot, in.d); }

  /// Whether the slip is fast, and whether the deflection is held.
  int memory(int) const override { return 2; }
  void start(const FrictionInput& in, double* z, double* m) const override {
    put({}, z, in.d);
    m[0] = norm(in.slip) > v_d_ ? 1 : 0;
    m[1] = 0;
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const double passing = norm(in.slip) / v_d_ - 1;
    return std::min(in.m[0] != 0 ? passing : -passing, deflection_guard(in));
  }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    const double passing = norm(in.slip) / v_d_ - 1;
    Tangent held = deflection(in);
    if ((in.m[0] != 0 ? passing : -passing) <= deflection_guard(in)) {
      m[0] = m[0] != 0 ? 0 : 1;
      // (3.73) with the other z_max: held where the slip drives the deflection outwards.
      const double limit = z_max(in, m), size = norm(held);
      m[1] = size >= limit * (1 - kTouch) && dot(held, in.slip) > 0 ? 1 : 0;
      if (size > limit) held = with_length(limit, held);
    } else {
      m[1] = m[1] != 0 ? 0 : 1;
      if (m[1] != 0) held = with_length(z_max(in, m), held);
    }
    put(held, z, in.d);
  }

 private:
  /// A held deflection is at its limit to rounding.
  static constexpr double kTouch = 1e-12;
  double stick_velocity() const override { return v_d_; }
  double z_max(const FrictionInput& in, const double* m) const {
    return (m[0] != 0 ? mu_ : mu_static_) / (k_b_ * per(in));
  }
  /// z, held at the z_max of now where that follows the load.
  Tangent deflection(const FrictionInput& in) const {
    const Tangent z = tangent(in.z, in.d);
    return coefficients_.absolute && in.m[1] != 0 ? with_length(z_max(in, in.m), z) : z;
  }
  double deflection_guard(const FrictionInput& in) const {
    const Tangent z = tangent(in.z, in.d);
    const double limit = z_max(in, in.m), outwards = dot(z, in.slip) / (limit * v_d_);
    return in.m[1] != 0 ? outwards : std::max(1 - norm(z) / limit, -outwards);
  }
  Tangent rate(const FrictionInput& in) const {
    return in.m[1] != 0 ? across(in.slip, tangent(in.z, in.d)) : in.slip;
  }

  double mu_, mu_static_, k_b_, c_b_, v_d_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Liang>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(liang) = {
    {.name = "liang",
     .citation = "Marques2015",
     .help = "Liang's bristle: sticks up to mu_static below the slip v_d, slides at mu",
     .params = kParams},
    make,
    {.states = "z: deflection of the bristles",
     .phenomena = {.stiction = true, .presliding = true, .hysteresis = true}},
    check_static};
}  // namespace entry
}  // namespace freeplay

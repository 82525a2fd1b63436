// SPDX-License-Identifier: Apache-2.0
// The seven-parameter model of Armstrong-Hélouvry: a spring in stick; in slip the Stribeck effect with a
// delay, and static friction that rises with the time at rest.
//   stick   F_T = −F_N σ₀ z,   ż = γ_T                                             [Marques2015, eq. (3.19)]
//   slip    −F_T = F_N (φ_u + F_v |γ_T|^δ_v) γ_T/|γ_T|
//           φ_u = μ + (φ_S − μ)/(1 + (u/v_S)²),   u = |γ_T| at the time t − τ_L    [Marques2015, eq. (3.20)]
//   limit   φ_S(t_d) = φ_a + (μ_S − φ_a) t_d/(t_d + γ)                             [Marques2015, eq. (3.21)]
// The seven are μ, F_v, μ_S, v_S, σ₀, τ_L and γ. φ_a is friction at the end of the sliding before, μ_S that
// after a long time at rest, t_d the time since the contact began to stick (t_2 in the paper's (3.21)).
//
// Switching rule, which the paper leaves open:
//   stick to slip  where the spring's force reaches the limit, σ₀ |z| = φ_S(t_d). φ_S then stays what it is
//                  until the contact sticks again; the slip begins in the direction of z.
//   slip to stick  where the slip comes back to zero. φ_a is what φ_u is then, t_d begins at zero, and the
//                  spring with the deflection that carries F_hold, or the limit if that is less: in balance,
//                  or the block would ring on a spring without damping and break away at every swing.
//                  In more than one direction: where the slip turns back with less than the error of a step.
//   a new contact  has rested for a long time: φ_a = φ_S = μ_S.
// The delay is a chain of four equal lags, u̇_i = (u_{i−1} − u_i) 4/τ_L, u_0 = |γ_T|, u = u_4: ordinary
// states, where a true delay would need the past of the slip; its mean is τ_L, its spread τ_L/2. It delays
// speeds that change slowly against τ_L by τ_L, and washes out faster ones. Differs from [Marques2015]: all
// is per unit of normal force; the paper's F and σ₀ are F_N times ours.
#include <algorithm>
#include <cmath>

#include "laws/friction/sliding.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_CURVE_MU,
                             FREEPLAY_CURVE_STATIC(false),
                             FREEPLAY_CURVE_VELOCITY,
                             {.key = "sigma0",
                              .symbol = "σ₀",
                              .unit = "1/m",
                              .low = 0,
                              .help = "stiffness in stick per unit of normal force",
                              .open_low = true,
                              .sample = 1e5 / kSampleNormal},
                             {.key = "lag",
                              .symbol = "τ_L",
                              .unit = "s",
                              .fallback = 0,
                              .low = 0,
                              .help = "by which friction lags behind the slip",
                              .sample = 5e-3},
                             {.key = "dwell_time",
                              .symbol = "γ",
                              .unit = "s",
                              .low = 0,
                              .help = "time at rest in which static friction rises by half of what it can",
                              .open_low = true,
                              .sample = 2},
                             FREEPLAY_FRICTION_VISCOUS(0.1 / kSampleNormal)};

/// Which branch it is on, and the direction of the slip, are remembered as in StickSlip. F_hold is needed at
/// the instant at which a stick begins, by pass() alone.
class Armstrong final : public StickSlip {
 public:
  explicit Armstrong(const Parameters& given)
      : sliding_("hess_soom", given),
        sigma0_(given.number("sigma0")),
        lag_(given.number("lag")),
        dwell_(given.number("dwell_time")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override { return sliding_.at(v); }
  Tangent force(const FrictionInput& in) const override {
    if (stuck(in)) return (-in.normal * sigma0_) * tangent(in.z, in.d);
    return (-in.normal * (stribeck(in) + sliding_.viscous(norm(in.slip)))) * direction(in);
  }
  Hold hold(const FrictionInput&) const override { return Hold::none; }
  double hold_rate() const override { return 0; }

  int states(int d) const override { return d + kLags; }
  double state_size(int d, int state) const override {
    return state < d ? mu() / sigma0_ : sliding_.velocity();
  }
  void rates(const FrictionInput& in, double* z_dot) const override {
    put(stuck(in) ? in.slip : Tangent{}, z_dot, in.d);
    double before = norm(in.slip);
    for (int k = in.d; k < in.d + kLags; ++k) {
      z_dot[k] = lag_ > 0 ? (before - in.z[k]) * kLags / lag_ : 0;
      before = in.z[k];
    }
  }

  int memory(int d) const override { return StickSlip::memory(d) + 3; }
  void start(const FrictionInput& in, double* z, double* m) const override {
    StickSlip::start(in, z, m);
    put({}, z, in.d);
    for (int k = in.d; k < in.d + kLags; ++k) z[k] = norm(in.slip);
    double* own = m + StickSlip::memory(in.d);
    own[kSince] = in.t;
    own[kEnd] = own[kStatic] = mu_static();
  }
  double guard(const FrictionInput& in) const override {
    if (!stuck(in)) return StickSlip::guard(in);
    return (1 + kSlack) * limit(in) - sigma0_ * norm(tangent(in.z, in.d));
  }
  void pass(const FrictionInput& in, double* z, double* m) const override {
    const Tangent deflection = tangent(in.z, in.d);
    double* own = m + StickSlip::memory(in.d);
    if (m[0] != 0) {
      own[kStatic] = limit(in);
      slide(in, unit(deflection), m);
      put({}, z, in.d);
    } else if (const double speed = norm(in.slip); in.d > 1 && speed > in.rest) {
      slide(in, (1 / speed) * in.slip, m);
    } else {
      own[kEnd] = stribeck(in);
      own[kSince] = in.t;
      const double needed = norm(in.hold), most = own[kEnd] * in.normal;
      const double carried = in.normal > 0 ? std::min(needed, most) / in.normal : 0;
      put(needed > 0 ? (-carried / (sigma0_ * needed)) * in.hold : Tangent{}, z, in.d);
      m[0] = 1;
    }
  }

 private:
  static constexpr int kLags = 4;
  static constexpr int kSince = 0, kEnd = 1, kStatic = 2;  ///< in the memory: begin of stick, φ_a, φ_S
  static constexpr double kSlack = 1e-9;  ///< a stick begins at its limit: rounding must not end it

  /// After the memory of StickSlip.
  static const double* own(const FrictionInput& in) { return in.m + 2 + in.d; }
  double stribeck(const FrictionInput& in) const {
    const double u = lag_ > 0 ? in.z[in.d + kLags - 1] : norm(in.slip), x = u / sliding_.velocity();
    return mu() + (own(in)[kStatic] - mu()) / (1 + x * x);
  }
  double limit(const FrictionInput& in) const override {
    const double rested = std::max(in.t - own(in)[kSince], 0.0), end = own(in)[kEnd];
    return end + (mu_static() - end) * rested / (rested + dwell_);
  }

  Sliding sliding_;
  double sigma0_, lag_, dwell_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Armstrong>(given); }

}  // namespace

namespace entry {
FREEPLAY_FRICTION(armstrong) = {
    {.name = "armstrong",
     .citation = "Marques2015",
     .help = "seven parameters: a spring in stick, lag, static friction that rises at rest",
     .params = kParams},
    make,
    {.states = "z: deflection in stick; u: four lags of the slip's speed",
     .phenomena = {.stiction = true,
                   .stribeck = true,
                   .viscous = true,
                   .presliding = true,
                   .lag = true,
                   .breakaway = true,
                   .dwell = true}},
    check_static};
}  // namespace entry
}  // namespace freeplay

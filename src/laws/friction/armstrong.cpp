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
// The delay is by default a chain of four equal lags, u̇_i = (u_{i−1} − u_i) 4/τ_L, u_0 = |γ_T|, u = u_4: ordinary
// states; its mean is τ_L, its spread τ_L/2. It delays speeds that change slowly against τ_L by τ_L, and washes out
// faster ones. With `delay = "true"` u is the past of the slip itself: speeds at the ends of steps stand in memory, no
// closer together than τ_L/60, and u is read between them along a straight line; before a contact began it had the
// speed that it began with. φ_a may be given (`static_begin`) in place of what friction is when sliding ends. Differs from [Marques2015]: all
// is per unit of normal force; the paper's F and σ₀ are F_N times ours (or as printed: coefficients.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/friction/bristles.h"
#include "laws/friction/sliding.h"
#include "laws/friction/stick_slip.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_CURVE_MU,
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
    {.key = "delay",
     .help = "of the slip's speed: a chain of four lags, or the past itself",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"chain", "true"}},
    {.key = "static_begin",
     .symbol = "φ_a",
     .low = 0,
     .high = 10,
     .help = "static friction when a rest begins; default: what friction is at that moment",
     .optional = true},
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
      : coefficients_(given),
        sliding_("hess_soom", given),
        sigma0_(given.number("sigma0")),
        lag_(given.number("lag")),
        chained_(given.word("delay") == "chain"),
        begin_(given.given("static_begin") ? given.number("static_begin") : kInfinity),
        dwell_(given.number("dwell_time")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override { return sliding_.at(v, coefficients_.per_force()); }
  Tangent force(const FrictionInput& in) const override {
    if (stuck(in)) return (-in.normal * sigma0(in)) * tangent(in.z, in.d);
    const double per = coefficients_.per_force(in);
    return (-in.normal * (stribeck(in) + per * sliding_.viscous(norm(in.slip)))) * direction(in);
  }
  Hold hold(const FrictionInput& in) const override { return coefficients_.hold(in); }
  double hold_rate() const override { return 0; }

  int states(int d) const override { return chained_ ? d + kLags : d; }
  double state_size(int d, int state) const override {
    return state < d ? mu() / (sigma0_ * coefficients_.per_force()) : sliding_.velocity();
  }
  void rates(const FrictionInput& in, double* z_dot) const override {
    put(stuck(in) ? in.slip : Tangent{}, z_dot, in.d);
    double before = norm(in.slip);
    for (int k = in.d; k < states(in.d); ++k) {
      z_dot[k] = lag_ > 0 ? (before - in.z[k]) * kLags / lag_ : 0;
      before = in.z[k];
    }
  }

  int memory(int d) const override { return past_place(d) + (chained_ ? 0 : kPast); }
  void accept(const FrictionInput& in, double* m) const override {
    StickSlip::accept(in, m);
    if (!chained_) note(in.t, norm(in.slip), m + past_place(in.d));
  }
  void start(const FrictionInput& in, double* z, double* m) const override {
    StickSlip::start(in, z, m);
    put({}, z, in.d);
    for (int k = in.d; k < states(in.d); ++k) z[k] = norm(in.slip);
    double* own = m + StickSlip::memory(in.d);
    own[kSince] = in.t;
    own[kEnd] = own[kStatic] = mu_static();
    if (chained_) return;
    double* past = m + past_place(in.d);
    std::fill(past, past + kPast, 0.0);
    note(in.t, norm(in.slip), past);
  }
  double guard(const FrictionInput& in) const override {
    if (!stuck(in)) return StickSlip::guard(in);
    return (1 + kSlack) * limit(in) - sigma0(in) * norm(tangent(in.z, in.d));
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
      own[kEnd] = std::isfinite(begin_) ? begin_ : stribeck(in);
      own[kSince] = in.t;
      const double needed = norm(in.hold), most = own[kEnd] * in.normal;
      const double carried = in.normal > 0 ? std::min(needed, most) / in.normal : 0;
      put(needed > 0 ? (-carried / (sigma0(in) * needed)) * in.hold : Tangent{}, z, in.d);
      m[0] = 1;
    }
  }

 private:
  static constexpr int kLags = 4;
  static constexpr int kSince = 0, kEnd = 1, kStatic = 2;  ///< in the memory: begin of stick, φ_a, φ_S
  /// The past, after that: how many speeds, which is the last, then times and speeds.
  static constexpr int kSpeeds = 64, kPast = 2 + 2 * kSpeeds;
  static constexpr double kSlack = 1e-9;  ///< a stick begins at its limit: rounding must not end it

  static int past_place(int d) { return 2 + d + 3; }
  /// Entry `back` before the last.
  static int entry(const double* past, int back) {
    return 2 + 2 * ((static_cast<int>(past[1]) - back + kSpeeds) % kSpeeds);
  }
  /// The last one is moved on as long as it is near the one before.
  void note(double t, double speed, double* past) const {
    const auto count = static_cast<int>(past[0]);
    const bool moves = count > 1 && t - past[entry(past, 1)] < lag_ / (kSpeeds - 4);
    if (!moves) {
      past[0] = std::min(count + 1, kSpeeds);
      past[1] = count == 0 ? 0 : (static_cast<int>(past[1]) + 1) % kSpeeds;
    }
    past[entry(past, 0)] = t;
    past[entry(past, 0) + 1] = speed;
  }
  /// |γ_T| at the time t − τ_L.
  double delayed(const FrictionInput& in) const {
    const double* past = in.m + past_place(in.d);
    const double then = in.t - lag_;
    double t = in.t, speed = norm(in.slip);  // the later end of the piece
    for (int back = 0; back < static_cast<int>(past[0]); ++back) {
      const double* at = past + entry(past, back);
      if (at[0] <= then) {
        return t > at[0] ? at[1] + (speed - at[1]) * (then - at[0]) / (t - at[0]) : at[1];
      }
      t = at[0];
      speed = at[1];
    }
    return speed;
  }
  double sigma0(const FrictionInput& in) const { return sigma0_ * coefficients_.per_force(in); }
  /// After the memory of StickSlip.
  static const double* own(const FrictionInput& in) { return in.m + 2 + in.d; }
  double stribeck(const FrictionInput& in) const {
    const double u = lag_ == 0 ? norm(in.slip) : chained_ ? in.z[in.d + kLags - 1] : delayed(in);
    const double x = u / sliding_.velocity();
    return mu() + (own(in)[kStatic] - mu()) / (1 + x * x);
  }
  double limit(const FrictionInput& in) const override {
    const double rested = std::max(in.t - own(in)[kSince], 0.0), end = own(in)[kEnd];
    return end + (mu_static() - end) * rested / (rested + dwell_);
  }

  Coefficients coefficients_;
  Sliding sliding_;
  double sigma0_, lag_;
  bool chained_;
  double begin_, dwell_;
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) { return std::make_unique<Armstrong>(given); }

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_static(given, key, problems);
  if (given.given("static_begin") && given.number("static_begin") > given.number("mu_static")) {
    problems.error(given.where("static_begin"), key + ".static_begin",
                   fmt::format("static friction does not fall at rest: {} is above mu_static, {}",
                               given.number("static_begin"), given.number("mu_static")),
                   "give static_begin <= mu_static, or leave it out");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(armstrong) = {
    {.name = "armstrong",
     .citation = "Marques2015",
     .help = "seven parameters: a spring in stick, lag, static friction that rises at rest",
     .params = kParams},
    make,
    {.states = "z: deflection in stick; u: four lags of the slip's speed",
     .phenomena = with_dwell(kDampedBristles)},
    check};
}  // namespace entry
}  // namespace freeplay

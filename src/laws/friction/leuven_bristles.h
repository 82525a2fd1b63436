// SPDX-License-Identifier: Apache-2.0
// What the two Leuven models share: bristles whose force is a hysteresis F_h(z) with non-local memory.
//   F_T = −F_N (F_h(z) + σ₁ ż + f(γ_T))                                 [Marques2015, eq. (3.56)]
//   F_h(z) = F_b + F_d(z)                                               [Marques2015, eq. (3.58)]
// F_b is the force at the point z_b of the last reversal, F_d the transition curve from there on. The curve
// is left open by the paper. Ours is smooth and bounded:
//   F_d = c y(|ζ|/c) ζ/|ζ|,  ζ = z − z_b,  y(x) = A (1 − e^(−σ₀ x/A)),  A = (1 + `margin`) μ_S
// with c = 1 from the origin and c = 2 after a reversal (Masing's rule): the slope at a reversal is σ₀.
//
// σ₀, σ₁ and F_v may be absolute (coefficients.h); F_b is remembered in N then.
//
// The points of reversal, (z_b, F_b), stand in memory, the newest last. A new one is put down where the
// deflection turns back towards the last one, which along a line is where the slip changes its sign. Where
// |ζ| reaches the distance of the last two points, the loop between them is closed: both are forgotten, and
// the curve of the one before goes on, as if the loop had not been. With one point left the loop closes at
// its mirror image. There is room for 8 points; when there are more, the smallest loop is
// forgotten: as a vibration dies out loops become as small as rounding, and the large ones matter. In the
// plane all of this is with vectors, the same along a line: the bristles turn back where ζ·γ_T < 0, and where
// a loop is closed off its line, F_b is set so that F_h does not jump.
#pragma once

#include <algorithm>
#include <cmath>

#include "laws/friction/bristles.h"

namespace freeplay {

class LeuvenBristles : public Bristles {
 public:
  explicit LeuvenBristles(const Parameters& given)
      : Bristles(given),
        sliding_(given),
        sigma0_(given.number("sigma0")),
        sigma1_(given.number("sigma1")),
        n_(given.number("n")),
        A_((1 + given.number("margin")) * sliding_.mu_static()) {}
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override { return sliding_.at(v, coefficients_.per_force()); }
  Tangent force(const FrictionInput& in) const override {
    const double per = this->per(in);
    return -in.normal * (hysteresis(in) + (per * sigma1_) * rate(in) + per * viscous(sliding_, in.slip));
  }

  /// With F_h in place of σ₀ z; of the modified model exactly.
  double least_taken(const FrictionInput& in) const override {
    const double v = norm(in.slip), k = per(in);
    return freeplay::least_taken(sliding_.dry(v), sliding_.mu_static(), k * sigma1_ * v,
                                 k * sliding_.viscous(v), n_);
  }

  int states(int d) const override { return d; }
  double state_size(int, int) const override { return sliding_.mu() / (sigma0_ * coefficients_.per_force()); }
  void rates(const FrictionInput& in, double* z_dot) const override { put(rate(in), z_dot, in.d); }

  /// Number of points, a mode of the model's own, then the points: z_b and F_b of each. The first is the
  /// origin.
  int memory(int d) const override { return 2 + 2 * d * (kPoints + 1); }
  void start(const FrictionInput& in, double* z, double* m) const override {
    put({}, z, in.d);
    std::fill(m, m + memory(in.d), 0.0);
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override { return std::min(turning(in), closing(in)); }
  void pass(const FrictionInput& in, double*, double* m) const override {
    FrictionInput now = in;
    now.m = m;
    bool first = true;
    for (int i = 0; i < 4 && (first || std::min(turning(now), closing(now)) < 0); ++i) {
      first = false;
      const Tangent held = hysteresis(now);
      // A step ends at its event to rounding, on either side of it: a loop that lacks its last bit is closed.
      if (closing(now) <= std::max(0.0, turning(now))) {
        m[0] -= m[0] >= 2 ? 2 : 1;
        put(Tangent{}, bond(m, in.d), in.d);
        put((1 / per(in)) * (held - hysteresis(now)), bond(m, in.d), in.d);
      } else {
        if (m[0] > 0 && norm(from_base(now)) * sigma0(in) <= kTiny * sliding_.mu()) {
          m[0] -= 1;  // it has hardly turned before: on with the curve it was on
          continue;
        }
        if (m[0] == kPoints) m[0] -= 2;
        m[0] += 1;
        put(tangent(in.z, in.d), place(m, in.d), in.d);
        put((1 / per(in)) * held, bond(m, in.d), in.d);
      }
    }
  }

 protected:
  virtual Tangent rate(const FrictionInput& in) const = 0;
  double stick_velocity() const override { return sliding_.velocity(); }

  double power(double x) const { return n_ == 1 ? x : std::pow(x, n_); }
  double sigma0(const FrictionInput& in) const { return sigma0_ * per(in); }
  Tangent base(const FrictionInput& in) const { return per(in) * tangent(bond(in.m, in.d), in.d); }  // F_b
  /// F_d(z)
  Tangent transition(const FrictionInput& in) const {
    const Tangent way = from_base(in);
    const double size = norm(way), c = in.m[0] > 0 ? 2 : 1;
    return size > 0 ? (-c * A_ * std::expm1(-sigma0(in) * size / (c * A_)) / size) * way : Tangent{};
  }
  Tangent hysteresis(const FrictionInput& in) const { return base(in) + transition(in); }

  Sliding sliding_;
  double sigma0_, sigma1_, n_;

 private:
  static constexpr int kPoints = 8;
  /// Of μ: loops below it are rounding.
  static constexpr double kTiny = 1e-9;
  static int last(const double* m, int d) { return 2 + 2 * d * static_cast<int>(m[0]); }
  static double* place(double* m, int d) { return m + last(m, d); }
  static double* bond(double* m, int d) { return m + last(m, d) + d; }
  static const double* place(const double* m, int d) { return m + last(m, d); }
  static const double* bond(const double* m, int d) { return m + last(m, d) + d; }
  static Tangent from_base(const FrictionInput& in) {
    return tangent(in.z, in.d) - tangent(place(in.m, in.d), in.d);
  }
  /// Negative where slip and deflection both turn back. A deflection alone does while friction falls with the
  /// slip: then it goes back along its own curve.
  double turning(const FrictionInput& in) const {
    const Tangent way = from_base(in);
    return std::max(dot(way, in.slip), dot(way, rate(in))) * sigma0(in) * sigma0(in);
  }
  double closing(const FrictionInput& in) const {
    if (in.m[0] == 0) return kInfinity;
    const double* at = place(in.m, in.d);
    const double across = norm(tangent(at, in.d) - tangent(at - 2 * in.d, in.d));
    return ((in.m[0] > 1 ? 1 : 2) * across - norm(from_base(in))) * sigma0(in);
  }

  double A_;
};

}  // namespace freeplay

#define FREEPLAY_FRICTION_LEUVEN                                                     \
  FREEPLAY_FRICTION_SLIDING(1e-3, 0.1 / kSampleNormal), FREEPLAY_FRICTION_SIGMA0,    \
      {.key = "sigma1",                                                              \
       .symbol = "σ₁",                                                               \
       .unit = "s/m",                                                                \
       .fallback = 0,                                                                \
       .low = 0,                                                                     \
       .help = "damping of the bristles per unit of normal force",                   \
       .sample = 316.22776601683796 / kSampleNormal},                                \
      {.key = "n",                                                                   \
       .symbol = "n",                                                                \
       .fallback = 1,                                                                \
       .low = 0,                                                                     \
       .high = 100,                                                                  \
       .help = "shape: how late the bristles begin to slide",                        \
       .open_low = true},                                                            \
  {                                                                                  \
    .key = "margin", .symbol = "A/μ_S − 1", .fallback = 0.25, .low = 0, .high = 100, \
    .help = "how far beyond mu_static the hysteresis is bounded", .open_low = true   \
  }

// SPDX-License-Identifier: Apache-2.0
// The modified Leuven model whose hysteresis is that of Jenkin elements side by side: springs k_i, each with a slider that
// gives way at W_i, as its authors made it [Marques2015, section 3.3.8].
//   F_h = Σ k_i ζ_i,   ζ̇_i = ż while |ζ_i| < W_i/k_i, held there while ż drives it outwards
// From rest F_h(z) is then a polygon, and Masing's rules hold of themselves: no points of reversal are remembered, however
// many there are. The elements stand for the curve of leuven_bristles.h: its polygon with N corners at equal distances up
// to 5 A/σ₀, stretched so that its last piece ends at A. In the plane a held deflection turns with ż (bristles.h).
#pragma once

#include <array>

#include "base/index.h"
#include "laws/friction/bristles.h"

namespace freeplay {

class LeuvenJenkin final : public Bristles {
 public:
  static constexpr int kMost = 20;

  explicit LeuvenJenkin(const Parameters& given)
      : Bristles(given),
        sliding_(given),
        sigma1_(given.number("sigma1")),
        n_(given.number("n")),
        count_(static_cast<int>(given.number("elements"))) {
    const double A = (1 + given.number("margin")) * sliding_.mu_static(), sigma0 = given.number("sigma0");
    const double spacing = kReach * A / (sigma0 * count_), stretch = -1 / std::expm1(-kReach);
    const auto slope = [&](int piece) {  // of the polygon
      if (piece == count_) return 0.0;
      const double x = sigma0 * spacing / A;
      return stretch * A * (std::exp(-x * piece) - std::exp(-x * (piece + 1))) / spacing;
    };
    for (int i = 0; i < count_; ++i) {
      k_[at(i)] = slope(i) - slope(i + 1);
      way_[at(i)] = spacing * (i + 1);
    }
  }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override { return sliding_.at(v, coefficients_.per_force()); }
  Tangent force(const FrictionInput& in) const override {
    const Tangent bent = hysteresis(in);
    return -in.normal * (bent + (per(in) * sigma1_) * rate(in, bent) + per(in) * viscous(sliding_, in.slip));
  }
  double least_taken(const FrictionInput& in) const override {
    const double v = norm(in.slip), k = per(in);
    return freeplay::least_taken(sliding_.dry(v), sliding_.mu_static(), k * sigma1_ * v,
                                 k * sliding_.viscous(v), n_);
  }

  int states(int d) const override { return count_ * d; }
  double state_size(int, int) const override { return way_[0] / coefficients_.per_force(); }
  void rates(const FrictionInput& in, double* z_dot) const override {
    const Tangent z = rate(in, hysteresis(in));
    for (int i = 0; i < count_; ++i) {
      put(in.m[i] != 0 ? across(z, element(in, i)) : z, z_dot + i * in.d, in.d);
    }
  }

  /// Whether each element is held.
  int memory(int) const override { return count_; }
  void start(const FrictionInput& in, double* z, double* m) const override {
    std::fill(z, z + count_ * in.d, 0.0);
    std::fill(m, m + count_, 0.0);
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const Tangent z = rate(in, hysteresis(in));
    double least = kInfinity;
    for (int i = 0; i < count_; ++i) least = std::min(least, margin(in, z, i));
    return least;
  }
  void pass(const FrictionInput& in, double* states, double* m) const override {
    const Tangent z = rate(in, hysteresis(in));
    const double least = std::max(0.0, guard(in));
    std::array<double, kMost> now{};
    for (int i = 0; i < count_; ++i) now[at(i)] = margin(in, z, i);
    for (int i = 0; i < count_; ++i) {
      if (now[at(i)] > least) continue;
      m[i] = m[i] != 0 ? 0 : 1;
      // at its limit, which absolute coefficients let follow the load
      if (m[i] != 0 || coefficients_.absolute)
        put(with_length(limit(in, i), tangent(states + i * in.d, in.d)), states + i * in.d, in.d);
    }
  }

 private:
  static constexpr double kReach = 5;    ///< of A/σ₀
  static constexpr double kTiny = 1e-9;  ///< of the slip: bristles that go back slower stand still
  static std::size_t at(int i) { return idx(i); }
  double stick_velocity() const override { return sliding_.velocity(); }
  static Tangent element(const FrictionInput& in, int i) { return tangent(in.z + i * in.d, in.d); }
  double limit(const FrictionInput& in, int i) const { return way_[at(i)] / per(in); }
  Tangent hysteresis(const FrictionInput& in) const {
    Tangent sum{};
    for (int i = 0; i < count_; ++i) {
      const Tangent zeta = element(in, i);
      const bool follows = coefficients_.absolute && in.m[i] != 0;
      sum = sum + (per(in) * k_[at(i)]) * (follows ? with_length(limit(in, i), zeta) : zeta);
    }
    return sum;
  }
  /// (3.59)
  Tangent rate(const FrictionInput& in, const Tangent& bent) const {
    const double size = norm(bent), v = norm(in.slip);
    if (!(size > 0)) return in.slip;
    const double x = size / sliding_.dry(v);
    return in.slip - (v * (n_ == 1 ? x : std::pow(x, n_)) / size) * bent;
  }
  double margin(const FrictionInput& in, const Tangent& z, int i) const {
    const Tangent zeta = element(in, i);
    const double most = limit(in, i), outwards = dot(zeta, z) / (most * most);  // only its sign matters
    if (in.m[i] != 0) return outwards + kTiny * norm(in.slip) / most;
    return std::max(1 - norm(zeta) / most, -outwards);
  }

  Sliding sliding_;
  double sigma1_, n_;
  int count_;
  std::array<double, kMost> k_{}, way_{};  ///< k_i and W_i/k_i where per() is 1
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// y between the ends of a step, from y and ẏ at them. On θ = (t − t₀)/h, Δ = y₁ − y₀,
//   cubic:    y(θ) = (1−θ) y₀ + θ y₁ + θ(θ−1) [(1−2θ) Δ + (θ−1) h f₀ + θ h f₁]
//             error h⁴ y⁗/384 at most                              [HairerNorsettWanner1993, II.6.7]
//   quartic:  + c θ²(1−θ)², c from ẏ at one more point of the cubic, where θ(1−θ)(1−2θ) is largest
//             error O(h⁵)
//
// Rates that are not known are evaluated when somebody asks, at most once. Where the right-hand side vetoes a
// point, the polynomial is the best without it. A step made of several parts has a polynomial on each.
#pragma once

#include <span>
#include <vector>

#include "stepping/integrators/integrator.h"

namespace freeplay {

class DenseOutput {
 public:
  enum class Degree { cubic, quartic };
  DenseOutput(Equations& equations, Degree degree);

  /// A step begins.
  void begin(double t, std::span<const double> y);
  /// A part of it ends. ẏ at the beginning and the end of the part, where the integrator has them.
  void extend(double t, std::span<const double> y, const double* rates_before, const double* rates_after);
  /// y(t); t outside of the step is taken to its nearer end. Returns how often it called the right-hand side.
  int interpolate(double t, std::span<double> out);

 private:
  enum class Known { not_yet, yes, never };
  struct Knot {
    double t = 0;
    Known rates = Known::not_yet;
    Known bulge = Known::not_yet;  ///< c of the part that begins here
  };
  /// More parts than this share the last polynomial.
  static constexpr int kParts = 16;

  double* y(int knot) { return y_.data() + static_cast<std::ptrdiff_t>(knot) * n_; }
  double* rates(int knot) { return rates_.data() + static_cast<std::ptrdiff_t>(knot) * n_; }
  double* bulge(int knot) { return bulge_.data() + static_cast<std::ptrdiff_t>(knot) * n_; }
  int find_rates(int knot);
  int find_bulge(int part);
  void cubic(int part, double theta, double* out);

  Equations& equations_;
  Degree degree_;
  int n_ = 0;
  int last_ = 0;  ///< the last knot
  Knot knots_[kParts + 1];
  std::vector<double> y_, rates_, bulge_, at_;
};

}  // namespace freeplay

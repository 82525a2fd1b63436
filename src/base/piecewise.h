// SPDX-License-Identifier: Apache-2.0
// A function of one number through given points: straight lines, cubics that never overshoot, or a spline.
#pragma once

#include <span>

#include "freeplay/recycled.h"

namespace freeplay {

/// What lies between two points.
enum class Joining {
  linear,
  monotone,  ///< cubics with continuous slope that rise and fall only where the points do
  spline,    ///< cubics with continuous curvature, none at the ends; they may overshoot
};

/// The slope at a point between intervals h0 and h1 with slopes d0 and d1, so that cubics do not overshoot:
/// their weighted harmonic mean, 0 where they differ in sign        [FritschButland1984]
double monotone_slope(double h0, double h1, double d0, double d1);

/// On [x_i, x_{i+1}] it is a + b τ + c τ² + d τ³ with τ = x − x_i; outside it goes on in a straight line,
/// or begins again where it has a period.
class Piecewise {
 public:
  /// x must increase, and have two points or more. It is constant outside. `period`, if not 0: x is one period
  /// at most, and closes with the value of the first point if it is shorter; a spline then has three others.
  Piecewise(std::span<const double> x, std::span<const double> y, Joining joining, double period = 0);

  /// The integral of straight lines through the points, 0 at the first.
  static Piecewise integral(std::span<const double> x, std::span<const double> y);

  double value(double x) const;
  double slope(double x) const;
  double curvature(double x) const;

 private:
  Piecewise() = default;
  std::size_t interval(double x) const;
  double within_period(double x) const;
  double width(std::size_t i) const { return x_[i + 1] - x_[i]; }
  double secant(std::size_t i) const { return (a_[i + 1] - a_[i]) / width(i); }
  void make_monotone();
  void fill_between_slopes();
  void make_spline();

  RecycledVector<double> x_, a_, b_, c_, d_;
  double before_ = 0, after_ = 0;  ///< slopes outside
  double period_ = 0;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "base/piecewise.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/spline_slopes.h"

namespace freeplay {
namespace {

/// The slope at an end from the two next intervals: that of the parabola through three points, as far as it
/// does not overshoot.
double end_slope(double h0, double h1, double d0, double d1) {
  const double m = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (m * d0 <= 0) return 0;
  return d0 * d1 <= 0 && std::abs(m) > 3 * std::abs(d0) ? 3 * d0 : m;
}

}  // namespace

double monotone_slope(double h0, double h1, double d0, double d1) {
  if (d0 * d1 <= 0) return 0;
  return 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1);
}

Piecewise::Piecewise(std::span<const double> x, std::span<const double> y, Joining joining, double period)
    : x_(x.begin(), x.end()), a_(y.begin(), y.end()), period_(period) {
  if (period > 0 && x_.back() < x_.front() + period) {
    x_.push_back(x_.front() + period);
    a_.push_back(a_.front());
  }
  const std::size_t n = x_.size();
  b_.assign(n, 0);
  c_.assign(n, 0);
  d_.assign(n, 0);
  if (joining == Joining::linear || n == 2) {
    for (std::size_t i = 0; i + 1 < n; ++i) b_[i] = secant(i);
  } else if (joining == Joining::monotone) {
    make_monotone();
    fill_between_slopes();
  } else if (period > 0) {
    b_ = periodic_slopes(x_, a_);
    fill_between_slopes();
  } else {
    make_spline();
  }
}

Piecewise Piecewise::integral(std::span<const double> x, std::span<const double> y) {
  Piecewise out;
  const std::size_t n = x.size();
  out.x_.assign(x.begin(), x.end());
  out.a_.assign(n, 0);
  out.b_.assign(n, 0);
  out.c_.assign(n, 0);
  out.d_.assign(n, 0);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double dt = out.width(i);
    out.b_[i] = y[i];
    out.c_[i] = 0.5 * (y[i + 1] - y[i]) / dt;
    out.a_[i + 1] = out.a_[i] + (out.b_[i] + out.c_[i] * dt) * dt;
  }
  out.before_ = y.front();
  out.after_ = y.back();
  return out;
}

double Piecewise::within_period(double x) const {
  return period_ > 0 ? x - period_ * std::floor((x - x_.front()) / period_) : x;
}

std::size_t Piecewise::interval(double x) const {
  const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  return idx(after - x_.begin()) - 1;
}

double Piecewise::value(double at) const {
  const double x = within_period(at);
  if (x <= x_.front()) return a_.front() + before_ * (x - x_.front());
  if (x >= x_.back()) return a_.back() + after_ * (x - x_.back());
  const std::size_t i = interval(x);
  const double tau = x - x_[i];
  return a_[i] + (b_[i] + (c_[i] + d_[i] * tau) * tau) * tau;
}

double Piecewise::slope(double at) const {
  const double x = within_period(at);
  if (x < x_.front()) return before_;
  if (x >= x_.back()) return after_;
  const std::size_t i = interval(x);
  const double tau = x - x_[i];
  return b_[i] + (2 * c_[i] + 3 * d_[i] * tau) * tau;
}

double Piecewise::curvature(double at) const {
  const double x = within_period(at);
  if (x < x_.front() || x >= x_.back()) return 0;
  const std::size_t i = interval(x);
  return 2 * c_[i] + 6 * d_[i] * (x - x_[i]);
}

/// Slopes at the points.
void Piecewise::make_monotone() {
  const std::size_t n = x_.size();
  for (std::size_t i = 1; i + 1 < n; ++i)
    b_[i] = monotone_slope(width(i - 1), width(i), secant(i - 1), secant(i));
  if (period_ > 0) {
    b_[0] = b_[n - 1] = monotone_slope(width(n - 2), width(0), secant(n - 2), secant(0));
  } else {
    b_[0] = end_slope(width(0), width(1), secant(0), secant(1));
    b_[n - 1] = end_slope(width(n - 2), width(n - 3), secant(n - 2), secant(n - 3));
  }
}

/// The cubics that have the slopes b at the points.
void Piecewise::fill_between_slopes() {
  for (std::size_t i = 0; i + 1 < x_.size(); ++i) {
    const double h = width(i), d = secant(i);
    c_[i] = (3 * d - 2 * b_[i] - b_[i + 1]) / h;
    d_[i] = (b_[i] + b_[i + 1] - 2 * d) / (h * h);
  }
}

/// Natural cubic spline: second derivatives 2 c_i from a tridiagonal system, c_0 = c_{n−1} = 0.
void Piecewise::make_spline() {
  const std::size_t n = x_.size();
  RecycledVector<double> diagonal(n, 1), upper(n, 0), rhs(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = width(i - 1), right = width(i);
    const double bend = (a_[i + 1] - a_[i]) / right - (a_[i] - a_[i - 1]) / left;
    // eliminate the entry below the diagonal as we go (Thomas)
    const double factor = i == 1 ? 0 : left / diagonal[i - 1];
    diagonal[i] = 2 * (left + right) - factor * upper[i - 1];
    upper[i] = right;
    rhs[i] = 3 * bend - factor * rhs[i - 1];
  }
  for (std::size_t i = n - 1; i-- > 1;) c_[i] = (rhs[i] - upper[i] * c_[i + 1]) / diagonal[i];
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double dt = width(i);
    b_[i] = (a_[i + 1] - a_[i]) / dt - dt * (2 * c_[i] + c_[i + 1]) / 3;
    d_[i] = (c_[i + 1] - c_[i]) / (3 * dt);
  }
}

}  // namespace freeplay

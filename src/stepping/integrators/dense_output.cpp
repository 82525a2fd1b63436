// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/dense_output.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

// (3 − √3)/6: θ(1−θ)(1−2θ) has its maximum here.
constexpr double kThird = 0.21132486540518712;

bool all_finite(const double* values, int n) {
  return std::all_of(values, values + n, [](double value) { return std::isfinite(value); });
}

}  // namespace

DenseOutput::DenseOutput(Equations& equations, Degree degree)
    : equations_(equations), degree_(degree), n_(equations.size()) {
  const std::size_t n = idx(n_), all = n * (kParts + 1);
  y_.resize(all);
  rates_.resize(all);
  if (degree == Degree::quartic) bulge_.resize(all);
  at_.resize(n);
}

void DenseOutput::begin(double t, std::span<const double> y0) {
  last_ = 0;
  knots_[0] = {t, Known::not_yet, Known::not_yet};
  std::copy(y0.begin(), y0.end(), y(0));
}

void DenseOutput::extend(double t, std::span<const double> y1, const double* rates_before,
                         const double* rates_after) {
  if (rates_before && knots_[last_].rates != Known::yes) {
    std::copy(rates_before, rates_before + n_, rates(last_));
    knots_[last_].rates = Known::yes;
  }
  if (last_ < kParts) ++last_;  // else the last part grows
  knots_[last_ - 1].bulge = Known::not_yet;
  knots_[last_] = {t, rates_after ? Known::yes : Known::not_yet, Known::not_yet};
  std::copy(y1.begin(), y1.end(), y(last_));
  if (rates_after) std::copy(rates_after, rates_after + n_, rates(last_));
}

int DenseOutput::find_rates(int knot) {
  if (knots_[knot].rates != Known::not_yet) return 0;
  const bool ok = equations_.rates(knots_[knot].t, y(knot), rates(knot)) == RightSide::ok;
  knots_[knot].rates = ok && all_finite(rates(knot), n_) ? Known::yes : Known::never;
  return 1;
}

void DenseOutput::cubic(int part, double theta, double* out) {
  const double h = knots_[part + 1].t - knots_[part].t;
  const double *y0 = y(part), *y1 = y(part + 1), *f0 = rates(part), *f1 = rates(part + 1);
  const bool has_f0 = knots_[part].rates == Known::yes, has_f1 = knots_[part + 1].rates == Known::yes;
  for (int i = 0; i < n_; ++i) {
    const double delta = y1[i] - y0[i];
    // Without a rate: the parabola; without both: the line.
    double hf0 = has_f0 ? h * f0[i] : delta, hf1 = has_f1 ? h * f1[i] : delta;
    if (has_f0 && !has_f1) hf1 = 2 * delta - hf0;
    if (has_f1 && !has_f0) hf0 = 2 * delta - hf1;
    const double inner = (1 - 2 * theta) * delta + (theta - 1) * hf0 + theta * hf1;
    out[i] = (1 - theta) * y0[i] + theta * y1[i] + theta * (theta - 1) * inner;
  }
}

int DenseOutput::find_bulge(int part) {
  if (knots_[part].bulge != Known::not_yet) return 0;
  knots_[part].bulge = Known::never;
  if (knots_[part].rates != Known::yes || knots_[part + 1].rates != Known::yes) return 0;
  const double h = knots_[part + 1].t - knots_[part].t, theta = kThird;
  cubic(part, theta, at_.data());
  double* c = bulge(part);
  if (equations_.rates(knots_[part].t + theta * h, at_.data(), c) != RightSide::ok) return 1;
  if (!all_finite(c, n_)) return 1;
  const double *y0 = y(part), *y1 = y(part + 1), *f0 = rates(part), *f1 = rates(part + 1);
  const double slope = 2 * theta * (1 - theta) * (1 - 2 * theta);  // of θ²(1−θ)²
  for (int i = 0; i < n_; ++i) {
    const double delta = y1[i] - y0[i], hf0 = h * f0[i], hf1 = h * f1[i];
    const double inner = (1 - 2 * theta) * delta + (theta - 1) * hf0 + theta * hf1;
    const double cubic_slope =
        delta + (2 * theta - 1) * inner + theta * (theta - 1) * (hf0 + hf1 - 2 * delta);
    c[i] = (h * c[i] - cubic_slope) / slope;
  }
  knots_[part].bulge = Known::yes;
  return 1;
}

int DenseOutput::interpolate(double t, std::span<double> out) {
  if (last_ == 0 || t <= knots_[0].t) {
    std::copy(y(0), y(0) + n_, out.begin());
    return 0;
  }
  int part = 0;
  while (part < last_ - 1 && t > knots_[part + 1].t) ++part;
  if (t >= knots_[part + 1].t) {
    std::copy(y(part + 1), y(part + 1) + n_, out.begin());
    return 0;
  }
  int evaluations = find_rates(part) + find_rates(part + 1);
  if (degree_ == Degree::quartic) evaluations += find_bulge(part);
  const double theta = (t - knots_[part].t) / (knots_[part + 1].t - knots_[part].t);
  cubic(part, theta, out.data());
  if (knots_[part].bulge == Known::yes) {
    const double shape = theta * theta * (1 - theta) * (1 - theta);
    for (int i = 0; i < n_; ++i) out[idx(i)] += shape * bulge(part)[i];
  }
  return evaluations;
}

}  // namespace freeplay

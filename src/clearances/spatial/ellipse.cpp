// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/ellipse.h"

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

constexpr double kLastStep = 1e-10;  // relative: what remains after it is its square
constexpr int kMostSteps = 100;      // never met: five or six are usual

/// p_1 and r p_2, in units of the major semi-axis.
struct Offset {
  double p_1, p_2;
};
Offset offset(const Ellipse& ellipse) {
  return {dot(ellipse.centre, ellipse.major) / ellipse.size,
          ellipse.ratio * dot(ellipse.centre, ellipse.minor) / ellipse.size};
}

Vec2 normalised(double z_1, double z_2) {
  const double k = 1 / std::sqrt(z_1 * z_1 + z_2 * z_2);
  return {k * z_1, k * z_2};
}

/// A bound below the root that is within a small factor of it even where the two terms compete (p_1 → 0,
/// |r p_2| → f, where ν goes as p_1^⅔): from 1 − A² ≤ 2 (ν + f − a)/f with A = a/(ν + f) < 1.
double cusp_bound(double b, double a, double f) {
  if (f <= 0) return 0;
  const double third = std::cbrt(b), cubic = third * third * std::cbrt(f / 4);
  return a >= f ? cubic : std::min(cubic, 0.5 * b * std::sqrt(f / (f - a)));
}

}  // namespace

Vec2 farthest(const Ellipse& ellipse) {
  const auto [p_1, p_2] = offset(ellipse);
  const double f = ellipse.flatness, b = std::abs(p_1), a = std::abs(p_2);
  if (b == 0) {
    if (a >= f) return {0, p_2 < 0 ? -1.0 : 1.0};
    const double z_2 = p_2 / f;
    return {std::sqrt((1 - z_2) * (1 + z_2)), z_2};
  }
  const double reach = std::sqrt(a * a + b * b);
  double nu = std::max(b, reach - f);
  if (f > 0.25 * reach) nu = std::max(nu, cusp_bound(b, a, f));
  for (int i = 0; i < kMostSteps; ++i) {
    const double one = 1 / nu, two = 1 / (nu + f), B = b * one, A = a * two;
    const double AA = A * A, BB = B * B, phi = AA + BB;
    const double excess = phi - 1;
    if (excess <= 0) break;
    const double step = phi * excess / ((std::sqrt(phi) + 1) * (AA * two + BB * one));
    nu += step;
    if (step <= kLastStep * nu) break;
  }
  return normalised(p_1 / nu, p_2 / (nu + f));
}

std::optional<Vec2> second_farthest(const Ellipse& ellipse) {
  const auto [p_1, p_2] = offset(ellipse);
  const double f = ellipse.flatness, b = std::abs(p_1), a = std::abs(p_2);
  if (a + b >= f) return std::nullopt;  // outside of the evolute, without its powers
  if (b == 0) {
    const double z_2 = p_2 / f;
    return Vec2{-std::sqrt((1 - z_2) * (1 + z_2)), z_2};
  }
  const auto squared_root = [](double x) { return std::cbrt(x) * std::cbrt(x); };
  if (squared_root(a) + squared_root(b) >= squared_root(f)) return std::nullopt;
  double t = b;  // −ν, below the root: φ ≥ 1 and falling
  for (int i = 0; i < kMostSteps; ++i) {
    const double A = a / (f - t), B = b / t;
    const double excess = A * A + B * B - 1, fall = 2 * (B * B / t - A * A / (f - t));
    if (excess <= 0 || fall <= 0) break;
    const double step = excess / fall;
    if (t + step >= f) break;
    t += step;
    if (step <= kLastStep * t) break;
  }
  return normalised(-p_1 / t, p_2 / (f - t));
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "studies/recurrence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "studies/study_numbers.h"

namespace freeplay {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Correlation of the mean square displacement with the time, of returns that turn about by c each.
double growth_with(std::span<const double> returns, double c, double mean) {
  const std::size_t n = returns.size(), steps = n / 10;
  std::vector<double> p(n + 1, 0), q(n + 1, 0), times, displacements;
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = static_cast<double>(k + 1) * c;
    p[k + 1] = p[k] + returns[k] * std::cos(angle);
    q[k + 1] = q[k] + returns[k] * std::sin(angle);
  }
  for (std::size_t step = 1; step <= steps; ++step) {
    double sum = 0;
    for (std::size_t k = 1; k + steps <= n; ++k) {
      const double dp = p[k + step] - p[k], dq = q[k + step] - q[k];
      sum += dp * dp + dq * dq;
    }
    // the part that oscillates without growing [GottwaldMelbourne2009, eq. (3.3)]
    const double swings = mean * mean * (1 - std::cos(static_cast<double>(step) * c)) / (1 - std::cos(c));
    times.push_back(static_cast<double>(step));
    displacements.push_back(sum / static_cast<double>(n - steps) - swings);
  }
  return correlation(times, displacements);
}

}  // namespace

double period_of(std::span<const double> returns, double tolerance) {
  constexpr std::size_t kLongest = 64;
  const std::span<const double> half = returns.subspan(returns.size() / 2);
  double largest = 0;
  for (const double value : half) largest = std::max(largest, std::abs(value));
  for (std::size_t period = 1; period <= std::min(kLongest, returns.size() / 4); ++period) {
    bool repeats = true;
    for (std::size_t k = 0; repeats && k + period < half.size(); ++k)
      repeats = std::abs(half[k + period] - half[k]) <= tolerance * largest;
    if (repeats) return static_cast<double>(period);
  }
  return kNothing;
}

double chaos_of(std::span<const double> returns) {
  constexpr std::size_t kLeast = 50, kMost = 2000, kAngles = 100;
  constexpr double kSame =
      1e-6;  // of the largest: returns that differ by less are those of a motion with one period
  if (returns.size() < kLeast) return kNothing;
  if (returns.size() > kMost) returns = returns.last(kMost);
  double mean = 0;
  for (const double value : returns) mean += value / static_cast<double>(returns.size());
  const auto [least, most] = std::minmax_element(returns.begin(), returns.end());
  if (*most - *least <= kSame * std::max(std::abs(*least), std::abs(*most))) return 0;
  std::vector<double> found;
  for (std::size_t i = 0; i < kAngles; ++i) {
    // from π/5 to 4π/5, at no simple fractions of a turn, with which a periodic motion would resonate
    const double share = std::fmod((static_cast<double>(i) + 0.5) * std::numbers::phi, 1.0);
    found.push_back(growth_with(returns, std::numbers::pi * (0.2 + 0.6 * share), mean));
  }
  std::sort(found.begin(), found.end());
  return 0.5 * (found[kAngles / 2 - 1] + found[kAngles / 2]);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "studies/sobol_indices.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/index.h"
#include "studies/random.h"
#include "studies/sobol_sequence.h"

namespace freeplay {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

bool is_whole(std::span<const double> block) {
  return std::all_of(block.begin(), block.end(), [](double value) { return std::isfinite(value); });
}

/// Means of two lists, and what the ratio of the means is worth: each point moves it by (top − ratio·below)/mean of below.
struct Ratio {
  double top = 0, below = 0;  ///< sums
  double tops = 0, belows = 0, both = 0;
  double count = 0;

  void add(double a, double b) {
    top += a;
    below += b;
    tops += a * a;
    belows += b * b;
    both += a * b;
    ++count;
  }
  double value() const { return top / below; }
  double half_interval() const {
    constexpr double kNormal95 = 1.959964;
    const double r = value();
    const double squares = tops - 2 * r * both + r * r * belows;  // of top − r·below, whose mean is 0
    return kNormal95 * std::sqrt(std::max(squares, 0.0)) / below;
  }
};

}  // namespace

double sobol_indices_share(std::uint64_t seed, std::uint64_t row, std::uint32_t variable,
                           std::uint32_t count) {
  const std::uint64_t point = row / (count + 2), part = row % (count + 2);
  const bool of_b = part == 1 || part == variable + 2;
  const std::uint32_t dimension = of_b ? count + variable : variable;
  const std::uint32_t shift = random_bits(seed, 0, dimension, Draw::shift);
  const std::uint32_t bits = sobol_bits(static_cast<std::uint32_t>(point), to_int(dimension)) ^ shift;
  return (static_cast<double>(bits) + 0.5) * 0x1p-32;
}

std::vector<SobolIndices> sobol_indices(std::size_t variables, std::span<const double> measure) {
  const std::size_t length = variables + 2, points = measure.size() / length;
  double sum = 0;
  long long count = 0;
  for (std::size_t point = 0; point < points; ++point) {
    const std::span<const double> runs = measure.subspan(point * length, length);
    if (!is_whole(runs)) continue;
    sum += runs[0] + runs[1];
    ++count;
  }
  if (count < 2) return std::vector<SobolIndices>(variables, {count, kNothing, kNothing, kNothing, kNothing});
  const double mean = sum / (2 * static_cast<double>(count));
  std::vector<Ratio> first(variables), total(variables);
  for (std::size_t point = 0; point < points; ++point) {
    const std::span<const double> runs = measure.subspan(point * length, length);
    if (!is_whole(runs)) continue;
    const double a = runs[0] - mean, b = runs[1] - mean;
    const double variance = 0.5 * (a * a + b * b);
    for (std::size_t i = 0; i < variables; ++i) {
      const double mixed = runs[i + 2] - mean;
      first[i].add(b * (mixed - a), variance);
      total[i].add(0.5 * (a - mixed) * (a - mixed), variance);
    }
  }
  std::vector<SobolIndices> all;
  for (std::size_t i = 0; i < variables; ++i)
    all.push_back(
        {count, first[i].value(), first[i].half_interval(), total[i].value(), total[i].half_interval()});
  return all;
}

}  // namespace freeplay

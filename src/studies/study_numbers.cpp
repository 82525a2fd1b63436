// SPDX-License-Identifier: Apache-2.0
#include "studies/study_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace freeplay {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double percentile_of_sorted(std::span<const double> sorted, double percent) {
  if (sorted.empty()) return kNothing;
  const double place = percent / 100 * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

RankInterval percentile_ranks(long long runs, double percent, double confidence) {
  const double p = percent / 100, tail = 0.5 * (1 - confidence);
  const auto n = static_cast<double>(runs);
  if (runs < 1 || !(p > 0 && p < 1)) return {0, runs + 1};
  // of k, the number of runs below the wanted value: how likely it is, and how likely at most so many are
  double log_chance = n * std::log1p(-p), at_most = std::exp(log_chance);
  RankInterval ranks{0, runs + 1};
  for (long long k = 0;; ++k) {
    if (at_most <= tail) ranks.low = k + 1;
    if (at_most >= 1 - tail) {
      ranks.high = k + 1;
      break;
    }
    if (k == runs) break;
    const auto done = static_cast<double>(k);
    log_chance += std::log((n - done) / (done + 1)) + std::log(p) - std::log1p(-p);
    at_most += std::exp(log_chance);
  }
  if (ranks.high > runs) ranks.high = runs + 1;
  return ranks;
}

double correlation(std::span<const double> a, std::span<const double> b) {
  if (a.size() < 3) return kNothing;
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : kNothing;
}

}  // namespace freeplay

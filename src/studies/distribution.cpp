// SPDX-License-Identifier: Apache-2.0
#include "studies/distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

namespace freeplay {
namespace {

constexpr Param kUniform[] = {{.key = "low", .unit = "@", .help = "smallest value"},
                              {.key = "high", .unit = "@", .help = "largest value"}};
constexpr Param kNormal[] = {{.key = "mean", .unit = "@", .help = "mean, before it is cut off"},
                             {.key = "deviation",
                              .unit = "@",
                              .low = 0,
                              .help = "standard deviation, before it is cut off",
                              .open_low = true},
                             {.key = "low", .unit = "@", .help = "cut off below", .optional = true},
                             {.key = "high", .unit = "@", .help = "cut off above", .optional = true}};
constexpr Param kLogNormal[] = {
    {.key = "median", .unit = "@", .help = "half of all values are below it"},
    {.key = "deviation", .low = 0, .help = "standard deviation of the natural logarithm", .open_low = true}};
constexpr Param kTriangular[] = {{.key = "low", .unit = "@", .help = "smallest value"},
                                 {.key = "mode", .unit = "@", .help = "most frequent value"},
                                 {.key = "high", .unit = "@", .help = "largest value"}};
constexpr EntryInfo kLaws[] = {
    {"uniform", "", "all values between two are equally likely", kUniform},
    {"log_uniform", "", "all ratios are equally likely: the logarithm is uniform", kUniform},
    {"normal", "", "Gauss' bell, cut off where that is asked for", kNormal},
    {"log_normal", "", "the logarithm is normal", kLogNormal},
    {"triangular", "", "rises from low to mode, falls from there to high", kTriangular}};
constexpr Distribution::Law kWhich[] = {Distribution::Law::uniform, Distribution::Law::log_uniform,
                                        Distribution::Law::normal, Distribution::Law::log_normal,
                                        Distribution::Law::triangular};

double lerp(double low, double high, double p) { return low + p * (high - low); }

/// For p ≤ 1/2: from a rational guess [AbramowitzStegun1964, 26.2.23] by Halley's method.
double lower_normal_quantile(double p) {
  constexpr int kIterations = 4;  // each triples the number of right digits, three at first
  const double t = std::sqrt(-2 * std::log(p));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < kIterations; ++i) {
    const double step = (normal_share(x) - p) * std::sqrt(2 * std::numbers::pi) * std::exp(0.5 * x * x);
    x -= step / (1 + 0.5 * x * step);
  }
  return x;
}

double cut_normal_quantile(const Distribution& d, double p) {
  double low = (d.low - d.mean) / d.deviation, high = (d.high - d.mean) / d.deviation;
  // in the lower tail shares are small numbers with all their digits; in the upper one they are next to 1
  const bool upper = low > 0;
  if (upper) {
    std::swap(low, high);
    low = -low;
    high = -high;
    p = 1 - p;
  }
  const double below = normal_share(low), share = lerp(below, normal_share(high), p);
  const double x = std::clamp(normal_quantile(share), low, high);
  return std::clamp(d.mean + d.deviation * (upper ? -x : x), d.low, d.high);
}

double triangular_quantile(const Distribution& d, double p) {
  const double width = d.high - d.low, rise = d.mode - d.low, fall = d.high - d.mode;
  return p * width < rise ? d.low + std::sqrt(p * width * rise) : d.high - std::sqrt((1 - p) * width * fall);
}

}  // namespace

const RegistryInfo& distributions() {
  static const RegistryInfo all = [] {
    RegistryInfo info{"distribution", "distributions", {}};
    for (const EntryInfo& law : kLaws) info.entries.push_back(&law);
    return info;
  }();
  return all;
}

Distribution make_distribution(const Choice& choice, const std::string& key, Diagnostics& problems) {
  Distribution made;
  for (std::size_t i = 0; i < std::size(kLaws); ++i) {
    if (choice.name == kLaws[i].name) made.law = kWhich[i];
  }
  const auto take = [&choice](const char* word, double& to) {
    if (const auto found = choice.values.find(word); found != choice.values.end())
      to = std::get<double>(found->second.data);
  };
  take("low", made.low);
  take("high", made.high);
  take("mean", made.mean);
  take("median", made.mean);
  take("deviation", made.deviation);
  take("mode", made.mode);
  if (!(made.low < made.high))
    problems.error(choice.where, key, "its low end is not below its high end", "exchange `low` and `high`");
  if (made.law == Distribution::Law::log_uniform && !(made.low > 0))
    problems.error(choice.where, key, "ratios need values above 0", "give a positive `low`");
  if (made.law == Distribution::Law::log_normal && !(made.mean > 0))
    problems.error(choice.where, key, "a logarithm needs a median above 0");
  if (made.law == Distribution::Law::triangular && !(made.low <= made.mode && made.mode <= made.high))
    problems.error(choice.where, key, "its mode is not between low and high");
  if (made.law == Distribution::Law::normal && made.low < made.high) {
    constexpr double kFarOut = 8;  // deviations: less than 1e-15 of all values
    if ((made.low - made.mean) / made.deviation > kFarOut ||
        (made.mean - made.high) / made.deviation > kFarOut)
      problems.error(choice.where, key, "it is cut off where it has hardly any values",
                     "`low` and `high` lie more than 8 deviations away from the mean");
  }
  return made;
}

double normal_share(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double normal_quantile(double p) {
  return p <= 0.5 ? lower_normal_quantile(p) : -lower_normal_quantile(1 - p);
}

double quantile(const Distribution& d, double p) {
  switch (d.law) {
    case Distribution::Law::uniform: return lerp(d.low, d.high, p);
    case Distribution::Law::log_uniform: return std::exp(lerp(std::log(d.low), std::log(d.high), p));
    case Distribution::Law::normal: return cut_normal_quantile(d, p);
    case Distribution::Law::log_normal: return d.mean * std::exp(d.deviation * normal_quantile(p));
    case Distribution::Law::triangular: return triangular_quantile(d, p);
  }
  return d.mean;
}

}  // namespace freeplay

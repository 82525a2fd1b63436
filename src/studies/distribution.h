// SPDX-License-Identifier: Apache-2.0
// Distributions of what varies in a study, by their quantiles: a number of (0, 1), from wherever a plan takes it,
// becomes a value.
#pragma once

#include <limits>

#include "freeplay/model.h"
#include "freeplay/registry.h"

namespace freeplay {

struct Distribution {
  enum class Law { uniform, log_uniform, normal, log_normal, triangular };
  Law law = Law::uniform;
  /// Values lie between them. A normal distribution is cut off there, and what remains is scaled to 1.
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double mean = 0, deviation = 1;  ///< normal; log-normal: median, and deviation of the logarithm
  double mode = 0;                 ///< triangular: where its peak is
};

/// What a study file may write for one: { law = "normal", mean = …, deviation = … }.
const RegistryInfo& distributions();

/// Of a choice that was read by distributions(); what is wrong with its numbers goes to `problems`.
Distribution make_distribution(const Choice& choice, const std::string& key, Diagnostics& problems);

/// The value below which the share p of all values lies, 0 < p < 1.
double quantile(const Distribution& distribution, double p);

/// Of the standard normal distribution.
double normal_share(double x);
double normal_quantile(double p);

}  // namespace freeplay

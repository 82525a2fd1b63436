// SPDX-License-Identifier: Apache-2.0
// Morris' screening [Morris1991]: which of many variables matter at all, from few runs. Each trajectory begins somewhere
// and changes one variable after the other, by half of its values; what the measure does is the variable's elementary
// effect there, taken as if it went through all of its values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace freeplay {

/// Where in (0, 1) a variable is in a row of the plan: `count` variables, values in `levels` classes (an even number).
double morris_share(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, std::uint32_t count,
                    std::uint32_t levels);

struct ElementaryEffects {
  long long count = 0;
  double mean_size = 0;  ///< μ*: mean of their sizes
  double error = 0;      ///< standard error of that
  double mean = 0;       ///< μ: positive, where the measure rises with the variable
  double deviation = 0;  ///< σ: large, where the effect depends on other variables, or on where it begins
};

/// Of each variable on the measure, from complete rows of the plan.
std::vector<ElementaryEffects> elementary_effects(const std::vector<std::vector<double>>& inputs,
                                                  std::span<const double> measure);

}  // namespace freeplay

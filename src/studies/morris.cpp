// SPDX-License-Identifier: Apache-2.0
#include "studies/morris.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "studies/random.h"

namespace freeplay {
namespace {

constexpr double kStep = 0.5;  // of the share: from the lower half of the classes to the upper one, or back

ElementaryEffects statistics_of(const std::vector<double>& effects) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  ElementaryEffects of;
  of.count = static_cast<long long>(effects.size());
  const auto n = static_cast<double>(effects.size());
  if (effects.empty()) return {0, kNothing, kNothing, kNothing, kNothing};
  for (const double effect : effects) {
    of.mean += effect / n;
    of.mean_size += std::abs(effect) / n;
  }
  double squares = 0, sizes = 0;
  for (const double effect : effects) {
    squares += (effect - of.mean) * (effect - of.mean);
    sizes += (std::abs(effect) - of.mean_size) * (std::abs(effect) - of.mean_size);
  }
  of.deviation = effects.size() > 1 ? std::sqrt(squares / (n - 1)) : kNothing;
  of.error = effects.size() > 1 ? std::sqrt(sizes / (n - 1) / n) : kNothing;
  return of;
}

}  // namespace

double morris_share(std::uint64_t seed, std::uint64_t row, std::uint32_t variable, std::uint32_t count,
                    std::uint32_t levels) {
  const std::uint64_t trajectory = row / (count + 1), step = row % (count + 1);
  const std::uint32_t half = levels / 2;
  std::uint32_t level = random_bits(seed, trajectory, variable, Draw::sample) % levels;
  const bool changed = random_place(variable, count, seed, static_cast<std::uint32_t>(trajectory)) < step;
  if (changed) level = level < half ? level + half : level - half;
  return (static_cast<double>(level) + 0.5) / static_cast<double>(levels);
}

std::vector<ElementaryEffects> elementary_effects(const std::vector<std::vector<double>>& inputs,
                                                  std::span<const double> measure) {
  const std::size_t length = inputs.size() + 1;
  std::vector<std::vector<double>> effects(inputs.size());
  for (std::size_t row = 1; row < measure.size(); ++row) {
    if (row % length == 0) continue;  // a trajectory begins
    const double change = measure[row] - measure[row - 1];
    if (!std::isfinite(change)) continue;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const double moved = inputs[i][row] - inputs[i][row - 1];
      if (moved != 0) effects[i].push_back(change / std::copysign(kStep, moved));
    }
  }
  std::vector<ElementaryEffects> all;
  for (const std::vector<double>& of : effects) all.push_back(statistics_of(of));
  return all;
}

}  // namespace freeplay

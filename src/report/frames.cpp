// SPDX-License-Identifier: Apache-2.0
#include "report/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/index.h"

namespace freeplay {
namespace {

/// So many of them, evenly by time; first and last among them.
std::vector<std::size_t> evenly(const std::vector<double>& times, const std::vector<std::size_t>& all,
                                double first, double step, std::size_t count) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < count; ++k) {
    const double t = first + static_cast<double>(k) * step;
    auto at = std::lower_bound(all.begin(), all.end(), t,
                               [&](std::size_t sample, double time) { return times[sample] < time; });
    if (at == all.end()) --at;
    if (at != all.begin() && t - times[*(at - 1)] < times[*at] - t) --at;
    if (chosen.empty() || *at > chosen.back()) chosen.push_back(*at);
  }
  return chosen;
}

}  // namespace

std::vector<std::size_t> choose_frames(const Result& result, const FrameChoice& choice, std::size_t most) {
  const std::vector<double> times = result.values("/time");
  if (times.empty()) throw std::runtime_error("the result has no samples: there is nothing to show");
  if (choice.every && choice.frames)
    throw std::runtime_error("--every and --frames both say how many frames there are: give one of them");
  if (choice.frames && *choice.frames < 1)
    throw std::runtime_error(fmt::format("--frames must be at least 1; found {}", *choice.frames));
  if (choice.every && !(*choice.every > 0))
    throw std::runtime_error("--every must be longer than zero, such as 1ms");
  const double from = choice.from.value_or(times.front()), to = choice.to.value_or(times.back());
  if (choice.from && choice.to && from > to)
    throw std::runtime_error(fmt::format("--from {:g} s is after --to {:g} s", from, to));
  const double slack = 1e-9 * std::max(std::abs(from), std::abs(to));  // of times given in decimals
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || times[i] < from - slack || times[i] > to + slack) continue;
    // a file holds times as 32-bit numbers: frames that would share one are left out
    if (!all.empty() && !(static_cast<float>(times[i]) > static_cast<float>(times[all.back()]))) continue;
    all.push_back(i);
  }
  if (all.empty()) {
    throw std::runtime_error(
        fmt::format("no samples from {:g} s to {:g} s: the record is from {:g} s to {:g} s", from, to,
                    times.front(), times.back()));
  }
  const double first = times[all.front()], length = times[all.back()] - first;
  if (choice.every) {
    const double count = std::floor(length / *choice.every + 1e-9) + 1;
    if (count >= static_cast<double>(all.size())) return all;
    return evenly(times, all, first, *choice.every, static_cast<std::size_t>(count));
  }
  const std::size_t count = choice.frames ? idx(*choice.frames) : most;
  if (count >= all.size()) return all;
  if (count == 1) return {all.front()};
  return evenly(times, all, first, length / static_cast<double>(count - 1), count);
}

}  // namespace freeplay

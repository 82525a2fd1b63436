// SPDX-License-Identifier: Apache-2.0
// Which samples of a record become frames of an animation that is written for another program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

struct FrameChoice {
  std::optional<double> from, to;   ///< [s]; the whole record by default
  std::optional<double> every;      ///< [s] between frames; the nearest sample to each
  std::optional<long long> frames;  ///< so many, evenly
};

/// Indices of samples, their times strictly increasing. Throws std::runtime_error when the choice leaves
/// nothing or contradicts itself. `most` holds when neither `every` nor `frames` is given.
std::vector<std::size_t> choose_frames(const Result& result, const FrameChoice& choice, std::size_t most);

}  // namespace freeplay

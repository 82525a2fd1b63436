// SPDX-License-Identifier: Apache-2.0
// The lists that a [[repeat]] goes over: over = { side = ["left", "right"], x = ["-5 mm", "5 mm"] }.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/frames.h"
#include "model/reader.h"

namespace freeplay {

/// What a name stands for in each turn.
struct OverList {
  std::string name;
  std::vector<Local> values;
};

/// The columns of the table `key`, of the same length; none without the key, nothing after reporting what is wrong.
std::optional<std::vector<OverList>> read_over(Block& block, const char* key);

}  // namespace freeplay

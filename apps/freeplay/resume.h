// SPDX-License-Identifier: Apache-2.0
// Going on with a run from its result file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/freeplay/running.h"
#include "freeplay/record.h"

namespace freeplay {

struct Resumed {
  Loaded loaded;                         ///< of the model in the result, with its later end
  std::vector<std::string> assignments;  ///< those of the run so far, and the new ones
  std::optional<Checkpoint> checkpoint;  ///< none: it was killed before its first sample
  double wall_seconds = 0;               ///< of the run so far, where it is known
  bool complete = false;                 ///< nothing is left to do
};

/// Reads the result and decides whether its run can be gone on with. `assignments` may change run.end, to a
/// later one, and run.limits. Prints what is wrong; returns an exit code.
int load_resumed(const std::string& result, const std::vector<std::string>& assignments,
                 const CommonOptions& common, Resumed& resumed);

}  // namespace freeplay

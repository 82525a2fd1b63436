// SPDX-License-Identifier: Apache-2.0
// Degrees of freedom, counted from the rank of D at a position and put into words.
#pragma once

#include <string>
#include <vector>

#include "freeplay/system.h"
#include "system/undetermined.h"

namespace freeplay {

/// A motion that joints and drivers leave free, named after the coordinate that may be taken to measure it.
struct FreeMotion {
  int velocity = 0;         ///< index of that coordinate's velocity
  std::string coordinate;   ///< "crank.angle"
  std::vector<int> bodies;  ///< that move with it
};

struct FreedomCount {
  int velocities = 0, rows = 0, rank = 0;
  int joint_rows = 0, driver_rows = 0;
  std::vector<std::string> redundant;    ///< rows that follow from earlier ones
  std::vector<FreeMotion> motions;       ///< empty when there are too many to list
  std::vector<std::string> free_bodies;  ///< that no joint holds
  std::vector<std::string>
      drivers_for;     ///< joints, quoted, whose drivers would take the freedoms, as far as there are such
  bool listed = true;  ///< false: there are too many motions to name them
  UndeterminedReactions reactions;
  std::vector<std::string> undetermined;  ///< recorded components of reactions that are not determined

  int left() const { return velocities - rank; }
};

FreedomCount count_freedoms(const System& system, const State& state);

/// "3 bodies × 3 = 9, joints take 8, 1 freedom left" and what is left, line by line.
std::vector<std::string> explain(const FreedomCount& count, const SystemInfo& info);

/// The freedoms that are left, on one line, for messages: "crank.angle (moves crank, rod)".
std::string name_freedoms(const FreedomCount& count, const SystemInfo& info);

/// Which joints to drive, as a hint.
std::string suggest_drivers(const FreedomCount& count);

}  // namespace freeplay

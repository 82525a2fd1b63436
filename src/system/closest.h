// SPDX-License-Identifier: Apache-2.0
// How close the joints of a mechanism that cannot be assembled come to each other, for the message that says
// so. Newton's method, which looks for Φ = 0, wanders when there is no solution; where it stops says nothing.
#pragma once

#include <vector>

#include "freeplay/system.h"

namespace freeplay {

/// Where all joints but one fit together and that one is least open.
struct Closest {
  int owner_row = -1;   ///< a row of the joint or driver that stays open
  double distance = 0;  ///< |Φ| of its rows that are lengths [m], or of its angles if it has no others [rad]
  bool angle = false;   ///< the distance is an angle
  std::vector<double> Phi;  ///< of all rows, there
};

/// From the configuration `drawn`, without the rows `without` and those of velocities only. Cost: that of
/// dense systems of the size of q.
Closest closest_assembly(const System& system, const State& drawn, const std::vector<bool>& without);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// What is motion and what is rounding: numbers are judged against the size of the machine and against the
// largest of their kind, so that a body at rest has no curve, whatever the machine's size.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"

namespace freeplay {

/// Sizes of a machine and of its motion, over all bodies and results. What is 1e-9 of them or less is
/// rounding and not shown.
struct MotionScale {
  double length = 0;       ///< of the machine [m]; angles are judged against 1 rad
  double linear[2] = {};   ///< velocity [m/s], acceleration [m/s²]
  double turning[2] = {};  ///< rad/s, rad/s²

  /// Does a body move in one number of its channel (position, angular_velocity, …)? Not if that was not
  /// recorded, either.
  bool moves(const std::vector<Result>& results, const std::string& body, const std::string& channel,
             int component) const;
};
MotionScale motion_scale(const std::vector<Result>& results);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The part of the plane that a panel shows.
#pragma once

#include "report/plot.h"

namespace freeplay::plotting {

struct Limits {
  double x_low = 0;
  double x_high = 1;
  double y_low = 0;
  double y_high = 1;
};

/// The wanted ranges where usable, else what the data and the reference lines need and a little more.
/// Always low < high, well apart in floating point, and positive on logarithmic axes.
Limits limits_of(const Axes& axes);

}  // namespace freeplay::plotting

// SPDX-License-Identifier: Apache-2.0
// Where an axis has its ticks and what they say.
#pragma once

#include <string>
#include <vector>

namespace freeplay::plotting {

struct Tick {
  double value = 0;
  std::string label;
};

struct Ticks {
  std::vector<Tick> major;
  std::vector<double> minor;  ///< without label
  std::string multiplier;     ///< what applies to every label, such as "×10^{−3}" or "+ 1000"; often ""
};

/// Multiples of 1, 2 or 5 times a power of ten in [low, high], about `most` at most; for degrees, of 15, 30,
/// 45, 90, 180 and 360 too. Needs low < high.
Ticks linear_ticks(double low, double high, int most, bool degrees = false);

/// Decades in [low, high], or 1-2-5 within a decade where there are too few. Needs 0 < low < high.
Ticks log_ticks(double low, double high, int most);

}  // namespace freeplay::plotting

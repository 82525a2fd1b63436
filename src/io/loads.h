// SPDX-License-Identifier: Apache-2.0
// What joints, contacts and drivers had to bear in a run, from its record: peaks, means and percentiles in newtons,
// whatever the world.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/results.h"

namespace freeplay {

/// Samples show a peak when the largest of them is at least this part of it; otherwise they are coarser than the
/// contacts. Eight samples in a half sine show at least cos(π/16) = 0.981 of its top, wherever they fall.
inline constexpr double kSeenOfPeak = 0.98;

/// One line of the table. Percentiles are those of time: the load was below p95 for 95 % of it.
struct Load {
  std::string kind;  ///< "joint", "contact", "driver"
  std::string name;  ///< with " (moment)" behind it where it is one
  std::string unit;  ///< "N", "N*m"
  double peak = 0, rms = 0, p95 = 0, p99 = 0;
  double sampled_peak = 0;  ///< the largest at a sample; `peak` is of the whole motion where that is known
  double peak_time = 0;     ///< of the sample that has the peak, or that ends the stretch in which it was [s]
  double peak_power = 0;    ///< of a driver, the largest in size [W]
  std::optional<double> impacts{};  ///< rows in /impacts per second
  std::optional<double> closed{};   ///< part of the time in contact
  std::optional<double>
      impact_share{};            ///< part of the normal impulse that is of impacts, in the rigid world
  std::optional<double> work{};  ///< of friction, or put in by a driver [J]
};

/// Joints first: of ideal ones the size of force and moment, of those with play the sum of their contacts. Then contacts:
/// their normal force. Then drivers. What was not recorded, or never loaded, is left out.
std::vector<Load> loads_of(const RecordFile& record);

/// The line as texts: kind, name, unit, peak, RMS, 95 %, 99 %, impacts per second, closed [%], of impacts [%], work; ""
/// where it does not apply.
std::vector<std::string> load_cells(const Load& load);

/// What the forces are: "at the samples", or means since the last sample, and what becomes of impacts. "": there are none.
std::string loads_note(const RecordFile& record);

}  // namespace freeplay

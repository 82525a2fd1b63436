// SPDX-License-Identifier: Apache-2.0
// Everything that a result file holds, by the same names, of a simulation as it goes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "freeplay/record.h"
#include "freeplay/simulation.h"

namespace freeplay {

class Readings {
 public:
  /// Reads the simulation as it stands; what is measured "since the last sample" counts from here on.
  explicit Readings(Simulation& simulation);
  ~Readings();
  Readings(Readings&&) noexcept;
  Readings& operator=(Readings&&) noexcept;

  /// Reads the simulation again: the one it was made with, or a copy of that. Impulses and mean accelerations
  /// are those since the last reading.
  void read(Simulation& simulation);

  /// What there is: docs/result_file.md.
  const std::vector<Channel>& channels() const;
  /// The numbers of a channel at the last reading, such as "/body/crank/position". Throws std::out_of_range,
  /// with the likely name, where there is none.
  std::span<const double> values(const std::string& path) const;
  /// One of them.
  double value(const std::string& path, int component = 0) const;
  const std::string& unit(const std::string& path) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Prescribed motions s(t) of a joint's free coordinate: the row Φ = coordinate(q) − s(t) = 0.
// The motion starts where the mechanism stands: coordinate(t) = coordinate(0) + s(t) − s(0), unless the
// driver says `absolute = true`.
#pragma once

#include <memory>

#include "freeplay/given_parameters.h"
#include "freeplay/recycled.h"

namespace freeplay {

class Motion : public Recycled {
 public:
  virtual ~Motion() = default;
  virtual double position(double t) const = 0;
  virtual double velocity(double t) const = 0;
  virtual double acceleration(double t) const = 0;
};

struct DriverEntry : EntryInfo {
  /// Reports what is wrong with the given values to `problems`, under `key`.
  std::unique_ptr<Motion> (*make)(const Parameters&, const std::string& key, Diagnostics& problems);
};

}  // namespace freeplay

#define FREEPLAY_DRIVER(stem)             \
  extern const DriverEntry driver_##stem; \
  const DriverEntry driver_##stem

/// Every motion has it.
#define FREEPLAY_DRIVER_ABSOLUTE                                                                   \
  {                                                                                                \
    .key = "absolute", .help = "the values are the coordinate itself, not its change since t = 0", \
    .kind = ParamKind::boolean, .optional = true                                                   \
  }

// SPDX-License-Identifier: Apache-2.0
// The largest Lyapunov exponent of a motion: how fast a twin that starts next to it leaves it, through impacts and all
// [Benettin1976]. The twin is brought back to its first distance again and again, in the direction in which it left.
#pragma once

#include <atomic>

#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

struct TwinOptions {
  double from = 0, to = 0;  ///< [s]
  double every = 0;         ///< time between one return and the next [s]
  double distance = 1e-8;  ///< of √(Δq² + every² Δu²), in SI units: the exponent does not depend on its norm
  long long most_steps = 0;  ///< of each of the two; 0: no limit
};

struct LyapunovExponent {
  double exponent = 0;  ///< [1/s]; NaN: a step could not be made, or the twin falls together with the motion
  double error = 0;     ///< standard error of the mean over ten parts of the time [1/s]
};

/// From the system's start. `stop` as RunHooks::stop.
LyapunovExponent largest_lyapunov(const System& system, const Method& method, const TwinOptions& options,
                                  const std::atomic<bool>* stop = nullptr);

}  // namespace freeplay

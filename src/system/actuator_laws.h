// SPDX-License-Identifier: Apache-2.0
// What actuators give for what they are asked for and what their coordinate does.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace freeplay {

/// A direct-current motor without inductance behind a gear: the motor turns n times as far as the coordinate.
///   U = R i + k n ċ,   effort = n k i
struct DcMotor {
  double resistance = 1;  ///< R [Ω]
  double constant = 1;    ///< k [N m/A] = [V s/rad]
  double ratio = 1;       ///< n
  double current_max = std::numeric_limits<double>::infinity();

  double current(double voltage, double rate) const {
    return std::clamp((voltage - constant * ratio * rate) / resistance, -current_max, current_max);
  }
  double effort(double current) const { return ratio * constant * current; }
};

/// A position controller: proportional, differential, and, where it is sampled, integral, with a limit.
struct Servo {
  double stiffness = 0;  ///< per unit of the coordinate
  double damping = 0;
  double most = std::numeric_limits<double>::infinity();
  double integral = 0;  ///< effort per error and second
  double period = 0;    ///< between samples; 0: it acts all the time

  double limited(double effort) const { return std::clamp(effort, -most, most); }
  double effort(double error, double rate_error) const {
    return limited(stiffness * error + damping * rate_error);
  }
  /// At a sample: `sum` is its integral part, which does not grow while the limit holds.
  double sampled_effort(double error, double rate_error, double& sum) const {
    const double direct = stiffness * error + damping * rate_error;
    const double grown = sum + integral * period * error, wanted = direct + grown;
    if (std::abs(wanted) <= most || wanted * error <= 0) sum = grown;
    return limited(direct + sum);
  }
};

/// What a sampled servo keeps in State::features, one after the other.
struct ServoMemory {
  static constexpr int kSize = 3;
  double samples, held, sum;  ///< taken so far; the effort since the last; its integral part
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The exact motion of a sphere that bounces by a given contact acceleration: flights in closed form, contacts
// integrated to rounding.
#pragma once

#include <functional>

#include "bench/compliant/drop.h"

namespace freeplay::bench {

/// (δ, δ̇) => upward acceleration by the contact, less than zero where the contact ends
using ContactAcceleration = std::function<double(double, double)>;

struct Bounces {
  double apex = 0;  ///< of the flight at the end
  int impacts = 0;
  double duration = 0, ratio = 0;  ///< of the first impact; speed after over before
};

/// Until the end of the drop, or until so many impacts are over.
Bounces exact_bounces(const Drop& drop, const ContactAcceleration& contact, int impacts = 1000);

}  // namespace freeplay::bench

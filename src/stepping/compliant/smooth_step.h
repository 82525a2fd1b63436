// SPDX-License-Identifier: Apache-2.0
// A step of smooth motion while it is made: what the integrator proposes, what is looked at to judge it, and
// what the next one begins with. The parts of a smooth stepper share one.
#pragma once

#include <optional>
#include <vector>

#include "stepping/compliant/compliant_equations.h"

namespace freeplay {

/// What is done about contacts that begin within a step: smooth_stepper.h.
enum class Detection { event, none, restart, reject };

struct SmoothStep {
  explicit SmoothStep(const SystemInfo& info)
      : begin(make_contact_forces(info)),
        end(make_contact_forces(info)),
        middle(make_contact_forces(info)),
        works(kWorkParts, 0),
        penetration_max(info.contacts.size(), 0) {}

  double t = 0;                         ///< where it is taken to end
  std::vector<double> y;                ///< the state there
  ContactForces begin, end, middle;     ///< contacts at its start and end; `middle` is scratch too
  std::vector<double> works;            ///< of the ledger, until its end
  std::vector<double> handed;           ///< y of the state that the last step left behind
  std::vector<double> penetration_max;  ///< with which contacts may begin
  bool started = false;                 ///< there was a step before
  bool restart = false;                 ///< something broke the smoothness: the integrator begins anew
  double first_step = 0;                ///< then; 0: it chooses
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The default stepper with steps of its own choice.
#pragma once

#include <memory>

#include "stepping/steppers/stepper.h"

namespace freeplay {

/// `accuracy`: what the errors of one step, relative to the size of the machine, are kept below (with a
/// margin for their sum). `first`: the step tried first, and the length of time-stepping pieces. `longest`: no step
/// is longer. `pieces`: what placing events may cost.
std::unique_ptr<Stepper> make_adaptive(const System& system, const StepperOptions& options, double accuracy,
                                       double first, double longest, double pieces);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// What an accepted step does about ideal joints: formulations that integrate some coordinates only find the
// others, and direct correction puts positions and velocities back onto the constraints.
#include <algorithm>

#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {

/// One-step integrators go on from the corrected state. A multistep method would lose its history: it goes on
/// from where it is until it is too far off, and the state is that of the constraints all the same; but with
/// contacts, whose gaps both must see alike, the state is corrected only when the integrator is.
/// Where a contact or a switch has ended the step, the next one corrects: the end was found on this path.
void SmoothStepper::hold_constraints(const Cut& cut) {
  const bool reduces = formulation_->reduces();
  if (!reduces && (correction_ == nullptr || cut.kind != CutKind::none)) return;
  held_ = y_;
  if (!(reduces ? equations_.complete(t_, held_) : equations_.correct(t_, held_, *correction_))) return;
  const double distance = equations_.distance(held_, y_);
  const bool anew = (reduces && equations_.choose(t_, held_)) || distance > bound_;
  if (!reduces) {
    if (!anew && contacts_ > 0) return;
    const double before = equations_.energy(t_, y_), contacts = contacts_ > 0 ? end_.energy : 0;
    double change = equations_.energy(t_, held_) - before;
    if (contacts_ > 0) {
      equations_.contacts(t_, held_, true, end_);
      change += end_.energy - contacts;
    }
    const auto part = static_cast<std::ptrdiff_t>(WorkPart::stabilisation) - kWorkParts;
    *(held_.end() + part) += change;
  }
  y_ = held_;
  if (!anew) return;
  restart_ = true;
  if (first_step_ == 0) first_step_ = integrator_->next_step();
}

}  // namespace freeplay

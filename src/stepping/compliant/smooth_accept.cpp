// SPDX-License-Identifier: Apache-2.0
// What follows from an accepted step: contacts and friction go on, ideal joints are put back onto their
// constraints, and what the step has at an instant is sampled.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {

void SmoothStepper::accept(State& state, const Cut& cut) {
  ledger_.add_impulses();
  hold_constraints(cut);
  std::copy(equations_.works(step_.y).begin(), equations_.works(step_.y).end(), step_.works.begin());
  std::fill(book_.mode_time.begin(), book_.mode_time.end(), std::numeric_limits<double>::infinity());
  contact_changes_.end_of_step(state, cut);
  friction_changes_.accept_joints(state);
  equations_.unpack(step_.y, state);
  state.set_t(step_.t);
  if (cut.kind == CutKind::guard) friction_changes_.pass_guards(state, cut);
  step_.handed = step_.y;
  if (cut.kind == CutKind::switches) {
    const double stored = step_.end.energy;
    system_.pass_switch(cut.index, state);
    equations_.begin_step(state);
    equations_.contacts(step_.t, step_.y, true, step_.end);
    step_.works[idx(static_cast<int>(WorkPart::impact))] +=
        step_.end.energy - stored;  // what was pressed springs free
    step_.restart = true;
  }
  contact_changes_.start_contacts(state);
  equations_.note_scales(state);
  set_bounds();  // step_min follows the speed
  ledger_.add_step();
  std::swap(step_.begin, step_.end);
}

/// One-step integrators go on from the corrected state. A multistep method would lose its history: it goes on
/// from where it is until it is too far off, and the state is that of the constraints all the same; but with
/// contacts, whose gaps both must see alike, the state is corrected only when the integrator is.
/// Where a contact or a switch has ended the step, the next one corrects: the end was found on this path.
void SmoothStepper::hold_constraints(const Cut& cut) {
  const bool reduces = formulation_->reduces();
  if (!reduces && (correction_ == nullptr || cut.kind != CutKind::none)) return;
  held_ = step_.y;
  if (!(reduces ? equations_.complete(step_.t, held_) : equations_.correct(step_.t, held_, *correction_)))
    return;
  const double distance = equations_.distance(held_, step_.y);
  const bool anew = (reduces && equations_.choose(step_.t, held_)) || distance > correction_bound();
  if (!reduces) {
    if (!anew && contacts_ > 0) return;
    const double before = equations_.energy(step_.t, step_.y),
                 contacts = contacts_ > 0 ? step_.end.energy : 0;
    double change = equations_.energy(step_.t, held_) - before;
    if (contacts_ > 0) {
      equations_.contacts(step_.t, held_, true, step_.end);
      change += step_.end.energy - contacts;
    }
    const auto part = static_cast<std::ptrdiff_t>(WorkPart::stabilisation) - kWorkParts;
    *(held_.end() + part) += change;
  }
  step_.y = held_;
  if (!anew) return;
  step_.restart = true;
  if (step_.first_step == 0) step_.first_step = integrator_->next_step();
}

const SmoothSample* SmoothStepper::sample(const State& state) {
  equations_.begin_step(state);
  equations_.pack(state, step_.works, step_.y);
  equations_.accelerations(state.t(), step_.y, sample_.u_dot, sample_.lambda, step_.middle);
  sample_.F = step_.middle.F;
  for (int c = 0; c < contacts_; ++c) {  // along the system's tangents, as slip is recorded
    const double angle = step_.middle.turn[idx(c)];
    if (angle == 0) continue;
    const Tangent F_T = step_.middle.F_T(c);
    const std::size_t row = step_.middle.d * idx(c) + 1;
    sample_.F[row] = std::cos(angle) * F_T[0] - std::sin(angle) * F_T[1];
    sample_.F[row + 1] = std::sin(angle) * F_T[0] + std::cos(angle) * F_T[1];
  }
  sample_.joint_F = step_.middle.joint_F;
  sample_.joint_N = step_.middle.joint_N;
  sample_.contact_energy = step_.middle.energy;
  return &sample_;
}

}  // namespace freeplay

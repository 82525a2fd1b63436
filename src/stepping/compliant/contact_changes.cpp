// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_changes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "stepping/compliant/contact_scales.h"

namespace freeplay {
namespace {

constexpr double kTouching = 1e-3;   // of penetration_max: contacts this near close together
constexpr double kHardly = 0.1;      // of the speed that the machine's own acceleration would give a contact
constexpr double kFirstStep = 0.05;  // of an impact's duration: the first step in it

}  // namespace

ContactChanges::ContactChanges(const SystemInfo& info, CompliantEquations& equations, CutFinder& finder,
                               SmoothStep& step, ContactLedger& ledger, Detection detection)
    : info_(info),
      equations_(equations),
      finder_(finder),
      step_(step),
      ledger_(ledger),
      detection_(detection),
      contacts_(int_size(info.contacts)),
      u_dot_(idx(info.nu), 0),
      lambda_(info.constraints.size(), 0) {
  starting_.reserve(idx(contacts_));
}

ContactMode ContactChanges::mode_of(const State& state, int contact) const {
  const ContactData& data = equations_.contact(contact);
  const Tangent slip = step_.end.slip(contact);
  FrictionInput in;
  in.d = equations_.dimension(contact);
  in.slip = slip;
  in.z = state.z().data() + equations_.state_place(contact);
  in.m = state.m().data() + equations_.memory_place(contact);
  if (data.friction != nullptr ? data.friction->sticks(in) : slip == Tangent{}) return ContactMode::stick;
  return info_.dimension == 3 || slip[0] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
}

void ContactChanges::end_of_step(State& state, const Cut& cut) {
  starting_.clear();
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    const ContactData& data = equations_.contact(c);
    if (state.mode(c) == ContactMode::open) {
      const bool closes = cut.kind == CutKind::closes && cut.index == c;
      if (closes) starting_.push_back(c);
      continue;
    }
    if ((step_.end.gap[i] > 0 && !about_to_touch(c)) || (cut.kind == CutKind::opens && cut.index == c)) {
      end_contact(state, c);
      continue;
    }
    double* m = state.m().data() + c * info_.contact_memory;
    data.force->accept(
        {step_.end.delta[i], -step_.end.gamma_N(c), ContactMemory::start(m), m + ContactMemory::kStart},
        m + ContactMemory::kStart);
    if (const int turn = equations_.turn_place(c); turn >= 0) state.m()[idx(turn)] = step_.end.turn[i];
    if (data.friction != nullptr) {
      double* memory = m + ContactMemory::friction(data);
      FrictionInput in;
      in.t = step_.t;
      in.d = equations_.dimension(c);
      in.slip = step_.end.slip(c);
      in.normal = std::max(0.0, step_.end.F_N(c));
      in.rest = equations_.rest(c);
      in.z = step_.y.data() + info_.nq + info_.nu + equations_.state_place(c);
      in.m = memory;
      data.friction->accept(in, memory);
      ledger_.note_friction(c, *data.friction, in);
    }
    state.set_mode(c, mode_of(state, c));
  }
}

void ContactChanges::end_contact(State& state, int contact) {
  const std::size_t i = idx(contact);
  const double t = step_.end.gap[i] > 0 && detection_ != Detection::none ? finder_.opening(contact) : step_.t;
  ledger_.end(contact, t, t < step_.t ? finder_.alone(contact, t) : step_.end);
  state.set_mode(contact, ContactMode::open);
  const ContactData& data = equations_.contact(contact);
  double* m = state.m().data() + contact * info_.contact_memory;
  data.force->end(m + ContactMemory::kStart);
  if (data.force->adheres()) tear(contact, data.force->dent(m + ContactMemory::kStart));
  if (const int turn = equations_.turn_place(contact); turn >= 0) state.m()[idx(turn)] = 0;
  if (data.friction == nullptr) return;
  // what it remembers ends with it: a contact that is met within a later step must not go on with it
  const std::size_t z0 = idx(info_.nq + info_.nu + contact * info_.contact_states);
  FrictionInput in;
  in.t = step_.t;
  in.d = equations_.dimension(contact);
  data.friction->start(in, step_.y.data() + z0, m + ContactMemory::friction(data));
  if (data.friction->states(in.d) > 0) step_.restart = true;
}

/// What the contact still stores springs free, and its force is gone at once.
void ContactChanges::tear(int contact, double dent) {
  const std::size_t i = idx(contact);
  ContactForces& end = step_.end;
  const double stored = equations_.share(contact) * end.whole[i];
  step_.works[idx(static_cast<int>(WorkPart::impact))] -= stored;
  end.energy -= stored;
  end.whole[i] = 0;
  end.gap[i] = dent - end.delta[i];
  std::fill_n(end.F.begin() + static_cast<std::ptrdiff_t>(end.d * i), end.d, 0.0);
  step_.restart = true;
}

/// It has not touched yet, but will: it begins together with others, and does not end for not having come that far.
bool ContactChanges::about_to_touch(int contact) const {
  const std::size_t i = idx(contact);
  const double near = detection_ == Detection::event ? kTouching * step_.penetration_max[i] : 0;
  return step_.end.gamma_N(contact) < 0 && step_.end.gap[i] <= near;
}

void ContactChanges::find_starting(const State& state) {
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    if (state.mode(c) != ContactMode::open) continue;
    if (std::find(starting_.begin(), starting_.end(), c) != starting_.end()) continue;
    const bool closing = step_.end.gamma_N(c) < 0;
    if (step_.end.gap[i] < 0 ? (closing || detection_ != Detection::event || !step_.started)
                             : about_to_touch(c) || (!step_.started && step_.end.gap[i] <= 0))
      starting_.push_back(c);
  }
}

void ContactChanges::start_contacts(State& state) {
  find_starting(state);
  if (starting_.empty()) return;
  ContactForces& scratch = step_.middle;
  equations_.begin_step(state);
  equations_.accelerations(step_.t, step_.y, u_dot_, lambda_, scratch);
  double shortest = std::numeric_limits<double>::infinity();
  for (const int c : starting_) shortest = std::min(shortest, start_contact(state, c));
  starting_.clear();
  equations_.pack(state, step_.works, step_.y);
  equations_.begin_step(state);
  equations_.contacts(step_.t, step_.y, true, step_.end);  // a force that jumps is there from now on
  if (detection_ == Detection::event || detection_ == Detection::restart)
    step_.restart = true;  // the force has a corner here
  if (step_.restart && std::isfinite(shortest)) step_.first_step = kFirstStep * shortest;
}

double ContactChanges::start_contact(State& state, int contact) {
  const ContactData& data = equations_.contact(contact);
  double* m = state.m().data() + contact * info_.contact_memory;
  double* own_memory = m + ContactMemory::kStart;
  const double speed = std::max(0.0, -step_.end.gamma_N(contact));
  const double mass = equations_.effective_mass(contact), part = equations_.share(contact);
  // what the contact does already, within the step that has met it, is not what presses it
  const double pressing =
      equations_.closing(step_.t, step_.y, contact, u_dot_) + step_.middle.F_N(contact) / mass;
  // a part of the law's force stops the mass as all of it stops a larger one
  const double stopped = part > 0 ? mass / part : mass;
  const ImpactScales scales = impact_scales(*data.force, own_memory, stopped, speed, pressing);
  // what begins while all fall together is hardly pressed yet, but will be as hard as the machine moves
  const double own =
      impact_scales(*data.force, own_memory, stopped, 0, equations_.own_acceleration()).pressed;
  const double pressed = scales.pressed < kHardly * own ? own : scales.pressed;
  // a speed that is less than the error of a step is none
  const ContactStart start{step_.t, speed > equations_.rest(contact) ? speed : 0,
                           equations_.prescribed(contact) ? std::numeric_limits<double>::infinity() : stopped,
                           pressed};
  ContactMemory::begin(start, m);
  data.force->start(start, own_memory);
  if (data.friction != nullptr) {
    double* z = state.z().data() + contact * info_.contact_states;
    FrictionInput in;
    in.t = step_.t;
    in.d = equations_.dimension(contact);
    in.slip = step_.end.slip(contact);
    in.rest = equations_.rest(contact);
    data.friction->start(in, z, m + ContactMemory::friction(data));
    if (data.friction->states(in.d) > 0) step_.restart = true;
  }
  if (const int turn = equations_.turn_place(contact); turn >= 0) state.m()[idx(turn)] = 0;
  ledger_.start(contact, speed, speed > 0 ? 0.5 * mass * speed * speed : 0, scales.duration);
  state.set_mode(contact, mode_of(state, contact));
  return scales.duration;
}

}  // namespace freeplay

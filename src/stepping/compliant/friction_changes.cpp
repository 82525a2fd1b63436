// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/friction_changes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr double kRounding = 1e-9;  // of what a contact can bear

}  // namespace

void FrictionChanges::start_joints(State& state) {
  for (int e = contacts_; e < equations_.elements(); ++e) {
    const FrictionInput in = equations_.start_input(step_.t, step_.y, e);
    equations_.law(e)->start(in, state.z().data() + equations_.state_place(e),
                             state.m().data() + equations_.memory_place(e));
  }
}

void FrictionChanges::begin_friction(State& state) {
  std::swap(step_.begin, step_.end);
  for (int e = 0; e < equations_.elements(); ++e) {
    if (!(step_.end.guard[idx(e)] < 0)) continue;
    pass_guards(state, {CutKind::guard, e, step_.t, step_.t, step_.t});
    break;
  }
  accept_joints(state);
  std::swap(step_.begin, step_.end);
}

void FrictionChanges::accept_joints(State& state) {
  if (equations_.elements() == contacts_) return;
  if (contacts_ == 0 && !equations_.guarded()) equations_.contacts(step_.t, step_.y, true, step_.end);
  equations_.remember_pressing();
  for (int e = contacts_; e < equations_.elements(); ++e) {
    const std::size_t place = idx(e - contacts_);
    FrictionInput in;
    in.t = step_.t;
    in.d = info_.rubbing[place].d;
    in.slip = step_.end.joint_slip[place];
    in.normal = step_.end.joint_N[place];
    in.rest = equations_.rest(e);
    in.z = step_.y.data() + info_.nq + info_.nu + equations_.state_place(e);
    double* m = state.m().data() + equations_.memory_place(e);
    in.m = m;
    equations_.law(e)->accept(in, m);
    contact_changes_.ledger().note_friction(e, *equations_.law(e), in);
    note_joint_mode(in, e);
  }
}

void FrictionChanges::note_joint_mode(const FrictionInput& in, int element) {
  const bool stuck = equations_.law(element)->sticks(in);
  // what has just begun to slip has no sign yet: it will go against what held it
  const bool plus =
      info_.dimension == 3 || (std::abs(in.slip[0]) > in.rest ? in.slip[0] > 0 : in.hold[0] < 0);
  book_.rubbing_mode[idx(element - contacts_)] = stuck  ? ContactMode::stick
                                                 : plus ? ContactMode::slip_plus
                                                        : ContactMode::slip_minus;
}

void FrictionChanges::pass_guards(State& state, const Cut& cut) {
  step_.restart = true;
  std::fill(passed_.begin(), passed_.end(), false);
  for (int element = cut.index; element >= 0;) {
    equations_.begin_step(state);
    bool there = false;
    for (const Rub& rub : equations_.asked(step_.t, step_.y, element, passed_)) {
      const int e = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
      there = there || e == element;
      if (e == element || (!passed_[idx(e)] && changes(rub))) pass_guard(state, e, rub.in);
    }
    if (!there) break;  // it has opened
    equations_.pack(state, step_.works, step_.y);
    equations_.contacts(step_.t, step_.y, true, step_.end);
    if (let_go(state)) equations_.contacts(step_.t, step_.y, true, step_.end);
    element = -1;
    for (int e = 0; e < equations_.elements() && element < 0; ++e) {
      if (!passed_[idx(e)] && step_.end.guard[idx(e)] < 0) element = e;
    }
  }
  step_.handed = step_.y;
}

/// What was to hold with the help of others, and does not get it, slips. True: there is such.
bool FrictionChanges::let_go(State& state) {
  bool any = false;
  for (const Rub& rub : equations_.rubs()) {
    const int e = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
    if (!passed_[idx(e)] || rub.hold != Hold::keeps || !rub.law->guarded()) continue;
    if (rub.law->guard(rub.in) > kRounding * rub.law->mu_static() * rub.in.normal) continue;
    pass_guard(state, e, rub.in);
    any = true;
  }
  if (any) equations_.pack(state, step_.works, step_.y);
  return any;
}

/// Whether a contact at rest does something else than before, now that those at rest have been judged
/// together.
bool FrictionChanges::changes(const Rub& rub) {
  if (!rub.law->set_valued() || rub.hold == Hold::none) return false;
  // one that slides, and asked only for what presses it, goes on
  if (rub.law->hold(rub.in) == Hold::none) return norm(rub.in.slip) <= rub.in.rest;
  return norm(rub.in.hold) > rub.law->mu_static() * rub.in.normal * (1 + kRounding);
}

void FrictionChanges::pass_guard(State& state, int element, FrictionInput in) {
  passed_[idx(element)] = true;
  double* m = state.m().data() + equations_.memory_place(element);
  double* z = state.z().data() + equations_.state_place(element);
  in.z = z;
  equations_.law(element)->pass(in, z, m);
  in.m = m;
  if (element < contacts_) {  // one that the step has met begins later, as others do
    if (state.mode(element) != ContactMode::open)
      state.set_mode(element, contact_changes_.mode_of(state, element));
  } else {
    note_joint_mode(in, element);
  }
}

}  // namespace freeplay

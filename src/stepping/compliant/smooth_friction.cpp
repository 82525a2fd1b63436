// SPDX-License-Identifier: Apache-2.0
// What an accepted step does to friction: laws of joints begin and remember, and where the formula of a law
// has ended the next one takes over.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr double kRounding = 1e-9;  // of what a contact can bear

}  // namespace

/// Friction of ideal joints begins with the run.
void SmoothStepper::start_joints(State& state) {
  for (int e = contacts_; e < equations_.elements(); ++e) {
    const FrictionInput in = equations_.start_input(t_, y_, e);
    equations_.law(e)->start(in, state.z().data() + equations_.state_place(e),
                             state.m().data() + equations_.memory_place(e));
  }
}

/// What is at rest at the start sticks if it can: otherwise it slips from the beginning.
void SmoothStepper::begin_friction(State& state) {
  std::swap(begin_, end_);
  for (int e = 0; e < equations_.elements(); ++e) {
    if (!(end_.guard[idx(e)] < 0)) continue;
    pass_guards(state, {CutKind::guard, e, t_, t_, t_});
    break;
  }
  accept_joints(state);
  std::swap(begin_, end_);
}

void SmoothStepper::accept_joints(State& state) {
  if (equations_.elements() == contacts_) return;
  if (contacts_ == 0 && !equations_.guarded()) equations_.contacts(t_, y_, true, end_);
  equations_.remember_pressing();
  for (int e = contacts_; e < equations_.elements(); ++e) {
    const std::size_t place = idx(e - contacts_);
    FrictionInput in;
    in.t = t_;
    in.d = info_.rubbing[place].d;
    in.slip = end_.joint_slip[place];
    in.normal = end_.joint_N[place];
    in.rest = equations_.rest(e);
    in.z = y_.data() + info_.nq + info_.nu + equations_.state_place(e);
    double* m = state.m().data() + equations_.memory_place(e);
    in.m = m;
    equations_.law(e)->accept(in, m);
    note_joint_mode(in, e);
  }
}

void SmoothStepper::note_joint_mode(const FrictionInput& in, int element) {
  const bool stuck = equations_.law(element)->sticks(in);
  // what has just begun to slip has no sign yet: it will go against what held it
  const bool plus =
      info_.dimension == 3 || (std::abs(in.slip[0]) > in.rest ? in.slip[0] > 0 : in.hold[0] < 0);
  book_.rubbing_mode[idx(element - contacts_)] = stuck  ? ContactMode::stick
                                                 : plus ? ContactMode::slip_plus
                                                        : ContactMode::slip_minus;
}

/// Passes the guard that ended the step, and those of others that this has turned negative: what held one may
/// have held the others too. What is at rest together is decided together. Each passes once at an instant.
void SmoothStepper::pass_guards(State& state, const Cut& cut) {
  restart_ = true;
  std::fill(passed_.begin(), passed_.end(), false);
  for (int element = cut.index; element >= 0;) {
    equations_.begin_step(state);
    bool there = false;
    for (const Rub& rub : equations_.asked(t_, y_, element, passed_)) {
      const int e = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
      there = there || e == element;
      if (e == element || (!passed_[idx(e)] && changes(rub))) pass_guard(state, e, rub.in);
    }
    if (!there) break;  // it has opened
    equations_.pack(state, works_, y_);
    equations_.contacts(t_, y_, true, end_);
    if (let_go(state)) equations_.contacts(t_, y_, true, end_);
    element = -1;
    for (int e = 0; e < equations_.elements() && element < 0; ++e) {
      if (!passed_[idx(e)] && end_.guard[idx(e)] < 0) element = e;
    }
  }
  handed_ = y_;
}

/// What was to hold with the help of others, and does not get it, slips. True: there is such.
bool SmoothStepper::let_go(State& state) {
  bool any = false;
  for (const Rub& rub : equations_.rubs()) {
    const int e = rub.contact >= 0 ? rub.contact : contacts_ + rub.place;
    if (!passed_[idx(e)] || rub.hold != Hold::keeps || !rub.law->guarded()) continue;
    if (rub.law->guard(rub.in) > kRounding * rub.law->mu_static() * rub.in.normal) continue;
    pass_guard(state, e, rub.in);
    any = true;
  }
  if (any) equations_.pack(state, works_, y_);
  return any;
}

/// Whether a contact at rest does something else than before, now that those at rest have been judged
/// together.
bool SmoothStepper::changes(const Rub& rub) {
  if (!rub.law->set_valued() || rub.hold == Hold::none) return false;
  if (rub.law->hold(rub.in) == Hold::none) return true;
  return norm(rub.in.hold) > rub.law->mu_static() * rub.in.normal * (1 + kRounding);
}

void SmoothStepper::pass_guard(State& state, int element, FrictionInput in) {
  passed_[idx(element)] = true;
  double* m = state.m().data() + equations_.memory_place(element);
  double* z = state.z().data() + equations_.state_place(element);
  in.z = z;
  equations_.law(element)->pass(in, z, m);
  in.m = m;
  if (element < contacts_) {
    state.set_mode(element, mode_of(state, element));
  } else {
    note_joint_mode(in, element);
  }
}

}  // namespace freeplay

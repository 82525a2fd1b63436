// SPDX-License-Identifier: Apache-2.0
// What an accepted step does to the contacts: which of them begin and end, what their laws remember, and what
// is booked of them.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "stepping/compliant/contact_scales.h"
#include "stepping/compliant/smooth_stepper.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr double kTouching = 1e-3;   // of penetration_max: contacts this near close together
constexpr double kFirstStep = 0.05;  // of an impact's duration: the first step in it

}  // namespace

void SmoothStepper::accept(State& state, const Cut& cut) {
  add_impulses();
  hold_constraints(cut);
  std::copy(equations_.works(y_).begin(), equations_.works(y_).end(), works_.begin());
  std::fill(book_.mode_time.begin(), book_.mode_time.end(), std::numeric_limits<double>::infinity());
  transitions(state, cut);
  accept_joints(state);
  equations_.unpack(y_, state);
  state.set_t(t_);
  if (cut.kind == CutKind::guard) pass_guards(state, cut);
  handed_ = y_;
  if (cut.kind == CutKind::switches) {
    const double stored = end_.energy;
    system_.pass_switch(cut.index, state);
    equations_.begin_step(state);
    equations_.contacts(t_, y_, true, end_);
    works_[idx(static_cast<int>(WorkPart::impact))] += end_.energy - stored;  // what was pressed springs free
    restart_ = true;
  }
  start_contacts(state);
  equations_.note_scales(state);
  set_bounds();  // step_min follows the speed
  book_step();
  std::swap(begin_, end_);
}

/// Impulses of the step by Simpson's rule, for the table of impacts.
void SmoothStepper::add_impulses() {
  const bool unseen = options_.detection == Detection::none && contacts_ > 0;  // met and left within a step
  if (end_.deepest_contact < 0 && begin_.deepest_contact < 0 && !unseen) return;
  const double t0 = integrator_->t_old(), h = t_ - t0;
  if (!(h > 0)) return;
  integrator_->interpolate(t0 + 0.5 * h, y_middle_);
  equations_.contacts(t0 + 0.5 * h, y_middle_, false, middle_);
  CompliantStatistics& statistics = book_.compliant;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    for (std::size_t k = 0; k < end_.d; ++k) {
      const std::size_t row = end_.d * i + k;
      const double P = h / 6 * (begin_.F[row] + 4 * middle_.F[row] + end_.F[row]);
      touch_[i].P[k] += P;
      book_.contact_impulse[row] += P;
    }
    const double peak = std::max(middle_.F_N(c), end_.F_N(c));
    book_.contact_peak[i] = std::max(book_.contact_peak[i], peak);
    note_depth(c, middle_.delta[i]);
    if (peak > statistics.peak_force) {
      statistics.peak_force = peak;
      statistics.peak_force_contact = c;
    }
  }
}

ContactMode SmoothStepper::mode_of(const State& state, int contact) const {
  const ContactData& data = equations_.contact(contact);
  const Tangent slip = end_.slip(contact);
  FrictionInput in;
  in.d = equations_.dimension(contact);
  in.slip = slip;
  in.z = state.z().data() + equations_.state_place(contact);
  in.m = state.m().data() + equations_.memory_place(contact);
  if (data.friction != nullptr ? data.friction->sticks(in) : slip == Tangent{}) return ContactMode::stick;
  return info_.dimension == 3 || slip[0] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
}

/// Contacts that end, and what laws of the others remember.
void SmoothStepper::transitions(State& state, const Cut& cut) {
  starting_.clear();
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    const ContactData& data = equations_.contact(c);
    if (state.mode(c) == ContactMode::open) {
      const bool closes = cut.kind == CutKind::closes && cut.index == c;
      if (closes) starting_.push_back(c);
      continue;
    }
    if (end_.gap[i] > 0 || (cut.kind == CutKind::opens && cut.index == c)) {
      end_contact(state, c);
      continue;
    }
    double* m = state.m().data() + c * info_.contact_memory;
    data.force->accept({end_.delta[i], -end_.gamma_N(c), {m[0], m[1], m[2]}, m + ContactMemory::kStart},
                       m + ContactMemory::kStart);
    if (const int turn = equations_.turn_place(c); turn >= 0) state.m()[idx(turn)] = end_.turn[i];
    if (data.friction != nullptr) {
      double* memory = m + ContactMemory::friction(data);
      FrictionInput in;
      in.t = t_;
      in.d = equations_.dimension(c);
      in.slip = end_.slip(c);
      in.normal = end_.F_N(c);
      in.rest = equations_.rest(c);
      in.z = y_.data() + info_.nq + info_.nu + equations_.state_place(c);
      in.m = memory;
      data.friction->accept(in, memory);
    }
    state.set_mode(c, mode_of(state, c));
  }
}

void SmoothStepper::end_contact(State& state, int contact) {
  const std::size_t i = idx(contact);
  const double t = end_.gap[i] > 0 && options_.detection != Detection::none ? finder_.opening(contact) : t_;
  book_impact(contact, t, t < t_ ? finder_.at(t) : end_);
  book_.mode_time[i] = t;
  touch_[i] = {};
  state.set_mode(contact, ContactMode::open);
  const ContactData& data = equations_.contact(contact);
  if (const int turn = equations_.turn_place(contact); turn >= 0) state.m()[idx(turn)] = 0;
  if (data.friction == nullptr) return;
  // what it remembers ends with it: a contact that is met within a later step must not go on with it
  double* m = state.m().data() + contact * info_.contact_memory;
  const std::size_t z0 = idx(info_.nq + info_.nu + contact * info_.contact_states);
  FrictionInput in;
  in.t = t_;
  in.d = equations_.dimension(contact);
  data.friction->start(in, y_.data() + z0, m + ContactMemory::friction(data));
  if (data.friction->states(in.d) > 0) restart_ = true;
}

void SmoothStepper::book_impact(int contact, double end, const ContactForces& then) {
  const std::size_t i = idx(contact);
  const Touch& touch = touch_[i];
  Impact impact;
  impact.t = touch.t;
  impact.contact = contact;
  impact.normal_before = touch.normal;
  impact.P_N = touch.P[0];
  impact.approach_energy = touch.energy;
  impact.duration = end - touch.t;
  if (impact.P_N > book_.statistics.peak_P_N) {
    book_.statistics.peak_P_N = impact.P_N;
    book_.statistics.peak_contact = contact;
  }
  impact.normal_after = then.gamma_N(contact);
  for (std::size_t k = 0; k + 1 < then.d; ++k) {
    impact.slip_before[k] = touch.slip[k];
    impact.P_T[k] = touch.P[k + 1];
    impact.slip_after[k] = then.slip(contact)[k];
  }
  book_.impacts.push_back(impact);
}

/// Contacts that the step met, or that touch at its end and go on closing: each begins here, once.
void SmoothStepper::start_contacts(State& state) {
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    if (state.mode(c) != ContactMode::open) continue;
    if (std::find(starting_.begin(), starting_.end(), c) != starting_.end()) continue;
    const bool closing = end_.gamma_N(c) < 0;
    const double near = options_.detection == Detection::event ? kTouching * penetration_max_[i] : 0;
    if (end_.gap[i] < 0 ? (closing || options_.detection != Detection::event || !started_)
                        : (closing && end_.gap[i] <= near) || (!started_ && end_.gap[i] <= 0))
      starting_.push_back(c);
  }
  if (starting_.empty()) return;
  ContactForces& scratch = middle_;
  equations_.begin_step(state);
  equations_.accelerations(t_, y_, u_dot_, lambda_, scratch);
  double shortest = std::numeric_limits<double>::infinity();
  for (const int c : starting_) {
    const std::size_t i = idx(c);
    const ContactData& data = equations_.contact(c);
    double* m = state.m().data() + c * info_.contact_memory;
    double* own = m + ContactMemory::kStart;
    const double speed = std::max(0.0, -end_.gamma_N(c));
    const double mass = equations_.effective_mass(c), part = equations_.share(c);
    const double pressing = -dot_row(data.shape, equations_.evaluation().row_W(info_.dimension * c),
                                     u_dot_.data());  // closing acceleration
    // a part of the law's force stops the mass as all of it stops a larger one
    const double stopped = part > 0 ? mass / part : mass;
    const ImpactScales scales = impact_scales(*data.force, own, stopped, speed, pressing);
    const ContactStart start{t_, scales.approach, stopped};
    m[0] = start.t, m[1] = start.approach, m[2] = start.mass;
    data.force->start(start, own);
    if (data.friction != nullptr) {
      double* z = state.z().data() + c * info_.contact_states;
      FrictionInput in;
      in.t = t_;
      in.d = equations_.dimension(c);
      in.slip = end_.slip(c);
      in.rest = equations_.rest(c);
      data.friction->start(in, z, m + ContactMemory::friction(data));
      if (data.friction->states(in.d) > 0) restart_ = true;
    }
    if (const int turn = equations_.turn_place(c); turn >= 0) state.m()[idx(turn)] = 0;
    touch_[i] = {t_, end_.gamma_N(c), end_.slip(c), {}, 0.5 * mass * speed * speed, scales.duration};
    state.set_mode(c, mode_of(state, c));
    shortest = std::min(shortest, scales.duration);
    book_start(data, c, speed);
  }
  starting_.clear();
  equations_.pack(state, works_, y_);
  equations_.begin_step(state);
  equations_.contacts(t_, y_, true, end_);  // a force that jumps is there from now on
  if (starts_free()) restart_ = true;       // the force has a corner here
  if (restart_ && std::isfinite(shortest)) first_step_ = kFirstStep * shortest;
}

void SmoothStepper::book_start(const ContactData& data, int contact, double speed) {
  const std::size_t i = idx(contact);
  CompliantStatistics& statistics = book_.compliant;
  if (!started_) return;  // it was given like that
  ++statistics.started;
  ++book_.statistics.impacts;
  const double depth = std::max(0.0, -end_.gap[i]), relative = depth / penetration_max_[i];
  if (relative > statistics.deepest_start) {
    statistics.deepest_start = relative;
    statistics.deepest_start_depth = depth;
    statistics.deepest_start_contact = contact;
  }
  const double decade = relative > 0 ? std::ceil(std::log10(relative)) + CompliantStatistics::kAbove : 0;
  ++statistics.start_depths[idx(
      static_cast<int>(std::clamp(decade, 0.0, static_cast<double>(CompliantStatistics::kDecades - 1))))];
  if (relative > 1 && (options_.detection == Detection::reject || options_.detection == Detection::event)) {
    if (++statistics.forced == 1 || depth > statistics.forced_depth) {
      statistics.forced_contact = contact;
      statistics.forced_time = t_;
      statistics.forced_depth = depth;
    }
  }
  if (speed > data.force->fastest()) {
    ++statistics.too_fast;
    if (speed > statistics.fastest) {
      statistics.fastest = speed;
      statistics.fastest_limit = data.force->fastest();
      statistics.fastest_contact = contact;
    }
  }
}

void SmoothStepper::book_step() {
  StepStatistics& statistics = book_.statistics;
  ++statistics.steps;
  ++statistics.substeps;
  book_.compliant.evaluations = integrator_->evaluations();
  Works& works = book_.works;
  const auto part = [this](WorkPart which) { return works_[idx(static_cast<int>(which))]; };
  works.drivers = part(WorkPart::drivers);
  works.applied = part(WorkPart::applied);
  works.damping = part(WorkPart::damping);
  works.impact = part(WorkPart::impact);
  works.friction = part(WorkPart::friction);
  works.stabilisation = part(WorkPart::stabilisation);
  for (int c = 0; c < contacts_; ++c) note_depth(c, end_.delta[idx(c)]);
}

void SmoothStepper::note_depth(int contact, double depth) {
  StepStatistics& statistics = book_.statistics;
  if (depth > statistics.worst_penetration) {
    statistics.worst_penetration = depth;
    statistics.worst_contact = contact;
  }
  const double relative = depth / equations_.contact(contact).length;
  if (relative > statistics.worst_penetration_relative) {
    statistics.worst_penetration_relative = relative;
    statistics.worst_relative_contact = contact;
  }
}

const SmoothSample* SmoothStepper::sample(const State& state) {
  equations_.begin_step(state);
  equations_.pack(state, works_, y_);
  equations_.accelerations(state.t(), y_, sample_.u_dot, sample_.lambda, middle_);
  sample_.F = middle_.F;
  for (int c = 0; c < contacts_; ++c) {  // along the system's tangents, as slip is recorded
    const double angle = middle_.turn[idx(c)];
    if (angle == 0) continue;
    const Tangent F_T = middle_.F_T(c);
    const std::size_t row = middle_.d * idx(c) + 1;
    sample_.F[row] = std::cos(angle) * F_T[0] - std::sin(angle) * F_T[1];
    sample_.F[row + 1] = std::sin(angle) * F_T[0] + std::cos(angle) * F_T[1];
  }
  sample_.joint_F = middle_.joint_F;
  sample_.joint_N = middle_.joint_N;
  sample_.contact_energy = middle_.energy;
  return &sample_;
}

void SmoothStepper::finish(const State& state) {
  for (int c = 0; c < contacts_; ++c) {  // begin_ are the contacts at the last step's end
    if (state.mode(c) != ContactMode::open && touch_[idx(c)].energy > 0) book_impact(c, state.t(), begin_);
  }
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/contact_events.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kPassedPart = 0.04;  // of a solid's size: corners of polygons tell faces apart this deep
constexpr double kLeastTurning = 1.0 / 64;  // of the longest piece: a normal that turns within less jumps
constexpr int kMostTurns = 3;               // right angles of a slip that comes to rest

}  // namespace

ContactEvents::ContactEvents(RigidStage& stage, Piece& piece, MidpointPiece& time_stepping, Book& book,
                             StepRule& rule, double pieces)
    : stage_(stage),
      piece_(piece),
      time_stepping_(time_stepping),
      book_(book),
      rule_(rule),
      A_(stage.system().initial_state()),
      begin_(A_),
      budget_(pieces * EventBudget::share(stage.contacts())) {
  const auto n = idx(stage_.contacts());
  gap_A_.assign(n, 0);
  switch_A_.assign(idx(stage_.info().switches), 1);
  speed_A_.assign(n, 0);
  normal_E_.assign(idx(stage_.info().row_width()), 0);
  closing_.assign(n, Closing::none);
  hits_.assign(n, 0);
  turns_.assign(idx(stage_.elements()), 0);
  resting_.reserve(idx(stage_.elements()));
  turned_.reserve(idx(stage_.elements()));
  flights_.reserve(n);
  met_.assign(n, Met::no);
  apart_.reserve(n);
  approach_.assign(n, 0);
  room_.assign(n, 0);
  mark_.set_all(book);
  const auto& contacts = stage_.info().contacts;
  finds_onset_ = rule_.finds_onset();
  knows_forces_ = piece_.knows_forces();
  may_pass_ = stage_.info().first_slot >= 0 ||
              std::any_of(contacts.begin(), contacts.end(),
                          [](const ContactInfo& contact) { return contact.passable; });
  may_break_ = stage_.elements() > stage_.contacts() || stage_.info().first_slot >= 0 ||
               std::any_of(contacts.begin(), contacts.end(),
                           [](const ContactInfo& contact) { return contact.friction != nullptr; });
}

void ContactEvents::start(State& state) {
  if (stage_.elements() == 0) return;
  stage_.load(state);
  stage_.evaluate(state.t(), state.q());
  stage_.switches(state.t(), state.q());
  const double rest = kRateTolerance * fastest(state), held = rule_.held_speed();
  for (int i = 0; i < stage_.contacts(); ++i) {
    if (state.mode(i) != ContactMode::open) {
      // a corner that comes to another face is no longer at rest on it: it leaves, or hits
      if (std::isfinite(held) && std::abs(rate(state, i)) > held) state.set_mode(i, ContactMode::open);
      continue;
    }
    if (stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
    if (std::abs(rate(state, i)) <= rest) state.set_mode(i, sliding_mode(state, i, rest));
  }
  for (int i = stage_.contacts(); i < stage_.elements(); ++i) {  // of joints that rub at the very start
    if (state.mode(i) == ContactMode::open) state.set_mode(i, sliding_mode(state, i, rest));
  }
}

void ContactEvents::begin(const State& state) {
  A_.restore(state);
  turned_.clear();
  flights_.clear();
  for (std::size_t i = 0; i < gap_A_.size(); ++i) gap_A_[i] = stage_.ev().gap[i];
  for (std::size_t k = 0; k < switch_A_.size(); ++k) switch_A_[k] = stage_.ev().switches[k];
  if (!may_pass_) return;
  bool placed = false;
  for (int i = 0; i < stage_.contacts(); ++i) {
    if (!stage_.data(i).passable || A_.mode(i) != ContactMode::open || !std::isfinite(gap_A(i))) continue;
    if (!placed) stage_.place(A_.t(), A_.q());
    placed = true;
    speed_A_[idx(i)] = speed(A_, i);
  }
}

void ContactEvents::again(const State& state) {
  A_.restore(state);
  for (const int contact : turned_) --turns_[idx(contact)];
  turned_.clear();
}

/// The largest |γ| of all contacts near each other, for a state whose frames are placed.
double ContactEvents::fastest(const State& state) {
  double most = 0;
  for (int i = 0; i < stage_.contacts(); ++i) {
    if (!std::isfinite(stage_.gap(i))) continue;
    stage_.contact_rows(state.t(), state.q(), i);
    for (int a = 0; a < stage_.d(); ++a) most = std::max(most, std::abs(stage_.slip_rate(i, a, state.u())));
  }
  for (int i = stage_.contacts(); i < stage_.elements(); ++i) {
    for (int a = 1; a < stage_.d(); ++a) most = std::max(most, std::abs(stage_.slip_rate(i, a, state.u())));
  }
  return most;
}

/// |γ| of a contact.
double ContactEvents::speed(const State& state, int contact) {
  const double normal = rate(state, contact), slip = stage_.slip_rate(contact, 1, state.u());
  if (stage_.d() == 2) return std::hypot(normal, slip);
  return std::hypot(normal, slip, stage_.slip_rate(contact, 2, state.u()));
}

/// Stick, or slip in the direction it has.
ContactMode ContactEvents::sliding_mode(const State& state, int contact, double rest) {
  double slip[2] = {0, 0};
  if (contact < stage_.contacts()) stage_.contact_rows(state.t(), state.q(), contact);
  for (int a = 1; a < stage_.d(); ++a) slip[a - 1] = stage_.slip_rate(contact, a, state.u());
  return mode_of_slip(slip, stage_.d(), rest);
}

double ContactEvents::rate(const State& state, int contact) {
  stage_.contact_rows(state.t(), state.q(), contact);
  return stage_.slip_rate(contact, 0, state.u());
}

bool ContactEvents::run(State& E, double& delta, StepReport& report) {
  time_stepped_ = false;
  whole_ = std::max(whole_, delta);
  const bool breaks = may_break_ && find_break(delta);
  if (finds_onset_) find_reserve(delta);
  if (!run_piece(E, delta, report)) return false;
  event_ = find(E, delta);
  if (event_.kind == Kind::none) {
    if (stage_.d() == 3) std::fill(turns_.begin(), turns_.end(), 0);
    if (breaks) event_.kind = Kind::breaks;
    return true;
  }
  // these are what make a piece inaccurate; other events leave its error meaningful
  const bool own = event_.kind == Kind::slip || event_.kind == Kind::release || event_.kind == Kind::onset;
  if (!own && rule_.too_coarse()) {
    event_ = Event{};
    return true;
  }
  return locate(E, delta, report);
}

bool ContactEvents::finish(State& E, StepReport& report) {
  for (const int contact : (time_stepped_ ? time_stepping_ : piece_).struck())
    closing_[idx(contact)] = Closing::elastic;
  if (event_.kind == Kind::jump) pass(E);
  const bool hit =
      std::any_of(closing_.begin(), closing_.end(), [](Closing c) { return c != Closing::none; });
  return !hit || solve_hits(E, report);
}

/// The impact of what closes.
bool ContactEvents::solve_hits(State& state, StepReport& report) {
  any_hits_ = true;
  return solve_impact(stage_, state, closing_, hits_, book_, report);
}

bool ContactEvents::collide(State& state, StepReport& report) {
  stage_.evaluate(state.t(), state.q());
  for (int i = 0; i < stage_.contacts(); ++i) {
    const bool touches = stage_.gap(i) <= kSimultaneous * stage_.length(i);
    state.set_mode(i, ContactMode::open);
    closing_[idx(i)] = touches ? Closing::plastic : Closing::none;
  }
  return solve_hits(state, report);
}

void ContactEvents::forget() { std::fill(closing_.begin(), closing_.end(), Closing::none); }

bool ContactEvents::run_piece(State& E, double delta, StepReport& report) {
  if (stage_.stopped()) {
    report = {StepStatus::interrupted, -1, 0};
    return false;
  }
  if (!piece_.run(A_, E, delta, report)) return false;
  stage_.switches(E.t(), E.q());
  return true;
}

/// A piece from A of another length than the last one, which is in E: forces are nearly the same, so that its impulses,
/// shortened with it, are the best guess. Where forces of different pieces are compared all begin with the guess of A:
/// loads that can be shared in many ways are then shared alike.
bool ContactEvents::try_piece(State& E, double delta, StepReport& report) {
  budget_.spend();
  if (!knows_forces_ && E.t() > A_.t()) {
    const double part = delta / (E.t() - A_.t());
    for (std::size_t k = 0; k < E.impulses().size(); ++k) A_.impulses()[k] = part * E.impulses()[k];
  }
  return run_piece(E, delta, report);
}

// --------------------------------------------------------------------------------- events inside a piece
/// What ends the piece A → E early; the earliest by a linear estimate.
ContactEvents::Event ContactEvents::find(const State& E, double delta, const Event* except) {
  if (!except && piece_.turned() && delta > kLeastTurning * whole_) return {Kind::half, -1, 0.5 * delta};
  Event event = switch_A_.empty() || (except && except->kind == Kind::jump) ? Event{} : jump_event(delta);
  bool closer = false;  // in and out again within the piece?
  const double *gaps = stage_.ev().gap.data(), *gaps_M = piece_.gaps_M().data();
  const ContactData* contacts = stage_.ev().contacts.data();
  const int skip = except && except->kind != Kind::jump && except->kind != Kind::onset ? except->which : -1;
  for (int i = 0, n = stage_.elements(); i < n; ++i) {
    if (i == skip) continue;
    const bool open = A_.mode(i) == ContactMode::open;
    if (open && !(gaps[i] < -kGapTolerance * contacts[i].length)) {  // most contacts, most of the time
      closer = closer || contacts[i].passable || gaps_M[i] < 0;
      continue;
    }
    Event candidate = open ? closing_event(i, delta) : rest_event(E, i, delta);
    if (candidate.kind == Kind::none && !open && knows_forces_ && i < stage_.contacts())
      candidate = release_event(i, delta);
    if (candidate.kind == Kind::none) continue;
    if (event.kind == Kind::none || candidate.time < event.time) event = candidate;
  }
  if (finds_onset_ && !(except && except->kind == Kind::onset)) {
    const Event onset = onset_event(delta);
    if (onset.kind != Kind::none && (event.kind == Kind::none || onset.time < event.time)) event = onset;
  }
  if (event.kind != Kind::none || except || !closer) return event;
  bool placed = false;
  for (int i = 0; i < stage_.contacts(); ++i) {
    if (A_.mode(i) != ContactMode::open) continue;
    const ContactData& data = stage_.data(i);
    if (data.passable && std::isfinite(gap_A(i))) {
      if (!placed) stage_.place(E.t(), E.q());
      placed = true;
      if (may_pass(E, i, delta)) return {Kind::half, i, 0.5 * delta};
    }
    const auto k = idx(i);
    const double near = kSimultaneous * data.length;
    if (hits_[k] == 0 && gap_A_[k] > near && gaps_M[k] < -near) return {Kind::half, i, 0.5 * delta};
  }
  return event;
}

/// An open contact that ends inside its surface.
ContactEvents::Event ContactEvents::closing_event(int i, double delta) const {
  const double before = std::max(gap_A(i), 0.0);
  return {Kind::gap, i, delta * before / (before - stage_.gap(i))};
}

/// A sliding contact that ends at rest or sliding the other way.
ContactEvents::Event ContactEvents::rest_event(const State& E, int i, double delta) const {
  const ContactMode mode = A_.mode(i), later = E.mode(i);
  if (mode == ContactMode::stick || later == ContactMode::open || stage_.data(i).mu == 0) return {};
  const double sign = mode == ContactMode::slip_plus ? 1 : -1;
  const double after = sign * piece_.slip_E(i);
  if (after > 0 && later == mode) return {};
  const double before = sign * piece_.slip_A(i);
  return {Kind::slip, i, before > 0 ? delta * before / (before - std::min(after, 0.0)) : 0};
}

/// A held contact whose force turns into a pull.
ContactEvents::Event ContactEvents::release_event(int i, double delta) const {
  const double before = piece_.force_A(i), after = piece_.force_E(i);
  if (!(after < 0) || !(before > 0)) return {};
  return {Kind::release, i, delta * before / (before - after)};
}

/// Contacts that stick need more friction than there is.
ContactEvents::Event ContactEvents::onset_event(double delta) const {
  const double after = piece_.reserve_E();
  if (!(after < -kBreakTolerance) || !(reserve_A_ > kBreakTolerance)) return {};
  return {Kind::onset, 0, delta * reserve_A_ / (reserve_A_ - after)};
}

/// The way of the two surfaces within the piece is longer than the gap between them and a part of the smaller
/// solid: it might have been passed unseen. Frames are those of E.
bool ContactEvents::may_pass(const State& E, int i, double delta) {
  const auto k = idx(i);
  const double room = std::max(gap_A_[k], 0.0) + kPassedPart * stage_.length(i);
  const double speed_E = speed(E, i);
  return 0.5 * delta * (speed_A_[k] + speed_E) > room;
}

/// A branch that ends.
ContactEvents::Event ContactEvents::jump_event(double delta) const {
  Event event;
  for (std::size_t k = 0; k < switch_A_.size(); ++k) {
    const double after = stage_.ev().switches[k], before = std::max(switch_A_[k], 0.0);
    if (!(after < 0)) continue;
    const double time = delta * before / (before - after);
    if (event.kind == Kind::none || time < event.time) event = {Kind::jump, to_int(k), time};
  }
  return event;
}

/// The function whose zero is the event: a gap, slip in the direction it had, what is left of a branch.
double ContactEvents::value(const Event& event) const {
  if (event.kind == Kind::gap) return stage_.gap(event.which);
  if (event.kind == Kind::jump) return stage_.ev().switches[idx(event.which)];
  if (event.kind == Kind::release) return piece_.force_E(event.which);
  if (event.kind == Kind::onset) return piece_.reserve_E();
  return (A_.mode(event.which) == ContactMode::slip_plus ? 1 : -1) * piece_.slip_E(event.which);
}

/// What happens at the located event.
bool ContactEvents::close(State& E, double delta, StepReport& report) {
  if (event_.kind == Kind::slip) {
    return end_slip(E, delta, report);
  } else if (event_.kind == Kind::gap) {
    const Closing kind = rule_.ends(E, delta, event_.which) ? Closing::plastic : Closing::elastic;
    closing_[idx(event_.which)] = kind;
    join_impact(E, kind);
  } else if (event_.kind == Kind::release) {
    E.set_mode(event_.which, ContactMode::open);
  }
  return true;
}

/// The slip of the event's contact has nothing left of the direction that it had, and with it perhaps that of
/// others. What rests now sticks, and the next piece decides whether it stays so. In space slip may only have
/// turned by a right angle, and goes on from there. On its way to rest it turns faster and faster, as often
/// as pieces can tell: each piece leaves less than half of it. From the third time on what is left is
/// removed, as is, in steps of own choice, what the search left of the slip of contacts that rest.
bool ContactEvents::end_slip(State& E, double delta, StepReport& report) {
  resting_.clear();
  if (stage_.d() == 2 || delta == 0) E.set_mode(event_.which, ContactMode::stick);
  for (int i = 0; i < stage_.elements(); ++i) {
    const bool slides = A_.mode(i) == ContactMode::slip_plus || A_.mode(i) == ContactMode::slip_minus;
    if (!slides || E.mode(i) == ContactMode::open || stage_.data(i).mu == 0) continue;
    const double rest = (stage_.d() == 2 ? 10 * kSlipTolerance : kSpatialRest) * std::abs(piece_.slip_A(i));
    const bool itself = i == event_.which;
    if (!itself && !(std::abs(piece_.slip_E(i)) <= rest)) continue;
    if (stage_.d() == 2 || delta == 0 || piece_.slip_size_E(i) <= rest) {
      E.set_mode(i, ContactMode::stick);
      if (delta > 0 && piece_.knows_forces()) resting_.push_back(i);
    } else {
      turned_.push_back(i);
      if (++turns_[idx(i)] >= kMostTurns) resting_.push_back(i);
      E.set_mode(i, ContactMode::slip_plus);
    }
  }
  if (resting_.empty()) return true;
  piece_.bring_to_rest(resting_);
  return run_piece(E, delta, report);
}

/// The contact is held from A on. The piece lets it go if nothing presses it; otherwise the rest of the
/// accumulation of impacts is over.
void ContactEvents::hold_at_A(int contact) {
  A_.set_mode(contact, sliding_mode(A_, contact, kRateTolerance * fastest(A_)));
  if (std::find(flights_.begin(), flights_.end(), contact) == flights_.end()) flights_.push_back(contact);
}

/// On its surface at A, and moving away.
bool ContactEvents::leaves_at_A(int contact) {
  if (gap_A(contact) > kGapTolerance * stage_.length(contact)) return false;
  stage_.place(A_.t(), A_.q());
  return rate(A_, contact) >= -kRateTolerance * fastest(A_);  // what is held may come out as −0
}

/// Every open contact that touches at this moment takes part in the impact.
void ContactEvents::join_impact(const State& E, Closing kind) {
  for (int i = 0; i < stage_.contacts(); ++i) {
    const auto k = idx(i);
    if (E.mode(i) != ContactMode::open || closing_[k] != Closing::none) continue;
    if (stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
    closing_[k] = kind;
  }
}

/// The next branch: contacts whose gap jumped up are open, no impulse acts.
void ContactEvents::pass(State& E) {
  stage_.system().pass_switch(event_.which, E);
  stage_.load(E);
  stage_.evaluate(E.t(), E.q());
  stage_.switches(E.t(), E.q());
  for (int i = 0; i < stage_.contacts(); ++i) {
    if (E.mode(i) == ContactMode::open || !(stage_.gap(i) > kSimultaneous * stage_.length(i))) continue;
    E.set_mode(i, ContactMode::open);
  }
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/contact_events.h"

#include <algorithm>
#include <cmath>

namespace freeplay {
namespace {

constexpr double kSlipTolerance = 1e-10;    // slip that counts as rest, relative to the slip before
constexpr double kFlightTolerance = 1e-14;  // of the machine's size: lower flights are rounding
constexpr double kMostBend = 0.01;          // of a force that is to be extrapolated to zero
constexpr double kForceTolerance = 1e-6;    // force that counts as none, relative to that before
constexpr double kSwitchTolerance = 1e-12;  // what is left of a branch, relative to what was left before
constexpr double kFlightPart = 1e-4;        // of the height of a flight: where it ends
constexpr int kLocateIterations = 60;
constexpr double kPassedPart = 0.04;      // of a solid's size: corners of polygons tell faces apart this deep
constexpr int kMostHalvings = 6;          // of a piece whose events cannot be told apart
constexpr int kMostTurns = 3;             // right angles of a slip that comes to rest
constexpr double kRestPart = 1e-8;        // of the slip before: what is left in space when it is at rest
constexpr double kBreakPart = 1e-7;       // of a piece: what sticks no longer breaks away at once
constexpr double kBreakTolerance = 1e-9;  // of that moment, and of the friction that is left there
constexpr int kMostFlights = 40;          // of one contact inside one piece

}  // namespace

ContactEvents::ContactEvents(RigidStage& stage, Piece& piece, Book& book, StepRule& rule)
    : stage_(stage), piece_(piece), book_(book), rule_(rule), A_(stage.system.initial_state()) {
  const auto n = static_cast<std::size_t>(stage_.contacts);
  gap_A_.assign(n, 0);
  switch_A_.assign(static_cast<std::size_t>(stage_.info.switches), 1);
  speed_A_.assign(n, 0);
  closing_.assign(n, Closing::none);
  hits_.assign(n, 0);
  turns_.assign(static_cast<std::size_t>(stage_.elements), 0);
  resting_.reserve(static_cast<std::size_t>(stage_.elements));
  turned_.reserve(static_cast<std::size_t>(stage_.elements));
}

void ContactEvents::start(State& state) {
  if (stage_.elements == 0) return;
  stage_.load(state);
  stage_.evaluate(state.t(), state.q());
  if (stage_.info.switches > 0) stage_.system.switches(state.t(), state.q(), stage_.ev);
  const double rest = kRateTolerance * fastest(state);
  for (int i = 0; i < stage_.contacts; ++i) {
    // a corner that comes to another face is no longer at rest on it: it leaves, or hits
    if (state.mode(i) != ContactMode::open && std::abs(rate(state, i)) > rule_.held_speed()) {
      state.set_mode(i, ContactMode::open);
      continue;
    }
    if (state.mode(i) != ContactMode::open || stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
    if (std::abs(rate(state, i)) <= rest) state.set_mode(i, sliding_mode(state, i, rest));
  }
  for (int i = stage_.contacts; i < stage_.elements; ++i) {  // of joints that rub at the very start
    if (state.mode(i) == ContactMode::open) state.set_mode(i, sliding_mode(state, i, rest));
  }
}

void ContactEvents::begin(const State& state) {
  A_.restore(state);
  turned_.clear();
  std::copy(stage_.ev.gap.begin(), stage_.ev.gap.end(), gap_A_.begin());
  std::copy(stage_.ev.switches.begin(), stage_.ev.switches.end(), switch_A_.begin());
  bool placed = false;
  for (int i = 0; i < stage_.contacts; ++i) {
    if (!stage_.data(i).passable || A_.mode(i) != ContactMode::open || !std::isfinite(gap_A(i))) continue;
    if (!placed) stage_.system.place(A_.t(), A_.q(), stage_.ev);
    placed = true;
    speed_A_[static_cast<std::size_t>(i)] = speed(A_, i);
  }
}

void ContactEvents::again(const State& state) {
  A_.restore(state);
  for (const int contact : turned_) --turns_[static_cast<std::size_t>(contact)];
  turned_.clear();
}

/// The largest |γ| of all contacts near each other, for a state whose frames are placed.
double ContactEvents::fastest(const State& state) {
  double most = 0;
  for (int i = 0; i < stage_.contacts; ++i) {
    if (!std::isfinite(stage_.gap(i))) continue;
    for (int a = 0; a < stage_.d; ++a) most = std::max(most, std::abs(rate(state, i, a)));
  }
  for (int i = stage_.contacts; i < stage_.elements; ++i) {
    for (int a = 1; a < stage_.d; ++a) most = std::max(most, std::abs(stage_.slip_rate(i, a, state.u())));
  }
  return most;
}

/// |γ| of a contact.
double ContactEvents::speed(const State& state, int contact) {
  const double normal = rate(state, contact), slip = rate(state, contact, 1);
  return stage_.d == 2 ? std::hypot(normal, slip) : std::hypot(normal, slip, rate(state, contact, 2));
}

/// Stick, or slip in the direction it has.
ContactMode ContactEvents::sliding_mode(const State& state, int contact, double rest) {
  double slip[2] = {0, 0};
  for (int a = 1; a < stage_.d; ++a) {
    slip[a - 1] =
        contact < stage_.contacts ? rate(state, contact, a) : stage_.slip_rate(contact, a, state.u());
  }
  return mode_of_slip(slip, stage_.d, rest);
}

double ContactEvents::rate(const State& state, int contact, int which) {
  const int row = stage_.d * contact + which;
  stage_.system.contact_rows(state.t(), state.q(), contact, stage_.ev);
  return dot_row(stage_.data(contact).shape, stage_.ev.row_W(row), state.u().data()) +
         stage_.ev.w_tilde[static_cast<std::size_t>(row)];
}

bool ContactEvents::run(State& E, double& delta, bool crowded, StepReport& report) {
  const bool breaks = !crowded && find_break(delta);
  if (!run_piece(E, delta, report)) return false;
  event_ = find(E, delta);
  if (event_.kind == Kind::none) {
    std::fill(turns_.begin(), turns_.end(), 0);
    if (breaks) event_.kind = Kind::breaks;
    return true;
  }
  // rest of slip and letting go are what make a piece inaccurate; other events leave its error meaningful
  if (event_.kind != Kind::slip && event_.kind != Kind::release && rule_.too_coarse()) {
    event_ = Event{};
    return true;
  }
  if (!crowded) return locate(E, delta, report);
  close_all(E);
  ++book_.statistics.crowded;
  return true;
}

bool ContactEvents::finish(State& E, StepReport& report) {
  if (event_.kind == Kind::jump) pass(E);
  const bool hit =
      std::any_of(closing_.begin(), closing_.end(), [](Closing c) { return c != Closing::none; });
  return !hit || solve_impact(stage_, E, closing_, hits_, book_, report);
}

bool ContactEvents::collide(State& state, StepReport& report) {
  stage_.evaluate(state.t(), state.q());
  for (int i = 0; i < stage_.contacts; ++i) {
    const bool touches = stage_.gap(i) <= kSimultaneous * stage_.length(i);
    state.set_mode(i, ContactMode::open);
    closing_[static_cast<std::size_t>(i)] = touches ? Closing::plastic : Closing::none;
  }
  return solve_impact(stage_, state, closing_, hits_, book_, report);
}

void ContactEvents::forget() { std::fill(closing_.begin(), closing_.end(), Closing::none); }

bool ContactEvents::run_piece(State& E, double delta, StepReport& report) {
  if (!piece_.run(A_, E, delta, report)) return false;
  if (stage_.info.switches > 0) stage_.system.switches(E.t(), E.q(), stage_.ev);
  return true;
}

// --------------------------------------------------------------------------------- events inside a piece
/// What ends the piece A → E early; the earliest by a linear estimate.
ContactEvents::Event ContactEvents::find(const State& E, double delta, const Event* except) {
  Event event = except && except->kind == Kind::jump ? Event{} : jump_event(delta);
  for (int i = 0; i < stage_.elements; ++i) {
    if (except && except->kind != Kind::jump && i == except->which) continue;
    Event candidate = A_.mode(i) == ContactMode::open ? closing_event(i, delta) : rest_event(E, i, delta);
    if (candidate.kind == Kind::none && i < stage_.contacts && A_.mode(i) != ContactMode::open)
      candidate = release_event(i, delta);
    if (candidate.kind == Kind::none) continue;
    if (event.kind == Kind::none || candidate.time < event.time) event = candidate;
  }
  if (event.kind != Kind::none || except) return event;
  for (int i = 0; i < stage_.contacts; ++i) {  // in and out again within the piece: look closer
    const auto k = static_cast<std::size_t>(i);
    if (A_.mode(i) != ContactMode::open) continue;
    if (stage_.data(i).passable && may_pass(E, i, delta)) return {Kind::half, i, 0.5 * delta};
    if (hits_[k] > 0) continue;
    const double near = kSimultaneous * stage_.length(i);
    if (gap_A_[k] > near && piece_.gap_M(i) < -near) return {Kind::half, i, 0.5 * delta};
  }
  return event;
}

/// An open contact that ends inside its surface.
ContactEvents::Event ContactEvents::closing_event(int i, double delta) const {
  if (!(stage_.gap(i) < -kGapTolerance * stage_.length(i))) return {};
  const double before = std::max(gap_A(i), 0.0);
  return {Kind::gap, i, delta * before / (before - stage_.gap(i))};
}

/// A sliding contact that ends at rest or sliding the other way.
ContactEvents::Event ContactEvents::rest_event(const State& E, int i, double delta) const {
  const bool slides = A_.mode(i) != ContactMode::stick && E.mode(i) != ContactMode::open;
  if (!slides || stage_.data(i).mu == 0) return {};
  const double sign = A_.mode(i) == ContactMode::slip_plus ? 1 : -1;
  const double before = sign * piece_.slip_A(i), after = sign * piece_.slip_E(i);
  if (after > 0 && E.mode(i) == A_.mode(i)) return {};
  return {Kind::slip, i, before > 0 ? delta * before / (before - std::min(after, 0.0)) : 0};
}

/// A held contact whose force turns into a pull.
ContactEvents::Event ContactEvents::release_event(int i, double delta) const {
  if (!piece_.knows_forces()) return {};
  const double before = piece_.force_A(i), after = piece_.force_E(i);
  if (!(after < 0) || !(before > 0)) return {};
  return {Kind::release, i, delta * before / (before - after)};
}

/// The way of the two surfaces within the piece is longer than the gap between them and a part of the smaller
/// solid: it might have been passed unseen.
bool ContactEvents::may_pass(const State& E, int i, double delta) {
  const auto k = static_cast<std::size_t>(i);
  if (!std::isfinite(gap_A_[k])) return false;
  const double room = std::max(gap_A_[k], 0.0) + kPassedPart * stage_.length(i);
  stage_.system.place(E.t(), E.q(), stage_.ev);
  const double speed_E = speed(E, i);
  return 0.5 * delta * (speed_A_[k] + speed_E) > room;
}

/// A branch that ends.
ContactEvents::Event ContactEvents::jump_event(double delta) const {
  Event event;
  for (std::size_t k = 0; k < switch_A_.size(); ++k) {
    const double after = stage_.ev.switches[k], before = std::max(switch_A_[k], 0.0);
    if (!(after < 0)) continue;
    const double time = delta * before / (before - after);
    if (event.kind == Kind::none || time < event.time) event = {Kind::jump, static_cast<int>(k), time};
  }
  return event;
}

/// The function whose zero is the event: a gap, slip in the direction it had, what is left of a branch.
double ContactEvents::value(const Event& event) const {
  if (event.kind == Kind::gap) return stage_.gap(event.which);
  if (event.kind == Kind::jump) return stage_.ev.switches[static_cast<std::size_t>(event.which)];
  if (event.kind == Kind::release) return piece_.force_E(event.which);
  return (A_.mode(event.which) == ContactMode::slip_plus ? 1 : -1) * piece_.slip_E(event.which);
}

/// Shortens the piece to the moment at which the first contact breaks away, if it has one whose friction
/// depends on slip: there it may fall at once, and half a step more or less of it would count. The friction
/// that a piece needs is that of its middle; a piece twice as long has its middle at E. Curvature makes that
/// a little wrong over a long way: what is left is gone again. The contact then sticks at E with nothing
/// left, and slips in the next piece.
bool ContactEvents::find_break(double& delta) {
  const auto may_break = [&](int i) {
    return A_.mode(i) == ContactMode::stick && stage_.data(i).friction != nullptr;
  };
  bool any = false;
  for (int i = 0; i < stage_.elements && !any; ++i) any = may_break(i);
  if (!any) return false;
  whole_ = std::max(whole_, delta);
  StepReport ignored;  // what cannot be solved here is found again by the piece
  double low = kBreakPart * delta, high = 2 * delta, value_low = 0, value_high = 0;
  if (!piece_.probe(A_, high, value_high, ignored) || value_high >= 0) return false;
  if (!piece_.probe(A_, low, value_low, ignored) || value_low <= 0) return false;  // it breaks at once
  for (int i = 0; i < kLocateIterations && high - low > kBreakTolerance * high; ++i) {
    double next = low + (high - low) * value_low / (value_low - value_high);
    if (i % 3 == 2 || !(next > low && next < high)) next = 0.5 * (low + high);
    double value = 0;
    if (!piece_.probe(A_, next, value, ignored)) return false;
    if (std::abs(value) <= kBreakTolerance) {
      low = next;
      break;
    }
    if (value > 0) {
      low = next, value_low = value;
    } else {
      high = next, value_high = value;
    }
  }
  const double time = 0.5 * low, part = time / whole_;
  if (time >= delta) return false;
  delta = time * (1 - 0.5 * part * part);
  return true;
}

/// Shortens the piece to the event. On return E is the state there, `delta` the length, and closing_ says
/// which contacts close. The event is `none` when it has gone and the piece has its full length.
bool ContactEvents::locate(State& E, double& delta, StepReport& report) {
  const int attempts = 4 + 4 * std::min(stage_.contacts, 16);
  for (int attempt = 1; attempt <= kMostHalvings * attempts; ++attempt) {
    const bool chase = attempt % attempts == 0;  // the events chase each other: look at a shorter piece
    if (chase) event_.kind = Kind::half;
    bool flight = event_.kind == Kind::gap && leaves_at_A(event_.which);
    double low = 0, value_low = 0;
    if (flight && rule_.follows_flights()) {
      if (!find_flight(E, delta, low, value_low, report)) return false;
      flight = !(value_low > 0);
    }
    if (event_.kind == Kind::half || flight) {
      if (flight) {
        hold_at_A(event_.which);
      } else {
        delta *= 0.5;
      }
      if (!run_piece(E, delta, report)) return false;
      const Event next = find(E, delta);
      if (next.kind == Kind::none) {
        if (flight) event_ = next;
        return true;
      }
      event_ = next;
      continue;
    }
    if (!regula_falsi(E, delta, low, value_low, report)) return false;
    if (event_.kind == Kind::release && piece_.force_bend(event_.which) > kMostBend) {
      event_.kind = Kind::half;  // the force is not known well enough over so long a piece
      continue;
    }
    const Event other = find(E, delta, &event_);
    if (other.kind == Kind::none || other.time >= delta * (1 - 1e-9)) {
      return close(E, delta, report);
    }
    event_ = other;
  }
  close_all(E);  // whatever is inside its surface stays closed
  ++book_.statistics.crowded;
  return true;
}

/// What happens at the located event.
bool ContactEvents::close(State& E, double delta, StepReport& report) {
  if (event_.kind == Kind::slip) {
    return end_slip(E, delta, report);
  } else if (event_.kind == Kind::gap) {
    const Closing kind = rule_.ends(E, delta, event_.which) ? Closing::plastic : Closing::elastic;
    closing_[static_cast<std::size_t>(event_.which)] = kind;
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
/// removed.
bool ContactEvents::end_slip(State& E, double delta, StepReport& report) {
  resting_.clear();
  if (stage_.d == 2 || delta == 0) E.set_mode(event_.which, ContactMode::stick);
  for (int i = 0; i < stage_.elements; ++i) {
    const bool slides = A_.mode(i) == ContactMode::slip_plus || A_.mode(i) == ContactMode::slip_minus;
    if (!slides || E.mode(i) == ContactMode::open || stage_.data(i).mu == 0) continue;
    const double rest = (stage_.d == 2 ? 10 * kSlipTolerance : kRestPart) * std::abs(piece_.slip_A(i));
    const bool itself = i == event_.which;
    if (!itself && !(std::abs(piece_.slip_E(i)) <= rest)) continue;
    if (stage_.d == 2 || delta == 0 || piece_.slip_size_E(i) <= rest) {
      E.set_mode(i, ContactMode::stick);
    } else {
      turned_.push_back(i);
      if (++turns_[static_cast<std::size_t>(i)] >= kMostTurns) resting_.push_back(i);
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
}

/// On its surface at A, and moving away.
bool ContactEvents::leaves_at_A(int contact) {
  if (gap_A(contact) > kGapTolerance * stage_.length(contact)) return false;
  stage_.system.place(A_.t(), A_.q(), stage_.ev);
  return rate(A_, contact) >= -kRateTolerance * fastest(A_);  // what is held may come out as −0
}

/// A contact that leaves its surface at A and is back before the piece ends: a moment of its flight, from
/// the parabola through both ends. `value_low` stays 0 when the flight is too low to be followed.
bool ContactEvents::find_flight(State& E, double& delta, double& low, double& value_low, StepReport& report) {
  const int contact = event_.which;
  const double speed = rate(A_, contact);  // the frames are those of A
  if (!(speed > kRateTolerance * fastest(A_))) return true;
  double gap_E = stage_.gap(contact), high = delta;
  for (int i = 0; i < kMostFlights; ++i) {
    const double apex = 0.5 * speed * high * high / (speed * high - gap_E);
    if (!(apex > 0 && apex < high)) return true;
    if (!run_piece(E, apex, report)) return false;
    const double gap = stage_.gap(contact);
    if (gap > kFlightTolerance * stage_.info.length) {
      low = apex, value_low = gap;
      delta = high;
      // the stage must know the other end of the bracket
      return run_piece(E, delta, report);
    }
    if (!(gap < -kFlightTolerance * stage_.info.length)) return true;
    high = apex, gap_E = gap;
  }
  return true;
}

/// Illinois variant of regula falsi on the length of the piece, from a moment `low` where the value was
/// positive; low = 0: from A.
bool ContactEvents::regula_falsi(State& E, double& delta, double low, double value_low, StepReport& report) {
  double before = 0, tolerance = 0;
  const auto which = static_cast<std::size_t>(event_.which);
  switch (event_.kind) {
    case Kind::gap: before = gap_A_[which], tolerance = kGapTolerance * stage_.length(event_.which); break;
    case Kind::jump: before = switch_A_[which], tolerance = kSwitchTolerance * before; break;
    case Kind::release: before = piece_.force_A(event_.which), tolerance = kForceTolerance * before; break;
    default: before = std::abs(piece_.slip_A(event_.which)), tolerance = kSlipTolerance * before;
  }
  // a low flight is followed down to a part of its height
  const double reached = low > 0 ? std::min(tolerance, kFlightPart * value_low) : tolerance;
  if (low == 0) value_low = before;
  double high = delta, value_high = value(event_);
  if (!(value_low > 0)) {  // it begins on the surface and moves in, or begins at rest
    delta = 0;
    E.restore(A_);
    piece_.rest(A_);
    if (stage_.info.switches > 0) stage_.system.switches(E.t(), E.q(), stage_.ev);
    return true;
  }
  int side = 0;
  for (int i = 0; i < kLocateIterations; ++i) {
    double next = low + (high - low) * value_low / (value_low - value_high);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    delta = next;
    if (!run_piece(E, delta, report)) return false;
    const double now = value(event_);
    if (std::abs(now) <= reached || high - low <= 1e-15 * high) return true;
    if (now > 0) {
      low = next, value_low = now;
      if (side == 1) value_high *= 0.5;
      side = 1;
    } else {
      high = next, value_high = now;
      if (side == -1) value_low *= 0.5;
      side = -1;
    }
  }
  return true;
}

/// Every open contact that touches at this moment takes part in the impact.
void ContactEvents::join_impact(const State& E, Closing kind) {
  for (int i = 0; i < stage_.contacts; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (E.mode(i) != ContactMode::open || closing_[k] != Closing::none) continue;
    if (stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
    closing_[k] = kind;
  }
}

/// Too many events: whatever is inside its surface stays closed.
void ContactEvents::close_all(const State& E) {
  for (int i = 0; i < stage_.contacts; ++i) {
    if (E.mode(i) == ContactMode::open && stage_.gap(i) < 0)
      closing_[static_cast<std::size_t>(i)] = Closing::plastic;
  }
}

/// The next branch: contacts whose gap jumped up are open, no impulse acts.
void ContactEvents::pass(State& E) {
  stage_.system.pass_switch(event_.which, E);
  stage_.load(E);
  stage_.evaluate(E.t(), E.q());
  stage_.system.switches(E.t(), E.q(), stage_.ev);
  for (int i = 0; i < stage_.contacts; ++i) {
    if (E.mode(i) == ContactMode::open || !(stage_.gap(i) > kSimultaneous * stage_.length(i))) continue;
    E.set_mode(i, ContactMode::open);
  }
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// When an event of a piece happens: regula falsi on the length of the piece, each trial a complete piece.
#include <algorithm>
#include <cmath>

#include "base/bracket.h"
#include "base/index.h"
#include "stepping/rigid/contact_events.h"

namespace freeplay {
namespace {

constexpr double kMostBend = 0.01;  // of a force that is to be extrapolated to zero
constexpr int kLocateIterations = 60;
constexpr int kMostHalvings = 6;  // of a piece whose events cannot be told apart
constexpr int kMostFlights = 40;  // of one contact inside one piece
// Of slip that is left: slip in space that has nothing more than this of its old direction has turned by a right angle,
// and need not be followed further. Less than this of what the rows of the middle see is rest at A; trial both.
constexpr double kRightAngle = 0.01, kRestAtA = 1e-3;
// Of the longest piece: where slip in space jumps, or the friction that is left, there is no better time; trial.
constexpr double kSlipTime = 1e-8;
// Of an impulse that is left out where its normal turns: 1 − cos of the angle, 8 degrees. Any bound keeps the order of the
// steps; this one keeps the rattle of a journal that whirls in its bearing.
constexpr double kMostTurned = 0.01;

}  // namespace

bool ContactEvents::comes_elsewhere(const State& E, int contact) {
  const int row = stage_.d() * contact;
  const RowShape& shape = stage_.data(contact).shape;
  const auto evaluate = [&](const State& state) {
    stage_.place(state.t(), state.q());
    stage_.contact_rows(state.t(), state.q(), contact);
    return stage_.ev().row_W(row);
  };
  const double* normal = evaluate(E);
  std::copy_n(normal, normal_E_.size(), normal_E_.begin());
  normal = evaluate(A_);
  double product = 0, here = 0, there = 0;
  std::size_t k = 0;
  for (std::size_t part = 0; part < shape.start.size(); ++part) {
    for (int i = 0; i < shape.size[part]; ++i, ++k) {
      const double size = stage_.info().u_size(idx(shape.start[part] + i));
      const double at_A = size * normal[k], at_E = size * normal_E_[k];
      product += at_A * at_E;
      here += at_A * at_A;
      there += at_E * at_E;
    }
  }
  return product < (1 - kMostTurned) * std::sqrt(here * there);
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
  for (int i = 0; i < stage_.elements() && !any; ++i) any = may_break(i);
  if (!any) return false;
  whole_ = std::max(whole_, delta);
  StepReport ignored;  // what cannot be solved here is found again by the piece
  Bracket search{kBreakPart * delta, 0, 2 * delta, 0};
  if (!piece_.probe(A_, search.high, search.f_high, ignored) || search.f_high >= 0) return false;
  if (!piece_.probe(A_, search.low, search.f_low, ignored) || search.f_low <= 0) return false;  // at once
  for (int i = 0; i < kLocateIterations && search.width() > kBreakTolerance * search.high; ++i) {
    const double next = i % 3 == 2 ? search.middle() : search.next();
    if (budget_.spent()) return false;
    budget_.spend();
    double value = 0;
    if (!piece_.probe(A_, next, value, ignored)) return false;
    if (std::abs(value) <= kBreakTolerance) {
      search.low = next;
      break;
    }
    search.take(next, value);
  }
  const double time = 0.5 * search.low, part = time / whole_;
  if (time >= delta) return false;
  delta = time * (1 - 0.5 * part * part);
  return true;
}

/// What constant friction has left at A: nothing where slip begins there.
void ContactEvents::find_reserve(double delta) {
  reserve_A_ = 0;
  bool any = false;
  for (int i = 0; i < stage_.contacts() && !any; ++i)
    any = A_.mode(i) == ContactMode::stick && stage_.data(i).friction == nullptr && stage_.data(i).mu > 0;
  StepReport ignored;  // what cannot be solved here is found again by the piece
  double others = 0;
  if (any && piece_.probe(A_, kBreakPart * delta, others, ignored)) reserve_A_ = piece_.constant_reserve();
}

/// Shortens the piece to the event. On return E is the state there, `delta` the length, and closing_ says
/// which contacts close. The event is `none` when it has gone and the piece has its full length, and `crowd` when
/// the search costs more than it may, or its events cannot be told apart.
bool ContactEvents::locate(State& E, double& delta, StepReport& report) {
  const int attempts = 4 + 4 * std::min(stage_.contacts(), 16);
  for (int attempt = 1; attempt <= kMostHalvings * attempts; ++attempt) {
    budget_.spend();
    if (budget_.spent()) break;
    const bool chase = attempt % attempts == 0;  // the events chase each other: look at a shorter piece
    if (chase) event_.kind = Kind::half;
    bool flight = event_.kind == Kind::gap && leaves_at_A(event_.which);
    double low = 0, value_low = 0;
    if (flight && (rule_.follows_flights() || comes_elsewhere(E, event_.which))) {
      if (!find_flight(E, delta, low, value_low, report)) return false;
      if (crowded()) return true;
      flight = !(value_low > 0);
    }
    if (event_.kind == Kind::half || flight) {
      if (flight) {
        hold_at_A(event_.which);
      } else {
        delta *= 0.5;
      }
      if (!try_piece(E, delta, report)) return false;
      const Event next = find(E, delta);
      if (next.kind == Kind::none) {
        if (flight) event_ = next;
        return true;
      }
      event_ = next;
      continue;
    }
    if (!regula_falsi(E, delta, low, value_low, report)) return false;
    if (crowded()) return true;
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
  event_ = {Kind::crowd};
  return true;
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
    if (budget_.spent()) {
      event_ = {Kind::crowd};
      return true;
    }
    if (!try_piece(E, apex, report)) return false;
    const double gap = stage_.gap(contact);
    if (gap > kFlightTolerance * stage_.info().length) {
      low = apex, value_low = gap;
      delta = high;
      // the stage must know the other end of the bracket
      return run_piece(E, delta, report);
    }
    if (!(gap < -kFlightTolerance * stage_.info().length)) return true;
    high = apex, gap_E = gap;
  }
  return true;
}

/// In space: slip that the event's contact has at A, in its rows there. Those of the piece may turn so fast, as those of
/// a journal that rolls in little play, that they see the speed of what rolls: that is then the limit of no slip.
double ContactEvents::slip_at_A() {
  stage_.place(A_.t(), A_.q());
  stage_.contact_rows(A_.t(), A_.q(), event_.which);
  double squares = 0;
  for (int a = 1; a < stage_.d(); ++a) squares += std::pow(stage_.slip_rate(event_.which, a, A_.u()), 2);
  return std::sqrt(squares);
}

/// Whether the search may end with the value it has reached.
bool ContactEvents::reaches(double value, double tolerance, const Bracket& search) const {
  const bool turns = event_.kind == Kind::slip && stage_.d() == 3, onset = event_.kind == Kind::onset;
  double width = turns || onset ? kSlipTime * whole_ : 1e-15 * search.high;
  if (onset) width = std::max(width, kBreakTolerance * search.high);
  if (std::abs(value) <= tolerance || search.width() <= width) return true;
  return turns && std::abs(value) <= kRightAngle * piece_.slip_size_E(event_.which);
}

/// Regula falsi with the Illinois rule on the length of the piece, from a moment `low` where the value was positive;
/// low = 0: from A. Trials of steps of own choice are made of many pieces: most of them follow a parabola.
bool ContactEvents::regula_falsi(State& E, double& delta, double low, double value_low, StepReport& report) {
  double before = 0, tolerance = 0;
  const auto which = idx(event_.which);
  switch (event_.kind) {
    case Kind::gap: before = gap_A_[which], tolerance = kGapTolerance * stage_.length(event_.which); break;
    case Kind::jump: before = switch_A_[which], tolerance = kSwitchTolerance * before; break;
    case Kind::release: before = piece_.force_A(event_.which), tolerance = kForceTolerance * before; break;
    case Kind::onset: before = reserve_A_, tolerance = kBreakTolerance; break;
    default: before = std::abs(piece_.slip_A(event_.which)), tolerance = kSlipTolerance * before;
  }
  // a low flight is followed down to a part of its height
  const double reached = low > 0 ? std::min(tolerance, kFlightPart * value_low) : tolerance;
  if (low == 0) value_low = before;
  const bool turns = event_.kind == Kind::slip && stage_.d() == 3 && event_.which < stage_.contacts();
  Bracket search{low, value_low, delta, value(event_)};
  if (turns) search.f_low = slip_at_A();
  if (!(search.f_low >
        (turns ? kRestAtA * before : 0))) {  // begins on the surface and moves in, or begins at rest
    delta = 0;
    E.restore(A_);
    piece_.rest(A_);
    stage_.switches(E.t(), E.q());
    return true;
  }
  const bool parabolic = rule_.follows_flights();
  Parabola trials;
  trials.take(search.high, search.f_high);
  trials.take(search.low, search.f_low);
  for (int i = 0; i < kLocateIterations; ++i) {
    if (budget_.spent()) {
      event_ = {Kind::crowd};
      return true;
    }
    delta = search.next();
    if (parabolic && i % 3 != 2) delta = trials.root(search, delta);
    if (i == 0 && search.contains(2 * low)) delta = 2 * low;  // a flight falls as long as it rises
    if (!try_piece(E, delta, report)) return false;
    const double now = value(event_);
    if (reaches(now, reached, search)) return true;
    trials.take(delta, now);
    search.take(delta, now);
    search.weigh();
  }
  return true;
}

}  // namespace freeplay

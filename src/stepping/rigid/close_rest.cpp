// SPDX-License-Identifier: Apache-2.0
// The rest of a step in which more happens than can be placed in time: one time-stepping piece. All contacts
// that would be met in it meet at its beginning, in one impact by the law they have, with restitution where they
// approach; then the piece is run with all of them kept outside, 0 ≤ P_N ⊥ γ_NA + γ_NE + 2 g_NA/δ ≥ 0. Nothing is
// searched for, no contact is made to overlap, and impulses do what the impact law and the piece let them do: no
// work is gained elsewhere. What the impact throws against others is met in further rounds, a few at most.
//
// Differs from Moreau's step [Flores2009, section 4.3] in that contacts meet when they are about to close, not
// when they overlap: what is placed in time in the next step begins outside its surfaces. A contact meets too early
// by less than the piece, and is too far away by less than its way in that time.
#include <algorithm>
#include <cmath>

#include "stepping/rigid/contact_events.h"

namespace freeplay {
namespace {

constexpr int kMostRounds = 4;   // of contacts that are met because others were; trial
constexpr int kMostImpacts = 4;  // of one round, in which contacts throw each other back and forth; trial

constexpr int kMostShortenings = 6;  // of a piece whose contact problem nothing solves; trial

}  // namespace

bool ContactEvents::close_rest(State& E, double& delta, double step, StepReport& report) {
  mark_.set_all(book_);
  begin_.restore(A_);
  for (int attempt = 0; !close_once(E, delta, step, report); ++attempt) {
    mark_.restore_all(book_);
    A_.restore(begin_);
    forget();
    if (report.status != StepStatus::unsolved || attempt == kMostShortenings) return false;
    delta *= 0.5;
  }
  ++book_.statistics.time_stepped;
  book_.statistics.time_stepped_time += delta;
  return true;
}

bool ContactEvents::close_once(State& E, double delta, double step, StepReport& report) {
  time_stepped_ = true;
  event_ = Event{};
  forget();
  apart_.clear();
  std::fill(met_.begin(), met_.end(), Met::no);
  std::fill(turns_.begin(), turns_.end(), 0);
  for (int round = 0;; ++round) {
    time_stepping_.hold_apart(apart_, room_);
    if (stage_.stopped()) {
      report = {StepStatus::interrupted, -1, 0};
      return false;
    }
    if (!time_stepping_.run(A_, E, delta, report)) return false;
    if (round == kMostRounds || !meet(E, delta, step)) break;
    if (!throw_apart(report)) return false;
  }
  if (stage_.info().switches == 0) return true;
  stage_.switches(E.t(), E.q());
  for (int k = 0; k < stage_.info().switches; ++k) {
    if (!(stage_.ev().switches[idx(k)] < 0)) continue;
    event_.which = k;
    pass(E);
  }
  return true;
}

/// Whether contacts that have not met yet end inside their surface, or were inside it on the way. Those that
/// approach hit now; if no faster than the forces of a step make them, without restitution. Leaves the frames at A.
bool ContactEvents::meet(const State& E, double delta, double step) {
  const std::span<const double> gaps_M = time_stepping_.gaps_M();
  bool any = false;
  for (int i = 0; i < stage_.contacts(); ++i) {
    const auto k = idx(i);
    const double inside = -kGapTolerance * stage_.length(i);
    approach_[k] = 0;
    if (met_[k] != Met::no || A_.mode(i) != ContactMode::open) continue;
    if (!(stage_.gap(i) < inside) && !(gap_A(i) > 0 && gaps_M[k] < inside)) continue;
    any = true;
    met_[k] = Met::touches;
    approach_[k] = rate(E, i);
  }
  if (!any) return false;
  for (const int i : apart_) A_.set_mode(i, ContactMode::open);
  stage_.place(A_.t(), A_.q());
  const double rest = kRateTolerance * fastest(A_);
  for (int i = 0; i < stage_.contacts(); ++i) {
    const auto k = idx(i);
    if (met_[k] == Met::no || A_.mode(i) != ContactMode::open) continue;
    const double before = rate(A_, i), change = approach_[k] - before;
    if (!(before < -rest)) continue;
    // what was thrown back before comes in for good
    const bool slow = approach_[k] != 0 && -before * delta <= std::abs(change) * step;
    hit(i, slow);
  }
  return true;
}

/// The contact takes part in the next impact.
void ContactEvents::hit(int contact, bool stays) {
  const auto k = idx(contact);
  const bool rebounds =
      !stays || stage_.data(contact).restitutionN >= 1;  // of which no bounce is the last one
  closing_[k] = rebounds ? Closing::elastic : Closing::plastic;
  if (rebounds) met_[k] = Met::thrown;
}

/// The impacts of what has met, until nothing of it approaches any more. A contact takes part only while it
/// approaches or is closed: restitution of some among contacts that separate would gain energy. The last impact
/// is one without restitution, which never does. Then all that has met is held in the piece. What was thrown back or
/// does not touch is open at its end; the others would be back at once, and stay closed.
bool ContactEvents::throw_apart(StepReport& report) {
  const auto hits = [&] {
    return std::any_of(closing_.begin(), closing_.end(), [](Closing c) { return c != Closing::none; });
  };
  for (int impact = 1; hits(); ++impact) {
    if (!solve_hits(A_, report)) return false;
    if (impact == kMostImpacts) break;
    const double rest = kRateTolerance * fastest(A_);
    for (int i = 0; i < stage_.contacts(); ++i) {
      const auto k = idx(i);
      if (met_[k] == Met::no || A_.mode(i) != ContactMode::open || !(rate(A_, i) < -rest)) continue;
      hit(i, impact + 1 == kMostImpacts);
    }
  }
  stage_.place(A_.t(), A_.q());
  const double rest = kRateTolerance * fastest(A_);
  for (int i = 0; i < stage_.contacts(); ++i) {
    const Met met = met_[idx(i)];
    if (met == Met::no) continue;
    const bool open = A_.mode(i) == ContactMode::open, ends = stage_.data(i).restitutionN < 1;
    if (open) A_.set_mode(i, sliding_mode(A_, i, rest));
    const bool touches = gap_A(i) <= kSimultaneous * stage_.length(i);
    if (touches && (!open || (met == Met::touches && ends))) continue;
    room_[idx(i)] = ends ? std::max(gap_A(i), 0.0) : 0;  // without, what is thrown back keeps its energy
    if (std::find(apart_.begin(), apart_.end(), i) == apart_.end()) apart_.push_back(i);
  }
  return true;
}

}  // namespace freeplay

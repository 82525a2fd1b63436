// SPDX-License-Identifier: Apache-2.0
// Steps of its own choice: each is one piece of order four (stepping/rigid/extrapolated_piece.h), as long as
// its estimated error allows, and ends early where a contact closes, slip comes to rest or a gap jumps.
//
// Flights are followed down to the gap tolerance. An accumulation of impacts (Zeno) is over when what is left
// of it is below the accuracy asked: a contact of restitution ε that flew for Δ and comes in at v would fly
// for Δ (ε + ε² + …) = Δ ε/(1 − ε) more. The time it is compared with is the machine's own: √(2L/a), the
// time to cross its length L at the acceleration a = 2v/Δ of that flight.
#include "stepping/rigid/adaptive.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "stepping/rigid/book_mark.h"
#include "stepping/rigid/contact_events.h"
#include "stepping/rigid/extrapolated_piece.h"

namespace freeplay {
namespace {

constexpr double kMargin = 0.01;        // of the accuracy, for the error of one step
constexpr double kSafety = 0.9;         // of the step that would just do
constexpr double kMostGrowth = 4;       // of the step, from one to the next
constexpr double kMostShrinking = 0.2;  // of a rejected step
constexpr double kShortest = 1e-13;     // step relative to the time: below, rounding decides
constexpr int kMostCoarse = 20;         // shortest steps in a row that miss the accuracy
constexpr double kMostTurns = 100;      // flight over time since the other contact of the sequence was hit
constexpr int kMostAttempts = 60;       // of one step
constexpr double kHeldSpeed = 1e-6;     // of the fastest so far: more than drift
constexpr int kMostDoublings = 12;      // of that part, when it does not get past the corner
constexpr double kHeadway = 0.1;        // of the usual step
constexpr int kMostTiny = 100;    // steps without events in which there is none; ten times that with contacts
constexpr double kForget = 0.98;  // of the usual step, from one headway to the next
constexpr int kMostLeaps = 20;    // in a row
constexpr double kLeapError = 1e4;     // of the error that a step may have
constexpr int kLeapLengths = 6;        // tried for one, each half the one before
constexpr double kPiecesOfTrial = 6;   // of order two that each piece tried is made of
constexpr double kCrowdedPart = 1e-6;  // of the next step, when contacts are closed by force

class Adaptive final : public Stepper, private StepRule {
 public:
  Adaptive(const System& system, const StepperOptions& options, double accuracy, double first, double longest,
           double pieces)
      : accuracy_(accuracy),
        longest_(longest),
        first_(std::min(first, longest)),
        next_(first_),
        stage_(system, options.solver),
        piece_(stage_, options.project.value_or(true)),
        book_(stage_.info()),
        events_(stage_, piece_, piece_.midpoint(), book_, *this, pieces),
        begin_(system.initial_state()),
        last_hit_(idx(stage_.contacts()), -kInfinity) {}

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return stage_.solver_statistics(); }
  bool chooses_step() const override { return true; }

  void visit(Archive& a, const State& state) override {
    stage_.visit(a, state);
    a(book_, events_, piece_, next_, last_hit_, coarse_, usual_, headway_, tiny_, leaps_);
  }
  void stop_when(const std::atomic<bool>* flag) override { stage_.stop_when(flag); }
  void keep_problems(ProblemKeeper* keeper) override { stage_.keep_with(keeper); }
  void take_inputs(const State& state) override { stage_.load(state); }

  StepReport step(State& state, double most) override {
    double length = std::min({next_, longest_, most});
    if (length > 0.8 * most && most <= longest_) {
      length = most;
    } else if (length > 0.5 * most) {
      length = 0.5 * most;  // no crumb is left before the next sample
    }
    if (!begin_at(state, length)) return report_;
    before_.set(book_);
    if (tiny_ > (stage_.elements() > 0 ? 10 : 1) * kMostTiny) return go_on(state, most);
    bool rejected = false;
    for (int attempt = 0;; ++attempt) {
      double taken = length;
      const bool ran = events_.run(state, taken, report_);
      if (stage_.stopped()) {
        report_ = {StepStatus::interrupted, -1, 0};
        return give_up(state);
      }
      if ((ran && events_.crowded()) || (rejected && stage_.elements() > 0 && events_.budget().spent()))
        return time_step(state, most);
      const double error = ran ? piece_.error() / (kMargin * accuracy_) : kInfinity;
      const bool shortest = length <= kShortest * std::abs(state.t()) || attempt == kMostAttempts;
      // friction that jams closed contacts acts as an impact does: at once
      if (!ran && shortest && report_.status == StepStatus::unsolved && any_closed() &&
          ++coarse_ <= kMostCoarse)
        return change_faces(state, most);
      if (!ran && (shortest || report_.status == StepStatus::not_finite)) return give_up(state);
      if (error <= 1 || (shortest && ran)) {
        coarse_ = error <= 1 ? 0 : coarse_ + 1;
        if (coarse_ > kMostCoarse) return go_on(state, most);
        if (coarse_ > 0 && any_closed()) return change_faces(state, most);
        if (error <= 1 && taken >= kHeadway * usual_) leaps_ = 0;
        accept(state, taken, taken == most, error, rejected, length);
        if (!events_.finish(state, report_)) return give_up(state);
        note_times(state);
        return finish_step(book_, stage_, state);
      }
      rejected = true;
      ++book_.statistics.rejected;
      events_.budget().spend();
      events_.forget();
      length = taken * std::clamp(kSafety * std::pow(error, -0.25), kMostShrinking, 0.8);
      if (!(length > 0)) length = kMostShrinking * next_;
      events_.again(begin_);
      state.restore(begin_);
    }
  }

 private:
  /// Where a step of that length, or a shorter one, begins.
  bool begin_at(State& state, double& length) {
    // a long step brings many pairs within reach of each other: a shorter one may need fewer slots
    bool room = stage_.system().choose_contacts(state, length);
    for (int i = 0; !room && i < kMostAttempts; ++i)
      room = stage_.system().choose_contacts(state, length *= 0.5);
    if (!room) {
      report_ = {StepStatus::too_many_contacts, stage_.contacts() - stage_.info().first_slot, 0};
      return false;
    }
    events_.start(state);
    events_.begin(state);
    begin_.restore(state);
    return true;
  }

  /// Steps have become so short that the machine makes no headway.
  StepReport go_on(State& state, double most) {
    tiny_ = coarse_ = 0;
    return stage_.elements() > 0 ? time_step(state, most) : leap(state, most);
  }

  /// Where bars of a linkage come to lie on one line, rows of joints depend on each other and velocities are known to few
  /// digits: no short step is accurate, but one that goes past is. Of the usual length and its halves the first whose error
  /// is not far from what is asked, or else the one with the least; the sum of errors has it.
  StepReport leap(State& state, double most) {
    const double longest = std::min({usual_, longest_, most});
    double best = 0, least = kInfinity;
    for (int i = 0; i <= kLeapLengths; ++i) {
      double taken = i < kLeapLengths ? std::ldexp(longest, -i) : best;
      events_.again(begin_);
      state.restore(begin_);
      const bool ran = taken > 0 && events_.run(state, taken, report_);
      if (stage_.stopped()) report_ = {StepStatus::interrupted, -1, 0};
      if (stage_.stopped() || (i == kLeapLengths && (!ran || ++leaps_ > kMostLeaps))) {
        if (ran) report_ = {StepStatus::stalled, -1, piece_.error()};
        return give_up(state);
      }
      if (i < kLeapLengths) {
        if (ran && piece_.error() < least) least = piece_.error(), best = taken;
        if (least <= kLeapError * kMargin * accuracy_) i = kLeapLengths - 1;  // the longest that will do
        continue;
      }
      accept(state, taken, taken == most, least, true, taken);
    }
    next_ = best;
    note_times(state);
    return finish_step(book_, stage_, state);
  }

  /// More happens than can be placed in time, or steps shrink without end: one time-stepping piece of the length
  /// that a step was given.
  StepReport time_step(State& state, double most) {
    events_.forget();
    state.restore(begin_);
    double length = std::min(first_, most);
    if (!begin_at(state, length)) return give_up(state);
    if (!events_.close_rest(state, length, first_, report_)) return give_up(state);
    events_.commit(state.t());
    if (length >= most) state.set_t(begin_.t() + most);
    events_.budget().settle();
    events_.budget().earn(length / (kPiecesOfTrial * first_));
    next_ = length;
    coarse_ = 0;
    note_times(state);
    return finish_step(book_, stage_, state);
  }

  void accept(State& state, double taken, bool to_the_end, double error, bool rejected, double length) {
    events_.commit(state.t());
    if (to_the_end) state.set_t(begin_.t() + taken);
    StepStatistics& statistics = book_.statistics;
    statistics.error += piece_.position_error();
    events_.budget().earn(taken / (kPiecesOfTrial * first_));
    if (!events_.ended_early()) {
      events_.budget().earn_piece();
      ++tiny_;
    }
    usual_ = std::max(taken, usual_);
    if (state.t() - headway_ >= kHeadway * usual_) {
      tiny_ = 0;
      headway_ = state.t();
      usual_ *= kForget;
    }
    if (events_.halved()) next_ = 2 * taken;
    if (events_.ended_early() && !rejected) return;  // the piece was cut: its error says little
    const double growth = error > 0 ? kSafety * std::pow(error, -0.25) : kMostGrowth;
    next_ = length * std::clamp(growth, kMostShrinking, rejected ? 1.0 : kMostGrowth);
  }

  bool any_closed() const {
    for (int i = 0; i < stage_.contacts(); ++i) {
      if (begin_.mode(i) != ContactMode::open) return true;
    }
    return false;
  }

  /// However short the step, its velocities jump: a corner has come to the end of its face. A little further
  /// on all contacts that touch meet without restitution.
  StepReport change_faces(State& state, double most) {
    const double nudge = std::min(std::ldexp(kCrowdedPart * next_, std::min(coarse_, kMostDoublings)), most);
    events_.forget();
    state.restore(begin_);
    stage_.system().advance(begin_.q(), begin_.u(), nudge, state.q());
    state.set_t(begin_.t() + nudge);
    if (!events_.collide(state, report_)) return give_up(state);
    ++book_.statistics.crowded;
    note_times(state);
    return finish_step(book_, stage_, state);
  }

  bool follows_flights() const override { return true; }
  bool finds_onset() const override { return true; }
  double held_speed() const override {
    const double fastest = piece_.fastest();
    return fastest > 0 ? kHeldSpeed * fastest * stage_.info().length : kInfinity;
  }
  bool too_coarse() const override { return piece_.error() > kMargin * accuracy_; }

  bool ends(const State& E, double, int contact) override {
    const double epsilon = stage_.data(contact).restitutionN;
    const double flight = E.t() - last_hit_[idx(contact)];
    if (!std::isfinite(flight) || epsilon >= 1) return false;
    stage_.place(E.t(), E.q());
    const double speed = std::abs(events_.rate(E, contact));
    const double left = flight * epsilon / (1 - epsilon);
    if (left * left * speed <= accuracy_ * accuracy_ * stage_.info().length * flight) return true;
    return in_turn(E, contact, flight);
  }

  /// Contacts that hit in turn: one comes in, on a flight that is not long against the time since the other
  /// was hit, while that other one still touches. Their hits cannot be told apart any more, and the rest of
  /// the sequence happens at once.
  bool in_turn(const State& E, int contact, double flight) {
    for (int i = 0; i < stage_.contacts(); ++i) {
      const double since = E.t() - last_hit_[idx(i)];
      if (i == contact || since > flight || flight > kMostTurns * since || E.mode(i) != ContactMode::open)
        continue;
      if (stage_.gap(i) <= kSimultaneous * stage_.length(i) && events_.rate(E, i) > 0) return true;
    }
    return false;
  }

  /// When contacts were hit, and when their modes began: a contact that is held from A on began there.
  void note_times(const State& state) {
    for (int i = 0; i < stage_.contacts(); ++i) {
      const ContactMode at_A = events_.A().mode(i);
      const bool held_from_A = begin_.mode(i) == ContactMode::open && at_A != ContactMode::open &&
                               state.mode(i) != ContactMode::open;
      // steps end where slip begins, and where nothing presses any more: then that is so from A on
      const bool breaks = begin_.mode(i) == ContactMode::stick && at_A == ContactMode::stick &&
                          state.mode(i) != ContactMode::open;
      const bool leaves =
          at_A != ContactMode::open && state.mode(i) == ContactMode::open && piece_.force_A(i) == 0;
      const bool from_A = held_from_A || breaks || leaves || at_A == state.mode(i);
      book_.mode_time[idx(i)] = from_A ? begin_.t() : state.t();
      if (events_.hits(i) > 0) last_hit_[idx(i)] = state.t();
    }
    events_.clear_hits();
    // a step ends where a joint that rubs comes to rest, and where it breaks away: it then slips from A on
    for (int i = stage_.contacts(); i < stage_.elements(); ++i) {
      const bool from_A = begin_.mode(i) == ContactMode::stick || events_.A().mode(i) == state.mode(i);
      book_.rubbing_mode_time[idx(i - stage_.contacts())] = from_A ? begin_.t() : state.t();
    }
  }

  /// Back to the beginning of the step, the ledger too.
  StepReport give_up(State& state) {
    state.restore(begin_);
    before_.restore(book_);
    events_.forget();
    return report_;
  }

  double accuracy_, longest_, first_, next_;
  RigidStage stage_;
  ExtrapolatedPiece piece_;
  Book book_;
  ContactEvents events_;
  State begin_;
  BookMark before_;
  std::vector<double> last_hit_;  ///< time of the last impact of each contact
  double usual_ = 0;              ///< length of a step, of late
  double headway_ = 0;            ///< when a part of that was last made [s]
  int tiny_ = 0, leaps_ = 0;      ///< in a row
  int coarse_ = 0;  ///< steps in a row that miss the accuracy although they are as short as they can be
  StepReport report_;
};

}  // namespace

std::unique_ptr<Stepper> make_adaptive(const System& system, const StepperOptions& options, double accuracy,
                                       double first, double longest, double pieces) {
  return std::make_unique<Adaptive>(system, options, accuracy, first, longest, pieces);
}

}  // namespace freeplay

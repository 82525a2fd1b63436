// SPDX-License-Identifier: Apache-2.0
// What ends a piece early, and where: an open contact closes (its gap is zero), slip comes to rest
// (γ_T = 0; in space nothing is left of the direction it had), a gap jumps (a switch of the system), a held
// contact lets go or begins to slip (where the piece knows its force), a contact breaks away whose friction
// depends on slip.
// The time is found by regula falsi on the piece itself.
//
// Why this is not the locator of smooth motion (compliant/contact_cut.h): a rigid piece has no inside. Its modes
// and impulses are those of the whole piece, so the state at an earlier moment is that of a shorter piece, which
// costs a contact problem, may fail, and may have other events: each trial looks for all of them anew, and work is
// counted. A smooth step is interpolated: trials cost little, and the first of all sign changes is found before
// anything is done again. Both narrow one bracket by one rule (base/bracket.h).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/bracket.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "stepping/rigid/book_mark.h"
#include "stepping/rigid/event_budget.h"
#include "stepping/rigid/impact.h"
#include "stepping/rigid/midpoint_piece.h"

namespace freeplay {

/// What a stepper decides: when an accumulation of impacts (Zeno) is over, and what is too coarse.
class StepRule {
 public:
  virtual ~StepRule() = default;
  /// The contact hits now, at E, after a piece of length δ: does it stay closed, whatever its restitution?
  virtual bool ends(const State& E, double delta, int contact) = 0;
  /// Flights that begin and end inside a piece are followed; otherwise the contact is held.
  virtual bool follows_flights() const = 0;
  /// A closed contact that is faster in its normal direction has come to another face and is not held any
  /// more.
  virtual double held_speed() const { return std::numeric_limits<double>::infinity(); }
  /// The onset of slip is found where friction is constant too; where it depends on slip it always is.
  virtual bool finds_onset() const { return false; }
  /// The piece just run is so inaccurate that it will be rejected: its events need not be located.
  virtual bool too_coarse() const { return false; }
};

class ContactEvents {
 public:
  /// `time_stepping` is for what cannot be placed in time; it may be the piece itself.
  ContactEvents(RigidStage& stage, Piece& piece, MidpointPiece& time_stepping, Book& book, StepRule& rule,
                double pieces);

  /// A touching contact that does not approach is closed; the others wait for their impact. Evaluates gaps
  /// and switches of the state.
  void start(State& state);
  /// Takes the state as the beginning of the next piece; the stage must be there.
  void begin(const State& state);
  /// The same beginning once more, after a rejected piece.
  void again(const State& state);
  const State& A() const { return A_; }

  /// Runs the piece over `delta` from A and, when something ends it early, shortens `delta` to that moment.
  bool run(State& E, double& delta, StepReport& report);
  /// More happened than may be placed in time: the piece does not count, and the rest is to be closed.
  bool crowded() const { return event_.kind == Kind::crowd; }
  /// One time-stepping piece over `delta` from A, or over less where its contact problem is not solved; `step` is the
  /// length of a step.
  bool close_rest(State& E, double& delta, double step, StepReport& report);
  bool time_stepped() const { return time_stepped_; }
  /// The piece, or the time-stepping piece, counts.
  void commit(double t) { (time_stepped_ ? time_stepping_ : piece_).commit(t, book_); }
  /// Something ended the piece early.
  bool ended_early() const { return event_.kind != Kind::none; }
  /// Only because it was too long to be sure that nothing was passed.
  bool halved() const { return event_.kind == Kind::half; }
  /// The piece went on to its end, where nothing hits: finish() would do nothing.
  bool nothing_happened() const {
    return event_.kind == Kind::none && !time_stepped_ && piece_.struck().empty();
  }
  /// Solves the impact or passes the switch at the end of the piece.
  bool finish(State& E, StepReport& report);
  /// Every contact that touches in the state meets without restitution: velocities that fit no face any more
  /// are made to fit.
  bool collide(State& state, StepReport& report);
  /// The step failed: nothing closes.
  void forget();

  /// Impacts of each contact since they were last cleared.
  int hits(int contact) const { return hits_[idx(contact)]; }
  /// `longest` piece that may follow.
  void clear_hits(double longest = 0) {
    if (any_hits_) std::fill(hits_.begin(), hits_.end(), 0);
    any_hits_ = false;
    whole_ = longest;
  }

  /// Contacts that leave their surface at A and are held.
  const std::vector<int>& flights() const { return flights_; }
  EventBudget& budget() { return budget_; }

  void visit(Archive& a) {
    a(turns_, closing_, hits_, whole_, budget_);
    any_hits_ = true;
  }

  /// γ_N of a contact in a state whose frames are placed. Its rows are evaluated.
  double rate(const State& state, int contact);
  double gap_A(int contact) const { return gap_A_[idx(contact)]; }
  /// The contact's normal has turned since A so far that it comes back to another place of its surface, as a journal that
  /// crosses its bearing does: what it would do there is not what it did here. Leaves the frames at A.
  bool comes_elsewhere(const State& E, int contact);

 private:
  enum class Kind { none, gap, slip, half, jump, release, onset, breaks, crowd };
  enum class Met { no, touches, thrown };
  struct Event {
    Kind kind = Kind::none;
    int which = -1;   ///< contact or switch
    double time = 0;  ///< first estimate
  };

  double fastest(const State& state);
  double speed(const State& state, int contact);
  ContactMode sliding_mode(const State& state, int contact, double rest);
  Event find(const State& E, double delta, const Event* except = nullptr);
  Event closing_event(int i, double delta) const;
  Event rest_event(const State& E, int i, double delta) const;
  Event jump_event(double delta) const;
  Event release_event(int i, double delta) const;
  Event onset_event(double delta) const;
  bool may_pass(const State& E, int i, double delta);
  double value(const Event& event) const;
  bool run_piece(State& E, double delta, StepReport& report);
  bool try_piece(State& E, double delta, StepReport& report);
  bool find_break(double& delta);
  void find_reserve(double delta);
  bool locate(State& E, double& delta, StepReport& report);
  bool close(State& E, double delta, StepReport& report);
  bool end_slip(State& E, double delta, StepReport& report);
  void hold_at_A(int contact);
  bool leaves_at_A(int contact);
  bool find_flight(State& E, double& delta, double& low, double& value_low, StepReport& report);
  double slip_at_A();
  bool reaches(double value, double tolerance, const Bracket& search) const;
  bool regula_falsi(State& E, double& delta, double low, double value_low, StepReport& report);
  void join_impact(const State& E, Closing kind);
  bool close_once(State& E, double delta, double step, StepReport& report);
  bool meet(const State& E, double delta, double step);
  void hit(int contact, bool stays);
  bool solve_hits(State& state, StepReport& report);
  bool throw_apart(StepReport& report);
  void pass(State& E);

  RigidStage& stage_;
  Piece& piece_;
  MidpointPiece& time_stepping_;
  Book& book_;
  StepRule& rule_;
  State A_, begin_;  ///< where the piece begins, and where a time-stepping piece did before its impacts
  BookMark mark_;
  Event event_;
  EventBudget budget_;
  bool time_stepped_ = false;  ///< the last piece was one that closed the rest of a step
  bool may_break_;             ///< some friction depends on slip
  bool finds_onset_;           ///< StepRule::finds_onset
  bool knows_forces_;          ///< Piece::knows_forces
  bool may_pass_;              ///< some contact may be passable
  double reserve_A_ = 0;       ///< what friction has left at A, where onsets of slip are found
  double whole_ = 0;           ///< the longest piece since hits were cleared
  std::vector<double> gap_A_, switch_A_, speed_A_;
  std::vector<double> normal_E_;  ///< scratch of comes_elsewhere(): a row
  std::vector<Closing> closing_;
  std::vector<int> hits_;
  bool any_hits_ = false;     ///< hits_ may have other numbers than zero
  std::vector<int> turns_;    ///< right angles that slip has turned by since a piece without events, in space
  std::vector<int> flights_;  ///< held although they leave
  std::vector<int> turned_;   ///< contacts that turned in this piece
  std::vector<int> resting_;  ///< scratch of end_slip()
  std::vector<Met> met_;      ///< in a time-stepping piece
  std::vector<int> apart_;    ///< of these, those that do not touch
  std::vector<double> approach_, room_;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The default stepper: second order between impacts, through impacts and along closed contacts.
//
// A step is made of pieces (stepping/rigid/midpoint_piece.h). In a piece a joint is a contact with
// restitution 1 that cannot open: it does no work, closed contacts do P_T (γ_TA + γ_TE)/2 ≤ 0, gravity is exact.
//
// A piece ends early where an open contact closes (its gap is zero) or where slip comes to rest (γ_T = 0):
// the time is found by regula falsi on the piece itself. A closing contact then follows the impact law at
// that configuration (stepping/impact.h), together with every contact closed at that moment.
//
// Accumulations of impacts (Zeno) end when their flights are shorter than the step: a contact that leaves its
// surface and would be back before the piece ends is held instead, and a contact that hits again in one step,
// no faster than the forces of a step make it, does so without restitution. What is left out is shorter than
// the step and moves by O(Δt²). A rattle between walls, or from one side of a bearing to the other, is not such an
// accumulation and goes on.
//
// Differs from [Flores2009]: impacts are placed in time, so that the active set never rests on overlap.
#include <cmath>
#include <cstring>

#include "base/tolerances.h"
#include "stepping/rigid/adaptive.h"
#include "stepping/rigid/book_mark.h"
#include "stepping/rigid/contact_events.h"
#include "stepping/rigid/divided_step.h"
#include "stepping/rigid/midpoint_piece.h"
#include "stepping/rigid/piece_length.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    FREEPLAY_STEPPER_STEP,
    {.key = "accuracy",
     .low = 0,
     .high = 0.1,
     .help =
         "relative accuracy of positions; when given, the step is chosen and `step` is the first one tried",
     .optional = true,
     .open_low = true},
    {.key = "step_max",
     .unit = "s",
     .low = 0,
     .help = "longest step when it is chosen",
     .optional = true,
     .open_low = true},
    {.key = "pieces",
     .fallback = EventBudget::kPieces,
     .low = 1,
     .high = 1e6,
     .help =
         "most pieces tried to place the events of a step in time; a step earns a 64th of them and saves the "
         "rest; when they are used up one time-stepping piece closes the step"}};

constexpr int kMostHits = 24;  // of one contact in one step with restitution

class Symmetric final : public Stepper, private StepRule {
 public:
  Symmetric(const System& system, const StepperOptions& options, double pieces)
      : stage_(system, options.solver),
        piece_(stage_, options.project.value_or(true)),
        book_(stage_.info()),
        events_(stage_, piece_, piece_, book_, *this, pieces),
        last_(system.initial_state()),
        divided_(last_, book_) {
    before_.set_all(book_);
    piece_.notice_corners(events_.flights());
  }

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return stage_.solver_statistics(); }

  void visit(Archive& a, const State& state) override {
    stage_.visit(a, state);
    a(book_, events_, last_, started_, lengths_);
  }
  void stop_when(const std::atomic<bool>* flag) override { stage_.stop_when(flag); }
  void keep_problems(ProblemKeeper* keeper) override { stage_.keep_with(keeper); }
  void take_inputs(const State& state) override {
    stage_.load(state);
    std::copy(state.inputs().begin(), state.inputs().end(), last_.inputs().begin());
  }

  StepReport step(State& state, double dt) override {
    return divided_.make(state, dt, book_, stage_.solver_statistics(),
                         [this](State& from, double length) { return whole_step(from, length); });
  }

 private:
  StepReport whole_step(State& state, double dt) {
    const bool goes_on = continues(state, dt);
    if (goes_on) {
      last_.set_t(state.t());  // all else is the same
    } else {
      last_.restore(state);
    }
    const bool chooses = stage_.info().first_slot >= 0;
    if (chooses && !stage_.system().choose_contacts(state, dt)) {
      return {StepStatus::too_many_contacts, stage_.contacts() - stage_.info().first_slot, 0};
    }
    if (!goes_on || (chooses && !same_contacts(state))) events_.start(state);
    marked_ = false;
    dt_ = dt;
    double remaining = dt;
    const double t_end = state.t() + dt;
    events_.clear_hits(dt);
    events_.budget().earn(1);
    do {
      if (stage_.stopped()) {
        report_ = {StepStatus::interrupted, -1, 0};
        return give_up(state);
      }
      double length = lengths_.next(remaining);
      events_.begin(state);
      if (!run(state, length, remaining)) return give_up(state);
      const bool plain = events_.nothing_happened();
      if (!plain) mark();
      events_.commit(state.t());
      if (!plain && !events_.finish(state, report_)) return give_up(state);
      remaining -= length;
      follow(length);
    } while (remaining > kStepCrumb * dt);
    state.set_t(t_end);
    last_.restore(state);
    started_ = true;
    return finish_step(book_, stage_, state);
  }

  void follow(double length) {
    using Ended = PieceLength::Ended;
    if (events_.time_stepped()) return lengths_.forget();
    lengths_.follow(events_.halved()             ? Ended::halved
                    : events_.nothing_happened() ? Ended::whole
                                                 : Ended::otherwise,
                    length, dt_);
  }

  /// The next piece: until something happens, or to the end of the step where too much does.
  bool run(State& state, double& length, double remaining) {
    const bool ran = events_.run(state, length, report_);
    if (ran && !events_.crowded()) return true;
    if (!ran && report_.status != StepStatus::unsolved) return false;
    length = remaining;
    mark();
    events_.budget().settle();
    return events_.close_rest(state, length, dt_, report_);
  }

  /// The gaps of the stage belong to the state that the last step left. The time loop may have rounded t.
  bool continues(const State& state, double dt) const {
    const std::span<const double> now = state.block().subspan(1), then = last_.block().subspan(1);
    return started_ && std::abs(state.t() - last_.t()) <= kStepCrumb * dt + 4e-16 * std::abs(state.t()) &&
           std::memcmp(now.data(), then.data(), now.size_bytes()) == 0;
  }

  bool same_contacts(const State& state) const {
    return std::equal(state.features().begin(), state.features().end(), last_.features().begin());
  }

  // ------------------------------------------------------------------------------ accumulations of impacts
  bool follows_flights() const override { return false; }

  bool ends(const State& E, double delta, int contact) override {
    return collapsed(E, contact) || ends_here(E, delta, contact);
  }

  /// Contacts that hit in turn have come so close together that their hits cannot be told apart any more:
  /// one comes in while the other has not left yet. The rest of the sequence happens at once.
  bool collapsed(const State& E, int contact) {
    if (events_.hits(contact) == 0 || stage_.data(contact).restitutionN >= 1) return false;  // no convergence
    stage_.place(E.t(), E.q());
    for (int i = 0; i < stage_.contacts(); ++i) {
      const bool other = i != contact && E.mode(i) == ContactMode::open && events_.hits(i) > 0;
      if (other && stage_.gap(i) <= kSimultaneous * stage_.length(i) && events_.rate(E, i) > 0) return true;
    }
    return false;
  }

  /// A contact that hits again in the same step bounces once more, unless its approach is no faster than
  /// what the forces of one step give it, or it has bounced too often to follow.
  bool ends_here(const State& E, double delta, int contact) {
    if (events_.hits(contact) == 0) return false;
    if (events_.hits(contact) >= kMostHits) {
      ++book_.statistics.crowded;
      return true;
    }
    if (events_.comes_elsewhere(E, contact)) return false;
    const State& A = events_.A();
    stage_.place(E.t(), E.q());
    const double approach = events_.rate(E, contact);
    stage_.place(A.t(), A.q());
    const double change = approach - events_.rate(A, contact);
    return std::abs(approach) * delta <= std::abs(change) * dt_;
  }

  /// Something is booked in a step that may still fail; most steps are one piece in which nothing happens.
  void mark() {
    if (!marked_) before_.set_all(book_);
    marked_ = true;
  }

  /// Back to the beginning of the step, the ledger too.
  StepReport give_up(State& state) {
    state.restore(last_);
    if (marked_) before_.restore_all(book_);
    events_.forget();
    lengths_.forget();
    started_ = false;
    return report_;
  }

  RigidStage stage_;
  MidpointPiece piece_;
  Book book_;
  ContactEvents events_;
  State last_;  ///< what the last step left: where this one begins
  DividedStep divided_;
  BookMark before_;
  bool marked_ = false;  ///< before_ is of this step
  double dt_ = 0;
  PieceLength lengths_;
  StepReport report_;
  bool started_ = false;
};

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  const Parameters given(*find_entry<StepperEntry>("symmetric"), options.stepper.values);
  if (given.given("accuracy")) {
    return make_adaptive(system, options, given.number("accuracy"), given.number("step"),
                         given.given("step_max") ? given.number("step_max") : kInfinity,
                         given.number("pieces"));
  }
  return std::make_unique<Symmetric>(system, options, given.number("pieces"));
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(symmetric) = {
    {.name = "symmetric",
     .citation = "",
     .help = "second order, joints and closed contacts without work, impacts placed in time",
     .params = kParams},
    make};
}  // namespace entry
}  // namespace freeplay

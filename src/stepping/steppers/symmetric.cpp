// SPDX-License-Identifier: Apache-2.0
// The default stepper: second order between impacts, through impacts and along closed contacts.
//
// A step is made of smooth pieces (stepping/smooth_piece.h). In a piece a joint is a contact with restitution
// 1 that cannot open: it does no work, closed contacts do P_T (γ_TA + γ_TE)/2 ≤ 0, gravity is exact.
//
// A piece ends early where an open contact closes (its gap is zero) or where slip comes to rest (γ_T = 0):
// the time is found by regula falsi on the piece itself. A closing contact then follows the impact law at
// that configuration (stepping/impact.h), together with every contact closed at that moment.
//
// Accumulations of impacts (Zeno) end when their flights are shorter than the step: a contact that leaves its
// surface and would be back before the piece ends is held instead, and a contact that hits again in one step,
// no faster than the forces of a step make it, does so without restitution. What is left out is shorter than
// the step and moves by O(Δt²). A rattle between walls is not such an accumulation and goes on.
//
// Differs from [Flores2009]: impacts are placed in time, so that the active set never rests on overlap.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "stepping/impact.h"
#include "stepping/smooth_piece.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_STEPPER_STEP};

// Gaps relative to the contact's clearance, slip relative to the slip before.
constexpr double kGapTolerance = 1e-10;   // a located impact is this close
constexpr double kSimultaneous = 1e-6;    // contacts this close take part in the same impact
constexpr double kSlipTolerance = 1e-10;  // what counts as rest
constexpr double kRateTolerance = 1e-12;  // what counts as rest, relative to the fastest contact
constexpr double kCrumb = 1e-12;          // a rest of the step this short, relative to the step, is rounding
constexpr int kMostHits = 24;             // of one contact in one step with restitution
constexpr int kLocateIterations = 60;
constexpr int kMostHalvings = 6;  // of a piece whose events cannot be told apart

class Symmetric final : public Stepper {
 public:
  Symmetric(const System& system, const StepperOptions& options)
      : stage_(system, options.solver),
        piece_(stage_, options.project.value_or(true)),
        book_(stage_.info),
        A_(system.initial_state()),
        last_(A_) {
    const auto n = static_cast<std::size_t>(stage_.contacts);
    gap_A_.assign(n, 0);
    hits_.assign(n, 0);
    closing_.assign(n, Closing::none);
  }

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return stage_.chain.statistics(); }

  StepReport step(State& state, double dt) override {
    if (!continues(state, dt)) {
      start(state);
      last_.restore(state);
    }
    begin_works_ = book_.works;
    begin_gain_ = book_.gain;
    begin_impacts_ = book_.impacts.size();
    dt_ = dt;
    double remaining = dt;
    const double t_end = state.t() + dt;
    std::fill(hits_.begin(), hits_.end(), 0);
    const int most_events = 16 + 32 * stage_.contacts;
    for (int event = 0;; ++event) {
      A_.restore(state);
      std::copy(stage_.ev.gap.begin(), stage_.ev.gap.end(), gap_A_.begin());
      double length = remaining;
      if (!piece_.run(A_, state, length, report_)) return give_up(state);
      const bool crowded = event >= most_events;
      Event found = find_event(state, length);
      if (found.kind != Event::Kind::none && crowded) {
        close_all(state);
        ++book_.statistics.crowded;
      } else if (found.kind != Event::Kind::none && !locate(state, length, found)) {
        return give_up(state);
      }
      piece_.commit(state.t(), book_);
      if (any_closing() && !solve_impact(stage_, state, closing_, hits_, book_, report_))
        return give_up(state);
      remaining -= length;
      if (found.kind == Event::Kind::none || crowded || !(remaining > kCrumb * dt)) break;
    }
    state.set_t(t_end);
    last_.restore(state);
    started_ = true;
    return finish_step(book_, stage_, state);
  }

 private:
  struct Event {
    enum class Kind { none, gap, slip, half } kind = Kind::none;
    int contact = -1;
    double time = 0;  ///< first estimate
  };

  /// The gaps of the stage belong to the state that the last step left. The time loop may have rounded t.
  bool continues(const State& state, double dt) const {
    const std::span<const double> now = state.block().subspan(1), then = last_.block().subspan(1);
    return started_ && std::abs(state.t() - last_.t()) <= kCrumb * dt + 4e-16 * std::abs(state.t()) &&
           std::memcmp(now.data(), then.data(), now.size_bytes()) == 0;
  }

  /// Contacts that touch at the start and do not approach are closed; the others wait for their impact.
  void start(State& state) {
    if (stage_.contacts == 0) return;
    stage_.evaluate(state.t(), state.q());
    const double rest = kRateTolerance * fastest(state);
    for (int i = 0; i < stage_.contacts; ++i) {
      if (state.mode(i) != ContactMode::open || stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
      if (std::abs(rate(state, 2 * i)) <= rest) state.set_mode(i, sliding_mode(state, i, rest));
    }
  }

  /// The largest |γ| of all contacts, for a state whose frames are placed.
  double fastest(const State& state) {
    double speed = 0;
    for (int row = 0; row < 2 * stage_.contacts; ++row) speed = std::max(speed, std::abs(rate(state, row)));
    return speed;
  }

  /// Stick, or slip in the direction it has.
  ContactMode sliding_mode(const State& state, int contact, double rest) {
    const double slip = rate(state, 2 * contact + 1);
    if (std::abs(slip) <= rest) return ContactMode::stick;
    return slip > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
  }

  /// γ of a row of W (2i normal, 2i+1 tangential) in a state whose frames are placed.
  double rate(const State& state, int row) {
    const int contact = row / 2;
    stage_.system.contact_rows(state.t(), state.q(), contact, stage_.ev);
    return dot_row(stage_.data(contact).shape, stage_.ev.row_W(row), state.u().data()) +
           stage_.ev.w_tilde[static_cast<std::size_t>(row)];
  }

  // ------------------------------------------------------------------------------- events inside a piece
  /// What ends the piece A → E early; the earliest by a linear estimate.
  Event find_event(const State& E, double delta, int except = -1) const {
    Event event;
    for (int i = 0; i < stage_.contacts; ++i) {
      if (i == except) continue;
      const Event candidate =
          A_.mode(i) == ContactMode::open ? closing_event(i, delta) : rest_event(E, i, delta);
      if (candidate.kind == Event::Kind::none) continue;
      if (event.kind == Event::Kind::none || candidate.time < event.time) event = candidate;
    }
    if (event.kind != Event::Kind::none || except >= 0) return event;
    for (int i = 0; i < stage_.contacts; ++i) {  // in and out again within the piece: look closer
      const auto k = static_cast<std::size_t>(i);
      if (A_.mode(i) != ContactMode::open || hits_[k] > 0) continue;
      const double near = kSimultaneous * stage_.length(i);
      if (gap_A_[k] > near && piece_.gap_M(i) < -near) return {Event::Kind::half, i, 0.5 * delta};
    }
    return event;
  }

  /// An open contact that ends inside its surface.
  Event closing_event(int i, double delta) const {
    if (!(stage_.gap(i) < -kGapTolerance * stage_.length(i))) return {};
    const double before = std::max(gap_A_[static_cast<std::size_t>(i)], 0.0);
    return {Event::Kind::gap, i, delta * before / (before - stage_.gap(i))};
  }

  /// A sliding contact that ends at rest or sliding the other way.
  Event rest_event(const State& E, int i, double delta) const {
    const bool slides = A_.mode(i) != ContactMode::stick && E.mode(i) != ContactMode::open;
    if (!slides || stage_.data(i).mu == 0) return {};
    const double sign = A_.mode(i) == ContactMode::slip_plus ? 1 : -1;
    const double before = sign * piece_.slip_A(i), after = sign * piece_.slip_E(i);
    if (after > 0 && E.mode(i) == A_.mode(i)) return {};
    return {Event::Kind::slip, i, before > 0 ? delta * before / (before - std::min(after, 0.0)) : 0};
  }

  /// The function whose zero is the event: a gap, or slip in the direction it had.
  double event_value(const Event& event) const {
    if (event.kind == Event::Kind::gap) return stage_.gap(event.contact);
    return (A_.mode(event.contact) == ContactMode::slip_plus ? 1 : -1) * piece_.slip_E(event.contact);
  }

  /// Shortens the piece to the event. On return E is the state there, `delta` the length, and closing_ says
  /// which contacts close. The event is `none` when it has gone and the piece has its full length.
  bool locate(State& E, double& delta, Event& event) {
    const int attempts = 4 + 4 * stage_.contacts;
    for (int attempt = 1; attempt <= kMostHalvings * attempts; ++attempt) {
      const bool chase = attempt % attempts == 0;  // the events chase each other: look at a shorter piece
      if (chase) event.kind = Event::Kind::half;
      if (event.kind == Event::Kind::half || (event.kind == Event::Kind::gap && leaves_at_A(event.contact))) {
        if (event.kind == Event::Kind::half) {
          delta *= 0.5;
        } else {
          hold_at_A(event.contact);
        }
        if (!piece_.run(A_, E, delta, report_)) return false;
        const Event next = find_event(E, delta);
        if (next.kind == Event::Kind::none) {
          if (event.kind == Event::Kind::gap) event = next;
          return true;
        }
        event = next;
        continue;
      }
      if (!regula_falsi(E, delta, event)) return false;
      const Event other = find_event(E, delta, event.contact);
      if (other.kind == Event::Kind::none || other.time >= delta * (1 - 1e-9)) {
        close(E, delta, event);
        return true;
      }
      event = other;
    }
    close_all(E);  // whatever is inside its surface stays closed
    ++book_.statistics.crowded;
    return true;
  }

  /// What happens at the located event.
  void close(State& E, double delta, const Event& event) {
    if (event.kind == Event::Kind::slip) {
      E.set_mode(event.contact, ContactMode::stick);  // at rest: the next piece decides whether it stays so
      return;
    }
    const auto k = static_cast<std::size_t>(event.contact);
    const bool ends = collapsed(E, event.contact) || ends_here(E, delta, event.contact);
    closing_[k] = ends ? Closing::plastic : Closing::elastic;
    join_impact(E, closing_[k]);
  }

  /// Contacts that hit in turn have come so close together that their hits cannot be told apart any more:
  /// one comes in while the other has not left yet. The rest of the sequence happens at once.
  bool collapsed(const State& E, int contact) {
    const auto k = static_cast<std::size_t>(contact);
    if (hits_[k] == 0 || stage_.data(contact).restitutionN >= 1) return false;  // nothing to converge
    stage_.system.place(E.t(), E.q(), stage_.ev);
    for (int i = 0; i < stage_.contacts; ++i) {
      const bool other =
          i != contact && E.mode(i) == ContactMode::open && hits_[static_cast<std::size_t>(i)] > 0;
      if (other && stage_.gap(i) <= kSimultaneous * stage_.length(i) && rate(E, 2 * i) > 0) return true;
    }
    return false;
  }

  /// A contact that hits again in the same step bounces once more, unless its approach is no faster than
  /// what the forces of one step give it, or it has bounced too often to follow.
  bool ends_here(const State& E, double delta, int contact) {
    const int hits = hits_[static_cast<std::size_t>(contact)];
    if (hits == 0) return false;
    if (hits >= kMostHits) {
      ++book_.statistics.crowded;
      return true;
    }
    stage_.system.place(E.t(), E.q(), stage_.ev);
    const double approach = rate(E, 2 * contact);
    stage_.system.place(A_.t(), A_.q(), stage_.ev);
    const double change = approach - rate(A_, 2 * contact);
    return std::abs(approach) * delta <= std::abs(change) * dt_;
  }

  /// A flight that ends before the piece does is not resolved: the contact is held from A on. The piece lets
  /// it go if nothing presses it; otherwise the rest of the accumulation of impacts is over.
  void hold_at_A(int contact) {
    A_.set_mode(contact, sliding_mode(A_, contact, kRateTolerance * fastest(A_)));
  }

  /// On its surface at A, and moving away.
  bool leaves_at_A(int contact) {
    if (gap_A_[static_cast<std::size_t>(contact)] > kGapTolerance * stage_.length(contact)) return false;
    stage_.system.place(A_.t(), A_.q(), stage_.ev);
    return rate(A_, 2 * contact) >= -kRateTolerance * fastest(A_);  // what is held may come out as −0
  }

  /// Illinois variant of regula falsi on the length of the piece.
  bool regula_falsi(State& E, double& delta, const Event& event) {
    const bool closing = event.kind == Event::Kind::gap;
    const double slip = std::abs(piece_.slip_A(event.contact));
    const double scale = closing ? kGapTolerance * stage_.length(event.contact) : kSlipTolerance * slip;
    double low = 0, high = delta;
    double value_low = closing ? gap_A_[static_cast<std::size_t>(event.contact)] : slip;
    double value_high = event_value(event);
    if (!(value_low > 0)) {  // it begins on the surface and moves in, or begins at rest
      delta = 0;
      E.restore(A_);
      piece_.rest(A_);
      return true;
    }
    int side = 0;
    for (int i = 0; i < kLocateIterations; ++i) {
      double next = low + (high - low) * value_low / (value_low - value_high);
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      delta = next;
      if (!piece_.run(A_, E, delta, report_)) return false;
      const double value = event_value(event);
      if (std::abs(value) <= scale || high - low <= 1e-15 * high) return true;
      if (value > 0) {
        low = next, value_low = value;
        if (side == 1) value_high *= 0.5;
        side = 1;
      } else {
        high = next, value_high = value;
        if (side == -1) value_low *= 0.5;
        side = -1;
      }
    }
    return true;
  }

  /// Every open contact that touches at this moment takes part in the impact.
  void join_impact(const State& E, Closing kind) {
    for (int i = 0; i < stage_.contacts; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (E.mode(i) != ContactMode::open || closing_[k] != Closing::none) continue;
      if (stage_.gap(i) > kSimultaneous * stage_.length(i)) continue;
      closing_[k] = kind;
    }
  }

  /// Too many events in one step: whatever is inside its surface stays closed.
  void close_all(const State& E) {
    for (int i = 0; i < stage_.contacts; ++i) {
      if (E.mode(i) == ContactMode::open && stage_.gap(i) < 0)
        closing_[static_cast<std::size_t>(i)] = Closing::plastic;
    }
  }

  bool any_closing() const {
    return std::any_of(closing_.begin(), closing_.end(), [](Closing c) { return c != Closing::none; });
  }

  /// Back to the beginning of the step, the ledger too.
  StepReport give_up(State& state) {
    state.restore(last_);
    book_.works = begin_works_;
    book_.gain = begin_gain_;
    book_.impacts.resize(std::min(book_.impacts.size(), begin_impacts_));
    std::fill(closing_.begin(), closing_.end(), Closing::none);
    started_ = false;
    return report_;
  }

  RigidStage stage_;
  SmoothPiece piece_;
  Book book_;
  State A_;     ///< where the piece begins
  State last_;  ///< what the last step left: where this one begins
  Works begin_works_;
  EnergyGain begin_gain_;
  std::size_t begin_impacts_ = 0;
  double dt_ = 0;
  StepReport report_;
  bool started_ = false;
  std::vector<double> gap_A_;
  std::vector<int> hits_;  ///< impacts of each contact in this step
  std::vector<Closing> closing_;
};

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return std::make_unique<Symmetric>(system, options);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(symmetric) = {
    {"symmetric", "", "second order, joints and closed contacts without work, impacts placed in time",
     kParams},
    make};
}  // namespace entry
}  // namespace freeplay

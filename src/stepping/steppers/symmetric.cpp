// SPDX-License-Identifier: Apache-2.0
// The default stepper: second order between impacts, through impacts and along closed contacts.
//
// A step is made of smooth pieces. A piece of length δ from A to E, q_M = q_A + ½ δ u_A, asks
//   M (u_E − u_A) = h δ + Dᵀ Λ + W_N P_N + W_T P_T,   q_E = q_M + ½ δ u_E
//   joints:           D(q_M)(u_A + u_E) + 2 Φ_t = 0
//   closed contacts:  0 ≤ P_N ⊥ γ_NA + γ_NE ≥ 0,   −P_T ∈ μ P_N Sgn(γ_TA + γ_TE)
// and then removes drift, M-orthogonally: Φ = 0 and D u + Φ_t = 0, g_N = 0 and γ_N = 0 of contacts that stay
// closed, γ_T = 0 of those that stick. A joint is a contact with restitution 1 that cannot open: it does no
// work, closed contacts do P_T (γ_TA + γ_TE)/2 ≤ 0, gravity is exact. h(q, u) is taken at the mean velocity
// in a second pass.
//
// A piece ends early where an open contact closes (its gap is zero) or where slip comes to rest (γ_T = 0):
// the time is found by regula falsi on the piece itself. A closing contact then follows the impact law at
// that configuration,
//   ξ = γ⁺ + ε γ⁻,  0 ≤ P_N ⊥ ξ_N ≥ 0,  −P_T ∈ μ P_N Sgn(ξ_T)                    [Flores2009, eqs. (32)–(35)]
// with restitution acting on min(γ_N⁻, 0), together with every contact closed at that moment. A contact
// that would hit twice within one step is closed for good: the rest of an accumulation of impacts (Zeno) is
// shorter than the step and its motion is of the order Δt².
//
// Differs from [Flores2009]: impacts are placed in time, so that the active set never rests on overlap.
#include <algorithm>
#include <cmath>

#include "stepping/rigid_dynamics.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_STEPPER_STEP};

// Gaps relative to the contact's clearance.
constexpr double kGapTolerance = 1e-10;   // a located impact is this close
constexpr double kSimultaneous = 1e-6;    // contacts this close take part in the same impact
constexpr double kSlipTolerance = 1e-10;  // rest of slip relative to the slip before
constexpr int kLocateIterations = 60;

class Symmetric final : public Stepper {
 public:
  Symmetric(const System& system, const StepperOptions& options)
      : system_(system),
        info_(system.info()),
        contacts_(static_cast<int>(info_.contacts.size())),
        book_(info_),
        ev_(info_),
        joints_(info_),
        rows_(info_, 2 * contacts_),
        problem_(contacts_),
        chain_(options.solver, contacts_),
        projection_(info_, contacts_),
        project_(options.project.value_or(true)),
        dense_(info_.mass == MassKind::dense),
        A_(system.initial_state()),
        begin_(A_),
        last_(A_) {
    const auto nu = static_cast<std::size_t>(info_.nu);
    const auto n = static_cast<std::size_t>(contacts_);
    q_M_.assign(static_cast<std::size_t>(info_.nq), 0);
    u_.assign(nu, 0);
    free_.assign(nu, 0);
    mean_.assign(nu, 0);
    change_.assign(nu, 0);
    lambda_.assign(info_.constraints.size(), 0);
    P_.assign(2 * n, 0);
    gamma_A_.assign(2 * n, 0);
    gap_A_.assign(n, 0);
    gap_M_.assign(n, 0);
    slip_E_.assign(n, 0);
    hits_.assign(n, 0);
    active_.reserve(2 * n);
    closing_.assign(n, Closing::none);
    held_.reserve(2 * n);
    held_modes_.reserve(n);
    corrected_.assign(2 * n, 0);
    system_.mass(A_.q(), ev_);
    joints_.factorise(ev_, true);
  }

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return chain_.statistics(); }

  StepReport step(State& state, double dt) override {
    if (!continues(state)) start(state);
    begin_.restore(state);
    double remaining = dt;
    const double t_end = state.t() + dt;
    if (contacts_ > 0) std::fill(hits_.begin(), hits_.end(), 0);
    const int most_events = 8 + 4 * contacts_;
    for (int event = 0;; ++event) {
      A_.restore(state);
      std::copy(ev_.gap.begin(), ev_.gap.end(), gap_A_.begin());
      report_ = {};
      double length = remaining;
      if (!piece(state, length)) return give_up(state);
      const bool crowded = event >= most_events;
      Event found = contacts_ > 0 ? find_event(state, length) : Event{};
      if (found.kind != Event::Kind::none) {
        if (crowded) {
          close_all(state);
          ++book_.statistics.crowded;
        } else if (!locate(state, length, found)) {
          return give_up(state);
        }
      }
      commit(state, length);
      if (any_closing() && !impact(state)) return give_up(state);
      remaining -= length;
      if (found.kind == Event::Kind::none || crowded || !(remaining > 0)) break;
    }
    state.set_t(t_end);
    last_.restore(state);
    started_ = true;
    return finish(state);
  }

 private:
  enum class Closing { none, elastic, plastic };
  struct Event {
    enum class Kind { none, gap, slip, half } kind = Kind::none;
    int contact = -1;
    double time = 0;  ///< first estimate
  };

  /// Contacts that touch at the start and do not approach are closed; the others wait for their impact.
  void start(State& state) {
    if (contacts_ == 0) return;
    system_.place(state.t(), state.q(), ev_);
    system_.gaps(state.t(), state.q(), ev_);
    double speed = 0;
    for (int i = 0; i < contacts_; ++i) {
      system_.contact_rows(state.t(), state.q(), i, ev_);
      for (const int row : {2 * i, 2 * i + 1}) {
        const double rate = contact_rate(row, state.u());
        speed = std::max(speed, std::abs(rate));
      }
    }
    for (int i = 0; i < contacts_; ++i) {
      if (state.mode(i) != ContactMode::open || gap(i) > kSimultaneous * length(i)) continue;
      if (std::abs(contact_rate(2 * i, state.u())) > 1e-12 * speed) continue;
      const double slip = contact_rate(2 * i + 1, state.u());
      state.set_mode(i, std::abs(slip) <= 1e-12 * speed ? ContactMode::stick
                        : slip > 0                      ? ContactMode::slip_plus
                                                        : ContactMode::slip_minus);
    }
  }

  /// The gaps in ev_ belong to the state that the last step left.
  bool continues(const State& state) const {
    return started_ && std::equal(state.block().begin(), state.block().end(), last_.block().begin());
  }

  double gap(int contact) const { return ev_.gap[static_cast<std::size_t>(contact)]; }
  double length(int contact) const { return info_.contacts[static_cast<std::size_t>(contact)].length; }
  /// γ of a row of W (2i normal, 2i+1 tangential) at ev_.
  double contact_rate(int row, std::span<const double> u) const {
    return dot_row(info_.contacts[static_cast<std::size_t>(row / 2)].shape, ev_.row_W(row), u.data()) +
           ev_.w_tilde[static_cast<std::size_t>(row)];
  }

  // ------------------------------------------------------------------------------- one smooth piece: A_ => E
  bool piece(State& E, double delta) {
    const double t_M = A_.t() + 0.5 * delta;
    const std::span<const double> u_A = A_.u();
    system_.advance(A_.q(), u_A, 0.5 * delta, q_M_);
    system_.place(t_M, q_M_, ev_);
    if (joints_.rows() > 0) system_.constraints(t_M, q_M_, ev_);
    system_.forces(t_M, q_M_, u_A, ev_);
    if (dense_) system_.mass(q_M_, ev_);
    joints_.factorise(ev_, dense_);
    pending_ = Works{};
    std::fill(corrected_.begin(), corrected_.end(), 0.0);
    active_.clear();
    if (contacts_ > 0) {
      system_.gaps(t_M, q_M_, ev_);
      std::copy(ev_.gap.begin(), ev_.gap.end(), gap_M_.begin());
      for (int i = 0; i < contacts_; ++i) {
        if (A_.mode(i) == ContactMode::open) continue;
        system_.contact_rows(t_M, q_M_, i, ev_);
        active_.push_back(2 * i);
        active_.push_back(2 * i + 1);
      }
      if (!active_.empty()) rows_.build(info_, ev_, joints_, active_);
    }
    const int passes = info_.forces_depend_on_velocity ? 2 : 1;
    for (int pass = 0; pass < passes; ++pass) {
      if (pass > 0) {
        for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] = 0.5 * (u_A[i] + u_[i]);
        system_.forces(t_M, q_M_, mean_, ev_);
      }
      smooth_velocity(u_A, delta);
      if (!active_.empty() && !hold_contacts(u_A)) return false;
    }
    book_forces(u_A, delta);

    E.restore(A_);
    for (std::size_t c = 0; c < active_.size() / 2; ++c) {
      E.set_mode(active_[2 * c] / 2, problem_.mode(static_cast<int>(c)));
    }
    std::copy(u_.begin(), u_.end(), E.u().begin());
    system_.advance(q_M_, u_, 0.5 * delta, E.q());
    E.set_t(A_.t() + delta);
    settle(E);
    return true;
  }

  /// u_ = velocity at E without contacts, λ its joint impulses.
  void smooth_velocity(std::span<const double> u_A, double delta) {
    joints_.inverse_mass(ev_.h, u_);
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const double gain = delta * u_[i];
      u_[i] = u_A[i] + gain;
      free_[i] = u_A[i] + u_[i];  // what the joint rows see
    }
    if (joints_.rows() == 0) return;
    joints_.apply_D(ev_, free_, lambda_);
    for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] = -(lambda_[r] + 2 * ev_.Phi_t[r]);
    joints_.forward(lambda_);
    joints_.backward(lambda_);
    joints_.add_impulse(lambda_, u_);
  }

  bool hold_contacts(std::span<const double> u_A) {
    const int n = rows_.size() / 2;
    problem_.resize(n);
    for (int i = 0; i < 2 * n; ++i) {
      const int row = active_[static_cast<std::size_t>(i)];
      const double w_tilde = ev_.w_tilde[static_cast<std::size_t>(row)];
      const double gamma_A = rows_.dot(i, u_A) + w_tilde;
      gamma_A_[static_cast<std::size_t>(i)] = gamma_A;
      problem_.b(i) = gamma_A + rows_.dot(i, u_) + w_tilde;
      for (int j = 0; j < 2 * n; ++j) problem_.G(i, j) = rows_.G(i, j);
      if (i % 2 != 0) continue;
      problem_.mu(i / 2) = info_.contacts[static_cast<std::size_t>(row / 2)].mu;
      problem_.mode(i / 2) = A_.mode(row / 2);
    }
    if (!solve(n)) return false;
    rows_.add_impulse(joints_, {P_.data(), static_cast<std::size_t>(2 * n)}, u_, lambda_);
    for (int c = 0; c < n; ++c) {
      const auto contact = static_cast<std::size_t>(active_[static_cast<std::size_t>(2 * c)] / 2);
      slip_E_[contact] = rows_.dot(2 * c + 1, u_) + ev_.w_tilde[2 * contact + 1];
    }
    return true;
  }

  bool solve(int n) {
    const SolveReport solved = chain_.solve(problem_);
    if (!solved.solved) {
      report_ = {StepStatus::unsolved, active_.empty() ? -1 : active_[0] / 2, solved.residual};
      return false;
    }
    for (int i = 0; i < 2 * n; ++i) P_[static_cast<std::size_t>(i)] = problem_.P(i);
    return true;
  }

  void book_forces(std::span<const double> u_A, double delta) {
    for (std::size_t r = 0; r < lambda_.size(); ++r) pending_.drivers -= lambda_[r] * ev_.Phi_t[r];
    if (!info_.books_forces) return;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const double way = 0.5 * delta * (u_A[i] + u_[i]);
      pending_.applied += ev_.h_applied[i] * way;
      pending_.damping += ev_.h_damping[i] * way;
    }
  }

  /// Projects E onto joints and held contacts; leaves ev_ placed at E with its gaps.
  void settle(State& E) {
    held_.clear();
    held_modes_.clear();
    for (std::size_t c = 0; c < active_.size() / 2; ++c) {
      const int contact = active_[2 * c] / 2;
      if (E.mode(contact) == ContactMode::open) continue;
      held_.push_back(2 * contact);
      held_.push_back(2 * contact + 1);
      held_modes_.push_back(E.mode(contact));
    }
    if (!project_ || (joints_.rows() == 0 && held_.empty())) {
      if (contacts_ == 0) return;
      system_.place(E.t(), E.q(), ev_);
      system_.gaps(E.t(), E.q(), ev_);
      return;
    }
    for (int iteration = 0; iteration < 4; ++iteration) {
      system_.place(E.t(), E.q(), ev_);
      if (joints_.rows() > 0) system_.constraints(E.t(), E.q(), ev_);
      if (contacts_ > 0) system_.gaps(E.t(), E.q(), ev_);
      for (std::size_t i = 0; i < held_.size(); i += 2) system_.contact_rows(E.t(), E.q(), held_[i] / 2, ev_);
      if (dense_) system_.mass(E.q(), ev_);
      joints_.factorise(ev_, dense_);
      projection_.build(ev_, joints_, held_, held_modes_);
      projection_.positions(ev_, joints_, E.q(), change_);
      for (std::size_t i = 0; i < change_.size(); ++i) pending_.stabilisation -= ev_.h[i] * change_[i];
      if (small_errors()) break;  // Newton's method squares them: once is enough unless the step was long
    }
    projection_.velocities(ev_, joints_, E.u());
    pending_.stabilisation += projection_.joint_work() + projection_.normal_work();
    pending_.friction += projection_.tangential_work();
    for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] += projection_.joint_impulses()[r];
    for (std::size_t i = 0; i < held_.size(); ++i) {
      if (i % 2 == 0) ev_.gap[static_cast<std::size_t>(held_[i] / 2)] = 0;
      corrected_[static_cast<std::size_t>(held_[i])] = projection_.contact_impulses()[i];
    }
  }

  /// Errors of joints and held contacts before the correction, relative to the size of the mechanism.
  bool small_errors() const {
    constexpr double kSmall = 1e-7;
    for (std::size_t r = 0; r < ev_.Phi.size(); ++r) {
      if (std::abs(ev_.Phi[r]) > kSmall * info_.constraints[r].scale) return false;
    }
    for (std::size_t i = 0; i < held_.size(); i += 2) {
      if (std::abs(gap(held_[i] / 2)) > kSmall * info_.length) return false;
    }
    return true;
  }

  // ------------------------------------------------------------------------------- events inside a piece
  /// What ends the piece A_ → E early. Earliest first, by a linear estimate.
  Event find_event(const State& E, double delta, int except = -1) const {
    Event event;
    for (int i = 0; i < contacts_; ++i) {
      if (i == except) continue;
      const auto k = static_cast<std::size_t>(i);
      Event candidate;
      if (A_.mode(i) == ContactMode::open) {
        const bool through = gap(i) < -kGapTolerance * length(i);
        if (!through) continue;
        const double before = std::max(gap_A_[k], 0.0);
        candidate = {Event::Kind::gap, i, delta * before / (before - gap(i))};
      } else if (A_.mode(i) != ContactMode::stick && E.mode(i) != ContactMode::open &&
                 info_.contacts[k].mu > 0) {
        const double sign = A_.mode(i) == ContactMode::slip_plus ? 1 : -1;
        const double before = sign * slip_A(i), after = sign * slip_E_[k];
        if (after > 0 && E.mode(i) == A_.mode(i)) continue;
        candidate = {Event::Kind::slip, i, before > 0 ? delta * before / (before - std::min(after, 0.0)) : 0};
      } else {
        continue;
      }
      if (event.kind == Event::Kind::none || candidate.time < event.time) event = candidate;
    }
    if (event.kind != Event::Kind::none || except >= 0) return event;
    for (int i = 0; i < contacts_; ++i) {  // in and out again within the piece: look closer
      const auto k = static_cast<std::size_t>(i);
      if (A_.mode(i) != ContactMode::open || hits_[k] > 0 || gap_A_[k] <= kSimultaneous * length(i)) continue;
      if (gap_M_[k] < -kSimultaneous * length(i)) return {Event::Kind::half, i, 0.5 * delta};
    }
    return event;
  }

  double slip_A(int contact) const {
    for (std::size_t c = 0; c < active_.size() / 2; ++c) {
      if (active_[2 * c] / 2 == contact) return gamma_A_[2 * c + 1];
    }
    return 0;
  }

  /// The function whose zero is the event: a gap, or slip in the direction it had.
  double event_value(const Event& event) const {
    if (event.kind == Event::Kind::gap) return gap(event.contact);
    const double sign = A_.mode(event.contact) == ContactMode::slip_plus ? 1 : -1;
    return sign * slip_E_[static_cast<std::size_t>(event.contact)];
  }

  /// Shortens the piece to the event. On return E is the state there, `delta` the length, and closing_ says
  /// which contacts close.
  bool locate(State& E, double& delta, Event& event) {
    for (int attempt = 0; attempt < 2 + 2 * contacts_; ++attempt) {
      const auto k = static_cast<std::size_t>(event.contact);
      if (event.kind == Event::Kind::half) {
        delta *= 0.5;
        if (!piece(E, delta)) return false;
        event = find_event(E, delta);
        if (event.kind == Event::Kind::none) {
          event.kind = Event::Kind::half;  // nothing found: go on from here
          return true;
        }
        continue;
      }
      if (event.kind == Event::Kind::gap) {
        const bool leaving =
            gap_A_[k] <= kGapTolerance * length(event.contact) && normal_rate_A(event.contact) >= 0;
        if (hits_[k] > 0 || leaving) {  // a flight shorter than the step: the accumulation ends here
          closing_[k] = Closing::plastic;
          return join_impact(E);
        }
      }
      if (!regula_falsi(E, delta, event)) return false;
      const Event other = find_event(E, delta, event.contact);
      if (other.kind == Event::Kind::none || other.time >= delta * (1 - 1e-9)) break;
      event = other;
    }
    if (event.kind == Event::Kind::gap) {
      closing_[static_cast<std::size_t>(event.contact)] = Closing::elastic;
      return join_impact(E);
    }
    E.set_mode(event.contact, ContactMode::stick);  // at rest: the next piece decides whether it stays so
    return true;
  }

  double normal_rate_A(int contact) {
    // rows at E differ from those at A by O(δ): the sign of a rate that matters is the same
    system_.place(A_.t(), A_.q(), ev_);
    system_.contact_rows(A_.t(), A_.q(), contact, ev_);
    return contact_rate(2 * contact, A_.u());
  }

  /// Illinois variant of regula falsi on the length of the piece.
  bool regula_falsi(State& E, double& delta, const Event& event) {
    const double scale = event.kind == Event::Kind::gap ? kGapTolerance * length(event.contact)
                                                        : kSlipTolerance * std::abs(slip_A(event.contact));
    double low = 0, high = delta;
    double value_low = event.kind == Event::Kind::gap ? gap_A_[static_cast<std::size_t>(event.contact)]
                                                      : std::abs(slip_A(event.contact));
    double value_high = event_value(event);
    if (!(value_low > 0)) {  // it begins on the surface and moves in, or begins at rest
      delta = 0;
      E.restore(A_);
      place_at(E);
      return true;
    }
    int side = 0;
    for (int i = 0; i < kLocateIterations; ++i) {
      double next = low + (high - low) * value_low / (value_low - value_high);
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      delta = next;
      if (!piece(E, delta)) return false;
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

  void place_at(const State& state) {
    system_.place(state.t(), state.q(), ev_);
    system_.constraints(state.t(), state.q(), ev_);
    system_.gaps(state.t(), state.q(), ev_);
    pending_ = Works{};
    active_.clear();
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
  }

  /// Every open contact that touches at this moment takes part in the impact.
  bool join_impact(const State& E) {
    for (int i = 0; i < contacts_; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (E.mode(i) != ContactMode::open || closing_[k] != Closing::none) continue;
      if (gap(i) <= kSimultaneous * length(i))
        closing_[k] = hits_[k] > 0 ? Closing::plastic : Closing::elastic;
    }
    return true;
  }

  /// Too many events in one step: whatever is inside its surface stays closed.
  void close_all(const State& E) {
    for (int i = 0; i < contacts_; ++i) {
      if (E.mode(i) == ContactMode::open && gap(i) < 0)
        closing_[static_cast<std::size_t>(i)] = Closing::plastic;
    }
  }

  bool any_closing() const {
    return std::any_of(closing_.begin(), closing_.end(), [](Closing c) { return c != Closing::none; });
  }

  // ------------------------------------------------------------------------------- impact
  bool impact(State& state) {
    system_.place(state.t(), state.q(), ev_);
    system_.constraints(state.t(), state.q(), ev_);
    system_.gaps(state.t(), state.q(), ev_);
    if (dense_) system_.mass(state.q(), ev_);
    joints_.factorise(ev_, dense_);
    active_.clear();
    for (int i = 0; i < contacts_; ++i) {
      if (closing_[static_cast<std::size_t>(i)] == Closing::none && state.mode(i) == ContactMode::open)
        continue;
      system_.contact_rows(state.t(), state.q(), i, ev_);
      active_.push_back(2 * i);
      active_.push_back(2 * i + 1);
    }
    rows_.build(info_, ev_, joints_, active_);
    const int n = rows_.size() / 2;
    problem_.resize(n);
    for (int i = 0; i < 2 * n; ++i) {
      const int row = active_[static_cast<std::size_t>(i)];
      const auto k = static_cast<std::size_t>(row / 2);
      const ContactInfo& contact = info_.contacts[k];
      const bool elastic = closing_[k] != Closing::plastic;
      const double gamma = rows_.dot(i, state.u()) + ev_.w_tilde[static_cast<std::size_t>(row)];
      gamma_A_[static_cast<std::size_t>(i)] = gamma;
      const double restitution = !elastic ? 0 : i % 2 == 0 ? contact.restitutionN : contact.restitutionT;
      problem_.b(i) = gamma + restitution * (i % 2 == 0 ? std::min(gamma, 0.0) : gamma);
      for (int j = 0; j < 2 * n; ++j) problem_.G(i, j) = rows_.G(i, j);
      if (i % 2 == 0) {
        problem_.mu(i / 2) = contact.mu;
        problem_.mode(i / 2) = state.mode(row / 2);
      } else if (state.mode(row / 2) == ContactMode::open) {  // a guess: closed, sliding on
        problem_.mode(i / 2) = gamma < 0 ? ContactMode::slip_minus : ContactMode::slip_plus;
      }
    }
    if (!solve(n)) return false;
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    rows_.add_impulse(joints_, {P_.data(), static_cast<std::size_t>(2 * n)}, state.u(), lambda_);
    book_impact(state, n);
    return true;
  }

  void book_impact(State& state, int n) {
    ++book_.statistics.impacts;
    for (std::size_t r = 0; r < lambda_.size(); ++r) {
      book_.joint_impulse[r] += lambda_[r];
      book_.works.drivers -= lambda_[r] * ev_.Phi_t[r];
    }
    for (int c = 0; c < n; ++c) {
      const int contact = active_[static_cast<std::size_t>(2 * c)] / 2;
      const auto k = static_cast<std::size_t>(contact);
      const double P_N = P_[static_cast<std::size_t>(2 * c)], P_T = P_[static_cast<std::size_t>(2 * c + 1)];
      const double N = gamma_A_[static_cast<std::size_t>(2 * c)],
                   T = gamma_A_[static_cast<std::size_t>(2 * c + 1)];
      const double N_plus = rows_.dot(2 * c, state.u()) + ev_.w_tilde[2 * k];
      const double T_plus = rows_.dot(2 * c + 1, state.u()) + ev_.w_tilde[2 * k + 1];
      book_impulse(state.t(), contact, P_N, P_T, N, N_plus, T, T_plus);
      const bool hit = closing_[k] != Closing::none && P_N > 0;
      if (hit && N < 0 && book_.impacts.size() < book_.impacts.capacity()) {
        book_.impacts.push_back(
            {state.t(), contact, N, N_plus, T, T_plus, P_N, P_T, 0.5 * N * N / rows_.G(2 * c, 2 * c)});
      }
      // closed from now on: no restitution left and an impulse that holds it
      const bool rebounds = closing_[k] == Closing::elastic && info_.contacts[k].restitutionN > 0 && N < 0;
      const bool closed = problem_.mode(c) != ContactMode::open && !(rebounds && hit);
      state.set_mode(contact, closed ? problem_.mode(c) : ContactMode::open);
      if (hit) ++hits_[k];
      closing_[k] = Closing::none;
    }
  }

  void book_impulse(double t, int contact, double P_N, double P_T, double N, double N_plus, double T,
                    double T_plus) {
    const auto k = static_cast<std::size_t>(contact);
    book_.contact_impulse[2 * k] += P_N;
    book_.contact_impulse[2 * k + 1] += P_T;
    const double scale =
        P_N * (std::abs(N) + std::abs(N_plus)) + std::abs(P_T) * (std::abs(T) + std::abs(T_plus));
    book_.contact_work(t, contact, 0.5 * P_N * (N + N_plus), 0.5 * P_T * (T + T_plus), scale);
    if (P_N > book_.statistics.peak_P_N) {
      book_.statistics.peak_P_N = P_N;
      book_.statistics.peak_contact = contact;
    }
  }

  // ------------------------------------------------------------------------------- bookkeeping
  /// The piece is accepted: its impulses and works count.
  void commit(const State& state, double delta) {
    ++book_.statistics.substeps;
    book_.works.add(pending_);
    pending_ = Works{};
    if (delta == 0) return;
    for (std::size_t r = 0; r < lambda_.size(); ++r) book_.joint_impulse[r] += lambda_[r];
    for (std::size_t c = 0; c < active_.size() / 2; ++c) {
      const auto contact = static_cast<std::size_t>(active_[2 * c] / 2);
      const double N = gamma_A_[2 * c];  // P_N (γ_NA + γ_NE) = 0: a held contact does no normal work
      book_impulse(state.t(), static_cast<int>(contact), P_[2 * c], P_[2 * c + 1], N, -N, gamma_A_[2 * c + 1],
                   slip_E_[contact]);
      book_.contact_impulse[2 * contact] += corrected_[2 * contact];
      book_.contact_impulse[2 * contact + 1] += corrected_[2 * contact + 1];
    }
  }

  StepReport give_up(State& state) {
    state.restore(begin_);
    return report_;
  }

  StepReport finish(const State& state) {
    ++book_.statistics.steps;
    for (int i = 0; i < contacts_; ++i) {
      const double relative = -gap(i) / length(i);
      if (relative <= book_.statistics.worst_penetration_relative) continue;
      book_.statistics.worst_penetration = -gap(i);
      book_.statistics.worst_penetration_relative = relative;
      book_.statistics.worst_contact = i;
    }
    for (const double u : state.u()) {
      if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
    }
    return {};
  }

  const System& system_;
  const SystemInfo& info_;
  int contacts_;
  Book book_;
  Evaluation ev_;
  JointElimination joints_;
  ContactRows rows_;
  ContactProblem problem_;
  SolverChain chain_;
  Projection projection_;
  bool project_, dense_;
  bool started_ = false;
  State A_, begin_, last_;
  StepReport report_;
  Works pending_;
  std::vector<double> q_M_, u_, free_, mean_, change_, lambda_, P_, gamma_A_, gap_A_, gap_M_, slip_E_;
  std::vector<double> corrected_;  ///< impulses of the last projection, per row of W
  std::vector<int> active_, held_, hits_;
  std::vector<ContactMode> held_modes_;
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

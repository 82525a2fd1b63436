// SPDX-License-Identifier: Apache-2.0
// Moreau's explicit midpoint rule, exactly as the papers use it.
//
//   q_M = q_A + ½ Δt u_A,  H = {i | g_Ni(q_M) ≤ 0}                                [Flores2009, section 4.3]
//   M_M (u_E − u_A) = h(q_M, u_A, t_M) Δt + Dᵀ Λ + W_N P_N + W_T P_T              [Flores2009, eq. (60)]
//   D(q_M) u_E + Φ_t = 0,  ξ = γ_E + ε γ_A,  laws (67), (68)
//   q_E = q_M + ½ Δt u_E                                                          [Flores2009, eq. (44)]
// First order. Drift of joints and closed contacts stays unless projection is asked for.
#include <algorithm>
#include <cmath>

#include "stepping/rigid_dynamics.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_STEPPER_STEP};

class Moreau final : public Stepper {
 public:
  Moreau(const System& system, const StepperOptions& options)
      : system_(system),
        info_(system.info()),
        book_(info_),
        ev_(info_),
        joints_(info_),
        rows_(info_, 2 * static_cast<int>(info_.contacts.size())),
        problem_(static_cast<int>(info_.contacts.size())),
        chain_(options.solver, static_cast<int>(info_.contacts.size())),
        projection_(info_, static_cast<int>(info_.contacts.size())),
        project_(options.project.value_or(false)) {
    const auto nu = static_cast<std::size_t>(info_.nu);
    q_M_.assign(static_cast<std::size_t>(info_.nq), 0);
    u_.assign(nu, 0);
    change_.assign(nu, 0);
    lambda_.assign(info_.constraints.size(), 0);
    active_.reserve(2 * info_.contacts.size());
    P_.assign(2 * info_.contacts.size(), 0);
    modes_.reserve(info_.contacts.size());
    gamma_A_.assign(2 * info_.contacts.size(), 0);
    system_.mass(system_.initial_state().q(), ev_);
    joints_.factorise(ev_, true);
  }

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return chain_.statistics(); }

  StepReport step(State& state, double dt) override {
    const double t_M = state.t() + 0.5 * dt;
    const std::span<const double> u_A = state.u();
    system_.advance(state.q(), u_A, 0.5 * dt, q_M_);
    system_.place(t_M, q_M_, ev_);
    system_.constraints(t_M, q_M_, ev_);
    system_.forces(t_M, q_M_, u_A, ev_);
    const bool dense = info_.mass == MassKind::dense;
    if (dense) system_.mass(q_M_, ev_);
    joints_.factorise(ev_, dense);
    system_.gaps(t_M, q_M_, ev_);
    active_.clear();
    for (int i = 0; i < static_cast<int>(info_.contacts.size()); ++i) {
      if (ev_.gap[static_cast<std::size_t>(i)] > 0) continue;
      system_.contact_rows(t_M, q_M_, i, ev_);
      active_.push_back(2 * i);
      active_.push_back(2 * i + 1);
    }

    joints_.inverse_mass(ev_.h, u_);
    for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = u_A[i] + dt * u_[i];
    joints_.apply_D(ev_, u_, lambda_);
    for (std::size_t r = 0; r < lambda_.size(); ++r) lambda_[r] = -(lambda_[r] + ev_.Phi_t[r]);
    joints_.forward(lambda_);
    joints_.backward(lambda_);
    joints_.add_impulse(lambda_, u_);

    if (!active_.empty()) {
      const StepReport report = solve_contacts(state, u_A);
      if (report.status != StepStatus::ok) return report;
    }
    book_step(state, dt);
    std::copy(u_.begin(), u_.end(), state.u().begin());
    system_.advance(q_M_, u_, 0.5 * dt, state.q());
    state.set_t(state.t() + dt);
    set_modes(state);
    if (project_) project(state);
    return finish(state);
  }

 private:
  StepReport solve_contacts(const State& state, std::span<const double> u_A) {
    rows_.build(info_, ev_, joints_, active_);
    const int n = rows_.size() / 2;
    problem_.resize(n);
    for (int i = 0; i < 2 * n; ++i) {
      const int number = active_[static_cast<std::size_t>(i)];
      const ContactInfo& contact = info_.contacts[static_cast<std::size_t>(number / 2)];
      const double w_tilde = ev_.w_tilde[static_cast<std::size_t>(number)];
      const double restitution = i % 2 == 0 ? contact.restitutionN : contact.restitutionT;
      const double gamma_A = rows_.dot(i, u_A) + w_tilde;
      gamma_A_[static_cast<std::size_t>(i)] = gamma_A;
      problem_.b(i) = rows_.dot(i, u_) + w_tilde + restitution * gamma_A;  // Flores2009, eqs. (65), (66)
      for (int j = 0; j < 2 * n; ++j) problem_.G(i, j) = rows_.G(i, j);
      if (i % 2 != 0) continue;
      problem_.mu(i / 2) = contact.mu;
      const ContactMode last = state.mode(number / 2);
      const double slip = rows_.dot(i + 1, u_A) + ev_.w_tilde[static_cast<std::size_t>(number + 1)];
      problem_.mode(i / 2) = last != ContactMode::open ? last
                             : slip < 0                ? ContactMode::slip_minus
                                                       : ContactMode::slip_plus;
    }
    const SolveReport solve = chain_.solve(problem_);
    if (!solve.solved) return {StepStatus::unsolved, active_[0] / 2, solve.residual};
    for (int i = 0; i < 2 * n; ++i) P_[static_cast<std::size_t>(i)] = problem_.P(i);
    rows_.add_impulse(joints_, {P_.data(), static_cast<std::size_t>(2 * n)}, u_, lambda_);
    return {};
  }

  void book_step(const State& state, double dt) {
    const auto n = active_.size() / 2;
    for (std::size_t c = 0; c < n; ++c) {
      const int contact = active_[2 * c] / 2;
      const double P_N = P_[2 * c], P_T = P_[2 * c + 1];
      const double N_A = gamma_A_[2 * c], T_A = gamma_A_[2 * c + 1];
      const int row = static_cast<int>(2 * c);
      const double N_E = rows_.dot(row, u_) + ev_.w_tilde[static_cast<std::size_t>(2 * contact)];
      const double T_E = rows_.dot(row + 1, u_) + ev_.w_tilde[static_cast<std::size_t>(2 * contact + 1)];
      book_.contact_impulse[static_cast<std::size_t>(2 * contact)] += P_N;
      book_.contact_impulse[static_cast<std::size_t>(2 * contact + 1)] += P_T;
      const double scale =
          P_N * (std::abs(N_A) + std::abs(N_E)) + std::abs(P_T) * (std::abs(T_A) + std::abs(T_E));
      book_.contact_work(state.t(), contact, 0.5 * P_N * (N_A + N_E), 0.5 * P_T * (T_A + T_E), scale);
      if (P_N > book_.statistics.peak_P_N) {
        book_.statistics.peak_P_N = P_N;
        book_.statistics.peak_contact = contact;
      }
      // an impact is the first step of a contact that was open, moving in
      if (state.mode(contact) == ContactMode::open && P_N > 0 && N_A < 0) {
        ++book_.statistics.impacts;
        if (book_.impacts.size() < book_.impacts.capacity()) {
          book_.impacts.push_back({state.t() + 0.5 * dt, contact, N_A, N_E, T_A, T_E, P_N, P_T,
                                   0.5 * N_A * N_A / rows_.G(row, row)});
        }
      }
    }
    for (std::size_t r = 0; r < lambda_.size(); ++r) {
      book_.joint_impulse[r] += lambda_[r];
      book_.works.drivers -= lambda_[r] * ev_.Phi_t[r];
    }
    if (!info_.books_forces) return;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const double way = 0.5 * dt * (state.u()[i] + u_[i]);
      book_.works.applied += ev_.h_applied[i] * way;
      book_.works.damping += ev_.h_damping[i] * way;
    }
  }

  void set_modes(State& state) {
    for (int i = 0; i < static_cast<int>(info_.contacts.size()); ++i) state.set_mode(i, ContactMode::open);
    for (std::size_t c = 0; c < active_.size() / 2; ++c) {
      if (P_[2 * c] > 0) state.set_mode(active_[2 * c] / 2, problem_.mode(static_cast<int>(c)));
    }
  }

  void project(State& state) {
    system_.place(state.t(), state.q(), ev_);
    system_.constraints(state.t(), state.q(), ev_);
    system_.gaps(state.t(), state.q(), ev_);
    const bool dense = info_.mass == MassKind::dense;
    if (dense) system_.mass(state.q(), ev_);
    joints_.factorise(ev_, dense);
    active_.clear();  // only overlap is removed: an impact may leave the surface at once
    for (int i = 0; i < static_cast<int>(info_.contacts.size()); ++i) {
      if (ev_.gap[static_cast<std::size_t>(i)] > 0 || state.mode(i) == ContactMode::open) continue;
      system_.contact_rows(state.t(), state.q(), i, ev_);
      active_.push_back(2 * i);
      active_.push_back(2 * i + 1);
    }
    modes_.assign(active_.size() / 2, ContactMode::slip_plus);
    projection_.build(ev_, joints_, active_, modes_);
    projection_.positions(ev_, joints_, state.q(), change_);
    for (std::size_t i = 0; i < change_.size(); ++i) book_.works.stabilisation -= ev_.h[i] * change_[i];
    // velocities of contacts are the impact law's business: only those of joints are projected
    projection_.build(ev_, joints_, {}, {});
    projection_.velocities(ev_, joints_, state.u());
    book_.works.stabilisation += projection_.joint_work();
  }

  StepReport finish(const State& state) {
    ++book_.statistics.steps;
    ++book_.statistics.substeps;
    system_.place(state.t(), state.q(), ev_);
    system_.gaps(state.t(), state.q(), ev_);
    for (std::size_t i = 0; i < ev_.gap.size(); ++i) {
      const double depth = -ev_.gap[i];
      const double relative = depth / info_.contacts[i].length;
      if (relative <= book_.statistics.worst_penetration_relative) continue;
      book_.statistics.worst_penetration = depth;
      book_.statistics.worst_penetration_relative = relative;
      book_.statistics.worst_contact = static_cast<int>(i);
    }
    for (const double u : state.u()) {
      if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
    }
    return {};
  }

  const System& system_;
  const SystemInfo& info_;
  Book book_;
  Evaluation ev_;
  JointElimination joints_;
  ContactRows rows_;
  ContactProblem problem_;
  SolverChain chain_;
  Projection projection_;
  bool project_;
  std::vector<double> q_M_, u_, change_, lambda_, P_, gamma_A_;
  std::vector<int> active_;
  std::vector<ContactMode> modes_;
};

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  return std::make_unique<Moreau>(system, options);
}

}  // namespace

namespace entry {
FREEPLAY_STEPPER(moreau) = {
    {"moreau", "Flores2009", "the papers' explicit midpoint rule; first order", kParams}, make};
}  // namespace entry
}  // namespace freeplay

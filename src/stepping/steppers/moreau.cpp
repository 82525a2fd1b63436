// SPDX-License-Identifier: Apache-2.0
// Moreau's explicit midpoint rule, exactly as the papers use it.
//
//   q_M = q_A + ½ Δt u_A,  H = {i | g_Ni(q_M) ≤ 0}                                [Flores2009, section 4.3]
//   M_M (u_E − u_A) = h(q_M, u_A, t_M) Δt + Dᵀ Λ + W_N P_N + W_T P_T              [Flores2009, eq. (60)]
//   D(q_M) u_E + Φ_t = 0,  ξ = γ_E + ε γ_A,  laws (67), (68)
//   q_E = q_M + ½ Δt u_E                                                          [Flores2009, eq. (44)]
// Friction that depends on slip is that of γ_E (stepping/rigid_friction.h). First order. Drift of joints and
// closed contacts stays unless projection is asked for; it then goes to a negative threshold, so that a contact
// remains active [Flores2012, section 3]: the depth at which the contact closed.
// Differs from [Flores2009]: a step that cannot be solved is made in shorter ones (divided_step.h).
#include <algorithm>

#include "base/index.h"
#include "freeplay/diagnostics.h"
#include "stepping/rigid/divided_step.h"
#include "stepping/rigid/rigid_stage.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_STEPPER_STEP};

class Moreau final : public Stepper {
 public:
  Moreau(const System& system, const StepperOptions& options)
      : stage_(system, options.solver),
        projection_(stage_.info(), stage_.contacts()),
        project_(options.project.value_or(false)),
        book_(stage_.info()),
        divided_(system.initial_state(), book_) {
    const auto nu = idx(stage_.info().nu);
    q_M_.assign(idx(stage_.info().nq), 0);
    u_.assign(nu, 0);
    change_.assign(nu, 0);
    held_.reserve(stage_.info().contacts.size());
    depth_.assign(stage_.info().contacts.size(), 0);
    was_open_.assign(stage_.info().contacts.size(), true);
  }

  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return stage_.solver_statistics(); }

  void visit(Archive& a, const State& state) override {
    stage_.visit(a, state);
    a(book_, depth_);
  }
  void stop_when(const std::atomic<bool>* flag) override { stage_.stop_when(flag); }
  void keep_problems(ProblemKeeper* keeper) override { stage_.keep_with(keeper); }
  void take_inputs(const State& state) override { stage_.load(state); }

  StepReport step(State& state, double dt) override {
    return divided_.make(state, dt, book_, stage_.solver_statistics(),
                         [this](State& from, double length) { return whole_step(from, length); });
  }

 private:
  StepReport whole_step(State& state, double dt) {
    if (stage_.stopped()) return {StepStatus::interrupted, -1, 0};
    if (stage_.info().first_slot >= 0) {
      if (!stage_.system().choose_contacts(state, dt))
        return {StepStatus::too_many_contacts, stage_.contacts() - stage_.info().first_slot, 0};
      stage_.load(state);
    }
    const double t_M = state.t() + 0.5 * dt;
    const std::span<const double> u_A = state.u();
    const System& system = stage_.system();
    system.advance(state.q(), u_A, 0.5 * dt, q_M_);
    pass_switches(state, t_M);
    stage_.evaluate(t_M, q_M_);
    stage_.forces(t_M, q_M_, u_A);
    stage_.clear_active();
    for (int i = 0; i < stage_.contacts(); ++i) {
      if (stage_.gap(i) <= 0) stage_.activate(t_M, q_M_, i);
    }
    stage_.activate_rubbing();
    stage_.joints().inverse_mass(stage_.ev().h, u_);
    for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = u_A[i] + dt * u_[i];
    stage_.hold_joints(u_, 1, u_);
    StepReport report;
    if (stage_.active_contacts() > 0 && !solve_contacts(state, report)) return report;

    book_step(state, dt);
    for (int i = 0; i < stage_.contacts(); ++i) was_open_[idx(i)] = state.mode(i) == ContactMode::open;
    std::copy(u_.begin(), u_.end(), state.u().begin());
    system.advance(q_M_, u_, 0.5 * dt, state.q());
    state.set_t(state.t() + dt);
    set_modes(state);
    if (project_) project(state);
    stage_.place(state.t(), state.q());
    stage_.gaps(state.t(), state.q());
    ++book_.statistics.substeps;
    return finish_step(book_, stage_, state);
  }

  /// Gaps that jump do so at the middle of the step in which their branch ends.
  void pass_switches(State& state, double t_M) {
    if (stage_.info().switches == 0) return;
    stage_.load(state);
    stage_.place(t_M, q_M_);
    stage_.switches(t_M, q_M_);
    for (int k = 0; k < stage_.info().switches; ++k) {
      if (stage_.ev().switches[idx(k)] < 0) stage_.system().pass_switch(k, state);
    }
    stage_.load(state);
  }

  bool solve_contacts(const State& state, StepReport& report) {
    stage_.build();
    stage_.take_before(state.u());
    stage_.pose();
    for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
      const int contact = stage_.contact(c), row = stage_.d() * static_cast<int>(c);
      const ContactData& laws = stage_.data(contact);
      for (int a = 0; a < stage_.d(); ++a) {  // Flores2009, eqs. (65), (66)
        const double before = stage_.gamma()[row + a];
        stage_.b()[row + a] =
            stage_.rate(row + a, u_) + (a == 0 ? laws.restitutionN : laws.restitutionT) * before;
      }
      stage_.set_slip_part(c, 1 / (1 + laws.restitutionT));
      stage_.guess_impulse(c, state);
      stage_.guess_mode(c, state.mode(contact));
    }
    if (!stage_.solve(report)) return false;
    stage_.apply_impulses(u_);
    return true;
  }

  void book_step(const State& state, double dt) {
    for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
      const int row = stage_.d() * static_cast<int>(c);
      const double* before = stage_.gamma() + row;
      double after[3] = {0, 0, 0};
      for (int a = 0; a < stage_.d(); ++a) after[a] = stage_.rate(row + a, u_);
      book_impulse(book_, stage_, c, before, after);
      // an impact is the first step of a contact that was open, moving in
      if (stage_.contact(c) >= stage_.contacts()) continue;
      const bool open = state.mode(stage_.contact(c)) == ContactMode::open;
      if (!open || stage_.P()[idx(row)] <= 0 || before[0] >= 0) continue;
      ++book_.statistics.impacts;
      book_.contact_impacts[idx(stage_.contact(c))] += stage_.P()[idx(row)];
      if (book_.impacts.size() == book_.impacts.capacity()) continue;
      book_.impacts.push_back(stage_.impact_of(c, state.t() + 0.5 * dt, before, after));
    }
    book_.end_solve(state.t());
    for (std::size_t r = 0; r < stage_.lambda().size(); ++r) {
      book_.joint_impulse[r] += stage_.lambda()[r];
      book_.works.drivers -= stage_.lambda()[r] * stage_.ev().Phi_t[r];
    }
    if (!stage_.info().books_forces) return;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const double way = 0.5 * dt * (state.u()[i] + u_[i]);
      book_.works.applied += stage_.ev().h_applied[i] * way;
      book_.works.damping += stage_.ev().h_damping[i] * way;
    }
  }

  void set_modes(State& state) {
    for (int i = 0; i < stage_.contacts(); ++i) state.set_mode(i, ContactMode::open);
    std::fill(state.impulses().begin(), state.impulses().end(), 0.0);
    for (std::size_t c = 0; c < stage_.active_contacts(); ++c) {
      const bool joint = stage_.contact(c) >= stage_.contacts();
      if (joint || stage_.P()[idx(stage_.d()) * c] > 0) state.set_mode(stage_.contact(c), stage_.mode(c));
      stage_.keep_impulse(c, state);
    }
  }

  /// Drift of joints and closed contacts. A contact keeps the depth that it had in the step in which it closed, or a
  /// lesser one that it came to since: what is deeper is drift. Velocities of contacts are the impact law's business:
  /// only those of joints are projected.
  void project(State& state) {
    stage_.evaluate(state.t(), state.q());
    stage_.clear_active();
    held_.clear();
    for (int i = 0; i < stage_.contacts(); ++i) {
      const double gap = stage_.gap(i);
      double& depth = depth_[idx(i)];
      if (gap > 0 || state.mode(i) == ContactMode::open) {
        depth = 0;
        continue;
      }
      depth = was_open_[idx(i)] ? -gap : std::min(depth, -gap);
      stage_.move_gap(i, depth);
      stage_.activate(state.t(), state.q(), i);
      held_.push_back({.contact = i});
    }
    if (stage_.joints().has_nonholonomic()) stage_.factorise(true);
    projection_.build(stage_.ev(), stage_.joints(), held_);
    projection_.positions(stage_.ev(), stage_.joints(), change_);
    stage_.system().advance(state.q(), change_, 1, q_M_);
    std::copy(q_M_.begin(), q_M_.end(), state.q().begin());
    const Evaluation& ev = stage_.ev();  // applied and damping forces have no potential
    double work = 0;
    for (std::size_t i = 0; i < change_.size(); ++i)
      work -= (ev.h[i] - ev.h_applied[i] - ev.h_damping[i]) * change_[i];
    if (stage_.joints().has_nonholonomic()) stage_.factorise(false);
    projection_.build(stage_.ev(), stage_.joints(), {});
    projection_.velocities(stage_.ev(), stage_.joints(), state.u());
    book_.works.drivers += projection_.driver_work();
    work += projection_.joint_work();
    book_.works.stabilisation += work;
    book_.drift.add(state.t(), work,
                    projection_.worst_row() < 0 && stage_.active_contacts() > 0 ? stage_.contact(0) : -1,
                    projection_.worst_row());
  }

  RigidStage stage_;
  Projection projection_;
  bool project_;
  Book book_;
  DividedStep divided_;
  std::vector<double> q_M_, u_, change_;
  std::vector<HeldContact> held_;
  std::vector<double> depth_;   ///< at which closed contacts are held, ≥ 0
  std::vector<bool> was_open_;  ///< at the beginning of the step
};

/// Newton's law is part of the step. Assembled models are checked before; a system of one's own here.
void require_newton(const SystemInfo& info) {
  for (const ContactInfo& contact : info.contacts) {
    if (is_newton(contact.impact)) continue;
    Diagnostics problems;
    problems.error({}, contact.name, "the stepper 'moreau' has Newton's impact law only",
                   "use the stepper symmetric");
    problems.throw_if_errors();
  }
}

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  require_newton(system.info());
  return std::make_unique<Moreau>(system, options);
}

constexpr const char* kImpactLaws[] = {"newton"};

}  // namespace

namespace entry {
FREEPLAY_STEPPER(moreau) = {{.name = "moreau",
                             .citation = "Flores2009",
                             .help = "the papers' explicit midpoint rule; first order",
                             .params = kParams},
                            make,
                            {.impact_laws = kImpactLaws}};
}  // namespace entry
}  // namespace freeplay

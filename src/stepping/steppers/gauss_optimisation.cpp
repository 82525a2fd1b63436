// SPDX-License-Identifier: Apache-2.0
// The step as an optimisation problem: implicit Euler, Gauss' principle of least constraint as the objective,
// complementarity of gaps and contact forces as constraints, and the step size among the unknowns.
//
//   min Z = (M⁻¹ Wᵀ μ)ᵀ M (M⁻¹ Wᵀ μ)   over  h, μ, u                            [Chaturvedi2023, eq. (14)]
//   M (u − u_A)/h = f + Dᵀ λ + Wᵀ μ,   Φ(q) = 0,   0 ≤ g(q) ⊥ μ ≥ 0,   q = q_A + h u,   h⁻ ≤ h ≤ h⁺
//
// Where Z does not determine h, the largest feasible h is taken: in free flight (Z = 0 for every h) the
// longest step, or the one that ends where a gap becomes zero; gauss_problem.h. Restitution is zero by
// construction, and there is no friction: contacts that ask for either are refused. First order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/diagnostics.h"
#include "freeplay/given_parameters.h"
#include "stepping/gauss/gauss_problem.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr const char* kImpactLaws[] = {"newton"};

constexpr Param kParams[] = {
    {.key = "step_min",
     .symbol = "h⁻",
     .unit = "s",
     .fallback = 1e-4,
     .low = 0,
     .help = "shortest step",
     .open_low = true},
    {.key = "step_max",
     .symbol = "h⁺",
     .unit = "s",
     .fallback = 1e-3,
     .low = 0,
     .help = "longest step",
     .open_low = true},
    {.key = "algorithm",
     .help = "how the step problem is solved: by Ipopt, or by our own SQP",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"interior_point", "sqp"}},
    {.key = "angular_row",
     .help = "add δθ ≤ c/(2l) of eq. (19) to prismatic joints with play (off by default)",
     .kind = ParamKind::boolean,
     .optional = true},
    {.key = "tolerance",
     .fallback = 1e-6,
     .low = 1e-12,
     .high = 0.1,
     .help = "objectives that differ by less than this fraction are equal: the longest step is taken"}};

/// Contacts of systems written in C++; those of model files are refused when they are assembled.
void refuse_laws(const SystemInfo& info) {
  Diagnostics problems;
  if (info.dimension == 3) {
    problems.error({}, "method.stepper", "the stepper gauss_optimisation is for planar systems",
                   "use the stepper symmetric or moreau");
  }
  for (const ContactInfo& contact : info.contacts) {
    if (contact.restitutionN == 0 && contact.restitutionT == 0 && contact.mu == 0) continue;
    problems.error({}, "contact." + contact.name,
                   "the stepper gauss_optimisation has no restitution and no friction",
                   "set both to zero, or use the stepper symmetric");
  }
  problems.throw_if_errors();
}

class GaussOptimisation final : public Stepper {
 public:
  GaussOptimisation(const System& system, const StepperOptions& options, const Parameters& given)
      : info_(system.info()),
        problem_(system, {given.word("algorithm") == "interior_point", given.flag("angular_row", false),
                          given.number("tolerance"), options.solver}),
        book_(info_),
        step_min_(given.number("step_min")),
        step_max_(given.number("step_max")),
        guess_(step_max_) {
    gap_A_.assign(info_.contacts.size(), 0);
  }

  void visit(Archive& a, const State&) override { a(problem_, book_, guess_); }
  void stop_when(const std::atomic<bool>* flag) override { problem_.fixed_step().stop_when(flag); }
  void take_inputs(const State&) override {}  // every step begins with those of its state
  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return problem_.statistics(); }
  bool chooses_step() const override { return true; }

  StepReport step(State& state, double most) override {
    if (!problem_.choose_contacts(state, std::min(most, step_max_))) {
      return {StepStatus::too_many_contacts, static_cast<int>(info_.contacts.size()), 0};
    }
    if (!solve(state, most)) {
      if (problem_.fixed_step().stopped()) return {StepStatus::interrupted, -1, 0};
      const GaussPoint& best = problem_.answer();
      if (best.worst_joint > 1e-6) return {StepStatus::not_assembled, best.worst_joint_row, best.worst_joint};
      const bool contacts = !info_.contacts.empty();
      return {contacts ? StepStatus::unsolved : StepStatus::not_finite, contacts ? 0 : -1, best.momentum};
    }
    const GaussPoint& found = problem_.answer();
    GaussEquations& equations = problem_.equations();
    for (std::size_t k = 0; k < gap_A_.size(); ++k) gap_A_[k] = equations.gap_A(static_cast<int>(k));
    equations.evaluate(found.h, found.u);
    book_step(state, found);
    set_modes(state, found);
    std::copy(found.u.begin(), found.u.end(), state.u().begin());
    std::copy(equations.q().begin(), equations.q().end(), state.q().begin());
    state.set_t(found.h == most ? state.t() + most : equations.t());
    guess_ = found.h;
    ++book_.statistics.steps;
    ++book_.statistics.substeps;
    book_overlap();
    for (const double u : state.u()) {
      if (!std::isfinite(u)) return {StepStatus::not_finite, -1, 0};
    }
    return {};
  }

 private:
  /// Steps stay within the bounds and still meet `most`: what a step leaves is nothing or at least step_min.
  bool solve(const State& state, double most) {
    if (most <= step_min_) return problem_.solve(state, most, most, most);
    // the time until a sample may exceed the longest step by its rounding
    double upper = most <= step_max_ * (1 + 1e-9) ? most : step_max_;
    if (most > upper && most - upper < step_min_) upper = std::max(most - step_min_, 0.5 * most);
    const double lower = std::min(step_min_, upper);
    if (!problem_.solve(state, lower, upper, guess_)) return false;
    const double rest = most - problem_.answer().h;
    if (rest == 0 || rest >= step_min_ * (1 - 1e-9)) return true;
    if (most < 2 * step_min_) return problem_.solve(state, upper, upper, upper);
    return problem_.solve(state, lower, most - step_min_, guess_);
  }

  void book_step(const State& state, const GaussPoint& found) {
    const GaussEquations& equations = problem_.equations();
    for (int i = 0; i < equations.rows(); ++i) {
      const auto k = idx(i);
      const double P = found.P[k];
      if (P == 0) continue;
      const double before = equations.normal_rate(i, state.u()), after = equations.normal_rate(i, found.u);
      const double mobility = equations.row_mobility(equations.W(i));
      book_.contact_work(std::min(i, equations.contacts() - 1), 0.5 * P * (before + after), 0,
                         P * (std::abs(before) + std::abs(after)) + P * P * mobility);
      if (i >= equations.contacts()) continue;
      book_.contact_impulse[2 * k] += P;
      book_.works.drivers -= P * equations.evaluation().w_tilde[2 * k];
      if (P > book_.statistics.peak_P_N) {
        book_.statistics.peak_P_N = P;
        book_.statistics.peak_contact = i;
      }
      // an impact is the first step of a contact that was open, moving in
      if (state.mode(i) != ContactMode::open || before >= 0) continue;
      ++book_.statistics.impacts;
      if (book_.impacts.size() == book_.impacts.capacity()) continue;
      const double when = state.t() + std::clamp(gap_A_[k] / -before, 0.0, found.h);
      Impact impact;
      impact.t = when;
      impact.contact = i;
      impact.normal_before = before;
      impact.normal_after = after;
      impact.slip_before[0] = equations.slip_rate(i, state.u());
      impact.slip_after[0] = equations.slip_rate(i, found.u);
      impact.P_N = P;
      impact.approach_energy = 0.5 * before * before / mobility;
      book_.impacts.push_back(impact);
    }
    book_.end_solve(state.t());
    book_.gain = EnergyGain{};  // implicit Euler's own error, not a law's gain: the ledger has it
    for (std::size_t r = 0; r < found.lambda.size(); ++r) {
      book_.joint_impulse[r] += found.lambda[r];
      book_.works.drivers -= found.lambda[r] * equations.joint_drive(static_cast<int>(r));
    }
    if (!info_.books_forces) return;
    const Evaluation& ev = equations.evaluation();
    for (std::size_t i = 0; i < found.u.size(); ++i) {
      book_.works.applied += ev.h_applied[i] * found.h * found.u[i];
      book_.works.damping += ev.h_damping[i] * found.h * found.u[i];
    }
  }

  void set_modes(State& state, const GaussPoint& found) {
    for (int i = 0; i < static_cast<int>(info_.contacts.size()); ++i) {
      const auto k = idx(i);
      state.impulses()[2 * k] = found.P[k];
      state.impulses()[2 * k + 1] = 0;
      const double slip = problem_.equations().slip_rate(i, found.u);
      state.set_mode(i, found.P[k] <= 0 ? ContactMode::open
                        : slip < 0      ? ContactMode::slip_minus
                                        : ContactMode::slip_plus);
    }
  }

  void book_overlap() {
    const GaussEquations& equations = problem_.equations();
    for (int i = 0; i < equations.contacts(); ++i) {
      const double depth = -equations.gap(i), relative = depth / equations.length(i);
      if (depth > book_.statistics.worst_penetration) {
        book_.statistics.worst_penetration = depth;
        book_.statistics.worst_contact = i;
      }
      if (relative > book_.statistics.worst_penetration_relative) {
        book_.statistics.worst_penetration_relative = relative;
        book_.statistics.worst_relative_contact = i;
      }
    }
  }

  const SystemInfo& info_;
  GaussProblem problem_;
  Book book_;
  double step_min_, step_max_, guess_;
  std::vector<double> gap_A_;  ///< at the begin of the step
};

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options);

}  // namespace

namespace entry {
FREEPLAY_STEPPER(gauss_optimisation) = {
    {.name = "gauss_optimisation",
     .citation = "Chaturvedi2023",
     .help = "implicit Euler as an optimisation problem, variable step; no restitution, no friction",
     .params = kParams,
     .planar = true},
    make,
    {.impact_laws = kImpactLaws, .inelastic = true}};
}  // namespace entry

namespace {

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  refuse_laws(system.info());
  const Parameters given(entry::stepper_gauss_optimisation, options.stepper.values);
  if (given.word("algorithm") == "interior_point" && interior_point() == nullptr) {
    Diagnostics problems;
    problems.error(options.stepper.where, "method.stepper.algorithm",
                   "interior_point needs Ipopt, and this program was built without it",
                   "set algorithm = \"sqp\", or build with Ipopt (Debian: coinor-libipopt-dev)");
    problems.throw_if_errors();
  }
  return std::make_unique<GaussOptimisation>(system, options, given);
}

}  // namespace
}  // namespace freeplay

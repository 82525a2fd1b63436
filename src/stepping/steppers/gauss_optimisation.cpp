// SPDX-License-Identifier: Apache-2.0
// The step as an optimisation problem: implicit Euler, Gauss' principle of least constraint as the objective,
// complementarity of gaps and contact forces as constraints, and the step size among the unknowns.
//
//   min Z = (M⁻¹ Wᵀ μ)ᵀ M (M⁻¹ Wᵀ μ)   over  h, μ, u                            [Chaturvedi2023, eq. (14)]
//   M (u − u_A)/h = f + Dᵀ λ + Wᵀ μ,   Φ(q) = 0,   0 ≤ g(q) ⊥ μ ≥ 0,   q = q_A + h u,   h⁻ ≤ h ≤ h⁺
//
// Where Z does not determine h, the largest feasible h is taken: in free flight (Z = 0 for every h) the
// longest step, or the one that ends where a gap becomes zero; gauss_problem.h. Coulomb's friction of contacts is part
// of the constraints, in the plane and in space: gauss_equations.h. Restitution is zero by construction: contacts that
// ask for it are refused, and so is friction that depends on slip. First order.
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
void refuse_laws(const SystemInfo& info, bool angular_row) {
  Diagnostics problems;
  for (const ContactInfo& contact : info.contacts) {
    if (contact.restitutionN != 0 || contact.restitutionT != 0) {
      problems.error({}, "contact." + contact.name, "the stepper gauss_optimisation has no restitution",
                     "set it to zero, or use the stepper symmetric");
    }
    if (angular_row && contact.mu > 0) {
      problems.error({}, "contact." + contact.name, "no friction goes with angular_row",
                     "leave one of them out");
    }
    if (contact.friction != nullptr) {
      problems.error({}, "contact." + contact.name,
                     "friction that depends on slip is not part of the stepper gauss_optimisation",
                     "use a constant mu, or the stepper symmetric");
    }
  }
  problems.throw_if_errors();
}

class GaussOptimisation final : public Stepper {
 public:
  GaussOptimisation(const System& system, const StepperOptions& options, const Parameters& given)
      : info_(system.info()),
        problem_(system, {given.word("algorithm") == "interior_point", given.flag("angular_row", false),
                          given.number("tolerance"), options.solver}),
        d_(info_.dimension),
        book_(info_),
        step_min_(given.number("step_min")),
        step_max_(given.number("step_max")),
        guess_(step_max_) {
    gap_A_.assign(info_.contacts.size(), 0);
  }

  void visit(Archive& a, const State&) override { a(problem_, book_, guess_); }
  void stop_when(const std::atomic<bool>* flag) override { problem_.fixed_step().stop_when(flag); }
  void keep_problems(ProblemKeeper* keeper) override { problem_.fixed_step().keep_with(keeper); }
  void take_inputs(const State&) override {}  // every step begins with those of its state
  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return problem_.statistics(); }
  bool chooses_step() const override { return true; }

  StepReport step(State& state, double most) override {
    if (!problem_.choose_contacts(state, std::min(most, step_max_))) {
      return {StepStatus::too_many_contacts, int_size(info_.contacts), 0};
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
    for (std::size_t k = 0; k < gap_A_.size(); ++k) gap_A_[k] = equations.gap_A(to_int(k));
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
      if (found.P[idx(i)] == 0) continue;
      const double P = found.P[idx(i)];
      const double before = equations.normal_rate(i, state.u()), after = equations.normal_rate(i, found.u);
      const double mobility = equations.row_mobility(equations.W(i));
      double scale = P * (std::abs(before) + std::abs(after)) + P * P * mobility;
      const double rubbed = i < equations.contacts() ? book_friction(i, state, found, scale) : 0;
      book_.contact_work(std::min(i, equations.contacts() - 1), 0.5 * P * (before + after), rubbed, scale);
      if (i >= equations.contacts()) continue;
      const std::size_t first = idx(d_ * i);
      book_.contact_impulse[first] += P;
      book_.works.drivers -= P * equations.evaluation().w_tilde[first];
      if (P > book_.statistics.peak_P_N) {
        book_.statistics.peak_P_N = P;
        book_.statistics.peak_contact = i;
      }
      // an impact is the first step of a contact that was open, moving in
      if (state.mode(i) == ContactMode::open && before < 0) list_impact(i, state, found, before, after);
    }
    book_.end_solve(state.t());
    book_.gain = EnergyGain{};  // implicit Euler's own error, not a law's gain: the ledger has it
    for (std::size_t r = 0; r < found.lambda.size(); ++r) {
      book_.joint_impulse[r] += found.lambda[r];
      book_.works.drivers -= found.lambda[r] * equations.joint_drive(to_int(r));
    }
    if (!info_.books_forces) return;
    const Evaluation& ev = equations.evaluation();
    for (std::size_t i = 0; i < found.u.size(); ++i) {
      book_.works.applied += ev.h_applied[i] * found.h * found.u[i];
      book_.works.damping += ev.h_damping[i] * found.h * found.u[i];
    }
  }

  /// Work of the tangential impulses at the mean slip, as normal ones do theirs; adds to the scale of its rounding.
  double book_friction(int contact, const State& state, const GaussPoint& found, double& scale) {
    const GaussEquations& equations = problem_.equations();
    double work = 0;
    for (int a = 0; a < equations.tangents(); ++a) {
      const double T = found.T[idx(equations.tangents() * contact + a)];
      const double before = equations.slip_rate(contact, a, state.u()),
                   after = equations.slip_rate(contact, a, found.u);
      work += 0.5 * T * (before + after);
      scale += std::abs(T) * (std::abs(before) + std::abs(after));
      book_.contact_impulse[idx(d_ * contact + 1 + a)] += T;
      book_.works.drivers -= T * equations.slip_drive(contact, a);
    }
    return work;
  }

  void list_impact(int contact, const State& state, const GaussPoint& found, double before, double after) {
    const GaussEquations& equations = problem_.equations();
    ++book_.statistics.impacts;
    book_.contact_impacts[idx(contact)] += found.P[idx(contact)];
    if (book_.impacts.size() == book_.impacts.capacity()) return;
    Impact impact;
    impact.t = state.t() + std::clamp(gap_A_[idx(contact)] / -before, 0.0, found.h);
    impact.contact = contact;
    impact.normal_before = before;
    impact.normal_after = after;
    for (int a = 0; a + 1 < d_; ++a) {
      impact.slip_before[idx(a)] = equations.slip_rate(contact, a, state.u());
      impact.slip_after[idx(a)] = equations.slip_rate(contact, a, found.u);
      if (equations.tangents() > 0) impact.P_T[idx(a)] = found.T[idx(equations.tangents() * contact + a)];
    }
    impact.P_N = found.P[idx(contact)];
    impact.approach_energy = 0.5 * before * before / equations.row_mobility(equations.W(contact));
    book_.impacts.push_back(impact);
  }

  void set_modes(State& state, const GaussPoint& found) {
    const int tangents = problem_.equations().tangents();
    for (int i = 0; i < int_size(info_.contacts); ++i) {
      double* impulse = state.impulses().data() + static_cast<std::ptrdiff_t>(d_) * i;
      std::fill(impulse, impulse + d_, 0.0);
      impulse[0] = found.P[idx(i)];
      for (int a = 0; a < tangents; ++a) impulse[1 + a] = found.T[idx(tangents * i + a)];
      const bool minus = d_ == 2 && problem_.equations().slip_rate(i, 0, found.u) < 0;
      state.set_mode(i, found.P[idx(i)] <= 0                                       ? ContactMode::open
                        : tangents > 0 && found.mode[idx(i)] == ContactMode::stick ? ContactMode::stick
                        : minus                                                    ? ContactMode::slip_minus
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
  const int d_;  ///< numbers per contact
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
     .help = "implicit Euler as an optimisation problem, variable step; no restitution",
     .params = kParams},
    make,
    {.impact_laws = kImpactLaws, .inelastic = true}};
}  // namespace entry

namespace {

std::unique_ptr<Stepper> make(const System& system, const StepperOptions& options) {
  const Parameters given(entry::stepper_gauss_optimisation, options.stepper.values);
  refuse_laws(system.info(), given.flag("angular_row", false));
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

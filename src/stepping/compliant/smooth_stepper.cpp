// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/smooth_stepper.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "model/words.h"
#include "stepping/compliant/machine_time.h"

namespace freeplay {
namespace {

constexpr double kPenetration = 1e-5;  // of a contact's length: with what it may begin
constexpr double kShortest = 1e-7;     // of the time in which the machine crosses that length
constexpr double kTurn = 0.5;          // of a coordinate's size (an angle: 1 rad): longest step near contacts
constexpr double kPassing = 0.25;      // of a thin body's size
constexpr double kLook = 0.05;         // of the machine's own time
constexpr double kHold = 0.2;          // of 1/step: how fast slip dies out in exact stick
constexpr double kFirstWindow = 1e-3;  // of the machine's own time
constexpr int kMostHalvings = 20;

constexpr int kMostImplicit = 1000;  // numbers of y: a Jacobian has their square
constexpr double kHistory = 1000;    // errors of one step that a multistep method may be off the constraints

std::unique_ptr<Correction> make_correction(const System& system, const Parameters& given) {
  const std::string word = given.word("correction");
  if (word == "none" || system.info().constraints.empty()) return nullptr;
  return std::make_unique<Correction>(system,
                                      word == "mass" ? Correction::Norm::mass : Correction::Norm::euclidean);
}

}  // namespace

std::unique_ptr<Integrator> make_with_stiff(Equations& equations, const Parameters& given,
                                            std::unique_ptr<Integrator> explicit_method) {
  if (given.word("stiff") == "same" || equations.size() > kMostImplicit) return explicit_method;
  return make_switching(equations, std::move(explicit_method), given.number("accuracy"));
}

std::unique_ptr<Stepper> make_smooth_stepper(const char* name, const System& system,
                                             const StepperOptions& options, IntegratorMaker make) {
  const StepperEntry& entry = *find_entry<StepperEntry>(name);
  const Parameters given(entry, options.stepper.values);
  SmoothOptions smooth;
  const std::string word = given.word("detection");
  smooth.detection = word == "none"      ? Detection::none
                     : word == "restart" ? Detection::restart
                     : word == "reject"  ? Detection::reject
                                         : Detection::event;
  if (given.given("penetration_max")) smooth.penetration_max = given.number("penetration_max");
  if (given.given("step_min")) smooth.step_min = given.number("step_min");
  if (given.given("step_max")) smooth.step_max = given.number("step_max");
  if (find_param(entry, "accuracy")) smooth.accuracy = given.number("accuracy");
  if (find_param(entry, "step")) {
    smooth.fixed_step = given.number("step");
    smooth.contact_steps = given.number("contact_steps");
  }
  smooth.joint_friction = options.joint_friction;
  return std::make_unique<SmoothStepper>(system, options, smooth, make, given);
}

SmoothStepper::SmoothStepper(const System& system, const StepperOptions& options, const SmoothOptions& smooth,
                             IntegratorMaker make, const Parameters& given)
    : system_(system),
      info_(system.info()),
      options_(smooth),
      time_scale_(machine_time(system)),
      formulation_(make_formulation(options.formulation, system, time_scale_)),
      equations_(system, *formulation_, smooth.accuracy, time_scale_, smooth.joint_friction),
      integrator_(make(equations_, given)),
      finder_(system.info(), equations_, *integrator_),
      book_(system.info()),
      contacts_(int_size(system.info().contacts)),
      step_(system.info()),
      ledger_(equations_, *integrator_, step_, book_, smooth.detection),
      contact_changes_(info_, equations_, finder_, step_, ledger_, smooth.detection),
      friction_changes_(info_, equations_, step_, contact_changes_, book_),
      dead_point_(equations_, time_scale_) {
  const std::size_t n = idx(equations_.size());
  const EntryInfo& formulation = *find_entry<FormulationEntry>(options.formulation.name);
  const Parameters its(formulation, options.formulation.values);
  if (find_param(formulation, "correction")) correction_ = make_correction(system, its);
  if (find_param(formulation, "correction_bound") && its.given("correction_bound"))
    bound_ = its.number("correction_bound");
  held_.assign(n, 0);
  step_.handed.assign(n, 0);
  step_.y.assign(n, 0);
  step_min_.assign(idx(contacts_), 0);
  features_.assign(idx(info_.features), 0);
  sample_.u_dot.assign(idx(info_.nu), 0);
  sample_.lambda.assign(info_.constraints.size(), 0);
  sample_.F.assign(idx(info_.dimension * contacts_), 0);
  sample_.joint_F.assign(info_.rubbing.size(), Tangent{});
  sample_.joint_N.assign(info_.rubbing.size(), 0);
  window_ = kFirstWindow * time_scale_;
  equations_.set_open_force(!starts_free());
  if (options_.detection == Detection::reject) equations_.set_veto(step_.penetration_max, step_min_);
}

double SmoothStepper::correction_bound() const {
  return bound_.value_or(integrator_->remakes() ? 0 : kHistory);
}

/// Bounds of the contacts as they are now: slots of a pool change their partners.
void SmoothStepper::set_bounds() {
  const double speed = equations_.speed() * info_.length;
  for (int c = 0; c < contacts_; ++c) {
    const double length = equations_.contact(c).length;
    step_.penetration_max[idx(c)] = options_.penetration_max.value_or(kPenetration * length);
    step_min_[idx(c)] = options_.step_min.value_or(kShortest * length / speed);
  }
}

double SmoothStepper::step_limit(const State& state, double end) const {
  double step = end - state.t();
  if (options_.step_max > 0) step = std::min(step, options_.step_max);
  // joints that hold are at rest for long: they are looked at now and then all the same
  if (!info_.rubbing.empty()) step = std::min(step, kLook * time_scale_);
  if (contacts_ == 0 || options_.detection == Detection::none) return step;
  if (trial_limit_ > 0) step = std::min(step, trial_limit_);
  if (equations_.largest_speed() > 0) step = std::min(step, kTurn / equations_.largest_speed());
  for (int c = 0; c < contacts_; ++c) {
    const ContactData& data = equations_.contact(c);
    const std::size_t i = idx(c);
    if (options_.contact_steps > 0 && state.mode(c) != ContactMode::open && ledger_.duration(c) > 0)
      step = std::min(step, ledger_.duration(c) / options_.contact_steps);
    if (!data.passable || !(step_.begin.gap[i] < 4 * data.length)) continue;
    const double speed = std::hypot(step_.begin.gamma_N(c), norm(step_.begin.slip(c)));
    if (speed > 0) step = std::min(step, kPassing * data.length / speed);
  }
  return step;
}

/// Brings slots, integrator and the contacts at the start of the step up to date.
bool SmoothStepper::prepare(State& state, double end, double& limit) {
  bool renewed = false;  // slots hold other pairs than before
  if (info_.first_slot >= 0) {
    std::copy(state.features().begin(), state.features().end(), features_.begin());
    const double rest = std::max(end - state.t(), 0.0);
    // looking less far ahead needs fewer slots
    for (int trial = 0; !system_.choose_contacts(state, std::min(rest, window_)); ++trial) {
      if (trial == kMostHalvings) return false;
      window_ *= 0.5;
    }
    end = std::min(end, state.t() + window_);
    if (!std::equal(features_.begin(), features_.end(), state.features().begin())) {
      for (int c = info_.first_slot; c < contacts_; ++c) {  // open ones only: what they remember is another's
        if (state.mode(c) != ContactMode::open) continue;
        const auto m = state.m().subspan(idx(c * info_.contact_memory), idx(info_.contact_memory));
        std::fill(m.begin(), m.end(), 0.0);
      }
      renewed = true;
    }
  }
  equations_.begin_step(state);
  const double t = state.t();
  bool same = step_.started && std::abs(integrator_->t() - t) <= 1e-13 * std::abs(t);
  if (same) {
    equations_.pack(state, step_.works, step_.y);
    same = step_.y == step_.handed;
  }
  if (!same || step_.restart) synchronise(state);
  if (renewed) {
    equations_.pack(state, step_.works, step_.y);
    equations_.contacts(t, step_.y, true, step_.begin);
    set_bounds();
  }
  const double next = integrator_->next_step();
  equations_.set_hold_rate(next > 0 ? kHold / next : 0);
  limit = t + step_limit(state, end);
  if (end - limit < 1e-9 * (limit - t)) limit = end;
  return true;
}

void SmoothStepper::synchronise(State& state) {
  equations_.note_scales(state);
  set_bounds();
  equations_.pack(state, step_.works, step_.y);
  step_.t = state.t();
  if (!step_.started) {
    friction_changes_.start_joints(state);
    equations_.pack(state, step_.works, step_.y);
    equations_.contacts(step_.t, step_.y, true, step_.begin);
    std::swap(step_.begin, step_.end);
    contact_changes_.start_contacts(state);  // those that touch from the start
    equations_.pack(state, step_.works, step_.y);
    equations_.contacts(step_.t, step_.y, true, step_.begin);
    friction_changes_.begin_friction(state);
    if (formulation_->reduces()) equations_.choose(step_.t, step_.y);
  }
  integrator_->start(step_.t, step_.y, step_.first_step);
  step_.handed = step_.y;
  step_.started = true;
  step_.restart = false;
  step_.first_step = 0;
}

StepReport SmoothStepper::failure(IntegrationStatus status) const {
  StepReport report;
  if (equations_.stopped()) return {StepStatus::interrupted, -1, 0};
  report.culprit = step_.begin.deepest_contact;
  if (status == IntegrationStatus::not_finite) {
    report.status = StepStatus::not_finite;
  } else if (equations_.veto_contact() >= 0 && equations_.veto_was_limit()) {
    report.status = StepStatus::outside_law;
    report.culprit = equations_.veto_contact();
    report.residual = equations_.contact(report.culprit).force->limit();
  } else {
    report.status = StepStatus::stalled;
    if (report.culprit < 0) report.culprit = equations_.veto_contact();
  }
  if (equations_.jammed() >= 0) {
    report.status = StepStatus::jammed;
    report.culprit = equations_.jammed();
  }
  return report;
}

void SmoothStepper::begin(State& state) {
  double limit = 0;
  step_.started = false;
  prepare(state, state.t(), limit);  // too small a pool is reported by the first step
}

void SmoothStepper::visit(Archive& a, const State&) {
  a(book_, solver_, equations_, *formulation_, step_.started, step_.restart, step_.first_step, trial_limit_,
    window_);
  a(step_.begin, step_.end, step_.penetration_max, step_min_, step_.works, step_.handed, ledger_,
    friction_changes_);
  a(*integrator_, dead_point_);
}

StepReport SmoothStepper::step(State& state, double dt) {
  double limit = 0;
  if (!prepare(state, state.t() + dt, limit))
    return {StepStatus::too_many_contacts, contacts_ - info_.first_slot, 0};
  if (!(limit > state.t()))
    return failure(IntegrationStatus::stalled);  // so fast that no step is short enough
  const long long rejected = integrator_->rejected();
  const IntegrationStatus status = integrator_->step(limit);
  book_.statistics.rejected += integrator_->rejected() - rejected;
  if (status != IntegrationStatus::ok) return pass_dead_point(state, limit) ? StepReport{} : failure(status);
  Cut cut;
  const StepReport report = settle(state, limit, cut);
  if (report.status != StepStatus::ok) {
    step_.started = false;
    return report;
  }
  const double length = step_.t - state.t();
  accept(state, cut);
  if (passes_dead_points()) dead_point_.note(step_.t, step_.handed);
  window_ = step_.t >= limit ? 2 * window_ : std::max(4 * length, 0.5 * window_);
  return report;
}

bool SmoothStepper::pass_dead_point(State& state, double limit) {
  if (!passes_dead_points() || equations_.stopped()) return false;
  if (!dead_point_.pass(state.t(), limit, step_.t, step_.y)) return false;
  accept(state, {});
  dead_point_.note(step_.t, step_.handed);
  step_.restart = true;
  step_.first_step = 0;
  return true;
}

}  // namespace freeplay

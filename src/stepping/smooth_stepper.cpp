// SPDX-License-Identifier: Apache-2.0
#include "stepping/smooth_stepper.h"

#include <algorithm>
#include <cmath>

#include "stepping/contact_scales.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr double kPenetration = 1e-5;  // of a contact's length: with what it may begin
constexpr double kShortest = 1e-7;     // of the time in which the machine crosses that length
constexpr double kTouching = 1e-3;     // of penetration_max: contacts this near close together
constexpr double kFirstStep = 0.05;    // of an impact's duration: the first step in it
constexpr double kTurn = 0.5;          // of a coordinate's size (an angle: 1 rad): longest step near contacts
constexpr double kPassing = 0.25;      // of a thin body's size
constexpr int kMostTrials = 200;
constexpr double kFirstWindow = 1e-3;  // of the machine's own time
constexpr int kMostHalvings = 20;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// How long it takes until the machine has moved by its own size: from its speeds or, at rest, from its
/// accelerations.
double machine_time(const System& system, Formulation& formulation) {
  const SystemInfo& info = system.info();
  const State state = system.initial_state();
  const auto size = [&](std::size_t i) { return info.sizes.empty() ? 1.0 : info.sizes[i]; };
  double speed = 0, acceleration = 0;
  for (std::size_t i = 0; i < state.u().size(); ++i)
    speed = std::max(speed, std::abs(state.u()[i]) / size(i));
  if (speed > 0) return 1 / speed;
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(state.t(), state.q(), ev);
  system.mass(state.q(), ev);
  system.forces(state.t(), state.q(), state.u(), ev);
  system.constraints(state.t(), state.q(), ev);
  system.constraint_gamma(state.t(), state.q(), state.u(), ev);
  std::vector<double> u_dot(at(info.nu), 0), lambda(info.constraints.size(), 0);
  formulation.accelerations(ev, state.u(), u_dot, lambda);
  for (std::size_t i = 0; i < u_dot.size(); ++i)
    acceleration = std::max(acceleration, std::abs(u_dot[i]) / size(i));
  return acceleration > 0 && std::isfinite(acceleration) ? 1 / std::sqrt(acceleration) : 1;
}

double own_time(const System& system) {
  return machine_time(system, *make_formulation({"lagrange", {}, {}}, system, 1));
}

}  // namespace

SmoothOptions smooth_options(const Parameters& given) {
  SmoothOptions options;
  const std::string word = given.word("detection");
  options.detection = word == "none"      ? Detection::none
                      : word == "restart" ? Detection::restart
                      : word == "reject"  ? Detection::reject
                                          : Detection::event;
  if (given.given("penetration_max")) options.penetration_max = given.number("penetration_max");
  if (given.given("step_min")) options.step_min = given.number("step_min");
  return options;
}

SmoothStepper::SmoothStepper(const System& system, const StepperOptions& options, const SmoothOptions& smooth,
                             IntegratorMaker make, const Parameters& given)
    : system_(system),
      info_(system.info()),
      options_(smooth),
      time_scale_(own_time(system)),
      formulation_(make_formulation(options.formulation, system, time_scale_)),
      equations_(system, *formulation_, smooth.accuracy, time_scale_),
      integrator_(make(equations_, given)),
      finder_(system.info(), equations_, *integrator_),
      book_(system.info()),
      contacts_(static_cast<int>(system.info().contacts.size())),
      begin_(make_contact_forces(system.info())),
      end_(make_contact_forces(system.info())),
      middle_(make_contact_forces(system.info())) {
  const std::size_t n = at(equations_.size());
  y_.assign(n, 0);
  y_middle_.assign(n, 0);
  u_dot_.assign(at(info_.nu), 0);
  lambda_.assign(info_.constraints.size(), 0);
  penetration_max_.assign(at(contacts_), 0);
  step_min_.assign(at(contacts_), 0);
  works_.assign(kWorkParts, 0);
  features_.assign(at(info_.features), 0);
  touch_.resize(at(contacts_));
  starting_.reserve(at(contacts_));
  sample_.u_dot.assign(at(info_.nu), 0);
  sample_.lambda.assign(info_.constraints.size(), 0);
  sample_.F.assign(at(2 * contacts_), 0);
  window_ = kFirstWindow * time_scale_;
  equations_.set_open_force(!starts_free());
  if (options_.detection == Detection::reject) equations_.set_veto(penetration_max_, step_min_);
}

/// Bounds of the contacts as they are now: slots of a pool change their partners.
void SmoothStepper::set_bounds() {
  const double speed = std::max(equations_.largest_speed(), 1 / time_scale_) * info_.length;
  for (int c = 0; c < contacts_; ++c) {
    const double length = equations_.contact(c).length;
    penetration_max_[at(c)] = options_.penetration_max.value_or(kPenetration * length);
    step_min_[at(c)] = options_.step_min.value_or(kShortest * length / speed);
  }
}

double SmoothStepper::step_limit(const State& state, double end) const {
  double step = end - state.t();
  if (options_.step_max > 0) step = std::min(step, options_.step_max);
  if (contacts_ == 0 || options_.detection == Detection::none) return step;
  if (trial_limit_ > 0) step = std::min(step, trial_limit_);
  if (equations_.largest_speed() > 0) step = std::min(step, kTurn / equations_.largest_speed());
  for (int c = 0; c < contacts_; ++c) {
    const ContactData& data = equations_.contact(c);
    const std::size_t i = at(c);
    if (options_.contact_steps > 0 && state.mode(c) != ContactMode::open && touch_[i].duration > 0)
      step = std::min(step, touch_[i].duration / options_.contact_steps);
    if (!data.passable || !(begin_.gap[i] < 4 * data.length)) continue;
    const double speed = std::hypot(begin_.gamma[2 * i], begin_.gamma[2 * i + 1]);
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
        const auto m = state.m().subspan(at(c * info_.contact_memory), at(info_.contact_memory));
        std::fill(m.begin(), m.end(), 0.0);
      }
      renewed = true;
    }
  }
  equations_.begin_step(state);
  const double t = state.t();
  bool same = started_ && std::abs(integrator_->t() - t) <= 1e-13 * std::abs(t);
  if (same) {
    equations_.pack(state, works_, y_);
    same = std::equal(y_.begin(), y_.end(), integrator_->y().begin());
  }
  if (!same || restart_) synchronise(state);
  if (renewed) {
    equations_.pack(state, works_, y_);
    equations_.contacts(t, y_, true, begin_);
    set_bounds();
  }
  limit = t + step_limit(state, end);
  if (end - limit < 1e-9 * (limit - t)) limit = end;
  return true;
}

void SmoothStepper::synchronise(State& state) {
  equations_.note_scales(state);
  set_bounds();
  equations_.pack(state, works_, y_);
  t_ = state.t();
  if (!started_) {
    equations_.contacts(t_, y_, true, begin_);
    std::swap(begin_, end_);
    start_contacts(state);  // those that touch from the start
    equations_.pack(state, works_, y_);
    equations_.contacts(t_, y_, true, begin_);
  }
  integrator_->start(t_, y_, first_step_);
  started_ = true;
  restart_ = false;
  first_step_ = 0;
}

StepReport SmoothStepper::failure(IntegrationStatus status) const {
  StepReport report;
  report.culprit = begin_.deepest_contact;
  report.residual = integrator_->next_step();
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
  return report;
}

void SmoothStepper::begin(State& state) {
  double limit = 0;
  started_ = false;
  prepare(state, state.t(), limit);  // too small a pool is reported by the first step
}

StepReport SmoothStepper::step(State& state, double dt) {
  double limit = 0;
  if (!prepare(state, state.t() + dt, limit))
    return {StepStatus::too_many_contacts, contacts_ - info_.first_slot, 0};
  const long long rejected = integrator_->rejected();
  const IntegrationStatus status = integrator_->step(limit);
  book_.statistics.rejected += integrator_->rejected() - rejected;
  if (status != IntegrationStatus::ok) return failure(status);
  Cut cut;
  const StepReport report = settle(state, limit, cut);
  if (report.status != StepStatus::ok) {
    started_ = false;
    return report;
  }
  const double length = t_ - state.t();
  accept(state, cut);
  window_ = t_ >= limit ? 2 * window_ : std::max(4 * length, 0.5 * window_);
  return report;
}

/// The first open contact that the trial step meets deeper than it may.
bool SmoothStepper::too_deep(const State& state, int& contact) {
  const double length = t_ - integrator_->t_old();
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    if (state.mode(c) != ContactMode::open || length <= step_min_[i]) continue;
    if (-end_.gap[i] > penetration_max_[i] ||
        (end_.gap[i] >= 0 && finder_.inside(state, c, begin_, end_) > penetration_max_[i])) {
      contact = c;
      return true;
    }
  }
  return false;
}

StepReport SmoothStepper::settle(State& state, double limit, Cut& cut) {
  trial_limit_ = 0;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    t_ = integrator_->t();
    std::copy(integrator_->y().begin(), integrator_->y().end(), y_.begin());
    if (contacts_ == 0) return {};
    equations_.contacts(t_, y_, true, end_);
    if (options_.detection == Detection::none) {  // gaps still jump, at the end of the step
      for (int k = 0; k < info_.switches && cut.kind == CutKind::none; ++k) {
        if (equations_.switches(t_, y_)[at(k)] < 0) cut = {CutKind::switches, k, t_, t_, t_};
      }
      return {};
    }
    int contact = -1;
    if (options_.detection != Detection::event && too_deep(state, contact)) {
      const bool linear = options_.detection == Detection::restart && end_.gap[at(contact)] < 0;
      if (linear && nearly_linear(state)) {
        restart_linear(state);
        return {};
      }
      if (const StepReport report = shorten(limit); report.status != StepStatus::ok) return report;
      continue;
    }
    cut = finder_.find(state, begin_, end_, options_.detection == Detection::event);
    if (cut.kind == CutKind::none) return {};
    return place(cut);
  }
  return failure(IntegrationStatus::stalled);
}

/// Procedure 2: the step is taken back and tried with half the length.
StepReport SmoothStepper::shorten(double& limit) {
  ++book_.statistics.rejected;
  const double t0 = integrator_->t_old(), half = 0.5 * (integrator_->t() - t0);
  IntegrationStatus status = IntegrationStatus::ok;
  if (integrator_->remakes()) {
    status = integrator_->remake(t0 + half);
  } else {
    std::copy(integrator_->y_old().begin(), integrator_->y_old().end(), y_.begin());
    integrator_->start(t0, y_, half);
    limit = t0 + half;
    status = integrator_->step(limit);
  }
  return status == IntegrationStatus::ok ? StepReport{} : failure(status);
}

/// Ends the step at the cut. A method that can remakes its step until it ends there to rounding; of others
/// the interpolation, which has the order of the method, is the result.
StepReport SmoothStepper::place(const Cut& cut) {
  const auto value = [&] {
    if (cut.kind == CutKind::switches) return finder_.value(cut, end_, equations_.switches(t_, y_));
    equations_.contacts(t_, y_, true, end_);
    return finder_.value(cut, end_, {});
  };
  if (!integrator_->remakes()) {
    integrator_->interpolate(cut.t, y_);
    t_ = cut.t;
    equations_.contacts(t_, y_, true, end_);
    restart_ = true;
    return {};
  }
  double a = cut.before, b = integrator_->t(), t = cut.t, fa = 0, fb = 0;
  bool has_a = false, has_b = false;
  const double t0 = integrator_->t_old();
  for (int i = 0; i < 30; ++i) {
    const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(t));
    if (!(t > t0)) t = std::nextafter(t0, b);
    const IntegrationStatus status = integrator_->remake(t);
    if (status != IntegrationStatus::ok) return failure(status);
    t_ = integrator_->t();
    std::copy(integrator_->y().begin(), integrator_->y().end(), y_.begin());
    const double f = value();
    const std::size_t c = at(cut.index);
    const bool gap = cut.kind == CutKind::closes || cut.kind == CutKind::opens;
    const double rate = !gap ? 0 : cut.kind == CutKind::closes ? end_.gamma[2 * c] : -end_.gamma[2 * c];
    if (f > 0) {
      a = t, fa = f, has_a = true;
    } else {
      b = t, fb = f, has_b = true;
    }
    // a step of Newton that moves by no more than rounding ends the search
    double next = rate < 0 ? t - f / rate : has_a && has_b ? a + (b - a) * fa / (fa - fb) : 0.5 * (a + b);
    if (std::abs(next - t) <= ulp || b - a <= 2 * ulp) break;
    if (!(next > a && next < b)) next = has_a && has_b ? 0.5 * (a + b) : std::clamp(next, a, b);
    if (next == t) break;
    t = next;
  }
  equations_.contacts(t_, y_, true, end_);
  return {};
}

/// Procedure 1 takes bodies to move with constant velocity within the step. Where gaps bend away from their
/// chord by more than a part of the contact's length the step is too long for that.
bool SmoothStepper::nearly_linear(const State& state) {
  constexpr double kBend = 0.01;
  const double t0 = integrator_->t_old(), length = integrator_->t() - t0;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    if (state.mode(c) != ContactMode::open || !(-end_.gap[i] > penetration_max_[i])) continue;
    const double share = begin_.gap[i] / (begin_.gap[i] - end_.gap[i]);
    if (std::abs(finder_.at(t0 + share * length).gap[i]) > kBend * equations_.contact(c).length) return false;
  }
  return true;
}

/// Procedure 1: the step ends where the first new contact would touch if gaps were linear in time.
///   Δt_ideal = δ⁻/(δ⁺ + δ⁻) Δt,  q_c = q⁻ + (q⁺ − q⁻) Δt_ideal/Δt     [FloresAmbrosio2010, eqs. (9)–(12)]
void SmoothStepper::restart_linear(const State& state) {
  double share = 1;
  int first = 0;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    if (state.mode(c) != ContactMode::open || !(-end_.gap[i] > penetration_max_[i])) continue;
    const double its = begin_.gap[i] / (begin_.gap[i] - end_.gap[i]);
    if (its < share) share = its, first = c;
  }
  share = std::min(1.0, share * (1 + 1e-12));
  const std::span<const double> y0 = integrator_->y_old(), y1 = integrator_->y();
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = y0[i] + (y1[i] - y0[i]) * share;
  t_ = integrator_->t_old() + share * (integrator_->t() - integrator_->t_old());
  equations_.contacts(t_, y_, true, end_);
  restart_ = true;
  const double length = integrator_->t() - integrator_->t_old();
  first_step_ = 0.01 * length;  // it has just found a contact: go on gently
  // A gap that curves away from its chord is still open here: as from the same length the next cut would be
  // too short as well, and so for ever.
  if (!(end_.gap[at(first)] < 0)) trial_limit_ = 0.5 * length;
}

void SmoothStepper::accept(State& state, const Cut& cut) {
  add_impulses();
  std::copy(equations_.works(y_).begin(), equations_.works(y_).end(), works_.begin());
  std::fill(book_.mode_time.begin(), book_.mode_time.end(), std::numeric_limits<double>::infinity());
  transitions(state, cut);
  equations_.unpack(y_, state);
  state.set_t(t_);
  if (cut.kind == CutKind::switches) {
    const double stored = end_.energy;
    system_.pass_switch(cut.index, state);
    equations_.begin_step(state);
    equations_.contacts(t_, y_, true, end_);
    works_[at(static_cast<int>(WorkPart::impact))] += end_.energy - stored;  // what was pressed springs free
    restart_ = true;
  }
  start_contacts(state);
  equations_.note_scales(state);
  set_bounds();  // step_min follows the speed
  book_step();
  std::swap(begin_, end_);
}

/// Impulses of the step by Simpson's rule, for the table of impacts.
void SmoothStepper::add_impulses() {
  const bool unseen = options_.detection == Detection::none && contacts_ > 0;  // met and left within a step
  if (end_.deepest_contact < 0 && begin_.deepest_contact < 0 && !unseen) return;
  const double t0 = integrator_->t_old(), h = t_ - t0;
  if (!(h > 0)) return;
  integrator_->interpolate(t0 + 0.5 * h, y_middle_);
  equations_.contacts(t0 + 0.5 * h, y_middle_, false, middle_);
  CompliantStatistics& statistics = book_.compliant;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    const double P_N = h / 6 * (begin_.F[2 * i] + 4 * middle_.F[2 * i] + end_.F[2 * i]);
    const double P_T = h / 6 * (begin_.F[2 * i + 1] + 4 * middle_.F[2 * i + 1] + end_.F[2 * i + 1]);
    touch_[i].P_N += P_N;
    touch_[i].P_T += P_T;
    book_.contact_impulse[2 * i] += P_N;
    book_.contact_impulse[2 * i + 1] += P_T;
    const double peak = std::max(middle_.F[2 * i], end_.F[2 * i]);
    book_.contact_peak[i] = std::max(book_.contact_peak[i], peak);
    note_depth(c, middle_.delta[i]);
    if (peak > statistics.peak_force) {
      statistics.peak_force = peak;
      statistics.peak_force_contact = c;
    }
  }
}

ContactMode SmoothStepper::mode_of(int contact) const {
  const ContactData& data = equations_.contact(contact);
  const double slip = end_.gamma[2 * at(contact) + 1];
  const double sticks = data.friction != nullptr ? data.friction->stick_velocity() : 0;
  if (std::abs(slip) <= sticks) return ContactMode::stick;
  return slip > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
}

/// Contacts that end, and what laws of the others remember.
void SmoothStepper::transitions(State& state, const Cut& cut) {
  starting_.clear();
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    const ContactData& data = equations_.contact(c);
    if (state.mode(c) == ContactMode::open) {
      const bool closes = cut.kind == CutKind::closes && cut.index == c;
      if (closes) starting_.push_back(c);
      continue;
    }
    if (end_.gap[i] > 0 || (cut.kind == CutKind::opens && cut.index == c)) {
      end_contact(state, c);
      continue;
    }
    double* m = state.m().data() + c * info_.contact_memory;
    data.force->accept({end_.delta[i], -end_.gamma[2 * i], {m[0], m[1], m[2]}, m + ContactMemory::kStart},
                       m + ContactMemory::kStart);
    if (data.friction != nullptr) {
      double* memory = m + ContactMemory::friction(data);
      const std::size_t z0 = at(info_.nq + info_.nu + c * info_.contact_states);
      data.friction->accept({t_, end_.gamma[2 * i + 1], end_.F[2 * i], 0, 0, y_.data() + z0, memory}, memory);
    }
    state.set_mode(c, mode_of(c));
  }
}

void SmoothStepper::end_contact(State& state, int contact) {
  const std::size_t i = at(contact);
  const double t = end_.gap[i] > 0 && options_.detection != Detection::none ? finder_.opening(contact) : t_;
  book_impact(contact, t, t < t_ ? finder_.at(t) : end_);
  book_.mode_time[i] = t;
  touch_[i] = {};
  state.set_mode(contact, ContactMode::open);
  const ContactData& data = equations_.contact(contact);
  if (data.friction == nullptr) return;
  // what it remembers ends with it: a contact that is met within a later step must not go on with it
  double* m = state.m().data() + contact * info_.contact_memory;
  const std::size_t z0 = at(info_.nq + info_.nu + contact * info_.contact_states);
  data.friction->start(t_, y_.data() + z0, m + ContactMemory::friction(data));
  if (data.friction->states() > 0) restart_ = true;
}

void SmoothStepper::book_impact(int contact, double end, const ContactForces& then) {
  const std::size_t i = at(contact);
  const Touch& touch = touch_[i];
  Impact impact;
  impact.t = touch.t;
  impact.contact = contact;
  impact.normal_before = touch.normal;
  impact.slip_before = touch.slip;
  impact.P_N = touch.P_N;
  impact.P_T = touch.P_T;
  impact.approach_energy = touch.energy;
  impact.duration = end - touch.t;
  if (touch.P_N > book_.statistics.peak_P_N) {
    book_.statistics.peak_P_N = touch.P_N;
    book_.statistics.peak_contact = contact;
  }
  impact.normal_after = then.gamma[2 * i];
  impact.slip_after = then.gamma[2 * i + 1];
  book_.impacts.push_back(impact);
}

/// Contacts that the step met, or that touch at its end and go on closing: each begins here, once.
void SmoothStepper::start_contacts(State& state) {
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = at(c);
    if (state.mode(c) != ContactMode::open) continue;
    if (std::find(starting_.begin(), starting_.end(), c) != starting_.end()) continue;
    const bool closing = end_.gamma[2 * i] < 0;
    const double near = options_.detection == Detection::event ? kTouching * penetration_max_[i] : 0;
    if (end_.gap[i] < 0 ? (closing || options_.detection != Detection::event || !started_)
                        : (closing && end_.gap[i] <= near) || (!started_ && end_.gap[i] <= 0))
      starting_.push_back(c);
  }
  if (starting_.empty()) return;
  ContactForces& scratch = middle_;
  equations_.begin_step(state);
  equations_.accelerations(t_, y_, u_dot_, lambda_, scratch);
  double shortest = std::numeric_limits<double>::infinity();
  for (const int c : starting_) {
    const std::size_t i = at(c);
    const ContactData& data = equations_.contact(c);
    double* m = state.m().data() + c * info_.contact_memory;
    double* own = m + ContactMemory::kStart;
    const double speed = std::max(0.0, -end_.gamma[2 * i]);
    const double mass = equations_.effective_mass(c);
    const double pressing =
        -dot_row(data.shape, equations_.evaluation().row_W(2 * c), u_dot_.data());  // closing acceleration
    const ImpactScales scales = impact_scales(*data.force, own, mass, speed, pressing);
    const ContactStart start{t_, scales.approach, mass};
    m[0] = start.t, m[1] = start.approach, m[2] = start.mass;
    data.force->start(start, own);
    if (data.friction != nullptr) {
      double* z = state.z().data() + c * info_.contact_states;
      data.friction->start(t_, z, m + ContactMemory::friction(data));
      if (data.friction->states() > 0) restart_ = true;
    }
    touch_[i] = {t_, end_.gamma[2 * i],          end_.gamma[2 * i + 1], 0,
                 0,  0.5 * mass * speed * speed, scales.duration};
    state.set_mode(c, mode_of(c));
    shortest = std::min(shortest, scales.duration);
    book_start(data, c, speed);
  }
  starting_.clear();
  equations_.pack(state, works_, y_);
  equations_.contacts(t_, y_, true, end_);  // a force that jumps is there from now on
  if (starts_free()) restart_ = true;       // the force has a corner here
  if (restart_ && std::isfinite(shortest)) first_step_ = kFirstStep * shortest;
}

void SmoothStepper::book_start(const ContactData& data, int contact, double speed) {
  const std::size_t i = at(contact);
  CompliantStatistics& statistics = book_.compliant;
  if (!started_) return;  // it was given like that
  ++statistics.started;
  ++book_.statistics.impacts;
  const double depth = std::max(0.0, -end_.gap[i]), relative = depth / penetration_max_[i];
  if (relative > statistics.deepest_start) {
    statistics.deepest_start = relative;
    statistics.deepest_start_depth = depth;
    statistics.deepest_start_contact = contact;
  }
  const double decade = relative > 0 ? std::ceil(std::log10(relative)) + CompliantStatistics::kAbove : 0;
  ++statistics.start_depths[at(
      static_cast<int>(std::clamp(decade, 0.0, static_cast<double>(CompliantStatistics::kDecades - 1))))];
  if (relative > 1 && (options_.detection == Detection::reject || options_.detection == Detection::event)) {
    if (++statistics.forced == 1 || depth > statistics.forced_depth) {
      statistics.forced_contact = contact;
      statistics.forced_time = t_;
      statistics.forced_depth = depth;
    }
  }
  if (speed > data.force->fastest()) {
    ++statistics.too_fast;
    if (speed > statistics.fastest) {
      statistics.fastest = speed;
      statistics.fastest_limit = data.force->fastest();
      statistics.fastest_contact = contact;
    }
  }
}

void SmoothStepper::book_step() {
  StepStatistics& statistics = book_.statistics;
  ++statistics.steps;
  ++statistics.substeps;
  book_.compliant.evaluations = integrator_->evaluations();
  Works& works = book_.works;
  const auto part = [this](WorkPart which) { return works_[at(static_cast<int>(which))]; };
  works.drivers = part(WorkPart::drivers);
  works.applied = part(WorkPart::applied);
  works.damping = part(WorkPart::damping);
  works.impact = part(WorkPart::impact);
  works.friction = part(WorkPart::friction);
  works.stabilisation = part(WorkPart::stabilisation);
  for (int c = 0; c < contacts_; ++c) note_depth(c, end_.delta[at(c)]);
}

void SmoothStepper::note_depth(int contact, double depth) {
  StepStatistics& statistics = book_.statistics;
  if (depth > statistics.worst_penetration) {
    statistics.worst_penetration = depth;
    statistics.worst_contact = contact;
  }
  const double relative = depth / equations_.contact(contact).length;
  if (relative > statistics.worst_penetration_relative) {
    statistics.worst_penetration_relative = relative;
    statistics.worst_relative_contact = contact;
  }
}

const SmoothSample* SmoothStepper::sample(const State& state) {
  equations_.begin_step(state);
  equations_.pack(state, works_, y_);
  equations_.accelerations(state.t(), y_, sample_.u_dot, sample_.lambda, middle_);
  sample_.F = middle_.F;
  sample_.contact_energy = middle_.energy;
  return &sample_;
}

void SmoothStepper::finish(const State& state) {
  for (int c = 0; c < contacts_; ++c) {  // begin_ are the contacts at the last step's end
    if (state.mode(c) != ContactMode::open && touch_[at(c)].energy > 0) book_impact(c, state.t(), begin_);
  }
}

}  // namespace freeplay

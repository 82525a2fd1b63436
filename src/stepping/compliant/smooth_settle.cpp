// SPDX-License-Identifier: Apache-2.0
// A trial step is made to fit its contacts: it stands, is taken back, or ends where something happens within it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "stepping/compliant/smooth_stepper.h"

namespace freeplay {
namespace {

constexpr int kMostTrials = 200;
constexpr double kPlaced = 1e-9;  // of a step: how exactly it ends where the formula of a law does

}  // namespace

/// The first open contact that the trial step meets deeper than it may.
bool SmoothStepper::too_deep(const State& state, int& contact) {
  const double length = step_.t - integrator_->t_old();
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    if (state.mode(c) != ContactMode::open || length <= step_min_[i]) continue;
    if (-step_.end.gap[i] > step_.penetration_max[i] ||
        (step_.end.gap[i] >= 0 &&
         finder_.inside(state, c, step_.begin, step_.end) > step_.penetration_max[i])) {
      contact = c;
      return true;
    }
  }
  return false;
}

StepReport SmoothStepper::settle(State& state, double limit, Cut& cut) {
  trial_limit_ = 0;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    step_.t = integrator_->t();
    std::copy(integrator_->y().begin(), integrator_->y().end(), step_.y.begin());
    if (contacts_ == 0 && !equations_.guarded()) return {};
    equations_.contacts(step_.t, step_.y, true, step_.end);
    if (options_.detection == Detection::none) {  // gaps still jump and formulas end, at the end of the step
      for (int e = 0; e < equations_.elements() && cut.kind == CutKind::none; ++e) {
        if (step_.end.guard[idx(e)] < 0) cut = {CutKind::guard, e, step_.t, step_.t, step_.t};
      }
      for (int k = 0; k < info_.switches && cut.kind == CutKind::none; ++k) {
        if (equations_.switches(step_.t, step_.y)[idx(k)] < 0)
          cut = {CutKind::switches, k, step_.t, step_.t, step_.t};
      }
      return {};
    }
    int contact = -1;
    if (options_.detection != Detection::event && too_deep(state, contact)) {
      const bool linear = options_.detection == Detection::restart && step_.end.gap[idx(contact)] < 0;
      if (linear && nearly_linear(state)) {
        restart_linear(state);
        return {};
      }
      if (const StepReport report = shorten(limit); report.status != StepStatus::ok) return report;
      continue;
    }
    cut = finder_.find(state, step_.begin, step_.end, options_.detection == Detection::event);
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
    std::copy(integrator_->y_old().begin(), integrator_->y_old().end(), step_.y.begin());
    integrator_->start(t0, step_.y, half);
    limit = t0 + half;
    status = integrator_->step(limit);
  }
  return status == IntegrationStatus::ok ? StepReport{} : failure(status);
}

/// Ends the step at the cut. A method that can remakes its step until it ends there to rounding; of others
/// the interpolation, which has the order of the method, is the result.
StepReport SmoothStepper::place(const Cut& cut) {
  const auto value = [&] {
    if (cut.kind == CutKind::switches)
      return finder_.value(cut, step_.end, equations_.switches(step_.t, step_.y));
    equations_.contacts(step_.t, step_.y, true, step_.end);
    return finder_.value(cut, step_.end, {});
  };
  if (!integrator_->remakes()) {
    integrator_->interpolate(cut.t, step_.y);
    step_.t = cut.t;
    equations_.contacts(step_.t, step_.y, true, step_.end);
    step_.restart = true;
    return {};
  }
  const bool gap = cut.kind == CutKind::closes || cut.kind == CutKind::opens;
  // how fast anything but a gap changes is seen in the step as it is
  const double slope = gap ? 0 : finder_.slope(cut);
  double a = cut.before, b = integrator_->t(), t = cut.t, fa = 0, fb = 0;
  bool has_a = false, has_b = false;
  const double t0 = integrator_->t_old();
  for (int i = 0; i < 30; ++i) {
    const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(t));
    if (!(t > t0)) t = std::nextafter(t0, b);
    const IntegrationStatus status = integrator_->remake(t);
    if (status != IntegrationStatus::ok) return failure(status);
    step_.t = integrator_->t();
    std::copy(integrator_->y().begin(), integrator_->y().end(), step_.y.begin());
    const double f = value();
    const double opening = gap ? step_.end.gamma_N(cut.index) : 0;
    const double rate = cut.kind == CutKind::closes ? opening : cut.kind == CutKind::opens ? -opening : slope;
    if (f > 0) {
      a = t, fa = f, has_a = true;
    } else {
      b = t, fb = f, has_b = true;
    }
    // a step of Newton that moves by no more than rounding ends the search; forces jump less than gaps count
    const double enough = gap ? ulp : std::max(ulp, kPlaced * (t - t0));
    double next = rate < 0 ? t - f / rate : has_a && has_b ? a + (b - a) * fa / (fa - fb) : 0.5 * (a + b);
    if (std::abs(next - t) <= enough || b - a <= 2 * ulp) break;
    if (!(next > a && next < b)) next = has_a && has_b ? 0.5 * (a + b) : std::clamp(next, a, b);
    if (next == t) break;
    t = next;
  }
  equations_.contacts(step_.t, step_.y, true, step_.end);
  return {};
}

/// Procedure 1 takes bodies to move with constant velocity within the step. Where gaps bend away from their
/// chord by more than a part of the contact's length the step is too long for that.
bool SmoothStepper::nearly_linear(const State& state) {
  constexpr double kBend = 0.01;
  const double t0 = integrator_->t_old(), length = integrator_->t() - t0;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    if (state.mode(c) != ContactMode::open || !(-step_.end.gap[i] > step_.penetration_max[i])) continue;
    const double share = step_.begin.gap[i] / (step_.begin.gap[i] - step_.end.gap[i]);
    if (std::abs(finder_.alone(c, t0 + share * length).gap[i]) > kBend * equations_.contact(c).length)
      return false;
  }
  return true;
}

/// Procedure 1: the step ends where the first new contact would touch if gaps were linear in time.
///   Δt_ideal = δ⁻/(δ⁺ + δ⁻) Δt,  q_c = q⁻ + (q⁺ − q⁻) Δt_ideal/Δt     [FloresAmbrosio2010, eqs. (9)–(12)]
void SmoothStepper::restart_linear(const State& state) {
  double share = 1;
  int first = 0;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    if (state.mode(c) != ContactMode::open || !(-step_.end.gap[i] > step_.penetration_max[i])) continue;
    const double its = step_.begin.gap[i] / (step_.begin.gap[i] - step_.end.gap[i]);
    if (its < share) share = its, first = c;
  }
  share = std::min(1.0, share * (1 + 1e-12));
  const std::span<const double> y0 = integrator_->y_old(), y1 = integrator_->y();
  for (std::size_t i = 0; i < step_.y.size(); ++i) step_.y[i] = y0[i] + (y1[i] - y0[i]) * share;
  step_.t = integrator_->t_old() + share * (integrator_->t() - integrator_->t_old());
  equations_.contacts(step_.t, step_.y, true, step_.end);
  step_.restart = true;
  const double length = integrator_->t() - integrator_->t_old();
  step_.first_step = 0.01 * length;  // it has just found a contact: go on gently
  // A gap that curves away from its chord is still open here: as from the same length the next cut would be
  // too short as well, and so for ever.
  if (!(step_.end.gap[idx(first)] < 0)) trial_limit_ = 0.5 * length;
}

}  // namespace freeplay

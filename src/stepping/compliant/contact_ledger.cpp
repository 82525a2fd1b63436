// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_ledger.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

struct Point {
  double s, f;
};

/// The largest value of f between a and b, m between them. Where the parabola through three points has its
/// top between them it is followed, with the highest point and its neighbours, until nothing is gained; not
/// where it stays below `known` from the beginning. The top is flat: its place need not be found to rounding.
template <class F>
double highest(Point a, Point m, Point b, double known, F f) {
  constexpr int kMost = 20;
  constexpr double kGain = 1e-15;
  double best = std::max({a.f, m.f, b.f});
  for (int turn = 0; turn < kMost; ++turn) {
    const double left = (m.f - a.f) / (m.s - a.s), right = (b.f - m.f) / (b.s - m.s);
    const double bend = (right - left) / (b.s - a.s);
    if (!(bend < 0)) break;
    const double s = 0.5 * (a.s + m.s - left / bend);
    if (!(s > a.s && s < b.s) || s == m.s) break;
    if (turn == 0 && !(m.f - bend * (s - m.s) * (s - m.s) > known)) break;
    const Point found{s, f(s)};
    best = std::max(best, found.f);
    if (std::abs(found.f - m.f) <= kGain * best) break;
    const bool before = s < m.s;
    const Point lower = before ? found : m, upper = before ? m : found;
    if (lower.f > upper.f) {
      b = upper, m = lower;
    } else {
      a = lower, m = upper;
    }
  }
  return best;
}

}  // namespace

ContactLedger::ContactLedger(CompliantEquations& equations, Integrator& integrator, SmoothStep& step,
                             Book& book, Detection detection)
    : equations_(equations),
      integrator_(integrator),
      step_(step),
      book_(book),
      detection_(detection),
      contacts_(int_size(step.penetration_max)),
      y_middle_(idx(equations.size()), 0),
      inside_(step.middle),
      touch_(step.penetration_max.size()),
      not_passive_(idx(equations.elements()), 0) {}

/// By Simpson's rule, for the table of impacts.
void ContactLedger::add_impulses() {
  const bool unseen = detection_ == Detection::none && contacts_ > 0;  // met and left within a step
  if (step_.end.deepest_contact < 0 && step_.begin.deepest_contact < 0 && !unseen) return;
  const double t0 = integrator_.t_old(), h = step_.t - t0;
  if (!(h > 0)) return;
  integrator_.interpolate(t0 + 0.5 * h, y_middle_);
  equations_.contacts(t0 + 0.5 * h, y_middle_, false, step_.middle);
  CompliantStatistics& statistics = book_.compliant;
  for (int c = 0; c < contacts_; ++c) {
    const std::size_t i = idx(c);
    for (std::size_t k = 0; k < step_.end.d; ++k) {
      const std::size_t row = step_.end.d * i + k;
      const double P = h / 6 * (step_.begin.F[row] + 4 * step_.middle.F[row] + step_.end.F[row]);
      touch_[i].P[k] += P;
      book_.contact_impulse[row] += P;
    }
    note_depth(c, step_.middle.delta[i]);
  }
  for (int c = 0; c < contacts_; ++c) {  // last: it looks at more points of the step
    const double peak = peak_within(c, t0, h);
    double& known = book_.contact_peak[idx(c)];
    known = std::max(known, peak);
    if (peak > statistics.peak_force) {
      statistics.peak_force = peak;
      statistics.peak_force_contact = c;
    }
  }
}

/// The largest normal force of the step, on the integrator's own interpolation.
double ContactLedger::peak_within(int contact, double t0, double h) {
  const double begin = step_.begin.F_N(contact), middle = step_.middle.F_N(contact),
               end = step_.end.F_N(contact);
  if (middle == 0 && (begin == 0 || end == 0)) return std::max(begin, end);
  return highest({0, begin}, {0.5, middle}, {1, end}, book_.contact_peak[idx(contact)], [&](double s) {
    integrator_.interpolate(t0 + s * h, y_middle_);
    equations_.contact_alone(t0 + s * h, y_middle_, contact, inside_);
    return inside_.F_N(contact);
  });
}

void ContactLedger::start(int contact, double speed, double energy, double duration) {
  touch_[idx(contact)] = {step_.t, step_.end.gamma_N(contact), step_.end.slip(contact), {}, energy, duration};
  book_start(contact, speed);
}

void ContactLedger::book_start(int contact, double speed) {
  const std::size_t i = idx(contact);
  CompliantStatistics& statistics = book_.compliant;
  if (!step_.started) return;  // it was given like that
  const ContactLaw& law = *equations_.contact(contact).force;
  ++statistics.started;
  ++book_.statistics.impacts;
  const double depth = std::max(0.0, -step_.end.gap[i]), relative = depth / step_.penetration_max[i];
  if (relative > statistics.deepest_start) {
    statistics.deepest_start = relative;
    statistics.deepest_start_depth = depth;
    statistics.deepest_start_contact = contact;
  }
  const double decade = relative > 0 ? std::ceil(std::log10(relative)) + CompliantStatistics::kAbove : 0;
  ++statistics.start_depths[idx(
      static_cast<int>(std::clamp(decade, 0.0, static_cast<double>(CompliantStatistics::kDecades - 1))))];
  if (relative > 1 && (detection_ == Detection::reject || detection_ == Detection::event)) {
    if (++statistics.forced == 1 || depth > statistics.forced_depth) {
      statistics.forced_contact = contact;
      statistics.forced_time = step_.t;
      statistics.forced_depth = depth;
    }
  }
  if (speed > law.fastest()) {
    ++statistics.too_fast;
    if (speed > statistics.fastest) {
      statistics.fastest = speed;
      statistics.fastest_limit = law.fastest();
      statistics.fastest_contact = contact;
    }
  }
}

void ContactLedger::end(int contact, double t, const ContactForces& then) {
  book_impact(contact, t, then);
  book_.mode_time[idx(contact)] = t;
  touch_[idx(contact)] = {};
}

void ContactLedger::book_impact(int contact, double end, const ContactForces& then) {
  const std::size_t i = idx(contact);
  const Touch& touch = touch_[i];
  Impact impact;
  impact.t = touch.t;
  impact.contact = contact;
  impact.normal_before = touch.normal;
  impact.P_N = touch.P[0];
  impact.approach_energy = touch.energy;
  impact.duration = end - touch.t;
  if (impact.P_N > book_.statistics.peak_P_N) {
    book_.statistics.peak_P_N = impact.P_N;
    book_.statistics.peak_contact = contact;
  }
  impact.normal_after = then.gamma_N(contact);
  for (std::size_t k = 0; k + 1 < then.d; ++k) {
    impact.slip_before[k] = touch.slip[k];
    impact.P_T[k] = touch.P[k + 1];
    impact.slip_after[k] = then.slip(contact)[k];
  }
  book_.impacts.push_back(impact);
}

void ContactLedger::note_friction(int element, const FrictionLaw& law, const FrictionInput& in) {
  int& counted = not_passive_[idx(element)];
  if (counted != 0 || !(in.normal > 0) || !(law.least_taken(in) < 0)) return;
  counted = 1;
  CompliantStatistics& statistics = book_.compliant;
  if (++statistics.not_passive > 1) return;
  statistics.not_passive_time = in.t;
  statistics.not_passive_slip = norm(in.slip);
  statistics.not_passive_element = element;
}

void ContactLedger::add_step() {
  StepStatistics& statistics = book_.statistics;
  ++statistics.steps;
  ++statistics.substeps;
  book_.compliant.evaluations = integrator_.evaluations();
  Works& works = book_.works;
  const auto part = [this](WorkPart which) { return step_.works[idx(static_cast<int>(which))]; };
  works.drivers = part(WorkPart::drivers);
  works.applied = part(WorkPart::applied);
  works.damping = part(WorkPart::damping);
  works.impact = part(WorkPart::impact);
  works.friction = part(WorkPart::friction);
  works.stabilisation = part(WorkPart::stabilisation);
  for (int c = 0; c < contacts_; ++c) note_depth(c, step_.end.delta[idx(c)]);
}

void ContactLedger::note_depth(int contact, double depth) {
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

void ContactLedger::finish(const State& state) {
  for (int c = 0; c < contacts_; ++c) {  // step_.begin are the contacts at the last step's end
    if (state.mode(c) != ContactMode::open && touch_[idx(c)].energy > 0)
      book_impact(c, state.t(), step_.begin);
  }
}

}  // namespace freeplay

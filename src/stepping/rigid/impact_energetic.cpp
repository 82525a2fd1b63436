// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/impact_energetic.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr double kFraction = 0.025;  // increments of ω τ: 60 to a quarter of the fastest oscillation
constexpr double kPlastic = 0.02;    // e* too small to be followed among others: 4e-4 of the work
// Contacts that throw each other back and forth: their impact may have no last increment, or a distant one.
// Every kPatience increments they become twice as long.
constexpr long long kPatience = 4000, kMostIncrements = 40000, kMostDoublings = 4;
constexpr double kNegligible = 1e-6;  // of the energy at stake, after kPatience increments

std::size_t N(int contact) { return 2 * idx(contact); }
std::size_t T(int contact) { return 2 * idx(contact) + 1; }

}  // namespace

/// What ends an increment early, and where, as a fraction of the increment.
struct EnergeticImpact::Event {
  enum class Kind { none, turn, empty, slip } kind = Kind::none;
  int contact = -1;
  double s = 0;

  void take(Kind other, int i, double when) {
    if (!(when < s)) return;
    kind = other, contact = i, s = std::max(when, 0.0);
  }
};

EnergeticImpact::EnergeticImpact(int capacity) : fraction_(kFraction), box_(capacity) {
  const auto n = idx(capacity);
  gamma_.assign(2 * n, 0);
  push_.assign(2 * n, 0);
  change_.assign(2 * n, 0);
  stored_.assign(n, 0);
  loaded_.reserve(n);
  at_rest_.reserve(n);
  pressing_.assign(n, false);
}

EnergeticImpact::Outcome EnergeticImpact::solve(ImpactProblem& impact) {
  const int n = impact.size();
  speed_ = 0;
  for (std::size_t i = 0; i < 2 * idx(n); ++i) {
    gamma_[i] = impact.gamma[i];
    impact.P[i] = 0;
    speed_ = std::max(speed_, std::abs(gamma_[i]));
  }
  rest_ = kEnergeticRest * speed_;
  for (std::size_t i = 0; i < 2 * idx(n); ++i) {
    if (std::abs(gamma_[i]) <= rest_) gamma_[i] = 0;
  }
  std::fill_n(stored_.begin(), n, 0.0);
  increments_ = 0;
  const double begin = energy_at_stake(impact);
  while (find_loaded(impact)) {
    const bool alone = loaded_.size() == 1;
    if (alone) push_alone(impact);
    const bool together = !alone || drives_others(impact);
    if (together) push_together(impact);
    Outcome outcome = Outcome::complete;
    if (!settled_ || ++increments_ > kMostIncrements || !advance(impact, together ? 1 : kInfinity)) {
      outcome = Outcome::unfinished;
    } else if (increments_ > kPatience && energy_at_stake(impact) <= kNegligible * begin) {
      outcome = Outcome::negligible;
    }
    if (outcome == Outcome::complete) continue;
    std::copy_n(gamma_.begin(), 2 * n, impact.gamma_C.begin());
    return outcome;
  }
  return Outcome::complete;
}

/// What contacts store, and what those that approach would take up, each for itself.
double EnergeticImpact::energy_at_stake(const ImpactProblem& impact) const {
  double sum = 0;
  for (int i = 0; i < impact.size(); ++i) {
    const double G = impact.G(2 * i, 2 * i), approach = std::min(gamma_[N(i)], 0.0);
    if (G > 0) sum += stored_[idx(i)] + 0.5 * approach * approach / G;
  }
  return sum;
}

/// Contacts that store energy or approach; false when there are none and the impact is over.
bool EnergeticImpact::find_loaded(const ImpactProblem& impact) {
  loaded_.clear();
  for (int i = 0; i < impact.size(); ++i) {
    const double G = impact.G(2 * i, 2 * i);
    const bool expands = gamma_[N(i)] >= 0;
    if (expands &&
        (impact.restitutionN[idx(i)] == 0 || stored_[idx(i)] * G <= kEmptyEnergy * speed_ * speed_)) {
      stored_[idx(i)] = 0;
    }
    if (G > 0 && (stored_[idx(i)] > 0 || gamma_[N(i)] < -rest_)) loaded_.push_back(i);
  }
  if (loaded_.size() > 1) {  // among others, the expansion of a nearly plastic contact is left out
    std::erase_if(loaded_, [&](int i) {
      const bool lets_go = gamma_[N(i)] >= 0 && impact.restitutionN[idx(i)] < kPlastic;
      if (lets_go) stored_[idx(i)] = 0;
      return lets_go;
    });
    return true;
  }
  return !loaded_.empty();
}

/// One contact presses: its impulse is the clock, and an increment has no other length than its events.
void EnergeticImpact::push_alone(const ImpactProblem& impact) {
  const int i = loaded_[0];
  std::fill_n(push_.begin(), 2 * impact.size(), 0.0);
  push_[N(i)] = speed_ / impact.G(2 * i, 2 * i);
  rub(impact);
  change_velocities(impact);
}

/// Would the contact that presses alone push others into their surface?
bool EnergeticImpact::drives_others(const ImpactProblem& impact) const {
  const int one = loaded_[0];
  for (int i = 0; i < impact.size(); ++i) {
    if (i == one || gamma_[N(i)] > rest_ || impact.G(2 * i, 2 * i) == 0) continue;
    if (change_[N(i)] < -kDecoupled * speed_) return true;
  }
  return false;
}

/// Forces at the middle of the increment, by an explicit half step.
void EnergeticImpact::push_together(const ImpactProblem& impact) {
  const auto stiffness = [&](int i) {
    const double e = std::max(impact.restitutionN[idx(i)], kPlastic);
    return gamma_[N(i)] >= 0 ? 1 / (e * e) : 1.0;
  };
  double frequency = 0;  // ω² is no larger than the largest sum of a row
  for (const int i : loaded_) pressing_[idx(i)] = true;
  for (const int i : loaded_) {
    double sum = 0;
    impact.matrix.for_row(i, [&](int j, const double* block, int) {
      if (pressing_[idx(j)]) sum += std::abs(block[0]) + impact.mu[idx(j)] * std::abs(block[1]);
    });
    frequency = std::max(frequency, stiffness(i) * sum);
  }
  for (const int i : loaded_) pressing_[idx(i)] = false;
  const auto doublings = static_cast<int>(std::min(increments_ / kPatience, kMostDoublings));
  const double dt = std::ldexp(fraction_, doublings) / std::sqrt(frequency);
  std::fill_n(push_.begin(), 2 * impact.size(), 0.0);
  for (const int i : loaded_) {
    const double force = std::sqrt(2 * stored_[idx(i)]);
    const double middle = force - 0.5 * dt * stiffness(i) * gamma_[N(i)];
    push_[N(i)] = dt * (middle > 0 ? middle : 0.5 * force);  // the last bit of an expansion: a triangle
  }
  rub(impact);
  change_velocities(impact);
}

/// Tangential impulses of the increment: against the slip, or what holds contacts at rest.
void EnergeticImpact::rub(const ImpactProblem& impact) {
  at_rest_.clear();
  for (const int i : loaded_) {
    const double slip = gamma_[T(i)], bound = impact.mu[idx(i)] * push_[N(i)];
    push_[T(i)] = slip > 0 ? -bound : slip < 0 ? bound : 0.0;
    if (slip == 0 && bound > 0 && impact.G(2 * i + 1, 2 * i + 1) > 0) at_rest_.push_back(i);
  }
  settled_ = at_rest_.empty() || stick(impact);
}

/// −P_T ∈ μ P_N Sgn(Δγ_T) of contacts at rest, with P_N known. False when it is not found.
bool EnergeticImpact::stick(const ImpactProblem& impact) {
  const int m = int_size(at_rest_);
  box_.resize(m);
  for (int r = 0; r < m; ++r) {
    const int i = at_rest_[idx(r)], row = 2 * i + 1;
    box_.bound[idx(r)] = impact.mu[idx(i)] * push_[N(i)];
    box_.c[idx(r)] = impact.matrix.row_times(row, push_.data());
    for (int s = 0; s < m; ++s) box_.H(r, s) = impact.G(row, 2 * at_rest_[idx(s)] + 1);
  }
  if (!box_.solve()) return false;
  for (int r = 0; r < m; ++r) push_[T(at_rest_[idx(r)])] = box_.f[idx(r)];
  return true;
}

void EnergeticImpact::change_velocities(const ImpactProblem& impact) {
  std::fill_n(change_.begin(), 2 * impact.size(), 0.0);
  for (int i = 0; i < impact.size(); ++i) impact.matrix.add_row_times(i, push_.data(), &change_[N(i)]);
  for (const int i : at_rest_) {  // a contact that sticks does not move
    if (std::abs(change_[T(i)]) <= rest_) change_[T(i)] = 0;
  }
}

EnergeticImpact::Event EnergeticImpact::first_event(const ImpactProblem& impact, double most) const {
  Event event;
  event.s = most;
  for (const int i : loaded_) {
    const double rate = gamma_[N(i)], change = change_[N(i)], push = push_[N(i)];
    if (rate * change < 0) event.take(Event::Kind::turn, i, -rate / change);
    if (rate > 0 || (rate == 0 && change > 0)) {
      // push (rate s + ½ change s²) = e*² A
      const double e = impact.restitutionN[idx(i)], left = e * e * stored_[idx(i)] / push;
      const double root = rate * rate + 2 * change * left;
      if (root >= 0 && left > 0) event.take(Event::Kind::empty, i, 2 * left / (rate + std::sqrt(root)));
    }
    const double slip = gamma_[T(i)];
    if (push_[T(i)] != 0 && slip * change_[T(i)] < 0) event.take(Event::Kind::slip, i, -slip / change_[T(i)]);
  }
  if (loaded_.size() > 1) return event;
  for (int i = 0; i < impact.size(); ++i) {  // pressed alone, until another one comes in
    if (i == loaded_[0] || !(gamma_[N(i)] > 0) || !(change_[N(i)] < 0)) continue;
    event.take(Event::Kind::turn, i, -gamma_[N(i)] / change_[N(i)]);
  }
  return event;
}

/// One increment, or the part of it up to its first event. False when nothing would ever end it.
bool EnergeticImpact::advance(ImpactProblem& impact, double most) {
  const Event event = first_event(impact, most);
  const double s = event.s;
  if (!std::isfinite(s)) return false;
  for (const int i : loaded_) {
    const double mean = gamma_[N(i)] + 0.5 * s * change_[N(i)], work = s * push_[N(i)] * mean;
    const double e = impact.restitutionN[idx(i)];
    if (mean < 0) {
      stored_[idx(i)] -= work;
    } else if (e > 0) {
      stored_[idx(i)] = std::max(stored_[idx(i)] - work / (e * e), 0.0);
    }
    impact.P[N(i)] += s * push_[N(i)];
    impact.P[T(i)] += s * push_[T(i)];
  }
  for (std::size_t row = 0; row < 2 * idx(impact.size()); ++row) gamma_[row] += s * change_[row];
  switch (event.kind) {
    case Event::Kind::turn: gamma_[N(event.contact)] = 0; break;
    case Event::Kind::slip: gamma_[T(event.contact)] = 0; break;
    case Event::Kind::empty: stored_[idx(event.contact)] = 0; break;
    case Event::Kind::none: break;
  }
  return true;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_friction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kTolerance = 1e-12;  // of μ
constexpr double kRoundings = 16;     // that add up in a slip
constexpr double kSteepest = 0.9;     // slope that a secant step trusts on the way to a fixed point
constexpr double kShort = 0.1;        // of what was missing: a step that a steep slope made short
constexpr int kPatience = 20;         // solves after which a bracket is halved
constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kRest = 1e-9;  // of a slip: what counts as its beginning

double length(const double* v, int size) { return size == 1 ? std::abs(v[0]) : std::hypot(v[0], v[1]); }

bool slides(ContactMode mode) { return mode == ContactMode::slip_plus || mode == ContactMode::slip_minus; }

}  // namespace

RigidFriction::RigidFriction(int capacity, int d) : d_(d) {
  all_.resize(idx(capacity));
  xi_.assign(idx(capacity * (d - 1)), 0);
  tolerance_.assign(idx(capacity), 0);
}

void RigidFriction::One::forget() {
  has_last = false;
  low = -kNone;
  high = kNone;
  passes = 0;
}

void RigidFriction::add(const FrictionLaw* law) {
  One& one = all_[idx(count_++)];
  one.law = law;
  if (law == nullptr) return;  // nothing else of it is looked at
  one = One{.law = law};
  ++varying_;
}

void RigidFriction::guess(ContactProblem& problem, const double* gamma) {
  reserve_ = 1;
  fall_ = 0;
  reserve_known_ = false;
  for (int c = 0; c < count_; ++c) {
    One& one = all_[idx(c)];
    if (one.law == nullptr) continue;
    const double before = length(gamma + d_ * c + 1, d_ - 1);
    const bool sliding = slides(problem.mode(c)) && before > 0;
    one.tries = sliding ? Tries::slip : Tries::stick;
    one.mu = sliding ? one.law->mu_at(before) : one.law->mu_static();
    one.forget();
    problem.mu(c) = one.mu;
  }
}

bool RigidFriction::again(const BlockMatrix& G, const double* b, const double* P, const double* gamma,
                          const double* part, ContactProblem& problem) {
  for (int c = 0; c < count_; ++c) {
    if (all_[idx(c)].law != nullptr) look(c, G, b, P, part[c], problem);
  }
  if (settle_slip()) {
    for (int c = 0; c < count_; ++c) {
      if (all_[idx(c)].law != nullptr) problem.mu(c) = all_[idx(c)].mu;
    }
    return true;
  }
  if (!reserve_known_) note_reserve(G, P, problem);
  reserve_known_ = true;
  if (change_tries(P, gamma, problem)) return true;
  note_fall(G, P, gamma, part, problem);
  return false;
}

/// Over all contacts whose slip grew: the part of its growth that friction gives by falling along it.
void RigidFriction::note_fall(const BlockMatrix& G, const double* P, const double* gamma, const double* part,
                              const ContactProblem& problem) {
  fall_ = 0;
  for (int c = 0; c < count_; ++c) {
    const One& one = all_[idx(c)];
    if (one.law == nullptr || !slides(problem.mode(c))) continue;
    const double before = std::max(length(gamma + d_ * c + 1, d_ - 1), kRest * one.speed);
    if (!(one.speed > before)) continue;
    const double lost = (one.law->mu_at(before) - one.mu) * P[d_ * c];
    fall_ = std::max(fall_, part[c] * G(d_ * c + 1, d_ * c + 1) * lost / (one.speed - before));
  }
}

/// ξ_T of a contact, its slip, and μ of that.
void RigidFriction::look(int c, const BlockMatrix& G, const double* b, const double* P, double part,
                         const ContactProblem& problem) {
  One& one = all_[idx(c)];
  double full[3] = {0, 0, 0};
  G.add_row_times(c, P, full);
  double* xi = xi_.data() + static_cast<std::ptrdiff_t>(c) * (d_ - 1);
  double terms = 0;
  for (int a = 1; a < d_; ++a) {
    xi[a - 1] = full[a] + b[d_ * c + a];
    terms += std::abs(full[a]) + std::abs(b[d_ * c + a]);
  }
  one.speed = part * length(xi, d_ - 1);
  const double rest = one.law->mu_static();
  const bool pressed = P[d_ * c] > 0;
  const ContactMode mode = problem.mode(c);
  one.target = !pressed || mode == ContactMode::open ? one.mu
               : mode == ContactMode::stick          ? std::min(one.mu, rest)
                                                     : mu_of(*one.law, one.speed);
  // slip is known to rounding, and μ no better than that
  const double noise = kRoundings * std::numeric_limits<double>::epsilon() * part * terms;
  const double blurred =
      slides(mode) ? std::abs(mu_of(*one.law, one.speed + noise) - mu_of(*one.law, one.speed)) : 0;
  tolerance_[idx(c)] = kTolerance * std::max({one.mu, one.target, rest}) + blurred;
}

/// A secant step where μ settles or swings; a plain one while it runs away. Between a μ that was too small
/// and a larger one that was too large it stays, until these have met: other contacts, or what presses this
/// one, have then changed since, and all that was seen before is forgotten.
double RigidFriction::next_mu(One& one, double miss, double tolerance) {
  ++one.passes;
  (miss > 0 ? one.low : one.high) = one.mu;
  if (one.high - one.low <= tolerance) one.forget();
  if (!(one.low < one.high)) (miss > 0 ? one.high : one.low) = miss > 0 ? kNone : -kNone;
  double slope = 0;
  if (one.has_last && one.mu != one.last_mu) {
    slope = (one.target - one.last_target) / (one.mu - one.last_mu);
    // a short step that led nowhere: the slope was that of what others did
    const double last = std::abs(one.last_target - one.last_mu);
    const bool misled = std::abs(one.mu - one.last_mu) < kShort * last && std::abs(miss) > 0.5 * last;
    slope = slope > 1 || misled ? 0 : std::min(slope, kSteepest);
  }
  one.last_mu = one.mu;
  one.last_target = one.target;
  one.has_last = true;
  const double next = one.mu + miss / (1 - slope);
  const bool bracketed = one.low > -kNone && one.high < kNone;
  if (bracketed && (one.passes > kPatience || !(next > one.low && next < one.high)))
    return 0.5 * (one.low + one.high);
  return std::max(0.0, next);
}

/// The next μ of contacts that slide; false when all are settled.
bool RigidFriction::settle_slip() {
  bool change = false;
  worst_ = -1;
  error_ = 0;
  for (int c = 0; c < count_; ++c) {
    One& one = all_[idx(c)];
    if (one.law == nullptr || one.tries == Tries::stick) continue;
    const double miss = one.target - one.mu;
    if (std::abs(miss) > error_) {
      error_ = std::abs(miss);
      worst_ = c;
    }
    if (std::abs(miss) <= tolerance_[idx(c)]) continue;
    change = true;
    one.mu = next_mu(one, miss, tolerance_[idx(c)]);
  }
  return change;
}

/// Contacts that cannot stick are let go; those that turned are to be held. False when there is neither.
bool RigidFriction::change_tries(const double* P, const double* gamma, ContactProblem& problem) {
  bool change = false;
  for (int c = 0; c < count_; ++c) {
    One& one = all_[idx(c)];
    if (one.law == nullptr || !slides(problem.mode(c)) || !(P[d_ * c] > 0)) continue;
    if (one.tries == Tries::stick) {
      one.tries = Tries::slip_only;
      one.forget();
      one.mu = mu_of(*one.law, one.speed);
    } else if (one.tries == Tries::slip) {
      const double* xi = xi_.data() + static_cast<std::ptrdiff_t>(c) * (d_ - 1);
      double along = 0;
      for (int a = 1; a < d_; ++a) along += xi[a - 1] * gamma[d_ * c + a];
      if (!(along < 0)) continue;
      one.tries = Tries::stick;
      one.mu = one.law->mu_static();
    } else {
      continue;
    }
    problem.mu(c) = one.mu;
    change = true;
  }
  return change;
}

void RigidFriction::note_reserve(const BlockMatrix& G, const double* P, const ContactProblem& problem) {
  double left = 0, bounds = 0, missing = 0;
  for (int c = 0; c < count_; ++c) {
    const One& one = all_[idx(c)];
    if (one.law == nullptr || one.tries != Tries::stick) continue;
    const double bound = one.mu * P[d_ * c];
    if (!(bound > 0)) continue;
    bounds += bound;
    left += bound - length(P + d_ * c + 1, d_ - 1);
    const double movable = G(d_ * c + 1, d_ * c + 1);
    if (slides(problem.mode(c)) && movable > 0) {
      const double* xi = xi_.data() + static_cast<std::ptrdiff_t>(c) * (d_ - 1);
      missing = std::max(missing, length(xi, d_ - 1) / (movable * bound));
    }
  }
  reserve_ = missing > 0 ? -missing : bounds > 0 ? left / bounds : 1;
}

}  // namespace freeplay

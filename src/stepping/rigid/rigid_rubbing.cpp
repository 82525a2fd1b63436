// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_rubbing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr double kTolerance = 1e-12;  // of P_N, relative to the largest impulse of the problem
constexpr double kSteepest = 0.9;     // slope that a secant step trusts
constexpr double kSwing = -8;         // the same where P_N swings
constexpr int kPatience = 10;         // solves without progress after which secant and plain steps take turns

}  // namespace

RigidRubbing::RigidRubbing(const System& system)
    : system_(system),
      info_(system.info()),
      levers_(info_, 2 * int_size(info_.rubbing), 1),
      places_(info_.rubbing.size()),
      P_(2 * info_.rubbing.size(), 0) {
  const int first = info_.dimension * info_.rubbing_elements();
  for (int row = 0; row < 2 * places(); ++row) rows_.push_back(first + row);
  for (const RubbingInfo& place : info_.rubbing) {
    any_lever_ = any_lever_ || std::any_of(place.lever.begin(), place.lever.begin() + place.pads,
                                           [](int lever) { return lever >= 0; });
  }
}

void RigidRubbing::build(const Evaluation& ev, const JointElimination& joints) {
  if (any_lever_) levers_.build(ev, joints, rows_);
}

/// Σ |P| of the pads.
double RigidRubbing::read(int place, const Evaluation& ev, std::span<const double> lambda, Pads& pads) const {
  pads.fill(Tangent{});
  system_.pressing(place, lambda, ev, pads);
  double sum = 0;
  const int count = info_.rubbing[idx(place)].pads;
  for (int pad = 0; pad < count; ++pad) sum += norm(pads[idx(pad)]);
  return sum;
}

void RigidRubbing::begin(const Evaluation& ev, std::span<const double> lambda) {
  for (int i = 0; i < places(); ++i) {
    Place& place = places_[idx(i)];
    place.N = read(i, ev, lambda, place.pads);
  }
  settled();
}

/// What was seen so far says nothing about the next problem, whose friction is another.
void RigidRubbing::settled() {
  for (Place& place : places_) place.has_last = false;
  best_ = std::numeric_limits<double>::infinity();
  since_ = 0;
}

double RigidRubbing::share(int place, const Pads& pads, int m) const {
  const RubbingInfo& info = info_.rubbing[idx(place)];
  double along = 0, all = 0;
  for (std::size_t pad = 0; pad < idx(info.pads); ++pad) {
    all += norm(pads[pad]);
    if (info.lever[pad] == m) along += pads[pad][0];
  }
  return all > 0 ? along / all : 0;
}

void RigidRubbing::add_levers(const JointElimination& joints, std::span<const double> P_T,
                              std::span<double> v, std::span<double> lambda) {
  if (!any_lever_) return;
  for (int i = 0; i < places(); ++i) {
    for (int m = 0; m < 2; ++m) {
      P_[idx(2 * i + m)] = P_T[idx(i)] * share(i, places_[idx(i)].pads, m);
    }
  }
  levers_.add_impulse(joints, P_, v, lambda);
}

bool RigidRubbing::again(const Evaluation& ev, std::span<const double> lambda, std::span<const double> P_T,
                         double scale) {
  double most = 0;
  bool change = false;
  worst_ = -1;
  for (const Place& place : places_) scale = std::max(scale, place.N);
  for (int i = 0; i < places(); ++i) {
    Place& place = places_[idx(i)];
    Pads pads{};
    place.target = read(i, ev, lambda, pads);
    double error = std::abs(place.target - place.N);
    for (int m = 0; m < 2 && any_lever_; ++m) {
      error += std::abs(P_T[idx(i)] * (share(i, pads, m) - share(i, place.pads, m)));
    }
    place.pads = pads;
    place.settled = error <= kTolerance * std::max(scale, place.target);
    change = change || !place.settled;
    if (!(error <= most)) {
      most = error;
      worst_ = i;
    }
  }
  if (!change) {
    settled();
    return false;
  }
  if (most <= 0.5 * best_) {
    best_ = most;
    since_ = 0;
  }
  // a secant takes one place at a time; where others change P_N more than the place itself it may mislead
  const bool plain = (since_++ / kPatience) % 2 == 1;
  for (Place& place : places_) {
    if (!place.settled) step(place, plain);
  }
  return true;
}

void RigidRubbing::step(Place& place, bool plain) {
  double slope = 0;
  if (!plain && place.has_last && place.N != place.last_N) {
    slope = (place.target - place.last_target) / (place.N - place.last_N);
    slope = slope > 1 ? 0 : std::clamp(slope, kSwing, kSteepest);
  }
  place.last_N = place.N;
  place.last_target = place.target;
  place.has_last = true;
  place.N = std::max(0.0, place.N + (place.target - place.N) / (1 - slope));
}

double RigidRubbing::change(int place, const Evaluation& ev, std::span<const double> lambda) const {
  const Pads& now = places_[idx(place)].pads;
  Pads more{};
  double sum = 0;
  const double without = read(place, ev, lambda, more);
  bool pressed = false;
  for (std::size_t pad = 0; pad < idx(info_.rubbing[idx(place)].pads); ++pad) {
    const double size = norm(now[pad]);
    if (size > 0) sum += dot(now[pad], more[pad]) / size;
    pressed = pressed || size > 0;
  }
  return pressed ? sum : without;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "system/placing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr double kMoved = 1e-9;      // relative move of what was given that is no rounding
constexpr double kOther = 1e-6;      // relative distance of two configurations that are not the same
constexpr double kReach = 10;        // a few bodies may move so many times farther than all of them together
constexpr double kAlike = 0.1;       // changes of the drawing that differ by so much decide nothing
constexpr double kNear = 2;          // another way that changes it so many times more is out of reach
constexpr double kTurnedFar = 1;     // [rad]: only then can a body turned round be within reach
constexpr int kMostTries = 48;       // of each kind, in a small system
constexpr int kTriedNumbers = 3600;  // tries times velocities: the work is bounded in large systems too

std::size_t at(int i) { return idx(i); }

/// Euler parameters of opposite sign are the same orientation.
double angle_between(const BodyMotion& a, const BodyMotion& b, bool space) {
  if (!space) return std::abs(std::remainder(a.angle - b.angle, 2 * std::numbers::pi));
  double dot = 0;
  for (std::size_t k = 0; k < 4; ++k) dot += a.orientation[k] * b.orientation[k];
  return 2 * std::acos(std::min(1.0, std::abs(dot)));
}

}  // namespace

Placing::Placing(const System& system, const GivenCoordinates& given, State& state, Corrections& corrections)
    : system_(system),
      given_(given),
      state_(state),
      corrections_(corrections),
      free_(given.q),
      everything_(given.q.size(), true),
      moving_(given.q.size(), false),
      trial_(moving_),
      kept_(moving_),
      fixed_(moving_),
      drawn_(state),
      closest_(state),
      first_try_(state),
      best_(state),
      start_(state),
      other_(state),
      change_(given.q.size(), 0),
      amount_(system.info().bodies.size(), 0),
      motion_(system.info().bodies.size()) {
  free_.flip();
  bodies_.reserve(system.info().bodies.size());
  most_tries_ = std::min(kMostTries, kTriedNumbers / std::max(1, system.info().nu));
}

bool Placing::place() {
  drawn_.restore(state_);
  two_ways_ = alike_ = false;
  if (!place_free() && !place_given()) return false;
  look_for_another_way();
  return true;
}

bool Placing::place_free() {
  moving_ = free_;
  without_ = &none_;
  if (corrections_.positions(free_, none_)) return true;
  state_.restore(drawn_);
  without_ = &given_.relative;
  return corrections_.positions(free_, given_.relative);
}

bool Placing::fold() {
  best_.restore(state_);  // where it stays if this fails
  moving_ = free_;
  for (const double sign : {1.0, -1.0}) {
    std::fill(change_.begin(), change_.end(), 0.0);
    for (int i = 0; i < int_size(change_); ++i) {
      if (free_[at(i)] && velocity_is_angular(system_.info(), i))
        change_[at(i)] = sign * (0.3 + 0.1 * (i % 7));
    }
    start_.restore(drawn_);
    system_.advance(drawn_.q(), change_, 1, start_.q());
    for (const Flags* without : std::initializer_list<const Flags*>{&none_, &given_.relative}) {
      without_ = without;
      state_.restore(start_);
      if (!corrections_.positions(free_, *without)) continue;
      look_for_another_way();
      return true;
    }
  }
  state_.restore(best_);
  return false;
}

// ---- what was given
bool Placing::place_given() {
  closest_.restore(state_);
  moving_ = everything_;
  if (!attempt(everything_)) return false;
  find_moved_bodies();
  reach_ = kReach * moved(state_);
  best_.restore(state_);
  if (!move_one_body()) keep_what_can_be_kept();
  state_.restore(best_);
  return true;
}

/// From where the free coordinates came closest and from the drawing, whichever moves less.
bool Placing::attempt(const Flags& moving) {
  state_.restore(closest_);
  const bool from_closest = corrections_.positions(moving, *without_);
  first_try_.restore(state_);
  state_.restore(drawn_);
  const bool from_drawn = corrections_.positions(moving, *without_);
  if (from_closest && (!from_drawn || moved(first_try_) < moved(state_))) state_.restore(first_try_);
  return from_closest || from_drawn;
}

bool Placing::attempt_within(const Flags& moving) { return attempt(moving) && moved(state_) <= reach_; }

void Placing::find_moved_bodies() {
  bodies_.clear();
  for (int b = 0; b < int_size(amount_); ++b) {
    amount_[at(b)] = std::max(moved(state_, b, Part::position), moved(state_, b, Part::orientation));
    if (amount_[at(b)] > kMoved) bodies_.push_back(b);
  }
  std::sort(bodies_.begin(), bodies_.end(), [&](int a, int b) {
    return amount_[at(a)] != amount_[at(b)] ? amount_[at(a)] < amount_[at(b)] : a < b;
  });
}

/// Those that moved most are tried if there are many.
bool Placing::move_one_body() {
  const auto begin = bodies_.begin() + std::max(0, int_size(bodies_) - most_tries_);
  constexpr Part kPosition[] = {Part::position}, kOrientation[] = {Part::orientation},
                 kBoth[] = {Part::position, Part::orientation};
  for (const std::span<const Part> parts : {std::span<const Part>(kPosition), {kOrientation}, {kBoth}}) {
    double least = std::numeric_limits<double>::infinity();
    int last = -1;
    for (auto body = begin; body != bodies_.end(); ++body) {
      trial_ = free_;
      for (const Part part : parts) let_move(trial_, *body, part, true);
      if (trial_ == free_ || !attempt_within(trial_)) continue;
      const double size = moved(state_);
      // a body turned round is not what was drawn, even if that is enough
      if (parts.front() == Part::orientation && size > kNear * reach_ / kReach) continue;
      const bool alike = size < least * (1 + kOther);
      if (!alike || (size > least * (1 - kOther) && *body < last)) continue;
      least = std::min(least, size);
      last = *body;
      kept_ = trial_;
      best_.restore(state_);
    }
    if (last < 0) continue;
    moving_ = kept_;
    return true;
  }
  return false;
}

void Placing::keep_what_can_be_kept() {
  int tries = 0;
  const auto keep = [&](int body, std::initializer_list<Part> parts) {
    if (++tries > 3 * most_tries_) return;
    trial_ = moving_;
    for (const Part part : parts) {
      if (is_given(body, part)) let_move(trial_, body, part, false);
    }
    if (trial_ == moving_ || !attempt_within(trial_)) return;
    moving_ = trial_;
    best_.restore(state_);
  };
  for (const int body : bodies_) keep(body, {Part::position, Part::orientation});
  for (const int body : bodies_) keep(body, {Part::orientation});
  for (const int body : bodies_) keep(body, {Part::position});
}

// ---- other ways to fit
void Placing::look_for_another_way() {
  best_.restore(state_);
  fixed_ = everything_;
  if (apart(drawn_, best_) < kOther || !corrections_.determined(moving_, *without_, fixed_)) return;
  if (apart(drawn_, best_) < kOther) return;
  found_ = false;
  // the other side of the drawing
  system_.difference(drawn_.q(), best_.q(), change_);
  start_.restore(drawn_);
  system_.advance(drawn_.q(), change_, -1, start_.q());
  consider(start_);
  if (changed(best_) > kTurnedFar) consider_flips();
  state_.restore(best_);
  if (found_) choose();
}

void Placing::consider_flips() {
  int tries = 0;
  for (int body = 0; body < int_size(motion_); ++body) {
    for (int i = first(body, Part::orientation); i < last(body, Part::orientation); ++i) {
      if (!fixed_[at(i)] || ++tries > most_tries_) continue;
      std::fill(change_.begin(), change_.end(), 0.0);
      change_[at(i)] = std::numbers::pi;
      start_.restore(best_);
      system_.advance(best_.q(), change_, 1, start_.q());
      consider(start_);
    }
  }
}

void Placing::consider(const State& start) {
  state_.restore(start);
  if (!corrections_.positions(moving_, *without_) || apart(best_, state_) < kOther) return;
  const double size = changed(state_);
  if (found_ && size >= other_changed_) return;
  found_ = true;
  other_changed_ = size;
  other_.restore(state_);
}

/// Between `best_` and `other_`.
void Placing::choose() {
  const double one = changed(best_), two = other_changed_, tiny = kOther;
  two_ways_ = two <= kNear * one + tiny && one <= kNear * two + tiny;
  alike_ = std::abs(one - two) <= kAlike * std::max(one, two);
  if (alike_ ? folded(other_) < (1 - kAlike) * folded(best_) : two < one) {
    state_.restore(other_);
    other_.restore(best_);
  }
}

bool Placing::differs(int body) const {
  const int per = velocities_per_body(system_.info());
  std::vector<double> change(change_.size());
  system_.difference(state_.q(), other_.q(), change);
  for (int i = per * body; i < per * (body + 1); ++i) {
    if (fixed_[at(i)] && std::abs(change[at(i)]) / system_.info().u_size(at(i)) > kOther) return true;
  }
  return false;
}

// ---- parts of bodies, and distances
int Placing::first(int body, Part part) const {
  return velocities_per_body(system_.info()) * body +
         (part == Part::orientation ? system_.info().dimension : 0);
}
int Placing::last(int body, Part part) const {
  return velocities_per_body(system_.info()) * body +
         (part == Part::orientation ? velocities_per_body(system_.info()) : system_.info().dimension);
}

void Placing::let_move(Flags& flags, int body, Part part, bool moves) const {
  for (int i = first(body, part); i < last(body, part); ++i) flags[at(i)] = moves;
}

bool Placing::is_given(int body, Part part) const { return given_.q[at(first(body, part))]; }

double Placing::moved(const State& now) {
  system_.difference(drawn_.q(), now.q(), change_);
  double size = 0;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    if (given_.q[i]) size = std::max(size, std::abs(change_[i]) / system_.info().u_size(i));
  }
  return size;
}

double Placing::moved(const State& now, int body, Part part) {
  if (!is_given(body, part)) return 0;
  system_.difference(drawn_.q(), now.q(), change_);
  double size = 0;
  for (int i = first(body, part); i < last(body, part); ++i)
    size = std::max(size, std::abs(change_[at(i)]) / system_.info().u_size(at(i)));
  return size;
}

double Placing::apart(const State& a, const State& b) {
  const SystemInfo& info = system_.info();
  system_.difference(a.q(), b.q(), change_);
  double size = 0;
  for (int i = 0; i < info.nu; ++i) {
    double x = change_[at(i)];
    if (info.dimension == 2 && velocity_is_angular(info, i)) x = std::remainder(x, 2 * std::numbers::pi);
    if (fixed_[at(i)]) size = std::max(size, std::abs(x) / info.u_size(at(i)));
  }
  return size;
}

double Placing::changed(const State& now) {
  const SystemInfo& info = system_.info();
  system_.difference(drawn_.q(), now.q(), change_);
  double square = 0;
  for (int i = 0; i < info.nu; ++i) {
    if (!fixed_[at(i)] || !(given_.q[at(i)] || velocity_is_angular(info, i))) continue;
    const double part = change_[at(i)] / info.u_size(at(i));
    square += part * part;
  }
  return std::sqrt(square);
}

double Placing::folded(const State& now) {
  const SystemInfo& info = system_.info();
  system_.motion(now.t(), now.q(), now.u(), motion_);
  double sum = 0;
  int joint = -1;
  for (const ConstraintInfo& row : info.constraints) {
    if (row.joint == joint || row.joint < 0 || row.shape.size[0] == 0 || row.shape.size[1] == 0) continue;
    joint = row.joint;
    const int per = velocities_per_body(info);
    sum += angle_between(motion_[at(row.shape.start[0] / per)], motion_[at(row.shape.start[1] / per)],
                         info.dimension == 3);
  }
  return sum;
}

}  // namespace freeplay

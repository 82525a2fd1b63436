// SPDX-License-Identifier: Apache-2.0
#include "formulations/correction.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr double kQuadratic = 1e-8;  // the next change of Newton's method is the square of this: rounding
constexpr double kFarthest = 0.1;    // of a coordinate's size: a longer change is no correction
constexpr int kIterations = 10;

SystemInfo with_norm(const SystemInfo& given, Correction::Norm norm) {
  SystemInfo info = given;
  if (norm == Correction::Norm::euclidean) info.mass = MassKind::diagonal;
  return info;
}

}  // namespace

Correction::Correction(const System& system, Norm norm)
    : system_(system),
      norm_(norm),
      info_(with_norm(system.info(), norm)),
      dynamics_(info_),
      unit_(info_),
      delta_(idx(info_.nu), 0),
      rest_(info_.constraints.size(), 0),
      moved_(idx(info_.nq), 0),
      q_(moved_),
      u_(delta_),
      sizes_(velocity_sizes(info_)) {
  std::fill(unit_.M.begin(), unit_.M.end(), 1.0);
}

bool Correction::apply(double t, std::span<double> q, std::span<double> u, Evaluation& ev) {
  std::copy(q.begin(), q.end(), q_.begin());
  std::copy(u.begin(), u.end(), u_.begin());
  const auto evaluate = [&]() -> const Evaluation& {
    system_.place(t, q_, ev);
    system_.constraints(t, q_, ev);
    if (norm_ == Norm::mass) {
      system_.mass(q_, ev);
      return ev;
    }
    unit_.D = ev.D;  // of the same size: nothing is allocated
    return unit_;
  };
  double before = kFarthest;
  for (int iteration = 0;; ++iteration) {
    const Evaluation& at = evaluate();
    for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = -ev.Phi[i];
    std::fill(delta_.begin(), delta_.end(), 0.0);
    dynamics_.change_positions(at, rest_, delta_);
    double size = 0;
    for (std::size_t i = 0; i < delta_.size(); ++i) size = std::max(size, std::abs(delta_[i]) / sizes_[i]);
    // changes that do not become smaller: a singular position, or too far off
    if (!(size < before) || iteration == kIterations) return false;
    before = size;
    system_.advance(q_, delta_, 1, moved_);
    q_ = moved_;
    if (size < kQuadratic) break;
  }
  const Evaluation& at = evaluate();
  for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding of the first
    dynamics_.apply_D(at, u_, rest_);
    for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = -rest_[i] - ev.Phi_t[i];
    dynamics_.change(at, rest_, u_);
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(q_.begin(), q_.end(), finite) || !std::all_of(u_.begin(), u_.end(), finite)) return false;
  std::copy(q_.begin(), q_.end(), q.begin());
  std::copy(u_.begin(), u_.end(), u.begin());
  return true;
}

}  // namespace freeplay

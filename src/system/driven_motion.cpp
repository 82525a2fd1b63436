// SPDX-License-Identifier: Apache-2.0
#include "system/driven_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr double kRankTolerance = 1e-9;     // smallest pivot over the largest, both free of units
constexpr double kNewtonTolerance = 1e-13;  // last correction, of the system's length or 1 rad
constexpr double kRounding = 1e-9;          // a correction this small that no longer falls is rounding
constexpr int kNewtonIterations = 25;
constexpr double kFar = 0.1;         // a first correction longer than this may lead to another branch
constexpr double kLongest = 0.5;     // longest move of a piece, likewise
constexpr double kAgreement = 1e-7;  // of the terms of a row: what redundant rows may differ by
constexpr double kShortest = 1e-12;  // piece of the time to the next sample: shorter ones do not help
constexpr double kDeadPoint = 1e-3;  // pivot below which a failure is put down to a dead point

}  // namespace

DrivenMotion::DrivenMotion(const System& system)
    : system_(system),
      info_(system.info()),
      ev_(info_),
      rubs_(system),
      sizes_(velocity_sizes(info_)),
      A_(static_cast<Eigen::Index>(info_.constraints.size()), info_.nu),
      qr_(A_.rows(), A_.cols()),
      right_(A_.rows()),
      step_(info_.nu),
      u_dot_(Vector::Zero(info_.nu)),
      u_next_(info_.nu),
      u_dot_next_(info_.nu),
      move_(idx(info_.nu)),
      q_next_(idx(info_.nq)),
      q_(idx(info_.nq)) {}

void DrivenMotion::linearise(double t, std::span<const double> q) {
  system_.place(t, q, ev_);
  system_.constraints(t, q, ev_);
  fill_scaled_D(info_, sizes_, ev_, A_);
  pivot_ = 0;
  if (A_.rows() < A_.cols() || !A_.allFinite()) return;
  dense::decompose(A_, qr_);
  const double largest = std::abs(qr_.matrixQR()(0, 0));
  const double smallest = std::abs(qr_.matrixQR()(A_.cols() - 1, A_.cols() - 1));
  if (smallest > kRankTolerance * largest) pivot_ = smallest / largest;
}

DriveStatus DrivenMotion::positions(double t, std::span<double> q) {
  double last = kFar;
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    ++iterations_;
    linearise(t, q);
    if (!regular()) return DriveStatus::singular;
    for (Eigen::Index r = 0; r < right_.size(); ++r) {
      const auto row = idx(r);
      right_[r] = -ev_.Phi[row] / info_.row_scale(row);
    }
    step_ = dense::solution(qr_, right_);
    const double size = step_.lpNorm<Eigen::Infinity>();
    if (!(size <= last)) return size <= kRounding && iteration > 0 ? DriveStatus::ok : DriveStatus::unreached;
    for (std::size_t i = 0; i < move_.size(); ++i) move_[i] = sizes_[i] * step_[static_cast<Eigen::Index>(i)];
    std::copy(q.begin(), q.end(), q_.begin());
    system_.advance(q_, move_, 1, q);
    if (size < kNewtonTolerance) {
      // least squares end where redundant rows contradict each other, too
      return (right_ - A_ * step_).lpNorm<Eigen::Infinity>() <= kRounding ? DriveStatus::ok
                                                                          : DriveStatus::unreached;
    }
    last = size;
  }
  return last <= kRounding ? DriveStatus::ok : DriveStatus::unreached;
}

/// A out = sign · right; false when rows contradict each other. `size` is that of the terms `right` is made
/// of.
bool DrivenMotion::solve_rows(const std::vector<double>& right, double sign, double size, Vector& out) {
  for (Eigen::Index r = 0; r < right_.size(); ++r) {
    const auto row = idx(r);
    right_[r] = sign * right[row] / info_.row_scale(row);
  }
  step_ = dense::solution(qr_, right_);
  const double left = (right_ - A_ * step_).lpNorm<Eigen::Infinity>();
  const double scale = std::max({right_.lpNorm<Eigen::Infinity>(), step_.lpNorm<Eigen::Infinity>(), size});
  for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = sizes_[idx(i)] * step_[i];
  return left <= kAgreement * scale;
}

/// (t, q) => u, u̇. Leaves D at (t, q) factorised.
DriveStatus DrivenMotion::rates(double t, std::span<const double> q, std::span<double> u) {
  linearise(t, q);
  if (!regular()) return DriveStatus::singular;
  level_ = "/s";
  if (!solve_rows(ev_.Phi_t, -1, 0, u_next_)) return DriveStatus::disagreeing;
  level_ = "/s^2";
  const double speed = step_.lpNorm<Eigen::Infinity>();
  std::copy(u_next_.begin(), u_next_.end(), u.begin());
  system_.constraint_gamma(t, q, u, ev_);
  return solve_rows(ev_.gamma, 1, speed * speed, u_dot_next_) ? DriveStatus::ok : DriveStatus::disagreeing;
}

DriveReport DrivenMotion::start(State& state) {
  const double t = state.t();
  std::copy(state.q().begin(), state.q().end(), q_next_.begin());
  DriveStatus status = positions(t, q_next_);
  if (status == DriveStatus::ok) status = rates(t, q_next_, state.u());
  if (status != DriveStatus::ok) return failure(status, t);
  std::copy(q_next_.begin(), q_next_.end(), state.q().begin());
  u_dot_ = u_dot_next_;
  worst_pivot_ = pivot_;
  worst_pivot_time_ = t;
  return {};
}

DriveReport DrivenMotion::move_to(State& state, double t) {
  const double shortest = kShortest * (t - state.t());
  if (piece_ == 0) piece_ = t - state.t();
  while (state.t() < t) {
    double piece = std::min(piece_, t - state.t());
    double far = 0;  // the fastest coordinate, free of units
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      far = std::max(far,
                     (std::abs(state.u()[i]) + 0.5 * piece * std::abs(u_dot_[static_cast<Eigen::Index>(i)])) /
                         sizes_[i]);
    if (far * piece > kLongest) piece = std::max(shortest, kLongest / far);
    const bool last = piece >= t - state.t();
    const double to = last ? t : state.t() + piece;
    for (std::size_t i = 0; i < move_.size(); ++i)
      move_[i] = piece * (state.u()[i] + 0.5 * piece * u_dot_[static_cast<Eigen::Index>(i)]);
    system_.advance(state.q(), move_, 1, q_next_);
    DriveStatus status = positions(to, q_next_);
    std::copy(state.u().begin(), state.u().end(), u_next_.begin());
    if (status == DriveStatus::ok) status = rates(to, q_next_, {u_next_.data(), sizes_.size()});
    if (status != DriveStatus::ok) {
      piece_ = 0.5 * piece;
      // a disagreement of rates is one at any distance; a position may be missed by too long a piece
      if (piece_ < shortest || status == DriveStatus::disagreeing) return failure(status, to);
      continue;
    }
    std::copy(q_next_.begin(), q_next_.end(), state.q().begin());
    std::copy(u_next_.begin(), u_next_.end(), state.u().begin());
    u_dot_ = u_dot_next_;
    state.set_t(to);
    ++pieces_;
    piece_ = std::max(piece_, 2 * piece);
    if (pivot_ < worst_pivot_) worst_pivot_ = pivot_, worst_pivot_time_ = to;
  }
  return {};
}

/// Dᵀ λ = f. A P = Q R, so that Aᵀ l = f has the least solution l = Q (R⁻ᵀ Pᵀ f, 0)
void DrivenMotion::solve_transposed(std::span<const double> f, std::span<double> lambda) {
  const Eigen::Index nu = info_.nu;
  Vector scaled(nu);
  for (Eigen::Index i = 0; i < nu; ++i) scaled[i] = f[idx(i)] * sizes_[idx(i)];
  Vector l = Vector::Zero(A_.rows());
  l.head(nu) = qr_.colsPermutation().transpose() * scaled;
  qr_.matrixQR().topRows(nu).template triangularView<Eigen::Upper>().transpose().solveInPlace(l.head(nu));
  dense::apply_q(qr_, l);
  for (std::size_t r = 0; r < lambda.size(); ++r)
    lambda[r] = l[static_cast<Eigen::Index>(r)] / info_.row_scale(r);
}

bool DrivenMotion::reactions(const State& state, std::span<double> lambda) {
  const double t = state.t();
  linearise(t, state.q());
  system_.mass(state.q(), ev_);
  system_.forces(t, state.q(), state.u(), ev_);
  const std::size_t nu = sizes_.size();
  std::vector<double> f(nu);  // M u̇ − h
  for (std::size_t i = 0; i < nu; ++i) {
    f[i] = -ev_.h[i];
    if (info_.mass == MassKind::diagonal) {
      f[i] += ev_.M[i] * u_dot_[static_cast<Eigen::Index>(i)];
    } else {
      for (std::size_t j = 0; j < nu; ++j) f[i] += ev_.M[i * nu + j] * u_dot_[static_cast<Eigen::Index>(j)];
    }
  }
  solve_transposed(f, lambda);
  return rubs_.solve(
      state, ev_,
      [this](std::span<const double> force, std::span<double> out) { solve_transposed(force, out); }, lambda);
}

/// Rows that share a combination which no velocity answers, when D is near to losing its rank.
std::string DrivenMotion::dead_point_text() const {
  const Eigen::Index nu = A_.cols();
  if (A_.rows() < nu || !A_.allFinite()) return {};
  const double largest = std::abs(qr_.matrixQR()(0, 0));
  const double smallest = std::abs(qr_.matrixQR()(nu - 1, nu - 1));
  if (smallest > kDeadPoint * largest) return {};
  Vector weak = Vector::Zero(A_.rows());
  weak[nu - 1] = 1;
  dense::apply_q(qr_, weak);
  std::vector<int> rows;
  for (int r = 0; r < weak.size(); ++r) {
    if (std::abs(weak[r]) > 0.05 * weak.lpNorm<Eigen::Infinity>()) rows.push_back(r);
  }
  return fmt::format("it is at a dead point, where {} no longer determine the motion together",
                     owners_of(info_, rows));
}

DriveReport DrivenMotion::failure(DriveStatus status, double t) const {
  const std::string dead = dead_point_text();
  DriveReport report{status, t, {}};
  if (status == DriveStatus::disagreeing) {
    std::vector<double> left(ev_.Phi.size());
    const Vector rest = right_ - A_ * step_;
    for (std::size_t r = 0; r < left.size(); ++r)
      left[r] = rest[static_cast<Eigen::Index>(r)] * info_.row_scale(r);
    // all rows of a contradiction share what is left over: the drivers among them are the likely cause
    std::vector<int> rows, drivers;
    for (int r = 0; r < rest.size(); ++r) {
      if (std::abs(rest[r]) < 0.05 * rest.lpNorm<Eigen::Infinity>()) continue;
      rows.push_back(r);
      if (info_.constraints[idx(r)].driver >= 0) drivers.push_back(r);
    }
    report.message = fmt::format(
        "{} ask for different motions at t = {:.9g} s: apart are {}; likely cause: two drivers of one "
        "motion; remove "
        "one of them",
        owners_of(info_, drivers.empty() ? rows : drivers), t, worst_rows_text(info_, left, level_));
  } else if (status == DriveStatus::singular) {
    report.message = fmt::format(
        "the mechanism has no unique motion at t = {:.9g} s: {}; drive another joint, or begin and sample "
        "beside this position",
        t, dead.empty() ? "its constraints have lost their rank" : dead);
  } else {
    double apart = 0;  // at a dead point the last piece is so short that rounding is all that is left
    for (std::size_t r = 0; r < ev_.Phi.size(); ++r)
      apart = std::max(apart, std::abs(ev_.Phi[r]) / info_.row_scale(r));
    const std::string rows = apart > kRounding ? "apart remain " + worst_rows_text(info_, ev_.Phi) : "";
    report.message = fmt::format(
        "the position at t = {:.9g} s cannot be reached: {}{}{}; likely cause: a driver that asks for a "
        "motion the "
        "linkage cannot make; check the lengths and the range of the driver",
        t, rows, rows.empty() || dead.empty() ? "" : "; ",
        dead.empty() && rows.empty() ? "Newton's method does not converge" : dead);
  }
  return report;
}

}  // namespace freeplay

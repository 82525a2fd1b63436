// SPDX-License-Identifier: Apache-2.0
#include "system/sparse_initial.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kNewtonTolerance = 1e-13;  // last correction, relative to the system's size or 1 rad
constexpr double kRounding = 1e-10;         // a correction this small that does not shrink is rounding
constexpr int kNewtonIterations = 60;
constexpr double kPartner = 1e-6;  // share of a row in another, both of unit length

std::size_t at(int i) { return idx(i); }

/// Calls use(velocity, value) for every number of a row of D.
template <class Row, class Use>
void each(const RowShape& shape, Row row, Use use) {
  for (std::size_t block = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k) use(at(shape.start[block] + k), *row++);
  }
}

}  // namespace

SparseInitial::SparseInitial(const System& system, State& state)
    : system_(system),
      info_(system.info()),
      state_(state),
      ev_(system.info()),
      elimination_(system.info()),
      residual_(info_.constraints.size(), 0),
      lambda_(info_.constraints.size(), 0),
      change_(at(info_.nu), 0),
      q_(at(info_.nq), 0) {
  system.mass(state.q(), ev_);
}

void SparseInitial::evaluate(const std::vector<bool>& without) {
  system_.place(state_.t(), state_.q(), ev_);
  system_.constraints(state_.t(), state_.q(), ev_);
  for (std::size_t r = 0; r < residual_.size(); ++r) {
    residual_[r] = ev_.Phi[r];
    if (without.empty() || !without[r]) continue;
    residual_[r] = 0;
    double* row = ev_.row_D(to_int(r));
    std::fill(row, row + ev_.width, 0.0);
  }
}

void SparseInitial::set_rates() {
  elimination_.apply_D(ev_, state_.u(), residual_);
  for (std::size_t r = 0; r < residual_.size(); ++r) residual_[r] += ev_.Phi_t[r];
}

void SparseInitial::solve(std::vector<double>& lambda, std::vector<double>& v) const {
  elimination_.forward(lambda);
  elimination_.backward(lambda);
  std::fill(v.begin(), v.end(), 0.0);
  elimination_.add_impulse(lambda, v);
}

void SparseInitial::correct(const std::vector<bool>& free) {
  for (int r = 0; r < elimination_.rows(); ++r) {
    each(info_.constraints[at(r)].shape, ev_.row_D(r), [&](std::size_t i, double& value) {
      if (!free[i]) value = 0;
    });
  }
  elimination_.factorise(ev_, true);
  for (std::size_t r = 0; r < residual_.size(); ++r) lambda_[r] = -residual_[r];
  solve(lambda_, change_);
}

double SparseInitial::left_over() const {
  double largest = 0;
  for (std::size_t r = 0; r < residual_.size(); ++r) {
    const double rest =
        residual_[r] + dot_row(info_.constraints[r].shape, ev_.row_D(to_int(r)), change_.data());
    largest = std::max(largest, std::abs(rest) / info_.row_scale(r));
  }
  return largest;
}

double SparseInitial::relative(const std::vector<double>& change) const {
  double size = 0;
  for (std::size_t i = 0; i < change.size(); ++i)
    size = std::max(size, std::abs(change[i]) / info_.u_size(i));
  return size;
}

bool SparseInitial::positions(const std::vector<bool>& free, const std::vector<bool>& without) {
  double before = 1e300;
  for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
    evaluate(without);
    correct(free);
    const double size = relative(change_);
    if (!std::isfinite(size)) return false;
    if (size < kNewtonTolerance || (size < kRounding && size > 0.5 * before)) return left_over() < 1e-9;
    if (size > 0.3) {  // stay near the drawing: a longer step could flip the mechanism
      for (double& value : change_) value *= 0.3 / size;
    }
    std::copy(state_.q().begin(), state_.q().end(), q_.begin());
    system_.advance(q_, change_, 1, state_.q());
    before = size;
  }
  return false;
}

double SparseInitial::length(int row) const {
  double square = 0;
  each(info_.constraints[at(row)].shape, ev_.row_D(row),
       [&](std::size_t i, double value) { square += value * value / ev_.M[i]; });
  return square > 0 ? std::sqrt(square) : 1;
}

bool SparseInitial::velocities(const std::vector<bool>& free) {
  double speed = 0;  // in units of the mass norm, as errors below
  const auto note_speed = [&] {
    for (std::size_t i = 0; i < change_.size(); ++i)
      speed = std::max(speed, std::abs(state_.u()[i]) * std::sqrt(ev_.M[i]));
  };
  note_speed();
  for (int pass = 0; pass < 2; ++pass) {  // the second pass removes the rounding of the first
    evaluate({});
    set_rates();
    correct(free);
    for (std::size_t i = 0; i < change_.size(); ++i) state_.u()[i] += change_[i];
  }
  note_speed();
  evaluate({});
  set_rates();
  double error = 0;
  for (int r = 0; r < elimination_.rows(); ++r) {
    error = std::max(error, std::abs(residual_[at(r)]) / length(r));
    speed = std::max(speed, std::abs(ev_.Phi_t[at(r)]) / length(r));
  }
  return error <= 1e-9 * speed;
}

bool SparseInitial::accelerations() {
  evaluate({});
  elimination_.factorise(ev_, true);
  system_.constraint_gamma(state_.t(), state_.q(), state_.u(), ev_);
  lambda_ = ev_.gamma;
  solve(lambda_, change_);
  elimination_.apply_D(ev_, change_, residual_);
  double energy = 0, mass = 0, largest = 0, rest = 0;
  const int per = info_.dimension == 3 ? 6 : 3;  // velocities of a body: those of its centre come first
  for (std::size_t i = 0; i < change_.size(); ++i) {
    energy += ev_.M[i] * state_.u()[i] * state_.u()[i];
    if (to_int(i) % per < info_.dimension) mass = std::max(mass, std::sqrt(ev_.M[i]));
  }
  for (int r = 0; r < elimination_.rows(); ++r) {
    largest = std::max(largest, std::abs(ev_.gamma[at(r)]) / length(r));
    rest = std::max(rest, std::abs(residual_[at(r)] - ev_.gamma[at(r)]) / length(r));
  }
  return rest <= 1e-8 * std::max(largest, energy / (mass * info_.length));
}

std::vector<int> SparseInitial::dependent_rows(const std::vector<bool>& without,
                                               std::vector<std::vector<int>>& partners) {
  evaluate(without);
  elimination_.factorise(ev_, true);
  std::vector<int> dependent;
  std::vector<double> v(at(info_.nu), 0);
  for (int r = 0; r < elimination_.rows(); ++r) {
    if (!elimination_.left_out(r)) continue;
    dependent.push_back(r);
    // M⁻¹ d_rᵀ = Σ λ_k M⁻¹ d_kᵀ over the rows that are kept
    std::fill(v.begin(), v.end(), 0.0);
    each(info_.constraints[at(r)].shape, ev_.row_D(r),
         [&](std::size_t i, double value) { v[i] += value / ev_.M[i]; });
    elimination_.apply_D(ev_, v, lambda_);
    solve(lambda_, change_);
    partners.emplace_back();
    for (int k = 0; k < elimination_.rows(); ++k) {
      if (k != r && std::abs(lambda_[at(k)]) * length(k) > kPartner * length(r)) partners.back().push_back(k);
    }
  }
  return dependent;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The corrections that consistent initial conditions are made of: see initial.h. Matrices of a small system
// need no memory of their own, so that starting it again allocates nothing.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/index.h"
#include "base/tolerances.h"
#include "freeplay/system.h"
#include "system/placing.h"
#include "system/sparse_initial.h"

namespace freeplay::initial {

inline constexpr double kNewtonTolerance = 1e-13;  // last correction, relative to the system's size or 1 rad
inline constexpr int kNewtonIterations = 60;

/// Velocities of a body: those of its centre come first.
inline int per_body(const SystemInfo& info) { return info.dimension == 3 ? 6 : 3; }
inline bool is_translation(const SystemInfo& info, int i) { return i % per_body(info) < info.dimension; }

using Flags = std::vector<bool>;

/// Matrices of up to `Most` rows and columns, which then need no memory of their own; any with Eigen::Dynamic.
template <int Most>
struct Sized {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, Most, Most>;
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, Most, 1>;
};

/// The constraints at one configuration in units of the mass norm: A = D M^{-1/2}, rows of unit length.
template <class Matrix, class Vector>
struct Linearised {
  Matrix A;
  Vector residual;   // of the scaled rows
  Vector row_scale;  // scaled row = row / row_scale
};

/// Rows that are combinations of earlier ones (Gram–Schmidt, twice for safety); `partners` gets the rows
/// each of them depends on.
std::vector<int> dependent_rows(const Eigen::MatrixXd& A, std::vector<std::vector<int>>& partners);

/// The shortest x with A x = b, or closest to it, as solver.solve(b) finds it, which allocates.
template <class Solver, class Vector>
Vector shortest(const Solver& solver, const Vector& b) {
  const Eigen::Index rank = solver.rank(), cols = solver.cols();
  Vector x = Vector::Zero(cols);
  if (rank == 0) return x;
  Vector c = b;
  c.applyOnTheLeft(solver.matrixQ().setLength(rank).adjoint());
  x.head(rank) =
      solver.matrixT().topLeftCorner(rank, rank).template triangularView<Eigen::Upper>().solve(c.head(rank));
  Vector scratch(cols);
  for (Eigen::Index k = 0; k < rank && rank < cols; ++k) {  // Zᵀ [z; 0]
    std::swap(x[k], x[rank - 1]);
    x.middleRows(rank - 1, cols - rank + 1)
        .applyHouseholderOnTheLeft(solver.matrixQTZ().row(k).tail(cols - rank).adjoint(), solver.zCoeffs()(k),
                                   scratch.data());
    std::swap(x[k], x[rank - 1]);
  }
  x = solver.colsPermutation() * x;
  return x;
}

/// Corrections of `state`; the same object serves many starts.
template <int Most>
class Initial final : public Corrections {
  using Matrix = typename Sized<Most>::Matrix;
  using Vector = typename Sized<Most>::Vector;
  using Linear = Linearised<Matrix, Vector>;

 public:
  Initial(const System& system, State& state) : system_(system), state_(state), ev_(system.info()) {
    inverse_root_.resize(system.info().nu);
    without_.reserve(system.info().constraints.size());
    q_.reserve(state.q().size());
  }

  /// Masses are those of now.
  void weigh() {
    const SystemInfo& info = system_.info();
    system_.mass(state_.q(), ev_);
    for (int i = 0; i < info.nu; ++i) inverse_root_[i] = 1 / std::sqrt(ev_.M[idx(i)]);
    if (info.constraints.size() >= SparseInitial::kLeastRows)
      sparse_ = std::make_unique<SparseInitial>(system_, state_);
  }

  /// Rows at the current q; the residual is Φ, or D u + Φ_t when `velocity` is set. Rows in `without` are
  /// zero. A large system has no dense matrix: A is empty, its rows have their own lengths.
  Linear linearise(bool velocity, const Flags& without = {}) {
    const SystemInfo& info = system_.info();
    const int rows = int_size(info.constraints);
    system_.place(state_.t(), state_.q(), ev_);
    system_.constraints(state_.t(), state_.q(), ev_);
    Linear lin{Matrix::Zero(sparse_ ? 0 : rows, info.nu), Vector::Zero(rows), Vector::Ones(rows)};
    for (int r = 0; r < rows; ++r) {
      if (!without.empty() && without[idx(r)]) continue;
      const RowShape& shape = info.constraints[idx(r)].shape;
      const double* value = ev_.row_D(r);
      double rate = ev_.Phi_t[idx(r)];
      for (std::size_t block = 0; block < 2; ++block) {
        for (int k = 0; k < shape.size[block]; ++k, ++value) {
          const int column = shape.start[block] + k;
          if (!sparse_) lin.A(r, column) += *value * inverse_root_[column];
          rate += *value * state_.u()[idx(column)];
        }
      }
      lin.residual[r] = velocity ? rate : ev_.Phi[idx(r)];
      if (sparse_) continue;
      const double length = lin.A.row(r).norm();
      if (length > 0) {
        lin.row_scale[r] = length;
        lin.A.row(r) /= length;
        lin.residual[r] /= length;
      }
    }
    return lin;
  }

  /// Least change that removes the residual using the coordinates that `free` allows, in file units.
  Vector correction(const Linear& lin, const Flags& free) const {
    const Vector step = shortest(decomposed(columns(lin.A, free)), Vector(-lin.residual));
    return step.cwiseProduct(inverse_root_);
  }

  /// A coordinate is determined if its unit vector is a combination of rows: the shortest x with the same A x.
  bool determined(const Flags& free, const Flags& leave_out, Flags& fixed) override {
    fixed.assign(free.size(), false);
    if (sparse_) return false;
    const Linear lin = linearise(false, leave_out_rolling(leave_out));
    if (lin.residual.size() == 0) return true;
    const Matrix A = columns(lin.A, free);
    const Decomposition solver = decomposed(A);
    for (int c = 0; c < A.cols(); ++c) {
      if (!free[idx(c)]) continue;
      Vector rest = shortest(solver, Vector(A.col(c)));
      rest[c] -= 1;
      fixed[idx(c)] = rest.norm() < 1e-6;
    }
    return true;
  }

  /// Size of a change: lengths against the system's length, angles against 1.
  template <class Change>
  double relative(const Change& change) const {
    double size = 0;
    for (int i = 0; i < change.size(); ++i) {
      size = std::max(size, std::abs(change[i]) / system_.info().u_size(idx(i)));
    }
    return size;
  }

  /// Largest error of a row that is left, as a change of coordinates, and its joints.
  bool positions(const Flags& free, const Flags& leave_out) override {
    const Flags& without = leave_out_rolling(leave_out);
    if (sparse_) return sparse_->positions(free, without);
    for (int iteration = 0; iteration < kNewtonIterations; ++iteration) {
      const Linear lin = linearise(false, without);
      if (lin.residual.size() == 0 || lin.residual.isZero(0)) return true;
      Vector change = correction(lin, free);
      if (!change.allFinite()) return false;
      const double size = relative(change);
      if (size < kNewtonTolerance) return left_over(lin, change) < 1e-9;
      if (size > 0.3) change *= 0.3 / size;  // stay near the drawing: a longer step could flip the mechanism
      system_.advance(q_before(), {change.data(), idx(change.size())}, 1, state_.q());
    }
    const Linear lin = linearise(false, without);
    const Vector change = correction(lin, free);
    return relative(change) < 1e3 * kNewtonTolerance && left_over(lin, change) < 1e-9;
  }

  bool velocities(const Flags& free) {
    if (sparse_) return sparse_->velocities(free);
    const Vector before = Eigen::Map<const Vector>(state_.u().data(), system_.info().nu);
    for (int pass = 0; pass < 2; ++pass) {  // the second pass removes the rounding of the first
      const Linear lin = linearise(true);
      const Vector change = correction(lin, free);
      for (int i = 0; i < change.size(); ++i) state_.u()[idx(i)] += change[i];
    }
    const Linear lin = linearise(true);
    const Vector after = Eigen::Map<const Vector>(state_.u().data(), system_.info().nu);
    double speed = 0;  // in units of the mass norm, as the residual
    for (int i = 0; i < after.size(); ++i) {
      speed =
          std::max({speed, std::abs(after[i]) / inverse_root_[i], std::abs(before[i]) / inverse_root_[i]});
    }
    for (int r = 0; r < lin.residual.size(); ++r) {
      speed = std::max(speed, std::abs(ev_.Phi_t[idx(r)]) / lin.row_scale[r]);
    }
    return lin.residual.size() == 0 || lin.residual.template lpNorm<Eigen::Infinity>() <= 1e-9 * speed;
  }

  /// Some u̇ satisfies D u̇ = γ: drivers of one motion that agree in speed may part at once.
  bool accelerations() {
    if (sparse_) return sparse_->accelerations();
    const Linear lin = linearise(true);
    if (lin.residual.size() == 0) return true;
    system_.constraint_gamma(state_.t(), state_.q(), state_.u(), ev_);
    Vector b(lin.residual.size());
    for (int r = 0; r < b.size(); ++r) b[r] = ev_.gamma[idx(r)] / lin.row_scale[r];
    const Vector rest = lin.A * shortest(decomposed(lin.A), b) - b;
    // sizes of γ and of the centripetal terms it is made of, in units of the mass norm
    double energy = 0, mass = 0;
    for (int i = 0; i < system_.info().nu; ++i) {
      const double root = 1 / inverse_root_[i], u = state_.u()[idx(i)];
      energy += root * root * u * u;
      if (is_translation(system_.info(), i)) mass = std::max(mass, root);
    }
    const double size =
        std::max(b.template lpNorm<Eigen::Infinity>(), energy / (mass * system_.info().length));
    return rest.template lpNorm<Eigen::Infinity>() <= 1e-8 * size;
  }

  /// What no change can remove, as a relative size; > 0 when constraints contradict each other.
  double left_over(const Linear& lin, const Vector& change) const {
    const Vector rest = lin.residual + lin.A * change.cwiseQuotient(inverse_root_);
    double size = 0;
    for (int r = 0; r < rest.size(); ++r) {
      const double scale = system_.info().row_scale(idx(r));
      size = std::max(size, std::abs(rest[r]) * lin.row_scale[r] / scale);
    }
    return size;
  }

  /// D u + Φ_t of all rows.
  std::vector<double> rates() {
    const Linear lin = linearise(true);
    std::vector<double> out(idx(lin.residual.size()));
    for (int r = 0; r < lin.residual.size(); ++r) out[idx(r)] = lin.residual[r] * lin.row_scale[r];
    return out;
  }

  std::vector<int> dependent(const Flags& without, std::vector<std::vector<int>>& partners) {
    if (sparse_) return sparse_->dependent_rows(without, partners);
    return dependent_rows(linearise(false, without).A, partners);
  }

 private:
  using Decomposition = Eigen::CompleteOrthogonalDecomposition<Matrix>;
  static Decomposition decomposed(const Matrix& A) {
    Decomposition solver(A.rows(), A.cols());
    solver.setThreshold(kDependentRow);
    solver.compute(A);
    return solver;
  }
  /// Without the columns of coordinates that are not free.
  static Matrix columns(const Matrix& of, const Flags& free) {
    Matrix A = of;
    for (int c = 0; c < A.cols(); ++c) {
      if (!free[idx(c)]) A.col(c).setZero();
    }
    return A;
  }
  /// Rows of velocities only say nothing about positions.
  const Flags& leave_out_rolling(const Flags& without) {
    const std::vector<ConstraintInfo>& rows = system_.info().constraints;
    without_.assign(rows.size(), false);
    for (std::size_t r = 0; r < rows.size(); ++r)
      without_[r] = (!without.empty() && without[r]) || !rows[r].holonomic;
    return without_;
  }
  std::span<const double> q_before() {
    q_.assign(state_.q().begin(), state_.q().end());
    return q_;
  }

  const System& system_;
  State& state_;
  Evaluation ev_;
  Vector inverse_root_;
  Flags without_;
  std::vector<double> q_;
  std::unique_ptr<SparseInitial> sparse_;  ///< of large systems
};

}  // namespace freeplay::initial

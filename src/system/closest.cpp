// SPDX-License-Identifier: Apache-2.0
#include "system/closest.h"

#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "base/index.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int kIterations = 300;
constexpr double kSettled = 1e-12;  // relative decrease of the sum of squares that ends the search
constexpr double kFit = 1e3;  // weight of rows that shall fit: their errors are 1e-6 of the one left open

/// Least squares of the weighted Φ by the method of Levenberg and Marquardt: min ½ |w Φ(q)|².
class LeastSquares {
 public:
  LeastSquares(const System& system, const State& state)
      : system_(system), info_(system.info()), sizes_(velocity_sizes(info_)), ev_(info_), state_(state) {}

  /// Moves to a minimum near the present configuration.
  void minimise(const std::vector<double>& weight) {
    double cost = evaluate(weight), damping = 1e-3;
    std::vector<double> before(state_.q().size());
    for (int i = 0; i < kIterations && cost > 0; ++i) {
      const Matrix normal = A_.transpose() * A_;
      Matrix damped = normal;
      damped.diagonal().array() += damping * std::max(normal.diagonal().maxCoeff(), 1e-300);
      Vector change = dense::symmetric_solution(damped, Vector(-A_.transpose() * residual_));
      for (int k = 0; k < change.size(); ++k) change[k] *= sizes_[idx(k)];
      std::copy(state_.q().begin(), state_.q().end(), before.begin());
      system_.advance(before, {change.data(), idx(change.size())}, 1, state_.q());
      const double now = evaluate(weight);
      if (now < cost) {
        const bool settled = cost - now < kSettled * cost;
        cost = now;
        damping = std::max(damping / 5, 1e-12);
        if (settled) return;
        continue;
      }
      std::copy(before.begin(), before.end(), state_.q().begin());
      evaluate(weight);
      damping *= 4;
      if (!(damping < 1e12)) return;
    }
  }

  const std::vector<double>& Phi() const { return ev_.Phi; }

 private:
  double evaluate(const std::vector<double>& weight) {
    system_.place(state_.t(), state_.q(), ev_);
    system_.constraints(state_.t(), state_.q(), ev_);
    fill_scaled_D(info_, sizes_, ev_, A_);
    residual_ = Vector::Zero(A_.rows());
    for (int r = 0; r < A_.rows(); ++r) {
      const auto at = idx(r);
      residual_[r] = weight[at] * ev_.Phi[at] / info_.row_scale(at);
      A_.row(r) *= weight[at];
    }
    return residual_.squaredNorm();
  }

  const System& system_;
  const SystemInfo& info_;
  std::vector<double> sizes_;
  Evaluation ev_;
  State state_;
  Matrix A_;
  Vector residual_;
};

bool same_owner(const ConstraintInfo& a, const ConstraintInfo& b) {
  return a.joint == b.joint && a.driver == b.driver && !a.coupling && !b.coupling;
}

/// How far the owner of a row is open.
Closest opening(const SystemInfo& info, int row, const std::vector<double>& weight,
                const std::vector<double>& Phi) {
  Closest found;
  found.owner_row = row;
  double length = 0, angle = 0;
  bool lengths = false;
  for (std::size_t r = 0; r < Phi.size(); ++r) {
    const ConstraintInfo& other = info.constraints[r];
    if (weight[r] == 0 || !same_owner(other, info.constraints[idx(row)])) continue;
    (other.angle ? angle : length) = std::hypot(other.angle ? angle : length, Phi[r]);
    lengths = lengths || !other.angle;
  }
  found.angle = !lengths;
  found.distance = lengths ? length : angle;
  found.Phi = Phi;
  return found;
}

}  // namespace

Closest closest_assembly(const System& system, const State& drawn, const std::vector<bool>& without) {
  const SystemInfo& info = system.info();
  std::vector<double> weight(info.constraints.size(), 1);
  for (std::size_t r = 0; r < weight.size(); ++r) {
    if (!info.constraints[r].holonomic || (!without.empty() && without[r])) weight[r] = 0;
  }
  LeastSquares search(system, drawn);
  search.minimise(weight);  // shares the error out among all joints
  int worst = 0;
  double largest = -1;
  for (std::size_t r = 0; r < weight.size(); ++r) {
    const double error = weight[r] * std::abs(search.Phi()[r]) / info.row_scale(r);
    if (error <= largest * (1 - 1e-6)) continue;  // of equals the later one: it joined what fitted before
    largest = std::max(largest, error), worst = to_int(r);
  }
  std::vector<double> fit = weight;
  for (std::size_t r = 0; r < fit.size(); ++r) {
    if (!same_owner(info.constraints[r], info.constraints[idx(worst)])) fit[r] *= kFit;
  }
  search.minimise(fit);  // and then leaves it to the worst of them
  return opening(info, worst, weight, search.Phi());
}

}  // namespace freeplay

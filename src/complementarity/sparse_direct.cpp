// SPDX-License-Identifier: Apache-2.0
#include "complementarity/sparse_direct.h"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace freeplay {
namespace {

constexpr double kShift = 1e-11;  // δ, of the largest entry
constexpr int kMostRepetitions = 12;

}  // namespace

struct SparseDirect::Memory {
  int n = 0;
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::SparseMatrix<double> A, shifted;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
};

SparseDirect::SparseDirect() = default;
SparseDirect::~SparseDirect() = default;
SparseDirect::SparseDirect(SparseDirect&&) noexcept = default;
SparseDirect& SparseDirect::operator=(SparseDirect&&) noexcept = default;

void SparseDirect::start(int n) {
  if (!memory_) memory_ = std::make_unique<Memory>();
  memory_->n = n;
  memory_->entries.clear();
}

void SparseDirect::add(int row, int column, double value) {
  memory_->entries.emplace_back(row, column, value);
}

double SparseDirect::solve(std::span<const double> c, std::span<double> x, double damping) {
  Memory& m = *memory_;
  std::fill(x.begin(), x.end(), 0.0);
  if (m.n == 0) return 0;
  m.A.resize(m.n, m.n);
  m.A.setFromTriplets(m.entries.begin(), m.entries.end());
  double largest = 0;
  for (const Eigen::Triplet<double>& entry : m.entries) largest = std::max(largest, std::abs(entry.value()));
  if (!(largest > 0) || !std::isfinite(largest)) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < m.n; ++i) m.entries.emplace_back(i, i, (damping > 0 ? damping : kShift) * largest);
  m.shifted.resize(m.n, m.n);
  m.shifted.setFromTriplets(m.entries.begin(), m.entries.end());
  m.lu.isSymmetric(true);
  m.lu.setPivotThreshold(0.1);
  m.lu.compute(m.shifted);
  if (m.lu.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  const Eigen::Map<const Eigen::VectorXd> right(c.data(), m.n);
  Eigen::Map<Eigen::VectorXd> answer(x.data(), m.n);
  Eigen::VectorXd rest = right, trial(m.n), rest_of_trial(m.n);
  double error = rest.lpNorm<Eigen::Infinity>();
  if (damping > 0) {
    answer = m.lu.solve(rest);
    return (right - m.A * answer).lpNorm<Eigen::Infinity>();
  }
  for (int k = 0; k < kMostRepetitions && error > 0; ++k) {
    trial = answer + m.lu.solve(rest);
    rest_of_trial = right - m.A * trial;
    const double next = rest_of_trial.lpNorm<Eigen::Infinity>();
    if (!(next < error)) break;
    answer = trial;
    rest.swap(rest_of_trial);
    const bool slow = next > 0.5 * error;
    error = next;
    if (slow) break;
  }
  return error;
}

}  // namespace freeplay

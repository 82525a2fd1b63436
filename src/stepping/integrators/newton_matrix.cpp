// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/newton_matrix.h"

#include <sundials/sundials_dense.h>

#include <algorithm>

namespace freeplay {

NewtonMatrix::NewtonMatrix(int size)
    : J_(idx(size) * idx(size), 0),
      factors_(idx(size) * idx(size), 0),
      x_(idx(size), 0),
      columns_(idx(size), nullptr),
      pivots_(idx(size), 0) {
  rows_.reserve(idx(size));
}

void NewtonMatrix::begin(std::span<const Role> roles) {
  rows_.clear();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::acts) rows_.push_back(static_cast<int>(i));
  }
  acting_ = static_cast<int>(rows_.size());
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::follows) rows_.push_back(static_cast<int>(i));
  }
  std::fill(J_.begin(), J_.begin() + static_cast<std::ptrdiff_t>(idx(acting_) * rows_.size()), 0.0);
}

bool NewtonMatrix::factorise(double gamma) {
  gamma_ = gamma;
  const std::size_t m = idx(acting_);
  for (std::size_t j = 0; j < m; ++j) {
    double* to = columns_[j] = factors_.data() + j * m;
    const double* from = column(static_cast<int>(j));
    for (std::size_t i = 0; i < m; ++i) to[i] = -gamma * from[i];
    to[j] += 1;
  }
  return SUNDlsMat_denseGETRF(columns_.data(), acting_, acting_, pivots_.data()) == 0;
}

void NewtonMatrix::solve(std::span<double> b) {
  const std::size_t m = idx(acting_);
  for (std::size_t i = 0; i < m; ++i) x_[i] = b[idx(rows_[i])];
  SUNDlsMat_denseGETRS(columns_.data(), acting_, pivots_.data(), x_.data());
  for (std::size_t i = 0; i < m; ++i) b[idx(rows_[i])] = x_[i];
  for (std::size_t j = 0; j < m; ++j) {
    const double* from = column(static_cast<int>(j));
    for (std::size_t i = m; i < rows_.size(); ++i) b[idx(rows_[i])] += gamma_ * from[i] * x_[j];
  }
}

}  // namespace freeplay

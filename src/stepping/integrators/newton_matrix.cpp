// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/newton_matrix.h"
#include "base/index.h"

#include <sundials/sundials_band.h>
#include <sundials/sundials_dense.h>

#include <algorithm>

namespace freeplay {
namespace {

constexpr int kMany = 40;  // numbers: fewer are eliminated as quickly in any order

}  // namespace

NewtonMatrix::NewtonMatrix(int size)
    : J_(idx(size) * idx(size), 0),
      factors_(idx(size) * idx(size), 0),
      x_(idx(size), 0),
      columns_(idx(size), nullptr),
      pivots_(idx(size), 0) {
  rows_.reserve(idx(size));
  for (std::vector<int>* of : {&order_, &place_, &degree_, &mark_}) of->assign(idx(size), 0);
}

void NewtonMatrix::begin(std::span<const Role> roles) {
  rows_.clear();
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::acts) rows_.push_back(to_int(i));
  }
  acting_ = int_size(rows_);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == Role::follows) rows_.push_back(to_int(i));
  }
  std::fill(J_.begin(), J_.begin() + static_cast<std::ptrdiff_t>(idx(acting_) * rows_.size()), 0.0);
  arranged_ = false;
}

int NewtonMatrix::reach(int start, int at, int mark) {
  order_[idx(at)] = start;
  mark_[idx(start)] = mark;
  int end = at + 1;
  for (int next = at; next < end; ++next) {
    const int node = order_[idx(next)], first = end;
    for (int other = 0; other < acting_; ++other) {
      if (mark_[idx(other)] == mark || !linked(node, other)) continue;
      mark_[idx(other)] = mark;
      int to = end++;  // those with few links first
      for (; to > first && degree_[idx(order_[idx(to - 1)])] > degree_[idx(other)]; --to)
        order_[idx(to)] = order_[idx(to - 1)];
      order_[idx(to)] = other;
    }
  }
  return end;
}

void NewtonMatrix::arrange() {
  arranged_ = true;
  banded_ = false;
  below_ = above_ = std::max(acting_ - 1, 0);
  if (acting_ < kMany) return;
  for (int i = 0; i < acting_; ++i) {
    degree_[idx(i)] = 0;
    for (int j = 0; j < acting_; ++j) degree_[idx(i)] += linked(i, j);
  }
  std::fill(mark_.begin(), mark_.end(), 0);
  int mark = 0;
  for (int at = 0; at < acting_;) {
    int start = -1;  // of what is left
    for (int i = 0; i < acting_; ++i) {
      if (mark_[idx(i)] == 0 && (start < 0 || degree_[idx(i)] < degree_[idx(start)])) start = i;
    }
    // from an end of it: the farthest from anywhere
    for (int search = 0; search < 2; ++search) start = order_[idx(reach(start, at, ++mark) - 1)];
    const int end = reach(start, at, ++mark);
    std::reverse(order_.begin() + at, order_.begin() + end);
    at = end;
  }
  for (int k = 0; k < acting_; ++k) place_[idx(order_[idx(k)])] = k;
  int below = 0, above = 0;
  for (int j = 0; j < acting_; ++j) {
    const double* from = column(j);
    for (int i = 0; i < acting_; ++i) {
      if (from[i] == 0) continue;
      below = std::max(below, place_[idx(i)] - place_[idx(j)]);
      above = std::max(above, place_[idx(j)] - place_[idx(i)]);
    }
  }
  banded_ = 2 * (2 * below + above + 1) < acting_;  // with room for exchanges of rows
  if (banded_) below_ = below, above_ = above;
}

bool NewtonMatrix::factorise(double gamma) {
  gamma_ = gamma;
  if (!arranged_) arrange();
  const std::size_t m = idx(acting_);
  if (!banded_) {
    for (std::size_t j = 0; j < m; ++j) {
      double* to = columns_[j] = factors_.data() + j * m;
      const double* from = column(to_int(j));
      for (std::size_t i = 0; i < m; ++i) to[i] = -gamma * from[i];
      to[j] += 1;
    }
    return SUNDlsMat_denseGETRF(columns_.data(), acting_, acting_, pivots_.data()) == 0;
  }
  // column j has number i at i − j + main: diagonals one after the other
  const int main = below_ + above_, height = main + below_ + 1;
  for (int j = 0; j < acting_; ++j) {
    double* to = columns_[idx(j)] = factors_.data() + static_cast<std::ptrdiff_t>(j) * height;
    std::fill(to, to + height, 0.0);
    const double* from = column(order_[idx(j)]);
    for (int i = std::max(j - above_, 0); i <= std::min(j + below_, acting_ - 1); ++i)
      to[i - j + main] = -gamma * from[order_[idx(i)]];
    to[main] += 1;
  }
  return SUNDlsMat_bandGBTRF(columns_.data(), acting_, above_, below_, main, pivots_.data()) == 0;
}

void NewtonMatrix::solve(std::span<double> b) {
  const std::size_t m = idx(acting_);
  const auto at = [this](std::size_t k) { return banded_ ? idx(order_[k]) : k; };
  for (std::size_t k = 0; k < m; ++k) x_[k] = b[idx(rows_[at(k)])];
  if (banded_) {
    SUNDlsMat_bandGBTRS(columns_.data(), acting_, below_ + above_, below_, pivots_.data(), x_.data());
  } else {
    SUNDlsMat_denseGETRS(columns_.data(), acting_, pivots_.data(), x_.data());
  }
  for (std::size_t k = 0; k < m; ++k) b[idx(rows_[at(k)])] = x_[k];
  for (std::size_t j = 0; j < m; ++j) {
    const double *from = column(to_int(j)), x = b[idx(rows_[j])];
    for (std::size_t i = m; i < rows_.size(); ++i) b[idx(rows_[i])] += gamma_ * from[i] * x;
  }
}

}  // namespace freeplay

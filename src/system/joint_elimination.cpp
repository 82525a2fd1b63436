// SPDX-License-Identifier: Apache-2.0
#include "system/joint_elimination.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/tolerances.h"
#include "system/row_order.h"

namespace freeplay {
namespace {

// Dense mass matrices up to this size are inverted in full: cheaper than substitution for every row.
constexpr int kSmallMass = 12;

/// Inverse of a symmetric 3×3 matrix by cofactors: the papers' own systems have three coordinates.
void invert_three(const double* M, double* out) {
  const double a = M[0], b = M[3], c = M[4], d = M[6], e = M[7], f = M[8];  // lower triangle
  const double A = c * f - e * e, B = d * e - b * f, C = b * e - c * d;
  const double scale = 1 / (a * A + b * B + d * C);
  out[0] = A * scale;
  out[1] = out[3] = B * scale;
  out[2] = out[6] = C * scale;
  out[4] = (a * f - d * d) * scale;
  out[5] = out[7] = (b * d - a * e) * scale;
  out[8] = (a * c - b * b) * scale;
}

}  // namespace

CommonBlocks common_blocks(const RowShape& shape_a, const RowShape& shape_b) {
  CommonBlocks common;
  int offset_a = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    int offset_b = 0;
    for (std::size_t j = 0; j < 2; ++j) {
      // blocks are whole bodies (or everything): either the same or disjoint
      if (shape_a.size[i] > 0 && shape_b.size[j] > 0 && shape_a.start[i] == shape_b.start[j])
        common.block[common.count++] = {offset_a, offset_b, shape_a.size[i]};
      offset_b += shape_b.size[j];
    }
    offset_a += shape_a.size[i];
  }
  return common;
}

JointElimination::JointElimination(const SystemInfo& info)
    : info_(&info),
      rows_(int_size(info.constraints)),
      nu_(info.nu),
      width_(info.row_width()),
      three_(info.mass == MassKind::dense && info.nu == 3) {
  const auto n = idx(rows_);
  set_order();
  find_touches();
  find_overlaps();
  nonholonomic_ = std::any_of(info.constraints.begin(), info.constraints.end(),
                              [](const ConstraintInfo& row) { return !row.holonomic; });
  find_groups();
  tolerance_.assign(n, kDependentPivot);
  inverse_L_.assign(n, 0);
  Dm_.assign(n * idx(width_), 0);
  const auto nu = idx(nu_);
  M_.assign(info.mass == MassKind::diagonal ? nu : nu * nu, 0);
  if (info.mass == MassKind::dense && nu_ <= kSmallMass) {
    inverse_.assign(nu * nu, 0);
    inverse_root_.assign(nu * nu, 0);
  }
}

void JointElimination::set_order() {
  order_ = row_order(info_->constraints, nu_);
  first_ = envelope(info_->constraints, order_);
  place_.resize(order_.size());
  row_.resize(order_.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    place_[idx(order_[i])] = to_int(i);
    // every row before holds a number at least: size >= i >= first_[i]
    row_[i] = size - idx(first_[i]);
    size += i - idx(first_[i]) + 1;
  }
  L_.assign(size, 0);
  std::vector<int> at(order_.size()), where(order_.size());  // rows while places are exchanged one by one
  std::iota(at.begin(), at.end(), 0);
  std::iota(where.begin(), where.end(), 0);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const auto from = idx(where[idx(order_[i])]);
    if (from == i) continue;
    exchanges_.push_back({to_int(i), static_cast<int>(from)});
    std::swap(at[i], at[from]);
    where[idx(at[from])] = static_cast<int>(from);
  }
}

/// Blocks of rows by the velocity that they begin with, in the order of elimination.
void JointElimination::find_touches() {
  touch_start_.assign(idx(nu_) + 1, 0);
  const auto each = [&](auto use) {
    for (int i = 0; i < rows_; ++i) {
      const int row = order_[idx(i)];
      const RowShape& shape = info_->constraints[idx(row)].shape;
      if (shape.size[0] > 0) use(idx(shape.start[0]), i, row * width_);
      if (shape.size[1] > 0) use(idx(shape.start[1]), i, row * width_ + shape.size[0]);
    }
  };
  each([&](std::size_t start, int, int) { ++touch_start_[start + 1]; });
  for (std::size_t k = 1; k < touch_start_.size(); ++k) touch_start_[k] += touch_start_[k - 1];
  touches_.resize(idx(touch_start_.back()));
  std::vector<int> next = touch_start_;
  each([&](std::size_t start, int place, int at) { touches_[idx(next[start]++)] = {place, at}; });
}

void JointElimination::find_overlaps() {
  for (int i = 0; i < rows_; ++i) {
    const int row = order_[idx(i)];
    const RowShape& shape = info_->constraints[idx(row)].shape;
    int offset = row * width_;
    for (std::size_t block = 0; block < 2; ++block) {
      if (shape.size[block] == 0) continue;
      const auto start = idx(shape.start[block]);
      for (int k = touch_start_[start]; k < touch_start_[start + 1]; ++k) {
        const Touch& touch = touches_[idx(k)];
        if (touch.place > i) break;
        const std::size_t to = row_[idx(i)] + idx(touch.place);
        overlaps_.push_back({static_cast<int>(to), offset, touch.at, shape.size[block]});
      }
      offset += shape.size[block];
    }
  }
}

/// The smallest velocity that a chain of joint rows leads to; a row without a joint is its own group.
void JointElimination::find_groups() {
  group_.assign(idx(nu_), 0);
  for (int i = 0; i < nu_; ++i) group_[idx(i)] = i;
  const auto root = [&](int i) {
    while (group_[idx(i)] != i) i = group_[idx(i)];
    return i;
  };
  for (const ConstraintInfo& row : info_->constraints) {
    if (row.shape.size[0] == 0 || row.shape.size[1] == 0) continue;
    const int a = root(row.shape.start[0]), b = root(row.shape.start[1]);
    group_[idx(std::max(a, b))] = std::min(a, b);
  }
  for (int i = 0; i < nu_; ++i) group_[idx(i)] = root(i);
}

void JointElimination::factorise(const Evaluation& ev, bool mass_changed, bool holonomic_only) {
  if (mass_changed && info_->mass == MassKind::diagonal) {
    for (std::size_t i = 0; i < M_.size(); ++i) M_[i] = 1 / ev.M[i];
  } else if (mass_changed) {
    if (three_) {
      invert_three(ev.M.data(), inverse_.data());
    } else {
      factorise_mass(ev.M);
      if (!inverse_.empty()) invert_mass();
    }
  }
  lost_row_ = -1;
  if (rows_ == 0) return;
  for (int i = 0; i < rows_; ++i) {
    inverse_mass_row(info_->constraints[idx(i)].shape, ev.row_D(i),
                     Dm_.data() + static_cast<std::ptrdiff_t>(i) * width_);
  }
  std::fill(L_.begin(), L_.end(), 0.0);
  for (const Overlap& common : overlaps_) {
    L_[idx(common.to)] += dot_block(ev.D.data() + common.a, Dm_.data() + common.b, common.size);
  }
  for (int i = 0; i < rows_; ++i) {  // Cholesky inside the envelope
    double* row_i = row_L(i);
    const int first_i = first_[idx(i)];
    for (int j = first_i; j < i; ++j) {
      if (inverse_L_[idx(j)] == 0) {  // nothing is eliminated with a redundant row
        row_i[j] = 0;
        continue;
      }
      const double* row_j = row_L(j);
      double sum = row_i[j];
      for (int k = std::max(first_i, first_[idx(j)]); k < j; ++k) sum -= row_i[k] * row_j[k];
      row_i[j] = sum * inverse_L_[idx(j)];
    }
    const double diagonal = row_i[i];
    double pivot = diagonal;
    for (int k = first_i; k < i; ++k) pivot -= row_i[k] * row_i[k];
    const int id = order_[idx(i)];
    const bool left_out = holonomic_only && !info_->constraints[idx(id)].holonomic;
    const double tolerance = tolerance_[idx(id)];
    const bool dependent = left_out || !(pivot > tolerance * diagonal);
    if (dependent && !left_out && tolerance == kDependentPivot) lost_row_ = id;
    row_i[i] = dependent ? 0 : std::sqrt(pivot);
    inverse_L_[idx(i)] = dependent ? 0 : 1 / row_i[i];
  }
}

void JointElimination::expect_redundant(int row) {
  tolerance_[idx(row)] = kRedundantPivot;
  if (lost_row_ == row) lost_row_ = -1;
}

/// M = R Rᵀ, lower, with 1/R_ii on the diagonal.
void JointElimination::factorise_mass(const std::vector<double>& M) {
  for (int i = 0; i < nu_; ++i) {
    double* row_i = M_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
    for (int j = 0; j <= i; ++j) {
      const double* row_j = M_.data() + static_cast<std::ptrdiff_t>(j) * nu_;
      double sum = M[idx(i * nu_ + j)];
      for (int k = 0; k < j; ++k) sum -= row_i[k] * row_j[k];
      row_i[j] = i == j ? 1 / std::sqrt(sum) : sum * row_j[j];
    }
  }
}

/// M⁻¹ = R⁻ᵀ R⁻¹, in full: it is applied to every row of D and W.
void JointElimination::invert_mass() {
  for (int j = 0; j < nu_; ++j) {  // R⁻¹, lower, column by column
    for (int i = j; i < nu_; ++i) {
      const double* row = M_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
      double sum = i == j ? 1 : 0;
      for (int k = j; k < i; ++k) sum -= row[k] * inverse_root_[idx(k * nu_ + j)];
      inverse_root_[idx(i * nu_ + j)] = sum * row[i];
    }
  }
  for (int i = 0; i < nu_; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = i; k < nu_; ++k) {
        sum += inverse_root_[idx(k * nu_ + i)] * inverse_root_[idx(k * nu_ + j)];
      }
      inverse_[idx(i * nu_ + j)] = inverse_[idx(j * nu_ + i)] = sum;
    }
  }
}

void JointElimination::inverse_whole_mass(std::span<const double> f, std::span<double> out) const {
  if (info_->mass == MassKind::diagonal) {
    for (std::size_t i = 0; i < f.size(); ++i) out[i] = f[i] * M_[i];
    return;
  }
  if (!inverse_.empty()) {
    for (int i = 0; i < nu_; ++i) {
      const double* row = inverse_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
      out[idx(i)] = dot_block(row, f.data(), nu_);
    }
    return;
  }
  for (int i = 0; i < nu_; ++i) {
    const double* row = M_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
    double sum = f[idx(i)];
    for (int k = 0; k < i; ++k) sum -= row[k] * out[idx(k)];
    out[idx(i)] = sum * row[i];
  }
  for (int i = nu_ - 1; i >= 0; --i) {
    double sum = out[idx(i)];
    for (int k = i + 1; k < nu_; ++k) {
      sum -= M_[idx(k * nu_ + i)] * out[idx(k)];
    }
    out[idx(i)] = sum * M_[idx(i * nu_ + i)];
  }
}

void JointElimination::inverse_sparse_mass(const RowShape& shape, const double* w, double* out) const {
  if (info_->mass == MassKind::diagonal) {
    for (std::size_t block = 0; block < 2; ++block) {
      const double* inverse = M_.data() + shape.start[block];
      const int size = shape.size[block];
      if (size == 3) {  // a planar body
        out[0] = w[0] * inverse[0];
        out[1] = w[1] * inverse[1];
        out[2] = w[2] * inverse[2];
      } else if (size == 6) {  // a spatial one; the known length lets the compiler use wide registers
        for (int k = 0; k < 6; ++k) out[k] = w[k] * inverse[k];
      } else {
        for (int k = 0; k < size; ++k) out[k] = w[k] * inverse[k];
      }
      out += size, w += size;
    }
    return;
  }
  const auto n = idx(nu_);
  inverse_mass({w, n}, {out, n});
}

void JointElimination::apply_D(const Evaluation& ev, std::span<const double> v, std::span<double> out) const {
  for (int i = 0; i < rows_; ++i) {
    out[idx(i)] = dot_row(info_->constraints[idx(i)].shape, ev.row_D(i), v.data());
  }
}

void JointElimination::forward(std::span<double> x) const {
  for (const auto [i, j] : exchanges_) std::swap(x[idx(i)], x[idx(j)]);
  forward_from(x, 0);
}

/// `x` is in the order of elimination, zero before `from`.
void JointElimination::forward_from(std::span<double> x, int from) const {
  for (int i = from; i < rows_; ++i) {
    if (inverse_L_[idx(i)] == 0) {
      x[idx(i)] = 0;
      continue;
    }
    const double* row = row_L(i);
    double sum = x[idx(i)];
    for (int k = std::max(from, first_[idx(i)]); k < i; ++k) sum -= row[k] * x[idx(k)];
    x[idx(i)] = sum * inverse_L_[idx(i)];
  }
}

void JointElimination::backward(std::span<double> y) const {
  for (int i = rows_ - 1; i >= 0; --i) {
    const double* row = row_L(i);
    const double x = y[idx(i)] * inverse_L_[idx(i)];
    y[idx(i)] = x;
    if (inverse_L_[idx(i)] == 0) continue;
    for (int k = first_[idx(i)]; k < i; ++k) y[idx(k)] -= row[k] * x;
  }
  for (auto e = exchanges_.rbegin(); e != exchanges_.rend(); ++e) std::swap(y[idx((*e)[0])], y[idx((*e)[1])]);
}

void JointElimination::add_impulse(std::span<const double> lambda, std::span<double> v) const {
  for (int i = 0; i < rows_; ++i) {
    add_row(info_->constraints[idx(i)].shape, Dm_.data() + static_cast<std::ptrdiff_t>(i) * width_,
            lambda[idx(i)], v.data());
  }
}

int JointElimination::joint_part(const RowShape& shape, const double* m, const Evaluation& ev,
                                 std::span<double> y) const {
  int from = rows_;
  for (std::size_t block = 0; block < 2; ++block) {
    if (shape.size[block] == 0) continue;
    const auto start = idx(shape.start[block]);
    if (touch_start_[start] == touch_start_[start + 1]) continue;
    from = std::min(from, touches_[idx(touch_start_[start])].place);
  }
  if (from == rows_) return rows_;
  for (int i = from; i < rows_; ++i) y[idx(i)] = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    if (shape.size[block] == 0) continue;
    const auto start = idx(shape.start[block]);
    for (int k = touch_start_[start]; k < touch_start_[start + 1]; ++k) {
      const Touch& touch = touches_[idx(k)];
      y[idx(touch.place)] += dot_block(ev.D.data() + touch.at, m, shape.size[block]);
    }
    m += shape.size[block];
  }
  forward_from(y, from);
  return from;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "complementarity/joint_elimination.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace freeplay {
namespace {

// A pivot below this fraction of its row's own K_ii means that the row follows from earlier ones.
constexpr double kRankTolerance = 1e-12;

}  // namespace

double dot_rows(const RowShape& shape_a, const double* a, const RowShape& shape_b, const double* b) {
  double sum = 0;
  int offset_a = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    int offset_b = 0;
    for (std::size_t j = 0; j < 2; ++j) {
      // blocks are whole bodies (or everything): either the same or disjoint
      if (shape_a.size[i] > 0 && shape_b.size[j] > 0 && shape_a.start[i] == shape_b.start[j]) {
        for (int k = 0; k < shape_a.size[i]; ++k) sum += a[offset_a + k] * b[offset_b + k];
      }
      offset_b += shape_b.size[j];
    }
    offset_a += shape_a.size[i];
  }
  return sum;
}

double dot_row(const RowShape& shape, const double* row, const double* v) {
  double sum = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    const double* at = v + shape.start[block];
    for (int k = 0; k < shape.size[block]; ++k) sum += *row++ * at[k];
  }
  return sum;
}

void add_row(const RowShape& shape, const double* row, double k, double* v) {
  for (std::size_t block = 0; block < 2; ++block) {
    double* at = v + shape.start[block];
    for (int i = 0; i < shape.size[block]; ++i) at[i] += k * *row++;
  }
}

JointElimination::JointElimination(const SystemInfo& info)
    : info_(&info), rows_(static_cast<int>(info.constraints.size())), nu_(info.nu), width_(info.row_width()) {
  const auto n = static_cast<std::size_t>(rows_);
  first_.assign(n, 0);
  for (int i = 0; i < rows_; ++i) {
    const RowShape& a = info.constraints[static_cast<std::size_t>(i)].shape;
    first_[static_cast<std::size_t>(i)] = i;
    for (int j = 0; j <= i; ++j) {
      const RowShape& b = info.constraints[static_cast<std::size_t>(j)].shape;
      int offset_i = 0;
      for (std::size_t p = 0; p < 2; ++p) {
        int offset_j = 0;
        for (std::size_t r = 0; r < 2; ++r) {
          if (a.size[p] > 0 && b.size[r] > 0 && a.start[p] == b.start[r]) {
            FREEPLAY_ASSERT(a.size[p] == b.size[r]);
            overlaps_.push_back({i, j, offset_i, offset_j, a.size[p]});
            first_[static_cast<std::size_t>(i)] = std::min(first_[static_cast<std::size_t>(i)], j);
          }
          offset_j += b.size[r];
        }
        offset_i += a.size[p];
      }
    }
  }
  L_.assign(n * n, 0);
  inverse_L_.assign(n, 0);
  Dm_.assign(n * static_cast<std::size_t>(width_), 0);
  const auto nu = static_cast<std::size_t>(nu_);
  M_.assign(info.mass == MassKind::diagonal ? nu : nu * nu, 0);
}

void JointElimination::factorise(const Evaluation& ev, bool mass_changed) {
  if (mass_changed && info_->mass == MassKind::diagonal) {
    for (std::size_t i = 0; i < M_.size(); ++i) M_[i] = 1 / ev.M[i];
  } else if (mass_changed) {  // Cholesky M = R Rᵀ, lower, with 1/R_ii on the diagonal
    for (int i = 0; i < nu_; ++i) {
      double* row_i = M_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
      for (int j = 0; j <= i; ++j) {
        const double* row_j = M_.data() + static_cast<std::ptrdiff_t>(j) * nu_;
        double sum = ev.M[static_cast<std::size_t>(i * nu_ + j)];
        for (int k = 0; k < j; ++k) sum -= row_i[k] * row_j[k];
        row_i[j] = i == j ? 1 / std::sqrt(sum) : sum * row_j[j];
      }
    }
  }
  if (rows_ == 0) return;
  for (int i = 0; i < rows_; ++i) {
    inverse_mass_row(info_->constraints[static_cast<std::size_t>(i)].shape, ev.row_D(i),
                     Dm_.data() + static_cast<std::ptrdiff_t>(i) * width_);
  }
  for (int i = 0; i < rows_; ++i) {
    double* row = L_.data() + index(i, 0);
    for (int j = first_[static_cast<std::size_t>(i)]; j <= i; ++j) row[j] = 0;
  }
  for (const Overlap& common : overlaps_) {
    const double* a = ev.row_D(common.i) + common.offset_i;
    const double* b = Dm_.data() + static_cast<std::ptrdiff_t>(common.j) * width_ + common.offset_j;
    double sum = a[0] * b[0];
    if (common.size == 3) {  // planar bodies: the loop below, written out
      sum = sum + a[1] * b[1] + a[2] * b[2];
    } else {
      for (int k = 1; k < common.size; ++k) sum += a[k] * b[k];
    }
    L_[index(common.i, common.j)] += sum;
  }
  for (int i = 0; i < rows_; ++i) {  // Cholesky inside the envelope
    double* row_i = L_.data() + index(i, 0);
    const int first_i = first_[static_cast<std::size_t>(i)];
    for (int j = first_i; j < i; ++j) {
      const double* row_j = L_.data() + index(j, 0);
      double sum = row_i[j];
      for (int k = std::max(first_i, first_[static_cast<std::size_t>(j)]); k < j; ++k)
        sum -= row_i[k] * row_j[k];
      row_i[j] = sum * inverse_L_[static_cast<std::size_t>(j)];
    }
    const double diagonal = row_i[i];
    double pivot = diagonal;
    for (int k = first_i; k < i; ++k) pivot -= row_i[k] * row_i[k];
    const bool dependent = !(pivot > kRankTolerance * diagonal);
    row_i[i] = dependent ? 0 : std::sqrt(pivot);
    inverse_L_[static_cast<std::size_t>(i)] = dependent ? 0 : 1 / row_i[i];
  }
}

void JointElimination::inverse_mass(std::span<const double> f, std::span<double> out) const {
  if (info_->mass == MassKind::diagonal) {
    for (std::size_t i = 0; i < f.size(); ++i) out[i] = f[i] * M_[i];
    return;
  }
  for (int i = 0; i < nu_; ++i) {
    const double* row = M_.data() + static_cast<std::ptrdiff_t>(i) * nu_;
    double sum = f[static_cast<std::size_t>(i)];
    for (int k = 0; k < i; ++k) sum -= row[k] * out[static_cast<std::size_t>(k)];
    out[static_cast<std::size_t>(i)] = sum * row[i];
  }
  for (int i = nu_ - 1; i >= 0; --i) {
    double sum = out[static_cast<std::size_t>(i)];
    for (int k = i + 1; k < nu_; ++k)
      sum -= M_[static_cast<std::size_t>(k * nu_ + i)] * out[static_cast<std::size_t>(k)];
    out[static_cast<std::size_t>(i)] = sum * M_[static_cast<std::size_t>(i * nu_ + i)];
  }
}

void JointElimination::inverse_mass_row(const RowShape& shape, const double* w, double* out) const {
  if (info_->mass == MassKind::diagonal) {
    for (std::size_t block = 0; block < 2; ++block) {
      const double* inverse = M_.data() + shape.start[block];
      for (int k = 0; k < shape.size[block]; ++k) *out++ = *w++ * inverse[k];
    }
    return;
  }
  const auto n = static_cast<std::size_t>(nu_);
  inverse_mass({w, n}, {out, n});
}

void JointElimination::apply_D(const Evaluation& ev, std::span<const double> v, std::span<double> out) const {
  for (int i = 0; i < rows_; ++i) {
    out[static_cast<std::size_t>(i)] =
        dot_row(info_->constraints[static_cast<std::size_t>(i)].shape, ev.row_D(i), v.data());
  }
}

void JointElimination::forward(std::span<double> x) const {
  for (int i = 0; i < rows_; ++i) {
    const double* row = L_.data() + index(i, 0);
    double sum = x[static_cast<std::size_t>(i)];
    for (int k = first_[static_cast<std::size_t>(i)]; k < i; ++k)
      sum -= row[k] * x[static_cast<std::size_t>(k)];
    x[static_cast<std::size_t>(i)] = sum * inverse_L_[static_cast<std::size_t>(i)];
  }
}

void JointElimination::backward(std::span<double> y) const {
  for (int i = rows_ - 1; i >= 0; --i) {
    const double* row = L_.data() + index(i, 0);
    const double x = y[static_cast<std::size_t>(i)] * inverse_L_[static_cast<std::size_t>(i)];
    y[static_cast<std::size_t>(i)] = x;
    for (int k = first_[static_cast<std::size_t>(i)]; k < i; ++k)
      y[static_cast<std::size_t>(k)] -= row[k] * x;
  }
}

void JointElimination::add_impulse(std::span<const double> lambda, std::span<double> v) const {
  for (int i = 0; i < rows_; ++i) {
    add_row(info_->constraints[static_cast<std::size_t>(i)].shape,
            Dm_.data() + static_cast<std::ptrdiff_t>(i) * width_, lambda[static_cast<std::size_t>(i)],
            v.data());
  }
}

void JointElimination::joint_part(const RowShape& shape, const double* m, const Evaluation& ev,
                                  std::span<double> y) const {
  for (int i = 0; i < rows_; ++i) {
    y[static_cast<std::size_t>(i)] =
        dot_rows(info_->constraints[static_cast<std::size_t>(i)].shape, ev.row_D(i), shape, m);
  }
  forward(y);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_dynamics.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {

ContactRows::ContactRows(const SystemInfo& info, int capacity, int d)
    : info_(&info),
      d_(d),
      width_(info.row_width()),
      joint_rows_(int_size(info.constraints)),
      contact_rows_(info.dimension * int_size(info.contacts)),
      zero_(idx(width_), 0) {
  const auto n = idx(capacity);
  taken_.reserve(n);
  shape_.assign(n, nullptr);
  w_.assign(n, nullptr);
  from_.assign(n, 0);
  diagonal_.assign(n, 0);
  m_.assign(n * idx(width_), 0);
  y_.assign(n * idx(joint_rows_), 0);
  scratch_.assign(idx(joint_rows_), 0);
  const int contacts = capacity / d;
  if (contacts <= BlockMatrix::kMostDense) return;
  head_.assign(idx(info.nu), -1);
  next_.assign(idx(2 * contacts), -1);
  mark_.assign(idx(contacts), -1);
  neighbours_.reserve(idx(contacts));
}

double ContactRows::terms(int i, std::span<const double> v) const {
  double sum = 0;
  const double* w = w_[idx(i)];
  for (std::size_t block = 0; block < 2; ++block) {
    const double* at = v.data() + shape(i).start[block];
    for (int k = 0; k < shape(i).size[block]; ++k, ++w) sum += std::abs(*w * at[k]);
  }
  return sum;
}

/// Row number `row` of the system as the i-th.
inline void ContactRows::take_row(const Evaluation& ev, int row, int i) {
  const auto k = idx(i);
  const int d = info_->dimension;
  if (row < contact_rows_) {
    shape_[k] = &ev.contacts[idx(d == 2 ? row / 2 : row / 3)].shape;
    w_[k] = ev.row_W(row);
    return;
  }
  const int lever = row - d * info_->rubbing_elements();
  const int place = lever >= 0 ? lever / 2 : (row - contact_rows_) / d, a = lever >= 0 ? 0 : row % d;
  const RubbingInfo& joint = info_->rubbing[idx(place)];
  shape_[k] = &joint.shape;
  w_[k] = lever >= 0              ? ev.row_R(place, 3 + lever % 2)
          : a > 0 && a <= joint.d ? ev.row_R(place, a - 1)
                                  : zero_.data();
}

/// Rows that are tied to nothing have a number on the diagonal of G: that of the joint's slip.
void ContactRows::free_rows(std::span<const int> rows) {
  for (int i = 0; i < count_; ++i) {
    if (w_[idx(i)] != zero_.data()) continue;
    const int slip = i - rows[idx(i)] % d_ + 1;
    const double unit = diagonal_[idx(slip)];
    diagonal_[idx(i)] = unit > 0 ? unit : 1;
  }
}

inline double ContactRows::coupling(int i, int j) const {
  const auto a = idx(i), b = idx(j);
  if (i == j) return diagonal_[a];
  if (diagonal_[a] == 0 || diagonal_[b] == 0) return 0;
  const double* m = m_.data() + static_cast<std::ptrdiff_t>(i) * width_;
  double sum = three_ ? dot_block(w_[b], m, 3) : dot_rows(*shape_[b], w_[b], *shape_[a], m);
  if (joint_rows_ == 0) return sum;
  const double* y_i = y_.data() + static_cast<std::ptrdiff_t>(i) * joint_rows_;
  const double* y_j = y_.data() + static_cast<std::ptrdiff_t>(j) * joint_rows_;
  for (int r = std::max(from_[a], from_[b]); r < joint_rows_; ++r) sum -= y_i[r] * y_j[r];
  return sum;
}

/// Shapes and w of the rows.
void ContactRows::take_rows(const Evaluation& ev, std::span<const int> rows) {
  if (info_->first_slot < 0) {
    const bool same = from_ev_ == &ev && taken_.size() == rows.size();
    if (same && std::equal(rows.begin(), rows.end(), taken_.begin())) return;
    from_ev_ = &ev;
    taken_.assign(rows.begin(), rows.end());
  }
  alike_ = true;
  for (int i = 0; i < count_; i += d_) {
    take_row(ev, rows[idx(i)], i);
    const RowShape* own = shape_[idx(i)];
    alike_ = alike_ && (i == 0 || same_shape(*shape_[0], *own));
    const bool contact = rows[idx(i)] < contact_rows_;
    for (int k = i + 1; k < i + d_; ++k) {
      if (contact) {
        shape_[idx(k)] = own;
        w_[idx(k)] = w_[idx(k) - 1] + width_;
      } else {
        take_row(ev, rows[idx(k)], k);
      }
    }
  }
  three_ = alike_ && count_ > 0 && shape(0).size[0] == 3 && shape(0).size[1] == 0;
  if (three_) start_ = shape(0).start[0];
}

void ContactRows::build(const Evaluation& ev, const JointElimination& joints, std::span<const int> rows) {
  count_ = int_size(rows);
  take_rows(ev, rows);
  double* m = m_.data();
  for (int i = 0; i < count_; ++i, m += width_) {
    const auto k = idx(i);
    joints.inverse_mass_row(*shape_[k], w_[k], m);
    const double whole = three_ ? dot_block(w_[k], m, 3) : dot_like_rows(*shape_[k], w_[k], m);
    diagonal_[k] = whole;
    if (joint_rows_ == 0) continue;
    double* y = y_.data() + static_cast<std::ptrdiff_t>(i) * joint_rows_;
    from_[k] = joints.joint_part(*shape_[k], m, ev, {y, idx(joint_rows_)});
    if (from_[k] == joint_rows_) continue;
    double rest = whole;
    for (int r = from_[k]; r < joint_rows_; ++r) rest -= y[r] * y[r];
    // what the joints leave of wᵀ M⁻¹ w may be rounding: then no impulse moves this row
    diagonal_[k] = rest > kDependentPivot * whole ? rest : 0;
  }
  if (!info_->rubbing.empty()) free_rows(rows);
}

void ContactRows::fill(const JointElimination& joints, BlockMatrix& G) {
  G.resize(d_ == 2 ? count_ / 2 : count_ / d_);
  if (!G.dense()) {
    fill_sparse(joints, G);
  } else if (count_ > 0 && !(three_ && joint_rows_ == 0 && fill_alike(&G.entry(0, 0)))) {
    fill_dense(&G.entry(0, 0));
  }
}

/// The same as fill_dense() for rows of three numbers and no joints: mechanisms in coordinates of their own. False
/// where a row does not move.
bool ContactRows::fill_alike(double* G) const {
  const int n = count_;
  const double *m = m_.data(), *diagonal = diagonal_.data();
  const double* const* w = w_.data();
  for (int i = 0; i < n; ++i, m += width_) {
    if (diagonal[i] == 0) return false;
    double *row = G + static_cast<std::ptrdiff_t>(i) * n, *column = G + i;
    const double x = m[0], y = m[1], z = m[2];
    for (int j = 0; j < i; ++j, column += n) *column = row[j] = w[j][0] * x + w[j][1] * y + w[j][2] * z;
    row[i] = diagonal[i];
  }
  return true;
}

void ContactRows::fill_dense(double* G) const {
  if (joint_rows_ == 0 && !alike_) return fill_apart(G);
  const int n = count_;
  for (int i = 0; i < n; ++i) {
    double* row = G + static_cast<std::ptrdiff_t>(i) * n;
    for (int j = 0; j < i; ++j) row[j] = G[static_cast<std::ptrdiff_t>(j) * n + i] = coupling(i, j);
    row[i] = diagonal_[idx(i)];
  }
}

namespace {

/// Blocks of rows are whole bodies, or everything.
bool share_a_body(const RowShape& one, const RowShape& other) {
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j)
      if (one.size[i] > 0 && other.size[j] > 0 && one.start[i] == other.start[j]) return true;
  }
  return false;
}

}  // namespace

/// Rows of two contacts where no joint ties bodies: block (a, b) = w_bᵀ M⁻¹ w_a. What they share is asked once for all of
/// them.
void ContactRows::couple(int first, int second, double* block, std::ptrdiff_t stride) const {
  const RowShape &own = shape(first), &other = shape(second);
  const bool like = same_shape(own, other);
  const CommonBlocks common = like ? CommonBlocks{} : common_blocks(other, own);
  const auto fill = [&](auto&& product) {
    for (int a = 0; a < d_; ++a) {
      const double* m = m_.data() + static_cast<std::ptrdiff_t>(first + a) * width_;
      for (int b = 0; b < d_; ++b) {
        const bool moves = diagonal_[idx(first + a)] != 0 && diagonal_[idx(second + b)] != 0;
        block[a * stride + b] = moves ? product(w_[idx(second + b)], m) : 0;
      }
    }
  };
  if (like) return fill([&](const double* w, const double* m) { return dot_like_rows(own, w, m); });
  if (common.count == 1 && common.block[0].size == 6) {  // two contacts of a body in space, in the same order
    const int in_w = common.block[0].in_a, in_m = common.block[0].in_b;
    return fill([=](const double* w, const double* m) {
      w += in_w, m += in_m;
      return 0.0 + w[0] * m[0] + w[1] * m[1] + w[2] * m[2] + w[3] * m[3] + w[4] * m[4] + w[5] * m[5];
    });
  }
  fill([&](const double* w, const double* m) { return dot_unlike_rows(common, w, m); });
}

/// The same as fill_dense() for bodies without joints: most contacts may share nothing.
void ContactRows::fill_apart(double* G) const {
  const int n = count_;
  std::fill_n(G, static_cast<std::ptrdiff_t>(n) * n, 0.0);
  const auto at = [&](int row, int column) { return G + static_cast<std::ptrdiff_t>(row) * n + column; };
  for (int first = 0; first < n; first += d_) {
    for (int second = 0; second <= first; second += d_) {
      if (!share_a_body(shape(second), shape(first))) continue;
      couple(first, second, at(first, second), n);
      mirror(at(first, second), n, at(second, first), n);
    }
    for (int i = first; i < first + d_; ++i) *at(i, i) = diagonal_[idx(i)];
  }
}

/// The transpose of a block; of one on the diagonal, which is its own, the half below counts.
void ContactRows::mirror(const double* block, std::ptrdiff_t stride, double* image,
                         std::ptrdiff_t image_stride) const {
  for (int a = 0; a < d_; ++a) {
    for (int b = 0; b < (block == image ? a : d_); ++b) image[b * image_stride + a] = block[a * stride + b];
  }
}

/// Only contacts that share a body, or whose bodies joints tie together, have a block.
void ContactRows::fill_sparse(const JointElimination& joints, BlockMatrix& G) {
  const int n = count_ / d_;
  const auto for_groups = [&](int contact, auto&& f) {
    const RowShape& row = shape(contact * d_);
    const int first = row.size[0] > 0 ? joints.group(row.start[0]) : -1;
    const int second = row.size[1] > 0 ? joints.group(row.start[1]) : -1;
    if (first >= 0) f(0, first);
    if (second >= 0 && second != first) f(1, second);
  };
  for (int i = 0; i < n; ++i) {
    for_groups(i, [&](int block, int group) {
      next_[idx(2 * i + block)] = head_[idx(group)];
      head_[idx(group)] = 2 * i + block;
    });
    mark_[idx(i)] = -1;
  }
  for (int i = 0; i < n; ++i) {
    neighbours_.clear();
    neighbours_.push_back(i);
    mark_[idx(i)] = i;
    for_groups(i, [&](int, int group) {
      for (int k = head_[idx(group)]; k >= 0; k = next_[idx(k)]) {
        if (mark_[idx(k / 2)] == i) continue;
        mark_[idx(k / 2)] = i;
        neighbours_.push_back(k / 2);
      }
    });
    std::sort(neighbours_.begin(), neighbours_.end());
    for (const int j : neighbours_) {
      double* block = G.append(j);
      if (j < i) {
        mirror(&G.stored(d_ * j, d_ * i), d_, block, d_);
        continue;
      }
      double own[9];  // of rows j and i
      if (joint_rows_ == 0) {
        couple(d_ * j, d_ * i, own, d_);
      } else {
        for (int a = 0; a < d_; ++a)
          for (int b = 0; b < d_; ++b)
            own[a * d_ + b] = coupling(std::max(d_ * j + a, d_ * i + b), std::min(d_ * j + a, d_ * i + b));
      }
      if (i == j) {
        mirror(own, d_, own, d_);
        for (int a = 0; a < d_; ++a) own[a * d_ + a] = diagonal_[idx(d_ * i + a)];
      }
      mirror(own, d_, block, d_);
    }
    G.end_row();
  }
  for (int i = 0; i < n; ++i) {
    for_groups(i, [&](int, int group) { head_[idx(group)] = -1; });
  }
}

void ContactRows::add_impulse(const JointElimination& joints, std::span<const double> P, std::span<double> v,
                              std::span<double> lambda) {
  if (three_) {
    double* to = v.data() + start_;
    double x = to[0], y = to[1], z = to[2];
    const double* m = m_.data();
    for (int i = 0; i < count_; ++i, m += width_) {
      const double impulse = P[idx(i)];
      if (impulse == 0) continue;
      x += impulse * m[0];
      y += impulse * m[1];
      z += impulse * m[2];
    }
    to[0] = x, to[1] = y, to[2] = z;
  } else {
    for (int i = 0; i < count_; ++i) {
      const double impulse = P[idx(i)];
      if (impulse != 0) add_mass_row(i, impulse, v);
    }
  }
  if (joint_rows_ == 0) return;
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  for (int i = 0; i < count_; ++i) {
    const double impulse = P[idx(i)];
    if (impulse == 0) continue;
    const double* y = y_.data() + static_cast<std::ptrdiff_t>(i) * joint_rows_;
    for (int r = from_[idx(i)]; r < joint_rows_; ++r) {
      scratch_[idx(r)] -= y[r] * impulse;
    }
  }
  joints.backward(scratch_);
  joints.add_impulse(scratch_, v);
  for (std::size_t r = 0; r < scratch_.size(); ++r) lambda[r] += scratch_[r];
}

}  // namespace freeplay

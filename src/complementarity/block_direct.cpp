// SPDX-License-Identifier: Apache-2.0
#include "complementarity/block_direct.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kDependent = 1e-12;  // a pivot that is rounding, as a part of the largest entry of G
constexpr double kExact = 1e-14;      // error that needs no repetition, as a part of the right-hand side
constexpr int kMostRepetitions = 12;
constexpr int kFew = 6;  // entries below which plain loops are faster

/// to −= factor · from
inline void subtract(double* to, const double* from, double factor, int count) {
  if (count >= kFew) {
    Eigen::Map<Eigen::ArrayXd>(to, count) -= factor * Eigen::Map<const Eigen::ArrayXd>(from, count);
    return;
  }
  for (int k = 0; k < count; ++k) to[k] -= factor * from[k];
}

inline double product(const double* a, const double* b, int count) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

double largest_of(std::span<const double> x) {
  double most = 0;
  for (const double value : x) {
    if (!(std::abs(value) <= most)) most = std::abs(value);
  }
  return most;
}

}  // namespace

void BlockDirect::start(const BlockMatrix& G) {
  G_ = &G;
  fronts_.analyse(G);
  if (parts_.size() < idx(G.size())) parts_.resize(idx(G.size()));
}

int BlockDirect::number() {
  unknowns_ = 0;
  for (int i = 0; i < G_->size(); ++i) {
    part(i).first = unknowns_;
    unknowns_ += part(i).width;
  }
  return unknowns_;
}

/// C G T of its blocks, with δ and B on the diagonal.
template <int d>
void BlockDirect::add_blocks(const Fronts::Front& front, double delta) {
  const int stride = G_->stride(), size = factors_.back().size;
  const std::ptrdiff_t next = G_->dense() ? d : d * d;
  const Fronts::Entry* entry = fronts_.entries(front);
  for (const Fronts::Entry* end = entry + front.count; entry != end; ++entry) {
    const Part &row = part(entry->row), &column = part(entry->column);
    const int width = column.width;
    if (row.width == 0 || width == 0) continue;
    const double* block = G_->diagonal(entry->row) + entry->block * next;
    double A[d * d];  // G + δ·1
    for (int k = 0; k < d; ++k) {
      for (int b = 0; b < d; ++b) A[k * d + b] = block[k * stride + b];
    }
    const bool diagonal = entry->row == entry->column;
    for (int k = 0; k < d && diagonal; ++k) A[k * d + k] += delta;
    for (int a = 1; a < d; ++a) {
      const double slope = column.slope[idx(a - 1)];
      for (int k = 0; k < d && slope != 0; ++k) A[k * d] += slope * A[k * d + a];
    }
    double* to = front_.data() + static_cast<std::ptrdiff_t>(offset_[idx(entry->row_place)]) * size +
                 offset_[idx(entry->column_place)];
    for (int a = 0; a < row.width; ++a, to += size) {
      for (int b = 0; b < width; ++b) {
        double value = A[a * d + b];
        if (!row.plain) {
          value = diagonal ? row.B[idx(a * width + b)] : 0;
          for (int k = 0; k < d; ++k) value += row.C[idx(a * d + k)] * A[k * d + b];
        }
        to[b] += value;
      }
    }
  }
}

/// Places of its unknowns, and its own blocks of G.
void BlockDirect::assemble(const Fronts::Front& front, double delta) {
  Factor& factor = factors_.emplace_back();
  factor.list = unknown_.size();
  const int* nodes = fronts_.nodes(front);
  offset_.clear();
  for (int k = 0; k < front.size; ++k) {
    const Part& own = part(nodes[k]);
    offset_.push_back(factor.size);
    factor.size += own.width;
    if (k < front.own) factor.pivots += own.width;
    for (int a = 0; a < own.width; ++a) unknown_.push_back(own.first + a);
  }
  column_.insert(column_.end(), unknown_.begin() + static_cast<std::ptrdiff_t>(factor.list), unknown_.end());
  front_.assign(idx(factor.size) * idx(factor.size), 0);
  if (G_->d() == 1) return add_blocks<1>(front, delta);
  if (G_->d() == 2) return add_blocks<2>(front, delta);
  add_blocks<3>(front, delta);
}

/// What a child left, from the top of the stack.
void BlockDirect::add_child(const Fronts::Front& child, const Factor& factor) {
  const int left = factor.size - factor.pivots, width = factors_.back().size;
  const double* from = stack_.data() + (stack_.size() - idx(left) * idx(left));
  const int* places = fronts_.places(child);
  const int* nodes = fronts_.nodes(child) + child.own;
  const int remaining = child.size - child.own;
  const std::size_t base = offset_.size();  // behind: the columns of what is left
  for (int j = 0; j < remaining; ++j) {
    for (int b = 0; b < part(nodes[j]).width; ++b) offset_.push_back(offset_[idx(places[j])] + b);
  }
  const int* column = offset_.data() + base;
  for (int r = 0; r < left; ++r, from += left) {
    double* row = front_.data() + static_cast<std::ptrdiff_t>(column[r]) * width;
    for (int c = 0; c < left; ++c) row[column[c]] += from[c];
  }
  offset_.resize(base);
  stack_.resize(stack_.size() - idx(left) * idx(left));
}

/// Brings the largest entry of what is left of its own rows, and columns, to place (p, p).
void BlockDirect::choose_pivot(const Factor& factor, int p, bool columns_too) {
  const int n = factor.size, own = factor.pivots;
  const auto row = [&](int r) { return front_.data() + static_cast<std::ptrdiff_t>(r) * n; };
  int best = p, column = p;
  double most = std::abs(row(p)[p]);
  for (int r = p; r < own; ++r) {
    const double* const entries = row(r);
    for (int k = p; k < (columns_too ? own : p + 1); ++k) {
      if (std::abs(entries[k]) > most) best = r, column = k, most = std::abs(entries[k]);
    }
  }
  pivot_.push_back(best);
  if (best != p) std::swap_ranges(row(p), row(p) + n, row(best));
  if (column == p) return;
  for (int r = 0; r < n; ++r) std::swap(row(r)[p], row(r)[column]);
  std::swap(column_[factor.list + idx(p)], column_[factor.list + idx(column)]);
}

/// Own unknowns from `rank` on stay zero, whatever their equations say.
void BlockDirect::drop(Factor& factor, int rank) {
  const int n = factor.size, own = factor.pivots;
  for (int r = rank; r < n; ++r) {
    double* row = front_.data() + static_cast<std::ptrdiff_t>(r) * n;
    std::fill(row + rank, row + (r < own ? n : own), 0.0);
    if (r >= own) continue;
    row[r] = std::numeric_limits<double>::infinity();
    if (r > rank) pivot_.push_back(r);  // that of `rank` was chosen
  }
}

/// Gauss on its own unknowns.
bool BlockDirect::eliminate(Factor& factor, double least) {
  const int n = factor.size, own = factor.pivots;
  double* const F = front_.data();
  const auto row = [&](int r) { return F + static_cast<std::ptrdiff_t>(r) * n; };
  for (int p = 0; p < own; ++p) {
    choose_pivot(factor, p, least > 0);
    const double pivot = row(p)[p];
    if (!std::isfinite(pivot)) return false;
    if (!(std::abs(pivot) > least)) {
      if (least > 0) drop(factor, p);
      return least > 0;
    }
    const double inverse = 1 / pivot;
    for (int r = p + 1; r < n; ++r) {
      double* other = row(r);
      if (other[p] == 0) continue;
      other[p] *= inverse;
      subtract(other + p + 1, row(p) + p + 1, other[p], n - p - 1);
    }
  }
  return true;
}

void BlockDirect::keep(Factor& factor) {
  const int n = factor.size, own = factor.pivots;
  factor.at = values_.size();
  values_.insert(values_.end(), front_.data(), front_.data() + idx(own) * idx(n));
  for (int r = own; r < n; ++r) {
    const double* row = front_.data() + idx(r) * idx(n);
    values_.insert(values_.end(), row, row + own);
    stack_.insert(stack_.end(), row + own, row + n);
  }
}

bool BlockDirect::factorise(double delta, double least) {
  ++factorisations_;
  factors_.clear();
  values_.clear();
  stack_.clear();
  waiting_.clear();
  unknown_.clear();
  column_.clear();
  pivot_.clear();
  const auto& fronts = fronts_.fronts();
  for (std::size_t k = 0; k < fronts.size(); ++k) {
    assemble(fronts[k], delta);
    for (int c = 0; c < fronts[k].children; ++c) {
      const auto child = idx(waiting_.back());
      waiting_.pop_back();
      add_child(fronts[child], factors_[child]);
    }
    if (!eliminate(factors_.back(), least)) return false;
    keep(factors_.back());
    if (fronts[k].parent >= 0) waiting_.push_back(to_int(k));
  }
  return true;
}

/// z ← M_δ⁻¹ z
void BlockDirect::apply(std::span<double> z) {
  std::size_t first = 0;
  for (const Factor& factor : factors_) {
    const int n = factor.size, own = factor.pivots;
    const int* place = unknown_.data() + factor.list;
    gathered_.resize(idx(n));
    double* g = gathered_.data();
    for (int p = 0; p < own; ++p) g[p] = z[idx(place[p])];
    const double* row = values_.data() + factor.at;
    for (int p = 0; p < own; ++p) std::swap(g[p], g[pivot_[first + idx(p)]]);
    for (int p = 0; p < own; ++p, row += n) {
      g[p] -= product(row, g, p);
      z[idx(place[p])] = g[p];
    }
    for (int r = own; r < n; ++r, row += own) z[idx(place[r])] -= product(row, g, own);
    first += idx(own);
  }
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor) {
    const int n = factor->size, own = factor->pivots;
    const int *place = unknown_.data() + factor->list, *column = column_.data() + factor->list;
    gathered_.resize(idx(n));
    double* g = gathered_.data();
    for (int k = 0; k < n; ++k) g[k] = z[idx(place[k])];
    for (int p = own - 1; p >= 0; --p) {
      const double* row = values_.data() + factor->at + idx(p) * idx(n);
      g[p] = (g[p] - product(row + p + 1, g + p + 1, n - p - 1)) / row[p];
      z[idx(column[p])] = g[p];
    }
  }
}

/// out = c − M z; returns its largest entry.
double BlockDirect::rest(std::span<const double> c, std::span<const double> z, std::span<double> out) {
  const int d = G_->d(), stride = G_->stride();
  const std::ptrdiff_t next = G_->dense() ? d : d * d;
  P_.assign(idx(G_->rows()), 0);
  for (int i = 0; i < G_->size(); ++i) {
    const Part& own = part(i);
    if (own.width == 0) continue;
    double* P = P_.data() + idx(d * i);
    const double* from = z.data() + own.first;
    for (int a = 0; a < own.width; ++a) P[a] = from[a];
    for (int a = 1; a < d; ++a) P[a] += own.slope[idx(a - 1)] * from[0];
  }
  for (int i = 0; i < G_->size(); ++i) {
    const Part& own = part(i);
    if (own.width == 0) continue;
    double xi[3] = {0, 0, 0};
    const double* diagonal = G_->diagonal(i);
    fronts_.for_row(i, [&](int j, int at) {
      if (part(j).width == 0) return;
      const double *block = diagonal + at * next, *P = P_.data() + idx(d * j);
      for (int a = 0; a < d; ++a) {
        for (int b = 0; b < d; ++b) xi[a] += block[a * stride + b] * P[b];
      }
    });
    for (int a = 0; a < own.width; ++a) {
      double value = xi[a];
      if (!own.plain) {
        value = 0;
        for (int k = 0; k < d; ++k) value += own.C[idx(a * d + k)] * xi[k];
        for (int b = 0; b < own.width; ++b) value += own.B[idx(a * own.width + b)] * z[idx(own.first + b)];
      }
      out[idx(own.first + a)] = c[idx(own.first + a)] - value;
    }
  }
  return largest_of(out);
}

double BlockDirect::solve(std::span<double> c, double damping, bool regular) {
  const auto n = idx(unknowns_);
  if (n == 0) return 0;
  const auto refuse = [&] {
    std::fill(c.begin(), c.end(), 0.0);
    return std::numeric_limits<double>::infinity();
  };
  // the largest entry of G: that of C G T + B may be known only when all is assembled
  double largest = 0;
  for (int i = 0; i < G_->size(); ++i) {
    for (int a = 0; a < G_->d(); ++a)
      largest = std::max(largest, std::abs(G_->diagonal(i)[a * (G_->stride() + 1)]));
  }
  const double least = damping > 0 || regular ? 0 : kDependent * largest;
  if (!(largest > 0) || !std::isfinite(largest) || !factorise(damping * largest, least)) return refuse();
  z_.assign(n, 0);
  rest_.assign(c.begin(), c.end());
  change_.resize(n);
  double error = largest_of(rest_);
  const double exact = kExact * error;
  for (int k = 0; k < kMostRepetitions && error > exact; ++k) {
    std::copy(rest_.begin(), rest_.end(), change_.begin());
    apply(change_);
    if (damping > 0) {
      std::copy(change_.begin(), change_.end(), c.begin());
      return 0;
    }
    for (std::size_t i = 0; i < n; ++i) change_[i] += z_[i];
    const double next = rest(c, change_, rest_);
    if (!(next < error)) break;
    std::swap(z_, change_);
    const bool slow = next > 0.5 * error;
    error = next;
    if (slow) break;
  }
  std::copy(z_.begin(), z_.end(), c.begin());
  return error;
}

}  // namespace freeplay

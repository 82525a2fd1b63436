// SPDX-License-Identifier: Apache-2.0
#include "complementarity/fronts.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "base/index.h"

namespace freeplay {
namespace {

// Nodes that a merged front may carry without need: zeros cost less than another front. By trial.
constexpr int kSpare = 2;

bool is_zero(const double* block, int stride, int d) {
  for (int a = 0; a < d; ++a) {
    for (int b = 0; b < d; ++b) {
      if (block[a * stride + b] != 0) return false;
    }
  }
  return true;
}

/// Whether G has the graph with these rows.
bool same_graph(const BlockMatrix& G, const std::vector<int>& start, const std::vector<int>& column) {
  auto next = column.begin();
  bool same = start.size() == idx(G.size()) + 1;
  for (int i = 0; i < G.size() && same; ++i) {
    const auto end = column.begin() + start[idx(i) + 1];
    G.for_row(i, [&](int j, const double* block, int stride) {
      const bool expected = next != end && *next == j;
      if (expected) ++next;
      same = same && expected == (!G.dense() || i == j || !is_zero(block, stride, G.d()));
    });
    same = same && next == end;
  }
  return same;
}

}  // namespace

/// True when it is not the graph that is known.
bool Fronts::take_graph(const BlockMatrix& G) {
  if (same_graph(G, known_start_, known_column_)) return false;  // mostly that of the Newton step before
  next_start_.assign(1, 0);
  next_column_.clear();
  next_block_.clear();
  for (int i = 0; i < G.size(); ++i) {
    int k = 0, diagonal = 0;
    const auto begin = next_block_.size();
    G.for_row(i, [&](int j, const double* block, int stride) {
      const int number = k++;
      if (i == j) diagonal = number;
      if (G.dense() && i != j && is_zero(block, stride, G.d())) return;
      next_column_.push_back(j);
      next_block_.push_back(number);
    });
    for (auto e = begin; e < next_block_.size(); ++e) next_block_[e] -= diagonal;
    next_start_.push_back(int_size(next_column_));
  }
  n_ = G.size();
  std::swap(known_start_, next_start_);
  std::swap(known_column_, next_column_);
  std::swap(block_, next_block_);
  complete_graph();
  return true;
}

/// Where the mirror image of every block stands. Rows are read in their order, so that the images in a row are met in
/// theirs. False where one is missing.
bool Fronts::find_mirrors() {
  mirror_.assign(column_.size(), -1);
  mark_.assign(start_.begin(), start_.end() - 1);  // the next image in each row
  for (int i = 0; i < n_; ++i) {
    for (int e = start_[idx(i)]; e < start_[idx(i) + 1]; ++e) {
      const int j = column_[idx(e)], image = mark_[idx(j)]++;
      if (image == start_[idx(j) + 1] || column_[idx(image)] != i) return false;
      mirror_[idx(e)] = image;
    }
  }
  return true;
}

/// A block without its mirror image, which no mechanism has, gets one without numbers.
void Fronts::complete_graph() {
  start_ = known_start_;
  column_ = known_column_;
  if (find_mirrors()) return;
  struct Edge {
    int row, column, block;
  };
  std::vector<Edge> edges;
  for (int i = 0; i < n_; ++i) {
    for (int e = start_[idx(i)]; e < start_[idx(i) + 1]; ++e) {
      const int j = column_[idx(e)];
      edges.push_back({i, j, block_[idx(e)]});
      if (!std::binary_search(column_.begin() + start_[idx(j)], column_.begin() + start_[idx(j) + 1], i))
        edges.push_back({j, i, kNoBlock});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  start_.assign(idx(n_) + 1, 0);
  column_.clear();
  block_.clear();
  for (const Edge& edge : edges) {
    ++start_[idx(edge.row) + 1];
    column_.push_back(edge.column);
    block_.push_back(edge.block);
  }
  for (int i = 0; i < n_; ++i) start_[idx(i) + 1] += start_[idx(i)];
  find_mirrors();
}

void Fronts::choose_order() {
  Eigen::SparseMatrix<double> pattern(n_, n_);
  pattern.resizeNonZeros(static_cast<Eigen::Index>(column_.size()));
  std::copy(start_.begin(), start_.end(), pattern.outerIndexPtr());
  std::copy(column_.begin(), column_.end(), pattern.innerIndexPtr());
  std::fill_n(pattern.valuePtr(), column_.size(), 1.0);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  order_.assign(order.indices().data(), order.indices().data() + n_);
  place_.resize(idx(n_));
  for (int k = 0; k < n_; ++k) place_[idx(order_[idx(k)])] = k;
}

/// The elimination tree [Liu1990], and the order in which every node follows all below it.
void Fronts::find_tree() {
  const auto n = idx(n_);
  const auto find_parents = [&] {
    parent_.assign(n, -1);
    mark_.assign(n, -1);  // ancestors, shortened on the way
    for (int k = 0; k < n_; ++k) {
      const int contact = order_[idx(k)];
      for (int e = start_[idx(contact)]; e < start_[idx(contact) + 1]; ++e) {
        for (int i = place_[idx(column_[idx(e)])]; i >= 0 && i < k;) {
          const int next = mark_[idx(i)];
          mark_[idx(i)] = k;
          if (next < 0) parent_[idx(i)] = k;
          i = next;
        }
      }
    }
  };
  find_parents();
  head_.assign(n, -1);
  std::vector<int>& sibling = local_;
  sibling.assign(n, -1);
  for (int k = n_ - 1; k >= 0; --k) {
    if (parent_[idx(k)] < 0) continue;
    sibling[idx(k)] = head_[idx(parent_[idx(k)])];
    head_[idx(parent_[idx(k)])] = k;
  }
  std::vector<int> after;  // places in the new order
  after.reserve(n);
  for (int root = 0; root < n_; ++root) {
    if (parent_[idx(root)] >= 0) continue;
    for (int k = root;;) {
      while (head_[idx(k)] >= 0) k = head_[idx(k)];
      after.push_back(k);
      if (k == root) break;
      const int up = parent_[idx(k)];
      head_[idx(up)] = sibling[idx(k)];
      k = up;
    }
  }
  for (int& k : after) k = order_[idx(k)];
  order_ = std::move(after);
  for (int k = 0; k < n_; ++k) place_[idx(order_[idx(k)])] = k;
  find_parents();
}

/// What remains after each: its own later neighbours and what its children leave.
void Fronts::find_structures() {
  const auto n = idx(n_);
  structure_.clear();
  structure_at_.assign(1, 0);
  mark_.assign(n, -1);
  head_.assign(n, -1);
  std::vector<int>& sibling = local_;
  sibling.assign(n, -1);
  for (int k = 0; k < n_; ++k) {
    mark_[idx(k)] = k;
    const auto begin = static_cast<std::ptrdiff_t>(structure_.size());
    const auto take = [&](int i) {
      if (i <= k || mark_[idx(i)] == k) return;
      mark_[idx(i)] = k;
      structure_.push_back(i);
    };
    const int contact = order_[idx(k)];
    for (int e = start_[idx(contact)]; e < start_[idx(contact) + 1]; ++e) take(place_[idx(column_[idx(e)])]);
    for (int child = head_[idx(k)]; child >= 0; child = sibling[idx(child)]) {
      for (int e = structure_at_[idx(child)]; e < structure_at_[idx(child) + 1]; ++e)
        take(structure_[idx(e)]);
    }
    std::sort(structure_.begin() + begin, structure_.end());
    structure_at_.push_back(int_size(structure_));
    const int parent = parent_[idx(k)];
    if (parent < 0) continue;
    sibling[idx(k)] = head_[idx(parent)];
    head_[idx(parent)] = k;
  }
}

/// Nodes that follow each other and leave the same behind, or nearly, become a front.
void Fronts::merge() {
  fronts_.clear();
  nodes_.clear();
  places_.clear();
  front_of_.assign(idx(n_), -1);
  const auto size = [&](int k) { return structure_at_[idx(k) + 1] - structure_at_[idx(k)]; };
  int spare = 0;
  for (int k = 0; k < n_; ++k) {
    const int more = k == 0 ? 0 : size(k) - size(k - 1) + 1;
    const bool joins = k > 0 && parent_[idx(k - 1)] == k && spare + more <= kSpare;
    if (!joins) {
      fronts_.emplace_back().first = k;
      spare = 0;
    } else {
      spare += more;
    }
    front_of_[idx(k)] = int_size(fronts_) - 1;
    ++fronts_.back().own;
  }
  for (Front& front : fronts_) {
    const int first = front.first, last = first + front.own - 1;
    front.first = int_size(nodes_);
    for (int k = first; k <= last; ++k) nodes_.push_back(k);
    nodes_.insert(nodes_.end(), structure_.begin() + structure_at_[idx(last)],
                  structure_.begin() + structure_at_[idx(last) + 1]);
    front.size = int_size(nodes_) - front.first;
    front.parent = parent_[idx(last)] < 0 ? -1 : front_of_[idx(parent_[idx(last)])];
  }
  // nodes that remain, in the parent
  places_.assign(nodes_.size(), -1);
  for (const Front& front : fronts_) {
    if (front.parent < 0) continue;
    Front& parent = fronts_[idx(front.parent)];
    ++parent.children;
    int place = 0;
    for (int k = front.own; k < front.size; ++k) {
      const int node = nodes_[idx(front.first + k)];
      while (nodes_[idx(parent.first + place)] != node) ++place;
      places_[idx(front.first + k)] = place;
    }
  }
}

/// Every block belongs to the front in which the first of its two contacts is eliminated.
void Fronts::list_entries() {
  entries_.clear();
  entries_.reserve(column_.size());
  local_.assign(idx(n_), -1);
  for (Front& front : fronts_) {
    front.blocks = int_size(entries_);
    for (int k = 0; k < front.size; ++k) local_[idx(nodes_[idx(front.first + k)])] = k;
    for (int k = 0; k < front.own; ++k) {
      const int place = nodes_[idx(front.first + k)], contact = order_[idx(place)];
      for (int e = start_[idx(contact)]; e < start_[idx(contact) + 1]; ++e) {
        const int other = column_[idx(e)], there = place_[idx(other)];
        if (there < place) continue;
        const int at = local_[idx(there)];
        if (block_[idx(e)] != kNoBlock) entries_.push_back({contact, other, k, at, block_[idx(e)]});
        if (there == place) continue;
        const int back = mirror_[idx(e)];
        if (block_[idx(back)] != kNoBlock) entries_.push_back({other, contact, at, k, block_[idx(back)]});
      }
    }
    front.count = int_size(entries_) - front.blocks;
  }
  for (int& node : nodes_) node = order_[idx(node)];
}

void Fronts::analyse(const BlockMatrix& G) {
  if (!take_graph(G)) return;
  ++analyses_;
  choose_order();
  find_tree();
  find_structures();
  merge();
  list_entries();
}

}  // namespace freeplay

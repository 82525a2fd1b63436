// SPDX-License-Identifier: Apache-2.0
#include "system/row_order.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kMuchWork = 2e4;  // multiplications; less is not worth another order
constexpr double kGain = 2;

std::size_t at(int i) { return idx(i); }

/// Rows on the same bodies, and which of these sets have a body in common.
struct JointGraph {
  std::vector<std::vector<int>> rows;        ///< per node, in the order of the file
  std::vector<std::vector<int>> neighbours;  ///< per node, without itself

  JointGraph(std::span<const ConstraintInfo> constraints, int velocities) {
    std::map<std::array<int, 4>, int> nodes;
    std::vector<std::vector<int>> of_body(at(velocities));  // by the first velocity of a block
    for (std::size_t r = 0; r < constraints.size(); ++r) {
      const RowShape& shape = constraints[r].shape;
      const std::array<int, 4> key{shape.start[0], shape.size[0], shape.start[1], shape.size[1]};
      const auto [found, fresh] = nodes.try_emplace(key, int_size(rows));
      if (fresh) {
        rows.emplace_back();
        for (std::size_t block = 0; block < 2; ++block) {
          if (shape.size[block] > 0) of_body[at(shape.start[block])].push_back(found->second);
        }
      }
      rows[at(found->second)].push_back(to_int(r));
    }
    neighbours.resize(rows.size());
    for (const std::vector<int>& joints : of_body) {
      for (const int a : joints) {
        for (const int b : joints) {
          if (a != b) neighbours[at(a)].push_back(b);
        }
      }
    }
    for (std::vector<int>& list : neighbours) {  // few neighbours first
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    for (std::vector<int>& list : neighbours) {
      std::stable_sort(list.begin(), list.end(),
                       [&](int a, int b) { return neighbours[at(a)].size() < neighbours[at(b)].size(); });
    }
  }

  /// Nodes that can be reached from `start`, by distance; appended to `out`. Returns the first of the
  /// farthest.
  int breadth_first(int start, std::vector<int>& mark, int number, std::vector<int>& out) const {
    std::size_t next = out.size();
    std::vector<int> distance{0};
    const std::size_t base = next;
    out.push_back(start);
    mark[at(start)] = number;
    int farthest = start, most = 0;
    for (; next < out.size(); ++next) {
      const int node = out[next], its = distance[next - base];
      if (its > most) most = its, farthest = node;
      for (const int other : neighbours[at(node)]) {
        if (mark[at(other)] == number) continue;
        mark[at(other)] = number;
        out.push_back(other);
        distance.push_back(its + 1);
      }
    }
    return farthest;
  }

  /// Reverse Cuthill–McKee, component by component, each from an end that two searches find.
  std::vector<int> order() const {
    std::vector<int> mark(rows.size(), 0), nodes, trial;
    int number = 0;
    for (std::size_t start = 0; start < rows.size(); ++start) {
      if (mark[start] > 0) continue;
      trial.clear();
      const int end = breadth_first(static_cast<int>(start), mark, ++number, trial);
      trial.clear();
      const int other = breadth_first(end, mark, ++number, trial);
      const auto before = static_cast<std::ptrdiff_t>(nodes.size());
      breadth_first(other, mark, ++number, nodes);
      std::reverse(nodes.begin() + before, nodes.end());
    }
    std::vector<int> out;
    for (const int node : nodes) out.insert(out.end(), rows[at(node)].begin(), rows[at(node)].end());
    return out;
  }
};

}  // namespace

std::vector<int> envelope(std::span<const ConstraintInfo> rows, std::span<const int> order) {
  std::map<int, int> earliest;  // per body, the first row on it
  std::vector<int> first(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const RowShape& shape = rows[at(order[i])].shape;
    first[i] = to_int(i);
    for (std::size_t block = 0; block < 2; ++block) {
      if (shape.size[block] == 0) continue;
      const auto found = earliest.try_emplace(shape.start[block], to_int(i)).first;
      first[i] = std::min(first[i], found->second);
    }
  }
  return first;
}

double envelope_work(std::span<const int> first) {
  double work = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = at(first[i]); j <= i; ++j)
      work += static_cast<double>(to_int(j) - std::max(first[i], first[j]) + 1);
  }
  return work;
}

std::vector<int> row_order(std::span<const ConstraintInfo> rows, int velocities) {
  std::vector<int> natural(rows.size());
  std::iota(natural.begin(), natural.end(), 0);
  const double work = envelope_work(envelope(rows, natural));
  if (work < kMuchWork) return natural;
  const std::vector<int> other = JointGraph(rows, velocities).order();
  return kGain * envelope_work(envelope(rows, other)) < work ? other : natural;
}

}  // namespace freeplay

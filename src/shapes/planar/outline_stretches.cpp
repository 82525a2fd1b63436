// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_stretches.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kRound = 2 * std::numbers::pi;
constexpr double kSlack = 1e-2;  // rad: numbers of the file are rounded

/// Whether edge k of a part is a hollow arc that ends a stretch.
bool is_tight(const OutlinePart& part, std::size_t k, double radius) {
  const std::vector<OutlineEdge>& edges = part.whole->edges;
  const OutlineEdge& edge = edges[(part.first + k) % edges.size()];
  return edge.bend < 0 && (edge.radius <= radius || edge.undercut);
}

double bulge(const OutlineEdge& edge) { return edge.bend > 0 ? edge.angle : 0; }

/// How far consecutive edges turn to the left, hollow ones left out.
double turned(const Outline& outline, const EdgeRange& range) {
  const std::size_t n = outline.edges.size();
  double sum = 0;
  for (std::size_t i = 0; i < range.count; ++i) {
    const std::size_t k = (range.first + i) % n;
    sum += bulge(outline.edges[k]);
    if (i > 0) sum += std::max(0.0, outline.turns[k]);
  }
  return sum;
}

int pieces(const Outline& outline, const EdgeRange& range) {
  return range.closed ? 1 : 1 + static_cast<int>((turned(outline, range) + kSlack) / kRound);
}

/// Where piece `index` of so many begins: the number of edges before it.
std::size_t piece_start(const Outline& outline, const EdgeRange& range, int index, int all) {
  if (index == 0) return 0;
  if (index == all) return range.count;
  const double aim = turned(outline, range) * index / all;
  const std::size_t n = outline.edges.size();
  double sum = 0, best = std::numeric_limits<double>::infinity();
  std::size_t start = 1;
  for (std::size_t i = 0; i < range.count; ++i) {
    const std::size_t k = (range.first + i) % n;
    const double turn = i > 0 ? std::max(0.0, outline.turns[k]) : 0;
    // a sharp corner may be a quarter turn off
    const double off = std::abs(sum + 0.5 * turn - aim) - (turn > kSmoothTurn ? 0.5 * std::numbers::pi : 0);
    if (i > 0 && off < best) best = off, start = i;
    sum += turn + bulge(outline.edges[k]);
  }
  return start;
}

/// Calls use(range) for every range between tight arcs, until it answers false.
template <class F>
void each_range(const OutlinePart& part, double radius, F use) {
  const std::size_t n = part.whole->edges.size(), all = part.count;
  std::size_t begin = 0;
  if (part.closed) {  // after the first tight one
    while (begin < all && !is_tight(part, begin, radius)) ++begin;
    if (begin == all) {
      use(EdgeRange{part.first, all, true});
      return;
    }
    ++begin;
  }
  for (std::size_t done = 0; done < all;) {
    std::size_t count = 1;
    while (done + count < all && !is_tight(part, (begin + done + count - 1) % all, radius)) ++count;
    if (!use(EdgeRange{(part.first + begin + done) % n, count, false})) return;
    done += count;
  }
}

int count_stretches(const OutlinePart& part, double radius) {
  int count = 0;
  each_range(part, radius, [&](const EdgeRange& range) {
    count += pieces(*part.whole, range);
    return true;
  });
  return count;
}

EdgeRange find_stretch(const OutlinePart& part, double radius, int index) {
  EdgeRange found;
  const std::size_t n = part.whole->edges.size();
  each_range(part, radius, [&](const EdgeRange& range) {
    const int all = pieces(*part.whole, range);
    if (index >= all) {
      index -= all;
      return true;
    }
    found = range;
    if (all > 1) {
      const std::size_t start = piece_start(*part.whole, range, index, all);
      found = {(range.first + start) % n, piece_start(*part.whole, range, index + 1, all) - start, false};
    }
    return false;
  });
  FREEPLAY_ASSERT(found.count > 0);
  return found;
}

}  // namespace

int stretch_count(const OutlinePart& part, double radius) {
  return radius < part.tightest ? int_size(part.stretches) : count_stretches(part, radius);
}

EdgeRange stretch_range(const OutlinePart& part, double radius, int index) {
  if (radius < part.tightest) return part.stretches[idx(index)];
  return find_stretch(part, radius, index);
}

void mark_undercuts(Outline& outline) {
  const std::size_t n = outline.edges.size();
  const auto ends_bay = [&](std::size_t k) {  // before edge k, or with it
    return std::abs(outline.turns[k]) > kSmoothTurn || outline.edges[k].bend > 0;
  };
  for (std::size_t start = 0; start < n; ++start) {
    if (!ends_bay(start)) continue;
    const auto each = [&](auto use) {
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = (start + i) % n;
        if (i > 0 && ends_bay(k)) return;
        if (outline.edges[k].bend < 0) use(outline.edges[k]);
      }
    };
    double whole = 0, sum = 0;
    each([&](OutlineEdge& arc) { whole += arc.angle; });
    if (whole <= std::numbers::pi + kSlack) continue;
    each([&](OutlineEdge& arc) {
      arc.undercut = sum < 0.5 * whole && sum + arc.angle >= 0.5 * whole;
      sum += arc.angle;
    });
  }
}

void fill_stretches(OutlinePart& part) {
  const std::size_t n = part.whole->edges.size();
  part.tightest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < part.count; ++k) {
    const OutlineEdge& edge = part.whole->edges[(part.first + k) % n];
    if (edge.bend < 0) part.tightest = std::min(part.tightest, edge.radius);
  }
  const int plain = count_stretches(part, 0);
  for (int k = 0; k < plain; ++k) part.stretches.push_back(find_stretch(part, 0, k));
  // with every hollow arc an end there are as many as there can be, and of what turns by 2π between them
  part.most_stretches =
      count_stretches(part, std::numeric_limits<double>::infinity()) +
      static_cast<int>(turned(*part.whole, {part.first, part.count, part.closed}) / kRound) + 1;
}

}  // namespace freeplay

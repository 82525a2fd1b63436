// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_crossing.h"

#include <algorithm>
#include <numeric>

namespace freeplay {
namespace {

/// Whether a point in the direction of w from the centre is on the arc, its ends included or, with a negative margin,
/// not.
bool on_arc(const OutlineEdge& arc, const Vec2& w, double margin) {
  const double reach = norm(w);
  return dot(w, arc.middle) >= (arc.cosine - margin) * reach;
}

bool segments_cross(const OutlineEdge& a, const OutlineEdge& b, double margin) {
  const double bend = cross(a.side, b.side);
  const Vec2 between = b.from - a.from;
  if (std::abs(bend) < 1e-12) {  // side by side
    if (std::abs(cross(a.side, between)) > margin) return false;
    const double s = dot(between, a.side), t = dot(b.to - a.from, a.side);
    return std::max(s, t) > margin && std::min(s, t) < a.length - margin;
  }
  const double s = cross(between, b.side) / bend, t = cross(between, a.side) / bend;
  return s > -margin && s < a.length + margin && t > -margin && t < b.length + margin;
}

bool line_crosses_arc(const OutlineEdge& line, const OutlineEdge& arc, double margin) {
  const Vec2 w = line.from - arc.centre;
  const double along = -dot(w, line.side), away = std::abs(dot(w, line.normal));
  if (away > arc.radius + margin) return false;
  const double half = std::sqrt(std::max(0.0, (arc.radius - away) * (arc.radius + away)));
  for (const double s : {along - half, along + half}) {
    if (s < -margin || s > line.length + margin) continue;
    if (on_arc(arc, w + s * line.side, margin / arc.radius)) return true;
  }
  return false;
}

bool arcs_cross(const OutlineEdge& a, const OutlineEdge& b, double margin) {
  const Vec2 way = b.centre - a.centre;
  const double d = norm(way);
  if (d > a.radius + b.radius + margin || d < std::abs(a.radius - b.radius) - margin) return false;
  if (d <= margin) {  // of one circle
    const auto inside = [&](const OutlineEdge& arc, const Vec2& x) {
      return on_arc(arc, x - arc.centre, -margin / arc.radius);
    };
    return inside(a, b.from) || inside(a, b.to) || inside(b, a.from) || inside(b, a.to);
  }
  const double along = 0.5 * (d + (a.radius - b.radius) * (a.radius + b.radius) / d);
  const double half = std::sqrt(std::max(0.0, (a.radius - along) * (a.radius + along)));
  for (const double side : {-1.0, 1.0}) {
    const Vec2 x = a.centre + (along / d) * way + (side * half / d) * perp(way);
    if (on_arc(a, x - a.centre, margin / a.radius) && on_arc(b, x - b.centre, margin / b.radius)) return true;
  }
  return false;
}

bool edges_cross(const OutlineEdge& a, const OutlineEdge& b, double margin) {
  if (norm(a.around - b.around) > a.reach + b.reach + margin) return false;
  if (a.bend == 0 && b.bend == 0) return segments_cross(a, b, margin);
  if (a.bend == 0) return line_crosses_arc(a, b, margin);
  return b.bend == 0 ? line_crosses_arc(b, a, margin) : arcs_cross(a, b, margin);
}

/// An edge less a little at the end that it shares with a neighbour; of arcs, what is left as a chord would be too
/// rough: they are shortened along the arc.
OutlineEdge shortened(const OutlineEdge& edge, bool at_start, double share) {
  OutlineEdge found = edge;
  if (edge.bend == 0) {
    (at_start ? found.from : found.to) =
        at_start ? edge.from + share * edge.length * edge.side : edge.to - share * edge.length * edge.side;
    found.length = (1 - share) * edge.length;
    return found;
  }
  found.angle = (1 - share) * edge.angle;
  found.cosine = std::cos(0.5 * found.angle);
  const double turn = 0.5 * edge.bend * (at_start ? 1 : -1) * share * edge.angle;
  found.middle = std::cos(turn) * edge.middle + std::sin(turn) * perp(edge.middle);
  const Vec2 across = edge.bend * std::sin(0.5 * found.angle) * edge.radius * perp(found.middle);
  const Vec2 along = edge.radius * found.cosine * found.middle;
  found.from = edge.centre + along - across, found.to = edge.centre + along + across;
  return found;
}

/// Whether two segments cross by more than a margin at each of their four ends.
bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& p, const Vec2& q, double margin) {
  const Vec2 ab = b - a, pq = q - p;
  const double d_p = cross(ab, p - a) / norm(ab), d_q = cross(ab, q - a) / norm(ab);
  const double d_a = cross(pq, a - p) / norm(pq), d_b = cross(pq, b - p) / norm(pq);
  return std::min(std::abs(d_p), std::abs(d_q)) > margin && std::min(std::abs(d_a), std::abs(d_b)) > margin &&
         (d_p > 0) != (d_q > 0) && (d_a > 0) != (d_b > 0);
}

}  // namespace

std::array<std::size_t, 2> find_crossing(const Outline& outline) {
  constexpr double kMargin = 1e-9, kShare = 1e-3;
  const std::size_t n = outline.edges.size();
  const auto low = [&](std::size_t k) { return outline.edges[k].around[0] - outline.edges[k].reach; };
  const auto high = [&](std::size_t k) { return outline.edges[k].around[0] + outline.edges[k].reach; };
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return low(i) < low(j); });
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t m = k + 1; m < n && low(order[m]) <= high(order[k]); ++m) {
      const std::size_t i = std::min(order[k], order[m]), j = std::max(order[k], order[m]);
      OutlineEdge a = outline.edges[i], b = outline.edges[j];
      const double margin = kMargin * std::min(a.length, b.length);
      // at a point that they share they are compared from a little farther on
      if (outline.next(i) == j) a = shortened(a, false, kShare), b = shortened(b, true, kShare);
      if (outline.next(j) == i) a = shortened(a, true, kShare), b = shortened(b, false, kShare);
      if (edges_cross(a, b, margin)) return {i, j};
    }
  }
  return {0, 0};
}

bool parts_cross(const OutlinePart& a, const OutlinePart& b, const Pose& there, double margin) {
  constexpr double kTurn = 0.1;  // rad from point to point of an arc
  const auto line = [&](const OutlinePart& part, const Pose& at) {
    std::vector<Vec2> points;
    const std::size_t n = part.whole->edges.size();
    for (std::size_t k = 0; k < part.count; ++k)
      add_points(part.whole->edges[(part.first + k) % n], kTurn, points);
    points.push_back(part.whole->edges[(part.first + part.count - 1) % n].to);
    for (Vec2& x : points) x = at.point(x);
    return points;
  };
  const std::vector<Vec2> one = line(a, Pose{}), two = line(b, there);
  for (std::size_t i = 0; i + 1 < one.size(); ++i) {
    for (std::size_t j = 0; j + 1 < two.size(); ++j) {
      if (segments_cross(one[i], one[i + 1], two[j], two[j + 1], margin)) return true;
    }
  }
  return false;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/index.h"
#include "shapes/planar/outline_crossing.h"
#include "shapes/planar/outline_stretches.h"

namespace freeplay {
namespace {

// A turn this small, as an angle, is none.
constexpr double kStraight = 1e-9;
// Of the chord: a half circle may have its radius rounded.
constexpr double kHalfCircle = 1e-6;

OutlineEdge straight_edge(const Vec2& from, const Vec2& to, int corner) {
  OutlineEdge edge;
  edge.from = from, edge.to = to, edge.corner = corner;
  edge.length = norm(to - from);
  edge.side = (1 / edge.length) * (to - from);
  edge.normal = -1.0 * perp(edge.side);
  return edge;
}

/// The shorter arc of a radius from point to point; positive radii bulge to the right of the way.
OutlineEdge arc_edge(const Vec2& from, const Vec2& to, double radius, int corner) {
  OutlineEdge edge = straight_edge(from, to, corner);
  const double half = 0.5 * edge.length;
  edge.bend = radius > 0 ? 1 : -1;
  edge.radius = std::max(std::abs(radius), half);
  const double below = std::sqrt(std::max(0.0, (edge.radius - half) * (edge.radius + half)));
  edge.middle = static_cast<double>(edge.bend) * edge.normal;
  edge.centre = 0.5 * (from + to) - below * edge.middle;
  edge.angle = 2 * std::atan2(half, below);
  edge.cosine = below / edge.radius;
  edge.length = edge.radius * edge.angle;
  return edge;
}

double turn_between(const OutlineEdge& before, const OutlineEdge& after) {
  const Vec2 a = end_side(before), b = start_side(after);
  return std::atan2(cross(a, b), dot(a, b));
}

/// Corners and sides with the solid on the left, and the numbers that they have in the file.
struct Ordered {
  std::vector<Vec2> points;
  std::vector<double> radii;
  std::vector<int> numbers;
};

Ordered counterclockwise(const OutlineInput& given, double area) {
  const std::size_t n = given.points.size();
  Ordered found;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t point = area > 0 ? k : (n - k) % n;
    const std::size_t side = area > 0 ? k : n - 1 - k;
    found.points.push_back(given.points[point]);
    found.radii.push_back(given.radii.empty() ? 0 : given.radii[side]);
    found.numbers.push_back(static_cast<int>(point));
  }
  return found;
}

std::string side_name(const Ordered& in, std::size_t k) {
  const int a = in.numbers[k], b = in.numbers[(k + 1) % in.numbers.size()];
  const int last = int_size(in.numbers) - 1;
  const bool wraps = (a == 0 && b == last) || (b == 0 && a == last);
  return wraps ? fmt::format("{} to {}", last, 0) : fmt::format("{} to {}", std::min(a, b), std::max(a, b));
}

/// The edges, with outer corners between straight sides rounded.
OutlineProblem add_edges(const Ordered& in, double radius, Outline& outline) {
  const std::size_t n = in.points.size();
  std::vector<OutlineEdge> plain;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 &from = in.points[k], &to = in.points[(k + 1) % n];
    const double chord = norm(to - from), r = in.radii[k];
    if (r != 0 && std::abs(r) < (0.5 - kHalfCircle) * chord) {
      return {"radii",
              fmt::format("side {} is {:.6g} m long: its arc has a radius of {:.6g} m or more",
                          side_name(in, k), chord, 0.5 * chord),
              "an arc of more than half a circle needs one more point"};
    }
    plain.push_back(r == 0 ? straight_edge(from, to, in.numbers[k]) : arc_edge(from, to, r, in.numbers[k]));
  }
  std::vector<double> cut(n, 0);  // off the sides at each corner
  for (std::size_t k = 0; k < n; ++k) {
    const OutlineEdge &before = plain[(k + n - 1) % n], &after = plain[k];
    const double turn = turn_between(before, after);
    if (std::abs(turn) > std::numbers::pi - 1e-6) {
      return {"points", fmt::format("at corner {} the outline turns back on itself", in.numbers[k]),
              "give the corners of a solid, in order around it"};
    }
    if (radius > 0 && turn > kStraight && before.bend == 0 && after.bend == 0) cut[k] = std::tan(0.5 * turn);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const double both = cut[k] + cut[(k + 1) % n];
    if (plain[k].bend != 0 || radius * both < plain[k].length || both == 0) continue;
    return {"radius",
            fmt::format("side {}, of {:.4g} m, has no room for it: it must be less than {:.4g} m",
                        side_name(in, k), plain[k].length, plain[k].length / both),
            "round it less, or draw a larger polygon"};
  }
  for (std::size_t k = 0; k < n; ++k) {
    const OutlineEdge &before = plain[(k + n - 1) % n], &edge = plain[k];
    const Vec2 from = edge.from + radius * cut[k] * edge.side;
    if (cut[k] > 0)
      outline.edges.push_back(arc_edge(edge.from - radius * cut[k] * before.side, from, radius, edge.corner));
    if (edge.bend != 0)
      outline.edges.push_back(edge);
    else
      outline.edges.push_back(
          straight_edge(from, edge.to - radius * cut[(k + 1) % n] * edge.side, edge.corner));
  }
  return {};
}

void measure(Outline& outline) {
  for (std::size_t k = 0; k < outline.edges.size(); ++k) {
    OutlineEdge& edge = outline.edges[k];
    outline.turns.push_back(turn_between(outline.edges[outline.before(k)], edge));
    outline.perimeter += edge.length;
    outline.area += 0.5 * cross(edge.from - outline.edges[0].from, edge.to - outline.edges[0].from);
    if (edge.bend != 0)  // between chord and arc
      outline.area += 0.5 * edge.bend * edge.radius * edge.radius * (edge.angle - std::sin(edge.angle));
    const Vec2 chord_middle = 0.5 * (edge.from + edge.to);
    edge.around = edge.bend == 0 ? chord_middle : edge.centre + edge.radius * edge.middle;
    edge.reach = norm(edge.to - edge.around);
  }
}

/// How far around a tip its neighbours go in a straight line.
double straight_length(const OutlineEdge& edge) {
  return edge.bend == 0 ? edge.length : std::min(edge.length, edge.radius);
}

TipElement corner_element(const Outline& outline, std::size_t edge) {
  const OutlineEdge &before = outline.edges[outline.before(edge)], &after = outline.edges[edge];
  TipElement found;
  found.centre = found.ends[0] = found.ends[1] = after.from;
  found.wedge = {{start_side(after), -1.0 * end_side(before)},
                 {start_normal(after), end_normal(before)},
                 {straight_length(after), straight_length(before)}};
  found.flat[0] = after.bend == 0, found.flat[1] = before.bend == 0;
  return found;
}

TipElement arc_element(const Outline& outline, std::size_t edge) {
  const OutlineEdge& arc = outline.edges[edge];
  const OutlineEdge &before = outline.edges[outline.before(edge)], &after = outline.edges[outline.next(edge)];
  TipElement found;
  found.centre = arc.centre, found.radius = arc.radius;
  found.ends[0] = arc.to, found.ends[1] = arc.from;
  found.wedge = {{end_side(arc), -1.0 * start_side(arc)},
                 {end_normal(arc), start_normal(arc)},
                 {straight_length(after), straight_length(before)}};
  found.flat[0] = after.bend == 0 && std::abs(outline.turns[outline.next(edge)]) <= kSmoothTurn;
  found.flat[1] = before.bend == 0 && std::abs(outline.turns[edge]) <= kSmoothTurn;
  return found;
}

/// The tips of a part, in the order of its edges; one that would go on over the first edge of a closed part begins
/// before it.
void add_tips(OutlinePart& part) {
  const Outline& outline = *part.whole;
  const auto n = outline.edges.size();
  std::size_t start = part.first;
  if (part.closed) {  // after an edge that no tip has in it, if there is one
    for (std::size_t k = 0; k < part.count; ++k) {
      if (outline.edges[(part.first + k) % n].bend <= 0) {
        start = (part.first + k + 1) % n;
        break;
      }
    }
  }
  OutlineTip tip;
  const auto flush = [&] {
    if (!tip.elements.empty()) part.tips.push_back(tip);
    tip = {};
  };
  const auto add = [&](const TipElement& element, int corner) {
    if (tip.elements.empty()) tip.corner = corner;
    tip.radius = std::max(tip.radius, element.radius);
    tip.elements.push_back(element);
  };
  for (std::size_t i = 0; i < part.count; ++i) {
    const std::size_t k = (start + i) % n;
    const bool inner = part.closed || i > 0;  // the first point of an open part is a hollow corner
    if (inner && outline.turns[k] > kStraight) add(corner_element(outline, k), outline.edges[k].corner);
    if (outline.edges[k].bend > 0)
      add(arc_element(outline, k), outline.edges[k].corner);
    else
      flush();
  }
  flush();
  std::stable_sort(part.tips.begin(), part.tips.end(),
                   [](const OutlineTip& a, const OutlineTip& b) { return a.corner < b.corner; });
}

}  // namespace

Vec2 start_normal(const OutlineEdge& edge) {
  return edge.bend == 0 ? edge.normal : (edge.bend / edge.radius) * (edge.from - edge.centre);
}
Vec2 end_normal(const OutlineEdge& edge) {
  return edge.bend == 0 ? edge.normal : (edge.bend / edge.radius) * (edge.to - edge.centre);
}
Vec2 start_side(const OutlineEdge& edge) { return edge.bend == 0 ? edge.side : perp(start_normal(edge)); }
Vec2 end_side(const OutlineEdge& edge) { return edge.bend == 0 ? edge.side : perp(end_normal(edge)); }

OutlineProblem build_outline(const OutlineInput& given, bool convex, Outline& outline) {
  const std::vector<Vec2>& p = given.points;
  const std::size_t n = p.size();
  if (n > kMostEdges) {
    return {"points", fmt::format("{} corners are too many: an outline may have {}", n, kMostEdges),
            "draw it more coarsely, with arcs where it is round"};
  }
  if (!given.radii.empty() && given.radii.size() != n) {
    return {"radii", fmt::format("there are {} sides and {} radii", n, given.radii.size()),
            "give one radius for each side, the first for the side from corner 0 to 1; 0 is a straight one"};
  }
  double area = 0, perimeter = 0;
  for (std::size_t i = 0; i < n; ++i) {
    area += 0.5 * cross(p[i] - p[0], p[(i + 1) % n] - p[0]);
    perimeter += norm(p[(i + 1) % n] - p[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (norm(p[(i + 1) % n] - p[i]) <= 1e-12 * perimeter)
      return {"points", fmt::format("corners {} and {} coincide", i, (i + 1) % n), "remove one of them"};
  }
  if (std::abs(area) <= 1e-12 * perimeter * perimeter)
    return {"points", "its corners enclose no area", "give the corners of a solid, in order around it"};
  const Ordered in = counterclockwise(given, area);
  if (OutlineProblem problem = add_edges(in, given.radius, outline); !problem.key.empty()) return problem;
  measure(outline);
  mark_undercuts(outline);
  outline.corners = to_int(n);
  if (!convex) {
    if (const auto [e, f] = find_crossing(outline); e != f) {
      const auto name = [&](std::size_t edge) {
        const auto at = std::find(in.numbers.begin(), in.numbers.end(), outline.edges[edge].corner);
        return side_name(in, static_cast<std::size_t>(at - in.numbers.begin()));
      };
      return {"points", fmt::format("its sides cross each other: side {} meets side {}", name(e), name(f)),
              "give the corners in order around the solid"};
    }
  }
  return {};
}

std::vector<OutlinePart> outline_parts(const std::shared_ptr<const Outline>& outline) {
  const std::size_t n = outline->edges.size();
  std::vector<std::size_t> starts;
  for (std::size_t k = 0; k < n; ++k) {
    if (outline->turns[k] < -kSmoothTurn) starts.push_back(k);
  }
  std::vector<OutlinePart> parts;
  for (std::size_t i = 0; i < std::max<std::size_t>(starts.size(), 1); ++i) {
    OutlinePart part;
    part.whole = outline;
    part.closed = starts.empty();
    part.only = starts.size() <= 1;
    part.first = part.closed ? 0 : starts[i];
    part.count = n;
    if (starts.size() > 1) part.count = (starts[(i + 1) % starts.size()] + n - starts[i]) % n;
    fill_stretches(part);
    add_tips(part);
    for (const OutlineTip& tip : part.tips) part.tip_radius = std::max(part.tip_radius, tip.radius);
    parts.push_back(std::move(part));
  }
  return parts;
}

void add_hull_points(const OutlineEdge& edge, RecycledVector<Vec2>& points) {
  points.push_back(edge.from);
  if (edge.bend == 0) return;
  // where tangents of the arc meet, a quarter of it apart
  constexpr int kParts = 4;
  const double half = 0.5 * edge.angle / kParts, out = edge.radius / std::cos(half);
  for (int k = 0; k < kParts; ++k) {
    const double turn = (2 * k + 1) * half - 0.5 * edge.angle;
    const Vec2 way = std::cos(turn) * edge.middle + std::sin(turn) * perp(edge.middle);
    points.push_back(edge.centre + out * way);
  }
}

void add_points(const OutlineEdge& edge, double turn, std::vector<Vec2>& points) {
  points.push_back(edge.from);
  if (edge.bend == 0) return;
  const int steps = 1 + static_cast<int>(edge.angle / turn);
  for (int k = 1; k < steps; ++k) {
    const double angle = edge.bend * edge.angle * (static_cast<double>(k) / steps - 0.5);
    points.push_back(edge.centre +
                     edge.radius * (std::cos(angle) * edge.middle + std::sin(angle) * perp(edge.middle)));
  }
}

std::vector<Vec2> boundary_points(const Outline& outline, double turn) {
  std::vector<Vec2> found;
  for (const OutlineEdge& edge : outline.edges) add_points(edge, turn, found);
  return found;
}

}  // namespace freeplay

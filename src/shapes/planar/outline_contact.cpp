// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/outline_contact.h"

#include <algorithm>
#include <limits>

#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
// As in polygon_surface.cpp: sine of the angle up to which a normal counts as one of a corner beside a straight edge,
// and what of the size is the same place.
constexpr double kSkew = 0.1;
constexpr double kSame = kSimultaneous;
// Sine of an angle that is rounding.
constexpr double kEdgeOfRange = 1e-9;
// Of the way past an end where another stretch goes on: what touches that one is so much farther from this one.
constexpr double kBack = 0.1;
// What is not nearer by more than this share is as near.
constexpr double kNearer = 1e-6;

/// Where x is in front of an edge, or behind it.
struct Foot {
  double height = 0;  ///< in front of the edge, negative behind
  Vec2 normal{0, 0};
  double off = 0;        ///< past the nearer end; not positive between them
  double distance = 0;   ///< Euclidean
  bool at_start = true;  ///< the end that is nearer
};

Foot foot_of(const OutlineEdge& edge, const Vec2& x) {
  Foot foot;
  if (edge.bend == 0) {
    const Vec2 from = x - edge.from;
    const double along = dot(from, edge.side);
    foot.height = dot(from, edge.normal);
    foot.normal = edge.normal;
    foot.at_start = along < 0.5 * edge.length;
    foot.off = foot.at_start ? -along : along - edge.length;
  } else {
    const Vec2 from = x - edge.centre;
    const double reach = norm(from);
    const Vec2 way = reach > 0 ? (1 / reach) * from : edge.middle;
    foot.height = edge.bend * (reach - edge.radius);
    foot.normal = static_cast<double>(edge.bend) * way;
    const double turned = edge.bend * cross(edge.middle, way);  // in the sense of the edge
    foot.at_start = turned < 0;
    const Vec2 gone = edge.centre + edge.radius * way - (foot.at_start ? edge.from : edge.to);
    foot.off = (dot(way, edge.middle) < edge.cosine ? 1 : -1) * norm(gone);
  }
  foot.distance = foot.off <= 0 ? std::abs(foot.height) : norm(x - (foot.at_start ? edge.from : edge.to));
  return foot;
}

const OutlineEdge& edge_of(const Stretch& stretch, std::size_t k) {
  const std::size_t n = stretch.outline->edges.size(), i = stretch.first + k;
  return stretch.outline->edges[i < n ? i : i - n];
}

bool contains(const Stretch& stretch, std::size_t edge) {
  const std::size_t n = stretch.outline->edges.size();
  return (edge + n - stretch.first) % n < stretch.count;
}

const OutlineEdge& edge_before(const Stretch& stretch) {
  return stretch.outline->edges[stretch.outline->before(stretch.first)];
}

/// Whether the outline turns to the right where the stretch begins, or ends.
bool is_hollow(const Stretch& stretch, bool at_end) {
  const std::size_t n = stretch.outline->turns.size();
  return stretch.outline->turns[at_end ? (stretch.first + stretch.count) % n : stretch.first] < -kSmoothTurn;
}

/// Whether some edge is nearer to x than `depth`, other than those of the stretch that x is behind, and than `except`:
/// then x is not inside the solid below this stretch.
bool beyond(const Stretch& stretch, const Vec2& x, double depth, const OutlineEdge* except = nullptr) {
  const double least = (1 - kNearer) * depth;
  const std::vector<OutlineEdge>& edges = stretch.outline->edges;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const Vec2 way = x - edges[k].around;
    const double most = least + edges[k].reach;
    if (dot(way, way) >= most * most) continue;
    if (&edges[k] == except) continue;
    const Foot foot = foot_of(edges[k], x);
    if (foot.distance < least && !(foot.height <= 0 && contains(stretch, k))) return true;
  }
  return false;
}

/// How far x is past an end of a stretch at which the outline goes on as another stretch; not at a hollow corner.
double past_open_end(const Stretch& stretch, std::size_t k, const Vec2& x, const Foot& foot) {
  if (foot.at_start && k == 0 && !is_hollow(stretch, false))
    return std::max(0.0, -dot(x - edge_of(stretch, k).from, end_side(edge_before(stretch))));
  if (!foot.at_start && k + 1 == stretch.count && !is_hollow(stretch, true))
    return std::max(0.0, dot(x - edge_of(stretch, k).to, end_side(edge_of(stretch, k))));
  return 0;
}

/// The nearest point of a stretch.
struct Nearest {
  double distance = kFar;  ///< Euclidean
  Surface surface;         ///< the distance signed
  int end = 0;             ///< −1, 1: the first or last point of the stretch; 0: any other
};

Nearest nearest_on(const Stretch& stretch, const Vec2& x) {
  std::size_t best = 0;
  Foot foot;
  foot.distance = kFar;
  for (std::size_t k = 0; k < stretch.count; ++k) {
    const OutlineEdge& edge = edge_of(stretch, k);
    const Vec2 way = x - edge.around;
    if (const double most = foot.distance + edge.reach; dot(way, way) > most * most) continue;
    Foot here = foot_of(edge, x);
    if (here.off > 0 && !stretch.closed) here.distance += kBack * past_open_end(stretch, k, x, here);
    if (here.distance < foot.distance) best = k, foot = here;
  }
  Nearest found;
  found.distance = foot.distance;
  found.surface = {foot.height, foot.normal};
  if (foot.off <= 0) return found;
  const OutlineEdge& edge = edge_of(stretch, best);
  const Vec2 way = x - (foot.at_start ? edge.from : edge.to);
  const double reach = norm(way);
  // a corner at which an outline is divided belongs to the stretch that begins there
  const bool begins = foot.at_start && best == 0 && !stretch.closed;
  const bool first = begins && (is_hollow(stretch, false) || dot(way, end_side(edge_before(stretch))) < 0);
  const bool last = !foot.at_start && best + 1 == stretch.count && !stretch.closed;
  if (first || last) {
    found.end = first ? -1 : 1;
    found.surface = {foot.distance, reach > 0 ? (1 / reach) * way : foot.normal};
    return found;
  }
  // between two edges: at an outer corner, or where they are nearly one
  const std::size_t n = stretch.count;
  const OutlineEdge& before =
      begins ? edge_before(stretch) : edge_of(stretch, foot.at_start ? (best + n - 1) % n : best);
  const OutlineEdge& after = edge_of(stretch, foot.at_start ? best : (best + 1) % n);
  const Vec2 both = end_normal(before) + start_normal(after);
  const bool smooth =
      std::abs(cross(end_normal(before), start_normal(after))) <= kSmoothTurn && dot(both, both) > 2;
  const double side = dot(way, both) < 0 ? -1 : 1;
  found.surface = {side * foot.distance, foot.normal};
  if (smooth)
    found.surface.normal = (1 / norm(both)) * both;
  else if (reach > 0)
    found.surface.normal = (side / reach) * way;
  return found;
}

double skew(const Vec2& normal, const Wedge& wedge, int k) {
  return std::max(0.0, -dot(normal, wedge.side[k]));
}

/// 0 where the solid of the tip is in front of it along the normal, 1 where something else of it touches.
double lost_share(const Vec2& normal, const TipElement& tip) {
  if (dot(normal, tip.wedge.normal[0] + tip.wedge.normal[1]) > 2 * kSkew) return 1;  // it is behind
  double most = 0;
  for (const int k : {0, 1}) {
    const double beyond_range = skew(normal, tip.wedge, k);
    most = std::max(most, tip.flat[k] ? std::clamp(beyond_range / kSkew - 1, 0.0, 1.0)
                                      : (beyond_range > kEdgeOfRange ? 1.0 : 0.0));
  }
  return most;
}

Vec2 pushed_along(const Vec2& normal, const TipElement& tip) {
  const int k = dot(normal, tip.wedge.side[0]) < dot(normal, tip.wedge.side[1]) ? 0 : 1;
  if (skew(normal, tip.wedge, k) <= kSkew) return normal;
  return -kSkew * tip.wedge.side[k] - std::sqrt(1 - kSkew * kSkew) * tip.wedge.normal[k];
}

/// As in polygon_surface.cpp, below the tangent of the edge at the foot.
double deeper(const OutlineEdge& edge, const Foot& foot, const Wedge& wedge) {
  double most = 0;
  for (const int k : {0, 1}) {
    const double falls = -dot(foot.normal, wedge.side[k]);
    if (falls <= 0) continue;
    const double along = dot(perp(foot.normal), wedge.side[k]);
    const double whole = edge.bend == 0 ? edge.length : 2 * edge.reach;
    const bool to_end = (along > 0) != foot.at_start;
    const double left = to_end ? std::max(-foot.off, 0.0) : whole + std::min(foot.off, 0.0);
    const double room = std::max(left, 0.0) + kSkew * whole;
    const bool leaves = room < std::abs(along) * wedge.length[k];
    most = std::max(most, falls * (leaves ? room / std::abs(along) : wedge.length[k]));
  }
  return most;
}

/// Minus the depth below the edge that separates best, for a point or a corner inside, or in the same place as the
/// boundary.
Surface inside(const Stretch& stretch, const Vec2& x, const Nearest& near, const TipElement* tip) {
  const double same = kSame * stretch.size;
  Foot best;
  double most = -kFar;
  for (std::size_t k = 0; k < stretch.count; ++k) {
    const OutlineEdge& edge = edge_of(stretch, k);
    const Foot foot = foot_of(edge, x);
    if (foot.off > 2 * same || foot.height > 2 * same) continue;
    const double separates = foot.height - (tip != nullptr ? deeper(edge, foot, tip->wedge) : 0);
    if (separates > most) most = separates, best = foot;
  }
  Surface found = near.surface;
  double depth = near.distance;
  if (most > -kFar) {
    depth = -best.height;
    const double lost = tip == nullptr ? 0 : best.off > same ? 1 : lost_share(best.normal, *tip);
    found = {best.height + lost * (near.distance - best.height),
             tip == nullptr ? best.normal : pushed_along(best.normal, *tip)};
  }
  if (depth > 0 && found.distance < near.distance && beyond(stretch, x, depth))
    found.distance = near.distance;
  return found;
}

/// Where x is to the neighbour's edge that begins or ends at a hollow corner v.
struct Beside {
  double depth = 0;  ///< behind it
  double along = 0;  ///< from v; past v not positive
  bool reaches = false;
};
/// `first`: v is the first point of the stretch, and the last one of the edge. An arc that bulges out comes back to the
/// line of the stretch, and goes below it: it is a side of the groove as long as it rises.
Beside beside(const OutlineEdge& edge, bool first, const Vec2& n_mine, const Vec2& x) {
  const Vec2 away = first ? -1.0 * end_side(edge) : start_side(edge), way = x - (first ? edge.to : edge.from);
  const double along = dot(way, away);
  if (edge.bend == 0 || along <= 0)
    return {-dot(way, first ? end_normal(edge) : start_normal(edge)), along, along <= edge.length};
  const Foot foot = foot_of(edge, x);
  const bool rises = dot((first ? -1.0 : 1.0) * perp(foot.normal), n_mine) >= 0;
  return {-foot.height, along, rises && (foot.off <= 0 || foot.at_start != first)};
}

/// Off the end of a stretch, mostly at a hollow corner v. There the next edge, of the neighbour, begins.
Surface past_end(const Stretch& stretch, const Vec2& x, const Nearest& near, const TipElement* tip) {
  const Outline& outline = *stretch.outline;
  const bool first = near.end < 0;
  const std::size_t n = outline.edges.size();
  const OutlineEdge& mine = edge_of(stretch, first ? 0 : stretch.count - 1);
  const OutlineEdge& other =
      outline.edges[first ? outline.before(stretch.first) : (stretch.first + stretch.count) % n];
  const Vec2 way = x - (first ? mine.from : mine.to);
  if (!is_hollow(stretch, !first))
    return {near.distance, tip != nullptr ? pushed_along(near.surface.normal, *tip) : near.surface.normal};
  const Vec2 n_mine = first ? start_normal(mine) : end_normal(mine);
  const Vec2 n_other = first ? end_normal(other) : start_normal(other);
  const Vec2 away_mine = first ? start_side(mine) : -1.0 * end_side(mine);
  const double height = dot(way, n_mine), off = -dot(way, away_mine);
  const auto [depth, along, reaches] = beside(other, first, n_mine, x);
  const double far = near.distance / (kSame * stretch.size) - 1;
  const double below = along > 0 ? depth : near.distance;  // how far from the neighbour's edge
  const bool behind = depth >= 0 && below < stretch.size && reaches;
  Surface found = near.surface;
  if (far <= 0 || (behind && height <= 0)) {
    found = {height, n_mine};
    if (tip != nullptr) found.distance += lost_share(n_mine, *tip) * (near.distance - height);
    if (height < 0 && found.distance < near.distance && beyond(stretch, x, below, &other))
      found = near.surface;
    return found;
  }
  if (behind && !beyond(stretch, x, below, &other)) {  // not yet below the line: from the distance to zero
    const double same_way = std::max(0.0, dot(n_mine, n_other));
    const Vec2 towards = height * n_mine - (off * height / (height + depth * same_way)) * away_mine;
    found.distance = norm(towards);
    found.normal = (1 / found.distance) * towards;
  }
  if (far < 1) found = {height + far * (found.distance - height), n_mine};
  if (tip != nullptr) found.normal = pushed_along(found.normal, *tip);
  return found;
}

/// A point, or with a tip a corner of another outline.
Surface corner_on_stretch(const Stretch& stretch, const Vec2& x, const TipElement* tip) {
  const Nearest near = nearest_on(stretch, x);
  if (near.end != 0) return past_end(stretch, x, near, tip);
  if (near.surface.distance <= 0) return inside(stretch, x, near, tip);
  const double far = near.distance / (kSame * stretch.size) - 1;
  if (far >= 1)
    return {near.distance, tip != nullptr ? pushed_along(near.surface.normal, *tip) : near.surface.normal};
  const Surface close = inside(stretch, x, near, tip);
  if (far <= 0) return close;
  return {close.distance + far * (near.distance - close.distance), close.normal};
}

/// Where an arc touches. With a share of 1 it ends before it gets there.
struct ArcTouch {
  double gap = kFar, height = 0, lost = 1;
  Vec2 normal{0, 1};
};

void try_touch(double height, const Vec2& normal, const TipElement& arc, ArcTouch& best) {
  const double gap = height - arc.radius;
  if (height <= 0 || gap >= best.gap) return;
  if (const double lost = lost_share(normal, arc); lost < 1) best = {gap, height, lost, normal};
}

ArcTouch arc_touch(const Stretch& stretch, const TipElement& arc, bool arcs) {
  const Vec2& x = arc.centre;
  const double rounding = kEdgeOfRange * stretch.size;
  ArcTouch best;
  for (std::size_t k = 0; k < stretch.count; ++k) {
    const OutlineEdge& edge = edge_of(stretch, k);
    const bool tried = edge.bend == 0 || (edge.bend > 0 ? arcs : edge.radius > arc.radius);
    if (tried) {
      const Foot foot = foot_of(edge, x);
      if (foot.off <= rounding) try_touch(foot.height, foot.normal, arc, best);
    }
    if (k == 0 && !stretch.closed && is_hollow(stretch, false)) continue;
    const OutlineEdge& before = k == 0 ? edge_before(stretch) : edge_of(stretch, k - 1);
    const Vec2 way = x - edge.from;
    const double distance = norm(way);
    if (distance == 0) continue;
    const Vec2 normal = (1 / distance) * way;
    if (cross(end_normal(before), normal) > 0 && cross(normal, start_normal(edge)) > 0 &&
        dot(normal, end_normal(before) + start_normal(edge)) > 0)
      try_touch(distance, normal, arc, best);
  }
  return best;
}

TipElement seen(const TipElement& tip, const Pose& there) {
  TipElement found = tip;
  found.centre = there.point(tip.centre);
  for (const int k : {0, 1}) {
    found.ends[k] = there.point(tip.ends[k]);
    found.wedge.side[k] = there.turn(tip.wedge.side[k]);
    found.wedge.normal[k] = there.turn(tip.wedge.normal[k]);
  }
  return found;
}

TipTouch arc_on_stretch(const OutlinePart& part, double size, const TipElement& arc, const Pose& there,
                        const Stretch& stretch, bool arcs) {
  const ArcTouch touch = arc_touch(stretch, arc, arcs);
  TipTouch found{{touch.gap, touch.normal}, arc.centre - arc.radius * touch.normal};
  double lost = touch.lost;
  if (lost == 0 && touch.gap < 0) {
    const Stretch own{{part.first, part.count, part.closed}, part.whole.get(), size};
    const Vec2 on_stretch = arc.centre - touch.height * touch.normal;
    if (beyond(stretch, found.point, -touch.gap) || beyond(own, in_frame(there, on_stretch), -touch.gap))
      lost = 1;
  }
  if (lost == 0) return found;
  TipTouch end;  // where it ends
  end.surface.distance = kFar;
  for (const Vec2& x : arc.ends) {
    const Nearest near = nearest_on(stretch, x);
    if (near.distance < end.surface.distance) end = {{near.distance, near.surface.normal}, x};
  }
  if (lost == 1) return end;
  found.surface.distance += lost * (end.surface.distance - found.surface.distance);
  return found;
}

}  // namespace

Stretch stretch_of(const OutlinePart& part, double size, double radius, int index) {
  return {stretch_range(part, radius, index), part.whole.get(), size};
}

Surface point_on_stretch(const Stretch& stretch, const Vec2& x) {
  return corner_on_stretch(stretch, x, nullptr);
}

TipTouch tip_on_stretch(const OutlinePart& part, const OutlineTip& tip, double size, const Pose& there,
                        const Stretch& stretch, bool arcs) {
  TipTouch best;
  best.surface.distance = kFar;
  for (const TipElement& element : tip.elements) {
    const TipElement here = seen(element, there);
    const TipTouch touch = element.radius > 0
                               ? arc_on_stretch(part, size, here, there, stretch, arcs)
                               : TipTouch{corner_on_stretch(stretch, here.centre, &here), here.centre};
    if (touch.surface.distance < best.surface.distance) best = touch;
  }
  return best;
}

Lowest lowest(const OutlineTip& tip, const Vec2& direction) {
  Lowest best{kFar, {0, 0}};
  const auto take = [&](const Vec2& x) {
    if (const double height = dot(direction, x); height < best.height) best = {height, x};
  };
  for (const TipElement& element : tip.elements) {
    if (element.radius == 0) {
      take(element.centre);
    } else if (skew(direction, element.wedge, 0) == 0 && skew(direction, element.wedge, 1) == 0 &&
               dot(direction, element.wedge.normal[0] + element.wedge.normal[1]) <= 0) {
      take(element.centre - element.radius * direction);
    } else {
      for (const Vec2& end : element.ends) take(end);
    }
  }
  return best;
}

}  // namespace freeplay

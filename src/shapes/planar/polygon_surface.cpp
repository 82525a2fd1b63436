// SPDX-License-Identifier: Apache-2.0
#include "shapes/planar/polygon_surface.h"

#include <algorithm>
#include <limits>

#include "base/tolerances.h"

namespace freeplay {
namespace {

// Sine of the angle up to which a side counts as one that a corner can touch: sides of a finely divided curve,
// and faces on each other that an overlap has tilted.
constexpr double kSkew = 0.1;
// Of the polygon's size: corners this close are in the same place, and the direction from one to the other is
// made of rounding and drift. Both touch.
constexpr double kSame = kSimultaneous;

double skew(const Vec2& normal, const Wedge* wedge) {
  if (!wedge) return 0;
  return std::max({0.0, -dot(normal, wedge->side[0]), -dot(normal, wedge->side[1])});
}

/// The normal, or the nearest one whose skew is at most kSkew.
Vec2 pushed_along(const Vec2& normal, const Wedge* wedge) {
  if (skew(normal, wedge) <= kSkew) return normal;
  const std::size_t k = dot(normal, wedge->side[0]) < dot(normal, wedge->side[1]) ? 0 : 1;
  return -kSkew * wedge->side[k] - std::sqrt(1 - kSkew * kSkew) * wedge->normal[k];
}

/// How far the foot of x on side i is off the ends of the side; negative between them.
double off_side(const PlanarShape& polygon, std::size_t i, const Vec2& x) {
  const std::size_t next = i + 1 < polygon.points.size() ? i + 1 : 0;
  return std::max(-dot(x - polygon.points[i], polygon.sides[i]),
                  dot(x - polygon.points[next], polygon.sides[i]));
}

/// Euclidean distance of a point in front of some side.
Surface outside(const PlanarShape& polygon, const Vec2& x) {
  Surface nearest{std::numeric_limits<double>::infinity(), {0, 0}};
  for (std::size_t i = 0; i < polygon.points.size(); ++i) {
    const double distance = face_distance(polygon, i, x);
    if (distance > 0 && off_side(polygon, i, x) <= 0) return {distance, polygon.normals[i]};
    const Vec2 from = x - polygon.points[i];
    const double reach = norm(from);
    if (reach < nearest.distance) nearest = {reach, reach > 0 ? (1 / reach) * from : polygon.normals[i]};
  }
  return nearest;
}

/// How much deeper than x the sides of the corner get, below side i and between its ends, or a little past
/// them: at its very end rounding would decide.
double deeper(const PlanarShape& polygon, std::size_t i, const Vec2& x, const Wedge& wedge) {
  const Vec2 &p = polygon.points[i], &q = polygon.points[i + 1 < polygon.points.size() ? i + 1 : 0];
  double most = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const double falls = -dot(polygon.normals[i], wedge.side[k]);
    if (falls <= 0) continue;
    const double along = dot(polygon.sides[i], wedge.side[k]);
    const double to_end = along > 0 ? dot(q - x, polygon.sides[i]) : dot(x - p, polygon.sides[i]);
    const double room = std::max(to_end, 0.0) + kSkew * dot(q - p, polygon.sides[i]);
    const bool leaves = room < std::abs(along) * wedge.length[k];
    most = std::max(most, falls * (leaves ? room / std::abs(along) : wedge.length[k]));
  }
  return most;
}

/// Distance of x from side i, or of the deepest point of the two sides that end there.
double cleared(const PlanarShape& polygon, std::size_t i, const Vec2& x, const Wedge* wedge) {
  return face_distance(polygon, i, x) - (wedge ? deeper(polygon, i, x, *wedge) : 0);
}

/// The side that separates the two best near x.
std::size_t best_side(const PlanarShape& polygon, const Vec2& x, const Wedge* wedge) {
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.normals.size(); ++i) {
    const double distance = cleared(polygon, i, x, wedge);
    if (distance > most) best = i, most = distance;
  }
  return best;
}

/// How much another corner keeps this one from touching the side: 1 if it does.
double lost(const PlanarShape& polygon, std::size_t side, const Vec2& x, const Wedge* wedge) {
  if (!wedge) return 0;
  const bool past = off_side(polygon, side, x) > kSame * polygon.size;
  return past ? 1.0 : std::clamp(skew(polygon.normals[side], wedge) / kSkew - 1, 0.0, 1.0);
}

/// Minus the depth below a side, for a point inside.
Surface inside(const PlanarShape& polygon, const Vec2& x, double nearest, const Wedge* wedge) {
  const std::size_t best = best_side(polygon, x, wedge);
  Surface found{face_distance(polygon, best, x), pushed_along(polygon.normals[best], wedge)};
  found.distance += lost(polygon, best, x, wedge) * (std::abs(nearest) - found.distance);
  return found;
}

/// Outside, but only past the side next to the one that it presses on: where two joints of stones with acute angles lie on
/// each other and hinge, each corner leaves the other's solid like that, while the joints are pressed into each other.
bool inside_around_the_corner(const PlanarShape& polygon, const Vec2& x, std::size_t nearest,
                              const Wedge* wedge) {
  if (!wedge || cleared(polygon, nearest, x, wedge) >= 0) return false;
  const std::size_t best = best_side(polygon, x, wedge), n = polygon.normals.size();
  if ((best + 1) % n != nearest && (nearest + 1) % n != best) return false;
  const Vec2& normal = polygon.normals[best];
  const double tilt = std::min(std::abs(dot(normal, wedge->side[0])), std::abs(dot(normal, wedge->side[1])));
  return tilt <= kSkew && face_distance(polygon, best, x) <= 0 && lost(polygon, best, x, wedge) < 1;
}

}  // namespace

Wedge wedge_of(const PlanarShape& polygon, std::size_t corner) {
  const std::size_t n = polygon.points.size(), before = (corner == 0 ? n : corner) - 1;
  const std::size_t after = corner + 1 < n ? corner + 1 : 0;
  const Vec2& p = polygon.points[corner];
  return {{polygon.sides[corner], -1.0 * polygon.sides[before]},
          {polygon.normals[corner], polygon.normals[before]},
          {norm(polygon.points[after] - p), norm(polygon.points[before] - p)}};
}

Surface polygon_surface(const PlanarShape& polygon, const Vec2& x, const Wedge* wedge) {
  double nearest = -std::numeric_limits<double>::infinity();
  std::size_t side = 0;
  for (std::size_t i = 0; i < polygon.normals.size(); ++i) {
    if (const double distance = face_distance(polygon, i, x); distance > nearest)
      nearest = distance, side = i;
  }
  if (nearest <= 0 || inside_around_the_corner(polygon, x, side, wedge))
    return inside(polygon, x, nearest, wedge);
  Surface found = outside(polygon, x);
  const double far = found.distance / (kSame * polygon.size) - 1;
  if (far >= 1) return {found.distance, pushed_along(found.normal, wedge)};
  const Surface close = inside(polygon, x, nearest, wedge);
  if (far > 0) found.distance = close.distance + far * (found.distance - close.distance);
  return {far > 0 ? found.distance : close.distance, close.normal};
}

double side_separation(const PlanarShape& polygon, std::size_t side, const PlanarShape& other,
                       const Pose& there) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2& w : other.points) least = std::min(least, face_distance(polygon, side, there.point(w)));
  return least;
}

}  // namespace freeplay

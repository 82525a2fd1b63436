// SPDX-License-Identifier: Apache-2.0
#include "report/mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "freeplay/planar.h"

namespace freeplay {
namespace {

using std::numbers::pi;
using Index = std::uint32_t;

constexpr int kAround = 48;  // corners of a circle: its area is then 0.3 % short

Index add(Mesh& mesh, double x, double y, double z) {
  mesh.positions.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
  return static_cast<Index>(mesh.positions.size() - 1);
}

double signed_area(const std::vector<Point>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return 0.5 * twice;
}

bool inside(const Point& p, const Point& a, const Point& b, const Point& c) {
  return cross(b - a, p - a) >= 0 && cross(c - b, p - b) >= 0 && cross(a - c, p - c) >= 0;
}

/// Ear clipping of a counter-clockwise polygon. One that crosses itself has no ear at some stage: the next
/// corner is then cut off all the same, so that the result is closed in every case.
std::vector<std::array<Index, 3>> triangulate(const std::vector<Point>& polygon) {
  std::vector<Index> left;
  for (std::size_t i = 0; i < polygon.size(); ++i) left.push_back(static_cast<Index>(i));
  std::vector<std::array<Index, 3>> triangles;
  const auto is_ear = [&](std::size_t i) {
    const std::size_t n = left.size();
    const Index before = left[(i + n - 1) % n], here = left[i], after = left[(i + 1) % n];
    const Point &a = polygon[before], &b = polygon[here], &c = polygon[after];
    if (cross(b - a, c - b) <= 0) return false;
    return std::none_of(left.begin(), left.end(), [&](Index k) {
      const Point& p = polygon[k];
      return k != before && k != here && k != after && p != a && p != b && p != c && inside(p, a, b, c);
    });
  };
  std::size_t start = 0;
  while (left.size() > 3) {
    std::size_t ear = start % left.size();
    for (std::size_t tried = 0; tried < left.size(); ++tried) {
      const std::size_t i = (start + tried) % left.size();
      if (!is_ear(i)) continue;
      ear = i;
      break;
    }
    const std::size_t n = left.size();
    triangles.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
    start = ear;  // the ears of a long outline are cut all around it, not as a fan
  }
  triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

/// A closed curve (ρ, z) turned about z; seen with ρ to the right and z up it runs counter-clockwise. Corners
/// on the axis become one point each.
Mesh revolved(const std::vector<Point>& curve) {
  Mesh mesh;
  std::vector<Index> first;
  const auto on_axis = [&](std::size_t i) { return curve[i][0] == 0; };
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const int count = on_axis(i) ? 1 : kAround;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * pi * k / kAround;
      const Index index =
          add(mesh, curve[i][0] * std::cos(angle), curve[i][0] * std::sin(angle), curve[i][1]);
      if (k == 0) first.push_back(index);
    }
  }
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const std::size_t j = (i + 1) % curve.size();
    if (on_axis(i) && on_axis(j)) continue;
    for (int k = 0; k < kAround; ++k) {
      const auto at = [&](std::size_t corner, int step) {
        return on_axis(corner) ? first[corner] : first[corner] + static_cast<Index>((k + step) % kAround);
      };
      if (!on_axis(i)) mesh.triangles.push_back({at(i, 0), at(i, 1), at(j, 0)});
      if (!on_axis(j)) mesh.triangles.push_back({at(i, 1), at(j, 1), at(j, 0)});
    }
  }
  return mesh;
}

/// Points of a circle from one latitude to another, both included.
void add_arc(std::vector<Point>& curve, double radius, double z, double from, double to) {
  const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(to - from) / (2 * pi) * kAround)));
  for (int k = 0; k <= steps; ++k) {
    const double angle = from + (to - from) * k / steps;
    const bool pole = std::abs(std::abs(angle) - 0.5 * pi) < 1e-9;
    curve.push_back({pole ? 0 : radius * std::cos(angle), z + radius * std::sin(angle)});
  }
}

}  // namespace

Mesh box_mesh(const Point3& size) {
  const double x = 0.5 * size[0], y = 0.5 * size[1];
  return prism_mesh({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, size[2]);
}

Mesh prism_mesh(std::vector<Point> polygon, double depth) {
  Mesh mesh;
  const auto equal = [](const Point& a, const Point& b) { return a == b; };
  polygon.erase(std::unique(polygon.begin(), polygon.end(), equal), polygon.end());
  while (polygon.size() > 1 && polygon.front() == polygon.back()) polygon.pop_back();
  if (polygon.size() < 3) return mesh;
  if (signed_area(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
  const auto n = static_cast<Index>(polygon.size());
  for (const double z : {-0.5 * depth, 0.5 * depth}) {
    for (const Point& p : polygon) add(mesh, p[0], p[1], z);
  }
  for (const auto& [a, b, c] : triangulate(polygon)) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + n, b + n, c + n});
  }
  for (Index i = 0; i < n; ++i) {
    const Index j = (i + 1) % n;
    mesh.triangles.push_back({i, j, j + n});
    mesh.triangles.push_back({i, j + n, i + n});
  }
  return mesh;
}

Mesh cylinder_mesh(double radius, double length) {
  const double h = 0.5 * length;
  return revolved({{0, -h}, {radius, -h}, {radius, h}, {0, h}});
}

Mesh ring_mesh(double inner, double outer, double length) {
  const double h = 0.5 * length;
  return revolved({{inner, -h}, {outer, -h}, {outer, h}, {inner, h}});
}

Mesh belt_mesh(double inner, double outer, double angle) {
  std::vector<Point> curve;
  add_arc(curve, outer, 0, -angle, angle);
  add_arc(curve, inner, 0, angle, -angle);
  return revolved(curve);
}

Mesh sphere_mesh(double radius) {
  std::vector<Point> curve;
  add_arc(curve, radius, 0, -0.5 * pi, 0.5 * pi);
  return revolved(curve);
}

Mesh capsule_mesh(double radius, double length) {
  std::vector<Point> curve;
  add_arc(curve, radius, -0.5 * length, -0.5 * pi, 0);
  add_arc(curve, radius, 0.5 * length, 0, 0.5 * pi);
  return revolved(curve);
}

Mesh faces_mesh(const RecycledVector<Point3>& points,
                const RecycledVector<RecycledVector<std::size_t>>& faces) {
  Mesh mesh;
  for (const Point3& p : points) add(mesh, p[0], p[1], p[2]);
  for (const RecycledVector<std::size_t>& face : faces) {
    for (std::size_t i = 2; i < face.size(); ++i) {
      mesh.triangles.push_back(
          {static_cast<Index>(face[0]), static_cast<Index>(face[i - 1]), static_cast<Index>(face[i])});
    }
  }
  return mesh;
}

std::vector<Point> circle_polygon(const Point& centre, double radius) {
  std::vector<Point> corners;
  for (int k = 0; k < kAround; ++k) {
    const double angle = 2 * pi * k / kAround;
    corners.push_back(centre + radius * Point{std::cos(angle), std::sin(angle)});
  }
  return corners;
}

std::vector<Point> round_hull(const std::vector<Point>& centres, double radius) {
  std::vector<Point> all;
  for (const Point& centre : centres) {
    const std::vector<Point> circle = circle_polygon(centre, radius);
    all.insert(all.end(), circle.begin(), circle.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  // Andrew's monotone chain: lower half, then upper half
  std::vector<Point> hull;
  const auto append = [&hull](const Point& p, std::size_t least) {
    while (hull.size() > least && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
      hull.pop_back();
    hull.push_back(p);
  };
  for (const Point& p : all) append(p, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = all.size() - 1; i-- > 0;) append(all[i], lower);
  hull.pop_back();
  return hull;
}

double mesh_volume(const Mesh& mesh) {
  double six = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const auto &p = mesh.positions[a], &q = mesh.positions[b], &r = mesh.positions[c];
    const auto term = [&](std::size_t i, std::size_t j, std::size_t k) {
      return static_cast<double>(p[i]) *
             (static_cast<double>(q[j]) * r[k] - static_cast<double>(q[k]) * r[j]);
    };
    six += term(0, 1, 2) + term(1, 2, 0) + term(2, 0, 1);
  }
  return six / 6;
}

bool is_closed(const Mesh& mesh) {
  std::map<std::array<Index, 2>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
  }
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first[1], edge.first[0]});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Random shapes and poses for tests.
#pragma once

#include <algorithm>
#include <numbers>
#include <string>

#include "shapes/planar/shape.h"
#include "tests/kit/random.h"

namespace freeplay::testing {

inline PlanarShape make_shape(const std::string& type, const Values& values) {
  Diagnostics problems;
  const ShapeEntry* entry = find_entry<ShapeEntry>(type);
  PlanarShape shape = entry->make(Parameters(*entry, values), "shape.test", problems);
  problems.throw_if_errors();
  return shape;
}

inline PlanarShape circle(double radius, Point centre = {0, 0}) {
  return make_shape("circle", {{"radius", {radius, {}}}, {"point", {centre, {}}}});
}
inline PlanarShape point(Point at) { return make_shape("point", {{"point", {at, {}}}}); }
inline PlanarShape half_plane(Point at, Point normal) {
  return make_shape("half_plane", {{"point", {at, {}}}, {"normal", {normal, {}}}});
}
inline PlanarShape polygon(std::vector<Point> points, double radius = 0) {
  return make_shape("polygon", {{"points", {std::move(points), {}}}, {"radius", {radius, {}}}});
}
inline PlanarShape outline(std::vector<Point> points, std::vector<double> radii = {}, double radius = 0) {
  Values values{{"points", {std::move(points), {}}}, {"radius", {radius, {}}}};
  if (!radii.empty()) values["radii"] = {std::move(radii), {}};
  return make_shape("outline", values);
}
inline PlanarShape box(double width, double height) {
  const double a = 0.5 * width, b = 0.5 * height;
  return polygon({{-a, -b}, {a, -b}, {a, b}, {-a, b}});
}

/// Corners on an ellipse at random angles, in either orientation: always convex. Some are rounded a little.
inline PlanarShape random_polygon(Random& random, double size = 1, bool rounded = false) {
  const auto n = static_cast<std::size_t>(3 + random() % 5);
  std::vector<double> angles;
  for (std::size_t i = 0; i < n; ++i) {  // no side shorter than a tenth of its share
    angles.push_back(2 * std::numbers::pi * (static_cast<double>(i) + uniform(random, 0, 0.9)) /
                     static_cast<double>(n));
  }
  const double a = size * uniform(random, 0.3, 1), b = size * uniform(random, 0.3, 1);
  const Point centre{size * uniform(random, -0.3, 0.3), size * uniform(random, -0.3, 0.3)};
  std::vector<Point> points;
  for (const double angle : angles) points.push_back(centre + Vec2{a * std::cos(angle), b * std::sin(angle)});
  if (random() % 2 == 0) std::reverse(points.begin(), points.end());
  if (!rounded) return polygon(points);
  for (double radius = size * uniform(random, 0.02, 0.1);; radius *= 0.5) {  // as much as there is room for
    Diagnostics problems;
    const ShapeEntry* entry = find_entry<ShapeEntry>("polygon");
    const Values values{{"points", {points, {}}}, {"radius", {radius, {}}}};
    PlanarShape shape = entry->make(Parameters(*entry, values), "shape.test", problems);
    if (!problems.has_errors()) return shape;
  }
}

/// A star with straight, bulging and hollow sides, in either orientation; now and then with rounded corners.
inline PlanarShape random_outline(Random& random, double size = 1) {
  while (true) {
    const auto n = static_cast<std::size_t>(4 + random() % 6);
    std::vector<Point> points;
    std::vector<double> radii;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle =
          2 * std::numbers::pi * (static_cast<double>(i) + uniform(random, 0, 0.7)) / static_cast<double>(n);
      points.push_back(size * uniform(random, 0.4, 1) * Vec2{std::cos(angle), std::sin(angle)});
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double chord = norm(points[(i + 1) % n] - points[i]);
      const int bend = static_cast<int>(random() % 5);
      radii.push_back(bend < 3 ? 0 : (bend == 3 ? 1 : -1) * chord * uniform(random, 0.55, 3));
    }
    const bool rounded = random() % 3 == 0, turned = random() % 2 == 0;
    if (turned) {
      std::reverse(points.begin(), points.end());
      std::reverse(radii.begin(), radii.end() - 1);
    }
    Values values{
        {"points", {points, {}}}, {"radius", {rounded ? 0.05 * size : 0.0, {}}}, {"radii", {radii, {}}}};
    Diagnostics problems;
    const ShapeEntry* entry = find_entry<ShapeEntry>("outline");
    PlanarShape shape = entry->make(Parameters(*entry, values), "shape.test", problems);
    if (!problems.has_errors()) return shape;
  }
}

inline PlanarShape random_shape(Random& random, int kind, double size = 1) {
  const Point at{size * uniform(random, -0.5, 0.5), size * uniform(random, -0.5, 0.5)};
  switch (kind) {
    case 0: return point(at);
    case 1: return circle(size * uniform(random, 0.2, 1), at);
    case 2: return random_polygon(random, size);
    case 4: return random_polygon(random, size, true);
    default: {
      const double angle = uniform(random, 0, 2 * std::numbers::pi);
      return half_plane(at, {std::cos(angle), std::sin(angle)});
    }
  }
}

inline Pose pose_of(double x, double y, double angle) {
  return {x, y, angle, std::cos(angle), std::sin(angle)};
}

inline Pose random_pose(Random& random, double far = 2) {
  const double angle = uniform(random, -4, 4), y = uniform(random, -far, far), x = uniform(random, -far, far);
  return pose_of(x, y, angle);
}

}  // namespace freeplay::testing

// SPDX-License-Identifier: Apache-2.0
// A plane through three of the points is one of a face if no point is in front of it. All points in that
// plane belong to the face, so that a face with more than three corners is one face.
#include "shapes/spatial/polytope.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace freeplay {
namespace {

// Relative to the size of the solid: points this close to a plane are in it, decimals may have been rounded.
constexpr double kFlatness = 1e-9;

/// Of points in a plane with normal n, those that are corners of their convex hull, counterclockwise.
RecycledVector<std::size_t> outline(const RecycledVector<Vec3>& points, RecycledVector<std::size_t> in_plane,
                                    const Vec3& n, double near) {
  const auto [x, y] = tangents(n);
  const auto flat = [&points, &x = x, &y = y](std::size_t i) {
    return std::array<double, 2>{dot(x, points[i]), dot(y, points[i])};
  };
  std::sort(in_plane.begin(), in_plane.end(),
            [&](std::size_t i, std::size_t j) { return flat(i) < flat(j) || (flat(i) == flat(j) && i < j); });
  // Andrew's monotone chain: the lower half, then the upper half
  RecycledVector<std::size_t> chain;
  const auto extend = [&](std::size_t i, std::size_t keep) {
    while (chain.size() >= keep + 2) {
      const auto a = flat(chain[chain.size() - 2]), b = flat(chain.back()), c = flat(i);
      const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      // b is left of the line from a to c by less than `near`: it is no corner
      if (area > near * std::hypot(c[0] - a[0], c[1] - a[1])) break;
      chain.pop_back();
    }
    chain.push_back(i);
  };
  for (const std::size_t i : in_plane) extend(i, 0);
  const std::size_t lower = chain.size() - 1;
  for (auto i = in_plane.rbegin() + 1; i != in_plane.rend(); ++i) extend(*i, lower);
  chain.pop_back();  // the first one again
  return chain;
}

class Builder {
 public:
  explicit Builder(SpatialShape& shape) : shape_(shape), p_(shape.points) {}

  std::string build() {
    if (std::string wrong = measure(); !wrong.empty()) return wrong;
    find_faces();
    if (shape_.faces.size() < 4) return "all points are in one plane";
    drop_others();
    if (!find_edges() || shape_.points.size() + shape_.faces.size() != shape_.edges.size() + 2)
      return "its corners are so close to each other that its faces cannot be told apart";
    find_sides();
    find_spokes();
    sizes();
    return {};
  }

 private:
  std::string measure() {
    for (const Vec3& p : p_) {
      for (const Vec3& q : p_) scale_ = std::max(scale_, norm(p - q));
    }
    near_ = kFlatness * scale_;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      for (std::size_t j = i + 1; j < p_.size(); ++j) {
        if (norm(p_[i] - p_[j]) <= near_) return fmt::format("points {} and {} coincide", i, j);
      }
    }
    return {};
  }

  void find_faces() {
    const std::size_t n = p_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        for (std::size_t k = j + 1; k < n; ++k) {
          const Vec3 across = cross(p_[j] - p_[i], p_[k] - p_[i]);
          if (norm(across) <= near_ * scale_) continue;  // on one line
          for (const double side : {1.0, -1.0}) try_plane(side * unit(across), p_[i]);
        }
      }
    }
  }

  void try_plane(const Vec3& normal, const Vec3& through) {
    RecycledVector<std::size_t> in_plane;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const double in_front = dot(normal, p_[i] - through);
      if (in_front > near_) return;
      if (in_front >= -near_) in_plane.push_back(i);
    }
    RecycledVector<std::size_t> corners = outline(p_, in_plane, normal, near_);
    if (corners.size() < 3) return;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    if (std::find(shape_.faces.begin(), shape_.faces.end(), corners) != shape_.faces.end()) return;
    // Newell's normal, of all corners: less rounding than that of the three
    Vec3 area{0, 0, 0};
    for (std::size_t k = 2; k < corners.size(); ++k)
      area = area + cross(p_[corners[k - 1]] - p_[corners[0]], p_[corners[k]] - p_[corners[0]]);
    shape_.normals.push_back(unit(area));
    double offset = 0;
    for (const std::size_t corner : corners) offset += dot(shape_.normals.back(), p_[corner]);
    shape_.offset.push_back(offset / static_cast<double>(corners.size()));
    shape_.faces.push_back(std::move(corners));
  }

  /// Points that are on no face are inside.
  void drop_others() {
    RecycledVector<std::size_t> place(p_.size(), 0);
    for (const auto& face : shape_.faces) {
      for (const std::size_t corner : face) place[corner] = 1;
    }
    RecycledVector<Vec3> kept;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const bool corner = place[i] == 1;
      place[i] = kept.size();
      if (corner) kept.push_back(p_[i]);
    }
    for (auto& face : shape_.faces) {
      for (std::size_t& corner : face) corner = place[corner];
    }
    p_ = std::move(kept);
  }

  /// Each edge is met once in each direction.
  bool find_edges() {
    using Ends = std::array<std::size_t, 2>;
    std::map<Ends, std::size_t, std::less<>, RecycledAllocator<std::pair<const Ends, std::size_t>>>
        around;  // from, to: the face to the left
    for (std::size_t face = 0; face < shape_.faces.size(); ++face) {
      const auto& corners = shape_.faces[face];
      for (std::size_t k = 0; k < corners.size(); ++k) {
        if (!around.insert({{corners[k], corners[(k + 1) % corners.size()]}, face}).second) return false;
      }
    }
    for (const auto& [ends, left] : around) {
      const auto back = around.find({ends[1], ends[0]});
      if (back == around.end()) return false;
      if (ends[0] > ends[1]) continue;
      const Vec3 way = p_[ends[1]] - p_[ends[0]];
      shape_.edges.push_back({ends[0], ends[1], left, back->second, unit(way), norm(way)});
    }
    return true;
  }

  void find_sides() {
    for (std::size_t i = 0; i < shape_.faces.size(); ++i) {
      const auto& corners = shape_.faces[i];
      RecycledVector<Vec3>& outward = shape_.outward.emplace_back();
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec3 side = p_[corners[(k + 1) % corners.size()]] - p_[corners[k]];
        outward.push_back((1 / norm(side)) * cross(side, shape_.normals[i]));
      }
    }
  }

  void find_spokes() {
    for (std::size_t corner = 0; corner < p_.size(); ++corner) {
      shape_.first_spoke.push_back(shape_.spokes.size());
      for (const ShapeEdge& edge : shape_.edges) {
        if (edge.from == corner) shape_.spokes.push_back(edge.length * edge.direction);
        if (edge.to == corner) shape_.spokes.push_back(-edge.length * edge.direction);
      }
    }
    shape_.first_spoke.push_back(shape_.spokes.size());
  }

  void sizes() {
    double volume = 0, surface = 0;
    for (std::size_t i = 0; i < shape_.faces.size(); ++i) {
      const auto& corners = shape_.faces[i];
      for (std::size_t k = 2; k < corners.size(); ++k) {
        const double area =
            0.5 * norm(cross(p_[corners[k - 1]] - p_[corners[0]], p_[corners[k]] - p_[corners[0]]));
        surface += area;
        volume += area * -face_distance(shape_, i, p_[0]) / 3;
      }
    }
    shape_.size = 3 * volume / surface;
    for (const Vec3& p : p_) shape_.extent = std::max(shape_.extent, norm(p));
  }

  SpatialShape& shape_;
  RecycledVector<Vec3>& p_;
  double scale_ = 0, near_ = 0;
};

}  // namespace

std::string build_polytope(SpatialShape& shape) { return Builder(shape).build(); }

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "shapes/spatial/mesh_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "shapes/spatial/polytope.h"

namespace freeplay {
namespace {

constexpr double kSamePoint = 1e-9;  // of the extent
constexpr double kExact = 1e-7;      // of the extent: a union that is this close to its hull is convex
constexpr std::size_t kMostFaces = 2000, kMostCells = 400, kMostTrials = 20000, kMostCorners = 100;

struct Plane {
  Vec3 normal{0, 0, 1};
  double offset = 0;
  double height(const Vec3& x) const { return dot(normal, x) - offset; }
};

using Polygon = std::vector<Vec3>;

/// What of a polygon is behind the plane.
Polygon behind(const Polygon& polygon, const Plane& plane, double near) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double a = plane.height(p), b = plane.height(q);
    if (a <= near) kept.push_back(p);
    if ((a < -near && b > near) || (a > near && b < -near)) kept.push_back(p + (a / (a - b)) * (q - p));
  }
  return kept;
}

Plane turned(const Plane& plane) { return {-plane.normal, -plane.offset}; }

/// A convex cell: what is behind all of its planes, and its corners.
struct Cell {
  std::vector<Plane> planes;
  std::vector<Polygon> faces;

  /// How far a point is in front of it; a lower bound beside edges.
  double outside(const Vec3& x) const {
    double most = -std::numeric_limits<double>::infinity();
    for (const Plane& plane : planes) most = std::max(most, plane.height(x));
    return most;
  }
};

Cell box_cell(const Vec3& low, const Vec3& high) {
  Cell cell;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool upper : {false, true}) {
      Polygon face;
      for (const auto& [at_u, at_v] : {std::pair{false, false}, {true, false}, {true, true}, {false, true}}) {
        Vec3 x{};
        x[axis] = upper ? high[axis] : low[axis];
        x[u] = at_u ? high[u] : low[u], x[v] = at_v ? high[v] : low[v];
        face.push_back(x);
      }
      if (!upper) std::reverse(face.begin(), face.end());
      Vec3 normal{0, 0, 0};
      normal[axis] = upper ? 1 : -1;
      cell.planes.push_back({normal, dot(normal, face[0])});
      cell.faces.push_back(std::move(face));
    }
  }
  return cell;
}

/// The cell behind a plane.
Cell cut(const Cell& cell, const Plane& plane, double near) {
  Cell kept;
  kept.planes = cell.planes;
  kept.planes.push_back(plane);
  Polygon rim;
  for (const Polygon& face : cell.faces) {
    Polygon part = behind(face, plane, near);
    for (const Vec3& x : part) {
      const auto known = [&](const Vec3& y) { return norm(x - y) <= 2 * near; };
      if (std::abs(plane.height(x)) <= near && std::none_of(rim.begin(), rim.end(), known)) rim.push_back(x);
    }
    const bool flat = std::all_of(part.begin(), part.end(),
                                  [&](const Vec3& x) { return std::abs(plane.height(x)) <= near; });
    if (part.size() >= 3 && !flat) kept.faces.push_back(std::move(part));
  }
  if (rim.size() >= 3) {
    Vec3 middle{0, 0, 0};
    for (const Vec3& x : rim) middle = middle + (1.0 / static_cast<double>(rim.size())) * x;
    const auto [e, f] = tangents(plane.normal);
    const auto angle = [&, &e = e, &f = f](const Vec3& x) {
      return std::atan2(dot(f, x - middle), dot(e, x - middle));
    };
    std::sort(rim.begin(), rim.end(), [&](const Vec3& x, const Vec3& y) { return angle(x) < angle(y); });
    kept.faces.push_back(std::move(rim));
  }
  return kept;
}

/// A polygon of the surface, whole or a part of one.
struct Face {
  Polygon corners;
  Plane plane;
};

class Divider {
 public:
  explicit Divider(double near) : near_(near) {}

  /// False when there are too many cells.
  bool divide(const Cell& cell, std::vector<Face> faces) {
    while (!faces.empty()) {
      const Plane plane = choose(faces);
      std::vector<Face> front, back;
      for (const Face& face : faces) split(face, plane, front, back);
      if (front.empty()) {  // nothing is in front: all of that is outside
        faces = std::move(back);
        const Cell rest = cut(cell, plane, near_);
        if (faces.empty()) return add(rest);
        return divide(rest, std::move(faces));
      }
      const Cell rest = cut(cell, plane, near_);
      if (back.empty() ? !add(rest) : !divide(rest, std::move(back))) return false;
      return divide(cut(cell, turned(plane), near_), std::move(front));
    }
    return true;
  }

  std::vector<Cell> cells;

 private:
  bool add(const Cell& cell) {
    if (cell.faces.size() >= 4) cells.push_back(cell);
    return cells.size() <= kMostCells;
  }

  void split(const Face& face, const Plane& plane, std::vector<Face>& front, std::vector<Face>& back) const {
    double low = 0, high = 0;
    for (const Vec3& x : face.corners)
      low = std::min(low, plane.height(x)), high = std::max(high, plane.height(x));
    if (low >= -near_ && high <= near_) return;  // in the plane
    if (high <= near_) {
      back.push_back(face);
    } else if (low >= -near_) {
      front.push_back(face);
    } else {
      back.push_back({behind(face.corners, plane, near_), face.plane});
      front.push_back({behind(face.corners, turned(plane), near_), face.plane});
    }
  }

  /// The plane of a face that cuts through the fewest others.
  Plane choose(const std::vector<Face>& faces) const {
    constexpr std::size_t kTried = 40;
    const std::size_t step = 1 + faces.size() / kTried;
    std::size_t best = 0, fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t k = 0; k < faces.size(); k += step) {
      std::size_t cuts = 0, front = 0, back = 0;
      for (const Face& face : faces) {
        double low = 0, high = 0;
        for (const Vec3& x : face.corners)
          low = std::min(low, faces[k].plane.height(x)), high = std::max(high, faces[k].plane.height(x));
        cuts += low < -near_ && high > near_ ? 1U : 0U;
        front += low >= -near_ && high > near_ ? 1U : 0U;
        back += high <= near_ && low < -near_ ? 1U : 0U;
      }
      const std::size_t cost = 1000 * cuts + (front > back ? front - back : back - front);
      if (cost < fewest) fewest = cost, best = k;
    }
    return faces[best].plane;
  }

  double near_;
};

/// A convex part: its hull.
struct Part {
  SpatialShape hull;
  std::array<Vec3, 2> box;
};

std::optional<Part> hull_of(const std::vector<Vec3>& points) {
  Part part;
  part.hull.kind = SpatialKind::polytope;
  part.hull.points.assign(points.begin(), points.end());
  if (points.size() > 2 * kMostCorners || !build_polytope(part.hull).empty()) return std::nullopt;
  part.box = {part.hull.points[0], part.hull.points[0]};
  for (const Vec3& x : part.hull.points) {
    for (std::size_t k = 0; k < 3; ++k)
      part.box[0][k] = std::min(part.box[0][k], x[k]), part.box[1][k] = std::max(part.box[1][k], x[k]);
  }
  return part;
}

std::vector<Vec3> corners_of(const Cell& cell, double near) {
  std::vector<Vec3> corners;
  for (const Polygon& face : cell.faces) {
    for (const Vec3& x : face) {
      if (std::none_of(corners.begin(), corners.end(),
                       [&](const Vec3& y) { return norm(x - y) <= 4 * near; }))
        corners.push_back(x);
    }
  }
  return corners;
}

/// How far points of the hull are from all cells: those of its faces, edges and between.
double stands_out(const SpatialShape& hull, const std::vector<Cell>& cells) {
  double most = 0;
  const auto look = [&](const Vec3& x) {
    double least = std::numeric_limits<double>::infinity();
    for (const Cell& cell : cells) least = std::min(least, cell.outside(x));
    most = std::max(most, least);
  };
  for (const auto& face : hull.faces) {
    Vec3 middle{0, 0, 0};
    for (const std::size_t i : face)
      middle = middle + (1.0 / static_cast<double>(face.size())) * hull.points[i];
    look(middle);
    for (const std::size_t i : face) {
      for (const double share : {0.25, 0.5, 0.75}) look((1 - share) * hull.points[i] + share * middle);
    }
  }
  for (const ShapeEdge& edge : hull.edges) {
    for (int k = 1; k < 8; ++k)
      look(hull.points[edge.from] + (0.125 * k) * (hull.points[edge.to] - hull.points[edge.from]));
  }
  return most;
}

double volume_of(const SpatialShape& hull) {
  double sum = 0;
  const Vec3& origin = hull.points[0];
  for (const auto& face : hull.faces) {
    for (std::size_t k = 2; k < face.size(); ++k)
      sum += dot(hull.points[face[0]] - origin,
                 cross(hull.points[face[k - 1]] - origin, hull.points[face[k]] - origin)) /
             6;
  }
  return sum;
}

bool beside(const Part& a, const Part& b, double near) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (a.box[0][k] > b.box[1][k] + near || b.box[0][k] > a.box[1][k] + near) return false;
  }
  return true;
}

/// Puts parts together as long as their hull stands out by no more than `allowed`.
void unite(std::vector<Part>& parts, const std::vector<Cell>& cells, double allowed, double near,
           std::size_t& trials) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size() && trials < kMostTrials; ++j) {
        if (!beside(parts[i], parts[j], near)) continue;
        ++trials;
        std::vector<Vec3> points(parts[i].hull.points.begin(), parts[i].hull.points.end());
        points.insert(points.end(), parts[j].hull.points.begin(), parts[j].hull.points.end());
        std::optional<Part> both = hull_of(points);
        if (!both || both->hull.points.size() > kMostCorners || stands_out(both->hull, cells) > allowed)
          continue;
        parts[i] = std::move(*both);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
        --j;
        again = true;
      }
    }
  }
}

}  // namespace

std::string close_mesh(const std::vector<Vec3>& points, const std::vector<std::vector<std::size_t>>& faces,
                       ClosedMesh& mesh) {
  Vec3 low = points[0], high = points[0];
  for (const Vec3& x : points) {
    for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  }
  mesh.extent = norm(high - low);
  const double near = kSamePoint * mesh.extent;
  // corners of STL files are written once for each triangle: those in the same cell of a fine grid are one
  std::map<std::array<long long, 3>, std::size_t> known;
  std::vector<std::size_t> number;
  for (const Vec3& x : points) {
    std::array<long long, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) at[k] = std::llround((x[k] - low[k]) / (100 * near));
    const auto [found, added] = known.insert({at, mesh.points.size()});
    if (added) mesh.points.push_back(x);
    number.push_back(found->second);
  }
  for (const auto& face : faces) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      const std::array<std::size_t, 3> triangle{number[face[0]], number[face[k - 1]], number[face[k]]};
      if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) continue;
      mesh.triangles.push_back(triangle);
    }
  }
  std::map<std::array<std::size_t, 2>, int> sides;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++sides[{t[k], t[(k + 1) % 3]}];
  }
  const auto place = [&](std::size_t i) {
    return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", mesh.points[i][0], mesh.points[i][1], mesh.points[i][2]);
  };
  for (const auto& [side, count] : sides) {
    const auto other = sides.find({side[1], side[0]});
    const std::string where = fmt::format("the edge from {} to {}", place(side[0]), place(side[1]));
    if (count > 1) return "more than two faces meet at " + where + ", or they are turned different ways";
    if (other == sides.end()) return "it is open: only one face is at " + where;
  }
  for (const auto& t : mesh.triangles)
    mesh.volume += dot(mesh.points[t[0]] - low, cross(mesh.points[t[1]] - low, mesh.points[t[2]] - low)) / 6;
  if (std::abs(mesh.volume) <= 1e-12 * mesh.extent * mesh.extent * mesh.extent)
    return "it encloses no volume";
  if (mesh.volume < 0) {
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
    mesh.volume = -mesh.volume;
  }
  return {};
}

std::string divide_mesh(const ClosedMesh& mesh, double tolerance, std::size_t most, MeshDivision& division) {
  if (mesh.triangles.size() > kMostFaces)
    return fmt::format("{} triangles are too many to be divided; a mesh that touches may have {}",
                       mesh.triangles.size(), kMostFaces);
  const double near = kSamePoint * mesh.extent;
  std::vector<Face> faces;
  Vec3 low = mesh.points[0], high = low;
  for (const Vec3& x : mesh.points) {
    for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  }
  for (std::size_t k = 0; k < 3; ++k) low[k] -= 0.01 * mesh.extent, high[k] += 0.01 * mesh.extent;
  for (const auto& t : mesh.triangles) {
    const Vec3 &p = mesh.points[t[0]], &q = mesh.points[t[1]], &r = mesh.points[t[2]];
    const Vec3 n = cross(q - p, r - p);
    if (norm(n) <= near * mesh.extent) continue;  // a sliver
    const Vec3 normal = unit(n);
    faces.push_back({{p, q, r}, {normal, dot(normal, p)}});
  }
  Divider divider(10 * near);
  if (!divider.divide(box_cell(low, high), std::move(faces)))
    return fmt::format("it falls into more than {} convex cells", kMostCells);
  std::vector<Part> parts;
  for (const Cell& cell : divider.cells) {
    if (std::optional<Part> part = hull_of(corners_of(cell, 10 * near))) parts.push_back(std::move(*part));
  }
  std::size_t trials = 0;
  unite(parts, divider.cells, kExact * mesh.extent, 100 * near, trials);
  if (parts.size() > 1) unite(parts, divider.cells, tolerance * mesh.extent, tolerance * mesh.extent, trials);
  if (parts.size() > most)
    return fmt::format("it needs {} convex parts, and {} are allowed", parts.size(), most);
  double volume = 0;
  for (const Part& part : parts) volume += volume_of(part.hull);
  if (volume < (1 - 1e-6) * mesh.volume) return "its faces are too close to each other to be told apart";
  for (const Part& part : parts) {
    division.stands_out = std::max(division.stands_out, stands_out(part.hull, divider.cells));
    division.parts.emplace_back(part.hull.points.begin(), part.hull.points.end());
  }
  return {};
}

}  // namespace freeplay

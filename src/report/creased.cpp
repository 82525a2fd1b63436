// SPDX-License-Identifier: Apache-2.0
#include "report/creased.h"

#include <cmath>
#include <map>
#include <tuple>

#include "freeplay/spatial.h"

namespace freeplay {
namespace {

const double kCosine = std::cos(35 * 3.14159265358979 / 180);

Vec3 wide(const std::array<float, 3>& p) { return {p[0], p[1], p[2]}; }

/// Of the triangle, at one of its corners.
double angle_at(const Mesh& mesh, const std::array<std::uint32_t, 3>& triangle, std::uint32_t corner) {
  const std::size_t k = triangle[0] == corner ? 0 : triangle[1] == corner ? 1 : 2;
  const Vec3 p = wide(mesh.positions[corner]);
  const Vec3 a = wide(mesh.positions[triangle[(k + 1) % 3]]) - p;
  const Vec3 b = wide(mesh.positions[triangle[(k + 2) % 3]]) - p;
  return std::atan2(norm(cross(a, b)), dot(a, b));
}

}  // namespace

CreasedMesh creased(const Mesh& mesh) {
  std::vector<Vec3> faces;  // unit normals; zero: no area
  std::vector<std::vector<std::size_t>> around(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 p = wide(mesh.positions[a]);
    const Vec3 n = cross(wide(mesh.positions[b]) - p, wide(mesh.positions[c]) - p);
    faces.push_back(norm(n) > 0 ? unit(n) : Vec3{0, 0, 0});
    for (const std::uint32_t corner : mesh.triangles[t]) around[corner].push_back(t);
  }
  CreasedMesh out;
  std::map<std::tuple<std::uint32_t, float, float, float>, std::uint32_t> known;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (norm(faces[t]) == 0) continue;
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t corner = mesh.triangles[t][k];
      Vec3 sum{0, 0, 0};
      for (const std::size_t other : around[corner]) {
        // weighed by the angle at the corner, a face counts as one, however it is cut into triangles
        if (dot(faces[other], faces[t]) >= kCosine)
          sum = sum + angle_at(mesh, mesh.triangles[other], corner) * faces[other];
      }
      const Vec3 n = unit(sum);
      const std::array<float, 3> normal{static_cast<float>(n[0]), static_cast<float>(n[1]),
                                        static_cast<float>(n[2])};
      const auto [at, is_new] = known.try_emplace({corner, normal[0], normal[1], normal[2]},
                                                  static_cast<std::uint32_t>(out.positions.size()));
      if (is_new) {
        out.positions.push_back(mesh.positions[corner]);
        out.normals.push_back(normal);
      }
      triangle[k] = at->second;
    }
    out.triangles.push_back(triangle);
  }
  return out;
}

}  // namespace freeplay

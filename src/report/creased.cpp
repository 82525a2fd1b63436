// SPDX-License-Identifier: Apache-2.0
#include "report/creased.h"

#include <cmath>
#include <map>
#include <tuple>

#include "base/spatial.h"

namespace freeplay {
namespace {

const double kCosine = std::cos(35 * 3.14159265358979 / 180);

Vec3 wide(const std::array<float, 3>& p) { return {p[0], p[1], p[2]}; }

}  // namespace

CreasedMesh creased(const Mesh& mesh) {
  std::vector<Vec3> faces;  // normals times twice the area; zero: no area
  std::vector<std::vector<std::size_t>> around(mesh.positions.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 p = wide(mesh.positions[a]);
    faces.push_back(cross(wide(mesh.positions[b]) - p, wide(mesh.positions[c]) - p));
    for (const std::uint32_t corner : mesh.triangles[t]) around[corner].push_back(t);
  }
  CreasedMesh out;
  std::map<std::tuple<std::uint32_t, float, float, float>, std::uint32_t> known;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double area = norm(faces[t]);
    if (!(area > 0)) continue;
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t corner = mesh.triangles[t][k];
      Vec3 sum{0, 0, 0};
      for (const std::size_t other : around[corner]) {
        const double size = norm(faces[other]);
        if (size > 0 && dot(faces[other], faces[t]) >= kCosine * size * area) sum = sum + faces[other];
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

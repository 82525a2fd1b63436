// SPDX-License-Identifier: Apache-2.0
// Meshes with normals: round surfaces look round, edges stay sharp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "report/mesh.h"

namespace freeplay {

struct CreasedMesh {
  std::vector<std::array<float, 3>> positions, normals;  ///< of corners
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Corners are split where the triangles around them are more than 35° apart. Triangles without area are left
/// out.
CreasedMesh creased(const Mesh& mesh);

}  // namespace freeplay

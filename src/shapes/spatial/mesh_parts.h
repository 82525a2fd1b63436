// SPDX-License-Identifier: Apache-2.0
// A closed mesh as convex solids that fill it.
//
// The planes of its faces divide space into convex cells, by a tree in which each plane divides what is left of the
// faces in front of it from what is behind; a cell behind its last face is inside. Cells whose union is convex are put
// together again: exactly first, and then where their hull stands out by no more than a tolerance.
#pragma once

#include <string>
#include <vector>

#include "shapes/spatial/shape.h"

namespace freeplay {

/// Triangles of a closed surface, counterclockwise from outside; corners in the same place are one.
struct ClosedMesh {
  std::vector<Vec3> points;
  std::vector<std::array<std::size_t, 3>> triangles;
  double extent = 0;  ///< diagonal of its box
  double volume = 0;
};

/// Why a mesh encloses no solid, "" when it does. A mesh that is turned inside out is turned.
std::string close_mesh(const std::vector<Vec3>& points, const std::vector<std::vector<std::size_t>>& faces,
                       ClosedMesh& mesh);

struct MeshDivision {
  std::vector<std::vector<Vec3>> parts;  ///< corners of each
  double stands_out = 0;                 ///< how far any of them is outside of the mesh [m]
};

/// `tolerance` is a part of the extent. What is wrong, "" when nothing is.
std::string divide_mesh(const ClosedMesh& mesh, double tolerance, std::size_t most, MeshDivision& division);

}  // namespace freeplay

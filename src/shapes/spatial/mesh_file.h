// SPDX-License-Identifier: Apache-2.0
// Triangles from a file: STL, text or binary, and Wavefront OBJ.
#pragma once

#include <string>
#include <vector>

#include "freeplay/spatial.h"

namespace freeplay {

struct FileMesh {
  std::vector<Vec3> points;
  std::vector<std::vector<std::size_t>> faces;  ///< points in order, counterclockwise from outside
};

/// What is wrong with the file, "" when it was read.
std::string read_mesh(const std::string& path, FileMesh& mesh);

}  // namespace freeplay

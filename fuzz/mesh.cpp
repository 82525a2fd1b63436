// SPDX-License-Identifier: Apache-2.0
// Meshes: STL, text and binary, and OBJ. The first byte chooses.
#include <cmath>

#include "fuzz/input.h"
#include "fuzz/target.h"
#include "shapes/spatial/mesh_file.h"

FREEPLAY_FUZZ_TARGET(mesh) {
  using namespace freeplay;
  if (size == 0) return 0;
  const char* const name = data[0] % 2 == 0 ? "mesh.stl" : "mesh.obj";
  FileMesh mesh;
  if (!read_mesh(fuzzing::file_of(name, data + 1, size - 1), mesh).empty()) return 0;
  for (const auto& face : mesh.faces) {
    for (const std::size_t point : face) {
      if (point >= mesh.points.size()) fuzzing::found("a face names a point that is not there");
    }
  }
  for (const Vec3& point : mesh.points) {
    for (const double coordinate : point) {
      if (!std::isfinite(coordinate)) fuzzing::found("a point that is not finite");
    }
  }
  return 0;
}

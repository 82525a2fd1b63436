// SPDX-License-Identifier: Apache-2.0
// A surface from a file, for drawing only: it touches nothing.
#include <filesystem>

#include "shapes/spatial/mesh_file.h"
#include "shapes/spatial/shape.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "file", .help = "STL or OBJ file, its path relative to the model file", .kind = ParamKind::text},
    {.key = "scale",
     .fallback = 1,
     .low = 0,
     .high = 1e9,
     .help = "metres per unit of the file: 0.001 for millimetres",
     .open_low = true},
    FREEPLAY_SHAPE_FRAME};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string& key,
                  Diagnostics& problems) {
  SpatialShape shape;
  shape.kind = SpatialKind::mesh;
  shape.contact = false;
  place_shape(given, mount, shape);
  const Where where = given.where("file");
  const std::filesystem::path path =
      std::filesystem::path(where.file).parent_path() / std::filesystem::path(given.word("file"));
  FileMesh mesh;
  if (const std::string wrong = read_mesh(path.string(), mesh); !wrong.empty()) {
    problems.error(where, key + ".file", wrong);
    return shape;
  }
  const double scale = given.number("scale");
  for (const Vec3& point : mesh.points) {
    shape.points.push_back(shape.centre + shape.axes * (scale * point));
    shape.extent = std::max(shape.extent, norm(shape.points.back()));
  }
  shape.faces = std::move(mesh.faces);
  return shape;
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_SHAPE(mesh) = {{"mesh", "", "surface from a file, only drawn", kParams}, make};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// A surface from a file. It is only drawn, unless it is to touch others: then it is a solid made of convex parts.
#include <fmt/format.h>

#include <filesystem>

#include "base/index.h"
#include "shapes/spatial/mesh_file.h"
#include "shapes/spatial/mesh_parts.h"
#include "shapes/spatial/polytope.h"

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
    {.key = "contact",
     .help = "true: it touches others, as the solid that it encloses (false by default)",
     .kind = ParamKind::boolean,
     .optional = true},
    {.key = "tolerance",
     .fallback = 0.01,
     .low = 0,
     .high = 0.5,
     .help = "how far its convex parts may stand out of the mesh where it touches, as a part of its extent"},
    {.key = "parts",
     .fallback = 32,
     .low = 1,
     .high = 200,
     .help = "most convex parts of it where it touches"},
    FREEPLAY_SHAPE_FRAME};

SpatialShape make(const Parameters& given, const Mount& mount, const std::string& key,
                  Diagnostics& problems) {
  SpatialShape shape;
  shape.kind = SpatialKind::mesh;
  shape.contact = false;
  place_shape(given, mount, shape);
  const Where& where = given.where("file");
  const std::filesystem::path path =
      std::filesystem::path(outermost(where).file).parent_path() / std::filesystem::path(given.word("file"));
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
  for (const std::vector<std::size_t>& face : mesh.faces) shape.faces.emplace_back(face.begin(), face.end());
  if (given.flag("contact", false)) {
    shape.tolerance = given.number("tolerance");
    shape.most_parts = static_cast<int>(given.number("parts"));
  }
  return shape;
}

}  // namespace

std::vector<SpatialShape> parts_of(const SpatialShape& shape, const Where& where, const std::string& key,
                                   Diagnostics& problems) {
  if (shape.kind != SpatialKind::mesh || shape.tolerance < 0) return {shape};
  ClosedMesh mesh;
  std::vector<std::vector<std::size_t>> faces;
  for (const auto& face : shape.faces) faces.emplace_back(face.begin(), face.end());
  const std::vector<Vec3> corners(shape.points.begin(), shape.points.end());
  if (const std::string wrong = close_mesh(corners, faces, mesh); !wrong.empty()) {
    problems.error(
        where, key + ".file", "it cannot touch anything: " + wrong,
        "close and repair the surface, or take shapes of other types for contact and only draw the mesh");
    return {};
  }
  MeshDivision division;
  const auto most = idx(shape.most_parts);
  if (const std::string wrong = divide_mesh(mesh, shape.tolerance, most, division); !wrong.empty()) {
    problems.error(where, key + ".file", wrong,
                   "give a larger tolerance, allow more parts, or take a coarser mesh for contact and draw "
                   "the fine one");
    return {};
  }
  std::vector<SpatialShape> found;
  for (const std::vector<Vec3>& points : division.parts) {
    SpatialShape part;
    part.kind = SpatialKind::polytope;
    part.centre = shape.centre, part.axes = shape.axes;
    part.points.assign(points.begin(), points.end());
    if (build_polytope(part).empty()) found.push_back(std::move(part));
  }
  problems.note(
      where, key,
      found.size() == 1 && division.stands_out <= 1e-7 * mesh.extent
          ? "the mesh is convex: it touches as a hull"
          : fmt::format("the mesh touches as {} convex parts, which stand out of it by up to {:.2g} m",
                        found.size(), division.stands_out),
      "");
  return found;
}

namespace entry {
FREEPLAY_SPATIAL_SHAPE(mesh) = {{"mesh", "", "surface from a file, drawn or a solid", kParams}, make};
}  // namespace entry
}  // namespace freeplay

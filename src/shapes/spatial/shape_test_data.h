// SPDX-License-Identifier: Apache-2.0
// Random shapes and poses in space for tests.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "shapes/spatial/shape_pair.h"
#include "tests/kit/random.h"

namespace freeplay::testing {

inline SpatialShape make_spatial(const std::string& type, const Values& values, const Mount& mount = {}) {
  Diagnostics problems;
  const auto* entry = find_entry<SpatialShapeEntry>(type);
  SpatialShape shape = entry->make(Parameters(*entry, values), mount, "shape.test", problems);
  problems.throw_if_errors();
  return shape;
}

inline Vec3 random_vector(Random& random, double far = 1) {
  return {uniform(random, -far, far), uniform(random, -far, far), uniform(random, -far, far)};
}

inline Quat random_turn(Random& random) {
  std::normal_distribution<double> normal;
  return normalised({normal(random), normal(random), normal(random), normal(random)});
}

inline SpatialPose random_place(Random& random, double far = 1.5) {
  return {random_vector(random, far), rotation(random_turn(random))};
}

inline Values frame_values(Random& random, double size) {
  return {{"position", {random_vector(random, 0.3 * size), {}}}, {"orientation", {random_turn(random), {}}}};
}

inline const std::vector<std::string>& spatial_kinds() {
  static const std::vector<std::string> kinds{"sphere", "capsule", "box", "hull", "cylinder", "half_space"};
  return kinds;
}

inline SpatialShape random_spatial(Random& random, const std::string& type, double size = 1) {
  Values values = type == "half_space" ? Values{} : frame_values(random, size);
  const auto number = [&](const char* key) { values[key] = {size * uniform(random, 0.2, 0.8), {}}; };
  if (type == "sphere" || type == "capsule" || type == "cylinder") number("radius");
  if (type == "capsule" || type == "cylinder") number("length");
  if (type == "box") {
    values["size"] = {Point3{size * uniform(random, 0.3, 1.2), size * uniform(random, 0.3, 1.2),
                             size * uniform(random, 0.3, 1.2)},
                      {}};
  }
  if (type == "hull") {
    std::vector<Point3> vertices;
    const std::size_t count = 5 + random() % 6;
    for (std::size_t k = 0; k < count; ++k)
      vertices.push_back(size * uniform(random, 0.5, 0.9) * unit(random_vector(random)));
    values["vertices"] = {vertices, {}};
  }
  if (type == "half_space") {
    values["normal"] = {unit(random_vector(random)), {}};
    values["point"] = {random_vector(random, 0.5 * size), {}};
  }
  return make_spatial(type, values);
}

}  // namespace freeplay::testing

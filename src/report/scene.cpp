// SPDX-License-Identifier: Apache-2.0
#include "report/scene.h"

namespace freeplay {

std::optional<Scene> make_scene(const Result& result) {
  if (!result.model) return std::nullopt;
  Scene scene;
  scene.dimension = result.model->dimension;
  for (const Body& body : result.model->bodies)
    scene.bodies.push_back({body.name, body.mass, body.space.centre});
  return scene;
}

}  // namespace freeplay

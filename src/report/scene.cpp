// SPDX-License-Identifier: Apache-2.0
#include "report/scene.h"

#include "report/scene_builder.h"

namespace freeplay {

std::optional<Scene> make_scene(const Result& result) {
  if (!result.model) return std::nullopt;
  const RecordedMotion motion(result, looked_at(result.values("/time").size()));
  SceneBuilder builder(result, motion);
  if (result.model->dimension == 3) {
    build_spatial(builder);
  } else {
    build_planar(builder);
  }
  builder.add_contacts();
  return std::move(builder.scene);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// A run as an animated glTF 2.0 model in one binary file (.glb), for Blender and other viewers.
//   https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
// One node per body with the body's name, whose translation and rotation are animated; its parts are
// children. A node above all turns the model's upward direction to +Y, which glTF has on top.
#pragma once

#include <string>
#include <vector>

#include "report/motion.h"
#include "report/scene.h"

namespace freeplay {

/// The bytes of the file.
std::string gltf_binary(const Scene& scene, const RecordedMotion& motion, const std::string& title);

}  // namespace freeplay

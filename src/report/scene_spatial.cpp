// SPDX-License-Identifier: Apache-2.0
#include "report/scene_builder.h"
namespace freeplay {
void build_spatial(SceneBuilder& builder) { builder.frame(); }
}  // namespace freeplay

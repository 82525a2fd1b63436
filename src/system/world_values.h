// SPDX-License-Identifier: Apache-2.0
// Joints in the plane that the file places in the world, where the bodies are drawn: their values as the frames of the two
// bodies see them, which is all that a joint knows (model/world_keys.h has the keys).
#pragma once

#include "freeplay/model.h"
#include "freeplay/planar.h"

namespace freeplay {

class WorldValues {
 public:
  /// The values in the frames of bodies that stand there; those of the joint where nothing is given in the world. They
  /// are good until the next call, and use their memory again.
  const Values& local(const Joint& joint, const Pose& a, const Pose& b);

 private:
  Values values_;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Which ideal joints may have friction, and which keys of their `bearing` each of them looks at.
#pragma once

#include <string>
#include <vector>

#include "freeplay/diagnostics.h"
#include "freeplay/model.h"

namespace freeplay {

struct RubbingJoint {
  const char* type;
  std::vector<std::string> keys;  ///< of `bearing`
};

/// Every joint that may rub, of models with this dimension.
std::vector<RubbingJoint> rubbing_joints(int dimension);

/// Their types.
std::vector<std::string> rubbing_types(int dimension);

/// Warns of keys of the joint's `bearing` that its type does not look at; `key` is that of the joint.
void warn_of_unused_bearing(const Joint& joint, int dimension, const std::string& key, Diagnostics& problems);

}  // namespace freeplay

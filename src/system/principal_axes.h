// SPDX-License-Identifier: Apache-2.0
// The inner frame of a spatial body: its principal moments and axes.
#pragma once

#include <string>

#include "freeplay/model.h"
#include "freeplay/spatial.h"

namespace freeplay {

struct PrincipalInertia {
  Vec3 moments{0, 0, 0};
  Mount mount;
};

/// From the inertia that the user gave, in its axes and about its centre of mass. A tensor that is none (not
/// symmetric, not positive, or against the triangle inequality) is reported.
PrincipalInertia principal_inertia(const Body& body, Diagnostics& problems);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The faces and edges of a convex solid, from its corners.
#pragma once

#include <string>

#include "shapes/spatial/shape.h"

namespace freeplay {

/// Fills everything but the frame of a polytope from its points, and drops points that are not corners. What
/// is wrong with the points, "" when nothing is: they may all be in one plane, or too close to each other.
std::string build_polytope(SpatialShape& shape);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// How stretches of outlines meet points, discs, half-planes and each other.
//
// A point or a disc has one contact with each stretch: the nearest point of the stretch, at its Euclidean distance. A
// disc that is too large for a hollow arc can touch the edges on both sides of it, which then are two stretches.
// Inside the solid the distance is minus the depth below the nearest edge. Beyond the end of a stretch, behind a hollow
// corner, it is minus the depth below the line of its last edge: what sinks into a groove is pushed by both sides of it.
//
// A tip of one outline against a stretch of another: a corner as in polygon_surface.h, an arc by the distance of its
// centre less its radius, where the normal is one of its own. A convex polygon counts as an outline of one stretch.
#pragma once

#include "shapes/planar/outline_stretches.h"

namespace freeplay {

/// A stretch of an outline.
struct Stretch : EdgeRange {
  const Outline* outline = nullptr;
  double size = 0;  ///< what gaps are judged against
};

Stretch stretch_of(const OutlinePart& part, double size, double radius, int index);

/// A point x of the outline's frame. Negative inside the solid.
Surface point_on_stretch(const Stretch& stretch, const Vec2& x);

/// Where a tip touches a stretch; all in the frame of the stretch.
struct TipTouch {
  Surface surface;  ///< distance of the tip, and the normal out of the stretch
  Vec2 point{0, 0};
};
/// `there` leads from the frame of the tip's outline to that of the stretch. Without `arcs`, arcs that bulge out are not
/// tried against each other: the other order of the two has them.
TipTouch tip_on_stretch(const OutlinePart& part, const OutlineTip& tip, double size, const Pose& there,
                        const Stretch& stretch, bool arcs);

/// The lowest point of a tip along a direction, and how low it is: min of n·x.
struct Lowest {
  double height = 0;
  Vec2 point{0, 0};
};
Lowest lowest(const OutlineTip& tip, const Vec2& direction);

}  // namespace freeplay

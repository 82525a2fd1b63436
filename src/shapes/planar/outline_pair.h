// SPDX-License-Identifier: Apache-2.0
// Contacts of pairs of which one or both are stretches of outlines.
//
//   round, outline         one, or one for each stretch where a hollow arc is too tight: distance of the centre − r
//   outline, half-plane    one per tip: its lowest point
//   outline with outline or polygon   one per tip of either and stretch of the other
#pragma once

#include "shapes/planar/shape_pair.h"

namespace freeplay {

bool is_outline(const PlanarShape& shape);
inline bool has_outline(const PlanarShape& a, const PlanarShape& b) { return is_outline(a) || is_outline(b); }

/// What a contact is about.
struct OutlineFeature {
  bool tip_of_a = false;  ///< else of b; of a round shape the only one
  int tip = -1;           ///< −1 for round shapes
  int stretch = 0;        ///< of the other
};
OutlineFeature outline_feature(const PlanarShape& a, const PlanarShape& b, int feature);

int outline_features(const PlanarShape& a, const PlanarShape& b);
/// No less than their number, from nothing but the counts that World::feature_kind holds.
int outline_feature_limit(const PlanarShape& a, const PlanarShape& b);
std::array<int, 2> outline_corner(const PlanarShape& a, const PlanarShape& b, int feature);
/// As feature_name, with ".s7" for the stretch that begins at corner 7 if the other has several.
std::string outline_feature_name(const PlanarShape& a, const PlanarShape& b, int feature);
PairContact outline_contact(const PlanarShape& a, const Pose& at_a, const PlanarShape& b, const Pose& at_b,
                            int feature);
PairContact outline_separation(const PlanarShape& a, const Pose& at_a, const PlanarShape& b,
                               const Pose& at_b);

}  // namespace freeplay

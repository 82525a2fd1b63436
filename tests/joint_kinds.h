// SPDX-License-Identifier: Apache-2.0
// All joints, and what a generator of mechanisms must know of them.
#pragma once

#include <string_view>

namespace freeplay::testing {

struct JointKind {
  std::string_view type;
  int rows;                     ///< of its ideal form
  bool axis;                    ///< it has one
  std::string_view coordinate;  ///< that a driver may lead; empty: none
  bool play, rubs;              ///< whether it can have play, and friction without it
};

inline constexpr JointKind kPlaneJoints[] = {
    {"revolute", 2, false, "angle", true, true},
    {"prismatic", 2, true, "displacement", true, true},
    {"weld", 3, false, "", false, false},
    {"distance", 1, false, "", false, false},
};
inline constexpr JointKind kSpaceJoints[] = {
    {"revolute", 5, true, "angle", true, true},     {"translational", 5, true, "displacement", true, true},
    {"cylindrical", 4, true, "angle", true, true},  {"universal", 4, false, "angle_1", false, false},
    {"spherical", 3, false, "angle_2", true, true}, {"planar", 3, true, "displacement_1", false, false},
    {"weld", 6, false, "", false, false},           {"point_on_line", 2, true, "displacement", false, false},
    {"distance", 1, false, "", false, false},       {"rolling_disc", 3, true, "", false, false},
    {"rolling_sphere", 3, true, "", false, false},
};

}  // namespace freeplay::testing

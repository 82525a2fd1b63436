// SPDX-License-Identifier: Apache-2.0
// A load on one body, of which force, torque and wrench are cases; constant unless it is set as an input.
#pragma once

#include <optional>

#include "freeplay/spatial_force.h"
#include "joints/spatial/joint_frame.h"

namespace freeplay {

inline constexpr Param kForceParam =
    vector_param("force", "F", "N", "components of the force", ParamKind::vector, false);
inline constexpr Param kTorqueParam =
    vector_param("torque", "T", "N*m", "components of the torque", ParamKind::vector, false);
inline constexpr Param kLoadPointParam =
    vector_param("point", "s", "m", "where it acts, in the body's frame; the centre of mass by default");
inline constexpr Param kLoadFrameParam{.key = "frame",
                                       .symbol = "",
                                       .unit = "-",
                                       .fallback = 0,
                                       .low = 0,
                                       .high = 0,
                                       .help = "axes in which the components are given",
                                       .kind = ParamKind::choice,
                                       .optional = true,
                                       .choices = {"world", "body"}};

/// What acts; the inputs of the entry are those that are there.
struct ForceAndTorque {
  std::optional<Vec3> force, torque;
};

/// Force and torque on a body, in world axes, or in the user's of the body and then turning with it.
std::unique_ptr<SpatialForce> make_load(const ForceAndTorque& load, const std::optional<Vec3>& point,
                                        bool follows, int body, const SpatialSide& side);

}  // namespace freeplay

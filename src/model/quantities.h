// SPDX-License-Identifier: Apache-2.0
// What formulas may name that changes as the system moves: `t`, `crank.angle`, `crank.rate`, `ball.vx`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formula/of_time.h"
#include "freeplay/model.h"

namespace freeplay {

inline constexpr const char* kTimeName = "t";

struct MovingName {
  enum class Kind {
    time,
    coordinate,  ///< of a joint
    rate,        ///< of a coordinate
    place,       ///< a coordinate of the origin of a body's frame
    velocity,    ///< of that
    angle,       ///< of a body in the plane
    spin,        ///< a component of a body's angular velocity, in world axes
  };
  Kind kind = Kind::time;
  int of = 0;    ///< index of the joint or body in the model
  int part = 0;  ///< which coordinate or component
  const char* unit = "s";

  bool is_rate() const { return kind == Kind::rate || kind == Kind::velocity || kind == Kind::spin; }
};

/// Nothing when there is no such name. Where a joint and a body have one name, `angle` is the joint's.
std::optional<MovingName> find_moving(const Model& model, std::string_view name);

/// What it measures.
formula::Moving dimension_of(const std::optional<MovingName>& name);

/// All of them, for suggestions.
std::vector<std::string> moving_names(const Model& model);

}  // namespace freeplay

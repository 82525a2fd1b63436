// SPDX-License-Identifier: Apache-2.0
// The fields of blocks that bring in other blocks, [[repeat]] and [[include]]: see fields.h.
#pragma once

#include <optional>
#include <string>

#include "model/fields.h"

namespace freeplay {

/// [[repeat]], besides the blocks in it and `over`
struct Repeat {
  std::optional<int> count;
  int first = 0;
  std::string index = "i";
};
inline constexpr double kMostTurns = 20000;
inline constexpr Field<Repeat> repeat_fields[] = {
    {{.key = "count",
      .low = 0,
      .high = kMostTurns,
      .help = "how often the blocks in it stand in the model",
      .optional = true},
     &Repeat::count},
    {{.key = "first", .fallback = 0, .low = -1e6, .high = 1e6, .help = "index of the first turn"},
     &Repeat::first},
    {text_param("index", "name of the index in formulas and texts; default: i", true), &Repeat::index},
};

/// [[include]], besides `parameters`
struct Include {
  std::string file, prefix;
  Point position{0, 0};
  double angle = 0;
  Point3 position3{0, 0, 0};  ///< in models of dimension 3
  Orientation orientation;
};
inline constexpr Field<Include> include_fields[] = {
    {text_param("file", "model file, its path relative to the file that includes it"), &Include::file},
    {text_param("prefix", "stands before every name of the file", true), &Include::prefix},
};
inline constexpr Field<Include> planar_include_fields[] = {
    {point_param("position", "r", "m", 1e9, "where the origin of the file stands"), &Include::position},
    {{.key = "angle",
      .symbol = "φ",
      .unit = "rad",
      .fallback = 0,
      .low = -1e9,
      .high = 1e9,
      .help = "by which its ground is turned"},
     &Include::angle},
};
inline constexpr Field<Include> spatial_include_fields[] = {
    {vector_param("position", "r", "m", 1e9, "where the origin of the file stands"), &Include::position3},
    {orientation_param("orientation", "by which its ground is turned"), &Include::orientation},
};

}  // namespace freeplay

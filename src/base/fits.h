// SPDX-License-Identifier: Apache-2.0
// Sizes with their limits, as designers write them: "fit 20 H7/g6" [ISO286], "0.5 mm ± 0.05", "0.5 mm ± 10 %".
#pragma once

#include <string>
#include <string_view>

namespace freeplay {

/// Limits of a size less the nominal size [µm].
struct Deviations {
  double low = 0, high = 0;
};

/// A tolerance class, "H7" of a hole, "g6" of a shaft, at a nominal size in mm, up to 500. What is wrong goes to `error`.
Deviations deviations_of(std::string_view tolerance_class, double size, std::string& error);

/// A number with what it may become.
struct Toleranced {
  double nominal = 0, low = 0, high = 0;  ///< of a fit half of the play of the diameters: what a clearance is
  /// Parts whose limits it is made of: of a fit two, whose tolerances add up by their squares.
  double first_width = 0, second_width = 0;
  std::string error, hint;  ///< as those of a Quantity

  explicit operator bool() const { return error.empty(); }
};

/// Whether the text is meant to be one: it begins with "fit", or has a ±.
bool is_toleranced(std::string_view text);

/// In SI units. `unit` as in parse_quantity(); a fit needs "m".
Toleranced parse_toleranced(std::string_view text, std::string_view unit);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Figures of measured friction laws: one per quantity, laws grouped as in Marques2015 (static without
// stiction, static with stiction, dynamic), and one per law with all its curves.
#pragma once

#include <string>
#include <vector>

#include "report/plot.h"
#include "rigs/friction_curves.h"

namespace freeplay {

/// A number for an axis or a table: the SI unit with a prefix that suits values up to `largest`.
struct ShownUnit {
  double factor = 1;  ///< shown = value · factor
  std::string name;   ///< "mm/s"
};
ShownUnit shown_length(double largest);    ///< from m
ShownUnit shown_velocity(double largest);  ///< from m/s

enum class FrictionQuantity { velocity, displacement, lag, breakaway };
inline constexpr FrictionQuantity kFrictionQuantities[] = {
    FrictionQuantity::velocity, FrictionQuantity::displacement, FrictionQuantity::lag,
    FrictionQuantity::breakaway};
/// The word on the command line, and the stem of files.
const char* name_of(FrictionQuantity quantity);
bool asked(const FrictionConditions& conditions, FrictionQuantity quantity);

/// `laws` and `curves` belong together, one by one.
Figure friction_figure(FrictionQuantity quantity, const std::vector<FrictionSpecimen>& laws,
                       const std::vector<FrictionCurves>& curves, const FrictionConditions& conditions);
Figure friction_figure(const FrictionCurves& curves, const FrictionConditions& conditions);

}  // namespace freeplay

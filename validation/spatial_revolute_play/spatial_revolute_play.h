// SPDX-License-Identifier: Apache-2.0
// The spatial slider-crank with play in its shaft, Marques2015, sections 4.2 and 4.3: what
// validate_spatial_revolute_play() is made of.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_spatial_revolute_play(const std::string& folder);

// frictionless.cpp
void play_of_table_4_2(Page& page, const std::string& folder);  ///< Table 4.2, Figs. 4.10 to 4.16
void ensembles(Page& page);                                     ///< of tiny perturbations
// friction.cpp
void four_friction_models(Page& page, const std::string& folder);  ///< Table 4.4, Figs. 4.17 to 4.25
// limits.cpp
void vanishing_clearance(Page& page);
void growing_stiffness_in_space(Page& page);
// effort.cpp
void right_hand_sides(Page& page);  ///< error control against rk4 at 5e-7 s

}  // namespace freeplay::validation

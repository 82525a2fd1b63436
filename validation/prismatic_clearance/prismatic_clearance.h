// SPDX-License-Identifier: Apache-2.0
// The slider on a rod of Chaturvedi2023, section 3: what validate_prismatic_clearance() is made of.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_prismatic_clearance(const std::string& folder);

namespace prismatic {

// tables.cpp
void contact_times(Page& page);
void steady_forces(Page& page);
void along_the_rod(Page& page);
void step_by_step(Page& page);    ///< equations, gaps and complementarity of every optimisation step
void two_algorithms(Page& page);  ///< their searches alone
void rattle(Page& page);          ///< case 2: the rigid inelastic limit, and what the paper says

// friction.cpp
void friction_and_space(Page& page);  ///< the next steps that the paper announces

// figures.cpp
void paper_figures(Page& page, const std::string& folder);  ///< Figs. 4 to 12 of the paper

}  // namespace prismatic
}  // namespace freeplay::validation

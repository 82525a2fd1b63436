// SPDX-License-Identifier: Apache-2.0
// The cases of FloresAmbrosio2010: falling ball, pendulum against a wall, quick-return mechanism.
#pragma once

#include <string>

#include "validation/page.h"

namespace freeplay::validation {

/// Writes results.md and the plots into the folder; returns how many bounds are missed.
int validate_contact_detection(const std::string& folder);

// Its parts.
void blind_steps(Page& page);
void watched_steps(Page& page);
void restarted_steps(Page& page);
void steps_apart(Page& page);
void chosen_steps_blind(Page& page);
void impact_figures(Page& page, const std::string& folder);
void ideal_mechanism(Page& page);
void mechanism_with_play(Page& page);
void mechanism_without_control(Page& page);
void mechanism_chosen_steps(Page& page);
void mechanism_figures(Page& page, const std::string& folder);

}  // namespace freeplay::validation

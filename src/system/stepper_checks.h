// SPDX-License-Identifier: Apache-2.0
// What the chosen stepper cannot do is said when the model is assembled.
#pragma once

#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

/// Contacts that share a law share its mistake: it is reported once.
void error_once(const Where& where, const std::string& key, const std::string& message,
                const std::string& hint, Diagnostics& problems);

/// Names of the steppers that are smooth, or of those that act by impulses.
std::vector<std::string> steppers_of(bool smooth);

/// Which solvers a model in space can have, where one for the plane was asked for.
std::string solvers_in_space();

/// Laws of one contact that the stepper has not: restitution, friction.
void refuse_laws(const Model& model, const ContactData& laws, const Choice* impact, const Choice* friction,
                 Diagnostics& problems);

/// A law whose jump at rest is left to the steps needs steps of a given length.
void check_stick(const Model& model, const Choice& friction, const std::string& key, Diagnostics& problems);

/// Bounds of the step that exclude each other, options and a formulation without anything they could act on.
void check_stepper(const Model& model, const SystemInfo& info, Diagnostics& problems);

/// A bound on penetrations that positions of this size cannot resolve.
void check_penetration_bound(const Model& model, const SystemInfo& info, Diagnostics& problems);

/// The stepper must have the impact law.
void check_impact_law(const Model& model, const Choice& impact, Diagnostics& problems);

}  // namespace freeplay

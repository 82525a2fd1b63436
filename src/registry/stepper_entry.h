// SPDX-License-Identifier: Apache-2.0
// What a stepper says about itself, for those who look at models before anything steps.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "freeplay/registry.h"

namespace freeplay {

class Stepper;
class System;
struct StepperOptions;

struct StepperTraits {
  /// It integrates smooth motion, with compliant contacts or none; otherwise it acts by impulses, in the rigid
  /// world.
  bool smooth = false;
  std::span<const char* const> impact_laws{};  ///< those it has; none: all
  /// It has no restitution, friction of contacts with a constant μ only, and none in joints; who asks for more is told.
  bool inelastic = false;
};

struct StepperEntry : EntryInfo {
  std::unique_ptr<Stepper> (*make)(const System&, const StepperOptions&);
  StepperTraits traits{};

  bool has_impact_law(std::string_view law) const {
    return traits.impact_laws.empty() ||
           std::find(traits.impact_laws.begin(), traits.impact_laws.end(), law) != traits.impact_laws.end();
  }
};

inline bool is_smooth(const StepperEntry& stepper) { return stepper.traits.smooth; }

}  // namespace freeplay

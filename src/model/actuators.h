// SPDX-License-Identifier: Apache-2.0
// The kinds of actuators on the free coordinate of a joint.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "freeplay/given_parameters.h"

namespace freeplay {

struct ActuatorEntry : EntryInfo {
  const char* unit;                       ///< of the coordinate: "rad" or "m"; "": either
  std::span<const char* const> formulas;  ///< keys of numbers that may be formulas of what moves
};

std::span<const ActuatorEntry> actuator_entries();
/// nullptr: no such word.
const ActuatorEntry* find_actuator(const std::string& type);
std::vector<std::string> actuator_types();

}  // namespace freeplay

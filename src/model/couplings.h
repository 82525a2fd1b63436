// SPDX-License-Identifier: Apache-2.0
// The kinds of couplings between two joints. Each makes lengths of both coordinates, w₁ c₁ and w₂ c₂, whose sum an
// ideal coupling keeps: the ways of two pitch circles, of a rack and its pinion, of a belt.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "freeplay/given_parameters.h"

namespace freeplay {

struct CouplingEntry : EntryInfo {
  std::array<const char*, 2> units;  ///< of the coordinates: "rad" or "m"
  /// Metres per unit of each coordinate.
  std::array<double, 2> (*weights)(const Parameters&);
};

std::span<const CouplingEntry> coupling_entries();
/// nullptr: no such word.
const CouplingEntry* find_coupling(const std::string& type);
std::vector<std::string> coupling_types();

}  // namespace freeplay

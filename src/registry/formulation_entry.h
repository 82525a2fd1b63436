// SPDX-License-Identifier: Apache-2.0
// What a formulation says about itself, for those who look at models before anything is integrated.
#pragma once

#include <memory>
#include <string>

#include "freeplay/given_parameters.h"

namespace freeplay {

class Formulation;
class System;

/// What a formulation claims of itself, perhaps but for one choice of one of its parameters.
struct Claim {
  bool holds = false;
  const char* except_key = nullptr;
  const char* except_word = nullptr;

  /// With the values given to it.
  bool with(const Values& values) const;
  /// "yes", "no" or "yes, except key = word".
  std::string text() const;
};

struct FormulationTraits {
  Claim redundant{};  ///< accelerations are right with joints that repeat each other
  Claim singular{};   ///< motion goes on through positions in which rows lose their direction
};

struct FormulationEntry : EntryInfo {
  /// `time_scale` is that of the run, from which defaults with a unit of time follow [s].
  std::unique_ptr<Formulation> (*make)(const System&, const Parameters&, double time_scale);
  FormulationTraits traits{};
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "formulations/formulation.h"

#include "base/assert.h"

namespace freeplay {

bool Formulation::complete(double, std::span<double>, std::span<double>, Evaluation&) { return true; }

bool Formulation::choose(double, std::span<const double>, std::span<const double>, Evaluation&) {
  return false;
}

std::unique_ptr<Formulation> make_formulation(const Choice& choice, const System& system, double time_scale) {
  const FormulationEntry* entry = find_entry<FormulationEntry>(choice.name);
  FREEPLAY_ASSERT(entry);  // unknown words are reported when the model is assembled
  return entry->make(system, Parameters(*entry, choice.values), time_scale);
}

}  // namespace freeplay

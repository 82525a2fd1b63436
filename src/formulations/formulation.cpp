// SPDX-License-Identifier: Apache-2.0
#include "formulations/formulation.h"

#include "base/assert.h"

namespace freeplay {

std::unique_ptr<Formulation> make_formulation(const Method& method, const System& system, double time_scale) {
  const Choice chosen = method.formulation.value_or(Choice{"baumgarte", {}, {}});
  const FormulationEntry* entry = find_entry<FormulationEntry>(chosen.name);
  FREEPLAY_ASSERT(entry);  // unknown words are reported when the model is assembled
  return entry->make(system, Parameters(*entry, chosen.values), time_scale);
}

}  // namespace freeplay

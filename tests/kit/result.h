// SPDX-License-Identifier: Apache-2.0
// A run as its result file would hold it, without the file.
#pragma once

#include <string>

#include "freeplay/assemble.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "run/simulate.h"

namespace freeplay::testing {

/// However the run ends.
inline Result result_of(const Model& model, const std::string& file = "result.h5") {
  const Assembly assembly = assemble(model);
  MemoryRecord memory(result_layout(model, *assembly.system, {}));
  simulate(*assembly.system, model.method, model.run, memory);
  return make_result(record_of(memory), file);
}

}  // namespace freeplay::testing

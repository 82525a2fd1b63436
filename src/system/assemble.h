// SPDX-License-Identifier: Apache-2.0
// Model => System: every name resolved, every model error found, all reported at once.
#pragma once

#include <memory>

#include "freeplay/model.h"
#include "freeplay/numbers.h"
#include "freeplay/system.h"
#include "system/initial.h"

namespace freeplay {

struct Assembly {
  std::unique_ptr<System> system;
  std::unique_ptr<Numbers> numbers;  ///< of the model, to change without assembling again
  InitialReport initial;  ///< what moved to make the start consistent, and which rows are redundant
};

/// Throws ModelError with everything that is wrong. Warnings and notes go to `messages` when given.
Assembly assemble(const Model& model, Diagnostics* messages = nullptr);

}  // namespace freeplay

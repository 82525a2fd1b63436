// SPDX-License-Identifier: Apache-2.0
// What a user reads who is refused.
#pragma once

#include <string>

#include "freeplay/diagnostics.h"

namespace freeplay::testing {

/// What the ModelError says that `action` throws; "was accepted" if it throws none.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "was accepted";
}

}  // namespace freeplay::testing

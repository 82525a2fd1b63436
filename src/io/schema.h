// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace freeplay {

/// A JSON Schema (draft 2020-12) of the model file, made from the same field lists the reader uses.
std::string model_schema();

}  // namespace freeplay

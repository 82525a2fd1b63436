// SPDX-License-Identifier: Apache-2.0
// A system together with the model it was assembled from, and how it starts.
#pragma once

#include <memory>

#include "freeplay/assemble.h"
#include "model/copies.h"

namespace freeplay {

class Assembled {
 public:
  virtual ~Assembled() = default;
  /// The model whose numbers the system is made from, without grids.
  virtual Model& model() = 0;
  /// After build(): makes the system and its start anew from the numbers of the model, and allocates nothing
  /// in doing so unless something is wrong. Throws ModelError then; the system is not to be used before
  /// another refill succeeds.
  virtual void refill() = 0;
};

/// Everything that is wrong goes to `problems`; the system is null then.
std::unique_ptr<Assembled> assemble_written(WrittenOut written, Assembly& assembly, Diagnostics& problems);

}  // namespace freeplay

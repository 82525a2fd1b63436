// SPDX-License-Identifier: Apache-2.0
// A system together with the model it was assembled from, and how it starts.
#pragma once

#include <memory>
#include <span>

#include "freeplay/assemble.h"
#include "model/copies.h"

namespace freeplay {

class Assembled {
 public:
  virtual ~Assembled() = default;
  /// The model whose numbers the system is made from.
  virtual WrittenOut& written() = 0;
  /// Makes the system and its start anew from the numbers of the model, of which the blocks `changed`
  /// (bodies, joints, …) have new ones; allocates nothing unless something is wrong. Throws ModelError then:
  /// the system is not to be used before another refill succeeds. `path` is named if rows, contacts or memories
  /// would change.
  virtual void refill(std::span<const void* const> changed, const std::string& path) = 0;
};

/// Everything that is wrong goes to `problems`; the system is null then.
std::unique_ptr<Assembled> assemble_written(WrittenOut written, Assembly& assembly, Diagnostics& problems);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Laws, joints, forces and other objects that are made anew when a number of the model changes: the memory of
// one that is destroyed is kept, by thread, and used by the next of its size, so that it allocates nothing.
#pragma once

#include <cstddef>

namespace freeplay {

class Recycled {
 public:
  static void* operator new(std::size_t size);
  static void operator delete(void* memory, std::size_t size) noexcept;
};

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Laws, joints, forces and other objects that are made anew when a number of the model changes: the memory of
// one that is destroyed is kept, by thread, and used by the next of its size, so that it allocates nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace freeplay {

class Recycled {
 public:
  static void* operator new(std::size_t size);
  static void operator delete(void* memory, std::size_t size) noexcept;
};

/// The same for what such an object keeps in lists.
template <class T>
struct RecycledAllocator {
  using value_type = T;

  RecycledAllocator() = default;
  template <class Other>
  RecycledAllocator(const RecycledAllocator<Other>&) {
  }  // NOLINT(google-explicit-constructor): as containers ask
  T* allocate(std::size_t count) { return static_cast<T*>(Recycled::operator new(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept {
    Recycled::operator delete(memory, count * sizeof(T));
  }
  template <class Other>
  bool operator==(const RecycledAllocator<Other>&) const {
    return true;
  }
};

template <class T>
using RecycledVector = std::vector<T, RecycledAllocator<T>>;

}  // namespace freeplay

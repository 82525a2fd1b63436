// SPDX-License-Identifier: Apache-2.0
#include "freeplay/recycled.h"

#include <array>
#include <new>

namespace freeplay {
namespace {

constexpr std::size_t kGrain = 32;    // sizes are rounded up to multiples of it [bytes]
constexpr std::size_t kShelves = 64;  // larger objects are not kept
constexpr int kMostKept = 1024;       // objects of one size

struct Kept {
  Kept* next;
};

/// Memory that waits for its next object, by size.
struct Store {
  std::array<Kept*, kShelves> first{};
  std::array<int, kShelves> count{};
  ~Store();
};

thread_local bool closed = false;  // objects that outlive the thread's store are simply freed
thread_local Store store;

Store::~Store() {
  closed = true;
  for (Kept* at : first) {
    while (at != nullptr) {
      Kept* next = at->next;
      ::operator delete(at);
      at = next;
    }
  }
}

std::size_t shelf(std::size_t size) { return (size + kGrain - 1) / kGrain; }

}  // namespace

void* Recycled::operator new(std::size_t size) {
  const std::size_t k = shelf(size);
  if (k >= kShelves || closed || store.first[k] == nullptr) return ::operator new(k* kGrain);
  Kept* kept = store.first[k];
  store.first[k] = kept->next;
  --store.count[k];
  return kept;
}

void Recycled::operator delete(void* memory, std::size_t size) noexcept {
  const std::size_t k = shelf(size);
  if (memory == nullptr || k >= kShelves || closed || store.count[k] == kMostKept)
    return ::operator delete(memory);
  store.first[k] = new (memory) Kept{store.first[k]};
  ++store.count[k];
}

}  // namespace freeplay

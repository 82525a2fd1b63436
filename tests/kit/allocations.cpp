// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> counted{0};
[[maybe_unused]] std::atomic<long> news_made{0}, news_left{-1};

/// Counts a call; whether it is the one that must fail.
[[maybe_unused]] bool fails() {
  ++news_made;
  return news_left >= 0 && news_left-- == 0;
}
}  // namespace

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define FREEPLAY_NEW_IS_TAKEN  // it brings its own and lets no other be: calls are neither counted nor failed
#endif
#endif

#ifndef FREEPLAY_NEW_IS_TAKEN
// Not inlined, or g++ takes malloc and delete for a pair that does not match.
__attribute__((noinline)) void* operator new(std::size_t size) {
  if (fails()) throw std::bad_alloc();
  if (void* const got = std::malloc(size != 0 ? size : 1)) return got;
  throw std::bad_alloc();
}
// AddressSanitizer brings one of its own, whose memory the delete below must not free.
__attribute__((noinline)) void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails() ? nullptr : std::malloc(size != 0 ? size : 1);
}
__attribute__((noinline)) void operator delete(void* old) noexcept { std::free(old); }
__attribute__((noinline)) void operator delete(void* old, std::size_t) noexcept { std::free(old); }
#endif

#ifdef FREEPLAY_SANITIZED

// As in sanitizer/allocator_interface.h, a header that g++ does not bring.
extern "C" int __sanitizer_install_malloc_and_free_hooks(  // NOLINT
    void (*malloc_hook)(const volatile void*, std::size_t), void (*free_hook)(const volatile void*));

namespace {
void on_malloc(const volatile void*, std::size_t) { ++counted; }
void on_free(const volatile void*) {}
const int hook_installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}  // namespace

#else

extern "C" {

// glibc's own, under the names that stay when a program defines the usual ones.
void* __libc_malloc(std::size_t size);                           // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __libc_realloc(void* old, std::size_t size);               // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT

void* malloc(std::size_t size) noexcept {
  ++counted;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  ++counted;
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  ++counted;
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++counted;
  return __libc_memalign(alignment, size);
}

}  // extern "C"

#endif

namespace freeplay::testing {

long allocations() { return counted; }

long news() { return news_made; }

void fail_new(long after) { news_left = after; }

bool counts_allocations() {
#ifdef FREEPLAY_SANITIZED
  return hook_installed > 0;
#else
  return true;
#endif
}

}  // namespace freeplay::testing

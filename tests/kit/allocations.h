// SPDX-License-Identifier: Apache-2.0
// How often memory was asked for. Everything is counted: operator new, Eigen and the C library all end in malloc, which
// allocations.cpp puts itself in front of; under AddressSanitizer, which does the same, by its hook.
#pragma once

namespace freeplay::testing {

/// Since the program began.
long allocations();

/// Calls of `operator new` by all threads.
long news();
/// After so many more of them, one fails: it throws std::bad_alloc, or gives none where it must not throw; -1: none does.
void fail_new(long after);

/// Whether they are counted at all: a sanitizer may take no hook.
bool counts_allocations();

}  // namespace freeplay::testing

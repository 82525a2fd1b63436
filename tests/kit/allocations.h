// SPDX-License-Identifier: Apache-2.0
// How often memory was asked for. Everything is counted: operator new, Eigen and the C library all end in malloc, which
// allocations.cpp puts itself in front of; under AddressSanitizer, which does the same, by its hook.
#pragma once

namespace freeplay::testing {

/// Since the program began.
long allocations();

/// Whether they are counted at all: a sanitizer may take no hook.
bool counts_allocations();

}  // namespace freeplay::testing

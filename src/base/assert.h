// SPDX-License-Identifier: Apache-2.0
// An assert that stays on in every build: a broken invariant is a bug of Freeplay, not of the model.
#pragma once

#include <cstdio>
#include <cstdlib>

#define FREEPLAY_ASSERT(condition)                                                                    \
  do {                                                                                                \
    if (!(condition)) {                                                                               \
      std::fprintf(stderr, "freeplay: internal error: %s (%s:%d)\n", #condition, __FILE__, __LINE__); \
      std::abort();                                                                                   \
    }                                                                                                 \
  } while (false)

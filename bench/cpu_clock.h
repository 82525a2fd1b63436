// SPDX-License-Identifier: Apache-2.0
// CPU time of the calling thread: other work on the machine does not count, or only through its caches.
#pragma once

#include <time.h>

namespace freeplay::bench {

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace freeplay::bench

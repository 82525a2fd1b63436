// SPDX-License-Identifier: Apache-2.0
// Memory that runs out at one call of `operator new`, in a copy of this process.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace freeplay::testing {

struct Ended {
  int code = -1;       ///< what the work returned, or the code with which terminate() ended it
  int signal = 0;      ///< that ended it, SIGALRM after a minute; 0: none
  bool leaks = false;  ///< AddressSanitizer found memory that nothing points to, and that HDF5 did not take
  long calls = 0;      ///< of `operator new` in all; 0: it did not come to its end
  std::string said;    ///< on standard error
};

/// Does the work in a copy of this process in which one call of `operator new` fails, counted from 0; -1: none does.
Ended end_without_memory(long call, const std::function<int()>& work);

/// Which of so many calls are to fail, each by itself: all, or as many as wanted, the first quarter of these one after
/// the other and the others spread evenly over what is left. FREEPLAY_FAILING_ALLOCATIONS says how many are wanted where
/// it is set.
std::vector<long> calls_to_fail(long calls, long wanted);

}  // namespace freeplay::testing

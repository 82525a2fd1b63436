// SPDX-License-Identifier: Apache-2.0
// The program as another process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace freeplay::testing {

struct Called {
  int code;  ///< of exit; -1 if a signal ended it
  std::string out, err;
};

/// Runs `freeplay ARGUMENTS`, as a shell reads them, in the folder; what it printed is left there in out.txt and
/// err.txt. After `limit` seconds of processor time, if there is a limit, or twenty times that by the clock, it is interrupted as by
/// Ctrl-C, and killed if it goes on for five more.
Called call_program(const std::filesystem::path& folder, const std::string& arguments, double limit = 0);

/// What programs that were called have taken of the processor so far [s].
double cpu_of_children();

/// Starts the program in `folder` (the current one if empty), with nothing on its standard streams.
/// The child's id; -1 if there is none.
int start_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {});

/// The child still runs; one that has ended is left for waitpid.
bool running(int child);

}  // namespace freeplay::testing

// SPDX-License-Identifier: Apache-2.0
// One problem file, one solver: what `freeplay solve` and the validation table show.
#pragma once

#include <string>

#include "io/problems/problem_file.h"

namespace freeplay {

struct FileOptions {
  double tolerance = 0;  ///< largest residual in the file's units; 0: 1e-10 without friction, 1e-8 with cones
  int iterations = 0;    ///< most iterations; 0: the solver's own limit
};

struct FileSolution {
  std::string solver;        ///< what was asked for
  std::string by;            ///< who solved it
  bool solved = false;       ///< both residuals within the tolerance
  double residual = 0;       ///< file_residual
  double cone_residual = 0;  ///< the same with the projection on the cone
  long long iterations = 0;
  double seconds = 0;
  std::string reason;  ///< why it is not solved
  std::string count;  ///< "none…", "one", "several…" where all combinations of modes were asked, else empty
  int open = 0, stick = 0, slip = 0;
};

/// The solver alone; `auto` is the chain that the program uses by default.
FileSolution solve_file(const ProblemFile& file, const std::string& solver, const FileOptions& options);

}  // namespace freeplay

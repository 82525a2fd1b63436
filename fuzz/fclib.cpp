// SPDX-License-Identifier: Apache-2.0
// Contact problems in FCLIB's HDF5.
#include <stdexcept>

#include "fuzz/input.h"
#include "fuzz/target.h"
#include "io/problems/problem_file.h"

FREEPLAY_FUZZ_TARGET(fclib) {
  try {
    freeplay::read_problem(freeplay::fuzzing::file_of("problem.hdf5", data, size));
  } catch (const freeplay::ModelError&) {
  } catch (const std::runtime_error&) {  // no file that can be opened
  }
  return 0;
}

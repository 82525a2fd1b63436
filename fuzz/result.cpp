// SPDX-License-Identifier: Apache-2.0
// Result files: read whole, described, and asked where their run can be gone on with.
#include <stdexcept>

#include "freeplay/results.h"
#include "fuzz/input.h"
#include "fuzz/target.h"

FREEPLAY_FUZZ_TARGET(result) {
  using namespace freeplay;
  const std::string path = fuzzing::file_of("result.h5", data, size);
  try {
    describe(read_record(path), true);
  } catch (const std::runtime_error&) {
  }
  try {
    describe(open_record(path), true);
  } catch (const std::runtime_error&) {
  }
  try {
    read_saved_run(path);
  } catch (const std::runtime_error&) {
  }
  return 0;
}

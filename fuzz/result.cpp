// SPDX-License-Identifier: Apache-2.0
// Result files: read whole, described, asked where their run can be gone on with, and those of studies summed up.
#include <stdexcept>

#include "freeplay/results.h"
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "studies/study_file.h"
#include "studies/study_summary.h"

FREEPLAY_FUZZ_TARGET(result) {
  using namespace freeplay;
  const std::string path = fuzzing::file_of("result.h5", data, size);
  try {
    describe(read_record(path), true);
  } catch (const std::runtime_error&) {
  }
  try {
    const RecordFile record = open_record(path);
    describe(record, true);
    if (is_study(record)) {
      summary_text(summarise(record, study_of(record)), [](long long) { return std::string(); });
    }
  } catch (const std::runtime_error&) {
  }
  try {
    read_saved_run(path);
  } catch (const std::runtime_error&) {
  }
  return 0;
}

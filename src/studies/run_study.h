// SPDX-License-Identifier: Apache-2.0
// Runs a study on all cores. Rows are computed in any order and written in theirs: the result is the same for any number
// of threads, to the last bit.
#pragma once

#include <atomic>
#include <functional>

#include "studies/study.h"
#include "studies/study_file.h"

namespace freeplay {

struct StudyProgress {
  long long done = 0, computed = 0, all = 0, failed = 0;  ///< `computed` now, `done` with those of before
  double seconds = 0;                                     ///< since this study was begun or gone on with
};

struct StudyHooks {
  const std::atomic<bool>* stop = nullptr;  ///< runs under way are given up, and none begins
  std::function<void(const StudyProgress&)> progress;
};

/// Computes the rows that the file has not yet. True when it then has them all. What cannot be written is thrown by
/// file.close().
bool run_study(const Study& study, int threads, StudyFile& file, const StudyHooks& hooks = {});

}  // namespace freeplay

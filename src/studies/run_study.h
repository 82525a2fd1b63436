// SPDX-License-Identifier: Apache-2.0
// Runs a study on all cores. Rows are computed in any order and written in theirs: the result is the same for any number
// of threads, to the last bit.
#pragma once

#include <functional>
#include <string>

#include "freeplay/study.h"
#include "studies/study.h"
#include "studies/study_file.h"

namespace freeplay {

/// Computes the rows that the file has not yet. True when it then has them all. What cannot be written is thrown by
/// file.close().
bool run_study(const Study& study, int threads, StudyFile& file, const StudyHooks& hooks = {});

/// The same of a search, or of another study, in the file at `path`.
bool compute_study(const Study& study, const std::string& path, const StudyOptions& options,
                   const StudyHooks& hooks = {});

/// What a thread that makes runs does, as the hooks want it.
void work_in_thread(const StudyHooks& hooks, const std::function<void()>& work);
/// How many threads there are.
int threads_of(const StudyOptions& options);

}  // namespace freeplay

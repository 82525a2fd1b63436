// SPDX-License-Identifier: Apache-2.0
// The page of a study: what was asked, how the measures are distributed and what they depend on, every run with the
// command that makes it again. viewer/src/study/data.ts says what is in it.
#pragma once

#include <functional>
#include <string>

#include "freeplay/report.h"
#include "freeplay/results.h"
#include "studies/study.h"

namespace freeplay {

/// Writes it to `path`. `file`: the result, as the command line names it; `message_of`: why the run of a row failed.
/// Throws std::runtime_error as write_report() does, and where there is nothing to show.
void write_study_report(const RecordFile& record, const Study& study, const std::string& file,
                        const std::string& path, const PageOptions& options,
                        const std::function<std::string(long long row)>& message_of);

}  // namespace freeplay

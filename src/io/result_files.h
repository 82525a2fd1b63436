// SPDX-License-Identifier: Apache-2.0
// Result files as files: whose they are, and copies of them.
#pragma once

#include <string>

namespace freeplay {

/// A record of Freeplay, whole or left by a kill; false for anything else, damaged ones included.
bool is_result_file(const std::string& path);

/// Copies a result, unless a run is writing it or the other file. What stands under the name `to` is replaced. Throws
/// std::runtime_error with the reason.
void copy_result(const std::string& from, const std::string& to);

}  // namespace freeplay

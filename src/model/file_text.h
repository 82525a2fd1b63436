// SPDX-License-Identifier: Apache-2.0
// The text of a file that a user wrote: a model, a study.
#pragma once

#include <cstddef>
#include <string>

namespace freeplay {

inline constexpr std::size_t kLargestFile = std::size_t{64} << 20;  ///< bytes

/// Throws ModelError, with the likely file, where there is none or it cannot be read. `what` it should be, for
/// messages: "a model".
std::string text_of_file(const std::string& path, const std::string& what);

}  // namespace freeplay

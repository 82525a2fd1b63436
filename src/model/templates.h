// SPDX-License-Identifier: Apache-2.0
// Texts with an index: "link{i + 1}".
#pragma once

#include <string>

#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// The text with what stands in braces replaced by its value at `at`: a whole number, or a word of `over`. Doubled braces
/// stand for themselves. As it is after reporting a mistake.
std::string fill_template(Reader& reader, const std::string& text, tree::Position at,
                          const std::string& path);

}  // namespace freeplay

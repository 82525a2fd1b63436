// SPDX-License-Identifier: Apache-2.0
// A text taken apart without a stream: a stream keeps the exception of memory that runs out, and what follows looks like
// the end of the text.
#pragma once

#include <string_view>

namespace freeplay {

/// Takes the next line off the text, without its end; false: none is left. As a stream does it: a line break at the end of the
/// text begins no further line.
bool take_line(std::string_view& text, std::string_view& line);

/// Takes the next word off the line, which ends at a blank; false: none is left.
bool take_word(std::string_view& line, std::string_view& word);

}  // namespace freeplay

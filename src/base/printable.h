// SPDX-License-Identifier: Apache-2.0
// Text as it may go to a terminal or into JSON, whatever a file had for a name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freeplay {

/// A character, and how many bytes it has; 0 where the text begins with what is no UTF-8 (RFC 3629: the shortest form, no
/// surrogates, nothing beyond U+10FFFF).
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};
/// Of a text that is not empty.
CodePoint first_code_point(std::string_view text);

/// The text in UTF-8 without anything that acts on a terminal: bytes that are no UTF-8 become \xNN; control characters
/// but line ends and tabs, marks that turn the direction of writing included, become \xNN or \u{NNNN}.
std::string printable(std::string_view text);

/// The same, but what is proper UTF-8 stays as it is: JSON has its own escapes for control characters.
std::string valid_utf8(std::string_view text);

}  // namespace freeplay

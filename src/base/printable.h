// SPDX-License-Identifier: Apache-2.0
// Text as it may go to a terminal or into JSON, whatever a file had for a name.
#pragma once

#include <string>
#include <string_view>

namespace freeplay {

/// The text in UTF-8 without anything that acts on a terminal: bytes that are no UTF-8 become \xNN; control characters
/// but line ends and tabs, marks that turn the direction of writing included, become \xNN or \u{NNNN}.
std::string printable(std::string_view text);

/// The same, but what is proper UTF-8 stays as it is: JSON has its own escapes for control characters.
std::string valid_utf8(std::string_view text);

}  // namespace freeplay

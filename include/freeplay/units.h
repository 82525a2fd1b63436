// SPDX-License-Identifier: Apache-2.0
// Texts with units as numbers, as a model file reads them.
#pragma once

#include <string_view>

namespace freeplay {

/// "0.5 mm" in the SI unit that is expected: in_si("0.5 mm", "m") is 0.0005. Throws std::invalid_argument, with what
/// to write instead, for a text that is not understood or measures something else.
double in_si(std::string_view text, std::string_view unit);

}  // namespace freeplay

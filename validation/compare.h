// SPDX-License-Identifier: Apache-2.0
// Whether a page says what the checked-in one says, apart from what rounding may change.
// Words are the same. Numbers written alike are the same; others agree when
//   errors, written with two digits and an exponent or below 1e-9: both below 1e-12, or within a factor of ten of
//     each other; with the same sign unless both are below 1e-9,
//   whole numbers, which count steps and iterations: within 2 or 2 %,
//   all others: within two units of the last digit shown, or nine digits.
#pragma once

#include <string>
#include <vector>

namespace freeplay::validation {

/// Two numbers as they are written on pages.
bool agree(const std::string& was, const std::string& is);

/// One line for each difference: "12: was …, is …"; nothing if the pages agree.
std::vector<std::string> differences(const std::string& was, const std::string& is);

}  // namespace freeplay::validation

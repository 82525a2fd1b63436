// SPDX-License-Identifier: Apache-2.0
// Numbers for people.
#pragma once

#include <string>

namespace freeplay {

/// 12345678 as "12 345 678".
std::string grouped(long long number);

/// Three digits with the prefix that suits them: 0.001234 and "N m" make "1.23 mN m". Zero has none.
std::string with_prefix(double number, const std::string& unit);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Numbers for people.
#pragma once

#include <string>

namespace freeplay {

/// 12345678 as "12 345 678".
std::string grouped(long long number);

}  // namespace freeplay

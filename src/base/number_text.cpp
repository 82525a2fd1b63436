// SPDX-License-Identifier: Apache-2.0
#include "base/number_text.h"

namespace freeplay {

std::string grouped(long long number) {
  const std::string digits = std::to_string(number);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ' ';
    out += digits[i];
  }
  return out;
}

}  // namespace freeplay

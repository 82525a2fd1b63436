// SPDX-License-Identifier: Apache-2.0
#include "base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

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

std::string with_prefix(double number, const std::string& unit) {
  constexpr std::array kPrefixes = {"p", "n", "µ", "m", "", "k", "M", "G"};
  constexpr int kPlain = 4, kMost = static_cast<int>(kPrefixes.size()) - 1 - kPlain;
  if (number == 0 || !std::isfinite(number)) return fmt::format("{} {}", number, unit);
  const std::string rounded = fmt::format("{:.2e}", number);  // 999.9 is one thousand
  const int exponent = std::atoi(rounded.c_str() + rounded.find('e') + 1);
  const int thousands = std::clamp((exponent + 330) / 3 - 110, -kPlain, kMost);
  const double scaled = number / std::pow(1000.0, thousands);
  const int before = exponent - 3 * thousands;  // digits before the point, less one
  const std::string text =
      before < 0 || before > 2 ? fmt::format("{:.3g}", scaled) : fmt::format("{:.{}f}", scaled, 2 - before);
  return fmt::format("{} {}{}", text, kPrefixes[static_cast<std::size_t>(thousands + kPlain)], unit);
}

}  // namespace freeplay

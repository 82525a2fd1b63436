// SPDX-License-Identifier: Apache-2.0
// What a unit is in SI units: "N*s/m", "kg mm^2", "1/(rad s)". The grammar is in base/units.h.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace freeplay {

/// Exponents of metre, kilogram, second, radian, ampere; halves of whole numbers, which doubles hold exactly.
struct Dimension {
  std::array<double, 5> power{};
  bool operator==(const Dimension&) const = default;
};

/// A unit is 10^decade · numerator / denominator in SI. Decimal scales stay in `decade`, where they cost no
/// rounding.
struct Scale {
  Dimension dimension;
  double decade = 0;
  double numerator = 1;
  double denominator = 1;
  bool hertz = false;  ///< cycles are not radians: "25 Hz" for rad/s would be wrong by 2π
};

/// Why a text is no unit.
struct UnitError {
  std::string message;
  std::string unknown;  ///< the symbol that does not exist, if that is why
};

/// "" and "-" are the unit of a plain number.
bool parse_unit(std::string_view unit, Scale& scale, UnitError* why = nullptr);

struct NamedDimension {
  Dimension dimension;
  const char* name;
  const char* example;
};
/// nullptr when it has no name.
const NamedDimension* find_named(const Dimension& dimension);
/// In words: "a length", "a quantity in m^2 s".
std::string describe(const Dimension& dimension);

/// Those without prefixes.
std::vector<std::string> unit_symbols();

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace freeplay

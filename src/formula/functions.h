// SPDX-License-Identifier: Apache-2.0
// The functions and constants of formulas, with what they ask of units.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formula/table.h"

namespace freeplay::formula {

/// What a function takes and gives, where units are concerned.
enum class UnitRule {
  plain,        ///< a plain number, and gives one: exp, floor
  from_angle,   ///< an angle or a plain number, and gives a plain number: sin
  to_angle,     ///< a plain number, and gives an angle: asin
  ratio_angle,  ///< two of one unit, and gives an angle: atan2
  same,         ///< any unit, the same for all, and gives it: abs, min
  sign,         ///< any unit, and gives a plain number
  root,         ///< any unit, and gives its square root
  cube_root,    ///< any unit, and gives its third root
};

/// Two arguments are handed over; the second is 0 for functions of one. Those of more (min, max) take what
/// they have so far and the next.
struct Function {
  const char* name;
  int least, most;  ///< arguments
  UnitRule units;
  double (*value)(double, double);
  const char* help;
};

std::span<const Function> functions();
/// Its number in functions(); −1: there is none.
int find_function(std::string_view name);
/// Its place; −1: there is none.
int find_table(const Tables& tables, std::string_view name);
/// What else may be meant by a word before a bracket. There may be no tables.
std::string hint_for_function(std::string_view name, const Tables* tables);

struct Constant {
  const char* name;
  double value;
};
std::span<const Constant> constants();
const Constant* find_constant(std::string_view name);

/// A word that means something in every formula: a function, a constant, "and", "or", "not".
bool is_reserved(std::string_view word);

}  // namespace freeplay::formula

// SPDX-License-Identifier: Apache-2.0
// Formulas: `crank*cos(angle0) + 2 mm`, `t < 0.1 ? 0 : 5 N`.
//
// Grammar, from what binds least to what binds most:
//   formula    = or ["?" formula ":" formula]
//   or         = and {("or" | "||") and}        and = not {("and" | "&&") not}
//   not        = ("not" | "!") not | comparison
//   comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
//   sum        = product {("+" | "-") product}
//   product    = sign {("*" | "·" | "/") sign}
//   sign       = ("-" | "+") sign | power       power = atom ["^" sign]
//   atom       = number [unit] | name | function "(" formula {"," formula} ")" | "(" formula ")"
//   unit       = symbol [exponent] | "[" any unit of base/units.h "]"
//
// A formula is kept as its tree in the order in which it is computed (operands before what joins them), so
// that evaluating walks one list and allocates nothing; units and derivatives walk the same list.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/unit_scale.h"
#include "formula/table.h"

namespace freeplay::formula {

enum class Op : unsigned char {
  number,  ///< a literal
  name,    ///< what a slot holds
  add,
  subtract,
  multiply,
  divide,
  power,
  negate,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  both,    ///< and
  either,  ///< or
  none,    ///< not
  select,  ///< condition ? a : b
  call,
  table,  ///< the value of a table
};

/// A number with what it measures.
struct Amount {
  double value = 0;
  Dimension dimension{};
  bool bare = true;     ///< no unit was ever written: taken in SI units, as a bare number of a file is
  bool cycles = false;  ///< counted in Hz, which are not rad/s
  bool turn = false;    ///< has π as a factor, which makes cycles radians
};

struct Node {
  Op op = Op::number;
  int index = 0;                ///< slot of a name, number of a function or table
  int count = 0;                ///< arguments of a call
  Amount amount;                ///< of a literal
  std::size_t at = 0, end = 0;  ///< where it stands in the text
};

/// Why a text is no formula, or a formula has no value.
struct Mistake {
  std::size_t at = 0;  ///< bytes from the start of the text
  std::string message;
  std::string hint;
};

/// True for a text that begins with "=": the mark of a formula in a model file.
bool is_formula(std::string_view text);

class Formula {
 public:
  /// Nothing, and why, when `text` (without the "=") is not a formula. It may call the tables.
  static std::optional<Formula> parse(std::string_view text, Mistake& mistake,
                                      std::shared_ptr<const Tables> tables = nullptr);

  /// What is not a number, constant or function, in the order of appearance. A value handed over for the
  /// i-th is the i-th slot.
  const std::vector<std::string>& names() const { return names_; }
  /// Where the i-th name stands for the first time.
  std::size_t place_of(std::size_t name) const;

  /// The value; no check, no allocation. What has no value (1/0, sqrt(−1)) is not finite.
  double value(std::span<const double> slots) const;

  /// The value with its unit, after checking that units fit together and, if asked, that it is finite.
  std::optional<Amount> amount(std::span<const Amount> slots, Mistake& mistake, bool finite = true) const;

  std::span<const Node> nodes() const { return nodes_; }
  const TableFunction& table(const Node& node) const {
    return (*tables_)[static_cast<std::size_t>(node.index)];
  }
  /// The text of a part.
  std::string_view part(const Node& node) const {
    return std::string_view(text_).substr(node.at, node.end - node.at);
  }

 private:
  friend class Parser;
  std::string text_;
  std::vector<Node> nodes_;
  std::vector<std::string> names_;
  std::shared_ptr<const Tables> tables_;
};

/// Operands that wait at most while a formula is computed; deeper ones are refused when they are read.
inline constexpr int kDeepestStack = 64;

}  // namespace freeplay::formula

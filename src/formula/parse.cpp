// SPDX-License-Identifier: Apache-2.0
// A text becomes the list of a formula, by recursive descent. Length and depth are bounded, so that a
// hostile text costs little.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/index.h"
#include "base/units.h"
#include "formula/formula.h"
#include "formula/functions.h"

namespace freeplay::formula {
namespace {

constexpr std::size_t kLongestText = 4000;
constexpr int kDeepestNesting = 100;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// The first byte of a symbol of units that is no ASCII letter: µ, μ, °.
bool is_unit_sign(std::string_view text) {
  return text.starts_with("\u00b5") || text.starts_with("\u03bc") || text.starts_with("\u00b0") ||
         text.starts_with("%");
}

}  // namespace

class Parser {
 public:
  Parser(std::string_view text, Mistake& mistake, const Tables* tables)
      : text_(text), mistake_(mistake), tables_(tables) {}

  bool parse(Formula& out) {
    if (text_.size() > kLongestText)
      return fail(0, fmt::format("the formula is longer than {} characters", kLongestText));
    skip_blanks();
    if (at_ == text_.size()) return fail(at_, "the formula is empty", "write it like \"= 2*crank\"");
    if (!formula()) return false;
    skip_blanks();
    if (at_ < text_.size()) return out_of_place();
    out.text_ = std::string(text_);
    out.nodes_ = std::move(nodes_);
    out.names_ = std::move(names_);
    return true;
  }

 private:
  bool fail(std::size_t at, std::string message, std::string hint = {}) {
    if (mistake_.message.empty()) mistake_ = {at, std::move(message), std::move(hint)};
    return false;
  }

  bool out_of_place() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with(")")) return fail(at_, "this bracket closes nothing");
    if (rest.starts_with("=")) return fail(at_, "one \"=\" compares nothing", "compare with ==");
    if (is_letter(rest.front()) || rest.front() == '(')
      return fail(at_, "an operator is missing here", "multiply with *");
    std::size_t length = 1;  // one character, whatever its length in bytes
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0u) == 0x80u) ++length;
    return fail(at_, fmt::format("\"{}\" is out of place", rest.substr(0, length)));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }

  bool take(std::string_view mark) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }

  bool take_word(std::string_view word) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word)) return false;
    if (rest.size() > word.size() && (is_letter(rest[word.size()]) || is_digit(rest[word.size()])))
      return false;
    at_ += word.size();
    return true;
  }

  // `waiting_` counts the operands that wait when the node has been computed.
  bool put(Node node, int takes, std::size_t from) {
    waiting_ += 1 - takes;
    if (waiting_ > kDeepestStack)
      return fail(from, "the formula is nested too deeply", "divide it into several parameters");
    node.at = from;
    node.end = at_;
    nodes_.push_back(node);
    return true;
  }

  bool put_op(Op op, int takes, std::size_t from) { return put({.op = op, .amount = {}}, takes, from); }

  bool formula() {
    if (depth_ >= kDeepestNesting)
      return fail(at_, "the formula is nested too deeply", "divide it into several parameters");
    ++depth_;
    const bool fine = conditional();
    --depth_;
    return fine;
  }

  bool conditional() {
    skip_blanks();
    const std::size_t from = at_;
    if (!either()) return false;
    if (!take("?")) return true;
    if (!formula()) return false;
    if (!take(":")) return fail(at_, "expected \":\" and what holds otherwise", "write it condition ? a : b");
    return formula() && put_op(Op::select, 3, from);
  }

  bool either() {
    skip_blanks();
    const std::size_t from = at_;
    if (!both()) return false;
    while (take_word("or") || take("||")) {
      if (!both() || !put_op(Op::either, 2, from)) return false;
    }
    return true;
  }

  bool both() {
    skip_blanks();
    const std::size_t from = at_;
    if (!none()) return false;
    while (take_word("and") || take("&&")) {
      if (!none() || !put_op(Op::both, 2, from)) return false;
    }
    return true;
  }

  bool none() {
    skip_blanks();
    const std::size_t from = at_;
    const bool mark = text_.substr(at_).starts_with("!") && !text_.substr(at_).starts_with("!=");
    if (!mark && !take_word("not")) return comparison();
    if (mark) ++at_;
    if (++depth_ > kDeepestNesting) return fail(from, "the formula is nested too deeply");
    const bool fine = none() && put_op(Op::none, 1, from);
    --depth_;
    return fine;
  }

  std::optional<Op> comparison_mark() {
    static constexpr std::pair<std::string_view, Op> marks[] = {
        {"<=", Op::less_equal}, {">=", Op::greater_equal}, {"==", Op::equal},
        {"!=", Op::unequal},    {"<", Op::less},           {">", Op::greater}};
    for (const auto& [mark, op] : marks) {
      if (take(mark)) return op;
    }
    return {};
  }

  bool comparison() {
    skip_blanks();
    const std::size_t from = at_;
    if (!sum()) return false;
    const auto op = comparison_mark();
    if (!op) return true;
    if (!sum() || !put_op(*op, 2, from)) return false;
    skip_blanks();
    const std::size_t second = at_;
    if (comparison_mark()) return fail(second, "comparisons cannot be chained", "write a < b and b < c");
    return true;
  }

  bool sum() {
    skip_blanks();
    const std::size_t from = at_;
    if (!product()) return false;
    for (;;) {
      const Op op = take("+") ? Op::add : take("-") || take("\u2212") ? Op::subtract : Op::number;
      if (op == Op::number) return true;
      if (!product() || !put_op(op, 2, from)) return false;
    }
  }

  bool product() {
    skip_blanks();
    const std::size_t from = at_;
    if (!sign()) return false;
    for (;;) {
      if (text_.substr(at_).starts_with("**")) return fail(at_, "powers are written with ^");
      const Op op = take("*") || take("\u00b7") ? Op::multiply : take("/") ? Op::divide : Op::number;
      if (op == Op::number) return true;
      if (op == Op::multiply && text_.substr(at_).starts_with("*"))
        return fail(at_ - 1, "powers are written with ^");
      if (!sign() || !put_op(op, 2, from)) return false;
    }
  }

  bool sign() {
    skip_blanks();
    const std::size_t from = at_;
    const bool minus = take("-") || take("\u2212");
    if (!minus && !take("+")) return power();
    if (++depth_ > kDeepestNesting) return fail(from, "the formula is nested too deeply");
    const bool fine = sign() && (!minus || put_op(Op::negate, 1, from));
    --depth_;
    return fine;
  }

  bool power() {
    skip_blanks();
    const std::size_t from = at_;
    if (!atom()) return false;
    if (!take("^")) return true;
    if (++depth_ > kDeepestNesting) return fail(from, "the formula is nested too deeply");
    const bool fine = sign() && put_op(Op::power, 2, from);
    --depth_;
    return fine;
  }

  bool atom() {
    skip_blanks();
    const std::size_t from = at_;
    if (at_ == text_.size()) return fail(at_, "the formula ends where a value is expected");
    const char c = text_[at_];
    if (c == '(') {
      ++at_;
      if (!formula()) return false;
      return take(")") || fail(from, "this bracket is not closed");
    }
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return word();
    if (c == ')') return fail(at_, "a value is expected before this bracket");
    return out_of_place();
  }

  bool number() {
    const std::size_t from = at_;
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    };
    digits();
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t after = end + 1;
      if (after < text_.size() && (text_[after] == '-' || text_[after] == '+')) ++after;
      if (after < text_.size() && is_digit(text_[after])) {
        end = after;
        digits();
      }
    }
    const std::string_view digits_text = text_.substr(from, end - from);
    double plain = 0;
    if (!parse_number(digits_text, plain))
      return fail(from, fmt::format("\"{}\" is not a number", digits_text));
    at_ = end;
    Node node;
    node.amount.value = plain;
    const std::optional<std::string> unit = unit_after();
    if (!unit) return false;
    if (!unit->empty()) {
      // The number and its unit are converted together: 0.2 mm is exactly the double that 0.0002 is.
      Scale scale;
      const Quantity quantity = parse_quantity(fmt::format("{} {}", digits_text, *unit), "", &scale);
      if (!quantity) {
        const bool likely_name = unit->find_first_of("*/ ^") == std::string::npos;
        return fail(from, quantity.error,
                    quantity.hint.empty() && likely_name
                        ? fmt::format("multiply with *: {}*{}", digits_text, *unit)
                        : quantity.hint);
      }
      node.amount = {quantity.value, scale.dimension, false, scale.hertz, false};
    }
    return put(node, 0, from);
  }

  // "" when no unit stands here; nothing after a mistake.
  std::optional<std::string> unit_after() {
    const std::size_t before = at_;
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("[")) {
      const std::size_t close = rest.find(']');
      if (close == std::string_view::npos) {
        fail(at_, "this bracket is not closed");
        return {};
      }
      std::string unit(rest.substr(1, close - 1));
      if (unit.find_first_not_of(" \t") == std::string::npos) {
        fail(at_, "there is no unit in these brackets");
        return {};
      }
      at_ += close + 1;
      return unit;
    }
    std::size_t end = 0;
    while (end < rest.size() && (is_letter(rest[end]) || is_unit_sign(rest.substr(end)) ||
                                 (static_cast<unsigned char>(rest[end]) & 0xC0u) == 0x80u))
      ++end;
    const std::string_view symbol = rest.substr(0, end);
    if (symbol.empty() || symbol == "and" || symbol == "or") {
      at_ = before;
      return std::string();
    }
    if (end + 1 < rest.size() && rest[end] == '^' && is_digit(rest[end + 1])) {
      end += 2;
      while (end < rest.size() && is_digit(rest[end])) ++end;
    }
    at_ += end;
    return std::string(rest.substr(0, end));
  }

  bool word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) ||
                                  (text_[at_] == '.' && at_ + 1 < text_.size() && is_letter(text_[at_ + 1]))))
      ++at_;
    const std::string name(text_.substr(from, at_ - from));
    skip_blanks();
    if (text_.substr(at_).starts_with("(")) return call(name, from);
    if (const Constant* constant = find_constant(name)) {
      Node node;
      node.amount.value = constant->value;
      node.amount.turn = name == "pi";
      return put(node, 0, from);
    }
    if (name == "and" || name == "or" || name == "not")
      return fail(from, fmt::format("\"{}\" needs a condition before it", name));
    if (find_function(name) >= 0)
      return fail(from, fmt::format("the function {} has no arguments", name),
                  fmt::format("write {}(…)", name));
    const auto known = std::find(names_.begin(), names_.end(), name);
    Node node;
    node.op = Op::name;
    node.index = static_cast<int>(known - names_.begin());
    if (known == names_.end()) names_.push_back(name);
    return put(node, 0, from);
  }

  /// Nothing after a mistake.
  std::optional<int> arguments() {
    const std::size_t open = at_;
    ++at_;
    int count = 0;
    if (take(")")) return count;
    do {
      if (!formula()) return {};
      ++count;
    } while (take(","));
    if (take(")")) return count;
    fail(open, "this bracket is not closed");
    return {};
  }

  bool call(const std::string& name, std::size_t from) {
    const int index = find_function(name), table = tables_ == nullptr ? -1 : find_table(*tables_, name);
    if (index < 0 && table < 0) {
      return fail(from, fmt::format("there is no function \"{}\"", name), hint_for_function(name, tables_));
    }
    const std::optional<int> given = arguments();
    if (!given) return false;
    const int count = *given;
    if (table >= 0) {
      if (count != 1) return fail(from, fmt::format("the table {} takes 1 argument; found {}", name, count));
      return put({.op = Op::table, .index = table, .count = 1, .amount = {}}, 1, from);
    }
    const Function& function = functions()[idx(index)];
    if (count < function.least || count > function.most) {
      const std::string expected =
          function.most > function.least
              ? fmt::format("{} or more arguments", function.least)
              : fmt::format("{} argument{}", function.least, function.least == 1 ? "" : "s");
      return fail(from, fmt::format("{} takes {}; found {}", name, expected, count), function.help);
    }
    return put({.op = Op::call, .index = index, .count = count, .amount = {}}, count, from);
  }

  std::string_view text_;
  Mistake& mistake_;
  const Tables* tables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int waiting_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::string> names_;
};

std::optional<Formula> Formula::parse(std::string_view text, Mistake& mistake,
                                      std::shared_ptr<const Tables> tables) {
  Formula formula;
  mistake = {};
  if (!Parser(text, mistake, tables.get()).parse(formula)) return {};
  formula.tables_ = std::move(tables);
  return formula;
}

}  // namespace freeplay::formula

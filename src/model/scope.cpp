// SPDX-License-Identifier: Apache-2.0
#include "model/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/unit_scale.h"
#include "base/units.h"
#include "formula/functions.h"

namespace freeplay {
namespace {

constexpr const char* kBlock = "parameters";
constexpr std::size_t kDeepestChain = 200;

bool is_name(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !word.empty() && letter(word.front()) &&
         std::all_of(word.begin(), word.end(), [&](char c) { return letter(c) || is_digit(c); });
}

/// Why a formula does not give what is expected; "" when it does.
std::string unit_error(const formula::Amount& amount, const std::string& unit) {
  Scale expected;
  if (amount.bare || unit.empty() || !parse_unit(unit, expected)) return {};
  Dimension given = amount.dimension, wanted = expected.dimension;
  const bool angular = wanted.power[3] != 0;
  given.power[3] = wanted.power[3] = 0;
  const bool fits = given == wanted && !(amount.cycles && angular);
  if (fits) return {};
  return fmt::format("the formula gives {}, but {} is expected{}", describe(amount.dimension),
                     describe(expected.dimension),
                     unit == "-" ? std::string() : fmt::format(" (SI unit {})", unit));
}

std::string unit_hint(const formula::Amount& amount, const std::string& unit) {
  Scale expected;
  if (amount.cycles && parse_unit(unit, expected) && expected.dimension.power[3] != 0)
    return "a frequency counts cycles: multiply it by 2*pi to have rad/s";
  const std::string example = example_of(unit);
  return example.empty() ? example : fmt::format("its quantities are written like \"{}\"", example);
}

}  // namespace

tree::Position inside(tree::Position text, std::string_view value, std::size_t byte) {
  if (text.line <= 0) return text;
  const std::string_view before = value.substr(0, std::min(byte, value.size()));
  const auto characters = std::count_if(
      before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; });
  return {text.line, text.column + 1 + static_cast<int>(characters)};
}

Scope::Scope(Reader& reader, const tree::Table& model) : reader_(reader) {
  const tree::Member* block = tree::find_member(model, kBlock);
  if (block == nullptr || block->value.as<tree::Removed>() != nullptr) return;
  const auto* table = block->value.as<tree::Table>();
  if (table == nullptr) {
    reader_.error(block->position, kBlock,
                  fmt::format("expected a table [{}]; found {}", kBlock, kind_name(block->value)));
    return;
  }
  for (const tree::Member& member : *table) {
    const std::string path = fmt::format("{}.{}", kBlock, member.key);
    if (!is_name(member.key)) {
      reader_.error(member.position, path, "a parameter's name has letters, digits and _ only");
    } else if (member.key == "t" || formula::is_reserved(member.key)) {
      reader_.error(member.position, path,
                    fmt::format("\"{}\" has a meaning of its own in formulas", member.key),
                    member.key == "t" ? "t is the time; give the parameter another name"
                                      : "give the parameter another name");
    } else if (member.value.as<tree::Removed>() == nullptr) {
      parameters_[member.key].member = &member;
    }
  }
  for (auto& [name, parameter] : parameters_) read(name, parameter);
}

void Scope::finish() {
  for (const auto& [name, parameter] : parameters_) {
    if (!parameter.used && parameter.stage == Stage::known)
      reader_.diagnostics().warning(reader_.where(parameter.member->position),
                                    fmt::format("{}.{}", kBlock, name), "no formula uses this parameter");
  }
}

void Scope::read(const std::string& name, Parameter& parameter) {
  if (parameter.stage != Stage::waiting) return;
  parameter.stage = Stage::working;
  path_.push_back(name);
  const auto amount = value_of(parameter.member->value, fmt::format("{}.{}", kBlock, name));
  path_.pop_back();
  parameter.stage = amount ? Stage::known : Stage::wrong;
  if (amount) parameter.amount = *amount;
}

std::optional<formula::Amount> Scope::value_of(const tree::Node& node, const std::string& path) {
  formula::Amount amount;
  if (const auto* whole = node.as<long long>()) {
    amount.value = static_cast<double>(*whole);
  } else if (const auto* real = node.as<double>()) {
    amount.value = *real;
  } else if (const auto* text = node.as<std::string>(); text == nullptr) {
    reader_.error(
        node.position, path,
        fmt::format("expected a number, a text such as \"76.5 mm\", or a formula \"= 2*crank\"; found {}",
                    kind_name(node)));
    return {};
  } else if (formula::is_formula(*text)) {
    return compute(*text, node.position, path);
  } else {
    Scale scale;
    const Quantity quantity = parse_quantity(*text, "", &scale);
    if (!quantity) {
      const bool word = is_name(*text);
      reader_.error(node.position, path, quantity.error,
                    word ? fmt::format("a formula begins with \"=\": \"= {}\"", *text) : quantity.hint);
      return {};
    }
    double bare = 0;
    amount.bare = parse_number(*text, bare);
    amount.value = quantity.value;
    amount.dimension = scale.dimension;
    amount.cycles = scale.hertz;
    return amount;
  }
  const std::string wrong = magnitude_error(amount.value);
  if (wrong.empty()) return amount;
  reader_.error(node.position, path, wrong);
  return {};
}

std::optional<double> Scope::number(std::string_view text, tree::Position position, const std::string& path,
                                    const std::string& unit) {
  const auto amount = compute(text, position, path);
  if (!amount) return {};
  const std::string wrong = unit_error(*amount, unit);
  if (wrong.empty()) return amount->value;
  reader_.error(position, path, wrong, unit_hint(*amount, unit));
  return {};
}

std::optional<formula::Amount> Scope::compute(std::string_view text, tree::Position position,
                                              const std::string& path) {
  const std::size_t start = text.find('=') + 1;
  formula::Mistake mistake;
  const auto report = [&] {
    reader_.error(inside(position, text, start + mistake.at), path,
                  fmt::format("in the formula: {}", mistake.message), mistake.hint);
    return std::nullopt;
  };
  const auto formula = formula::Formula::parse(text.substr(start), mistake);
  if (!formula) return report();
  std::vector<formula::Amount> slots;
  for (std::size_t i = 0; i < formula->names().size(); ++i) {
    const formula::Amount* amount =
        find(formula->names()[i], inside(position, text, start + formula->place_of(i)), path);
    if (amount == nullptr) return {};
    slots.push_back(*amount);
  }
  const auto amount = formula->amount(slots, mistake);
  if (!amount) return report();
  mistake = {0, magnitude_error(amount->value), {}};
  if (!mistake.message.empty()) return report();
  return amount;
}

const formula::Amount* Scope::find(const std::string& name, tree::Position position,
                                   const std::string& path) {
  const auto found = parameters_.find(name);
  if (found == parameters_.end()) {
    unknown(name, position, path);
    return nullptr;
  }
  Parameter& parameter = found->second;
  parameter.used = true;
  if (path_.size() >= kDeepestChain) {
    reader_.error(position, path,
                  fmt::format("more than {} parameters depend on each other in a chain", kDeepestChain));
    return nullptr;
  }
  if (parameter.stage == Stage::working) {
    const auto first = std::find(path_.begin(), path_.end(), name);
    reader_.error(
        position, path,
        fmt::format("the parameter depends on itself: {} → {}", fmt::join(first, path_.end(), " → "), name));
    return nullptr;
  }
  read(name, parameter);
  return parameter.stage == Stage::known ? &parameter.amount : nullptr;
}

void Scope::unknown(const std::string& name, tree::Position position, const std::string& path) {
  std::vector<std::string> names;
  for (const auto& [known, parameter] : parameters_) names.push_back(known);
  Scale scale;
  std::string hint;
  if (parse_unit(name, scale)) {
    hint = "a unit of several symbols stands in brackets after its number: 240 [N/mm]";
  } else if (names.empty()) {
    hint = "parameters are defined in [parameters]";
  } else {
    hint = reader_.suggest_from(name, names, "parameters: ");
  }
  reader_.error(position, path, fmt::format("in the formula: there is no parameter \"{}\"", name), hint);
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "model/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/unit_scale.h"
#include "base/units.h"
#include "formula/functions.h"
#include "model/quantities.h"

namespace freeplay {
namespace {

constexpr const char* kBlock = "parameters";
constexpr std::size_t kDeepestChain = 200;

}  // namespace

bool is_parameter_name(std::string_view word) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !word.empty() && letter(word.front()) &&
         std::all_of(word.begin(), word.end(), [&](char c) { return letter(c) || is_digit(c); });
}

std::optional<std::string> unit_text(const Dimension& dimension) {
  static constexpr std::array<const char*, 5> symbols{"m", "kg", "s", "rad", "A"};
  std::string text;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const double power = dimension.power[i];
    if (power == 0) continue;
    if (std::floor(2 * power) != 2 * power) return {};
    text += fmt::format("{}{}", text.empty() ? "" : " ", symbols[i]);
    if (power != 1) text += fmt::format("^{}", power);
  }
  return text;
}

tree::Position inside(tree::Position text, std::string_view value, std::size_t byte) {
  if (text.line <= 0) return text;
  const std::string_view before = value.substr(0, std::min(byte, value.size()));
  const auto characters = std::count_if(
      before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; });
  return {text.line, text.column + 1 + static_cast<int>(characters), text.frame};
}

Scope::Scope(Reader& reader, const tree::Table& model) : reader_(reader), parameters_(1) {
  const tree::Member* block = tree::find_member(model, kBlock);
  if (block == nullptr || block->value.as<tree::Removed>() != nullptr) return;
  if (const auto* table = block->value.as<tree::Table>()) {
    read_all(parameters_[0], *table);
  } else {
    reader_.error(block->position, kBlock,
                  fmt::format("expected a table [{}]; found {}", kBlock, kind_name(block->value)));
  }
}

void Scope::add(int file, tree::Table parameters) {
  given_.push_back(std::move(parameters));
  parameters_.resize(std::max(parameters_.size(), idx(file) + 1));
  read_all(parameters_[idx(file)], given_.back());
}

void Scope::read_all(Parameters& parameters, const tree::Table& table) {
  for (const tree::Member& member : table) {
    const std::string path = fmt::format("{}.{}", kBlock, member.key);
    if (can_name(member.key, member.position, path) && member.value.as<tree::Removed>() == nullptr)
      parameters[member.key].member = &member;
  }
  for (auto& [name, parameter] : parameters) read(name, parameter);
}

Scope::Parameters& Scope::parameters(tree::Position position) {
  return parameters_[idx(reader_.frames().file(position.frame))];
}

bool Scope::can_name(const std::string& name, tree::Position position, const std::string& path) {
  if (!is_parameter_name(name)) {
    reader_.error(position, path, "a name in formulas has letters, digits and _ only");
  } else if (name == kTimeName || formula::is_reserved(name)) {
    reader_.error(position, path, fmt::format("\"{}\" has a meaning of its own in formulas", name),
                  name == kTimeName ? "t is the time; choose another name" : "choose another name");
  } else if (parameters(position).count(name) != 0) {
    reader_.error(position, path, fmt::format("\"{}\" is a parameter already", name), "choose another name");
  } else {
    return true;
  }
  return false;
}

void Scope::finish() {
  for (const auto& [name, parameter] : parameters_[0]) {
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
      const bool word = is_parameter_name(*text);
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
  const std::string wrong = formula::unit_error(*amount, unit);
  if (wrong.empty()) return amount->value;
  reader_.error(position, path, wrong, formula::unit_hint(*amount, unit));
  return {};
}

std::optional<formula::Amount> Scope::compute(std::string_view text, tree::Position position,
                                              const std::string& path) {
  return part(text, text.find('=') + 1, text.size(), position, path);
}

std::optional<formula::Amount> Scope::part(std::string_view text, std::size_t start, std::size_t end,
                                           tree::Position position, const std::string& path) {
  formula::Mistake mistake;
  const auto report = [&] {
    reader_.error(inside(position, text, start + mistake.at), path,
                  fmt::format("in the formula: {}", mistake.message), mistake.hint);
    return std::nullopt;
  };
  const auto formula = formula::Formula::parse(text.substr(start, end - start), mistake, tables(position));
  if (!formula) return report();
  const auto slots = slots_of(*formula, text, start, position, path);
  if (!slots) return {};
  const auto amount = formula->amount(slots->amounts, mistake);
  if (!amount) return report();
  mistake = {0, magnitude_error(amount->value), {}};
  if (!mistake.message.empty()) return report();
  return amount;
}

std::optional<Scope::Slots> Scope::slots_of(const formula::Formula& formula, std::string_view text,
                                            std::size_t start, tree::Position position,
                                            const std::string& path) {
  Slots slots;
  for (std::size_t i = 0; i < formula.names().size(); ++i) {
    const tree::Position at = inside(position, text, start + formula.place_of(i));
    const formula::Amount nothing;
    slots.moving.emplace_back();
    if (!find_motion(formula.names()[i], at, path, slots.moving.back())) return {};
    const formula::Amount* amount = slots.moving.back() ? &nothing : find(formula.names()[i], at, path);
    if (amount == nullptr) return {};
    slots.amounts.push_back(*amount);
  }
  return slots;
}

const formula::Amount* Scope::find(const std::string& name, tree::Position position,
                                   const std::string& path) {
  if (const Local* local = reader_.frames().find(position.frame, name)) {
    if (const auto* amount = std::get_if<formula::Amount>(local)) return amount;
    reader_.error(position, path,
                  fmt::format("in the formula: \"{}\" is a word, \"{}\", not a number", name,
                              std::get<std::string>(*local)),
                  fmt::format("a word may stand in texts: \"…{{{}}}\"", name));
    return nullptr;
  }
  Parameters& known = parameters(position);
  const auto found = known.find(name);
  if (found == known.end()) {
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
  std::vector<std::string> names = reader_.frames().names(position.frame);
  for (const auto& [known, parameter] : parameters(position)) names.push_back(known);
  const bool dotted = name.find('.') != std::string::npos;
  Scale scale;
  std::string hint, message = fmt::format("there is no parameter \"{}\"", name);
  if (named_ != nullptr) {
    for (const auto& [known, amount] : *named_) names.push_back(known);
    message = fmt::format("\"{}\" is nothing that is known here", name);
    hint = reader_.suggest_from(name, names, "known: ");
  } else if (model_ != nullptr && dotted) {
    message = fmt::format("\"{}\" names nothing that moves", name);
    hint = reader_.suggest_from(name, moving_names(*model_), "known: ");
  } else if (name == kTimeName) {
    hint = "a formula of the time may stand in a driver's law \"formula\", in forces and actuators";
  } else if (dotted) {
    hint = "what moves may be named in forces that are inputs, in actuators and in run.stop_when";
  } else if (parse_unit(name, scale)) {
    hint = "a unit of several symbols stands in brackets after its number: 240 [N/mm]";
  } else if (names.empty()) {
    hint = "parameters are defined in [parameters]";
  } else {
    hint = reader_.suggest_from(name, names, "parameters: ");
  }
  reader_.error(position, path, fmt::format("in the formula: {}", message), hint);
}

}  // namespace freeplay

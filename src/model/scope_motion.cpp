// SPDX-License-Identifier: Apache-2.0
// Formulas that are not numbers when the file is read: of the time, of what moves, and of measures.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "formula/formula.h"
#include "formula/of_time.h"
#include "model/place.h"
#include "model/quantities.h"
#include "model/scope.h"

namespace freeplay {

std::optional<std::string> Scope::over_time(std::string_view text, tree::Position position,
                                            const std::string& path, const std::string& unit,
                                            const Model* moving) {
  const std::size_t start = text.find('=') + 1;
  formula::Mistake mistake;
  const auto report = [&] {
    reader_.error(inside(position, text, start + mistake.at), path,
                  fmt::format("in the formula: {}", mistake.message), mistake.hint);
    return std::nullopt;
  };
  const auto formula =
      formula::Formula::parse(text.substr(start), mistake, moving == nullptr ? nullptr : tables(position));
  if (!formula) return report();
  over_time_ = true;
  model_ = moving;
  const auto slots = slots_of(*formula, text, start, position, path);
  over_time_ = false;
  model_ = nullptr;
  if (!slots) return {};
  const auto amount = formula::amount_in_motion(*formula, slots->amounts, slots->moving, mistake);
  if (!amount) return report();
  mistake = {0, formula::unit_error(*amount, unit), formula::unit_hint(*amount, unit)};
  if (!mistake.message.empty()) return report();
  const auto bound_text = bound(*formula, text, start, *slots, reader_.file_of(position).prefix, mistake);
  if (!bound_text) return report();
  return bound_text;
}

std::optional<Scope::OfNamed> Scope::of_named(std::string_view text, tree::Position position,
                                              const std::string& path, const Named& named) {
  const std::size_t start = text.find('=') + 1;
  formula::Mistake mistake;
  const auto report = [&] {
    reader_.error(inside(position, text, start + mistake.at), path,
                  fmt::format("in the formula: {}", mistake.message), mistake.hint);
    return std::nullopt;
  };
  const auto formula = formula::Formula::parse(text.substr(start), mistake, tables(position));
  if (!formula) return report();
  named_ = &named;
  auto slots = slots_of(*formula, text, start, position, path);
  named_ = nullptr;
  if (!slots) return {};
  for (std::size_t i = 0; i < slots->amounts.size(); ++i) {
    if (slots->moving[i]) slots->amounts[i] = named.at(formula->names()[i]);
  }
  const auto amount = formula->amount(slots->amounts, mistake, false);
  if (!amount) return report();
  const auto bound_text = bound(*formula, text, start, *slots, {}, mistake);
  if (!bound_text) return report();
  return OfNamed{*bound_text, *amount};
}

/// The text with the values of parameters in place of their names, and whole names of what moves and of tables.
std::optional<std::string> Scope::bound(const formula::Formula& formula, std::string_view text,
                                        std::size_t start, const Slots& slots, const std::string& prefix,
                                        formula::Mistake& mistake) const {
  struct Piece {
    std::size_t at, end;
    std::string text;
  };
  std::vector<Piece> pieces;
  for (const formula::Node& node : formula.nodes()) {
    if (node.op == formula::Op::table) {
      pieces.push_back({node.at, node.at, prefix});
    } else if (node.op == formula::Op::name && slots.moving[idx(node.index)]) {
      const bool time = formula.names()[idx(node.index)] == kTimeName;
      pieces.push_back({node.at, node.at, time ? "" : prefix});
    } else if (node.op == formula::Op::name) {
      const formula::Amount& value = slots.amounts[idx(node.index)];
      const auto of = unit_text(value.dimension);
      mistake = {node.at, "this parameter has a unit that cannot be written", {}};
      if (!of) return {};
      pieces.push_back({node.at, node.end,
                        value.bare ? fmt::format("({})", value.value)
                                   : fmt::format("({} [{}])", value.value, of->empty() ? "-" : *of)});
    }
  }
  // A table comes after its argument in the nodes, and before it in the text.
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.at < b.at; });
  std::string bound = "=";
  std::size_t done = 0;
  for (const Piece& piece : pieces) {
    bound += text.substr(start + done, piece.at - done);
    bound += piece.text;
    done = piece.end;
  }
  bound += text.substr(start + done);
  return bound;
}

bool Scope::is_moving(std::string_view text, tree::Position position) {
  if (!formula::is_formula(text)) return false;
  formula::Mistake mistake;
  const auto formula = formula::Formula::parse(text.substr(text.find('=') + 1), mistake, tables(position));
  return formula &&
         std::any_of(formula->names().begin(), formula->names().end(), [](const std::string& name) {
           return name == kTimeName || name.find('.') != std::string::npos;
         });
}

std::shared_ptr<const formula::Tables> Scope::tables(tree::Position position) {
  const std::string& prefix = reader_.file_of(position).prefix;
  if (prefix.empty() || functions_ == nullptr) return functions_;
  std::shared_ptr<const formula::Tables>& known = tables_[prefix];
  if (known != nullptr) return known;
  auto own = std::make_shared<formula::Tables>();
  for (const formula::TableFunction& table : *functions_) {
    if (table.name.compare(0, prefix.size(), prefix) != 0) continue;
    own->push_back(table);
    own->back().name.erase(0, prefix.size());
  }
  known = std::move(own);
  return known;
}

bool Scope::find_motion(const std::string& name, tree::Position position, const std::string& path,
                        formula::Moving& moving) {
  if (named_ != nullptr) {
    const auto found = named_->find(name);
    if (found != named_->end()) moving = found->second.dimension;
    return true;
  }
  if (!over_time_) return true;
  if (model_ == nullptr || name == kTimeName) {
    if (name == kTimeName) moving = formula::kTimeDimension;
    return true;
  }
  const SourceFile& file = reader_.file_of(position);
  const auto found = find_moving(*model_, file.prefix + name);
  if (!found) return true;
  if (!file.prefix.empty() && !is_parameter_name(file.prefix)) {
    reader_.error(position, path,
                  fmt::format("in the formula: the name of \"{}\" begins with the prefix \"{}\" of the "
                              "[[include]], which formulas cannot name",
                              name, file.prefix),
                  "a prefix of letters, digits and _ is needed, such as \"left_\"");
    return false;
  }
  const std::string why = file.place ? file.place->refuse(*found, *model_) : "";
  if (!why.empty()) {
    reader_.error(
        position, path,
        fmt::format("in the formula: \"{}\" cannot be named where its file is placed: {}", name, why));
    return false;
  }
  moving = dimension_of(found);
  return true;
}

}  // namespace freeplay

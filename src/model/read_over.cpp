// SPDX-License-Identifier: Apache-2.0
#include "model/read_over.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/scope.h"

namespace freeplay {
namespace {

/// Is it written as a number or formula is? Other texts are words.
bool looks_like_number(const tree::Node& node) {
  const auto* text = node.as<std::string>();
  if (text == nullptr) return true;
  const std::size_t first = text->find_first_not_of(' ');
  return first != std::string::npos &&
         std::string_view("0123456789+-.=").find((*text)[first]) != std::string_view::npos;
}

std::optional<std::vector<Local>> read_column(Reader& reader, const tree::Node& node,
                                              const std::string& path) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->empty()) {
    reader.error(node.position, path,
                 fmt::format("expected a list of numbers or words; found {}",
                             items == nullptr ? kind_name(node) : "an empty list"));
    return {};
  }
  const bool words = std::none_of(items->begin(), items->end(), looks_like_number);
  std::vector<Local> values;
  for (const tree::Node& item : *items) {
    if (words) {
      values.emplace_back(*item.as<std::string>());
    } else if (const auto amount = reader.scope()->value_of(item, path)) {
      values.emplace_back(*amount);
    } else {
      return {};
    }
  }
  return values;
}

}  // namespace

std::optional<std::vector<OverList>> read_over(Block& block, const char* key) {
  std::vector<OverList> columns;
  const tree::Node* over = block.take(key);
  if (over == nullptr) return columns;
  Reader& reader = block.reader();
  const std::string path = block.path_of(key);
  const auto* table = over->as<tree::Table>();
  if (table == nullptr || table->empty()) {
    reader.error(over->position, path,
                 fmt::format("expected lists by name; found {}",
                             table == nullptr ? kind_name(*over) : "an empty table"),
                 "write it like over = { radius = [\"5 mm\", \"6 mm\"] }");
    return {};
  }
  for (const tree::Member& member : *table) {
    const std::string of = path + "." + member.key;
    if (!reader.scope()->can_name(member.key, member.position, of)) return {};
    if (reader.frames().find(block.position().frame, member.key) != nullptr) {
      reader.error(member.position, of, fmt::format("\"{}\" stands for something else here", member.key),
                   "choose another name");
      return {};
    }
    auto values = read_column(reader, member.value, of);
    if (!values) return {};
    if (!columns.empty() && columns.front().values.size() != values->size()) {
      reader.error(member.value.position, of,
                   fmt::format("has {} values, and \"{}\" has {}", values->size(), columns.front().name,
                               columns.front().values.size()),
                   "each turn takes one value of every list");
      return {};
    }
    columns.push_back({member.key, std::move(*values)});
  }
  return columns;
}

}  // namespace freeplay

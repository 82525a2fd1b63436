// SPDX-License-Identifier: Apache-2.0
// Fills a struct from a block by its field table.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "model/fields.h"
#include "model/read_value.h"
#include "model/reader.h"
#include "model/words.h"

namespace freeplay {

/// Reports a number that should be whole.
inline bool is_whole(Reader& reader, const tree::Node& node, const std::string& path, double number) {
  if (std::trunc(number) == number && std::abs(number) < 2e9) return true;
  reader.error(node.position, path, "must be a whole number");
  return false;
}

template <class T>
void read_field(Block& block, const Field<T>& field, T& out) {
  const Param& param = field.param;
  const std::string path = block.path_of(param.key);
  // `=none` from the command line may be the word "none".
  const tree::Node* node =
      param.kind == ParamKind::choice ? block.take_even_removed(param.key) : block.take(param.key);
  if (node != nullptr && node->as<tree::Removed>() != nullptr) {
    const std::vector<std::string> words = words_of(param.choices);
    if (std::find(words.begin(), words.end(), "none") == words.end()) node = nullptr;
  }
  if (node == nullptr) {
    if (is_required(param)) block.missing(param.key, expected_of(param, param.unit), param.help);
    return;
  }
  const auto fill = [&](auto member) {
    using M = std::remove_cvref_t<decltype(out.*member)>;
    Reader& reader = block.reader();
    if constexpr (std::is_same_v<M, std::vector<Point>>) {
      if (auto points = read_polygon(reader, *node, path, param)) out.*member = std::move(*points);
    } else if constexpr (std::is_same_v<M, std::vector<std::string>>) {
      out.*member = read_texts(reader, *node, path, 0);
    } else if constexpr (std::is_same_v<M, std::array<std::string, 2>>) {
      const std::vector<std::string> texts = read_texts(reader, *node, path, 2);
      if (texts.size() == 2) out.*member = {texts[0], texts[1]};
    } else {
      const auto value = read_value(reader, *node, path, param, param.unit);
      if (!value) return;
      if constexpr (std::is_same_v<M, int> || std::is_same_v<M, std::optional<int>>) {
        const double number = std::get<double>(value->data);
        if (is_whole(reader, *node, path, number)) out.*member = static_cast<int>(number);
      } else if constexpr (std::is_same_v<M, std::array<int, 2>>) {
        const Point numbers = std::get<Point>(value->data);
        for (std::size_t i = 0; i < 2; ++i) {
          if (is_whole(reader, *node, path, numbers[i])) (out.*member)[i] = static_cast<int>(numbers[i]);
        }
      } else if constexpr (std::is_same_v<M, std::optional<double>>) {
        out.*member = std::get<double>(value->data);
      } else if constexpr (std::is_same_v<M, std::optional<std::string>>) {
        out.*member = std::get<std::string>(value->data);
      } else {
        out.*member = std::get<M>(value->data);
      }
    }
    if (field.given != nullptr) out.*(field.given) = true;
  };
  std::visit(fill, field.member);
}

template <class T>
void read_fields(Block& block, std::span<const Field<T>> fields, T& out) {
  for (const Field<T>& field : fields) read_field(block, field, out);
}

template <class T>
void read_slot(Block& block, const Slot<T>& slot, T& out, const std::string& coordinate = {}) {
  const tree::Node* node = block.take(slot.key);
  const RegistryInfo& methods = registry(slot.registry);
  const std::string path = block.path_of(slot.key);
  if (node == nullptr) {
    if (slot.required) {
      block.missing(slot.key, fmt::format("{{ {} = \"…\", … }}", slot.word),
                    "known: " + list_words(methods.names()));
    } else if (slot.fallback != nullptr && std::holds_alternative<Choice T::*>(slot.member)) {
      // The default method may still have a parameter that the user must give.
      const tree::Node named{std::string(slot.fallback), block.position()};
      const Choice choice = read_choice(block.reader(), named, path, methods, slot.word, slot.fallback);
      std::visit([&](auto member) { out.*member = choice; }, slot.member);
    }
    return;
  }
  Choice choice = read_choice(block.reader(), *node, path, methods, slot.word, slot.fallback, coordinate);
  std::visit([&](auto member) { out.*member = std::move(choice); }, slot.member);
}

}  // namespace freeplay

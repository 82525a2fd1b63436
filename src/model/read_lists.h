// SPDX-License-Identifier: Apache-2.0
// Walks the blocks of a file: [[lists]] and single [blocks].
#pragma once

#include <fmt/format.h>

#include <string>

#include "model/names.h"
#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

/// Calls `read` with each entry of the list block `key`.
template <class F>
void each(Block& top, const char* key, Names& names, F read) {
  Reader& reader = top.reader();
  const tree::Node* node = top.take(key);
  if (node == nullptr) return;
  const auto* entries = node->as<tree::List>();
  if (entries == nullptr) {
    reader.error(node->position, key, fmt::format("expected a list of blocks; found {}", kind_name(*node)),
                 fmt::format("write [[{}]] with double brackets", key));
    names.set_incomplete();
    return;
  }
  int number = 0;
  for (const tree::Node& entry : *entries) {
    ++number;
    std::string path = fmt::format("{} #{}", key, number);
    const auto* table = entry.as<tree::Table>();
    if (table == nullptr) {
      reader.error(entry.position, path, fmt::format("expected a block; found {}", kind_name(entry)),
                   fmt::format("write [[{}]] with double brackets", key));
      names.set_incomplete();
      continue;
    }
    const tree::Member* name = tree::find_member(*table, "name");
    const auto* text = name == nullptr ? nullptr : name->value.as<std::string>();
    if (text != nullptr && name_error(*text).empty()) path = fmt::format("{}.{}", key, *text);
    Block block(reader, *table, entry.position, path);
    read(block);
  }
}

/// Calls `read` with the block `key`, or, if it must be read anyway, with an empty one.
template <class F>
void one(Block& parent, const char* key, bool even_absent, F read) {
  Reader& reader = parent.reader();
  static const tree::Table empty;
  const tree::Node* node = parent.take(key);
  const std::string path = parent.path_of(key);
  if (node == nullptr) {
    Block block(reader, empty, parent.position(), path);
    if (even_absent) read(block);
    return;
  }
  const auto* table = node->as<tree::Table>();
  if (table == nullptr) {
    const bool list = node->as<tree::List>() != nullptr && parent.path().empty();
    reader.error(
        node->position, path, fmt::format("expected a block; found {}", kind_name(*node)),
        list ? fmt::format("write [{}] with single brackets", key) : fmt::format("write {} = {{ … }}", key));
    return;
  }
  Block block(reader, *table, node->position, path);
  read(block);
}

}  // namespace freeplay

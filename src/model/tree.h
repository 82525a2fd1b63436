// SPDX-License-Identifier: Apache-2.0
// A TOML text as a plain tree that remembers where everything stood. The checks of the reader, the
// assignments of the command line and the tests work on this tree, so that the TOML library is known to
// one source file only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "freeplay/diagnostics.h"

namespace freeplay::tree {

/// Line and column counted from 1; line 0 marks what came from an assignment (`--set`).
struct Position {
  int line = 0;
  int column = 0;
  int frame = 0;  ///< the turn or included file it was copied for (model/frames.h); 0: it stands as written
};

struct Member;
struct Node;

struct Removed {};  ///< a key taken away by an assignment (`…=none`)
struct Date {};     ///< TOML dates and times, which no field of a model takes

using Table = std::vector<Member>;  ///< in the order of the file
using List = std::vector<Node>;

struct Node {
  std::variant<Removed, Date, bool, long long, double, std::string, List, Table> data;
  Position position;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&data);
  }
};

struct Member {
  std::string key;
  Position position;  ///< of the key
  Node value;
};

/// What a node is, for messages: "a text", "a list", …
std::string kind_name(const Node& node);

/// The member called `key`, or nullptr. Removed members are found too.
const Member* find_member(const Table& table, std::string_view key);
Member* find_member(Table& table, std::string_view key);

/// Parses TOML. Mistakes in the syntax, and bytes that are no text, are reported and give an empty table.
Node parse_toml(const std::string& text, const std::string& file_name, Diagnostics& diagnostics);

/// The value of an assignment: a TOML literal if `text` is one, else the text itself; the word `none`
/// gives Removed. All positions are 0.
Node parse_assigned_value(const std::string& text);

}  // namespace freeplay::tree

// SPDX-License-Identifier: Apache-2.0
#include "model/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/units.h"

// Compiled into this file alone, so that the limits below hold: a model nests four levels, and the tree is
// taken down recursively.
//
// toml++ 3.3 asserts where it should report on some broken texts, such as a header "[=a]"; without asserts
// it goes on as if the text were right. Here its asserts throw, whatever the build type.
//
// It reads numbers by from_chars: a stream, which it takes for these compilers by itself, keeps an exception of memory that
// runs out and says that the number is none.
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#undef TOML_MAX_NESTED_VALUES
#undef TOML_ASSERT
#undef TOML_FLOAT_CHARCONV
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#define TOML_FLOAT_CHARCONV 1
#define TOML_ASSERT(expr) freeplay::tree::require(static_cast<bool>(expr))

namespace freeplay::tree {
struct BrokenText {};
constexpr void require(bool holds) {
  if (!holds) throw BrokenText();
}
}  // namespace freeplay::tree

#include <toml++/toml.h>

namespace freeplay::tree {
namespace {

constexpr int kMostDots = 256;

Position position_of(const toml::source_region& source) {
  return {static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

Node convert(const toml::node& node, Position parent);

Node convert_table(const toml::table& table, Position parent) {
  Table members;
  members.reserve(table.size());
  for (auto&& [key, value] : table) {
    members.push_back({std::string(key.str()), position_of(key.source()), convert(value, parent)});
  }
  std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return std::tie(a.position.line, a.position.column) < std::tie(b.position.line, b.position.column);
  });
  return {std::move(members), {}};
}

Node convert_list(const toml::array& array, Position parent) {
  List items;
  items.reserve(array.size());
  for (auto&& item : array) items.push_back(convert(item, parent));
  return {std::move(items), {}};
}

// A table that exists only because of its members ("run.end = 1") may have no place of its own.
Node convert(const toml::node& node, Position parent) {
  Node result;
  const Position own = position_of(node.source());
  const Position here = own.line > 0 ? own : parent;
  switch (node.type()) {
    case toml::node_type::table: result = convert_table(*node.as_table(), here); break;
    case toml::node_type::array: result = convert_list(*node.as_array(), here); break;
    case toml::node_type::string: result.data = node.as_string()->get(); break;
    case toml::node_type::integer: result.data = static_cast<long long>(node.as_integer()->get()); break;
    case toml::node_type::floating_point: result.data = node.as_floating_point()->get(); break;
    case toml::node_type::boolean: result.data = node.as_boolean()->get(); break;
    default: result.data = Date{}; break;
  }
  result.position = here;
  return result;
}

Position position_in(const std::string& text, std::size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {static_cast<int>(lines) + 1, static_cast<int>(offset - start) + 1};
}

// Length of the UTF-8 sequence at `i`, 0 when it is not one (overlong forms and surrogates included).
std::size_t sequence_length(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const auto tail = [&](std::size_t k) { return (byte(k) & 0xC0u) == 0x80u; };
  const unsigned first = byte(i);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return tail(i + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned second = byte(i + 1);
    const bool bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F);
    return !bad && tail(i + 1) && tail(i + 2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned second = byte(i + 1);
    const bool bad = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return !bad && tail(i + 1) && tail(i + 2) && tail(i + 3) ? 4 : 0;
  }
  return 0;
}

// True when every byte is text; else reports the first that is not.
bool is_text(const std::string& text, const std::string& file_name, Diagnostics& diagnostics) {
  const auto report = [&](std::size_t offset, const char* message, const char* hint) {
    const Position at = position_in(text, offset);
    diagnostics.error({file_name, at.line, at.column}, "", message, hint);
    return false;
  };
  if (text.compare(0, 8, "\x89HDF\r\n\x1a\n") == 0) {
    return report(0, "this is an HDF5 file, not a model",
                  "a model is a TOML text; a result carries its model in the attribute \"model\"");
  }
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) return report(i, "this is a binary file, not a model", "a model is a TOML text in UTF-8");
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) {
      return report(i, "control character in the text", "a model is a TOML text in UTF-8");
    }
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return report(i, "the text is not valid UTF-8", "save the file in UTF-8");
    i += length;
  }
  return true;
}

// Offset after the string that begins at `start`; npos when it does not end, which is left to the TOML
// library to report.
std::size_t end_of_string(const std::string& text, std::size_t start) {
  const char quote = text[start];
  const std::string fence(3, quote);
  const bool many_lines = text.compare(start, 3, fence) == 0;
  for (std::size_t i = start + (many_lines ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (many_lines && text.compare(i, 3, fence) == 0) {
      i += 3;
      for (int extra = 0; extra < 2 && i < text.size() && text[i] == quote; ++extra) ++i;
      return i;
    } else if (!many_lines && text[i] == quote) {
      return i + 1;
    } else if (!many_lines && text[i] == '\n') {
      return std::string::npos;
    }
  }
  return std::string::npos;
}

// Two things toml++ 3.3 does not survive, looked for outside strings and comments: a letter beyond ASCII
// (undefined behaviour in its test for blanks), and a key of thousands of dots (each opens one more table
// inside the last, without limit).
bool is_safe(const std::string& text, const std::string& file_name, Diagnostics& diagnostics) {
  const auto refuse = [&](std::size_t offset, std::string message, const char* hint) {
    const Position at = position_in(text, offset);
    diagnostics.error({file_name, at.line, at.column}, "", std::move(message), hint);
    return false;
  };
  const bool has_mark = text.compare(0, 3, "\xEF\xBB\xBF") == 0;  // some editors begin UTF-8 files with it
  int dots = 0;
  for (std::size_t i = has_mark ? 3 : 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_string(text, i);
      if (i == std::string::npos) return true;
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (static_cast<unsigned char>(c) >= 0x80) {
      return refuse(
          i, fmt::format("not valid TOML: \"{}\" outside quotes", text.substr(i, sequence_length(text, i))),
          "texts, and numbers with units, stand in quotes");
    }
    if (c == '.') ++dots;
    if (dots > kMostDots)
      return refuse(i, "the key has too many dots", "no key of a model is nested that deeply");
    if (c == '\n' || c == ',' || c == '=' || c == '[' || c == ']' || c == '{' || c == '}') dots = 0;
    ++i;
  }
  return true;
}

// The first header whose name does not begin as a key does, which is what BrokenText comes from.
Position broken_header(const std::string& text) {
  int line = 0;
  for (std::size_t start = 0; start < text.size();) {
    ++line;
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::size_t bracket = std::min(text.find_first_not_of(" \t", start), end);
    if (bracket < end && text[bracket] == '[') {
      const std::size_t name = std::min(text.find_first_not_of("[ \t", bracket), end);
      const auto c = static_cast<unsigned char>(name < end ? text[name] : ']');
      const bool key = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '_' || c == '-' || c == '"' || c == '\'' || c == ']';
      if (!key) return {line, static_cast<int>(name - start) + 1};
    }
    start = end + 1;
  }
  return {1, 1};
}

}  // namespace

std::string kind_name(const Node& node) {
  static constexpr const char* names[] = {"nothing",  "a date", "true or false", "a whole number",
                                          "a number", "a text", "a list",        "a table"};
  return names[node.data.index()];
}

const Member* find_member(const Table& table, std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Member& member) { return member.key == key; });
  return found == table.end() ? nullptr : &*found;
}

Member* find_member(Table& table, std::string_view key) {
  return const_cast<Member*>(find_member(static_cast<const Table&>(table), key));
}

Node parse_toml(const std::string& text, const std::string& file_name, Diagnostics& diagnostics) {
  Node empty{Table{}, {1, 1}};
  if (!is_text(text, file_name, diagnostics) || !is_safe(text, file_name, diagnostics)) return empty;
  try {
    Node root = convert(toml::parse(text), {1, 1});
    root.position = {1, 1};
    return root;
  } catch (const toml::parse_error& error) {
    const Position at = position_of(error.source());
    diagnostics.error({file_name, at.line, at.column}, "",
                      fmt::format("not valid TOML: {}", error.description()));
  } catch (const BrokenText&) {
    const Position at = broken_header(text);
    diagnostics.error({file_name, at.line, at.column}, "", "not valid TOML: expected a name in brackets",
                      "a header is written [run] or [[body]]");
  }
  return empty;
}

Node parse_assigned_value(const std::string& text) {
  if (text == "none") return {Removed{}, {}};
  double number = 0;
  Diagnostics ignored;
  // A line break could smuggle in further keys, so such a value is a text whatever it says.
  const bool one_line = text.find_first_of("\r\n") == std::string::npos;
  if (one_line && is_text(text, "", ignored) && is_safe(text, "", ignored)) {
    try {
      Node root = convert(toml::parse("value = " + text), {});
      Table& table = *root.as<Table>();
      if (table.size() == 1 && table[0].key == "value") {
        Node value = std::move(table[0].value);
        const auto forget = [](const auto& self, Node& node) -> void {
          node.position = {};
          if (List* items = node.as<List>()) {
            for (Node& item : *items) self(self, item);
          }
          if (Table* members = node.as<Table>()) {
            for (Member& member : *members) {
              member.position = {};
              self(self, member.value);
            }
          }
        };
        forget(forget, value);
        return value;
      }
    } catch (const toml::parse_error&) {
      // Not a literal: `0.2mm` and `moreau` are texts.
    } catch (const BrokenText&) {
    }
  }
  if (parse_number(text, number)) return {number, {}};
  return {text, {}};
}

}  // namespace freeplay::tree

// SPDX-License-Identifier: Apache-2.0
#include "model/assignments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/index.h"
#include "model/block_text.h"
#include "model/fields.h"

namespace freeplay {
namespace {

constexpr const char* kParameters = "parameters";
constexpr const char* kRepeat = "repeat";
constexpr const char* kInclude = "include";

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    parts.push_back(path.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// A key with the places in its list: "points[1][0]".
struct PathPart {
  std::string key;
  std::vector<std::size_t> places;
};

PathPart parse_part(const std::string& text) {
  PathPart part{text, {}};
  const std::size_t open = text.find('[');
  if (open == std::string::npos || text.back() != ']') return part;
  for (std::size_t at = open; at < text.size();) {
    const std::size_t close = text.find(']', at);
    const std::string digits = text.substr(at + 1, close - at - 1);
    if (text[at] != '[' || digits.empty() || digits.size() > 6 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      return {text, {}};
    part.places.push_back(std::stoul(digits));
    at = close + 1;
  }
  part.key = text.substr(0, open);
  return part;
}

bool is_parameter(const Assignment& assignment) {
  return parse_part(split_path(assignment.first)[0]).key == kParameters;
}

const BlockName* find_block(const std::string& key) {
  for (const BlockName& block : block_names) {
    if (key == block.key) return &block;
  }
  return nullptr;
}

std::vector<std::string> top_level_keys() {
  std::vector<std::string> keys;
  for (const auto& field : model_fields) keys.emplace_back(field.param.key);
  for (const BlockName& block : block_names) keys.emplace_back(block.key);
  return keys;
}

std::vector<std::string> names_of(const tree::List& entries) {
  std::vector<std::string> names;
  for (const tree::Node& entry : entries) names.push_back(text_of(entry, "name"));
  return names;
}

std::vector<std::string> without_empty(std::vector<std::string> names) {
  std::erase(names, std::string());
  return names;
}

/// Does `name` match the pattern, in which each * stands for any letters?
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

/// Is the path below `first` given in the entry?
bool holds(const tree::Node& entry, const std::vector<std::string>& parts, std::size_t first) {
  const tree::Node* node = &entry;
  for (std::size_t i = first; i < parts.size(); ++i) {
    const auto* table = node->as<tree::Table>();
    const tree::Member* member =
        table == nullptr ? nullptr : tree::find_member(*table, parse_part(parts[i]).key);
    if (member == nullptr || member->value.as<tree::Removed>() != nullptr) return false;
    node = &member->value;
  }
  return true;
}

// The key that holds a method's name ("law", "name"); nullptr when `key` holds no method.
const char* word_of_slot(const std::string& key) {
  const char* word = nullptr;
  const auto look = [&](const auto& slots) {
    for (const auto& slot : slots) {
      if (key == slot.key) word = slot.word;
    }
  };
  look(method_slots);
  look(contact_slots);
  look(driver_slots);
  return word;
}

tree::Node& member_of(tree::Table& table, const std::string& key) {
  if (tree::Member* member = tree::find_member(table, key)) return member->value;
  table.push_back({key, {}, {tree::Removed{}, {}}});
  return table.back().value;
}

class Assigner {
 public:
  Assigner(tree::Node& root, Reader& reader) : root_(root), reader_(reader) {}

  void apply(const Assignment& assignment) {
    path_ = assignment.first;
    const std::vector<std::string> parts = split_path(path_);
    if (std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.empty(); })) {
      return refuse("this is not a path of keys", "write it like joint.guide.clearance=0.2mm");
    }
    const std::vector<std::string> keys = top_level_keys();
    if (std::find(keys.begin(), keys.end(), parse_part(parts[0]).key) == keys.end()) {
      return refuse(fmt::format("unknown path; a model has no \"{}\"", parts[0]),
                    reader_.suggest_from(parts[0], keys));
    }
    tree::Node value = tree::parse_assigned_value(assignment.second);
    if (parts[0] == kParameters) return set_parameter(parts, std::move(value));
    if (const std::string key = parse_part(parts[0]).key; key == kRepeat || key == kInclude) {
      return refuse(fmt::format("[[{}]] has no name: its blocks are found by theirs", key),
                    "let what is in it be a parameter, count = \"= n\", and assign parameters.n");
    }
    const BlockName* block = find_block(parse_part(parts[0]).key);
    if (block != nullptr && block->list) return set_in_list(parts, std::move(value));
    if (block != nullptr && parts.size() == 1 && value.as<tree::Table>() == nullptr &&
        value.as<tree::Removed>() == nullptr) {
      return refuse(fmt::format("[{}] is a block; assign one of its keys", parts[0]),
                    fmt::format("write it like {}.key=value", parts[0]));
    }
    set_below(root_, parts, 0, std::move(value));
  }

 private:
  void refuse(std::string message, std::string hint = {}) {
    reader_.error({}, path_, std::move(message), std::move(hint));
  }

  // Only those of the file: a formula could use no other, and a name mistyped must not pass.
  void set_parameter(const std::vector<std::string>& parts, tree::Node value) {
    tree::Member* member = tree::find_member(*root_.as<tree::Table>(), kParameters);
    tree::Table* table = member == nullptr ? nullptr : member->value.as<tree::Table>();
    if (table == nullptr) return refuse("unknown path; the model has no [parameters]");
    if (parts.size() != 2) return refuse("write it like parameters.NAME=value");
    tree::Member* parameter = tree::find_member(*table, parts[1]);
    if (parameter != nullptr) {
      if (const std::string unit = lacks_unit(parameter->value, value); !unit.empty()) {
        return refuse("the value has no unit",
                      fmt::format("the file gives \"{}\"; write the unit after the number", unit));
      }
      parameter->value = std::move(value);
      return;
    }
    std::vector<std::string> names;
    for (const tree::Member& known : *table) names.push_back(known.key);
    refuse(fmt::format("unknown path; no parameter is named \"{}\"", parts[1]),
           reader_.suggest_from(parts[1], names, "named: "));
  }

  // `joint.*.clearance`: every entry whose name matches and in which the key is given.
  void set_matching(const std::vector<std::string>& parts, const std::vector<std::string>& names,
                    tree::List& entries, const tree::Node& value) {
    std::vector<std::string> set;
    for (std::size_t i = entries.size(); i-- > 0;) {  // from the last: an entry may be taken away
      if (!matches(parts[1], names[i]) || !holds(entries[i], parts, 2)) continue;
      if (parts.size() > 2) {
        set_below(entries[i], parts, 2, value);
      } else if (value.as<tree::Removed>() != nullptr) {
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        return refuse(fmt::format("{} is a block; assign one of its keys, or none to remove it", parts[0]));
      }
      set.push_back(names[i]);
    }
    if (set.empty()) {
      return refuse(fmt::format("no {} matches \"{}\"{}", parts[0], parts[1],
                                parts.size() > 2 ? fmt::format(" and has \"{}\"", parts[2]) : ""),
                    reader_.suggest_from(parts[1], without_empty(names), "named: "));
    }
    std::reverse(set.begin(), set.end());
    reader_.diagnostics().note({"--set", 0, 0}, path_, fmt::format("matches {}", list_words(set)));
  }

  void set_in_list(const std::vector<std::string>& parts, tree::Node value) {
    const PathPart block = parse_part(parts[0]);
    tree::Member* member = tree::find_member(*root_.as<tree::Table>(), block.key);
    tree::List* entries = member == nullptr ? nullptr : member->value.as<tree::List>();
    if (entries == nullptr) return refuse(fmt::format("unknown path; the model has no [[{}]]", block.key));
    const bool counted = block.key == "pair";  // pairs have no names
    if (counted != (block.places.size() == 1) || (!counted && parts.size() < 2)) {
      return refuse(fmt::format("which {}? its {} is missing", block.key, counted ? "place" : "name"),
                    fmt::format("write it like {}{}.KEY=value", block.key, counted ? "[0]" : ".NAME"));
    }
    std::size_t found = counted ? block.places[0] : 0;
    if (!counted) {
      const std::vector<std::string> names =
          block.key == "shape" ? shape_names(*entries) : names_of(*entries);
      if (parts[1].find('*') != std::string::npos) return set_matching(parts, names, *entries, value);
      found = idx(std::find(names.begin(), names.end(), parts[1]) - names.begin());
      if (found == names.size()) {
        return refuse(fmt::format("unknown path; no {} is named \"{}\"", block.key, parts[1]),
                      reader_.suggest_from(parts[1], without_empty(names), "named: "));
      }
    } else if (found >= entries->size()) {
      return refuse(fmt::format("\"{}\" is past the end: the model has {}", parts[0], entries->size()),
                    "places count from 0");
    }
    const std::size_t below = counted ? 1 : 2;
    if (parts.size() > below) return set_below((*entries)[found], parts, below, std::move(value));
    if (value.as<tree::Removed>() == nullptr) {
      return refuse(fmt::format("{} is a block; assign one of its keys, or none to remove it",
                                counted ? parts[0] : fmt::format("{} \"{}\"", block.key, parts[1])));
    }
    entries->erase(entries->begin() + static_cast<std::ptrdiff_t>(found));
  }

  void set_below(tree::Node& start, const std::vector<std::string>& parts, std::size_t first,
                 tree::Node value) {
    tree::Node* node = &start;
    for (std::size_t i = first; i < parts.size(); ++i) {
      const char* word = i > first ? word_of_slot(parts[i - 1]) : nullptr;
      if (const auto* method = node->as<std::string>(); method != nullptr && word != nullptr) {
        // solver = "lemke" stands for solver = { name = "lemke" }.
        tree::Table named;
        named.push_back({word, node->position, {*method, node->position}});
        node->data = std::move(named);
      }
      if (node->as<tree::Removed>() != nullptr) node->data = tree::Table{};
      auto* table = node->as<tree::Table>();
      if (table == nullptr) {
        return refuse(fmt::format("unknown path; \"{}\" is {} and holds no \"{}\"", parts[i - 1],
                                  kind_name(*node), parts[i]));
      }
      const PathPart part = parse_part(parts[i]);
      node = &member_of(*table, part.key);
      for (const std::size_t place : part.places) {
        auto* list = node->as<tree::List>();
        if (list == nullptr || place >= list->size()) {
          return refuse(
              fmt::format("\"{}\" {}", parts[i],
                          list == nullptr ? "is not given as a list"
                                          : fmt::format("is past the end: the list has {}", list->size())),
              "places count from 0");
        }
        node = &(*list)[place];
      }
    }
    *node = std::move(value);
  }

  tree::Node& root_;
  Reader& reader_;
  std::string path_;
};

}  // namespace

void apply_parameters(tree::Node& root, const std::vector<Assignment>& assignments, Reader& reader) {
  Assigner assigner(root, reader);
  for (const Assignment& assignment : assignments) {
    if (is_parameter(assignment)) assigner.apply(assignment);
  }
}

void apply_assignments(tree::Node& root, const std::vector<Assignment>& assignments, Reader& reader) {
  Assigner assigner(root, reader);
  for (const Assignment& assignment : assignments) {
    if (!is_parameter(assignment)) assigner.apply(assignment);
  }
}

}  // namespace freeplay

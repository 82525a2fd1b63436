// SPDX-License-Identifier: Apache-2.0
#include "model/assignments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "model/fields.h"

namespace freeplay {
namespace {

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

const std::string* name_of(const tree::Node& entry) {
  const auto* table = entry.as<tree::Table>();
  const tree::Member* member = table == nullptr ? nullptr : tree::find_member(*table, "name");
  return member == nullptr ? nullptr : member->value.as<std::string>();
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
    const BlockName* block = find_block(parts[0]);
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

  void set_in_list(const std::vector<std::string>& parts, tree::Node value) {
    tree::Member* member = tree::find_member(*root_.as<tree::Table>(), parts[0]);
    tree::List* entries = member == nullptr ? nullptr : member->value.as<tree::List>();
    if (entries == nullptr) return refuse(fmt::format("unknown path; the model has no [[{}]]", parts[0]));
    if (parts.size() < 2) {
      return refuse(fmt::format("which {}? its name is missing", parts[0]),
                    fmt::format("write it like {}.NAME.KEY=value", parts[0]));
    }
    std::vector<std::string> names;
    for (const tree::Node& entry : *entries) {
      if (const std::string* name = name_of(entry)) names.push_back(*name);
    }
    const auto found = std::find_if(entries->begin(), entries->end(), [&](const tree::Node& entry) {
      const std::string* name = name_of(entry);
      return name != nullptr && *name == parts[1];
    });
    if (found == entries->end()) {
      return refuse(fmt::format("unknown path; no {} is named \"{}\"", parts[0], parts[1]),
                    reader_.suggest_from(parts[1], names, "named: "));
    }
    if (parts.size() > 2) return set_below(*found, parts, 2, std::move(value));
    if (value.as<tree::Removed>() == nullptr) {
      return refuse(fmt::format("{} \"{}\" is a block; assign one of its keys, or none to remove it",
                                parts[0], parts[1]));
    }
    entries->erase(found);
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

void apply_assignments(tree::Node& root, const std::vector<Assignment>& assignments, Reader& reader) {
  Assigner assigner(root, reader);
  for (const Assignment& assignment : assignments) assigner.apply(assignment);
}

}  // namespace freeplay

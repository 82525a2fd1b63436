// SPDX-License-Identifier: Apache-2.0
#include "model/block_text.h"

#include <algorithm>
#include <iterator>

#include "base/units.h"
#include "formula/formula.h"
#include "freeplay/model.h"
#include "model/copies.h"
#include "model/fields.h"

namespace freeplay {

std::string text_of(const tree::Node& entry, const char* key) {
  const auto* table = entry.as<tree::Table>();
  const tree::Member* member = table == nullptr ? nullptr : tree::find_member(*table, key);
  const auto* text = member == nullptr ? nullptr : member->value.as<std::string>();
  return text == nullptr ? std::string() : *text;
}

std::vector<std::string> shape_names(const tree::List& entries) {
  std::vector<Shape> shapes;
  for (const tree::Node& entry : entries)
    shapes.push_back({text_of(entry, "name"), text_of(entry, "body"), text_of(entry, "type"), {}, {}});
  name_shapes(shapes);
  std::vector<std::string> names;
  for (const Shape& shape : shapes) names.push_back(shape.name);
  return names;
}

bool is_blocks(const std::string& key) {
  return std::any_of(std::begin(block_names), std::end(block_names),
                     [&](const BlockName& kind) { return kind.list && key == kind.key; });
}

int dimension_of(const tree::Table& model) {
  const tree::Member* member = tree::find_member(model, "dimension");
  const auto* number = member == nullptr ? nullptr : member->value.as<long long>();
  return number != nullptr && *number == 3 ? 3 : 2;
}

std::size_t values_of(const tree::Node& model, const char* key) {
  const auto* table = model.as<tree::Table>();
  const tree::Member* member = table == nullptr ? nullptr : tree::find_member(*table, key);
  const auto* values = member == nullptr ? nullptr : member->value.as<tree::Table>();
  return values == nullptr ? 0 : values->size();
}

void put_in(int frame, tree::Node& node) {
  node.position.frame = frame;
  if (auto* items = node.as<tree::List>()) {
    for (tree::Node& item : *items) put_in(frame, item);
  } else if (auto* members = node.as<tree::Table>()) {
    for (tree::Member& member : *members) {
      member.position.frame = frame;
      put_in(frame, member.value);
    }
  }
}

tree::Table head_of(const tree::Table& table, int frame) {
  tree::Table head;
  for (const tree::Member& member : table) {
    head.push_back(
        {member.key, member.position, is_blocks(member.key) ? tree::Node{tree::List{}, {}} : member.value});
    head.back().position.frame = frame;
    put_in(frame, head.back().value);
  }
  return head;
}

std::string lacks_unit(const tree::Node& parameter, const tree::Node& given) {
  const auto* text = parameter.as<std::string>();
  double bare = 0;
  const bool is_number = given.as<double>() != nullptr || given.as<long long>() != nullptr;
  const bool has_unit = text != nullptr && !formula::is_formula(*text) && !parse_number(*text, bare);
  return is_number && has_unit ? *text : "";
}

}  // namespace freeplay

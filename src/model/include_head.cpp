// SPDX-License-Identifier: Apache-2.0
#include "model/include_head.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "model/block_text.h"
#include "model/fields.h"
#include "model/scope.h"

namespace freeplay {
namespace {

constexpr const char* kGiven = "parameters";

bool replace_parameter(Reader& reader, tree::Table& parameters, const tree::Member& given,
                       const std::string& path) {
  tree::Member* known = tree::find_member(parameters, given.key);
  if (known == nullptr) {
    std::vector<std::string> names;
    for (const tree::Member& parameter : parameters) names.push_back(parameter.key);
    reader.error(given.position, path + "." + given.key,
                 fmt::format("the file has no parameter \"{}\"", given.key),
                 reader.suggest_from(given.key, names, "it has: "));
    return false;
  }
  if (const std::string with_unit = lacks_unit(known->value, given.value); !with_unit.empty()) {
    reader.error(given.value.position, path + "." + given.key, "the value has no unit",
                 fmt::format("the file gives \"{}\"; write the unit after the number", with_unit));
    return false;
  }
  known->value = given.value;
  return true;
}

}  // namespace

bool check_included(Reader& reader, const tree::Table& file, int frame, int dimension) {
  tree::Table head;  // keys, and the values that are looked at
  for (const tree::Member& member : file) {
    const bool looked_at = member.key == "freeplay" || member.key == "dimension";
    head.push_back({member.key, member.position, looked_at ? member.value : tree::Node{tree::List{}, {}}});
    head.back().position.frame = frame;
    put_in(frame, head.back().value);
  }
  Block top(reader, head, {1, 1, frame}, "");
  const tree::Node* version = top.take("freeplay");
  if (version == nullptr) {
    top.missing("freeplay", "the format version",
                "an included file is a model file: it begins with freeplay = 1");
    return false;
  }
  const auto* number = version->as<long long>();
  if (number == nullptr || *number != 1) {
    reader.error(version->position, "freeplay", "expected the format version, 1");
    return false;
  }
  if (const int found = dimension_of(file); found != dimension) {
    const tree::Node* given = top.take("dimension");
    reader.error(
        given == nullptr ? top.position() : given->position, "dimension",
        fmt::format("the file has dimension {}, and the model that includes it {}", found, dimension));
    return false;
  }
  for (const Field<Model>& field : model_fields) top.take(field.param.key);
  for (const BlockName& kind : block_names) top.take(kind.key);
  top.finish();
  return true;
}

bool add_parameters(Reader& reader, const tree::Table& file, int frame, const tree::Node* given,
                    const std::string& path) {
  tree::Table parameters;
  if (const tree::Member* member = tree::find_member(file, kGiven)) {
    const auto* table = member->value.as<tree::Table>();
    if (table == nullptr) {
      reader.error({member->position.line, member->position.column, frame}, kGiven,
                   fmt::format("expected a table [{}]; found {}", kGiven, kind_name(member->value)));
      return false;
    }
    parameters = head_of(*table, frame);
  }
  if (given != nullptr) {
    const auto* table = given->as<tree::Table>();
    if (table == nullptr) {
      reader.error(given->position, path,
                   fmt::format("expected parameters by name; found {}", kind_name(*given)),
                   "write it like parameters = { length = \"80 mm\" }");
      return false;
    }
    for (const tree::Member& one : *table) {
      if (!replace_parameter(reader, parameters, one, path)) return false;
    }
  }
  reader.scope()->add(reader.frames().file(frame), std::move(parameters));
  return true;
}

}  // namespace freeplay

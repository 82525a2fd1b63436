// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "freeplay/model.h"
#include "io/schema.h"
#include "model/fields.h"
#include "model/parts.h"
#include "model/sample_model.h"
#include "model/sample_spatial_model.h"
#include "model/tree.h"

namespace freeplay {
namespace {

using Json = nlohmann::json;

Json json_of(const tree::Node& node) {
  if (const auto* flag = node.as<bool>()) return *flag;
  if (const auto* whole = node.as<long long>()) return *whole;
  if (const auto* real = node.as<double>()) return *real;
  if (const auto* text = node.as<std::string>()) return *text;
  if (const auto* items = node.as<tree::List>()) {
    Json list = Json::array();
    for (const tree::Node& item : *items) list.push_back(json_of(item));
    return list;
  }
  Json object = Json::object();
  if (const auto* members = node.as<tree::Table>()) {
    for (const tree::Member& member : *members) object[member.key] = json_of(member.value);
  }
  return object;
}

Json json_of(const std::string& text) {
  Diagnostics diagnostics;
  Json json = json_of(tree::parse_toml(text, "f", diagnostics));
  EXPECT_FALSE(diagnostics.has_errors());
  return json;
}

// The part of JSON Schema that the model's schema uses.
class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  bool accepts(const Json& value) const { return matches(root_, value); }

 private:
  static bool has_type(const std::string& type, const Json& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    ADD_FAILURE() << "unknown type " << type;
    return false;
  }

  bool number_fits(const Json& schema, const Json& value) const {
    if (!value.is_number()) return true;
    const double x = value.get<double>();
    return (!schema.contains("minimum") || x >= schema["minimum"].get<double>()) &&
           (!schema.contains("exclusiveMinimum") || x > schema["exclusiveMinimum"].get<double>()) &&
           (!schema.contains("maximum") || x <= schema["maximum"].get<double>());
  }

  bool list_fits(const Json& schema, const Json& value) const {
    if (!value.is_array()) return true;
    if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>()) return false;
    if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>()) return false;
    if (!schema.contains("items")) return true;
    return std::all_of(value.begin(), value.end(),
                       [&](const Json& item) { return matches(schema["items"], item); });
  }

  bool object_fits(const Json& schema, const Json& value) const {
    if (!value.is_object()) return true;
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get<std::string>())) return false;
    }
    const Json dependent = schema.value("dependentRequired", Json::object());
    for (const auto& [key, needed] : dependent.items()) {
      if (!value.contains(key)) continue;
      for (const Json& other : needed) {
        if (!value.contains(other.get<std::string>())) return false;
      }
    }
    const Json further = schema.value("dependentSchemas", Json::object());
    for (const auto& [key, needed] : further.items()) {
      if (value.contains(key) && !matches(needed, value)) return false;
    }
    for (const auto& [key, member] : value.items()) {
      const bool known = schema.contains("properties") && schema["properties"].contains(key);
      if (known && !matches(schema["properties"][key], member)) return false;
      if (!known && schema.contains("additionalProperties") && schema["additionalProperties"] == false)
        return false;
    }
    return true;
  }

  bool matches(const Json& schema, const Json& value) const {
    if (schema.contains("$ref")) {
      const std::string pointer = schema["$ref"].get<std::string>().substr(1);
      if (!matches(root_.at(Json::json_pointer(pointer)), value)) return false;
    }
    if (schema.contains("type") && !has_type(schema["type"], value)) return false;
    if (schema.contains("const") && schema["const"] != value) return false;
    if (schema.contains("enum")) {
      const Json& words = schema["enum"];
      if (std::find(words.begin(), words.end(), value) == words.end()) return false;
    }
    const auto count = [&](const char* keyword) {
      return std::count_if(schema[keyword].begin(), schema[keyword].end(),
                           [&](const Json& one) { return matches(one, value); });
    };
    if (schema.contains("anyOf") && count("anyOf") == 0) return false;
    if (schema.contains("oneOf") && count("oneOf") != 1) return false;
    return number_fits(schema, value) && list_fits(schema, value) && object_fits(schema, value);
  }

  const Json& root_;
};

TEST(Schema, MentionsEveryKeyAndWord) {
  const std::string text = model_schema();
  const Json schema = Json::parse(text);
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  const auto mentions = [&](const std::string& word) {
    return text.find("\"" + word + "\"") != std::string::npos;
  };
  const auto check = [&](const auto& fields) {
    for (const auto& field : fields) EXPECT_TRUE(mentions(field.param.key)) << field.param.key;
  };
  check(model_fields);
  check(body_fields);
  check(joint_fields);
  check(driver_fields);
  check(force_fields);
  check(contact_fields);
  check(pool_fields);
  check(grid_fields);
  check(spatial_body_fields);
  check(shape_fields);
  check(pair_fields);
  check(method_joint_fields);
  check(repeat_fields);
  check(include_fields);
  check(planar_include_fields);
  check(spatial_include_fields);
  check(run_fields);
  check(end_fields);
  check(limit_fields);
  check(record_fields);
  for (const BlockName& block : block_names)
    EXPECT_TRUE(schema["properties"].contains(block.key)) << block.key;
  for (const char* name : {"joint", "clearance", "impact", "friction", "driver", "force", "shape", "solver",
                           "stepper", "spatial_joint", "spatial_force", "spatial_shape"}) {
    for (const EntryInfo* entry : registry(name).entries) {
      EXPECT_TRUE(mentions(entry->name)) << entry->name;
      for (const Param& param : entry->params) EXPECT_TRUE(mentions(param.key)) << param.key;
    }
  }
}

TEST(Schema, AcceptsGoodModels) {
  const Json schema = Json::parse(model_schema());
  const Validator validator(schema);
  EXPECT_TRUE(validator.accepts(json_of(kSampleModel)));
  // What is written has the same shape.
  EXPECT_TRUE(validator.accepts(json_of(write_model(read_model_text(kSampleModel, "f")))));
  EXPECT_TRUE(validator.accepts(json_of(kSampleSpatialModel)));
  EXPECT_TRUE(validator.accepts(json_of(write_model(read_model_text(kSampleSpatialModel, "f")))));
}

TEST(Schema, RefusesBadModels) {
  const Json schema = Json::parse(model_schema());
  const Validator validator(schema);
  struct Change {
    const char* from;
    const char* to;
  };
  const Change changes[] = {
      {"freeplay = 1 ", "freeplay = 2 "},
      {"mass = \"38 g\"\n", ""},
      {"mass = 0.076", "mass = 0"},
      {"mass = 0.076", "mass = true"},
      {"mass = 0.076", "mass = 0.076\ncolour = \"red\""},
      {"type = \"revolute\"", "type = \"revolut\""},
      {"guide = \"outside\"", "guide = \"beside\""},
      {"width = 0.05\n", ""},
      {"clearance = \"1 mm\"\n", ""},
      {"law = \"constant_speed\"", "law = \"constant\""},
      {"restitution = 0.4", "restitution = 1.4"},
      {"body = \"crank\"", "bodies = [\"crank\", \"ground\"]"},
      {"solver = \"lemke\"", "solver = \"lemki\""},
      {"end = 0.2\n", ""},
      {"debounce = 3", "debounce = 3.5"},
      {"gravity = [0, \"-9.81 m/s^2\"]", "gravity = [0]"},
      {"world = \"rigid\"", "world = \"soft\""},
      {"pool = 40", "pool = 0"},
      {"count = [2, 3]", "count = [2, 3.5]"},
      {"radius = \"5 mm\"", "radius = 0"},
      {"points = [[0, 0], [\"10 mm\", 0], [0.01, 0.01]]", "points = [[0, 0], [0.01, 0]]"},
      {"enabled = false", "enabled = 0"},
      {"enabled = false", "contact = { pool = 3 }"},
  };
  for (const Change& change : changes) {
    std::string text = kSampleModel;
    const std::size_t at = text.find(change.from);
    ASSERT_NE(at, std::string::npos) << change.from;
    text.replace(at, std::string(change.from).size(), change.to);
    EXPECT_FALSE(validator.accepts(json_of(text))) << change.from << " -> " << change.to;
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The model file as a JSON Schema, from the field tables and the registries: editors complete and check
// with it while the user types. Units inside texts and references between blocks are the reader's business.
#include "io/schema.h"

#include <string>
#include <vector>

#include "io/schema_bodies.h"
#include "io/schema_shapes.h"
#include "model/actuators.h"
#include "model/couplings.h"
#include "model/materials.h"
#include "model/parts.h"

namespace freeplay {
namespace {

using schema::body_shape;
using schema::described;
using schema::Json;
using schema::list_of;
using schema::Object;
using schema::quantity;
using schema::shape_of;
using schema::shape_shape;

/// Of a contact force law: materials in place of their numbers.
void add_materials(Object& law) {
  for (const char* key : {"material", "material_2"})
    law.add(key, {{"type", "string"}, {"enum", material_names()}}, false);
  std::erase(law.required, std::string("young"));
}

// Any method of a registry: { law = "…", … }, or the bare word where nothing else is required.
Json method_shape(const RegistryInfo& methods, const std::string& word, const char* fallback) {
  Json variants = Json::array();
  std::vector<std::string> bare;
  for (const EntryInfo* entry : methods.entries) {
    Object object;
    const bool implied = fallback != nullptr && std::string(fallback) == entry->name;
    object.add(word, {{"const", entry->name}}, !implied);
    object.add_params(entry->params);
    if (find_param(*entry, "young_2") != nullptr) add_materials(object);
    if (object.required.empty() || (object.required.size() == 1 && !implied)) bare.emplace_back(entry->name);
    Json variant = object.json();
    variant["description"] = entry->help;
    variants.push_back(std::move(variant));
  }
  if (!bare.empty()) variants.push_back({{"enum", bare}});
  return {{"oneOf", variants}};
}

template <class T>
void add_slots(Object& object, std::span<const Slot<T>> slots) {
  for (const Slot<T>& slot : slots) {
    Json shape = {{"$ref", std::string("#/$defs/") + slot.registry}};
    shape["description"] = slot.help;
    object.add(slot.key, std::move(shape), slot.required);
  }
}

template <class T>
void add_methods(Json& definitions, std::span<const Slot<T>> slots) {
  for (const Slot<T>& slot : slots) {
    definitions[slot.registry] = method_shape(registry(slot.registry), slot.word, slot.fallback);
  }
}

/// Numbers that an orientation is made of, in one of three ways.
Json orientation_shape() {
  const auto numbers = [](int count) {
    const Param param{.key = "", .unit = "rad", .low = 0, .high = 0, .help = ""};
    return list_of(quantity(param), count, count);
  };
  const auto form = [](const Json& properties) {
    Json object = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    for (const auto& [key, value] : properties.items()) object["required"].push_back(key);
    return object;
  };
  Json shape;
  shape["oneOf"] = {form({{"quaternion", numbers(4)}}),
                    form({{"axis", numbers(3)},
                          {"angle", quantity({.key = "", .unit = "rad", .low = 0, .high = 0, .help = ""})}}),
                    form({{"sequence", {{"type", "string"}, {"pattern", "^([xyz]{3}|[XYZ]{3})$"}}},
                          {"angles", numbers(3)}})};
  return shape;
}

/// A joint that only pushes, as a cam: contacts without a key that switches them on.
Json pushing_shape(const EntryInfo& play) {
  Object joint;
  joint.add_fields<Joint>(joint_fields);
  joint.properties["type"] = {{"const", play.name}, {"description", play.help}};
  joint.add_params(play.params);
  joint.add("contact", {{"$ref", "#/$defs/contact"}}, false);
  return joint.json();
}

/// Stops of the free coordinates, where there are some.
void add_limits(Object& joint, const std::string& type, int dimension) {
  if (driven_coordinates(type, dimension).empty()) return;
  Object limits;
  limits.add_params(limit_params);
  joint.add("limits", limits.json(), false);
  joint.add("contact", {{"$ref", "#/$defs/contact_laws"}}, false);
}

/// What has contacts in a joint: its play, or its stops.
void contacts_need_a_place(Json& joint) {
  if (!joint["properties"].contains("contact")) return;
  Json places = Json::array();
  for (const char* key : {"clearance", "limits"}) {
    if (joint["properties"].contains(key)) places.push_back({{"required", {key}}});
  }
  joint["dependentSchemas"] = {{"contact", {{"anyOf", places}}}};
}

/// Friction of an ideal joint.
void add_rubbing(Object& joint) {
  Object bearing;
  bearing.add_fields<Bearing>(bearing_fields);
  add_slots<Joint>(joint, joint_slots);
  joint.add("bearing", bearing.json(), false);
}

/// A joint in space, with the keys of its play where it can have some.
Json play_in_space(Object& joint, const std::string& type) {
  Json forms = Json::array();
  for (const std::string& name : {type, type + kInPlane}) {
    const EntryInfo* play = registry("spatial_clearance").find(name);
    if (play == nullptr) continue;
    if (name == type) {
      Object table;
      table.add_params(play->params);
      Json described = table.json();
      described["description"] = play->help;
      forms.push_back(std::move(described));
    }
    forms.push_back(described(shape_of(play->params.front()), play->params.front()));
  }
  if (forms.empty()) return joint.json();
  joint.add("clearance", {{"anyOf", forms}}, false);
  for (const char* key : {"contact", "end_contact"})
    joint.add(key, {{"$ref", "#/$defs/contact_laws"}}, false);
  Json variant = joint.json();
  variant["dependentRequired"] = {{"end_contact", {"clearance"}}};
  contacts_need_a_place(variant);
  return variant;
}

Json joint_shape() {
  Json variants = Json::array();
  for (const EntryInfo* entry : registry("joint").entries) {
    Object joint;
    joint.add_fields<Joint>(joint_fields);
    joint.properties["type"] = {{"const", entry->name}, {"description", entry->help}};
    joint.add_params(entry->params);
    add_rubbing(joint);
    add_limits(joint, entry->name, 2);
    const EntryInfo* play = clearance_entry(entry->name);
    Json dependent;
    if (play != nullptr) {
      joint.add_params(play->params, false);
      joint.add("contact", {{"$ref", "#/$defs/contact_laws"}}, false);
      std::vector<std::string> needed;
      for (const Param& param : play->params) {
        if (is_required(param) && std::string_view(param.key) != "clearance") needed.emplace_back(param.key);
      }
      dependent = {{"clearance", needed}};
    }
    Json variant = joint.json();
    if (!dependent.is_null()) variant["dependentRequired"] = dependent;
    contacts_need_a_place(variant);
    variants.push_back(std::move(variant));
  }
  for (const EntryInfo* entry : registry("clearance").entries) {
    if (always_pushes(entry->name)) variants.push_back(pushing_shape(*entry));
  }
  for (const EntryInfo* entry : registry("spatial_joint").entries) {
    Object joint;
    joint.add_fields<Joint>(joint_fields);
    joint.properties["type"] = {{"const", entry->name}, {"description", entry->help}};
    joint.add_params(entry->params);
    joint.add_params(spatial_reactions);
    add_rubbing(joint);
    add_limits(joint, entry->name, 3);
    Json variant = play_in_space(joint, entry->name);
    variants.push_back(std::move(variant));
  }
  return {{"anyOf", variants}};
}

Json driver_shape() {
  Object driver;
  driver.add_fields<Driver>(driver_fields);
  add_slots<Driver>(driver, driver_slots);
  return driver.json();
}

Json coupling_shape() {
  Json variants = Json::array();
  for (const CouplingEntry& entry : coupling_entries()) {
    Object coupling;
    coupling.add_fields<Coupling>(coupling_fields);
    coupling.properties["type"] = {{"const", entry.name}, {"description", entry.help}};
    coupling.add_params(entry.params);
    coupling.add("contact", {{"$ref", "#/$defs/contact_laws"}}, false);
    variants.push_back(coupling.json());
  }
  return {{"anyOf", variants}};
}

Json force_shape() {
  Json variants = Json::array();
  for (const char* name : {"force", "spatial_force"}) {
    for (const EntryInfo* entry : registry(name).entries) {
      Object force;
      force.add_fields<Force>(force_fields);
      force.properties["type"] = {{"const", entry->name}, {"description", entry->help}};
      if (force_bodies_of(entry->name, *name == 's' ? 3 : 2) == 2) {
        force.add(force_bodies.key, described(list_of({{"type", "string"}}, 2, 2), force_bodies), true);
      } else {
        force.add(force_body.key, described({{"type", "string"}}, force_body), true);
      }
      force.add_params(entry->params);
      variants.push_back(force.json());
    }
  }
  return {{"anyOf", variants}};
}

Json table_shape() {
  Object table;
  table.add_fields<FunctionTable>(table_fields);
  table.add_params(table_columns, false);
  table.add_params({&table_file, 1});
  const Json column = {{"type", {"integer", "string"}}};
  table.add(table_file_columns.key, described(list_of(column, 2, 2), table_file_columns), false);
  table.add(table_period.key, described(quantity(table_period), table_period), false);
  Json shape = table.json();
  shape["anyOf"] = {{{"required", {table_columns[0].key, table_columns[1].key}}},
                    {{"required", {table_file.key}}}};
  return shape;
}

Json actuator_shape() {
  Json variants = Json::array();
  for (const ActuatorEntry& entry : actuator_entries()) {
    Object actuator;
    actuator.add_fields<Actuator>(actuator_fields);
    actuator.properties["type"] = {{"const", entry.name}, {"description", entry.help}};
    actuator.add_params(entry.params);
    variants.push_back(actuator.json());
  }
  return {{"anyOf", variants}};
}

Json pair_shape() {
  Object pair;
  pair.add_fields<ShapePair>(pair_fields);
  pair.add("contact", {{"$ref", "#/$defs/contact_laws"}}, false);
  return pair.json();
}

Json contact_shape(bool of_model) {
  Object contact;
  contact.add_fields<ContactSettings>(contact_fields);
  if (of_model) contact.add_fields<ContactSettings>(pool_fields);
  add_slots<ContactSettings>(contact, contact_slots);
  return contact.json();
}

Json method_block_shape() {
  Object method, joints;
  add_slots<Method>(method, method_slots);
  joints.add_fields<Method>(method_joint_fields);
  method.add("joints", joints.json(), false);
  return method.json();
}

Json run_shape() {
  Object run, record, limits;
  run.add_fields<Run>(run_fields);
  run.add_fields<Run>(end_fields);
  record.add_fields<RecordOptions>(record_fields);
  limits.add_fields<Run>(limit_fields);
  run.add(stop_param.key, described({{"type", "string"}, {"pattern", "^\\s*="}}, stop_param), false);
  run.add("record", record.json(), false);
  run.add("limits", limits.json(), false);
  run.required.clear();
  Json shape = run.json();
  const Json rests = {{"required", {"mode"}}, {"properties", {{"mode", {{"const", "statics"}}}}}};
  shape["anyOf"] = {{{"required", {"end"}}}, rests};
  return shape;
}

/// The kinds of blocks that may be repeated are those of the model, written in double brackets.
Json repeat_shape() {
  Object repeat;
  repeat.add_fields<Repeat>(repeat_fields);
  for (const char* key : {"count", "first"})  // a whole number, or a formula for one
    repeat.properties[key] = {{"anyOf", {repeat.properties[key], {{"type", "string"}, {"pattern", "^ *="}}}}};
  repeat.add("over",
             {{"type", "object"},
              {"description", "values by name, one list for each; every turn takes one value of every list"},
              {"additionalProperties", {{"type", "array"}, {"minItems", 1}}}},
             false);
  for (const BlockName& block : block_names) {
    if (block.list) repeat.add(block.key, {{"$ref", "#/properties/" + std::string(block.key)}}, false);
  }
  return repeat.json();
}

/// In the plane with an angle, in space with an orientation.
Json include_shape() {
  Json forms = Json::array();
  const auto add = [&](std::span<const Field<Include>> fields) {
    Object include;
    include.add_fields<Include>(include_fields);
    include.add_fields<Include>(fields);
    include.add("parameters", {{"$ref", "#/$defs/parameters"}}, false);
    forms.push_back(include.json());
  };
  add(planar_include_fields);
  add(spatial_include_fields);
  return {{"anyOf", forms}};
}

}  // namespace

std::string model_schema() {
  Json definitions = {{"body", body_shape()},           {"joint", joint_shape()},
                      {"driver_block", driver_shape()}, {"force", force_shape()},
                      {"shape", shape_shape()},         {"pair", pair_shape()},
                      {"contact", contact_shape(true)}, {"contact_laws", contact_shape(false)},
                      {"method", method_block_shape()}, {"run", run_shape()},
                      {"coupling", coupling_shape()},   {"repeat", repeat_shape()},
                      {"table", table_shape()},         {"actuator", actuator_shape()},
                      {"include", include_shape()}};
  add_methods<Driver>(definitions, driver_slots);
  add_methods<ContactSettings>(definitions, contact_slots);
  add_methods<Method>(definitions, method_slots);
  definitions["orientation"] = orientation_shape();
  definitions["parameters"] = {
      {"type", "object"},
      {"propertyNames", {{"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}}},
      {"additionalProperties", quantity({.key = "", .unit = "", .low = 0, .high = 0, .help = ""})}};
  for (const char* nested : {"lift", "curve"}) {
    definitions[nested] = method_shape(registry(nested), nested, nullptr);
  }

  Object top;
  top.add_fields<Model>(model_fields);
  top.properties["freeplay"] = {{"const", 1}, {"description", model_fields[0].param.help}};
  Object space;
  space.add_fields<Model>(spatial_model_fields);
  const Json planar_gravity = top.properties["gravity"];
  top.properties["gravity"] = {{"anyOf", {planar_gravity, space.properties["gravity"]}}};
  for (const BlockName& block : block_names) {
    const std::string key(block.key);
    const Json reference = {{"$ref", "#/$defs/" + (key == "driver" ? "driver_block" : key)}};
    Json shape = block.list ? Json{{"type", "array"}, {"items", reference}} : reference;
    shape["description"] = block.help;
    top.add(key, std::move(shape), key == "run");
  }

  Json whole = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Freeplay model"}};
  whole.update(top.json());
  whole["anyOf"] = {{{"required", {"body"}}}, {{"required", {"repeat"}}}, {{"required", {"include"}}}};
  whole["$defs"] = definitions;
  return whole.dump(2) + "\n";
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "model/read_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "model/fields.h"
#include "model/read_contact.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/read_place.h"
#include "model/read_spatial.h"
#include "model/read_value.h"
#include "model/words.h"
#include "model/world_keys.h"

namespace freeplay {
namespace {

std::vector<std::string> joints_with_clearance() {
  std::vector<std::string> words = registry("clearance").names();
  std::erase_if(words, always_pushes);
  return words;
}

void check_directions(Block& block, const Joint& joint) {
  for (const char* key : {"axis", "world_axis", "slider_axis", "direction", "cam_direction"}) {
    const auto axis = joint.values.find(key);
    if (axis == joint.values.end()) continue;
    const auto* direction = std::get_if<Point>(&axis->second.data);
    if (direction != nullptr && (*direction)[0] == 0 && (*direction)[1] == 0) {
      block.reader().diagnostics().error(axis->second.where, block.path_of(key), "the axis has no direction",
                                         "write it like [1, 0]");
    }
  }
}

void read_joint_contact(Block& block, const char* key, bool has_clearance,
                        std::optional<ContactSettings>& settings) {
  one(block, key, false, [&](Block& inner) {
    if (!has_clearance) {
      block.reader().error(
          inner.position(), inner.path(),
          fmt::format("unsupported combination: {} is given, but the joint has no clearance", key),
          fmt::format("give the joint a clearance{}, or take {} away",
                      std::string_view(key) == "contact" ? " or limits" : "", key));
    }
    settings.emplace();
    read_contact(inner, *settings, false);
  });
}

}  // namespace

std::vector<std::string> read_pair(Block& block, const Names& bodies, const std::string& what) {
  const char* key = force_bodies.key;
  const std::string path = block.path_of(key);
  const tree::Node* node = block.take(key);
  if (node == nullptr) {
    block.missing(key, "two names [\"a\", \"b\"]",
                  block.has("body") ? fmt::format("{} acts between two bodies", what) : "");
    return {};
  }
  std::vector<tree::Position> positions;
  const std::vector<std::string> names = read_texts(block.reader(), *node, path, 2, &positions);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != kGroundName) bodies.check(block.reader(), positions[i], path, "body", names[i]);
  }
  if (names.size() == 2 && names[0] == names[1]) {
    block.reader().error(node->position, path,
                         fmt::format("{} connects two different bodies; found \"{}\" twice", what, names[0]));
  }
  return names;
}

const EntryInfo* find_type(Block& block, const RegistryInfo& info, const std::string& word,
                           const tree::Node& node, const std::vector<std::string>& known) {
  const EntryInfo* entry = info.find(word);
  if (entry == nullptr) {
    block.reader().error(node.position, block.path_of("type"),
                         fmt::format("\"{}\" is not one of the {}", word, info.title),
                         block.reader().suggest_from(word, known, "known: "));
  }
  return entry;
}

void JointReader::read(Block& block) {
  Reader& reader = block.reader();
  Joint joint;
  joint.where = reader.where(block.position());
  for (const Field<Joint>& field : joint_fields) {
    if (std::string_view(field.param.key) != "bodies") read_field(block, field, joint);
  }
  joint_names_.add(reader, block, "joint", joint.name);
  if (const auto names = read_pair(block, body_names_, "a joint"); names.size() == 2)
    joint.bodies = {names[0], names[1]};
  const tree::Node* clearance = block.take("clearance");
  const tree::Node* type = block.take("type");
  read_friction(block, clearance, joint);
  read_limits(block, joint);
  if (model_.dimension == 3) {
    read_in_space(block, clearance, type, joint);
  } else {
    read_in_plane(block, clearance, type, joint);
  }
  move_to_place(block, joint);
  model_.joints.push_back(std::move(joint));
}

void JointReader::check_laws(Reader& reader) const {
  for (const auto& [index, position] : contact_positions_)
    check_contact_laws(reader, model_, model_.joints[index], position);
}

void JointReader::read_friction(Block& block, const tree::Node* clearance, Joint& joint) {
  for (const Slot<Joint>& slot : joint_slots) read_slot(block, slot, joint);
  one(block, "bearing", false, [&](Block& inner) {
    joint.bearing.emplace();
    joint.bearing->where = block.reader().where(inner.position());
    read_fields<Bearing>(inner, bearing_fields, *joint.bearing);
    inner.finish();
  });
  if (joint.friction && (clearance != nullptr || always_pushes(joint.type))) {
    block.reader().diagnostics().error(joint.friction->where, block.path_of("friction"),
                                       "a joint with play rubs in its contacts",
                                       "write contact = { friction = { … } }, or take the clearance away");
  }
}

void JointReader::read_limits(Block& block, Joint& joint) {
  one(block, "limits", false, [&](Block& inner) {
    const int dimension = model_.dimension;
    std::string coordinate;
    if (const tree::Node* name = inner.take("coordinate"); name != nullptr && name->as<std::string>())
      coordinate = *name->as<std::string>();
    const std::string unit = driven_unit(joint.type, dimension, coordinate);
    if (unit.empty() && registry_in("joint", dimension).find(joint.type) != nullptr) {
      block.reader().error(
          inner.position(), inner.path(),
          driven_coordinates(joint.type, dimension).empty()
              ? fmt::format("a {} joint has no free coordinate to limit", joint.type)
              : fmt::format("a {} joint has several free coordinates", joint.type),
          "limit the angle of a revolute joint or the way of a prismatic one; name one of several "
          "with coordinate = \"…\"");
    }
    joint.limits.emplace();
    joint.limits->where = block.reader().where(inner.position());
    read_params(inner, limit_params, joint.limits->values, unit);
    inner.finish();
  });
}

void JointReader::read_in_space(Block& block, const tree::Node* clearance, const tree::Node* type,
                                Joint& joint) {
  if (type == nullptr || joint.type.empty()) return;
  const RegistryInfo& known = registry_in("joint", 3);
  const EntryInfo* entry = find_type(block, known, joint.type, *type, known.names());
  if (entry == nullptr) return;
  read_params(block, entry->params, joint.values);
  read_params(block, spatial_reactions, joint.values);
  if (clearance != nullptr) read_play(block.reader(), block, *clearance, joint);
  read_joint_contact(block, "contact", clearance != nullptr || joint.limits, joint.contact);
  read_joint_contact(block, "end_contact", clearance != nullptr, joint.end_contact);
  if (clearance != nullptr) contact_positions_.emplace_back(model_.joints.size(), clearance->position);
  block.finish();
}

void JointReader::read_in_plane(Block& block, const tree::Node* clearance, const tree::Node* type,
                                Joint& joint) {
  if (type != nullptr && always_pushes(joint.type)) {
    read_pushing(block, clearance, joint);
    contact_positions_.emplace_back(model_.joints.size(), type->position);
  } else if (type != nullptr && !joint.type.empty()) {
    if (const EntryInfo* entry = find_type(block, registry("joint"), joint.type, *type, joint_types())) {
      read_params_in_plane(block, *entry, clearance, joint);
      read_joint_contact(block, "contact", clearance != nullptr || joint.limits, joint.contact);
      block.finish();
    }
    if (clearance != nullptr) contact_positions_.emplace_back(model_.joints.size(), clearance->position);
  }
}

void JointReader::read_params_in_plane(Block& block, const EntryInfo& entry, const tree::Node* clearance,
                                       Joint& joint) {
  const std::size_t before = block.reader().mistakes();
  read_params(block, entry.params, joint.values);
  const EntryInfo* play = clearance_entry(joint.type);
  if (play != nullptr) {
    // The dimensions of the play may stay in the file when the clearance key is taken out.
    std::vector<Param> extra;
    for (const Param& param : play->params) {
      if (find_param(entry, param.key) == nullptr) extra.push_back(param);
    }
    read_params(block, extra, joint.values, {}, clearance != nullptr);
  } else if (clearance != nullptr) {
    block.reader().error(clearance->position, block.path_of("clearance"),
                         fmt::format("a {} joint cannot have clearance in this version", joint.type),
                         "joints that can: " + list_words(joints_with_clearance()));
  }
  check_directions(block, joint);
  if (block.reader().mistakes() != before) return;  // what is missing may be what was wrong
  for (const WorldMistake& mistake : find_mistakes(joint, entry)) {
    const tree::Node* node = block.take(mistake.key);
    block.reader().error(node == nullptr ? block.position() : node->position, block.path_of(mistake.key),
                         mistake.message, mistake.hint);
  }
}

// A joint without an ideal form: a cam is a contact, or there is none.
void JointReader::read_pushing(Block& block, const tree::Node* clearance, Joint& joint) {
  if (clearance != nullptr) {
    block.reader().error(
        clearance->position, block.path_of("clearance"),
        fmt::format("a {} has no clearance: it only pushes, so it is always a contact", joint.type),
        "take the key away; there is no ideal form of it");
  }
  read_params(block, clearance_entry(joint.type)->params, joint.values);
  check_directions(block, joint);
  read_joint_contact(block, "contact", true, joint.contact);
  block.finish();
}

}  // namespace freeplay

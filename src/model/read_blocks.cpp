// SPDX-License-Identifier: Apache-2.0
#include "model/read_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "freeplay/registry.h"
#include "model/couplings.h"
#include "model/fields.h"
#include "model/names.h"
#include "model/read_contact.h"
#include "model/read_fields.h"
#include "model/read_lists.h"
#include "model/read_method.h"
#include "model/read_motion.h"
#include "model/read_place.h"
#include "model/read_relative.h"
#include "model/read_shapes.h"
#include "model/read_spatial.h"
#include "model/read_value.h"
#include "model/read_weights.h"
#include "model/words.h"
#include "model/world_keys.h"

namespace freeplay {
namespace {

constexpr int kFormat = 1;

class ModelReader {
 public:
  explicit ModelReader(Reader& reader) : reader_(reader), weights_(reader) {}

  Model read(const tree::Node& root) {
    const tree::Table& table = *root.as<tree::Table>();
    model_.where = reader_.where({1, 1});
    if (table.empty()) {
      reader_.error({1, 1}, "", "the file is empty", "a model begins with freeplay = 1");
      return std::move(model_);
    }
    Block top(reader_, table, root.position, "");
    top.take("parameters");  // read by the Scope
    if (!read_head(top)) return std::move(model_);
    read_tables(top, model_);
    each(top, "body", body_names_, [this](Block& block) { read_body(block); });
    relative_.place(reader_, body_names_, model_);
    if (!top.has("body")) top.missing("body", "at least one [[body]]");
    each(top, "joint", joint_names_, [this](Block& block) { read_joint(block); });
    each(top, "driver", driver_names_, [this](Block& block) { read_driver(block); });
    each(top, "coupling", coupling_names_, [this](Block& block) { read_coupling(block); });
    read_actuators(top, joint_names_, model_);
    each(top, "force", force_names_, [this](Block& block) { read_force(block); });
    read_shapes(top, body_names_, weights_, model_);
    weights_.weigh(model_);
    one(top, "contact", false, [this](Block& block) { read_contact(block, model_.contact, true); });
    MethodReader method(reader_, model_);
    one(top, "method", true, [&](Block& block) { method.read_method(block); });
    one(top, "run", true, [&](Block& block) { method.read_run(block); });
    top.finish();
    for (const auto& [index, position] : contact_positions_)
      check_contact_laws(reader_, model_, model_.joints[index], position);
    method.check();
    return std::move(model_);
  }

 private:
  // False when the rest cannot be understood: another format version.
  bool read_head(Block& top) {
    if (const tree::Node* version = top.take("freeplay")) {
      const auto* number = version->as<long long>();
      if (number == nullptr) {
        reader_.error(version->position, "freeplay",
                      fmt::format("expected the format version, 1; found {}", kind_name(*version)));
      } else if (*number != kFormat) {
        reader_.error(version->position, "freeplay",
                      fmt::format("format version {} is not supported", *number),
                      "this version of Freeplay reads freeplay = 1");
        return false;
      }
    } else {
      top.missing("freeplay", "the format version", "begin the file with freeplay = 1");
    }
    const auto read = [&](auto chosen) {
      for (const Field<Model>& field : model_fields) {
        if (chosen(std::string_view(field.param.key))) read_field(top, field, model_);
      }
    };
    read([](std::string_view key) { return key == "dimension"; });
    if (model_.dimension != 2 && model_.dimension != 3) return false;  // reported
    const bool space = model_.dimension == 3;
    read([&](std::string_view key) {
      return key != "dimension" && key != "freeplay" && !(space && key == "gravity");
    });
    if (space) read_fields<Model>(top, spatial_model_fields, model_);
    return true;
  }

  void read_body(Block& block) {
    Body body;
    body.where = reader_.where(block.position());
    body.weighed = BodyWeights::is_weighed(block);
    const auto weight = [&](const Field<Body>& field) {
      const std::string_view key = field.param.key;
      return body.weighed && (key == "mass" || key == "inertia");
    };
    const bool space = model_.dimension == 3;
    for (const Field<Body>& field : space ? body_head : std::span<const Field<Body>>(body_fields)) {
      if (!weight(field)) read_field(block, field, body);
    }
    if (space) read_spatial_body(block, body.weighed, body.space);
    if (!space) read_grid(block, body);
    weights_.read_body(block, model_.dimension, body);
    relative_.read(block, body);
    block.finish();
    move_to_place(block, body);
    if (body.grid) {
      add_copies(block, *body.grid, body.name, body_names_);
    } else {
      body_names_.add(reader_, block, "body", body.name);
    }
    model_.bodies.push_back(std::move(body));
  }

  void read_joint(Block& block) {
    Joint joint;
    joint.where = reader_.where(block.position());
    for (const Field<Joint>& field : joint_fields) {
      if (std::string_view(field.param.key) != "bodies") read_field(block, field, joint);
    }
    joint_names_.add(reader_, block, "joint", joint.name);
    if (const auto names = read_pair(block, "a joint"); names.size() == 2)
      joint.bodies = {names[0], names[1]};
    const tree::Node* clearance = block.take("clearance");
    const tree::Node* type = block.take("type");
    read_joint_friction(block, clearance, joint);
    read_limits(block, joint);
    if (model_.dimension == 3) {
      read_spatial_joint(block, clearance, type, joint);
    } else if (type != nullptr && always_pushes(joint.type)) {
      read_pushing_joint(block, clearance, joint);
      contact_positions_.emplace_back(model_.joints.size(), type->position);
    } else if (type != nullptr && !joint.type.empty()) {
      if (const EntryInfo* entry = find_type(block, registry("joint"), joint.type, *type, joint_types())) {
        read_joint_params(block, *entry, clearance, joint);
        read_joint_contact(block, "contact", clearance != nullptr || joint.limits, joint.contact);
        block.finish();
      }
      if (clearance != nullptr) contact_positions_.emplace_back(model_.joints.size(), clearance->position);
    }
    move_to_place(block, joint);
    model_.joints.push_back(std::move(joint));
  }

  void read_joint_friction(Block& block, const tree::Node* clearance, Joint& joint) {
    for (const Slot<Joint>& slot : joint_slots) read_slot(block, slot, joint);
    one(block, "bearing", false, [&](Block& inner) {
      joint.bearing.emplace();
      joint.bearing->where = reader_.where(inner.position());
      read_fields<Bearing>(inner, bearing_fields, *joint.bearing);
      inner.finish();
    });
    if (joint.friction && (clearance != nullptr || always_pushes(joint.type))) {
      reader_.diagnostics().error(joint.friction->where, block.path_of("friction"),
                                  "a joint with play rubs in its contacts",
                                  "write contact = { friction = { … } }, or take the clearance away");
    }
  }

  void read_limits(Block& block, Joint& joint) {
    one(block, "limits", false, [&](Block& inner) {
      const int dimension = model_.dimension;
      std::string coordinate;
      if (const tree::Node* name = inner.take("coordinate"); name != nullptr && name->as<std::string>())
        coordinate = *name->as<std::string>();
      const std::string unit = driven_unit(joint.type, dimension, coordinate);
      if (unit.empty() && registry_in("joint", dimension).find(joint.type) != nullptr) {
        reader_.error(
            inner.position(), inner.path(),
            driven_coordinates(joint.type, dimension).empty()
                ? fmt::format("a {} joint has no free coordinate to limit", joint.type)
                : fmt::format("a {} joint has several free coordinates", joint.type),
            "limit the angle of a revolute joint or the way of a prismatic one; name one of several "
            "with coordinate = \"…\"");
      }
      joint.limits.emplace();
      joint.limits->where = reader_.where(inner.position());
      read_params(inner, limit_params, joint.limits->values, unit);
      inner.finish();
    });
  }

  void read_spatial_joint(Block& block, const tree::Node* clearance, const tree::Node* type, Joint& joint) {
    if (type == nullptr || joint.type.empty()) return;
    const RegistryInfo& known = registry_in("joint", 3);
    const EntryInfo* entry = find_type(block, known, joint.type, *type, known.names());
    if (entry == nullptr) return;
    read_params(block, entry->params, joint.values);
    read_params(block, spatial_reactions, joint.values);
    if (clearance != nullptr) read_play(reader_, block, *clearance, joint);
    read_joint_contact(block, "contact", clearance != nullptr || joint.limits, joint.contact);
    read_joint_contact(block, "end_contact", clearance != nullptr, joint.end_contact);
    if (clearance != nullptr) contact_positions_.emplace_back(model_.joints.size(), clearance->position);
    block.finish();
  }

  void read_joint_params(Block& block, const EntryInfo& entry, const tree::Node* clearance, Joint& joint) {
    const std::size_t before = reader_.mistakes();
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
      reader_.error(clearance->position, block.path_of("clearance"),
                    fmt::format("a {} joint cannot have clearance in this version", joint.type),
                    "joints that can: " + list_words(joints_with_clearance()));
    }
    check_directions(block, joint);
    if (reader_.mistakes() != before) return;  // what is missing may be what was wrong
    for (const WorldMistake& mistake : find_mistakes(joint, entry)) {
      const tree::Node* node = block.take(mistake.key);
      reader_.error(node == nullptr ? block.position() : node->position, block.path_of(mistake.key),
                    mistake.message, mistake.hint);
    }
  }

  // A joint without an ideal form: a cam is a contact, or there is none.
  void read_pushing_joint(Block& block, const tree::Node* clearance, Joint& joint) {
    if (clearance != nullptr) {
      reader_.error(
          clearance->position, block.path_of("clearance"),
          fmt::format("a {} has no clearance: it only pushes, so it is always a contact", joint.type),
          "take the key away; there is no ideal form of it");
    }
    read_params(block, clearance_entry(joint.type)->params, joint.values);
    check_directions(block, joint);
    read_joint_contact(block, "contact", true, joint.contact);
    block.finish();
  }

  static std::vector<std::string> joints_with_clearance() {
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
        reader_.diagnostics().error(axis->second.where, block.path_of(key), "the axis has no direction",
                                    "write it like [1, 0]");
      }
    }
  }

  void read_joint_contact(Block& block, const char* key, bool has_clearance,
                          std::optional<ContactSettings>& settings) {
    one(block, key, false, [&](Block& inner) {
      if (!has_clearance) {
        reader_.error(
            inner.position(), inner.path(),
            fmt::format("unsupported combination: {} is given, but the joint has no clearance", key),
            fmt::format("give the joint a clearance{}, or take {} away",
                        std::string_view(key) == "contact" ? " or limits" : "", key));
      }
      settings.emplace();
      read_contact(inner, *settings, false);
    });
  }

  void read_driver(Block& block) {
    Driver driver;
    driver.where = reader_.where(block.position());
    read_fields<Driver>(block, driver_fields, driver);
    driver_names_.add(reader_, block, "driver", driver.name);
    std::string coordinate;
    if (const tree::Node* node = block.take("joint"); node != nullptr && node->as<std::string>() != nullptr) {
      coordinate = driven_coordinate(block, *node, driver);
    }
    for (const Slot<Driver>& slot : driver_slots) read_slot(block, slot, driver, coordinate);
    block.finish();
    check_place(block, driver);
    model_.drivers.push_back(std::move(driver));
  }

  void check_place(Block& block, const Driver& driver) {
    const std::optional<Place>& place = reader_.file_of(block.position()).place;
    const auto joint = std::find_if(model_.joints.begin(), model_.joints.end(),
                                    [&](const Joint& one) { return one.name == driver.joint; });
    if (!place || joint == model_.joints.end()) return;
    if (const std::string why = place->refuse(driver, *joint); !why.empty())
      reader_.error(block.position(), block.path(), "cannot drive where its file is placed: " + why);
  }

  void read_coupling(Block& block) {
    Coupling coupling;
    coupling.where = reader_.where(block.position());
    read_fields<Coupling>(block, coupling_fields, coupling);
    coupling_names_.add(reader_, block, "coupling", coupling.name);
    if (const tree::Node* node = block.take("joints"); node != nullptr) {
      for (const std::string& name : coupling.joints)
        joint_names_.check(reader_, node->position, block.path_of("joints"), "joint", name);
    }
    const tree::Node* type = block.take("type");
    const CouplingEntry* entry = find_coupling(coupling.type);
    if (entry != nullptr) {
      read_params(block, entry->params, coupling.values);
      one(block, "contact", false, [&](Block& inner) {
        if (coupling.values.count("backlash") == 0 || coupling.values.count("stiffness") != 0) {
          reader_.error(inner.position(), inner.path(),
                        "unsupported combination: contact is given, but the coupling has no contacts",
                        "give it a backlash and no stiffness, or take contact away");
        }
        coupling.contact.emplace();
        read_contact(inner, *coupling.contact, false);
      });
      block.finish();
    } else if (type != nullptr && type->as<std::string>() != nullptr) {
      reader_.error(type->position, block.path_of("type"),
                    fmt::format("\"{}\" is not one of the couplings", coupling.type),
                    reader_.suggest_from(coupling.type, coupling_types(), "known: "));
    }
    model_.couplings.push_back(std::move(coupling));
  }

  // Unit of the coordinate that the joint leaves free; "" after reporting that there is none.
  std::string driven_coordinate(Block& block, const tree::Node& node, const Driver& driver) {
    const std::string path = block.path_of("joint");
    const std::string& name = driver.joint;
    if (!joint_names_.check(reader_, node.position, path, "joint", name)) return {};
    const auto found = std::find_if(model_.joints.begin(), model_.joints.end(),
                                    [&](const Joint& joint) { return joint.name == name; });
    const Joint& joint = *found;
    const int dimension = model_.dimension;
    const bool pushes = dimension == 2 && always_pushes(joint.type);
    if (registry_in("joint", dimension).find(joint.type) == nullptr && !pushes) return {};
    const std::vector<DrivenCoordinate> coordinates = driven_coordinates(joint.type, dimension);
    if (coordinates.empty()) {
      reader_.error(node.position, path,
                    fmt::format("a {} joint (\"{}\") has no free coordinate to drive", joint.type, name),
                    dimension == 2 ? "drive a \"revolute\" or a \"prismatic\" joint"
                                   : "drive a \"revolute\" or a \"translational\" joint");
      return {};
    }
    const std::string unit = driven_unit(joint.type, dimension, driver.coordinate);
    if (unit.empty()) {
      std::vector<std::string> names;
      for (const DrivenCoordinate& coordinate : coordinates) {
        if (!coordinate.name.empty()) names.push_back(coordinate.name);
      }
      const tree::Node* given = block.take("coordinate");
      reader_.error(given == nullptr ? node.position : given->position, block.path_of("coordinate"),
                    given == nullptr
                        ? fmt::format("joint \"{}\" ({}) has several free coordinates", name, joint.type)
                        : fmt::format("joint \"{}\" ({}) has no coordinate \"{}\"", name, joint.type,
                                      driver.coordinate),
                    names.empty() ? "a planar joint has one coordinate: leave the key out"
                                  : "name one of " + list_words(names));
    }
    return unit;
  }

  void read_force(Block& block) {
    Force force;
    force.where = reader_.where(block.position());
    read_fields<Force>(block, force_fields, force);
    force_names_.add(reader_, block, "force", force.name);
    const tree::Node* type = block.take("type");
    const EntryInfo* entry = type == nullptr || type->as<std::string>() == nullptr
                                 ? nullptr
                                 : find_type(block, registry_in("force", model_.dimension), force.type, *type,
                                             registry_in("force", model_.dimension).names());
    if (entry != nullptr) {
      read_force_bodies(block, force);
      read_moving_params(block, entry->params, force_inputs_of(force.type, model_.dimension), force.values,
                         model_);
      block.finish();
    }
    move_to_place(block, force);
    model_.forces.push_back(std::move(force));
  }

  void read_force_bodies(Block& block, Force& force) {
    if (force_bodies_of(force.type, model_.dimension) == 2) {
      force.bodies = read_pair(block, "a " + force.type);
      return;
    }
    const tree::Node* node = block.take(force_body.key);
    const std::string path = block.path_of(force_body.key);
    if (node == nullptr) {
      block.missing(force_body.key, "the name of a body",
                    block.has("bodies") ? fmt::format("a {} acts on one body: body = \"…\"", force.type)
                                        : force_body.help);
    } else if (const auto* name = node->as<std::string>(); name == nullptr) {
      reader_.error(node->position, path,
                    fmt::format("expected the name of a body; found {}", kind_name(*node)));
    } else if (*name == kGroundName) {
      reader_.error(node->position, path, "a force on the ground has no effect", "name a body");
    } else if (body_names_.check(reader_, node->position, path, "body", *name)) {
      force.bodies = {*name};
    }
  }

  // Two existing bodies, different; fewer than two after reporting why.
  std::vector<std::string> read_pair(Block& block, const std::string& what) {
    const char* key = force_bodies.key;
    const std::string path = block.path_of(key);
    const tree::Node* node = block.take(key);
    if (node == nullptr) {
      block.missing(key, "two names [\"a\", \"b\"]",
                    block.has("body") ? fmt::format("{} acts between two bodies", what) : "");
      return {};
    }
    std::vector<tree::Position> positions;
    const std::vector<std::string> names = read_texts(reader_, *node, path, 2, &positions);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != kGroundName) body_names_.check(reader_, positions[i], path, "body", names[i]);
    }
    if (names.size() == 2 && names[0] == names[1]) {
      reader_.error(node->position, path,
                    fmt::format("{} connects two different bodies; found \"{}\" twice", what, names[0]));
    }
    return names;
  }

  const EntryInfo* find_type(Block& block, const RegistryInfo& info, const std::string& word,
                             const tree::Node& node, const std::vector<std::string>& known) {
    const EntryInfo* entry = info.find(word);
    if (entry == nullptr) {
      reader_.error(node.position, block.path_of("type"),
                    fmt::format("\"{}\" is not one of the {}", word, info.title),
                    reader_.suggest_from(word, known, "known: "));
    }
    return entry;
  }

  Reader& reader_;
  Model model_;
  RelativeBodies relative_;
  BodyWeights weights_;
  Names body_names_, joint_names_, driver_names_, coupling_names_, force_names_;
  std::vector<std::pair<std::size_t, tree::Position>> contact_positions_;
};

}  // namespace

Model read_tree(const tree::Node& root, Reader& reader) { return ModelReader(reader).read(root); }

}  // namespace freeplay

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
#include "model/read_joints.h"
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
    JointReader joints(body_names_, joint_names_, model_);
    each(top, "joint", joint_names_, [&](Block& block) { joints.read(block); });
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
    joints.check_laws(reader_);
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
      force.bodies = read_pair(block, body_names_, "a " + force.type);
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

  Reader& reader_;
  Model model_;
  RelativeBodies relative_;
  BodyWeights weights_;
  Names body_names_, joint_names_, driver_names_, coupling_names_, force_names_;
};

}  // namespace

Model read_tree(const tree::Node& root, Reader& reader) { return ModelReader(reader).read(root); }

}  // namespace freeplay

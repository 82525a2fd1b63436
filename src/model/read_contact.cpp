// SPDX-License-Identifier: Apache-2.0
#include "model/read_contact.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "freeplay/registry.h"
#include "model/fields.h"
#include "model/materials.h"
#include "model/read_fields.h"
#include "model/read_value.h"
#include "model/words.h"

namespace freeplay {
namespace {

/// The law takes E, ν and ρ of a material, where they are not given themselves. Without parameters of that name, material is
/// left for the reader to refuse.
tree::Node with_materials(Reader& reader, const tree::Node& given, const std::string& path) {
  tree::Node node = given;
  auto* table = node.as<tree::Table>();
  const tree::Member* law = table == nullptr ? nullptr : tree::find_member(*table, "law");
  const auto* name = law == nullptr ? nullptr : law->value.as<std::string>();
  const EntryInfo* entry = name == nullptr ? nullptr : registry("contact_force").find(*name);
  if (entry == nullptr) return node;
  for (const std::string suffix : {"", "_2"}) {
    const std::string key = weight_material.key + suffix;
    const tree::Member* member = tree::find_member(*table, key);
    if (member == nullptr || member->value.as<tree::Removed>() != nullptr ||
        find_param(*entry, "young" + suffix) == nullptr)
      continue;
    const auto* word = member->value.as<std::string>();
    const Material* material = word == nullptr ? nullptr : find_material(*word);
    const tree::Position at = member->value.position;
    if (word == nullptr) {
      reader.error(at, path + "." + key,
                   fmt::format("expected the name of a material; found {}", kind_name(member->value)),
                   "write it like material = \"steel\"");
    } else if (material == nullptr) {
      reader.error(
          at, path + "." + key, fmt::format("\"{}\" is not one of the materials", *word),
          reader.suggest_from(*word, material_names(), "known: ") + "; of others give young and poisson");
    }
    std::erase_if(*table, [&](const tree::Member& one) { return one.key == key; });
    const auto put = [&](const std::string& what, double value) {
      if (tree::find_member(*table, what) == nullptr && find_param(*entry, what) != nullptr)
        table->push_back({what, at, {value, at}});
    };
    put("young" + suffix, material == nullptr ? 1 : material->young);
    put("poisson" + suffix, material == nullptr ? 0 : material->poisson);
    if (suffix.empty()) put("density", material == nullptr ? 1 : material->density);
  }
  return node;
}

}  // namespace

void read_contact(Block& block, ContactSettings& contact, bool of_model) {
  contact.where = block.reader().where(block.position());
  read_fields<ContactSettings>(block, contact_fields, contact);
  for (const Slot<ContactSettings>& slot : contact_slots) {
    const tree::Node* node = block.take(slot.key);
    if (node == nullptr || std::string_view(slot.registry) != "contact_force") {
      read_slot(block, slot, contact);
      continue;
    }
    const std::string path = block.path_of(slot.key);
    contact.force = read_choice(block.reader(), with_materials(block.reader(), *node, path), path,
                                registry(slot.registry), slot.word, slot.fallback);
  }
  if (of_model) read_fields<ContactSettings>(block, pool_fields, contact);
  block.finish();
}

void check_contact_laws(Reader& reader, const Model& model, const Joint& joint,
                        const tree::Position& position) {
  const std::string path = fmt::format("joint.{}", joint.name);
  const bool own_impact = joint.contact && joint.contact->impact;
  const bool own_force = joint.contact && joint.contact->force;
  const bool own_friction = joint.contact && joint.contact->friction;
  const bool pushes = always_pushes(joint.type);
  if (is_compliant(model)) {
    if (!own_force && !model.contact.force) {
      reader.error(position, path + (pushes ? "" : ".clearance"),
                   fmt::format("the joint {} and the world is compliant, but no contact force law is given",
                               pushes ? "is a contact" : "has clearance"),
                   "add to [contact]: force = { law = \"exact\", restitution = 0.8, young = \"207 GPa\", "
                   "poisson = 0.3 }");
    }
  } else if (!own_impact && !model.contact.impact) {
    reader.error(
        position, path + (pushes ? "" : ".clearance"),
        fmt::format("the joint {}, but no impact law is given", pushes ? "is a contact" : "has clearance"),
        "add [contact] with impact = { law = \"newton\", restitution = 0.4 }");
  }
  // `friction` of the joint itself has been refused with the key to write instead
  if (!own_friction && !model.contact.friction && !joint.friction) {
    reader.diagnostics().note(
        reader.where(position), path, "no friction law is given: contacts are frictionless",
        is_compliant(model)
            ? "for friction, write friction = { law = \"tanh\", mu = 0.1, velocity = \"1 mm/s\" } in "
              "[contact]"
            : "for friction, write friction = { law = \"coulomb\", mu = 0.1 } in [contact]");
  }
}

}  // namespace freeplay

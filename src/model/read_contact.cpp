// SPDX-License-Identifier: Apache-2.0
#include "model/read_contact.h"

#include <fmt/format.h>

#include "model/fields.h"
#include "model/read_fields.h"
#include "model/words.h"

namespace freeplay {

void read_contact(Block& block, ContactSettings& contact, bool of_model) {
  contact.where = block.reader().where(block.position());
  read_fields<ContactSettings>(block, contact_fields, contact);
  for (const Slot<ContactSettings>& slot : contact_slots) read_slot(block, slot, contact);
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

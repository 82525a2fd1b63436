// SPDX-License-Identifier: Apache-2.0
#include "model/read_contact.h"

#include "model/fields.h"
#include "model/read_fields.h"

namespace freeplay {
namespace {

const char* const kCompliantHint = "this version has the rigid world: impact = { law = \"newton\", … }";

}  // namespace

void read_contact(Block& block, ContactSettings& contact, bool of_model) {
  contact.where = block.reader().where(block.position());
  const tree::Node* world = block.take("world");
  const auto* word = world == nullptr ? nullptr : world->as<std::string>();
  if (word != nullptr && *word == "compliant") {
    block.reader().error(world->position, block.path_of("world"),
                         "the compliant world is not available yet in this version; use \"rigid\"",
                         kCompliantHint);
  } else {
    read_fields<ContactSettings>(block, contact_fields, contact);
  }
  if (const tree::Node* force = block.take("force")) {
    block.reader().error(
        force->position, block.path_of("force"),
        "a contact force law belongs to the compliant world, which is not available yet in this version",
        kCompliantHint);
  }
  for (const Slot<ContactSettings>& slot : contact_slots) read_slot(block, slot, contact);
  if (of_model) read_fields<ContactSettings>(block, pool_fields, contact);
  block.finish();
}

}  // namespace freeplay

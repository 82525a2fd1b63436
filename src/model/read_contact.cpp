// SPDX-License-Identifier: Apache-2.0
#include "model/read_contact.h"

#include "model/fields.h"
#include "model/read_fields.h"

namespace freeplay {

void read_contact(Block& block, ContactSettings& contact, bool of_model) {
  contact.where = block.reader().where(block.position());
  read_fields<ContactSettings>(block, contact_fields, contact);
  for (const Slot<ContactSettings>& slot : contact_slots) read_slot(block, slot, contact);
  if (of_model) read_fields<ContactSettings>(block, pool_fields, contact);
  block.finish();
}

}  // namespace freeplay

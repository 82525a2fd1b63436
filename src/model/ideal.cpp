// SPDX-License-Identifier: Apache-2.0
#include "model/ideal.h"

namespace freeplay {

std::optional<Model> ideal_of(const Model& model) {
  Model ideal = model;
  bool any = false;
  for (Joint& joint : ideal.joints) {
    if (joint.values.erase("clearance") == 0 && !joint.play) continue;
    any = true;
    joint.play.reset();
    joint.contact.reset();  // an ideal joint has no contacts
    joint.end_contact.reset();
  }
  if (!any) return std::nullopt;
  ideal.run.record.channels.clear();  // patterns may name contacts that are no longer there
  return ideal;
}

}  // namespace freeplay

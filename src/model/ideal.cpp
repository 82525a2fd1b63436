// SPDX-License-Identifier: Apache-2.0
#include "model/ideal.h"

namespace freeplay {

bool make_ideal(Joint& joint) {
  if (joint.values.erase("clearance") == 0 && !joint.play) return false;
  joint.play.reset();
  joint.contact.reset();  // an ideal joint has no contacts
  joint.end_contact.reset();
  return true;
}

std::optional<Model> ideal_of(const Model& model) {
  Model ideal = model;
  bool any = false;
  for (Joint& joint : ideal.joints) {
    if (make_ideal(joint)) any = true;
  }
  if (!any) return std::nullopt;
  ideal.run.record.channels.clear();  // patterns may name contacts that are no longer there
  return ideal;
}

}  // namespace freeplay

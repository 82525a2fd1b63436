// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_forces.h"

namespace freeplay {

ContactForces make_contact_forces(const SystemInfo& info) {
  ContactForces forces;
  forces.d = idx(info.dimension);
  forces.F.assign(forces.d * info.contacts.size(), 0);
  forces.gamma.assign(forces.d * info.contacts.size(), 0);
  forces.whole.assign(info.contacts.size(), 0);
  forces.turn.assign(info.contacts.size(), 0);
  forces.gap.assign(info.contacts.size(), 0);
  forces.delta.assign(info.contacts.size(), 0);
  forces.guard.assign(idx(info.rubbing_elements()), 1);
  forces.joint_F.assign(info.rubbing.size(), Tangent{});
  forces.joint_slip.assign(info.rubbing.size(), Tangent{});
  forces.joint_N.assign(info.rubbing.size(), 0);
  return forces;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/rigid_refusals.h"

#include "base/index.h"
#include "complementarity/solvers/solver.h"
#include "freeplay/diagnostics.h"
#include "laws/impact/impact_law.h"
#include "system/stepper_checks.h"

namespace freeplay {

void refuse_in_space(const SystemInfo& info, const Choice& solver) {
  if (info.dimension == 2) return;
  Diagnostics problems;
  if (find_entry<SolverEntry>(solver.name)->planar) {
    problems.error({}, "method.solver", "the solver '" + solver.name + "' is for planar systems",
                   solvers_in_space());
  }
  for (const ContactInfo& contact : info.contacts) {
    if (contact.impact == nullptr || contact.impact->refuse == nullptr) continue;
    if (const auto refusal = contact.impact->refuse(contact, info.dimension))
      problems.error({}, contact.name, refusal->message, refusal->hint);
  }
  problems.throw_if_errors();
}

void refuse_with_rubbing(const System& system) {
  const SystemInfo& info = system.info();
  Diagnostics problems;
  for (const RubbingInfo& joint : info.rubbing) {
    const std::string& name = info.joints[idx(joint.joint)].name;
    if (joint.d >= info.dimension) {
      problems.error({}, name, "a slip in three directions cannot be solved in rigid stepping",
                     "use a smooth stepper");
    }
    if (!joint.friction->set_valued() || !joint.friction->proportional())
      problems.error({}, name, "its friction law has no set-valued form, which rigid stepping needs");
  }
  for (const ContactInfo& contact : info.contacts) {
    if (!info.rubbing.empty() && !is_newton(contact.impact)) {
      problems.error({}, contact.name, "with friction in ideal joints impacts follow Newton's law",
                     "use the impact law newton");
    }
  }
  if (system.initial_state().sizes().contacts < info.rubbing_elements()) {
    problems.error({}, "initial_state", "the state has no room for the modes of joints that rub",
                   "set StateSizes::contacts to SystemInfo::rubbing_elements()");
  }
  problems.throw_if_errors();
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/integrator.h"

#include "base/assert.h"

namespace freeplay {

void Integrator::visit(Archive& a) {
  double next = remakes() ? next_step() : 0;  // a method with history begins with its lowest order
  a(t_, y_, next);
  if (a.reading()) start(t_, std::vector<double>(y_), next);
  a(evaluations_, rejected_);
}

IntegrationStatus Integrator::remake(double) {
  FREEPLAY_ASSERT(remakes());  // a method with history cannot
  return IntegrationStatus::vetoed;
}

}  // namespace freeplay

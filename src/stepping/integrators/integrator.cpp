// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/integrator.h"

#include "base/assert.h"

namespace freeplay {

IntegrationStatus Integrator::remake(double) {
  FREEPLAY_ASSERT(remakes());  // a method with history cannot
  return IntegrationStatus::vetoed;
}

}  // namespace freeplay

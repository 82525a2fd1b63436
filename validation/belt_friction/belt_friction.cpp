// SPDX-License-Identifier: Apache-2.0
#include "validation/belt_friction/belt_friction.h"

namespace freeplay::validation {

int validate_belt_friction(const std::string& folder) {
  Page page("Block on a belt: results");
  page.paragraph(
      "The case is described in [README.md](README.md). w is the velocity of the belt seen from the block, F "
      "friction on the block along it.");
  every_law(page, folder);
  force_curves(page, folder);
  chatter(page);
  rigid_belt(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

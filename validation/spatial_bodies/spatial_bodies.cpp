// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_bodies/spatial_bodies.h"

#include "validation/spatial_bodies/sections.h"

namespace freeplay::validation {

int validate_spatial_bodies(const std::string& folder) {
  Page page("Bodies in space: results");
  page.paragraph(
      "`runge_kutta` of order 8 throughout, unless another stepper is named. Everything is compared with "
      "`reference.h`, which shares nothing with Freeplay.");
  tops(page, folder);
  free_bodies(page, folder);
  pendulums(page);
  rolling_discs(page, folder);
  orders(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

// SPDX-License-Identifier: Apache-2.0
#include "validation/dry_revolute/dry_revolute.h"

namespace freeplay::validation {

int validate_dry_revolute(const std::string& folder) {
  Page page("Slider-crank with a dry revolute joint with play: results");
  page.paragraph(
      "The case is described in [README.md](README.md). All runs are those of the example, two turns of the "
      "crank from the ideal mechanism's motion, sampled in every step; with `accuracy = 1e-12` for the three "
      "clearances, with 1e-10 where the clearance vanishes.");
  three_clearances(page, folder);
  vanishing_clearance(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

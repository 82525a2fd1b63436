// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_revolute_play/spatial_revolute_play.h"

namespace freeplay::validation {

int validate_spatial_revolute_play(const std::string& folder) {
  Page page("Spatial slider-crank with play in its shaft: results");
  page.paragraph("The case and what there is to see are described in [README.md](README.md).");
  play_of_table_4_2(page, folder);
  ensembles(page);
  four_friction_models(page, folder);
  right_hand_sides(page);
  vanishing_clearance(page);
  growing_stiffness_in_space(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

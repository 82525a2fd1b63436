// SPDX-License-Identifier: Apache-2.0
#include "validation/slider_crank_compliant/slider_crank_compliant.h"

namespace freeplay::validation {

int validate_slider_crank_compliant(const std::string& folder) {
  Page page("Slider-crank with play in its guide, rigid and compliant: results");
  page.paragraph(
      "The case and what there is to see are described in [README.md](README.md). Rigid runs are those of "
      "`symmetric`, compliant ones those of `runge_kutta` with `detection = \"event\"`, law `exact` with "
      "restitution 0.4; both with `accuracy = 1e-12`. The time of an impact is the time at which a contact "
      "begins.");
  both_worlds(page, folder);
  growing_stiffness(page, folder);
  growing_stiffness_with_friction(page, folder);
  corners_in_turn(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

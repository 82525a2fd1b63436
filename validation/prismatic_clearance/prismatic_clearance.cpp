// SPDX-License-Identifier: Apache-2.0
#include "validation/prismatic_clearance/prismatic_clearance.h"

namespace freeplay::validation {

int validate_prismatic_clearance(const std::string& folder) {
  Page page("Slider on a rod with play: results");
  page.paragraph(
      "The three load cases and what there is to see are described in [README.md](README.md). References are "
      "closed "
      "forms (`reference.h`). `interior_point` and `sqp` are the two algorithms of the stepper "
      "`gauss_optimisation`.");
  prismatic::contact_times(page);
  prismatic::steady_forces(page);
  prismatic::along_the_rod(page);
  prismatic::step_by_step(page);
  prismatic::two_algorithms(page);
  prismatic::rattle(page);
  prismatic::friction_and_space(page);
  prismatic::paper_figures(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

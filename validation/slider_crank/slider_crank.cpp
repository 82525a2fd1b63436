// SPDX-License-Identifier: Apache-2.0
#include "validation/slider_crank/slider_crank.h"

namespace freeplay::validation {

int validate_slider_crank(const std::string& folder) {
  Page page("Slider-crank with play in its guide: results");
  page.paragraph(
      "The case, its two readings and what there is to see are described in [README.md](README.md). "
      "“Assembled” is the model file: three bodies and three revolute joints. “Own” is the paper's three "
      "coordinates, `examples/own_system`. Errors are differences from an event-driven reference "
      "(`reference.h`); none of its numbers comes from Freeplay.");
  convergence(page, folder);
  literal_reading(page, folder);
  impacts(page);
  ledger(page);
  paper_figures(page, folder);
  tilted_start(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

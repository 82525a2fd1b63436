// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_detection/contact_detection.h"

namespace freeplay::validation {

int validate_contact_detection(const std::string& folder) {
  Page page("Contact detection: results");
  page.paragraph(
      "Models of examples/: falling_ball, wall_pendulum and quick_return. What the paper does not give is "
      "chosen there, and said.");
  blind_steps(page);
  watched_steps(page);
  restarted_steps(page);
  steps_apart(page);
  chosen_steps_blind(page);
  impact_figures(page, folder);
  ideal_mechanism(page);
  mechanism_with_play(page);
  mechanism_without_control(page);
  mechanism_chosen_steps(page);
  mechanism_figures(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

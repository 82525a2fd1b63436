// SPDX-License-Identifier: Apache-2.0
#include "validation/stick_slip/stick_slip.h"

namespace freeplay::validation {

int validate_stick_slip(const std::string& folder) {
  Page page("Break-away and stick-slip: results");
  page.paragraph("The cases are described in [README.md](README.md).");
  break_away(page, folder);
  stick_slip_map(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

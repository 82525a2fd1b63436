// SPDX-License-Identifier: Apache-2.0
#include "tests/test_models.h"

namespace freeplay::testing {

std::string source_path(const std::string& relative) {
  return std::string(FREEPLAY_SOURCE_DIR) + "/" + relative;
}

}  // namespace freeplay::testing

// SPDX-License-Identifier: Apache-2.0
#include "tests/test_models.h"
#include "tests/kit/places.h"

namespace freeplay::testing {

std::string source_path(const std::string& relative) { return source_folder() + "/" + relative; }

}  // namespace freeplay::testing

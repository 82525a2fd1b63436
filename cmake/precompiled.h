// SPDX-License-Identifier: Apache-2.0
// What most sources include, compiled once for the engine and once for the rest of the program (CMakeLists.txt). Sources
// include what they use all the same: clang-tidy reads them without this.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"

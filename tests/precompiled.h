// SPDX-License-Identifier: Apache-2.0
// What nearly every test includes, compiled once (CMakeLists.txt). Tests include what they use all the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"

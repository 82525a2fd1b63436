// SPDX-License-Identifier: Apache-2.0
// Functions of formulas that go through given points: `= gas(crank.angle)`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/piecewise.h"
#include "base/unit_scale.h"

namespace freeplay::formula {

struct TableFunction {
  std::string name;
  Piecewise curve;
  Dimension x, y;
  bool bare_x = true, bare_y = true;  ///< no unit was written: bare numbers
};
using Tables = std::vector<TableFunction>;

}  // namespace freeplay::formula

// SPDX-License-Identifier: Apache-2.0
// What joins two values of a formula.
#pragma once

#include <cmath>

#include "formula/formula.h"

namespace freeplay::formula {

/// Conditions are 1 where they hold and 0 where they do not.
inline double joined(Op op, double a, double b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return b == 2 ? a * a : std::pow(a, b);
    case Op::less: return a < b ? 1 : 0;
    case Op::less_equal: return a <= b ? 1 : 0;
    case Op::greater: return a > b ? 1 : 0;
    case Op::greater_equal: return a >= b ? 1 : 0;
    case Op::equal: return a == b ? 1 : 0;
    case Op::unequal: return a != b ? 1 : 0;
    case Op::both: return a != 0 && b != 0 ? 1 : 0;
    case Op::either: return a != 0 || b != 0 ? 1 : 0;
    default: return 0;
  }
}

}  // namespace freeplay::formula

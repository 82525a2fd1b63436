// SPDX-License-Identifier: Apache-2.0
// Slopes of cubic splines through points.
#pragma once

#include <span>

#include "freeplay/recycled.h"

namespace freeplay {

/// Solves for x: below[i] x[i−1] + diagonal[i] x[i] + above[i] x[i+1] = rhs[i], by elimination (Thomas).
RecycledVector<double> solve_tridiagonal(std::span<const double> below, RecycledVector<double> diagonal,
                                         std::span<const double> above, RecycledVector<double> rhs);

/// Slopes of the spline whose last point is its first again, one period on; four points at least.
RecycledVector<double> periodic_slopes(std::span<const double> x, std::span<const double> s);

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// In which order constraint rows are eliminated. L of K = D M⁻¹ Dᵀ = L Lᵀ fills from the first row that
// shares a body with a row up to the diagonal: the envelope. It is narrow when joints are listed along the
// chains of bodies. Where they are not, or drivers stand behind all joints, the reverse Cuthill–McKee order
// of the graph whose nodes are joints and whose edges are bodies makes it narrow again.
#pragma once

#include <span>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

/// First column that row i of L fills, per row, when `order[i]` is the constraint row eliminated i-th.
std::vector<int> envelope(std::span<const ConstraintInfo> rows, std::span<const int> order);

/// Multiplications of a Cholesky factorisation inside that envelope.
double envelope_work(std::span<const int> first);

/// The order to eliminate rows in: that of the file, unless another one saves more than half of much work.
/// Rows that depend on each other then lose another one than the last of the file.
std::vector<int> row_order(std::span<const ConstraintInfo> rows, int velocities);

}  // namespace freeplay

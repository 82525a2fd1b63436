// SPDX-License-Identifier: Apache-2.0
// Sobol' indices: which part of the variance of a measure comes from which variable. From each base point the plan makes
// k + 2 runs of k variables: A, B, and A with one variable after the other taken from B [Saltelli2010, section 4].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace freeplay {

/// Where in (0, 1) a variable is in a row of the plan, of `count` variables; A and B are the two halves of one point of
/// Sobol' sequence.
double sobol_indices_share(std::uint64_t seed, std::uint64_t row, std::uint32_t variable,
                           std::uint32_t count);

struct SobolIndices {
  long long count = 0;     ///< base points all of whose runs are complete
  double first = 0;        ///< part of the variance that goes if the variable is fixed
  double first_error = 0;  ///< half of its interval of 95 % confidence, points taken as independent
  double total = 0;  ///< part that remains if only the variable varies on: with what it does with others
  double total_error = 0;
};

/// Of each of `variables` on the measure, from the rows of the plan; the estimators (b) of [Saltelli2010, Table 2] for the
/// first and [Jansen1999] for the total ones.
std::vector<SobolIndices> sobol_indices(std::size_t variables, std::span<const double> measure);

}  // namespace freeplay

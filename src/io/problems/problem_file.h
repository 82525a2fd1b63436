// SPDX-License-Identifier: Apache-2.0
// Contact and complementarity problems on their own, read from files that others publish.
//
//   LCP text    w = M z + q,  0 ≤ w ⊥ z ≥ 0: one row per contact (d = 1)
//   FCLIB       u = W r + q with Coulomb's law, d = 2 or 3, in HDF5; global problems are reduced to local
//   ones
#pragma once

#include <string>

#include "complementarity/contact_problem.h"
#include "freeplay/diagnostics.h"

namespace freeplay {

struct ProblemFile {
  std::string format;  ///< "LCP", "FCLIB local", "FCLIB global"
  std::string title;   ///< what the file says about itself; may be empty
  ContactProblem problem;
};

/// Reads either format. Throws ModelError with file, line and column when its contents are wrong, and
/// std::runtime_error when the file cannot be opened.
ProblemFile read_problem(const std::string& path);

/// The text format: size, storage (0 dense, 1 blocks), rows, columns, the matrix, q, and a remark.
///   dense:  rows, columns, then the entries column by column
///   blocks: number of blocks, block rows, block columns, last row of every block row, last column of every
///           block column, the lengths of the two lists that follow, begin of every block row, column of
///           every block, and for every block its number and its entries column by column
ProblemFile parse_lcp(const std::string& text, const std::string& name);

/// FCLIB's HDF5. `path` must be readable.
ProblemFile read_fclib(const std::string& path);

/// Writes a problem as read_problem() reads it: FCLIB local, or with one row per contact the dense text format. The
/// impulses are not part of it. A file of that name is replaced. Throws std::runtime_error when that fails.
void write_problem(const std::string& path, const ContactProblem& problem, const std::string& title);

/// How well P solves the problem in the units of its file: the Euclidean norm of the natural map over that of
/// q (b). `cone` takes the projection on Coulomb's cone with De Saxcé's shift μ |ξ_T| of ξ_N, as FCLIB's own
/// comparisons do, instead of the normal ray and the disc; without friction both are the same.
double file_residual(const ContactProblem& problem, bool cone);

}  // namespace freeplay

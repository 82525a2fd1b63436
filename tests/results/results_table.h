// SPDX-License-Identifier: Apache-2.0
// The safety net under a rebuilding of the engine: a checked-in table of what every model of examples/ and
// validation/ computes. Each row holds hashes of the final state and of the impacts at one end, and four
// numbers at a shorter one.
//
// Where the machine's elementary functions and BLAS give the bits they gave where the table was made (probe()
// decides), the hashes must agree; elsewhere the four numbers, to nine digits. `make results-table` writes
// the table anew; a change of results is a line in CHANGELOG.md.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace freeplay::results {

/// One model in one way of running it.
struct Row {
  std::string model;    ///< path from the root of the sources
  std::string variant;  ///< what was changed, "key=value key=value", or "-"
  double end = 0;       ///< of the hashed run [s]
  double brief = 0;     ///< of the run whose numbers are compared to nine digits [s]
  std::string status;   ///< "complete", "failed", …
  std::string state;    ///< hash of positions and velocities at `end`
  std::string impacts;  ///< hash of the tables of impacts and events until `end`
  /// Weighted sums over all bodies at `brief`: positions, orientations, velocities, angular velocities.
  std::array<double, 4> sums{};
  std::array<double, 4> sizes{};  ///< Σ |w x| of the same, which nine digits are relative to
};

struct Table {
  std::string probe;
  std::vector<Row> rows;
};

/// What the table is called for the compiler of this build.
std::string compiler();
/// A hash of what sin, cos, exp, pow and others, and BLAS where it is there, return here.
std::string probe();
/// Every model with the variants it is run in; ends are not filled in.
std::vector<Row> models();
/// The row with its ends, computed. A missing end is found: the longest that takes a tenth of a second or so.
Row compute(Row row);

Table read(const std::string& path);
void write(const Table& table, const std::string& path);

}  // namespace freeplay::results

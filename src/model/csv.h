// SPDX-License-Identifier: Apache-2.0
// Columns of numbers in a text file, as measuring instruments and spreadsheets write them.
//
// Columns are parted by tabs, semicolons, commas or blanks, whichever of them, in this order, is in the first line; where it
// is not the comma that parts them, numbers may have a decimal comma. Lines that are empty or begin with # are left out. The
// first line may have the names of the columns; names may stand in quotes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace freeplay::csv {

inline constexpr std::size_t kMostRows = 200000;

struct Cell {
  std::string text;  ///< with a decimal point
  int line = 0, column = 0;
};

/// What is wrong, and where: line 0 is the file as a whole.
struct Mistake {
  int line = 0, column = 0;
  std::string message, hint;
};

/// A column by its number, from 1, or its name.
using Column = std::variant<int, std::string>;

struct Columns {
  std::vector<std::vector<Cell>> cells;  ///< of each column that was asked for, one per row
  std::vector<Mistake> mistakes;         ///< none: the columns are whole, and all their cells are numbers
};

Columns read_columns(std::string_view text, const std::vector<Column>& which);

}  // namespace freeplay::csv

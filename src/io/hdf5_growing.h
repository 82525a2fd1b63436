// SPDX-License-Identifier: Apache-2.0
// What the writer of records is made of: names that HDF5 can store, and datasets that grow.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "freeplay/record.h"
#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

/// Refuses what HDF5 would turn into another path or into a late failure.
void check_layout(const RecordLayout& layout);

/// One dataset that grows, and the rows that wait to be written to it.
struct Growing {
  Handle dataset;
  Handle memory_type;
  std::vector<std::byte> buffer;  ///< of `capacity` rows, allocated once
  std::size_t row_bytes = 0;
  std::size_t capacity = 0;
  std::size_t waiting = 0;
  hsize_t written = 0;
  hsize_t width = 0;  ///< of a row of numbers; 0 when the dataset has one dimension

  std::byte* next_row() { return buffer.data() + waiting * row_bytes; }
  void write();
  /// Drops the rows from this one on.
  void cut(long long rows);
};

/// A table: rows of numbers and words side by side. The dataset is the owner's to make.
struct GrowingTable {
  struct TextColumn {
    std::size_t size = 0;  ///< bytes of the longest word; 0 for a column of numbers
    std::vector<std::string> words;
  };
  GrowingTable(const Table& table, std::size_t capacity);
  /// The type of a row, with this type of numbers.
  Handle make_type(hid_t number) const;
  /// Writes the next row into the buffer, which is not counted yet.
  void put(std::span<const double> cells);

  Growing rows;
  std::vector<TextColumn> columns;
  std::vector<std::string> names;
};

}  // namespace freeplay::hdf5

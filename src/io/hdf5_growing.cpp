// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_growing.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>
#include <string_view>

#include "base/index.h"

namespace freeplay::hdf5 {

void check_layout(const RecordLayout& layout) {
  std::set<std::string> datasets{checkpoint_path};
  const auto check_path = [&datasets](const std::string& path) {
    const auto refuse = [&path](const char* why) {
      throw std::runtime_error("the name '" + path + "' " + why);
    };
    if (path.size() < 2 || path[0] != '/') refuse("does not start with '/'");
    if (path.find('\0') != std::string::npos) refuse("holds a zero byte");
    for (std::size_t at = 0; at < path.size();) {
      const std::size_t next = std::min(path.find('/', at + 1), path.size());
      const std::string part = path.substr(at + 1, next - at - 1);
      if (part.empty() || part == ".") refuse("has a part that is empty or '.', which HDF5 cannot store");
      at = next;
    }
    if (!datasets.insert(path).second) refuse("is given to two channels or tables");
  };
  for (const Channel& channel : layout.channels) {
    check_path(channel.path);
    if (channel.width < 1) throw std::runtime_error("the channel '" + channel.path + "' has no width");
  }
  for (const Table& table : layout.tables) {
    check_path(table.path);
    if (table.columns.empty()) throw std::runtime_error("the table '" + table.path + "' has no columns");
    std::set<std::string> names;
    for (const Column& column : table.columns) {
      if (column.name.empty() || !names.insert(column.name).second) {
        throw std::runtime_error("the table '" + table.path + "' has two columns '" + column.name +
                                 "' or one without a name");
      }
    }
  }
  for (const std::string& path : datasets) {
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
      if (datasets.count(path.substr(0, at))) {
        throw std::runtime_error("the name '" + path + "' lies inside of '" + path.substr(0, at) +
                                 "', which is a channel or table itself");
      }
    }
  }
}

void Growing::write() {
  if (waiting == 0) return;
  const hsize_t offset[2] = {written, 0};
  const hsize_t count[2] = {waiting, width};
  const hsize_t size[2] = {written + waiting, width};
  const int rank = width ? 2 : 1;
  check(H5Dset_extent(dataset, size), "extend a dataset");
  const Handle file_space(H5Dget_space(dataset), H5Sclose, "extend a dataset");
  check(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, offset, nullptr, count, nullptr), "select rows");
  const Handle memory_space(H5Screate_simple(rank, count, nullptr), H5Sclose, "select rows");
  check(H5Dwrite(dataset, memory_type, memory_space, file_space, H5P_DEFAULT, buffer.data()), "write rows");
  written += waiting;
  waiting = 0;
}

void Growing::cut(long long rows) {
  const Handle space(H5Dget_space(dataset), H5Sclose, "read a size");
  hsize_t size[2] = {0, 0};
  check(H5Sget_simple_extent_dims(space, size, nullptr), "read a size");
  if (rows < 0 || size[0] < static_cast<hsize_t>(rows))
    throw std::runtime_error("is damaged: it has fewer rows than its checkpoint says");
  size[0] = written = static_cast<hsize_t>(rows);
  check(H5Dset_extent(dataset, size), "cut a dataset");
}

GrowingTable::GrowingTable(const Table& table, std::size_t capacity) {
  for (const Column& column : table.columns) {
    TextColumn text;
    text.words = column.words;
    for (const std::string& word : column.words)
      text.size = std::max({text.size, word.size(), std::size_t{1}});
    rows.row_bytes += text.size ? text.size : sizeof(double);
    columns.push_back(std::move(text));
    names.push_back(column.name);
  }
  rows.capacity = capacity;
  rows.buffer.resize(capacity * rows.row_bytes);
  rows.memory_type = make_type(H5T_NATIVE_DOUBLE);
}

Handle GrowingTable::make_type(hid_t number) const {
  Handle type(H5Tcreate(H5T_COMPOUND, rows.row_bytes), H5Tclose, "make a table type");
  std::size_t offset = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t size = columns[i].size;
    const Handle cell = size ? text_type(size) : Handle(H5Tcopy(number), H5Tclose, "make a table type");
    check(H5Tinsert(type, names[i].c_str(), offset, cell), "make a table type");
    offset += size ? size : sizeof(double);
  }
  return type;
}

void GrowingTable::put(std::span<const double> cells) {
  std::byte* target = rows.next_row();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const TextColumn& column = columns[i];
    const double cell = cells[i];
    if (column.size == 0) {
      std::memcpy(target, &cell, sizeof cell);
      target += sizeof cell;
      continue;
    }
    const bool known = cell >= 0 && cell < static_cast<double>(column.words.size());
    const std::string_view word =
        known ? std::string_view(column.words[static_cast<std::size_t>(cell)]) : "?";
    std::memset(target, 0, column.size);
    std::memcpy(target, word.data(), word.size());
    target += column.size;
  }
}

}  // namespace freeplay::hdf5

// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_growing.h"

#include <algorithm>
#include <set>
#include <stdexcept>

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

}  // namespace freeplay::hdf5

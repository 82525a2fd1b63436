// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_reader.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "io/hdf5_driver.h"

namespace freeplay::hdf5 {
namespace {

[[noreturn]] void damaged(const std::string& why) { throw Failure(why); }

/// The dimensions of a dataspace, none for a single value.
std::vector<hsize_t> dimensions(hid_t space) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL) return {0};
  const int rank = check(H5Sget_simple_extent_ndims(space), "read a size");
  std::vector<hsize_t> size(idx(rank));
  if (rank > 0) check(H5Sget_simple_extent_dims(space, size.data(), nullptr), "read a size");
  return size;
}

/// The rows from `first` on of a dataset, as memory of one dimension.
void read_block(hid_t dataset, hid_t type, hsize_t first, hsize_t count, hsize_t width, void* out,
                const char* action) {
  if (count == 0) return;
  const Handle space(H5Dget_space(dataset), H5Sclose, "read a size");
  const hsize_t start[2] = {first, 0}, size[2] = {count, width}, all = count * width;
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, size, nullptr), action);
  const Handle memory(H5Screate_simple(1, &all, nullptr), H5Sclose, "make a size");
  check(H5Dread(dataset, type, memory, space, H5P_DEFAULT, out), action);
}

/// How the rows of a table stand in memory while they are read.
struct RowType {
  RowType(hid_t stored, const std::string& path, std::uint64_t file_bytes);

  Handle type;
  std::size_t bytes = 0;
  std::vector<std::string> names;
  std::vector<std::size_t> offsets, text_sizes;  ///< of every column; the size 0: of a number
};

RowType::RowType(hid_t stored, const std::string& path, std::uint64_t file_bytes) {
  const int count = check(H5Tget_nmembers(stored), "read the columns of a table");
  std::vector<Handle> cells;
  for (int i = 0; i < count; ++i) {
    const auto member = static_cast<unsigned>(i);
    char* const name = H5Tget_member_name(stored, member);
    names.emplace_back(name ? name : "");
    H5free_memory(name);
    const Handle cell(H5Tget_member_type(stored, member), H5Tclose, "read a column type");
    const bool is_text =
        H5Tget_class(cell) == H5T_STRING && check(H5Tis_variable_str(cell), "read a column type") == 0;
    if (!is_text && H5Tget_class(cell) != H5T_FLOAT)
      damaged("the column '" + names.back() + "' of '" + path + "' is neither number nor text");
    const std::size_t text_size = is_text ? H5Tget_size(cell) : 0;
    if (text_size > file_bytes) damaged("a text is longer than the file");
    cells.push_back(is_text ? text_type(text_size)
                            : Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose, "make a type"));
    offsets.push_back(bytes);
    text_sizes.push_back(text_size);
    bytes += is_text ? text_size : sizeof(double);
  }
  if (bytes == 0) damaged("'" + path + "' has no columns");
  type = Handle(H5Tcreate(H5T_COMPOUND, bytes), H5Tclose, "make a table type");
  for (std::size_t i = 0; i < cells.size(); ++i)
    check(H5Tinsert(type, names[i].c_str(), offsets[i], cells[i]), "make a table type");
}

}  // namespace

Reader::Reader(const std::string& path, bool stays) {
  bytes_.open(path, stays);
  if (bytes_.end() == 0) throw std::runtime_error("is empty");
  std::byte signature[8];
  bytes_.read(0, signature);
  if (std::memcmp(signature, "\211HDF\r\n\032\n", sizeof signature) != 0) {
    throw std::runtime_error("is not an HDF5 file");
  }
  require_room();
  const Handle access = access_through(bytes_);
  const hid_t opened = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  if (opened < 0 && !bytes_.failure().empty()) throw std::runtime_error(bytes_.failure());
  file_ = Handle(opened, H5Fclose, "open the file");
}

/// A list of texts; empty when the object has no such attribute.
std::vector<std::string> Reader::texts(hid_t object, const std::string& name) {
  if (check(H5Aexists(object, name.c_str()), "look for an attribute") == 0) return {};
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "open an attribute");
  const Handle type(H5Aget_type(attribute), H5Tclose, "read an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute");
  const std::vector<hsize_t> size = dimensions(space);
  if (H5Tget_class(type) != H5T_STRING || size.size() > 1)
    damaged("the attribute '" + name + "' is not a text");
  return texts_.read(attribute, type, size.empty() ? 1 : idx(size[0]));
}

std::string Reader::text(hid_t object, const std::string& name) {
  const std::vector<std::string> found = texts(object, name);
  return found.empty() ? "" : found.front();
}

/// The version of the format; 0 when the file is not a record of ours.
long long Reader::format() {
  if (check(H5Aexists(file_, format_attribute), "look for an attribute") == 0) return 0;
  const Handle attribute(H5Aopen(file_, format_attribute, H5P_DEFAULT), H5Aclose, "open an attribute");
  const Handle type(H5Aget_type(attribute), H5Tclose, "read an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute");
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1) return 0;
  long long version = 0;
  check(H5Aread(attribute, H5T_NATIVE_LLONG, &version), "read an attribute");
  return version;
}

void Reader::read_attributes(RecordFile& record) {
  // What is copied are the values, not the variant: libstdc++ 12 destroys one whose copy found no memory.
  const auto keep = [&record](const std::string& name, const auto& value) {
    record.attributes[name] = value;
    record.layout.attributes[name] = value;
  };
  for (const std::string& name : attribute_names(file_)) {
    if (is_reserved(name)) continue;
    const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose, "open an attribute");
    const Handle type(H5Aget_type(attribute), H5Tclose, "read an attribute");
    const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute");
    if (H5Sget_simple_extent_npoints(space) != 1) continue;  // not of ours
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_STRING) {
      keep(name, texts_.read(attribute, type, 1).front());
    } else if (kind == H5T_FLOAT) {
      double value = 0;
      check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value), "read an attribute");
      keep(name, value);
    } else if (kind == H5T_INTEGER) {
      long long value = 0;
      check(H5Aread(attribute, H5T_NATIVE_LLONG, &value), "read an attribute");
      keep(name, value);
    }
  }
  record.status = text(file_, status_attribute);
  if (record.status.empty()) record.status = "interrupted";
}

/// Opens a dataset whose rows are all in the file; what is allocated for it tells.
Handle Reader::open_dataset(const std::string& path, std::vector<hsize_t>& size, std::size_t cell_bytes) {
  Handle dataset = open_own_dataset(file_, path, cell_bytes);
  const Handle space(H5Dget_space(dataset), H5Sclose, "read a size");
  size = dimensions(space);
  if (size.empty() || size.size() > 2 || (size.size() == 2 && (size[1] == 0 || size[1] > bytes_.end()))) {
    damaged("'" + path + "' has an unexpected shape");
  }
  const hsize_t row_bytes = cell_bytes * (size.size() == 2 ? size[1] : 1);
  if (row_bytes == 0 || size[0] > bytes_.end() / row_bytes ||
      size[0] * row_bytes > H5Dget_storage_size(dataset)) {
    damaged("rows of '" + path + "' are missing");
  }
  return dataset;
}

void Reader::read_channel(const std::string& path, RecordFile& record) {
  std::vector<hsize_t> size;
  const Handle dataset = open_dataset(path, size, sizeof(double));
  const Handle type(H5Dget_type(dataset), H5Tclose, "read a type");
  if (H5Tget_class(type) != H5T_FLOAT || H5Tget_size(type) != sizeof(double)) {
    damaged("'" + path + "' does not hold numbers");
  }
  Channel channel;
  channel.path = path;
  channel.unit = text(dataset, "unit");
  channel.help = text(dataset, "help");
  channel.words = texts(dataset, "words");
  channel.width =
      size.size() == 2 ? static_cast<int>(std::min<hsize_t>(size[1], std::numeric_limits<int>::max())) : 1;

  const auto samples = static_cast<long long>(size[0]);
  record.samples = record.layout.channels.empty() ? samples : std::min(record.samples, samples);
  if (!rows_.emplace(path, samples).second) damaged("'" + path + "' is listed twice");
  record.layout.channels.push_back(std::move(channel));
}

void Reader::read_table(const std::string& path, RecordFile& record) {
  std::vector<hsize_t> size;
  const Handle dataset = open_dataset(path, size, 1);
  const Handle type(H5Dget_type(dataset), H5Tclose, "read a type");
  if (H5Tget_class(type) != H5T_COMPOUND || size.size() != 1) damaged("'" + path + "' is not a table");
  const RowType row(type, path, bytes_.end());
  const std::vector<std::string> units = texts(dataset, "units");
  Table table;
  table.path = path;
  table.help = text(dataset, "help");
  for (std::size_t i = 0; i < row.names.size(); ++i) {
    Column column;
    column.name = row.names[i];
    if (i < units.size()) column.unit = units[i];
    if (row.text_sizes[i] > 0) column.words = texts(dataset, "words." + column.name);
    table.columns.push_back(std::move(column));
  }
  if (size[0] > (bytes_.end() + row.bytes) / row.bytes) damaged("rows of '" + path + "' are missing");
  if (!rows_.emplace(path, static_cast<long long>(size[0])).second) damaged("'" + path + "' is listed twice");
  record.layout.tables.push_back(std::move(table));
}

void Reader::read_samples(const Channel& channel, long long first, std::span<double> out) {
  const Handle dataset = open_own_dataset(file_, channel.path, sizeof(double));
  const auto width = static_cast<hsize_t>(channel.width);
  read_block(dataset, H5T_NATIVE_DOUBLE, static_cast<hsize_t>(first), out.size() / width, width, out.data(),
             "read a channel");
}

std::vector<std::vector<double>> Reader::read_rows(const Table& table, long long first, long long count) {
  const Handle dataset = open_own_dataset(file_, table.path, 1);
  const Handle type(H5Dget_type(dataset), H5Tclose, "read a type");
  const RowType row(type, table.path, bytes_.end());
  std::vector<char> buffer(idx(count) * row.bytes);
  read_block(dataset, row.type, static_cast<hsize_t>(first), static_cast<hsize_t>(count), 1, buffer.data(),
             "read a table");
  std::vector<std::map<std::string_view, double>> places(table.columns.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (const std::string& word : table.columns[i].words)
      places[i].emplace(word, static_cast<double>(places[i].size()));
  }
  std::vector<std::vector<double>> values(idx(count), std::vector<double>(places.size()));
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const char* const cell = buffer.data() + k * row.bytes + row.offsets[i];
      if (row.text_sizes[i] == 0) {
        std::memcpy(&values[k][i], cell, sizeof(double));
        continue;
      }
      const auto word = places[i].find({cell, ::strnlen(cell, row.text_sizes[i])});
      values[k][i] = word == places[i].end() ? std::numeric_limits<double>::quiet_NaN() : word->second;
    }
  }
  return values;
}

/// A count that is kept among doubles.
long long count_of(double number) {
  constexpr double kMost = 9007199254740992.0;  // 2⁵³: beyond, doubles leave out whole numbers
  if (!(number >= 0 && number <= kMost)) damaged("its checkpoint counts what cannot be");
  return static_cast<long long>(number);
}

std::optional<Checkpoint> Reader::read_checkpoint() {
  if (check(H5Lexists(file_, checkpoint_path, H5P_DEFAULT), "look for the checkpoint") == 0) return {};
  std::vector<hsize_t> size;
  const Handle dataset = open_dataset(checkpoint_path, size, sizeof(double));
  if (size.size() != 1) damaged("its checkpoint has an unexpected shape");
  std::vector<double> numbers(idx(size[0]));
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()),
        "read the checkpoint");
  if (numbers.size() < 3 || !(numbers[2] >= 0) || numbers[2] > static_cast<double>(numbers.size() - 3))
    damaged("its checkpoint is too short");
  Checkpoint checkpoint;
  checkpoint.samples = count_of(numbers[0]);
  checkpoint.nan_values = count_of(numbers[1]);
  const auto tables = static_cast<std::ptrdiff_t>(numbers[2]);
  for (auto row = numbers.begin() + 3; row != numbers.begin() + 3 + tables; ++row)
    checkpoint.rows.push_back(count_of(*row));
  checkpoint.state.assign(numbers.begin() + 3 + tables, numbers.end());
  return checkpoint;
}

SavedRun Reader::read_saved_run() {
  require_format();
  RecordFile record;
  read_attributes(record);
  SavedRun saved{std::move(record.attributes), record.status, 0, read_checkpoint()};
  std::vector<hsize_t> size;
  const Handle time = open_dataset("/time", size, sizeof(double));
  saved.samples = static_cast<long long>(size[0]);
  return saved;
}

void Reader::require_format() {
  const long long version = format();
  if (version <= 0) throw std::runtime_error("is an HDF5 file but not a Freeplay record");
  if (version > format_version) {
    throw std::runtime_error("was written by a newer Freeplay (record format " + std::to_string(version) +
                             "; this one reads up to " + std::to_string(format_version) + ")");
  }
}

RecordFile Reader::read_layout() {
  require_format();
  RecordFile record;
  read_attributes(record);
  for (const std::string& path : texts(file_, channels_attribute)) read_channel(path, record);
  for (const std::string& path : texts(file_, tables_attribute)) read_table(path, record);
  return record;
}

}  // namespace freeplay::hdf5

// SPDX-License-Identifier: Apache-2.0
// Reads a record back from HDF5: whole, cut short by a kill, or while its run still goes on.
//
// A file may be damaged, so every size is checked against the length of the file before memory is asked
// for; samples are not compressed, hence no channel can be larger than the file.
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <thread>

#include "base/index.h"
#include "freeplay/results.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_handle.h"
#include "io/hdf5_texts.h"
#include "io/result_files.h"

namespace freeplay {
namespace {

using hdf5::check;
using hdf5::Handle;

[[noreturn]] void damaged(const std::string& why) {
  throw std::runtime_error("is damaged or cut short: " + why);
}

/// The dimensions of a dataspace, none for a single value.
std::vector<hsize_t> dimensions(hid_t space) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL) return {0};
  const int rank = check(H5Sget_simple_extent_ndims(space), "read a size");
  std::vector<hsize_t> size(idx(rank));
  if (rank > 0) check(H5Sget_simple_extent_dims(space, size.data(), nullptr), "read a size");
  return size;
}

class Reader {
 public:
  explicit Reader(const std::string& path);
  RecordFile read();
  SavedRun read_saved_run();
  bool unchanged() { return bytes_.unchanged(); }
  const std::string& failure() const { return bytes_.failure(); }
  long long format();

 private:
  std::vector<std::string> texts(hid_t object, const std::string& name);
  std::string text(hid_t object, const std::string& name);
  void require_format();
  std::optional<Checkpoint> read_checkpoint();
  void read_attributes(RecordFile& record);
  void read_channel(const std::string& path, RecordFile& record);
  void read_table(const std::string& path, RecordFile& record);
  Handle open_dataset(const std::string& path, std::vector<hsize_t>& size, std::size_t cell_bytes);

  CommitFile bytes_;
  hdf5::TextReader texts_{bytes_};
  Handle file_;
};

Reader::Reader(const std::string& path) {
  bytes_.open(path);
  if (bytes_.end() == 0) throw std::runtime_error("is empty");
  std::byte signature[8];
  bytes_.read(0, signature);
  if (std::memcmp(signature, "\211HDF\r\n\032\n", sizeof signature) != 0) {
    throw std::runtime_error("is not an HDF5 file");
  }
  hdf5::require_room();
  const Handle access = hdf5::access_through(bytes_);
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
  if (check(H5Aexists(file_, hdf5::format_attribute), "look for an attribute") == 0) return 0;
  const Handle attribute(H5Aopen(file_, hdf5::format_attribute, H5P_DEFAULT), H5Aclose, "open an attribute");
  const Handle type(H5Aget_type(attribute), H5Tclose, "read an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute");
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1) return 0;
  long long version = 0;
  check(H5Aread(attribute, H5T_NATIVE_LLONG, &version), "read an attribute");
  return version;
}

void Reader::read_attributes(RecordFile& record) {
  for (const std::string& name : hdf5::attribute_names(file_)) {
    if (hdf5::is_reserved(name)) continue;
    const Handle attribute(H5Aopen(file_, name.c_str(), H5P_DEFAULT), H5Aclose, "open an attribute");
    const Handle type(H5Aget_type(attribute), H5Tclose, "read an attribute");
    const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute");
    if (H5Sget_simple_extent_npoints(space) != 1) continue;  // not of ours
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_STRING) {
      record.attributes[name] = texts_.read(attribute, type, 1).front();
    } else if (kind == H5T_FLOAT) {
      double value = 0;
      check(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value), "read an attribute");
      record.attributes[name] = value;
    } else if (kind == H5T_INTEGER) {
      long long value = 0;
      check(H5Aread(attribute, H5T_NATIVE_LLONG, &value), "read an attribute");
      record.attributes[name] = value;
    }
  }
  record.layout.attributes = record.attributes;
  record.status = text(file_, hdf5::status_attribute);
  if (record.status.empty()) record.status = "interrupted";
}

/// Opens a dataset whose rows are all in the file; what is allocated for it tells.
Handle Reader::open_dataset(const std::string& path, std::vector<hsize_t>& size, std::size_t cell_bytes) {
  Handle dataset = hdf5::open_own_dataset(file_, path, cell_bytes);
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

  std::vector<double> values(idx(size[0]) * idx(channel.width));
  if (!values.empty()) {
    check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "read a channel");
  }
  const auto samples = static_cast<long long>(size[0]);
  record.samples = record.layout.channels.empty() ? samples : std::min(record.samples, samples);
  if (!record.channels.emplace(path, std::move(values)).second) damaged("'" + path + "' is listed twice");
  record.layout.channels.push_back(std::move(channel));
}

void Reader::read_table(const std::string& path, RecordFile& record) {
  std::vector<hsize_t> size;
  const Handle dataset = open_dataset(path, size, 1);
  const Handle type(H5Dget_type(dataset), H5Tclose, "read a type");
  if (H5Tget_class(type) != H5T_COMPOUND || size.size() != 1) damaged("'" + path + "' is not a table");
  const int count = check(H5Tget_nmembers(type), "read the columns of a table");
  const std::vector<std::string> units = texts(dataset, "units");

  Table table;
  table.path = path;
  table.help = text(dataset, "help");
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> text_sizes;
  std::size_t row_bytes = 0;
  std::vector<Handle> cells;
  for (int i = 0; i < count; ++i) {
    const auto member = static_cast<unsigned>(i);
    char* const name = H5Tget_member_name(type, member);
    Column column;
    column.name = name ? name : "";
    H5free_memory(name);
    if (member < units.size()) column.unit = units[member];
    const Handle cell(H5Tget_member_type(type, member), H5Tclose, "read a column type");
    const H5T_class_t kind = H5Tget_class(cell);
    std::size_t text_size = 0;
    if (kind == H5T_STRING && check(H5Tis_variable_str(cell), "read a column type") == 0) {
      text_size = H5Tget_size(cell);
      column.words = texts(dataset, "words." + column.name);
    } else if (kind != H5T_FLOAT) {
      damaged("the column '" + column.name + "' of '" + path + "' is neither number nor text");
    }
    if (text_size > bytes_.end()) damaged("a text is longer than the file");
    cells.push_back(text_size ? hdf5::text_type(text_size)
                              : Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose, "make a type"));
    offsets.push_back(row_bytes);
    text_sizes.push_back(text_size);
    row_bytes += text_size ? text_size : sizeof(double);
    table.columns.push_back(std::move(column));
  }
  if (row_bytes == 0) damaged("'" + path + "' has no columns");
  const Handle memory_type(H5Tcreate(H5T_COMPOUND, row_bytes), H5Tclose, "make a table type");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check(H5Tinsert(memory_type, table.columns[i].name.c_str(), offsets[i], cells[i]), "make a table type");
  }
  const auto rows = idx(size[0]);
  if (rows > (bytes_.end() + row_bytes) / row_bytes) damaged("rows of '" + path + "' are missing");
  std::vector<char> buffer(rows * row_bytes);
  if (rows > 0)
    check(H5Dread(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffer.data()), "read a table");

  std::vector<std::vector<double>> values(rows, std::vector<double>(cells.size()));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const char* const cell = buffer.data() + row * row_bytes + offsets[i];
      if (text_sizes[i] == 0) {
        std::memcpy(&values[row][i], cell, sizeof(double));
        continue;
      }
      const std::vector<std::string>& words = table.columns[i].words;
      const auto word =
          std::find(words.begin(), words.end(), std::string(cell, ::strnlen(cell, text_sizes[i])));
      values[row][i] = word == words.end() ? std::numeric_limits<double>::quiet_NaN()
                                           : static_cast<double>(word - words.begin());
    }
  }
  if (!record.tables.emplace(path, std::move(values)).second) damaged("'" + path + "' is listed twice");
  record.layout.tables.push_back(std::move(table));
}

/// A count that is kept among doubles.
long long count_of(double number) {
  constexpr double kMost = 9007199254740992.0;  // 2⁵³: beyond, doubles leave out whole numbers
  if (!(number >= 0 && number <= kMost)) damaged("its checkpoint counts what cannot be");
  return static_cast<long long>(number);
}

std::optional<Checkpoint> Reader::read_checkpoint() {
  if (check(H5Lexists(file_, hdf5::checkpoint_path, H5P_DEFAULT), "look for the checkpoint") == 0) return {};
  std::vector<hsize_t> size;
  const Handle dataset = open_dataset(hdf5::checkpoint_path, size, sizeof(double));
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
  SavedRun saved{record.attributes, record.status, 0, read_checkpoint()};
  std::vector<hsize_t> size;
  const Handle time = open_dataset("/time", size, sizeof(double));
  saved.samples = static_cast<long long>(size[0]);
  return saved;
}

void Reader::require_format() {
  const long long version = format();
  if (version <= 0) throw std::runtime_error("is an HDF5 file but not a Freeplay record");
  if (version > hdf5::format_version) {
    throw std::runtime_error("was written by a newer Freeplay (record format " + std::to_string(version) +
                             "; this one reads up to " + std::to_string(hdf5::format_version) + ")");
  }
}

RecordFile Reader::read() {
  require_format();
  RecordFile record;
  read_attributes(record);
  for (const std::string& path : texts(file_, hdf5::channels_attribute)) read_channel(path, record);
  for (const std::string& path : texts(file_, hdf5::tables_attribute)) read_table(path, record);
  for (const Channel& channel : record.layout.channels) {
    record.channels[channel.path].resize(idx(record.samples) * idx(channel.width));
  }
  return record;
}

/// Changes when the file is written to or replaced.
std::vector<long long> state_of(const std::string& path) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0) return {};
  return {static_cast<long long>(about.st_ino), static_cast<long long>(about.st_size),
          static_cast<long long>(about.st_mtim.tv_sec), static_cast<long long>(about.st_mtim.tv_nsec)};
}

}  // namespace

namespace {

/// Reads a file that a run may be writing at the same time. A commit waits for readers, but not for ever: what was read
/// counts when all of it still stands there afterwards, so that it is no mixture of two states.
template <class Read>
auto read_still(const std::string& path, Read read) {
  const hdf5::Scope scope;
  constexpr int attempts = 20;
  for (int attempt = 1;; ++attempt) {
    const std::vector<long long> before = state_of(path);
    std::string reason;
    std::optional<Reader> reader;
    try {
      reader.emplace(path);
      auto record = read(*reader);
      if (state_of(path) == before || reader->unchanged()) return record;
      reason = "changes while it is read, again and again: try once more";
    } catch (const hdf5::Failure& error) {
      const bool ours = reader && !reader->failure().empty();  // HDF5 only knows that its driver said no
      reason = ours ? "cannot be read: " + reader->failure()
                    : std::string("is damaged or cut short: ") + error.what();
    } catch (const std::runtime_error& error) {
      reason = error.what();
    }
    if (attempt == attempts || state_of(path) == before) {
      throw std::runtime_error("result file '" + path + "' " + reason);
    }
    reader.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(attempt));
  }
}

}  // namespace

bool is_result_file(const std::string& path) {
  try {
    return read_still(path, [](Reader& reader) { return reader.format(); }) > 0;
  } catch (const std::runtime_error&) {
    return false;
  }
}

RecordFile read_record(const std::string& path) {
  return read_still(path, [](Reader& reader) { return reader.read(); });
}

SavedRun read_saved_run(const std::string& path) {
  return read_still(path, [](Reader& reader) { return reader.read_saved_run(); });
}

}  // namespace freeplay

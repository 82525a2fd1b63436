// SPDX-License-Identifier: Apache-2.0
// Writes a record to HDF5 as the run goes. The format is told in docs/result_file.md, what makes it
// survive a kill in commit_file.h.
//
// Nothing here looks at a clock, so the same rows give the same bytes: samples wait in memory and are
// committed after 1, 2, 3, … samples, each time at the latest when a quarter has been added, and at every
// multiple of the block once that is sooner. A killed run keeps at least 4/5 of its samples, or all but
// one block.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "base/index.h"
#include "freeplay/results.h"
#include "io/file_locks.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_growing.h"
#include "io/hdf5_handle.h"
#include "io/hdf5_make.h"
#include "io/hdf5_put.h"

namespace freeplay {
namespace {

using hdf5::check;
using hdf5::check_layout;
using hdf5::creation_list;
using hdf5::DatasetShape;
using hdf5::Growing;
using hdf5::GrowingTable;
using hdf5::Handle;
using hdf5::put;

constexpr std::size_t table_block = 256;
// Past this many bytes an attribute does not fit into an object header; a text of any length takes 16.
constexpr std::size_t max_compact_texts = 2000;

std::size_t block_rows(int row_width) {
  std::size_t rows = 512;
  while (rows > 64 && rows * idx(row_width) * sizeof(double) > (1u << 20)) rows /= 2;
  return rows;
}

std::string reason(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what();
}

class Hdf5Record final : public RecordSink {
 public:
  /// `from`: goes on with the file that is there.
  Hdf5Record(const std::string& path, const RecordLayout& layout, const Checkpoint* from);
  ~Hdf5Record() override;
  void append(std::span<const double> row) override;
  void append_row(int table, std::span<const double> cells) override;
  void checkpoint(const std::function<std::vector<double>()>& state, bool now) override;
  bool failed() const override { return !failure_.empty(); }
  void close(const std::string& status, const std::map<std::string, Attribute>& attributes) override;

 private:
  void create(const RecordLayout& layout);
  void go_on(const RecordLayout& layout, const Checkpoint& from);
  void describe(const RecordLayout& layout);
  void write_checkpoint(std::span<const double> state);
  /// One that is there already when the run goes on.
  Handle dataset(const std::string& path, hid_t type, const DatasetShape& shape, bool many_texts);
  void add_channel(const Channel& channel, std::size_t rows);
  void add_table(const Table& table);
  void write_waiting();
  void commit();
  void plan_next_commit();
  void release();
  void fail(const std::string& reason);

  const std::string path_;  ///< as the user calls it
  CommitFile bytes_;        ///< outlives the HDF5 objects below
  hdf5::Room room_;         ///< for closing
  bool entered_ = false;    ///< HDF5 was asked for something that must be given back
  Handle file_;
  std::vector<Growing> channels_;
  std::vector<GrowingTable> tables_;
  Handle checkpoint_;             ///< none yet: nobody has offered one
  std::vector<double> numbers_;   ///< of the checkpoint
  bool continues_ = false;        ///< datasets are there already
  bool has_checkpoints_ = false;  ///< commits wait for them
  std::size_t row_width_ = 0;
  std::size_t block_ = 0;
  std::size_t samples_ = 0;
  std::size_t next_commit_ = 1;
  long long nan_values_ = 0;
  std::string failure_;
  bool closed_ = false;
};

// The file gets its name when it can be read, so that no unreadable file of that name ever exists.
Hdf5Record::Hdf5Record(const std::string& path, const RecordLayout& layout, const Checkpoint* from)
    : path_(path), continues_(from != nullptr) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // A link stays a link to the file it names.
  const std::string target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path;
  const std::string part = target + "." + std::to_string(::getpid()) + ".part";
  try {
    if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored)) {
      throw std::runtime_error("is not a regular file");
    }
    check_layout(layout);
    row_width_ = idx(layout.row_width());
    block_ = block_rows(layout.row_width());
    try {
      if (continues_) {
        bytes_.open_to_append(target);
      } else {
        bytes_.create(part);
      }
      room_.take();
      const hdf5::Scope scope;
      entered_ = true;
      if (from != nullptr) {
        go_on(layout, *from);
      } else {
        create(layout);
        give_name(part, target);
      }
    } catch (...) {
      bytes_.abandon();
      release();
      fs::remove(part, ignored);
      throw;
    }
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error("result file '" + path + "': cannot be created: " + error.code().message());
  } catch (const std::exception& error) {
    const std::string& deeper = bytes_.failure();  // says more than HDF5 does about a full disk
    throw std::runtime_error("result file '" + path + "': " + (deeper.empty() ? error.what() : deeper));
  }
}

Hdf5Record::~Hdf5Record() {
  try {
    close("interrupted", {});
  } catch (...) {  // nobody is left to tell; the file is whole up to its last commit
  }
}

void Hdf5Record::create(const RecordLayout& layout) {
  hdf5::require_room();
  const Handle access = hdf5::access_through(bytes_);
  // The format of HDF5 1.8 has checksums and large attributes, and no "being written" flag that a killed
  // writer would leave behind and other programs would stumble over.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "choose the file format");
  const Handle creation = creation_list(H5P_FILE_CREATE);
  check(H5Pset_attr_phase_change(creation, 0, 0), "choose where attributes go");  // many, and large ones
  file_ = Handle(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, "create the file");
  describe(layout);
  commit();
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

/// What came after the checkpoint is dropped, the attributes of a run that had ended too, in one commit.
void Hdf5Record::go_on(const RecordLayout& layout, const Checkpoint& from) {
  hdf5::require_room();
  const Handle access = hdf5::access_through(bytes_);
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "choose the file format");
  file_ = Handle(H5Fopen(path_.c_str(), H5F_ACC_RDWR, access), H5Fclose, "open the file");
  for (const std::string& name : hdf5::attribute_names(file_))
    check(H5Adelete(file_, name.c_str()), "replace an attribute");
  describe(layout);
  if (from.rows.size() != tables_.size())
    throw std::runtime_error("cannot be gone on with: it has other tables than this run");
  for (Growing& channel : channels_) channel.cut(from.samples);
  for (std::size_t i = 0; i < tables_.size(); ++i) tables_[i].rows.cut(from.rows[i]);
  samples_ = idx(from.samples);
  nan_values_ = from.nan_values;
  write_checkpoint(from.state);
  commit();
  if (!failure_.empty()) throw std::runtime_error(failure_);
}

void Hdf5Record::describe(const RecordLayout& layout) {
  for (const auto& [name, value] : layout.attributes) put(file_, name, value);
  std::vector<std::string> paths;
  for (const Channel& channel : layout.channels) paths.push_back(channel.path);
  put(file_, hdf5::channels_attribute, paths);
  paths.clear();
  for (const Table& table : layout.tables) paths.push_back(table.path);
  put(file_, hdf5::tables_attribute, paths);
  put(file_, hdf5::format_attribute, hdf5::format_version);
  put(file_, hdf5::status_attribute, std::string("interrupted"));

  for (const Channel& channel : layout.channels) add_channel(channel, block_);
  for (const Table& table : layout.tables) add_table(table);
}

void Hdf5Record::write_checkpoint(std::span<const double> state) {
  numbers_.assign(
      {static_cast<double>(samples_), static_cast<double>(nan_values_), static_cast<double>(tables_.size())});
  for (const GrowingTable& table : tables_)
    numbers_.push_back(static_cast<double>(table.rows.written + table.rows.waiting));
  numbers_.insert(numbers_.end(), state.begin(), state.end());
  if (checkpoint_ < 0) {
    continues_ = check(H5Lexists(file_, hdf5::checkpoint_path, H5P_DEFAULT), "look for the checkpoint") > 0;
    const std::size_t block = (numbers_.size() + 255) / 256 * 256;
    checkpoint_ = dataset(hdf5::checkpoint_path, H5T_IEEE_F64LE, {0, block, sizeof(double)}, false);
    if (!continues_) put(checkpoint_, "help", std::string("numbers from which the run can be gone on with"));
  }
  const hsize_t size = numbers_.size();
  check(H5Dset_extent(checkpoint_, &size), "extend the checkpoint");
  check(H5Dwrite(checkpoint_, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers_.data()),
        "write the checkpoint");
}

void Hdf5Record::checkpoint(const std::function<std::vector<double>()>& state, bool now) {
  has_checkpoints_ = true;
  if (closed_ || !failure_.empty() || !(now || samples_ >= next_commit_)) return;
  const hdf5::Scope scope;
  try {
    hdf5::require_room();
    write_checkpoint(state());
  } catch (const std::exception& error) {
    return fail(reason(error));
  }
  commit();
}

Handle Hdf5Record::dataset(const std::string& path, hid_t type, const DatasetShape& shape, bool many_texts) {
  hdf5::require_room();
  return continues_ ? hdf5::open_dataset(file_, path, shape)
                    : hdf5::make_dataset(file_, path, type, shape, many_texts);
}

void Hdf5Record::add_channel(const Channel& channel, std::size_t rows) {
  Growing out;
  out.width = channel.width > 1 ? static_cast<hsize_t>(channel.width) : 0;
  out.row_bytes = idx(channel.width) * sizeof(double);
  out.capacity = rows;
  out.buffer.resize(rows * out.row_bytes);
  out.memory_type = Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose, "make a type");
  out.dataset = dataset(channel.path, H5T_IEEE_F64LE, {out.width, rows, out.row_bytes},
                        channel.words.size() > max_compact_texts);
  if (!continues_) {
    put(out.dataset, "unit", channel.unit);
    put(out.dataset, "help", channel.help);
    if (!channel.words.empty()) put(out.dataset, "words", channel.words);
  }
  channels_.push_back(std::move(out));
}

void Hdf5Record::add_table(const Table& table) {
  GrowingTable out(table, table_block);
  std::size_t texts = table.columns.size();
  std::vector<std::string> units;
  for (const Column& column : table.columns) {
    texts = std::max(texts, column.words.size());
    units.push_back(column.unit);
  }
  out.rows.dataset = dataset(table.path, out.make_type(H5T_IEEE_F64LE), {0, table_block, out.rows.row_bytes},
                             texts > max_compact_texts);
  if (!continues_) {
    put(out.rows.dataset, "help", table.help);
    put(out.rows.dataset, "units", units);
  }
  for (const Column& column : table.columns) {
    if (!continues_ && !column.words.empty()) put(out.rows.dataset, "words." + column.name, column.words);
  }
  tables_.push_back(std::move(out));
}

void Hdf5Record::append(std::span<const double> row) {
  if (closed_ || !failure_.empty()) return;
  if (row.size() != row_width_) {
    return fail("a sample has " + std::to_string(row.size()) + " numbers instead of " +
                std::to_string(row_width_));
  }
  for (const double value : row) nan_values_ += std::isnan(value);
  const double* source = row.data();
  for (Growing& channel : channels_) {
    std::memcpy(channel.next_row(), source, channel.row_bytes);
    source += channel.row_bytes / sizeof(double);
    ++channel.waiting;
  }
  ++samples_;
  if (has_checkpoints_ ? channels_[0].waiting == channels_[0].capacity : samples_ >= next_commit_) commit();
}

void Hdf5Record::append_row(int table, std::span<const double> cells) {
  if (closed_ || !failure_.empty()) return;
  if (table < 0 || idx(table) >= tables_.size() || cells.size() != tables_[idx(table)].columns.size()) {
    return fail("a table row does not fit its table");
  }
  GrowingTable& out = tables_[idx(table)];
  for (const double cell : cells) nan_values_ += std::isnan(cell);
  out.put(cells);
  if (++out.rows.waiting == out.rows.capacity) commit();
}

void Hdf5Record::write_waiting() {
  for (Growing& channel : channels_) channel.write();
  for (GrowingTable& table : tables_) table.rows.write();
}

void Hdf5Record::commit() {
  const hdf5::Scope scope;
  try {
    hdf5::require_room();
    write_waiting();
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "flush");
    if (!bytes_.commit()) throw std::runtime_error(bytes_.failure());
    plan_next_commit();
  } catch (const std::exception& error) {
    fail(reason(error));
  }
}

void Hdf5Record::plan_next_commit() {
  const std::size_t soon = samples_ + std::max<std::size_t>(1, samples_ / 4);
  const std::size_t block_end = (samples_ / block_ + 1) * block_;
  next_commit_ = std::min(soon, block_end);
}

void Hdf5Record::fail(const std::string& reason) {
  if (!failure_.empty()) return;
  // HDF5 only knows that its driver said no.
  failure_ = bytes_.failure().empty() ? reason : bytes_.failure();
  bytes_.abandon();
}

void Hdf5Record::release() {
  if (!entered_) return;
  const hdf5::Scope scope;
  room_.give_back();
  if (!failure_.empty()) bytes_.abandon();
  channels_.clear();
  tables_.clear();
  checkpoint_.reset();
  if (file_.reset() < 0) fail("cannot close the file: " + hdf5::error_text());
}

void Hdf5Record::close(const std::string& status, const std::map<std::string, Attribute>& attributes) {
  if (closed_) return;
  closed_ = true;
  const hdf5::Scope scope;
  if (failure_.empty()) {
    try {
      write_waiting();
      hdf5::require_room();
      for (const auto& [name, value] : attributes) {
        if (!hdf5::is_reserved(name)) put(file_, name, value);
      }
      put(file_, "nan_values", nan_values_);
      put(file_, hdf5::status_attribute, status);
    } catch (const std::exception& error) {
      fail(reason(error));
    }
  }
  release();
  if (failure_.empty() && !bytes_.commit()) fail(bytes_.failure());
  bytes_.seal();
  if (!bytes_.close() && failure_.empty()) failure_ = bytes_.failure();
  if (!failure_.empty()) {
    throw std::runtime_error("result file '" + path_ + "' ends before the run did: " + failure_ +
                             "; what was recorded until then is kept");
  }
}

}  // namespace

std::unique_ptr<RecordSink> write_hdf5(const std::string& path, const RecordLayout& layout) {
  return std::make_unique<Hdf5Record>(path, layout, nullptr);
}

std::unique_ptr<RecordSink> continue_hdf5(const std::string& path, const RecordLayout& layout,
                                          const Checkpoint& from) {
  return std::make_unique<Hdf5Record>(path, layout, &from);
}

}  // namespace freeplay

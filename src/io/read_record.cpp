// SPDX-License-Identifier: Apache-2.0
// Opens records: whole, cut short by a kill, or while their run still goes on.
#include <sys/stat.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <type_traits>

#include "base/index.h"
#include "freeplay/results.h"
#include "io/hdf5_reader.h"
#include "io/result_files.h"

namespace freeplay {
namespace {

using hdf5::Reader;

/// Changes when the file is written to or replaced.
std::vector<long long> state_of(const std::string& path) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0) return {};
  return {static_cast<long long>(about.st_ino), static_cast<long long>(about.st_size),
          static_cast<long long>(about.st_mtim.tv_sec), static_cast<long long>(about.st_mtim.tv_nsec)};
}

/// What went wrong, without the name of the file; HDF5 only knows that its driver said no.
std::string reason(const std::runtime_error& error, Reader* reader) {
  if (dynamic_cast<const hdf5::Failure*>(&error) == nullptr) return error.what();
  if (reader != nullptr && !reader->bytes().failure().empty())
    return "cannot be read: " + reader->bytes().failure();
  const std::string what = error.what();
  return (what.ends_with(hdf5::kNoMemory) ? "cannot be read: " : "is damaged or cut short: ") + what;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error("result file '" + path + "' " + why);
}

/// What was read, and who can read more of it.
template <class Found>
struct Standing {
  Found found;
  std::unique_ptr<Reader> reader;
};

/// Reads a file that a run may be writing at the same time. A commit waits for readers, but not for ever: what was read
/// counts when all of it still stands there afterwards, so that it is no mixture of two states.
template <class Read>
auto read_still(const std::string& path, Read read, bool stays = false) {
  constexpr int attempts = 20;
  for (int attempt = 1;; ++attempt) {
    const std::vector<long long> before = state_of(path);
    std::string why;
    std::unique_ptr<Reader> reader;
    try {
      reader = std::make_unique<Reader>(path, stays);
      auto found = read(*reader);
      const bool still =
          stays ? reader->bytes().stand_still() : state_of(path) == before || reader->bytes().unchanged();
      if (still) return Standing<decltype(found)>{std::move(found), std::move(reader)};
      why = "changes while it is read, again and again: try once more";
    } catch (const std::runtime_error& error) {
      why = reason(error, reader.get());
    }
    if (attempt == attempts || state_of(path) == before) refuse(path, why);
    reader.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(attempt));
  }
}

/// Reads on in a file that was opened.
class OpenFile final : public RecordSource {
 public:
  OpenFile(std::string path, std::unique_ptr<Reader> reader)
      : path_(std::move(path)), reader_(std::move(reader)) {}
  ~OpenFile() override {
    const hdf5::Scope scope;
    reader_.reset();
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  void read(const Channel& channel, long long first, std::span<double> out) const override {
    with_reader([&] { reader_->read_samples(channel, first, out); });
  }
  long long rows(const Table& table) const override { return reader_->rows(table); }
  std::vector<std::vector<double>> read_rows(const Table& table, long long first,
                                             long long count) const override {
    return with_reader([&] { return reader_->read_rows(table, first, count); });
  }

 private:
  template <class Action>
  std::invoke_result_t<Action> with_reader(Action action) const {
    const hdf5::Scope scope;
    try {
      return action();
    } catch (const std::runtime_error& error) {
      refuse(path_, reason(error, reader_.get()));
    }
  }

  std::string path_;
  std::unique_ptr<Reader> reader_;
};

}  // namespace

bool is_result_file(const std::string& path) {
  const hdf5::Scope scope;
  try {
    return read_still(path, [](Reader& reader) { return reader.format(); }).found > 0;
  } catch (const std::runtime_error&) {
    return false;
  }
}

RecordFile read_record(const std::string& path) {
  const hdf5::Scope scope;
  return read_still(path,
                    [](Reader& reader) {
                      RecordFile record = reader.read_layout();
                      for (const Channel& channel : record.layout.channels) {
                        std::vector<double>& numbers = record.channels[channel.path];
                        numbers.resize(idx(record.samples) * idx(channel.width));
                        reader.read_samples(channel, 0, numbers);
                      }
                      for (const Table& table : record.layout.tables)
                        record.tables[table.path] = reader.read_rows(table, 0, reader.rows(table));
                      return record;
                    })
      .found;
}

RecordFile open_record(const std::string& path) {
  const hdf5::Scope scope;
  auto [record, reader] = read_still(
      path, [](Reader& from) { return from.read_layout(); }, true);
  record.source = std::make_shared<OpenFile>(path, std::move(reader));
  return std::move(record);
}

SavedRun read_saved_run(const std::string& path) {
  const hdf5::Scope scope;
  return read_still(path, [](Reader& reader) { return reader.read_saved_run(); }).found;
}

}  // namespace freeplay

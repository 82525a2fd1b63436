// SPDX-License-Identifier: Apache-2.0
// Reads a record back from HDF5: what it consists of, and its numbers piece by piece.
//
// A file may be damaged, so every size is checked against the length of the file before memory is asked
// for; samples are not compressed, hence no channel can be larger than the file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "freeplay/results.h"
#include "io/commit_file.h"
#include "io/hdf5_handle.h"
#include "io/hdf5_texts.h"

namespace freeplay::hdf5 {

class Reader {
 public:
  /// `stays`: numbers will be read later, while a run may go on writing the file.
  Reader(const std::string& path, bool stays);

  CommitFile& bytes() { return bytes_; }
  /// The version of the format; 0 when the file is not a record of ours.
  long long format();
  /// All but the numbers.
  RecordFile read_layout();
  SavedRun read_saved_run();

  /// From sample `first` on until `out` is full.
  void read_samples(const Channel& channel, long long first, std::span<double> out);
  long long rows(const Table& table) const { return rows_.at(table.path); }
  std::vector<std::vector<double>> read_rows(const Table& table, long long first, long long count);

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
  TextReader texts_{bytes_};
  Handle file_;
  std::map<std::string, long long> rows_;  ///< of every channel and table
};

}  // namespace freeplay::hdf5

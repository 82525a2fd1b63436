// SPDX-License-Identifier: Apache-2.0
// Records as files: HDF5 written while a run goes on and read back, CSV.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/record.h"

namespace freeplay {

/// Writes HDF5 while the run goes on; a killed run leaves a file that read_record() opens.
std::unique_ptr<RecordSink> write_hdf5(const std::string& path, const RecordLayout& layout);

/// Goes on writing a file of the same layout at a checkpoint that was read from it: what follows there is
/// dropped.
std::unique_ptr<RecordSink> continue_hdf5(const std::string& path, const RecordLayout& layout,
                                          const Checkpoint& from);

/// What a file says about its run, and from where that can be gone on with.
struct SavedRun {
  std::map<std::string, Attribute> attributes;
  std::string status;
  long long samples = 0;
  std::optional<Checkpoint> checkpoint;
};
SavedRun read_saved_run(const std::string& path);

/// A record read back. A file whose run was cut short is cut to the shortest committed channel.
struct RecordFile {
  RecordLayout layout;
  std::map<std::string, Attribute> attributes;  ///< those from before and after the run
  std::string status;                           ///< "interrupted" when the run never closed it
  long long samples = 0;
  std::map<std::string, std::vector<double>> channels;             ///< by path
  std::map<std::string, std::vector<std::vector<double>>> tables;  ///< by path, row by row
};
RecordFile read_record(const std::string& path);

/// CSV: one file with all (or the chosen) channels, one per table, units in the header line.
/// Returns the paths written.
std::vector<std::string> export_csv(const RecordFile& record, const std::string& directory,
                                    const std::vector<std::string>& channel_patterns);

}  // namespace freeplay

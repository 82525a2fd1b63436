// SPDX-License-Identifier: Apache-2.0
// Results: a run recorded to a file while it goes on, read back, and its numbers by name (freeplay::io).
//
//   const auto sink = write_hdf5("crank.h5", result_layout(model, *assembly.system));
//   simulate(*assembly.system, model.method, model.run, *sink);
//   const RecordFile result = read_record("crank.h5");
//   result.values("/body/slider/position", 0);   // in result.channel("/body/slider/position").unit
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/system.h"

namespace freeplay {

/// What a result notes of how its run came about.
struct RunNotes {
  std::vector<std::string> changes{};   ///< of numbers of the model: "joint.pin.clearance=1mm"
  std::vector<std::string> warnings{};  ///< of reading and assembling it
};

/// What a result file says before the run: channels and tables of model.run, and the model itself, from which reports
/// draw the machine.
RecordLayout result_layout(const Model& model, const System& system, const RunNotes& notes = {});

/// Writes HDF5 while the run goes on; a killed run leaves a file that read_record() opens. Throws std::runtime_error
/// when the file cannot be made.
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
/// Throws std::runtime_error as read_record() does.
SavedRun read_saved_run(const std::string& path);

/// Where the numbers of a record are that are not in memory: a file, read piece by piece.
class RecordSource {
 public:
  virtual ~RecordSource() = default;
  /// Numbers of a channel from sample `first` on, until `out` is full.
  virtual void read(const Channel& channel, long long first, std::span<double> out) const = 0;
  virtual long long rows(const Table& table) const = 0;
  virtual std::vector<std::vector<double>> read_rows(const Table& table, long long first,
                                                     long long count) const = 0;
};

/// A record read back. A file whose run was cut short is cut to the shortest committed channel.
struct RecordFile {
  RecordLayout layout;
  std::map<std::string, Attribute> attributes;  ///< those from before and after the run
  std::string status;                           ///< "interrupted" when the run never closed it
  long long samples = 0;
  std::map<std::string, std::vector<double>> channels;             ///< by path; of open_record(): none
  std::map<std::string, std::vector<std::vector<double>>> tables;  ///< by path, row by row; likewise
  std::shared_ptr<const RecordSource> source;                      ///< of open_record()

  /// A recorded channel or table; nullptr: there is none.
  const Channel* find_channel(const std::string& path) const;
  const Table* find_table(const std::string& path) const;
  /// The same; throws std::out_of_range, with the likely name, where there is none.
  const Channel& channel(const std::string& path) const;
  const Table& table(const std::string& path) const;

  // Wherever the numbers are. These throw std::out_of_range, and std::runtime_error when the file cannot be read.

  /// One number of a channel, at every sample, in the channel's unit.
  std::vector<double> values(const std::string& path, int component = 0) const;
  /// A column of a table, in every row; of words their places in Column::words.
  std::vector<double> column(const std::string& table, const std::string& name) const;
  /// All numbers of a channel, `width` for each sample, from sample `first` on until `out` is full.
  void read(const std::string& path, long long first, std::span<double> out) const;
  /// Hands over all samples of a channel in their order, some thousand at a time.
  void each_block(const std::string& path, const std::function<void(std::span<const double>)>& take) const;
  long long rows(const std::string& table) const;
  /// So many rows of a table.
  std::vector<std::vector<double>> read_rows(const std::string& table, long long first,
                                             long long count) const;
  /// Hands over the rows of a table in their order, at most so many.
  void each_row(const std::string& table, const std::function<void(std::span<const double>)>& take,
                long long most = std::numeric_limits<long long>::max()) const;
};
/// Throws std::runtime_error when the file cannot be read or is no result.
RecordFile read_record(const std::string& path);
/// The same without its numbers, which are read when they are asked for: of files larger than memory. They are those of
/// this moment, whatever a run that writes the file adds to it; none can be resumed in it until the last copy is gone.
RecordFile open_record(const std::string& path);
/// What was recorded in memory, as if it had been read.
RecordFile record_of(const MemoryRecord& record);
/// The same with its numbers, which are no longer in the record then: nothing is copied.
RecordFile record_of(MemoryRecord&& record);

/// CSV: one file with all (or the chosen) channels, one per table, units in the header line.
/// Returns the paths written. Throws std::runtime_error when that fails, or when a pattern matches no channel.
std::vector<std::string> export_csv(const RecordFile& record, const std::string& directory,
                                    const std::vector<std::string>& channel_patterns = {});

/// Name, status, time span, range of every channel, first rows of every table, as text to read.
/// `verbose` adds the help of each channel, all attributes and more rows.
std::string describe(const RecordFile& record, bool verbose = false);

}  // namespace freeplay

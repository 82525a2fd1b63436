// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind: named channels with units, event tables, attributes. Append only.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace freeplay {

/// One recorded quantity, `width` numbers per sample.
struct Channel {
  std::string path;  ///< "/body/crank/position"; "/time" is the first channel of every record
  std::string unit;
  std::string help;
  int width = 1;
  std::vector<std::string> words;  ///< meaning of the values 0, 1, 2, … of a channel of words (contact modes)
};

/// One column of a table; text columns hold an index into `words`.
struct Column {
  std::string name;
  std::string unit;                ///< "" for text
  std::vector<std::string> words;  ///< empty for numbers
};

struct Table {
  std::string path;  ///< "/impacts"
  std::string help;
  std::vector<Column> columns;
};

using Attribute = std::variant<std::string, double, long long>;

struct RecordLayout {
  std::vector<Channel> channels;
  std::vector<Table> tables;
  std::map<std::string, Attribute> attributes;  ///< model, version, options, …: known before the run

  int row_width() const;  ///< numbers in one sample of all channels
};

/// Where a run can be gone on with: how much was recorded by then, and the numbers that the rest depends on.
struct Checkpoint {
  long long samples = 0, nan_values = 0;
  std::vector<long long> rows;  ///< of each table
  std::vector<double> state;
};

/// Receives a run as it goes. Never throws from append; a failed write shows in failed() and is thrown by close().
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void append(std::span<const double> row) = 0;  ///< one sample, all channels in order
  virtual void append_row(int table, std::span<const double> cells) = 0;  ///< text cells as word indices
  /// The run can be gone on with from here: all that was appended belongs to it. A sink that keeps checkpoints
  /// asks for the numbers when it next makes sure of what it has, or at once if `now`.
  virtual void checkpoint(const std::function<std::vector<double>()>&, bool now) { static_cast<void>(now); }
  /// What is appended from now on is lost, for want of room for instance: a run stops, and close() throws the reason.
  virtual bool failed() const { return false; }
  /// `status` is "complete", "interrupted", "failed: …" or "limit: …"; attributes are known after the run.
  virtual void close(const std::string& status, const std::map<std::string, Attribute>& attributes) = 0;
};

/// Keeps everything in memory: tests and C++ users.
class MemoryRecord final : public RecordSink {
 public:
  explicit MemoryRecord(RecordLayout layout);
  void append(std::span<const double> row) override;
  void append_row(int table, std::span<const double> cells) override;
  void close(const std::string& status, const std::map<std::string, Attribute>& attributes) override;

  const RecordLayout& layout() const { return layout_; }
  long long samples() const { return samples_; }
  /// Values of a channel, `width` per sample; throws std::out_of_range naming the channel.
  std::vector<double> values(const std::string& path) const;
  /// The same, handed over: they are no longer here.
  std::vector<double> take(const std::string& path);
  /// Rows of a table as written.
  const std::vector<std::vector<double>>& rows(const std::string& path) const;
  std::vector<std::vector<double>> take_rows(const std::string& path);
  const std::string& status() const { return status_; }
  const std::map<std::string, Attribute>& final_attributes() const { return final_; }

 private:
  std::size_t channel_at(const std::string& path) const;
  std::size_t table_at(const std::string& path) const;
  void sort_in();

  RecordLayout layout_;
  std::size_t row_width_;
  std::vector<std::vector<double>> columns_;  ///< of each channel
  std::vector<double> latest_;                ///< samples that are not in them yet
  std::vector<std::vector<std::vector<double>>> tables_;
  std::map<std::string, Attribute> final_;
  std::string status_ = "interrupted";
  long long samples_ = 0;
  long long nan_values_ = 0;
};

/// What is appended to the name of a channel for its k-th number: ".x", ".y", ".z", of Euler parameters ".w"
/// first.
std::string component_suffix(const Channel& channel, int k);

/// True when `path` ("body/crank/position") matches a pattern with `*` for any run of characters.
bool matches(const std::string& path, const std::string& pattern);

}  // namespace freeplay

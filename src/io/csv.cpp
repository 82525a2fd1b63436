// SPDX-License-Identifier: Apache-2.0
// Records as comma separated values (RFC 4180, but with LF): for spreadsheets and quick scripts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "base/files.h"
#include "base/index.h"
#include "freeplay/diagnostics.h"
#include "freeplay/results.h"

namespace freeplay {
namespace {

std::string_view without_slash(std::string_view path) {
  return !path.empty() && path.front() == '/' ? path.substr(1) : path;
}

/// What a spreadsheet would take for a formula, and what a name can begin with.
bool looks_like_formula(std::string_view text) {
  return text.size() > 1 && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

/// One text file: whole, or not there. One of the same name is replaced when it begins as ours do.
class CsvFile {
 public:
  CsvFile(const std::string& path, const std::string& begin) : path_(path), file_(path) {
    const std::string head = first_bytes(path, begin.size());
    if (!head.empty() && head != begin)
      throw std::runtime_error(fmt::format(
          "'{}' exists and is not an export of Freeplay; remove it, or give another folder with -o", path));
  }

  void text(std::string_view value) {
    separate();
    const bool formula = looks_like_formula(value);
    if (!formula && value.find_first_of(",\"\r\n") == std::string_view::npos) {
      line_.append(value);
      return;
    }
    line_.push_back('"');
    if (formula) line_.push_back('\'');  // makes it a text to a spreadsheet
    for (const char c : value) {
      if (c == '"') line_.push_back('"');
      line_.push_back(c);
    }
    line_.push_back('"');
  }

  void heading(const std::string& name, const std::string& unit) {
    text(unit.empty() ? name : fmt::format("{} [{}]", name, unit));
  }

  void number(double value) {
    separate();
    fmt::format_to(std::back_inserter(line_), "{}",
                   value);  // shortest text that reads back as the same number
  }

  /// The word that a number stands for; the number itself when it stands for none.
  void word(double value, const std::vector<std::string>& words) {
    if (value >= 0 && value < static_cast<double>(words.size()) && value == std::floor(value)) {
      text(words[static_cast<std::size_t>(value)]);
    } else {
      number(value);
    }
  }

  void cell(double value, const std::vector<std::string>& words) {
    words.empty() ? number(value) : word(value, words);
  }

  void end_line() {
    line_.push_back('\n');
    file_.write(line_);
    line_.clear();
    first_ = true;
  }

  std::string close() {
    file_.keep();
    return path_;
  }

 private:
  void separate() {
    if (!first_) line_.push_back(',');
    first_ = false;
  }

  std::string path_;
  NewFile file_;
  std::string line_;
  bool first_ = true;
};

std::string component_name(const Channel& channel, int k) {
  const std::string name(without_slash(channel.path));
  return name + component_suffix(channel, k);
}

[[noreturn]] void unknown_pattern(const RecordLayout& layout, const std::string& pattern) {
  std::vector<std::string> names;
  for (const Channel& channel : layout.channels) names.emplace_back(without_slash(channel.path));
  std::string message = fmt::format("no channel matches '{}'", pattern);
  const std::string close = did_you_mean(std::string(without_slash(pattern)), names);
  if (!close.empty()) message += fmt::format("; did you mean '{}'", close);

  // Channels that share a part of their path with the pattern, then any.
  std::vector<std::string> shown;
  const auto show = [&shown](const std::string& name) {
    if (shown.size() < 6 && std::find(shown.begin(), shown.end(), name) == shown.end()) shown.push_back(name);
  };
  for (const std::string& name : names) {
    std::string_view rest = name;
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      if (part.size() > 1 && pattern.find(part) != std::string::npos) show(name);
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    }
  }
  for (const std::string& name : names) show(name);
  message += close.empty() ? "." : "?";
  message += fmt::format(" The record has {} channels, such as {}", names.size(), fmt::join(shown, ", "));
  throw std::runtime_error(message);
}

/// The channels to write, in order; /time leads whether asked for or not.
std::vector<const Channel*> choose(const RecordFile& record, const std::vector<std::string>& patterns) {
  std::vector<const Channel*> chosen;
  for (const std::string& pattern : patterns) {
    bool found = false;
    for (const Channel& channel : record.layout.channels) found = found || matches(channel.path, pattern);
    for (const Table& table : record.layout.tables) found = found || matches(table.path, pattern);
    if (!found) unknown_pattern(record.layout, pattern);
  }
  for (const Channel& channel : record.layout.channels) {
    bool wanted = patterns.empty() || channel.path == "/time";
    for (const std::string& pattern : patterns) wanted = wanted || matches(channel.path, pattern);
    if (wanted) chosen.push_back(&channel);
  }
  return chosen;
}

std::string write_channels(const RecordFile& record, const std::vector<const Channel*>& channels,
                           const std::string& path) {
  constexpr long long kBlock = 1 << 20;  // numbers in memory at a time: 8 MB
  CsvFile csv(path, "time [s]");
  long long row_width = 0;
  for (const Channel* channel : channels) {
    row_width += channel->width;
    for (int k = 0; k < channel->width; ++k) csv.heading(component_name(*channel, k), channel->unit);
  }
  csv.end_line();
  const long long most = std::max(1LL, kBlock / std::max(1LL, row_width));
  std::vector<std::vector<double>> values(channels.size());
  for (long long first = 0; first < record.samples; first += most) {
    const long long count = std::min(most, record.samples - first);
    for (std::size_t i = 0; i < channels.size(); ++i) {
      values[i].resize(idx(count) * idx(channels[i]->width));
      record.read(channels[i]->path, first, values[i]);
    }
    for (std::size_t sample = 0; sample < idx(count); ++sample) {
      for (std::size_t i = 0; i < channels.size(); ++i) {
        const auto width = idx(channels[i]->width);
        for (std::size_t k = 0; k < width; ++k) csv.cell(values[i][sample * width + k], channels[i]->words);
      }
      csv.end_line();
    }
  }
  return csv.close();
}

std::string write_table(const RecordFile& record, const Table& table, const std::string& path) {
  const Column& first = table.columns.front();
  CsvFile csv(path, first.unit.empty() ? first.name : fmt::format("{} [{}]", first.name, first.unit));
  for (const Column& column : table.columns) csv.heading(column.name, column.unit);
  csv.end_line();
  record.each_row(table.path, [&](std::span<const double> row) {
    for (std::size_t i = 0; i < row.size(); ++i) csv.cell(row[i], table.columns[i].words);
    csv.end_line();
  });
  return csv.close();
}

}  // namespace

std::vector<std::string> export_csv(const RecordFile& record, const std::string& directory,
                                    const std::vector<std::string>& channel_patterns) {
  namespace fs = std::filesystem;
  const std::vector<const Channel*> channels = choose(record, channel_patterns);
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    throw std::runtime_error(fmt::format("cannot make the folder '{}': {}", directory, error.message()));

  std::vector<std::string> written;
  written.push_back(write_channels(record, channels, (fs::path(directory) / "channels.csv").string()));
  for (const Table& table : record.layout.tables) {
    std::string name(without_slash(table.path));
    for (char& c : name) {
      if (c == '/') c = '.';
    }
    written.push_back(write_table(record, table, (fs::path(directory) / (name + ".csv")).string()));
  }
  return written;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "freeplay/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/index.h"

namespace freeplay {
namespace {

long long count_nan(std::span<const double> values) {
  return std::count_if(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

/// Samples that are sorted into channels together: as many as stay in the processor's cache.
constexpr std::size_t kBlock = 32;

std::string_view without_slash(std::string_view path) {
  return !path.empty() && path.front() == '/' ? path.substr(1) : path;
}

}  // namespace

int RecordLayout::row_width() const {
  int width = 0;
  for (const Channel& channel : channels) width += channel.width;
  return width;
}

MemoryRecord::MemoryRecord(RecordLayout layout)
    : layout_(std::move(layout)),
      row_width_(idx(layout_.row_width())),
      columns_(layout_.channels.size()),
      tables_(layout_.tables.size()) {
  latest_.reserve(kBlock * row_width_);
}

void MemoryRecord::append(std::span<const double> row) {
  latest_.insert(latest_.end(), row.begin(), row.end());
  nan_values_ += count_nan(row);
  ++samples_;
  if (latest_.size() >= kBlock * row_width_) sort_in();
}

/// Puts the latest samples where their channels are.
void MemoryRecord::sort_in() {
  std::size_t first = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const auto width = idx(layout_.channels[c].width);
    for (std::size_t at = first; at < latest_.size(); at += row_width_) {
      for (std::size_t k = 0; k < width; ++k) columns_[c].push_back(latest_[at + k]);
    }
    first += width;
  }
  latest_.clear();
}

void MemoryRecord::append_row(int table, std::span<const double> cells) {
  tables_[idx(table)].emplace_back(cells.begin(), cells.end());
  nan_values_ += count_nan(cells);
}

void MemoryRecord::close(const std::string& status, const std::map<std::string, Attribute>& attributes) {
  status_ = status;
  final_ = attributes;
  final_["nan_values"] = nan_values_;
}

std::size_t MemoryRecord::channel_at(const std::string& path) const {
  const auto& all = layout_.channels;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.path == path; });
  if (found == all.end()) throw std::out_of_range("the record has no channel '" + path + "'");
  return idx(found - all.begin());
}

std::size_t MemoryRecord::table_at(const std::string& path) const {
  const auto& all = layout_.tables;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.path == path; });
  if (found == all.end()) throw std::out_of_range("the record has no table '" + path + "'");
  return idx(found - all.begin());
}

std::vector<double> MemoryRecord::values(const std::string& path) const {
  const std::size_t place = channel_at(path);
  std::size_t first = 0;
  for (std::size_t c = 0; c < place; ++c) first += idx(layout_.channels[c].width);
  const auto width = idx(layout_.channels[place].width);
  std::vector<double> result;
  result.reserve(idx(samples_) * width);
  result.assign(columns_[place].begin(), columns_[place].end());
  for (std::size_t at = first; at < latest_.size(); at += row_width_) {
    for (std::size_t k = 0; k < width; ++k) result.push_back(latest_[at + k]);
  }
  return result;
}

std::vector<double> MemoryRecord::take(const std::string& path) {
  sort_in();
  return std::exchange(columns_[channel_at(path)], {});
}

const std::vector<std::vector<double>>& MemoryRecord::rows(const std::string& path) const {
  return tables_[table_at(path)];
}

std::vector<std::vector<double>> MemoryRecord::take_rows(const std::string& path) {
  return std::exchange(tables_[table_at(path)], {});
}

bool matches(const std::string& path, const std::string& pattern) {
  const std::string_view text = without_slash(path);
  const std::string_view mask = without_slash(pattern);
  // Greedy with one point to come back to: the last star, which then takes one character more.
  std::size_t t = 0, m = 0, star = std::string_view::npos, star_text = 0;
  while (t < text.size()) {
    if (m < mask.size() && mask[m] == '*') {
      star = m++;
      star_text = t;
    } else if (m < mask.size() && mask[m] == text[t]) {
      ++m;
      ++t;
    } else if (star != std::string_view::npos) {
      m = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (m < mask.size() && mask[m] == '*') ++m;
  return m == mask.size();
}

std::string component_suffix(const Channel& channel, int k) {
  const auto at = idx(k);
  if (channel.width == 1) return "";
  if (channel.width <= 3) return std::string(".") + "xyz"[at];
  if (channel.width == 4) return std::string(".") + "wxyz"[at];
  return fmt::format(".{}", k);
}

}  // namespace freeplay

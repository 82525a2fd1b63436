// SPDX-License-Identifier: Apache-2.0
#include "freeplay/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "base/index.h"

namespace freeplay {
namespace {

long long count_nan(std::span<const double> values) {
  return std::count_if(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

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
    : layout_(std::move(layout)), tables_(layout_.tables.size()) {}

void MemoryRecord::append(std::span<const double> row) {
  data_.insert(data_.end(), row.begin(), row.end());
  nan_values_ += count_nan(row);
  ++samples_;
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

std::vector<double> MemoryRecord::values(const std::string& path) const {
  std::size_t first = 0;
  for (const Channel& channel : layout_.channels) {
    const auto width = idx(channel.width);
    if (channel.path != path) {
      first += width;
      continue;
    }
    const auto row_width = idx(layout_.row_width());
    std::vector<double> result;
    result.reserve(idx(samples_) * width);
    for (std::size_t at = first; at < data_.size(); at += row_width) {
      for (std::size_t k = 0; k < width; ++k) result.push_back(data_[at + k]);
    }
    return result;
  }
  throw std::out_of_range("the record has no channel '" + path + "'");
}

const std::vector<std::vector<double>>& MemoryRecord::rows(const std::string& path) const {
  for (std::size_t i = 0; i < layout_.tables.size(); ++i) {
    if (layout_.tables[i].path == path) return tables_[i];
  }
  throw std::out_of_range("the record has no table '" + path + "'");
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

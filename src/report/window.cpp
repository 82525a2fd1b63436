// SPDX-License-Identifier: Apache-2.0
#include "report/window.h"

#include <algorithm>

#include "base/index.h"

namespace freeplay {
namespace {

bool is_inside(double t, const TimeWindow& window) { return t >= window.from && t <= window.to; }

/// A part of another record.
class Part final : public RecordSource {
 public:
  explicit Part(RecordFile whole) : whole_(std::move(whole)) {}

  /// Samples from the first in the window to the last: how many.
  long long show_samples(const std::vector<double>& times, const TimeWindow& window) {
    const auto is_shown = [&](double t) { return is_inside(t, window); };
    const auto first = std::find_if(times.begin(), times.end(), is_shown);
    const auto end = std::find_if(times.rbegin(), times.rend(), is_shown).base();
    first_ = first - times.begin();
    return std::max<std::ptrdiff_t>(0, end - first);
  }
  /// Rows need not stand in the order of their times. Tables without a time stay.
  void show_rows(const Table& table, const TimeWindow& window) {
    std::vector<long long>& shown = rows_[table.path];
    const bool timed = std::any_of(table.columns.begin(), table.columns.end(),
                                   [](const Column& column) { return column.name == "time"; });
    const std::vector<double> times = timed ? whole_.column(table.path, "time") : std::vector<double>();
    for (long long i = 0; i < whole_.rows(table.path); ++i)
      if (!timed || is_inside(times[idx(i)], window)) shown.push_back(i);
  }

  void read(const Channel& channel, long long first, std::span<double> out) const override {
    whole_.read(channel.path, first_ + first, out);
  }
  long long rows(const Table& table) const override {
    return static_cast<long long>(rows_.at(table.path).size());
  }
  std::vector<std::vector<double>> read_rows(const Table& table, long long first,
                                             long long count) const override {
    std::vector<std::vector<double>> out;
    if (count == 0) return out;
    const auto shown = std::span(rows_.at(table.path)).subspan(idx(first), idx(count));
    const auto all = whole_.read_rows(table.path, shown.front(), shown.back() + 1 - shown.front());
    for (const long long row : shown) out.push_back(all[idx(row - shown.front())]);
    return out;
  }

 private:
  RecordFile whole_;
  long long first_ = 0;
  std::map<std::string, std::vector<long long>> rows_;
};

}  // namespace

bool cut(Result& result, const TimeWindow& window) {
  RecordFile& record = result.record;
  const auto part = std::make_shared<Part>(record);
  record.samples = part->show_samples(result.values("/time"), window);
  for (const Table& table : record.layout.tables) part->show_rows(table, window);
  record.channels.clear();
  record.tables.clear();
  record.source = part;
  return record.samples > 0;
}

}  // namespace freeplay

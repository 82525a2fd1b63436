// SPDX-License-Identifier: Apache-2.0
#include "report/window.h"
#include "base/index.h"
#include "freeplay/results.h"

#include <algorithm>

namespace freeplay {

bool cut(Result& result, const TimeWindow& window) {
  const auto inside = [&](double t) { return t >= window.from && t <= window.to; };
  RecordFile& record = result.record;
  const std::vector<double> time = result.values("/time");
  for (const Channel& channel : record.layout.channels) {
    std::vector<double>& values = record.channels.at(channel.path);
    const auto width = idx(channel.width);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (!inside(time[i])) continue;
      for (std::size_t k = 0; k < width; ++k) values[kept * width + k] = values[i * width + k];
      ++kept;
    }
    values.resize(kept * width);
  }
  record.samples = std::count_if(time.begin(), time.end(), inside);
  for (const Table& table : record.layout.tables) {
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [](const Column& c) { return c.name == "time"; });
    if (column == table.columns.end()) continue;
    const auto at = idx(column - table.columns.begin());
    std::erase_if(record.tables.at(table.path),
                  [&](const std::vector<double>& row) { return !inside(row[at]); });
  }
  return record.samples > 0;
}

}  // namespace freeplay

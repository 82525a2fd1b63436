// SPDX-License-Identifier: Apache-2.0
// Impacts over time, from the table of impacts: their normal impulses. In the compliant world a row is a
// contact from its beginning to its end, and the impulse of one that lasts is that of a load, which would
// dwarf all blows; there the velocity of approach is drawn, which tells how hard each began.
#include <algorithm>
#include <map>

#include "report/figures/parts.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr const char* kTable = "/impacts";
constexpr std::size_t kMostContacts = 6;

std::size_t column_of(const Table& table, const char* name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return idx(found - table.columns.begin());
}

/// What is drawn of a row.
struct Drawn {
  const char* column;
  const char* label;
  const char* help;
  double factor;
};
constexpr Drawn kImpulse{"normal_impulse", "P_{N} (N s)", "Normal impulse of every impact", 1};
constexpr Drawn kApproach{"normal_before", "approach (m/s)",
                          "Velocity of approach of every contact that began", -1};

bool has_duration(const Result& result) {
  const Table* table = result.table(kTable);
  return table && column_of(*table, "duration") < table->columns.size();
}

/// What is drawn of each contact, summed.
void add_sums(const Result& result, const Drawn& drawn, std::vector<std::string>& names,
              std::map<std::string, double>& sums) {
  const Table* table = result.table(kTable);
  if (!table) return;
  const std::size_t contact = column_of(*table, "contact"), value = column_of(*table, drawn.column);
  if (contact == table->columns.size() || value == table->columns.size()) return;
  const std::vector<std::string>& words = table->columns[contact].words;
  result.record.each_row(kTable, [&](std::span<const double> row) {
    const auto word = static_cast<std::size_t>(row[contact]);
    if (word >= words.size()) return;
    if (sums.emplace(words[word], 0).second) names.push_back(words[word]);
    sums[words[word]] += drawn.factor * row[value];
  });
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> names;
  std::map<std::string, double> sums;
  const bool lasting = std::any_of(results.begin(), results.end(), has_duration);
  const Drawn& drawn = lasting ? kApproach : kImpulse;
  for (const Result& result : results) add_sums(result, drawn, names, sums);
  std::vector<double> weights;
  for (const std::string& name : names) weights.push_back(sums[name]);
  const bool several = results.size() > 1;
  const Shown shown = choose(names, choice, several ? 4 : kMostContacts, weights);
  if (shown.empty()) return {};
  FigureSpec figure{"impacts", "Impacts", drawn.help, 1};
  int colour = 0;
  for (const std::string& name : shown.names) {
    if (figure.axes.empty() || several) figure.axes.push_back(time_axes(several ? name : "", drawn.label));
    for (std::size_t run = 0; run < results.size(); ++run) {
      if (!results[run].table(kTable)) continue;
      SeriesSpec series;
      series.label = several ? results[run].label : name;
      series.style = Series::Style::stems;
      series.colour = several ? to_int(run) : colour;
      series.x.run = to_int(run);
      series.x.table = kTable;
      series.x.column = "time";
      series.x.where_column = "contact";
      series.x.where_word = name;
      series.y = series.x;
      series.y.column = drawn.column;
      series.y.factor = drawn.factor;
      figure.axes.back().series.push_back(series);
    }
    ++colour;
  }
  if (results.size() > 1 && figure.axes.size() > 1) figure.columns = 2;
  std::string& note = figure.axes.back().note;
  if (lasting) note = "Impulses are left out: those of contacts that last are loads, not blows.";
  if (const std::string others = shown.note("contacts"); !others.empty())
    note += (note.empty() ? "" : " ") + others;
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(impacts) = {
    {"impacts",
     "",
     "normal impulse of every impact over time; in the compliant world its velocity of approach",
     {}},
    80,
    "rows in the table /impacts",
    make};
}  // namespace entry
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "report/figures/figure.h"

#include <algorithm>
#include <span>

#include "base/index.h"

namespace freeplay {

std::vector<const FigureEntry*> figures_in_order() {
  std::vector<const FigureEntry*> entries(entries_of<FigureEntry>().begin(), entries_of<FigureEntry>().end());
  std::stable_sort(entries.begin(), entries.end(),
                   [](const FigureEntry* a, const FigureEntry* b) { return a->order < b->order; });
  return entries;
}

std::vector<FigureSpec> make_figures(const FigureEntry& entry, const std::vector<Result>& results,
                                     const FigureChoice& choice) {
  const bool curves = std::any_of(results.begin(), results.end(),
                                  [](const Result& result) { return result.values("/time").size() > 1; });
  return curves ? entry.make(results, choice) : std::vector<FigureSpec>{};
}

std::vector<FigureSpec> all_figures(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<FigureSpec> all;
  for (const FigureEntry* entry : figures_in_order()) {
    std::vector<FigureSpec> made = make_figures(*entry, results, choice);
    all.insert(all.end(), made.begin(), made.end());
  }
  return all;
}

std::vector<double> resolve(const Source& source, const std::vector<Result>& results) {
  const Result& result = results.at(idx(source.run));
  std::vector<double> out;
  if (source.numbers) {
    out = *source.numbers;
  } else if (!source.channel.empty()) {
    out = result.values(source.channel, source.component);
  } else if (const Table* table = result.table(source.table)) {
    const auto index = [&](const std::string& name) {
      const auto found = std::find_if(table->columns.begin(), table->columns.end(),
                                      [&](const Column& column) { return column.name == name; });
      return idx(found - table->columns.begin());
    };
    const std::size_t column = index(source.column), filter = index(source.where_column);
    if (column == table->columns.size()) return out;
    result.record.each_row(source.table, [&](std::span<const double> row) {
      if (!source.where_word.empty()) {
        if (filter == table->columns.size()) return;
        const std::vector<std::string>& words = table->columns[filter].words;
        const auto word = static_cast<std::size_t>(row[filter]);
        if (word >= words.size() || words[word] != source.where_word) return;
      }
      out.push_back(row[column]);
    });
  }
  for (double& value : out) value = source.factor * value + source.offset;
  return out;
}

namespace {

/// Of a comparison the first panel names the results; others that draw the same need no legend of their own.
void share_legend(Figure& figure) {
  const auto named =
      std::max_element(figure.axes.begin(), figure.axes.end(),
                       [](const Axes& a, const Axes& b) { return a.series.size() < b.series.size(); });
  for (auto axes = figure.axes.begin(); axes != figure.axes.end(); ++axes) {
    if (axes == named) continue;
    const bool all = std::all_of(axes->series.begin(), axes->series.end(), [&](const Series& series) {
      return std::any_of(named->series.begin(), named->series.end(), [&](const Series& other) {
        return other.label == series.label && other.colour == series.colour && other.style == series.style;
      });
    });
    for (Series& series : axes->series) {
      if (all) series.label.clear();
    }
  }
}

}  // namespace

Figure to_figure(const FigureSpec& spec, const std::vector<Result>& results) {
  Figure figure;
  std::optional<std::pair<double, double>> time;  // of all results, so that panels agree
  for (const Result& result : results) {
    const std::vector<double> samples = result.values("/time");
    if (samples.empty()) continue;
    time = {std::min(time ? time->first : samples.front(), samples.front()),
            std::max(time ? time->second : samples.back(), samples.back())};
  }
  figure.title = spec.title;
  figure.columns = spec.timeline.empty() ? spec.columns : 1;
  if (!spec.timeline.empty()) {
    Axes axes;
    axes.x_label = "t (s)";
    for (const TimelineRow& row : spec.timeline) {
      const Result& result = results.at(idx(row.run));
      const Channel* channel = result.channel(row.channel);
      if (channel)
        axes.rows.push_back({row.label, result.values("/time"), result.values(row.channel), channel->words});
    }
    axes.note = spec.timeline_note;
    if (!axes.rows.empty()) figure.axes.push_back(axes);
  }
  for (const AxesSpec& from : spec.axes) {
    Axes axes;
    axes.title = from.title;
    if (from.x_is_time) axes.x_range = time;
    axes.x_label = from.x_label;
    axes.y_label = from.y_label;
    axes.log_x = from.log_x;
    axes.log_y = from.log_y;
    axes.equal_aspect = from.equal_aspect;
    axes.h_lines = from.h_lines;
    axes.v_lines = from.v_lines;
    axes.note = from.note;
    axes.circles = from.circles;
    for (const SeriesSpec& series : from.series) {
      axes.series.push_back({series.label, resolve(series.x, results), resolve(series.y, results),
                             series.style, series.colour});
    }
    figure.axes.push_back(axes);
  }
  if (results.size() > 1) share_legend(figure);
  return figure;
}

}  // namespace freeplay

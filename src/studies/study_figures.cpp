// SPDX-License-Identifier: Apache-2.0
#include "studies/study_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "studies/study_numbers.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostPanels = 8;  ///< of measures, and of variables for each of them

/// A channel of the result without the runs that are not complete.
struct Shown {
  std::string name, unit;
  std::vector<double> values;  ///< NaN: there is none
  std::string label() const {
    return unit.empty() || unit == "-" ? name : fmt::format("{} ({})", name, unit);
  }
};

std::vector<Shown> quantities(const RecordFile& record, const std::string& head) {
  std::vector<Shown> all;
  for (const Channel& channel : record.layout.channels) {
    if (!channel.path.starts_with(head) || !channel.words.empty()) continue;
    if (all.size() == kMostPanels) break;
    all.push_back({channel.path.substr(head.size()), channel.unit, record.values(channel.path)});
  }
  return all;
}

std::vector<double> sorted_numbers(const std::vector<double>& values) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](double v) { return std::isfinite(v); });
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// How many runs lie where: as many columns as the root of their number.
Axes histogram(const Shown& measure) {
  const std::vector<double> sorted = sorted_numbers(measure.values);
  Axes axes;
  axes.x_label = measure.label();
  axes.y_label = "runs";
  if (sorted.empty()) {
    axes.note = "no run has this measure";
    return axes;
  }
  const double low = sorted.front(), high = sorted.back();
  if (low == high) {
    axes.note = fmt::format("all {} runs have {:.6g}", sorted.size(), low);
    return axes;
  }
  constexpr double kMostColumns = 60;
  const auto columns = static_cast<std::size_t>(
      std::clamp(std::ceil(std::sqrt(static_cast<double>(sorted.size()))), 1.0, kMostColumns));
  std::vector<double> counts(columns, 0);
  for (const double value : sorted) {
    const auto column = static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(columns));
    ++counts[std::min(column, columns - 1)];
  }
  Series steps;
  steps.style = Series::Style::steps;
  steps.colour = 0;
  const double width = (high - low) / static_cast<double>(columns);
  steps.x.push_back(low);
  steps.y.push_back(0);
  for (std::size_t i = 0; i < columns; ++i) {
    steps.x.push_back(low + static_cast<double>(i) * width);
    steps.y.push_back(counts[i]);
  }
  steps.x.push_back(high);
  steps.y.push_back(0);
  axes.series.push_back(std::move(steps));
  const double percent[] = {5, 50, 95};
  for (const double p : percent) axes.v_lines.push_back(percentile_of_sorted(sorted, p));
  axes.note = fmt::format("{} runs; lines: 5 %, median and 95 %: {:.4g}, {:.4g}, {:.4g}", sorted.size(),
                          axes.v_lines[0], axes.v_lines[1], axes.v_lines[2]);
  return axes;
}

/// The measure over the variable, with percentiles where several runs share a value.
Axes response(const Shown& variable, const Shown& measure) {
  constexpr double kManyTimes = 20;  // ends that far apart are shown on a logarithmic axis
  Axes axes;
  axes.x_label = variable.label();
  axes.y_label = measure.label();
  Series points;
  points.style = Series::Style::points;
  points.colour = 5;
  std::map<double, std::vector<double>> groups;
  for (std::size_t i = 0; i < variable.values.size(); ++i) {
    if (!std::isfinite(variable.values[i]) || !std::isfinite(measure.values[i])) continue;
    points.x.push_back(variable.values[i]);
    points.y.push_back(measure.values[i]);
    groups[variable.values[i]].push_back(measure.values[i]);
  }
  if (groups.empty()) {
    axes.note = "no run has both";
    return axes;
  }
  axes.log_x = groups.begin()->first > 0 && groups.rbegin()->first >= kManyTimes * groups.begin()->first;
  const bool shared = groups.size() > 1 && points.x.size() >= 3 * groups.size();
  axes.series.push_back(std::move(points));
  if (!shared) return axes;
  const std::pair<double, const char*> shown[] = {{50, "median"}, {5, "5 % and 95 %"}, {95, "5 % and 95 %"}};
  for (const auto& [percent, label] : shown) {
    Series line;
    line.label = label;
    line.style = percent == 50 ? Series::Style::line : Series::Style::dashed;
    line.colour = percent == 50 ? 0 : 1;
    for (auto& [value, of] : groups) {
      std::sort(of.begin(), of.end());
      line.x.push_back(value);
      line.y.push_back(percentile_of_sorted(of, percent));
    }
    axes.series.push_back(std::move(line));
  }
  return axes;
}

/// The points of a section over a variable: with one that is a range, a bifurcation diagram.
void add_sections(const RecordFile& record, const std::vector<Shown>& variables,
                  std::vector<Figure>& figures) {
  constexpr long long kMostPoints = 1000000;
  for (const Table& table : record.layout.tables) {
    if (!table.path.starts_with("/section/") || record.rows(table.path) == 0) continue;
    Figure figure;
    figure.title = "Section " + table.path.substr(std::string("/section/").size());
    for (const Shown& variable : variables) {
      for (std::size_t column = 2; column < table.columns.size(); ++column) {  // behind row and time
        Shown value{table.columns[column].name, table.columns[column].unit, {}};
        Axes axes;
        axes.x_label = variable.label();
        axes.y_label = value.label();
        Series points;
        points.style = Series::Style::points;
        points.colour = 0;
        record.each_row(
            table.path,
            [&](std::span<const double> row) {
              points.x.push_back(variable.values.at(static_cast<std::size_t>(row[0])));
              points.y.push_back(row[column]);
            },
            kMostPoints);
        if (record.rows(table.path) > kMostPoints)
          axes.note = fmt::format("the first {} of {} points", kMostPoints, record.rows(table.path));
        axes.series.push_back(std::move(points));
        figure.axes.push_back(std::move(axes));
      }
    }
    if (!figure.axes.empty()) figures.push_back(std::move(figure));
  }
}

}  // namespace

std::vector<Figure> study_figures(const RecordFile& record, double width) {
  const std::vector<Shown> measures = quantities(record, "/measure/"),
                           variables = quantities(record, "/input/");
  if (record.samples == 0) throw std::runtime_error("the study has no rows yet");
  std::vector<Figure> figures;
  add_sections(record, variables, figures);
  if (!measures.empty()) figures.insert(figures.begin(), Figure());
  if (!measures.empty()) figures[0].title = "Distributions";
  for (const Shown& measure : measures) figures[0].axes.push_back(histogram(measure));
  if (!measures.empty()) figures[0].columns = measures.size() > 1 ? 2 : 1;
  for (const Shown& measure : measures) {
    Figure figure;
    figure.title = fmt::format("{} over what varies", measure.name);
    for (const Shown& variable : variables) figure.axes.push_back(response(variable, measure));
    figure.columns = variables.size() > 1 ? 2 : 1;
    if (!variables.empty()) figures.push_back(std::move(figure));
  }
  for (Figure& figure : figures) figure.width = width;
  return figures;
}

}  // namespace freeplay

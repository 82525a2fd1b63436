// SPDX-License-Identifier: Apache-2.0
#include "studies/study_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "report/figures/parts.h"
#include "studies/study_numbers.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostPanels = 8;  ///< of measures, and of variables for each of them

/// A channel of the result, in the unit in which it is drawn.
struct Drawn {
  std::string path, name;
  Unit unit;
  std::vector<double> values;  ///< NaN: there is none

  std::string label() const { return with_unit(name, unit.name == "-" ? "" : unit.name); }
  Source source() const { return {.channel = path, .factor = unit.factor}; }
};

/// In a unit that suits the largest of them.
Drawn drawn(const std::string& path, const std::string& name, const std::string& unit,
            std::vector<double> values) {
  double size = 0;
  for (const double value : values) size = std::max(size, std::isfinite(value) ? std::abs(value) : 0);
  Drawn out{path, name, suitable_unit(unit, size), std::move(values)};
  for (double& value : out.values) value *= out.unit.factor;
  return out;
}

std::vector<Drawn> quantities(const RecordFile& record, const std::string& head) {
  std::vector<Drawn> all;
  for (const Channel& channel : record.layout.channels) {
    if (!channel.path.starts_with(head) || !channel.words.empty()) continue;
    if (all.size() == kMostPanels) break;
    all.push_back(
        drawn(channel.path, channel.path.substr(head.size()), channel.unit, record.values(channel.path)));
  }
  return all;
}

Source numbers_of(std::vector<double> numbers) {
  return {.numbers = std::make_shared<const std::vector<double>>(std::move(numbers))};
}

std::vector<double> sorted_numbers(const std::vector<double>& values) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](double v) { return std::isfinite(v); });
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// How many runs lie where: a column for each whole number, or as many columns as the root of their number.
AxesSpec histogram(const Drawn& measure) {
  const std::vector<double> sorted = sorted_numbers(measure.values);
  AxesSpec axes;
  axes.title = measure.name;
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
  const bool whole = high - low < kMostColumns && std::all_of(sorted.begin(), sorted.end(), [](double value) {
                       return value == std::round(value);
                     });
  const double first = whole ? low - 0.5 : low, last = whole ? high + 0.5 : high;
  const auto columns = static_cast<std::size_t>(
      whole ? last - first
            : std::clamp(std::ceil(std::sqrt(static_cast<double>(sorted.size()))), 1.0, kMostColumns));
  std::vector<double> counts(columns, 0);
  for (const double value : sorted) {
    const auto column =
        static_cast<std::size_t>((value - first) / (last - first) * static_cast<double>(columns));
    ++counts[std::min(column, columns - 1)];
  }
  const double width = (last - first) / static_cast<double>(columns);
  std::vector<double> x{first}, y{0};
  for (std::size_t i = 0; i < columns; ++i) {
    x.push_back(first + static_cast<double>(i) * width);
    y.push_back(counts[i]);
  }
  x.push_back(last);
  y.push_back(0);
  axes.series.push_back({"", numbers_of(std::move(x)), numbers_of(std::move(y)), Series::Style::steps, 0});
  const double percent[] = {5, 50, 95};
  for (const double p : percent) axes.v_lines.push_back(percentile_of_sorted(sorted, p));
  axes.note = fmt::format("{} runs; lines: 5 %, median and 95 %: {:.4g}, {:.4g}, {:.4g}", sorted.size(),
                          axes.v_lines[0], axes.v_lines[1], axes.v_lines[2]);
  return axes;
}

/// Values far apart, with half of them near the lower end: they are meant as ratios.
bool as_ratios(const std::map<double, std::vector<double>>& groups) {
  constexpr double kManyTimes = 20, kNear = 0.2;
  const double low = groups.begin()->first, high = groups.rbegin()->first;
  if (!(low > 0) || high < kManyTimes * low) return false;
  return std::next(groups.begin(), static_cast<std::ptrdiff_t>(groups.size() / 2))->first - low <
         kNear * (high - low);
}

/// The measure over the variable, with percentiles where several runs share a value.
AxesSpec response(const Drawn& variable, const Drawn& measure) {
  AxesSpec axes;
  axes.title = variable.name;
  axes.x_label = variable.label();
  axes.y_label = measure.label();
  std::map<double, std::vector<double>> groups;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < variable.values.size(); ++i) {
    if (!std::isfinite(variable.values[i]) || !std::isfinite(measure.values[i])) continue;
    groups[variable.values[i]].push_back(measure.values[i]);
    ++runs;
  }
  if (groups.empty()) {
    axes.note = "no run has both";
    return axes;
  }
  axes.log_x = as_ratios(groups);
  axes.series.push_back({"", variable.source(), measure.source(), Series::Style::points, 5});
  if (groups.size() < 2 || runs < 3 * groups.size()) return axes;
  for (auto& [value, of] : groups) std::sort(of.begin(), of.end());
  const std::pair<double, const char*> shown[] = {{50, "median"}, {5, "5 % and 95 %"}, {95, "5 % and 95 %"}};
  for (const auto& [percent, label] : shown) {
    std::vector<double> x, y;
    for (const auto& [value, of] : groups) {
      x.push_back(value);
      y.push_back(percentile_of_sorted(of, percent));
    }
    axes.series.push_back({label, numbers_of(std::move(x)), numbers_of(std::move(y)),
                           percent == 50 ? Series::Style::line : Series::Style::dashed,
                           percent == 50 ? 0 : 1});
  }
  return axes;
}

/// The points of a section over a variable: with one that is a range, a bifurcation diagram.
AxesSpec section_over(const RecordFile& record, const Table& table, std::size_t column,
                      const Drawn& variable) {
  constexpr long long kMostPoints = 1000000;
  std::vector<double> x, y;
  record.each_row(
      table.path,
      [&](std::span<const double> row) {
        x.push_back(variable.values.at(static_cast<std::size_t>(row[0])));
        y.push_back(row[column]);
      },
      kMostPoints);
  Drawn value = drawn("", table.columns[column].name, table.columns[column].unit, std::move(y));
  AxesSpec axes;
  axes.title = fmt::format("{} over {}", value.name, variable.name);
  axes.x_label = variable.label();
  axes.y_label = value.label();
  if (record.rows(table.path) > kMostPoints)
    axes.note = fmt::format("the first {} of {} points", kMostPoints, record.rows(table.path));
  axes.series.push_back(
      {"", numbers_of(std::move(x)), numbers_of(std::move(value.values)), Series::Style::points, 0});
  return axes;
}

void add_sections(const RecordFile& record, const std::vector<Drawn>& variables,
                  std::vector<FigureSpec>& figures) {
  for (const Table& table : record.layout.tables) {
    if (!table.path.starts_with("/section/") || record.rows(table.path) == 0) continue;
    FigureSpec figure{.id = "section",
                      .title = "Section " + table.path.substr(std::string("/section/").size()),
                      .help = "What each run returns to, over what varies."};
    for (const Drawn& variable : variables) {
      for (std::size_t column = 2; column < table.columns.size(); ++column)  // behind row and time
        figure.axes.push_back(section_over(record, table, column, variable));
    }
    if (!figure.axes.empty()) figures.push_back(std::move(figure));
  }
}

}  // namespace

std::vector<FigureSpec> study_figure_specs(const RecordFile& record) {
  if (record.samples == 0) throw std::runtime_error("the study has no rows yet");
  const std::vector<Drawn> measures = quantities(record, "/measure/"),
                           variables = quantities(record, "/input/");
  std::vector<FigureSpec> figures;
  if (!measures.empty()) {
    FigureSpec figure{.id = "distributions",
                      .title = "Distributions",
                      .help = "How many runs have which value, of the complete ones.",
                      .columns = measures.size() > 1 ? 2 : 1};
    for (const Drawn& measure : measures) figure.axes.push_back(histogram(measure));
    figures.push_back(std::move(figure));
  }
  add_sections(record, variables, figures);
  for (const Drawn& measure : measures) {
    if (variables.empty()) break;
    FigureSpec figure{.id = "response",
                      .title = fmt::format("{} over what varies", measure.name),
                      .columns = variables.size() > 1 ? 2 : 1};
    for (const Drawn& variable : variables) figure.axes.push_back(response(variable, measure));
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> study_figures(const RecordFile& record, double width) {
  const std::vector<Result> result{study_as_result(record, "")};
  std::vector<Figure> figures;
  for (const FigureSpec& spec : study_figure_specs(record)) {
    figures.push_back(to_figure(spec, result));
    figures.back().width = width;
    for (Axes& axes : figures.back().axes) axes.title.clear();  // their labels say it
  }
  return figures;
}

Result study_as_result(const RecordFile& record, const std::string& file) {
  Result result;
  result.file = file;
  result.record = record;
  result.label = result.attribute("name").empty() ? file : result.attribute("name");
  return result;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "studies/study_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <utility>

#include "base/index.h"
#include "base/number_text.h"
#include "io/json_text.h"
#include "studies/optimise.h"
#include "studies/study_numbers.h"
#include "studies/study_runner.h"

namespace freeplay {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Ranks from 1 on; equal values share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t k = i; k < end; ++k) ranks[order[k]] = 0.5 * static_cast<double>(i + end + 1);
    i = end;
  }
  return ranks;
}

/// [Spearman1904], over the rows that have both numbers.
double rank_correlation(const std::vector<double>& inputs, const std::vector<double>& measures) {
  std::vector<double> a, b;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (std::isnan(inputs[i]) || std::isnan(measures[i])) continue;
    a.push_back(inputs[i]);
    b.push_back(measures[i]);
  }
  return correlation(ranks_of(a), ranks_of(b));
}

Bounds bounds_of(const std::vector<double>& sorted, double percent) {
  const auto runs = static_cast<long long>(sorted.size());
  const RankInterval ranks = percentile_ranks(runs, percent);
  return {ranks.low > 0 ? sorted[idx(ranks.low - 1)] : kNothing,
          ranks.high <= runs ? sorted[idx(ranks.high - 1)] : kNothing};
}

MeasureStatistics statistics_of(const Channel& channel, const std::vector<double>& values) {
  MeasureStatistics of;
  of.name = channel.path.substr(std::string("/measure/").size());
  of.unit = channel.unit;
  std::vector<double> sorted;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (of.least_row < 0 || values[i] < values[idx(of.least_row)]) of.least_row = static_cast<long long>(i);
    if (of.peak_row < 0 || values[i] > values[idx(of.peak_row)]) of.peak_row = static_cast<long long>(i);
    sorted.push_back(values[i]);
  }
  of.count = static_cast<long long>(sorted.size());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  of.mean = sorted.empty() ? kNothing : std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  double squares = 0;
  for (const double value : sorted) squares += (value - of.mean) * (value - of.mean);
  of.deviation = sorted.size() < 2 ? kNothing : std::sqrt(squares / (n - 1));
  of.least = percentile_of_sorted(sorted, 0);
  of.percent5 = percentile_of_sorted(sorted, 5);
  of.median = percentile_of_sorted(sorted, 50);
  of.percent95 = percentile_of_sorted(sorted, 95);
  of.peak = percentile_of_sorted(sorted, 100);
  of.error = of.deviation / std::sqrt(n);
  of.percent5_bounds = bounds_of(sorted, 5);
  of.median_bounds = bounds_of(sorted, 50);
  of.percent95_bounds = bounds_of(sorted, 95);
  return of;
}

/// What the statistics say of runs that were not made.
std::string confidence_text(const StudySummary& summary, std::size_t width) {
  std::string out = "\nwith 95 % confidence, as of independent runs (even plans know more): ";
  out += "standard error of the mean; bounds of 5 %, median, 95 %\n";
  const auto bounds = [](const Bounds& of) {
    const auto bound = [](double value) { return std::isnan(value) ? "?" : fmt::format("{:.5g}", value); };
    return fmt::format("{} to {}", bound(of.low), bound(of.high));
  };
  for (const MeasureStatistics& of : summary.measures)
    out += fmt::format("  {:<{}} ± {:<10.2g} {:>24} {:>24} {:>24}\n",
                       fmt::format("{} [{}]", of.name, of.unit), width, of.error, bounds(of.percent5_bounds),
                       bounds(of.median_bounds), bounds(of.percent95_bounds));
  return out;
}

/// [Morris1991]; variables by how much they matter.
std::string effects_text(const StudySummary& summary) {
  std::string out =
      "\nelementary effects, as if a variable went through all of its values: mean size with its standard "
      "error, mean, "
      "deviation\n";
  for (const MeasureStatistics& of : summary.measures) {
    out += fmt::format("  {} [{}]\n", of.name, of.unit);
    std::vector<std::size_t> order(of.effects.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return of.effects[a].mean_size > of.effects[b].mean_size;
    });
    for (const std::size_t i : order) {
      const ElementaryEffects& e = of.effects[i];
      out += fmt::format("    {:<28} {:>11.4g} ± {:<10.2g} {:>+12.4g} {:>12.4g}\n", summary.variables[i],
                         e.mean_size, e.error, e.mean, e.deviation);
    }
  }
  return out;
}

/// [Saltelli2010]; variables by their total index.
std::string indices_text(const StudySummary& summary) {
  std::string out =
      "\nSobol' indices with 95 % confidence: part of the variance that goes if a variable is fixed (first), "
      "part that\nremains if only it varies on (total)\n";
  for (const MeasureStatistics& of : summary.measures) {
    out += fmt::format("  {}, from {} base points\n", of.name, grouped(of.indices.front().count));
    std::vector<std::size_t> order(of.indices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return of.indices[a].total > of.indices[b].total; });
    for (const std::size_t i : order) {
      const SobolIndices& one = of.indices[i];
      out += fmt::format("    {:<28} first {:>7.3f} ± {:<8.2g} total {:>7.3f} ± {:<8.2g}\n",
                         summary.variables[i], one.first, one.first_error, one.total, one.total_error);
    }
  }
  return out;
}

bool begins(const std::string& path, const char* with) { return path.rfind(with, 0) == 0; }

/// The best point of a search.
void find_best(const RecordFile& record, const Study& study, StudySummary& summary) {
  const Plan& plan = study.plan;
  const Channel* goal = record.find_channel("/measure/" + plan.goal);
  if (plan.kind != PlanKind::optimise || goal == nullptr) return;
  for (const Variable& variable : study.variables) {
    if (!variable.searched || record.find_channel("/input/" + variable.name) == nullptr) continue;
    summary.searched.push_back(variable.name);
    summary.searched_units.push_back(variable.unit);
  }
  const std::vector<double> goals = record.values(goal->path);
  const auto runs = idx(plan.repeats);
  for (std::size_t row = 0; row + runs <= goals.size(); row += runs) {
    const double value = goal_of(std::span(goals).subspan(row, runs), plan);
    if (std::isnan(value)) continue;
    if (summary.best && (plan.greatest ? value <= summary.best->value : value >= summary.best->value))
      continue;
    summary.best =
        BestPoint{plan.goal,
                  goal->unit,
                  std::string(plan.greatest ? "greatest" : "least") + (plan.worst ? " worst" : " mean"),
                  value,
                  static_cast<long long>(row),
                  plan.repeats,
                  {}};
  }
  if (!summary.best) return;
  for (const std::string& name : summary.searched) {
    double value = 0;
    record.read("/input/" + name, summary.best->row, {&value, 1});
    summary.best->inputs.push_back(value);
  }
}

std::string best_text(const StudySummary& summary) {
  const BestPoint& best = *summary.best;
  std::string out = fmt::format("\n{} of {}, over {} runs from row {} on: {:.6g} {}\n", best.what, best.goal,
                                best.runs, best.row, best.value, best.unit == "-" ? "" : best.unit);
  for (std::size_t i = 0; i < best.inputs.size(); ++i)
    out +=
        fmt::format("  {:<28} {:.6g} {}\n", summary.searched[i], best.inputs[i], summary.searched_units[i]);
  return out;
}

}  // namespace

StudySummary summarise(const RecordFile& record, const Study& study) {
  StudySummary summary;
  summary.rows = record.samples;
  if (const auto found = record.attributes.find("name"); found != record.attributes.end())
    summary.name = std::get<std::string>(found->second);
  if (const auto found = record.attributes.find("planned_rows"); found != record.attributes.end())
    summary.planned = std::get<long long>(found->second);
  std::vector<RowReason> reasons;
  for (const std::string& word : row_status_words()) reasons.push_back({word, 0, 0});
  const std::vector<double> status = record.values("/status");
  for (std::size_t row = 0; row < status.size(); ++row) {
    RowReason& reason = reasons.at(idx(std::llround(status[row])));
    if (reason.count++ == 0) reason.first_row = static_cast<long long>(row);
  }
  summary.complete = reasons.front().count;
  for (std::size_t i = 1; i < reasons.size(); ++i) {
    if (reasons[i].count > 0) summary.reasons.push_back(reasons[i]);
  }
  for (const double warnings : record.values("/warnings")) summary.warned += warnings > 0;
  const auto plan = record.attributes.find("plan");
  for (const char* sample : {"latin_hypercube", "sobol", "monte_carlo"})
    summary.sampled |= plan != record.attributes.end() && plan->second == Attribute(std::string(sample));
  const bool morris = plan != record.attributes.end() && plan->second == Attribute(std::string("morris"));
  const bool indices =
      plan != record.attributes.end() && plan->second == Attribute(std::string("sobol_indices"));
  std::vector<std::vector<double>> columns;  // of morris, which looks at all of them together
  std::vector<const Channel*> inputs;
  for (const Channel& channel : record.layout.channels) {
    if (!begins(channel.path, "/input/")) continue;
    inputs.push_back(&channel);
    if (morris) columns.push_back(record.values(channel.path));
    summary.variables.push_back(channel.path.substr(std::string("/input/").size()));
  }
  for (const Channel& channel : record.layout.channels) {
    if (!begins(channel.path, "/measure/")) continue;
    const std::vector<double> values = record.values(channel.path);
    MeasureStatistics of = statistics_of(channel, values);
    for (const Channel* input : inputs)
      of.correlations.push_back(input->words.empty() ? rank_correlation(record.values(input->path), values)
                                                     : kNothing);
    if (morris) of.effects = elementary_effects(columns, values);
    if (indices) of.indices = sobol_indices(inputs.size(), values);
    summary.measures.push_back(std::move(of));
  }
  find_best(record, study, summary);
  return summary;
}

std::string summary_text(const StudySummary& summary,
                         const std::function<std::string(long long row)>& message_of) {
  std::string out = summary.name.empty() ? "study\n" : summary.name + "\n";
  out += fmt::format("  runs        {} of {}, {} complete\n", grouped(summary.rows), grouped(summary.planned),
                     grouped(summary.complete));
  for (const RowReason& reason : summary.reasons)
    out += fmt::format("  {:<18}{} runs, such as row {}: {}\n", reason.word, grouped(reason.count),
                       reason.first_row, message_of(reason.first_row));
  if (summary.warned > 0)
    out += fmt::format("  {} runs have warnings about their accuracy: see them with --rerun ROW\n",
                       grouped(summary.warned));
  const std::string of_these =
      summary.complete == summary.rows
          ? fmt::format("all {} runs", grouped(summary.rows))
          : fmt::format("the {} complete runs of {}: what the others would have given is not in them",
                        grouped(summary.complete), grouped(summary.rows));
  out += fmt::format("\nmeasures, over {}\n", of_these);
  std::size_t width = 8;
  for (const MeasureStatistics& of : summary.measures)
    width = std::max(width, of.name.size() + of.unit.size() + 3);
  out += fmt::format("  {:<{}} {:>8} {:>12} {:>12} {:>12} {:>12} {:>12} {:>12} {:>12}\n", "", width, "runs",
                     "mean", "deviation", "least", "5 %", "median", "95 %", "peak");
  for (const MeasureStatistics& of : summary.measures) {
    out +=
        fmt::format("  {:<{}} {:>8} {:>12.5g} {:>12.4g} {:>12.5g} {:>12.5g} {:>12.5g} {:>12.5g} {:>12.5g}\n",
                    fmt::format("{} [{}]", of.name, of.unit), width, grouped(of.count), of.mean, of.deviation,
                    of.least, of.percent5, of.median, of.percent95, of.peak);
  }
  if (summary.sampled) out += confidence_text(summary, width) + "\n";
  for (const MeasureStatistics& of : summary.measures) {
    if (of.peak_row >= 0)
      out += fmt::format("  {}: least in row {}, peak in row {}\n", of.name, of.least_row, of.peak_row);
  }
  if (summary.best) out += best_text(summary);
  if (summary.complete < 3 || summary.variables.empty()) return out;
  if (!summary.measures.empty() && !summary.measures.front().effects.empty())
    return out + effects_text(summary);
  if (!summary.measures.empty() && !summary.measures.front().indices.empty()) out += indices_text(summary);
  out += "\nrank correlation with what varies (+1: rises with it, -1: falls with it, 0: neither)\n";
  for (const MeasureStatistics& of : summary.measures) {
    out += fmt::format("  {}:", of.name);
    for (std::size_t i = 0; i < summary.variables.size(); ++i)
      out += fmt::format("{} {} {}", i == 0 ? "" : ",", summary.variables[i],
                         std::isnan(of.correlations[i]) ? "-" : fmt::format("{:+.2f}", of.correlations[i]));
    out += "\n";
  }
  return out;
}

std::string summary_json(const StudySummary& summary, const std::string& file) {
  using Json = nlohmann::ordered_json;
  const auto number = [](double value) { return std::isnan(value) ? Json() : Json(value); };
  Json json{{"file", file},
            {"name", summary.name},
            {"rows", summary.rows},
            {"planned", summary.planned},
            {"complete", summary.complete},
            {"with_warnings", summary.warned},
            {"not_complete", Json::array()},
            {"measures", Json::array()}};
  for (const RowReason& reason : summary.reasons)
    json["not_complete"].push_back(
        {{"reason", reason.word}, {"runs", reason.count}, {"first_row", reason.first_row}});
  for (const MeasureStatistics& of : summary.measures) {
    Json entry{{"name", of.name},
               {"unit", of.unit},
               {"runs", of.count},
               {"mean", number(of.mean)},
               {"deviation", number(of.deviation)},
               {"least", number(of.least)},
               {"percent_5", number(of.percent5)},
               {"median", number(of.median)},
               {"percent_95", number(of.percent95)},
               {"peak", number(of.peak)},
               {"least_row", of.least_row},
               {"peak_row", of.peak_row}};
    if (summary.sampled) {
      entry["standard_error"] = number(of.error);
      entry["percent_5_bounds"] = {number(of.percent5_bounds.low), number(of.percent5_bounds.high)};
      entry["median_bounds"] = {number(of.median_bounds.low), number(of.median_bounds.high)};
      entry["percent_95_bounds"] = {number(of.percent95_bounds.low), number(of.percent95_bounds.high)};
    }
    for (std::size_t i = 0; i < summary.variables.size(); ++i)
      entry["rank_correlation"][summary.variables[i]] = number(of.correlations[i]);
    for (std::size_t i = 0; i < of.indices.size(); ++i) {
      const SobolIndices& one = of.indices[i];
      entry["sobol_indices"][summary.variables[i]] = {{"base_points", one.count},
                                                      {"first", number(one.first)},
                                                      {"first_confidence", number(one.first_error)},
                                                      {"total", number(one.total)},
                                                      {"total_confidence", number(one.total_error)}};
    }
    for (std::size_t i = 0; i < of.effects.size(); ++i) {
      const ElementaryEffects& e = of.effects[i];
      entry["elementary_effects"][summary.variables[i]] = {{"count", e.count},
                                                           {"mean_size", number(e.mean_size)},
                                                           {"standard_error", number(e.error)},
                                                           {"mean", number(e.mean)},
                                                           {"deviation", number(e.deviation)}};
    }
    json["measures"].push_back(std::move(entry));
  }
  if (summary.best) {
    const BestPoint& best = *summary.best;
    json["best"] = {{"goal", best.goal}, {"what", best.what}, {"value", best.value},
                    {"unit", best.unit}, {"row", best.row},   {"runs", best.runs}};
    for (std::size_t i = 0; i < best.inputs.size(); ++i)
      json["best"]["variables"][summary.searched[i]] = best.inputs[i];
  }
  return json_text(json);
}

}  // namespace freeplay

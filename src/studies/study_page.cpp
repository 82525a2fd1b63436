// SPDX-License-Identifier: Apache-2.0
#include "studies/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/number_text.h"
#include "freeplay/version.h"
#include "io/json_writer.h"
#include "report/figures/parts.h"
#include "report/findings.h"
#include "report/page.h"
#include "report/payload_parts.h"
#include "studies/describe_study.h"
#include "studies/study_figures.h"
#include "studies/study_summary.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostFindings = 6, kExtremes = 5;

/// "134 mN s"; units that take no prefix have the number as it is.
std::string quantity_text(double value, const std::string& unit) {
  if (std::isnan(value)) return "–";
  if (unit.empty() || unit == "-") return fmt::format("{:.4g}", value);
  std::string plain;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool power = unit[i] == '^' && i + 1 < unit.size() && (unit[i + 1] == '2' || unit[i + 1] == '3');
    if (power) plain += unit[++i] == '2' ? "²" : "³";
    if (!power) plain += unit[i] == '*' ? ' ' : unit[i];
  }
  const bool takes_prefix = std::string_view("NmsWJAVr").find(unit[0]) != std::string_view::npos;
  return takes_prefix ? with_prefix(value, plain) : fmt::format("{:.4g} {}", value, plain);
}

/// Rows with the largest or the smallest values, beginning with the most extreme.
std::vector<long long> extreme_rows(const std::vector<double>& values, bool largest) {
  std::vector<long long> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) rows.push_back(static_cast<long long>(i));
  }
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(kExtremes, rows.size()));
  std::partial_sort(rows.begin(), end, rows.end(), [&](long long a, long long b) {
    const double x = values[idx(a)], y = values[idx(b)];
    return x != y ? (largest ? x > y : x < y) : a < b;
  });
  rows.erase(end, rows.end());
  return rows;
}

/// What the page is made of, beside the record.
struct StudyPage {
  const RecordFile& record;
  const Study& study;
  std::string file;
  StudySummary summary;
  std::vector<std::vector<long long>> largest, smallest;  ///< rows, of each measure
  std::vector<long long> rows;                            ///< that the page holds
};

/// All rows or, where they are too many, some from everywhere and those that are named.
std::vector<long long> shown_rows(const StudyPage& page, double most_bytes) {
  const auto columns = static_cast<double>(page.record.layout.channels.size());
  const auto most = std::max(2LL, static_cast<long long>(most_bytes / (4 * columns + 8)));
  const long long step = (page.record.samples + most - 1) / most;
  std::set<long long> rows;
  for (long long row = 0; row < page.record.samples; row += std::max(step, 1LL)) rows.insert(row);
  for (const auto* extremes : {&page.largest, &page.smallest}) {
    for (const std::vector<long long>& of : *extremes) rows.insert(of.begin(), of.end());
  }
  for (const RowReason& reason : page.summary.reasons) rows.insert(reason.first_row);
  return {rows.begin(), rows.end()};
}

/// Models that are called model.toml are told apart by their folders.
std::string model_name(const Study& study) {
  const std::filesystem::path path(study.model_file);
  const std::filesystem::path folder = path.parent_path().filename();
  return path.stem() == "model" && !folder.empty() && folder != ".." ? folder.string()
                                                                     : path.filename().string();
}

Findings findings_of(const StudyPage& page) {
  const StudySummary& summary = page.summary;
  Findings found;
  found.sentence = fmt::format("{}: {}.", model_name(page.study), plan_text(page.study));
  if (summary.best) {
    const BestPoint& best = *summary.best;
    std::string at;
    for (std::size_t i = 0; i < best.inputs.size(); ++i)
      at += fmt::format("{}{} {}", at.empty() ? "at " : ", ", summary.searched[i],
                        quantity_text(best.inputs[i], summary.searched_units[i]));
    found.items.push_back({fmt::format("{}, {}", best.goal, best.what), quantity_text(best.value, best.unit),
                           fmt::format("{}: row {}", at, best.row), static_cast<double>(best.row)});
  }
  for (const MeasureStatistics& of : summary.measures) {
    if (found.items.size() == kMostFindings) break;
    if (of.count == 0) continue;
    found.items.push_back({of.name + ", median", quantity_text(of.median, of.unit),
                           fmt::format("largest {} in row {}", quantity_text(of.peak, of.unit), of.peak_row),
                           static_cast<double>(of.peak_row)});
  }
  const long long lacking = summary.rows - summary.complete;
  if (lacking > 0)
    found.trust.reasons.push_back(
        fmt::format("{} of {} runs are not complete: what they would have given is in no statistic",
                    grouped(lacking), grouped(summary.rows)));
  if (summary.rows < summary.planned)
    found.trust.reasons.push_back(
        fmt::format("{} of {} runs have been made", grouped(summary.rows), grouped(summary.planned)));
  if (summary.warned > 0)
    found.trust.reasons.push_back(
        fmt::format("{} runs have warnings about their accuracy", grouped(summary.warned)));
  if (!found.trust.reasons.empty()) found.trust.light = Light::doubtful;
  if (2 * lacking > summary.rows) found.trust.light = Light::bad;
  return found;
}

/// The numbers of a channel in the rows of the page.
std::vector<double> picked(const StudyPage& page, const std::string& path) {
  const std::vector<double> all = page.record.values(path);
  std::vector<double> out;
  for (const long long row : page.rows) out.push_back(all.at(idx(row)));
  return out;
}

void write_channels(JsonWriter& json, const StudyPage& page) {
  const auto one = [&](const std::string& path, const Channel& channel, const std::vector<double>& values) {
    json.object([&] {
      json.members("path", path, "unit", channel.unit, "help", channel.help, "components",
                   std::array<std::string, 1>{""}, "words", channel.words, "data", [&] {
                     json.array(std::array<int, 1>{}, [&](int) {
                       if (path == "/time") return write_block<double>(json, "f64", values);
                       if (channel.words.empty()) return write_block<float>(json, "f32", values);
                       std::vector<double> words =
                           values;  // of words in the model's own place: the one after the last
                       for (double& word : words) word = std::isnan(word) ? 255 : word;
                       write_block<std::uint8_t>(json, "u8", words);
                     });
                   });
    });
  };
  std::vector<const Channel*> channels{nullptr};  // first the rows, which take the place of the time
  for (const Channel& channel : page.record.layout.channels) channels.push_back(&channel);
  json.array(channels, [&](const Channel* channel) {
    if (channel == nullptr)
      return one("/time", {"/time", "", "row of the study", 1, {}}, {page.rows.begin(), page.rows.end()});
    one(channel->path == "/time" ? "/ended" : channel->path, *channel, picked(page, channel->path));
  });
}

/// Pages of runs have more of it.
void write_about(JsonWriter& json, const StudyPage& page) {
  const std::vector<int> none;
  const Result result = study_as_result(page.record, page.file);
  json.object([&] {
    json.members("model", "", "understood", "", "options", "", "warnings", none, "facts", none, "loads",
                 [&] { json.object([&] { json.members("note", "", "rows", none); }); });
    json.member("attributes", [&] {
      json.array(page.record.attributes, [&](const auto& attribute) {
        const std::string value = result.attribute(attribute.first);
        if (value.find('\n') != std::string::npos) return;  // texts of files are shown as such
        json.object([&] { json.members("key", attribute.first, "value", value); });
      });
    });
  });
}

void write_run(JsonWriter& json, const StudyPage& page) {
  json.object([&] {
    const std::string file = std::filesystem::path(page.file).filename().string();
    json.members("label", page.summary.name.empty() ? file : page.summary.name, "file", file, "name",
                 page.summary.name, "status", page.record.status, "samples", page.rows.size(), "recorded",
                 page.record.samples);
    json.member("channels", [&] { write_channels(json, page); });
    json.members("tables", std::vector<int>(), "scene", std::nullopt);
    json.member("findings", [&] { write_findings(json, findings_of(page)); });
    json.member("about", [&] { write_about(json, page); });
  });
}

void write_measure(JsonWriter& json, const StudyPage& page, std::size_t i) {
  const MeasureStatistics& of = page.summary.measures[i];
  const auto bounds = [&](const Bounds& b) { json.value(std::array<double, 2>{b.low, b.high}); };
  json.object([&] {
    json.members("name", of.name, "unit", of.unit, "how", measure_text(page.study.measures.at(i)), "runs",
                 of.count, "mean", of.mean, "deviation", of.deviation, "least", of.least, "percent5",
                 of.percent5, "median", of.median, "percent95", of.percent95, "peak", of.peak);
    if (page.summary.sampled) {
      json.members(
          "error", of.error, "percent5Bounds", [&] { bounds(of.percent5_bounds); }, "medianBounds",
          [&] { bounds(of.median_bounds); }, "percent95Bounds", [&] { bounds(of.percent95_bounds); });
    }
    json.members("largest", page.largest[i], "smallest", page.smallest[i], "correlations", of.correlations);
    json.member("indices", [&] {
      json.array(of.indices, [&](const SobolIndices& one) {
        json.object([&] {
          json.members("first", one.first, "firstError", one.first_error, "total", one.total, "totalError",
                       one.total_error);
        });
      });
    });
    json.member("effects", [&] {
      json.array(of.effects, [&](const ElementaryEffects& e) {
        json.object([&] {
          json.members("size", e.mean_size, "error", e.error, "mean", e.mean, "deviation", e.deviation);
        });
      });
    });
  });
}

void write_study(JsonWriter& json, const StudyPage& page,
                 const std::function<std::string(long long row)>& message_of) {
  const Study& study = page.study;
  std::vector<std::size_t> places(page.summary.measures.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  json.object([&] {
    json.members("command", fmt::format("freeplay study {} --rerun ", page.file), "plan", plan_text(study),
                 "complete", page.summary.complete);
    json.member("variables", [&] {
      json.array(study.variables, [&](const Variable& variable) {
        json.object([&] {
          json.members("name", variable.name, "unit", variable.unit, "paths", variable.paths, "values",
                       values_text(variable));
        });
      });
    });
    json.member("measures",
                [&] { json.array(places, [&](std::size_t i) { write_measure(json, page, i); }); });
    json.member("reasons", [&] {
      json.array(page.summary.reasons, [&](const RowReason& reason) {
        json.object([&] {
          json.members("word", reason.word, "runs", reason.count, "row", reason.first_row, "message",
                       message_of(reason.first_row));
        });
      });
    });
    json.members("text", study.text, "file", std::filesystem::path(study.file).filename().string(), "model",
                 study.model_text, "modelFile", model_name(study));
  });
}

StudyPage page_of(const RecordFile& record, const Study& study, const std::string& file, double most_bytes) {
  StudyPage page{record, study, file, summarise(record, study), {}, {}, {}};
  for (const MeasureStatistics& of : page.summary.measures) {
    const std::vector<double> values = record.values("/measure/" + of.name);
    page.largest.push_back(extreme_rows(values, true));
    page.smallest.push_back(extreme_rows(values, false));
  }
  page.rows = shown_rows(page, most_bytes);
  return page;
}

}  // namespace

void write_study_report(const RecordFile& record, const Study& study, const std::string& file,
                        const std::string& path, const PageOptions& options,
                        const std::function<std::string(long long row)>& message_of) {
  const std::vector<FigureSpec> figures = study_figure_specs(record);
  const StudyPage page = page_of(record, study, file, options.most_bytes);
  const std::string title = page_title({study_as_result(record, file)}, options);
  write_page(path, title, [&](JsonWriter& json) {
    json.object([&] {
      json.members("format", 1, "title", title, "version", kVersion);
      json.member("runs", [&] { json.array(std::array<int, 1>{}, [&](int) { write_run(json, page); }); });
      json.member("figures", [&] { write_figure_specs(json, figures); });
      json.member("study", [&] { write_study(json, page, message_of); });
    });
    json.end();
  });
}

}  // namespace freeplay

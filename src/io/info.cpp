// SPDX-License-Identifier: Apache-2.0
#include "io/info.h"
#include "base/index.h"
#include "freeplay/results.h"
#include "io/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace freeplay {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  long long nan = 0;

  bool empty() const { return low > high; }
  void add(double value) {
    if (std::isnan(value)) {
      ++nan;
      return;
    }
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

std::vector<Range> ranges(const RecordFile& record, const Channel& channel) {
  const auto width = idx(channel.width);
  std::vector<Range> result(width);
  record.each_block(channel.path, [&](std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) result[i % width].add(values[i]);
  });
  return result;
}

const std::string* text_attribute(const RecordFile& record, const std::string& name) {
  const auto found = record.attributes.find(name);
  return found == record.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
}

/// Whether a reaction, "hinge/moment.x" or "pin/reaction_y", is among those that the mechanism leaves open.
bool is_undetermined(const RecordFile& record, std::string component) {
  const std::string* list = text_attribute(record, "undetermined_reactions");
  if (list == nullptr) return false;
  std::replace(component.begin(), component.end(), '/', '.');
  if (const std::size_t mean = component.find("_mean"); mean != std::string::npos) component.erase(mean, 5);
  if (const std::size_t at = component.find(".reaction_"); at != std::string::npos) {
    component.erase(at + 1, std::string_view("reaction_").size());
    if (component.ends_with(".moment")) component.replace(at + 1, std::string::npos, "angle");
  }
  return (" " + *list + " ").find(" " + component + " ") != std::string::npos;
}

/// The attribute `name`, or the name given in the text of the model.
std::string model_name(const RecordFile& record) {
  if (const std::string* name = text_attribute(record, "name")) return *name;
  const std::string* const model = text_attribute(record, "model");
  if (!model) return "(no name)";
  for (std::size_t at = 0; at < model->size();) {
    const std::size_t end = std::min(model->find('\n', at), model->size());
    const std::string_view line = std::string_view(*model).substr(at, end - at);
    if (line.starts_with("[")) break;  // the name stands before the first table
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (line.starts_with("name") && open != line.npos && close > open) {
      return std::string(line.substr(open + 1, close - open - 1));
    }
    at = end + 1;
  }
  return model->find('\n') == std::string::npos && model->size() < 80 ? *model : "(no name)";
}

std::string status_text(const std::string& status) {
  if (status == "interrupted") {
    return "interrupted: the run was stopped before its end; this is what it had recorded";
  }
  if (status.starts_with("failed") || status.starts_with("limit")) {
    return fmt::format("NOT COMPLETE, {}", status);
  }
  return status;
}

// Columns are padded by what a terminal shows: code points, not bytes.
std::size_t shown_width(const std::string& text) {
  return idx(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t shown = shown_width(text);
  return shown < width ? text + std::string(width - shown, ' ') : text;
}

std::string attribute_text(const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (text->size() <= 100 && text->find('\n') == std::string::npos) return *text;
    return fmt::format("({} lines, {} bytes)", std::count(text->begin(), text->end(), '\n') + 1,
                       text->size());
  }
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.6g}", *number);
  return std::to_string(std::get<long long>(value));
}

std::string range_text(const Range& range) {
  std::string text = range.empty()             ? "no values"
                     : range.low == range.high ? fmt::format("{:.6g} throughout", range.low)
                                               : fmt::format("{:.6g} … {:.6g}", range.low, range.high);
  if (range.nan > 0) text += fmt::format("  ({} NaN)", range.nan);
  return text;
}

/// How often each word occurs: "open 91 %, stick 9 %".
std::string words_text(const RecordFile& record, const Channel& channel) {
  const std::vector<std::string>& words = channel.words;
  std::vector<std::size_t> count(words.size() + 1);
  std::size_t all = 0;
  record.each_block(channel.path, [&](std::span<const double> values) {
    all += values.size();
    for (const double value : values) {
      const bool known = value >= 0 && value < static_cast<double>(words.size());
      ++count[known ? static_cast<std::size_t>(value) : words.size()];
    }
  });
  std::string text;
  for (std::size_t i = 0; i < count.size(); ++i) {
    if (count[i] == 0) continue;
    text += fmt::format("{}{} {:.3g} %", text.empty() ? "" : ", ", i < words.size() ? words[i] : "?",
                        100.0 * static_cast<double>(count[i]) / static_cast<double>(all));
  }
  return text.empty() ? "no values" : text;
}

void describe_channels(const RecordFile& record, bool verbose, std::string& out) {
  struct Line {
    std::string group, name, range, help;
  };
  std::vector<Line> lines;
  std::size_t width = 0;
  for (const Channel& channel : record.layout.channels) {
    const std::size_t slash = channel.path.find('/', 1);
    const bool grouped = slash != std::string::npos;
    const std::string group = grouped ? channel.path.substr(1, slash - 1) : "";
    const std::string name = channel.path.substr(grouped ? slash + 1 : 1);
    const std::string unit = channel.unit.empty() ? "" : fmt::format(" [{}]", channel.unit);
    if (!channel.words.empty()) {
      lines.push_back({group, name, words_text(record, channel), channel.help});
      continue;
    }
    const std::vector<Range> all = ranges(record, channel);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::string component = name + component_suffix(channel, to_int(k));
      std::string range = range_text(all[k]);
      if (group == "joint" && is_undetermined(record, component)) range += "  (not determined)";
      lines.push_back({group, component + unit, range, k == 0 ? channel.help : ""});
    }
  }
  for (const Line& line : lines) width = std::min<std::size_t>(60, std::max(width, shown_width(line.name)));

  out += fmt::format("\nchannels ({})\n", record.layout.channels.size());
  // Channels of one group need not stand side by side in the record; here they do.
  std::vector<std::string> groups;
  for (const Line& line : lines) {
    if (std::find(groups.begin(), groups.end(), line.group) == groups.end()) groups.push_back(line.group);
  }
  for (const std::string& group : groups) {
    if (!group.empty()) out += fmt::format("  {}\n", group);
    for (const Line& line : lines) {
      if (line.group != group) continue;
      out += fmt::format("  {}{}  {}", group.empty() ? "" : "  ",
                         padded(line.name, width + (group.empty() ? 2 : 0)), line.range);
      if (verbose && !line.help.empty()) out += fmt::format("  – {}", line.help);
      out += '\n';
    }
  }
}

std::string cell_text(double value, const Column& column) {
  if (column.words.empty()) return fmt::format("{:.6g}", value);
  const bool known = value >= 0 && value < static_cast<double>(column.words.size());
  return known ? column.words[static_cast<std::size_t>(value)] : "?";
}

void describe_table(const RecordFile& record, const Table& table, long long limit, std::string& out) {
  const long long all = record.rows(table.path);
  out += fmt::format("\n{}: {} row{}\n", table.path.substr(1), all, all == 1 ? "" : "s");
  if (all == 0) return;
  std::vector<std::vector<double>> rows;
  record.each_row(
      table.path, [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); }, limit);
  const std::size_t shown = rows.size();
  std::vector<std::string> lines(shown + 1, "  ");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    std::vector<std::string> cells{column.unit.empty() ? column.name
                                                       : fmt::format("{} [{}]", column.name, column.unit)};
    for (std::size_t row = 0; row < shown; ++row) cells.push_back(cell_text(rows[row][i], column));
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, shown_width(cell));
    const bool last = i + 1 == table.columns.size();
    for (std::size_t row = 0; row < cells.size(); ++row)
      lines[row] += last ? cells[row] : padded(cells[row], width + 2);
  }
  for (const std::string& line : lines) out += line + '\n';
  if (limit < all) out += fmt::format("  … and {} more\n", all - limit);
}

/// Lines whose cells stand below each other.
void put_columns(const std::vector<std::vector<std::string>>& lines, std::string& out) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& cells : lines) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], shown_width(cells[i]));
  }
  for (const std::vector<std::string>& cells : lines) {
    std::string line = " ";
    for (std::size_t i = 0; i < cells.size(); ++i) line += " " + padded(cells[i], widths[i] + 1);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
}

void describe_loads(const RecordFile& record, bool verbose, std::string& out) {
  constexpr std::size_t kMost = 20;
  const std::vector<Load> loads = loads_of(record);
  if (loads.empty()) return;
  const auto percent = [](const std::optional<double>& part) {
    return part ? fmt::format("{:.3g} %", 100 * *part) : "";
  };
  std::vector<std::vector<std::string>> lines{
      {"", "", "peak", "RMS", "95 %", "99 %", "", "impacts/s", "in contact", "of impacts", "work [J]"}};
  const std::size_t shown = verbose ? loads.size() : std::min(kMost, loads.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Load& load = loads[i];
    lines.push_back({load.kind, load.name, fmt::format("{:.5g}", load.peak), fmt::format("{:.5g}", load.rms),
                     fmt::format("{:.5g}", load.p95), fmt::format("{:.5g}", load.p99), load.unit,
                     load.impacts ? fmt::format("{:.4g}", *load.impacts) : "", percent(load.closed),
                     percent(load.impact_share), load.work ? fmt::format("{:.5g}", *load.work) : ""});
  }
  out += fmt::format("\nloads ({})\n", loads_note(record));
  put_columns(lines, out);
  if (shown < loads.size()) out += fmt::format("  … and {} more\n", loads.size() - shown);
}

/// Of the first sample and of the last.
std::optional<std::pair<double, double>> time_span(const RecordFile& record) {
  if (record.find_channel("/time") == nullptr || record.samples == 0) return std::nullopt;
  std::pair<double, double> span;
  record.read("/time", 0, {&span.first, 1});
  record.read("/time", record.samples - 1, {&span.second, 1});
  return span;
}

}  // namespace

std::string describe(const RecordFile& record, bool verbose) {
  std::string out = model_name(record) + '\n';
  const auto line = [&out](const std::string& key, const std::string& value) {
    out += fmt::format("  {} {}\n", padded(key, 12), value);
  };
  line("status", status_text(record.status));
  if (const std::string* version = text_attribute(record, "version")) line("version", "freeplay " + *version);
  if (const auto time = time_span(record)) {
    line("samples", fmt::format("{}, t = {:.6g} … {:.6g} s", record.samples, time->first, time->second));
  } else {
    line("samples", std::to_string(record.samples));
  }
  for (const auto& [name, value] : record.attributes) {
    if (name == "name" || name == "version" || name == "freedoms") continue;
    const auto* const text = std::get_if<std::string>(&value);
    const bool bulky = text && (text->size() > 100 || text->find('\n') != std::string::npos);
    const bool calm =
        name == "nan_values" && value == Attribute(0LL);  // only worth a line when there are some
    if (verbose || (!bulky && !calm)) line(name, attribute_text(value));
  }
  if (const std::string* freedoms = text_attribute(record, "freedoms")) {
    out += "\nfreedoms\n";
    for (std::size_t at = 0; at < freedoms->size();) {
      const std::size_t end = std::min(freedoms->find('\n', at), freedoms->size());
      out += fmt::format("  {}\n", freedoms->substr(at, end - at));
      at = end + 1;
    }
  }
  describe_loads(record, verbose, out);
  describe_channels(record, verbose, out);
  for (const Table& table : record.layout.tables) describe_table(record, table, verbose ? 20 : 5, out);
  return out;
}

std::string describe_json(const RecordFile& record) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["name"] = model_name(record);
  json["status"] = record.status;
  json["samples"] = record.samples;
  const auto time = time_span(record);
  json["time"] = time ? Json{time->first, time->second} : Json::array();
  for (const auto& [name, value] : record.attributes) {
    std::visit([&json, &key = name](const auto& held) { json["attributes"][key] = held; }, value);
  }
  json["channels"] = Json::array();
  for (const Channel& channel : record.layout.channels) {
    Json entry{
        {"path", channel.path}, {"unit", channel.unit}, {"help", channel.help}, {"width", channel.width}};
    if (!channel.words.empty()) entry["words"] = channel.words;
    for (const Range& range : ranges(record, channel)) {
      entry["min"].push_back(range.empty() ? Json() : Json(range.low));
      entry["max"].push_back(range.empty() ? Json() : Json(range.high));
    }
    json["channels"].push_back(std::move(entry));
  }
  const auto optional = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  json["loads"] = Json::array();
  for (const Load& load : loads_of(record)) {
    json["loads"].push_back({{"kind", load.kind},
                             {"name", load.name},
                             {"unit", load.unit},
                             {"peak", load.peak},
                             {"rms", load.rms},
                             {"p95", load.p95},
                             {"p99", load.p99},
                             {"impacts_per_second", optional(load.impacts)},
                             {"in_contact", optional(load.closed)},
                             {"of_impacts", optional(load.impact_share)},
                             {"work", optional(load.work)}});
  }
  json["tables"] = Json::array();
  for (const Table& table : record.layout.tables) {
    Json entry{{"path", table.path}, {"help", table.help}, {"rows", record.rows(table.path)}};
    for (const Column& column : table.columns) {
      entry["columns"].push_back({{"name", column.name}, {"unit", column.unit}});
    }
    json["tables"].push_back(std::move(entry));
  }
  // Names come from files; a byte that is not UTF-8 must not take the rest with it.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/index.h"
#include "freeplay/diagnostics.h"
#include "freeplay/results.h"
#include "freeplay/run.h"
#include "freeplay/version.h"

namespace freeplay {
namespace {

/// The one of that name in a list; nullptr: there is none. The search begins where the last one ended, for what is asked
/// for mostly comes in the order of the list: thousands of bodies would otherwise take a time that grows as their square.
template <class Named>
const Named* find_path(const std::vector<Named>& all, const std::string& path) {
  thread_local std::size_t last = 0;
  if (last >= all.size()) last = 0;
  const auto here = all.begin() + static_cast<std::ptrdiff_t>(last);
  const auto named = [&](const Named& one) { return one.path == path; };
  auto found = std::find_if(here, all.end(), named);
  if (found == all.end()) {
    found = std::find_if(all.begin(), here, named);
    if (found == here) return nullptr;
  }
  last = idx(found - all.begin());
  return &*found;
}

[[noreturn]] void no_such(const char* what, const std::string& name, const std::vector<std::string>& names) {
  const std::string near = did_you_mean(name, names);
  throw std::out_of_range(fmt::format("the result has no {} '{}'{}", what, name,
                                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

template <class Named>
[[noreturn]] void no_such_path(const char* what, const std::string& path, const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& one : all) names.push_back(one.path);
  no_such(what, path, names);
}

}  // namespace

RecordLayout result_layout(const Model& model, const System& system, const RunNotes& notes) {
  RecordLayout layout = record_layout(system, model.method, model.run);
  layout.attributes = {{"name", model.name},
                       {"model", model.text},
                       {"model_file", std::filesystem::path(model.file).filename().string()},
                       {"understood", write_model(model)},
                       {"options", fmt::format("{}", fmt::join(notes.changes, "\n"))},
                       {"version", std::string(kVersion)}};
  if (!notes.warnings.empty())
    layout.attributes["model_warnings"] = fmt::format("{}", fmt::join(notes.warnings, "\n"));
  return layout;
}

const Channel* RecordFile::find_channel(const std::string& path) const {
  return find_path(layout.channels, path);
}

const Table* RecordFile::find_table(const std::string& path) const { return find_path(layout.tables, path); }

const Channel& RecordFile::channel(const std::string& path) const {
  if (const Channel* found = find_channel(path)) return *found;
  no_such_path("channel", path, layout.channels);
}

const Table& RecordFile::table(const std::string& path) const {
  if (const Table* found = find_table(path)) return *found;
  no_such_path("table", path, layout.tables);
}

std::vector<double> RecordFile::values(const std::string& path, int component) const {
  const Channel& found = channel(path);
  if (component < 0 || component >= found.width)
    throw std::out_of_range(fmt::format("the channel {} has no component {}: there {} {}", path, component,
                                        found.width == 1 ? "is" : "are", found.width));
  const std::vector<double>& all = channels.at(path);
  const auto width = idx(found.width);
  std::vector<double> out;
  out.reserve(all.size() / width);
  for (std::size_t i = idx(component); i < all.size(); i += width) out.push_back(all[i]);
  return out;
}

std::vector<double> RecordFile::column(const std::string& path, const std::string& name) const {
  const std::vector<Column>& columns = table(path).columns;
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
  if (found == columns.end()) {
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    no_such(("column of " + path).c_str(), name, names);
  }
  std::vector<double> out;
  const auto rows = tables.find(path);
  if (rows == tables.end()) return out;
  for (const std::vector<double>& row : rows->second) out.push_back(row[idx(found - columns.begin())]);
  return out;
}

RecordFile record_of(const MemoryRecord& record) {
  RecordFile out;
  out.layout = record.layout();
  out.attributes = record.layout().attributes;
  for (const auto& [key, value] : record.final_attributes()) out.attributes[key] = value;
  out.status = record.status();
  out.samples = record.samples();
  for (const Channel& channel : out.layout.channels) out.channels[channel.path] = record.values(channel.path);
  for (const Table& table : out.layout.tables) out.tables[table.path] = record.rows(table.path);
  return out;
}

}  // namespace freeplay

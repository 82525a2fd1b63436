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
  if (!model.included.empty())
    layout.attributes["included"] = fmt::format("{}", fmt::join(model.included, "\n"));
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
  const auto width = idx(found.width);
  std::vector<double> out;
  out.reserve(idx(samples));
  each_block(path, [&](std::span<const double> block) {
    for (std::size_t i = idx(component); i < block.size(); i += width) out.push_back(block[i]);
  });
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
  const std::size_t at = idx(found - columns.begin());
  std::vector<double> out;
  each_row(path, [&](std::span<const double> row) { out.push_back(row[at]); });
  return out;
}

void RecordFile::read(const std::string& path, long long first, std::span<double> out) const {
  const Channel& from = channel(path);
  const std::size_t begin = idx(first) * idx(from.width);
  const auto held = channels.find(path);
  if (held != channels.end()) {
    if (begin > held->second.size() || out.size() > held->second.size() - begin)
      throw std::out_of_range(fmt::format("the channel {} has no such samples", path));
    std::copy_n(held->second.begin() + static_cast<std::ptrdiff_t>(begin), out.size(), out.begin());
  } else if (source && begin + out.size() <= idx(samples) * idx(from.width)) {
    source->read(from, first, out);
  } else {
    throw std::out_of_range(fmt::format("the channel {} has no such samples", path));
  }
}

void RecordFile::each_block(const std::string& path,
                            const std::function<void(std::span<const double>)>& take) const {
  constexpr long long kBlock = 1 << 16;  // numbers: half a megabyte
  const Channel& from = channel(path);
  if (const auto held = channels.find(path); held != channels.end()) return take(held->second);
  const long long most = std::max(1LL, kBlock / from.width);
  std::vector<double> block;
  for (long long first = 0; first < samples; first += most) {
    block.resize(idx(std::min(most, samples - first)) * idx(from.width));
    read(path, first, block);
    take(block);
  }
}

long long RecordFile::rows(const std::string& path) const {
  const Table& from = table(path);
  if (const auto held = tables.find(path); held != tables.end())
    return static_cast<long long>(held->second.size());
  return source ? source->rows(from) : 0;
}

std::vector<std::vector<double>> RecordFile::read_rows(const std::string& path, long long first,
                                                       long long count) const {
  const Table& from = table(path);
  if (first < 0 || count < 0 || first + count > rows(path))
    throw std::out_of_range(fmt::format("the table {} has no such rows", path));
  const auto held = tables.find(path);
  if (held == tables.end()) return source->read_rows(from, first, count);
  const auto begin = held->second.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void RecordFile::each_row(const std::string& path, const std::function<void(std::span<const double>)>& take,
                          long long most) const {
  constexpr long long kBlock = 4096;
  const long long count = std::min(most, rows(path));
  if (const auto held = tables.find(path); held != tables.end()) {
    for (long long i = 0; i < count; ++i) take(held->second[idx(i)]);
    return;
  }
  for (long long first = 0; first < count; first += kBlock) {
    for (const std::vector<double>& row : read_rows(path, first, std::min(kBlock, count - first))) take(row);
  }
}

namespace {

/// But for its numbers.
RecordFile described(const MemoryRecord& record) {
  RecordFile out;
  out.layout = record.layout();
  out.attributes = record.layout().attributes;
  for (const auto& [key, value] : record.final_attributes()) out.attributes[key] = value;
  out.status = record.status();
  out.samples = record.samples();
  return out;
}

}  // namespace

RecordFile record_of(const MemoryRecord& record) {
  RecordFile out = described(record);
  for (const Channel& channel : out.layout.channels) out.channels[channel.path] = record.values(channel.path);
  for (const Table& table : out.layout.tables) out.tables[table.path] = record.rows(table.path);
  return out;
}

RecordFile record_of(MemoryRecord&& record) {
  RecordFile out = described(record);
  for (const Channel& channel : out.layout.channels) out.channels[channel.path] = record.take(channel.path);
  for (const Table& table : out.layout.tables) out.tables[table.path] = record.take_rows(table.path);
  return out;
}

}  // namespace freeplay

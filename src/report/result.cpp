// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/lines.h"
#include "freeplay/report.h"
#include "model/copies.h"

namespace freeplay {
namespace {

/// How often each label occurs.
std::map<std::string, int> counts(const std::vector<Result>& results) {
  std::map<std::string, int> count;
  for (const Result& result : results) ++count[result.label];
  return count;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::string_view rest = text, line;
  while (take_line(rest, line)) lines.emplace_back(line);
  return lines;
}

/// The options of each result without those that all of them have.
std::vector<std::string> different_options(const std::vector<Result>& results) {
  std::map<std::string, std::size_t> count;
  for (const Result& result : results) {
    std::set<std::string> once;
    for (const std::string& line : lines_of(result.attribute("options"))) once.insert(line);
    for (const std::string& line : once) ++count[line];
  }
  std::vector<std::string> different;
  for (const Result& result : results) {
    std::vector<std::string> lines = lines_of(result.attribute("options"));
    std::erase_if(lines, [&](const std::string& line) { return count[line] == results.size(); });
    different.push_back(fmt::format("{}", fmt::join(lines, " ")));
  }
  return different;
}

/// Surfaces that are only drawn are files that the model names. They are looked for beside the result, then
/// in the current folder.
void find_surfaces(Model& model) {
  namespace fs = std::filesystem;
  for (Shape& shape : model.shapes) {
    const auto found = shape.values.find("file");
    if (found == shape.values.end()) continue;
    Value& value = found->second;
    const auto* name = std::get_if<std::string>(&value.data);
    std::error_code ignored;
    if (name == nullptr || fs::exists(fs::path(value.where.file).parent_path() / *name, ignored)) continue;
    if (fs::exists(*name, ignored)) value.where.file.clear();
  }
}

}  // namespace

const Channel* Result::channel(const std::string& path) const { return record.find_channel(path); }

std::vector<double> Result::values(const std::string& path, int component) const {
  const Channel* found = channel(path);
  if (found == nullptr || component < 0 || component >= found->width) return {};
  return record.values(path, component);
}

const Table* Result::table(const std::string& path) const { return record.find_table(path); }

std::vector<std::string> Result::names(const std::string& head, const std::string& tail) const {
  std::vector<std::string> out;
  for (const Channel& channel : record.layout.channels) {
    const std::string& path = channel.path;
    if (path.size() > head.size() + tail.size() && path.starts_with(head) && path.ends_with(tail))
      out.push_back(path.substr(head.size(), path.size() - head.size() - tail.size()));
  }
  return out;
}

std::string Result::attribute(const std::string& key) const {
  const auto found = record.attributes.find(key);
  if (found == record.attributes.end()) return "";
  if (const auto* text = std::get_if<std::string>(&found->second)) return *text;
  if (const auto* number = std::get_if<double>(&found->second)) return fmt::format("{}", *number);
  return fmt::format("{}", std::get<long long>(found->second));
}

Result make_result(RecordFile record, const std::string& file) {
  Result result;
  result.record = std::move(record);
  result.file = std::filesystem::path(file).filename().string();
  if (!result.attribute("study").empty())
    throw std::runtime_error(fmt::format(
        "'{0}' is the result of a study, not of a run; `freeplay study {0}` shows it, and with --rerun "
        "ROW makes the result of a row",
        file));
  const std::string name = result.attribute("name"), understood = result.attribute("understood");
  result.label = name.empty() ? result.file : name;
  if (!understood.empty()) {
    try {
      result.model = write_out(read_model_text(understood, file)).model;
      find_surfaces(*result.model);
    } catch (const ModelError&) {
      result.model.reset();  // of another version; numbers can be shown all the same
    }
  }
  return result;
}

void label_results(std::vector<Result>& results) {
  std::map<std::string, int> count = counts(results);
  const std::vector<std::string> options = different_options(results);
  const bool tell_apart = std::set<std::string>(options.begin(), options.end()).size() == results.size();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (count[results[i].label] == 1) continue;
    results[i].label = !tell_apart ? results[i].file : options[i].empty() ? "as in the file" : options[i];
  }
  count = counts(results);
  std::map<std::string, int> number;
  for (Result& result : results) {
    if (count[result.label] > 1) result.label += fmt::format(" ({})", ++number[result.label]);
  }
}

std::vector<Result> read_results(const std::vector<std::string>& files) {
  std::vector<Result> results;
  results.reserve(files.size());
  for (const std::string& file : files) results.push_back(make_result(open_record(file), file));
  label_results(results);
  return results;
}

}  // namespace freeplay

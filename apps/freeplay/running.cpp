// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/running.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/freeplay/say.h"
#include "freeplay/results.h"
#include "io/json_text.h"
#include "io/result_files.h"

namespace freeplay {

nlohmann::ordered_json to_json(const std::vector<Diagnostic>& diagnostics) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Diagnostic& d : diagnostics) {
    const char* severity = d.severity == Severity::error     ? "error"
                           : d.severity == Severity::warning ? "warning"
                                                             : "note";
    list.push_back({{"severity", severity},
                    {"file", d.where.file},
                    {"line", d.where.line},
                    {"column", d.where.column},
                    {"key", d.key},
                    {"message", d.message},
                    {"hint", d.hint}});
    if (d.where.included) list.back()["included"] = to_string(*d.where.included);
  }
  return list;
}

int load(const ModelOptions& options, const CommonOptions& common, Loaded& loaded) {
  try {
    loaded.model = read_model(options.file, parse_assignments(options.assignments), &loaded.messages);
    loaded.assembly = assemble(loaded.model, &loaded.messages);
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const ModelError& error) {
    if (common.json) {
      say("{}\n", json_text({{"status", "model error"}, {"diagnostics", to_json(error.diagnostics())}}));
    }
    say_to(stderr, "{}\n", error.what());
    return kModel;
  }
  for (const Diagnostic& message : loaded.messages.all()) {
    if (message.severity == Severity::warning) say_to(stderr, "{}\n", to_string(message));
  }
  return kOk;
}

std::string moved_text(const InitialReport& report) {
  std::string out;
  for (const MovedBody& moved : report.moved) {
    std::vector<std::string> parts;
    if (moved.distance > 0) parts.push_back(fmt::format("position by {:.3g} m", moved.distance));
    if (moved.angle != 0) parts.push_back(fmt::format("angle by {:.3g} rad", moved.angle));
    if (moved.speed > 0) parts.push_back(fmt::format("velocity by {:.3g} m/s", moved.speed));
    if (moved.angular_speed != 0)
      parts.push_back(fmt::format("angular velocity by {:.3g} rad/s", moved.angular_speed));
    out += fmt::format("  adjusted to fit the joints: {}: {}\n", moved.body, fmt::join(parts, ", "));
  }
  if (!report.settled.empty()) out += fmt::format("  settled in the play: {}\n", report.settled);
  return out;
}

std::vector<Diagnostic> channel_mistakes(const Model& model, const System& system) {
  const RecordOptions& options = model.run.record;
  Run everything = model.run;
  everything.record.channels.clear();
  std::vector<std::string> names;
  for (const Channel& channel : record_layout(system, model.method, everything).channels)
    names.push_back(channel.path.substr(1));
  if (system.info().first_slot >= 0) names.emplace_back("contacts");
  Diagnostics mistakes;
  for (const std::string& pattern : options.channels) {
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return matches(name, pattern); }))
      continue;
    const std::string near = did_you_mean(pattern, names);
    mistakes.error({}, "run.record.channels", fmt::format("no channel matches '{}'", pattern),
                   near.empty() ? "patterns look like body/crank/*, contact/*, energy/*"
                                : "did you mean '" + near + "'?");
  }
  return mistakes.all();
}

bool channels_exist(const Model& model, const System& system) {
  const std::vector<Diagnostic> mistakes = channel_mistakes(model, system);
  for (const Diagnostic& mistake : mistakes) {
    say_to(stderr, "error: {}: {}\n  hint: {}\n", mistake.key, mistake.message, mistake.hint);
  }
  return mistakes.empty();
}

RecordLayout result_layout(const Loaded& loaded, const std::vector<std::string>& assignments) {
  RunNotes notes{.changes = assignments};
  for (const Diagnostic& message : loaded.messages.all()) {
    if (message.severity == Severity::warning) notes.warnings.push_back(message.message);
  }
  return result_layout(loaded.model, *loaded.assembly.system, notes);
}

std::string default_output(const std::string& model_file) {
  const std::filesystem::path path(model_file);
  std::string stem = path.stem().string();
  if (stem == "model") {
    const std::string folder = std::filesystem::absolute(path).parent_path().filename().string();
    if (!folder.empty()) stem = folder;
  }
  return stem + ".h5";
}

bool may_write(const std::string& file, const std::string& model_file) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(file, error)) return true;
  if (fs::equivalent(file, model_file, error)) {
    say_error(fmt::format("the result would overwrite the model {}; give another name with -o", model_file));
    return false;
  }
  if (!fs::is_regular_file(file, error)) return true;  // the writer says what is wrong with it
  const bool empty_or_ours = fs::file_size(file, error) == 0 || is_result_file(file);
  if (!empty_or_ours) {
    say_error(fmt::format(
        "{} exists and is not a result file of Freeplay, or a damaged one; remove it, or give another "
        "name with -o",
        file));
  }
  return empty_or_ours;
}

}  // namespace freeplay

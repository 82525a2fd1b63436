// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/resume.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "apps/freeplay/say.h"
#include "base/lines.h"
#include "freeplay/results.h"
#include "freeplay/version.h"
#include "model/ideal.h"

namespace freeplay {
namespace {

/// Of the twin without play, among the options of its result.
constexpr const char* kIdeal = "ideal joints";

std::string text(const SavedRun& saved, const char* name) {
  const auto found = saved.attributes.find(name);
  const auto* value = found == saved.attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  return value == nullptr ? "" : *value;
}

/// Why it cannot be gone on with; "": it can.
std::string refusal(const SavedRun& saved) {
  if (const std::string version = text(saved, "version"); version != kVersion) {
    return fmt::format(
        "was written by Freeplay {}, and this is {}: only the version that began a run goes on with it",
        version.empty() ? "of another kind" : version, kVersion);
  }
  if (!text(saved, "study").empty())
    return "is the result of a study: `freeplay study STUDY.toml --resume` goes on with it";
  if (!text(saved, "mode").empty())
    return fmt::format("is of the mode {}, which integrates nothing: run the model again",
                       text(saved, "mode"));
  if (saved.status.starts_with("failed"))
    return fmt::format("ends where its run failed ({}): change the model and run it again",
                       text(saved, "message"));
  if (!saved.checkpoint && saved.samples > 0)
    return "has no checkpoint: it was not written by `freeplay run`";
  return "";
}

std::string key_of(const std::string& assignment) { return assignment.substr(0, assignment.find('=')); }

/// The options of the run so far, without those that are given anew.
std::vector<std::string> old_options(const SavedRun& saved, const std::vector<std::string>& anew) {
  std::vector<std::string> options;
  const std::string all = text(saved, "options");
  std::string_view rest = all, line;
  while (take_line(rest, line)) {
    const std::string option(line);
    bool given = false;
    for (const std::string& assignment : anew) given = given || key_of(assignment) == key_of(option);
    if (!given) options.push_back(option);
  }
  return options;
}

/// May a run that goes on be given this?
bool may_change(const std::string& key) { return key == "run.end" || key.starts_with("run.limits."); }

/// Reads the model of the result with these options.
Loaded load_saved(const SavedRun& saved, std::vector<std::string> options) {
  const bool ideal = std::erase(options, kIdeal) > 0;
  Loaded loaded;
  // Files that the model included may have changed since. What was understood has their blocks, and all options in it.
  const bool whole = text(saved, "included").empty();
  if (!whole) std::erase_if(options, [](const std::string& option) { return !may_change(key_of(option)); });
  loaded.model = read_model_text(text(saved, whole ? "model" : "understood"), text(saved, "model_file"),
                                 parse_assignments(options), &loaded.messages);
  if (ideal) loaded.model = ideal_of(loaded.model).value_or(loaded.model);
  return loaded;
}

}  // namespace

int load_resumed(const std::string& result, const std::vector<std::string>& assignments,
                 const CommonOptions& common, Resumed& resumed) {
  try {
    for (const std::string& assignment : assignments) {
      const std::string key = key_of(assignment);
      if (may_change(key)) continue;
      throw std::invalid_argument(fmt::format(
          "--set {}: a run that goes on takes a later run.end and other run.limits, and nothing else", key));
    }
    SavedRun saved = read_saved_run(result);
    if (const std::string why = refusal(saved); !why.empty())
      throw std::invalid_argument(fmt::format("{} {}", result, why));
    const double end = load_saved(saved, old_options(saved, {})).model.run.end;
    resumed.assignments = old_options(saved, assignments);
    resumed.assignments.insert(resumed.assignments.end(), assignments.begin(), assignments.end());
    resumed.loaded = load_saved(saved, resumed.assignments);
    const Run& run = resumed.loaded.model.run;
    if (!is_dynamic(run)) {
      throw std::invalid_argument(fmt::format(
          "{} is of the mode {}, which integrates nothing: run the model again", result, run.mode));
    }
    if (run.end < end) {
      throw std::invalid_argument(
          fmt::format("run.end = {:.9g} s lies before the end of the run so far, {:.9g} s", run.end, end));
    }
    resumed.complete = saved.status == "complete" && run.end == end;
    if (resumed.complete) {
      if (!common.quiet)
        say("{} is complete to its end, t = {:.9g} s; give a later one with --set run.end=…\n", result, end);
      return kOk;
    }
    resumed.loaded.assembly = assemble(resumed.loaded.model, &resumed.loaded.messages);
    resumed.checkpoint = std::move(saved.checkpoint);
    const auto wall = saved.attributes.find("wall_seconds");
    if (wall != saved.attributes.end()) resumed.wall_seconds = std::get<double>(wall->second);
  } catch (const ModelError& error) {
    say_to(stderr, "{}\n", error.what());
    return kModel;
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  return kOk;
}

}  // namespace freeplay

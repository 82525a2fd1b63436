// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "freeplay/model.h"
#include "freeplay/version.h"
#include "report/summary.h"
#include "run/info.h"
#include "run/simulate.h"
#include "system/assemble.h"
#include "system/freedom.h"

namespace freeplay {
namespace {

std::atomic<bool> stop_requested{false};

void on_interrupt(int) {
  stop_requested.store(true);
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends the program at once
}

void say_error(const std::string& text) { fmt::print(stderr, "freeplay: {}\n", text); }

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
  }
  return list;
}

/// How the degrees of freedom come about.
nlohmann::ordered_json to_json(const FreedomCount& count, const SystemInfo& info) {
  nlohmann::ordered_json motions = nlohmann::ordered_json::array();
  for (const FreeMotion& motion : count.motions) {
    std::vector<std::string> bodies;
    for (const int body : motion.bodies) bodies.push_back(info.bodies[static_cast<std::size_t>(body)].name);
    motions.push_back({{"coordinate", motion.coordinate}, {"moves", bodies}});
  }
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (const RedundantGroup& group : count.reactions.groups()) groups.push_back(group.sentence);
  return {{"velocities", count.velocities},
          {"rows", count.rows},
          {"rank", count.rank},
          {"left", count.left()},
          {"motions", motions},
          {"free_bodies", count.free_bodies},
          {"explained", explain(count, info)},
          {"undetermined_reactions", count.undetermined},
          {"redundant_joints", groups}};
}

/// A model file read and assembled; messages hold warnings and notes.
struct Loaded {
  Model model;
  Assembly assembly;
  Diagnostics messages;
};

/// Reads and assembles; prints what is wrong. Returns an exit code, kOk when `loaded` is ready.
int load(const ModelOptions& options, const CommonOptions& common, Loaded& loaded) {
  try {
    loaded.model = read_model(options.file, parse_assignments(options.assignments), &loaded.messages);
    loaded.assembly = assemble(loaded.model, &loaded.messages);
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const ModelError& error) {
    if (common.json) {
      fmt::print("{}\n", nlohmann::ordered_json{{"status", "model error"},
                                                {"diagnostics", to_json(error.diagnostics())}}
                             .dump(2));
    }
    fmt::print(stderr, "{}\n", error.what());
    return kModel;
  }
  for (const Diagnostic& message : loaded.messages.all()) {
    if (message.severity == Severity::warning) fmt::print(stderr, "{}\n", to_string(message));
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
  return out;
}

/// "slider_crank/model.toml" → "slider_crank.h5", "rod.toml" → "rod.h5".
std::string default_output(const std::string& model_file) {
  const std::filesystem::path path(model_file);
  std::string stem = path.stem().string();
  if (stem == "model") {
    const std::string folder = std::filesystem::absolute(path).parent_path().filename().string();
    if (!folder.empty()) stem = folder;
  }
  return stem + ".h5";
}

/// Refuses to write over the model or over anything that is not an HDF5 file.
bool may_write(const std::string& file, const std::string& model_file) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(file, error)) return true;
  if (fs::equivalent(file, model_file, error)) {
    say_error(fmt::format("the result would overwrite the model {}; give another name with -o", model_file));
    return false;
  }
  if (!fs::is_regular_file(file, error)) return true;  // the writer says what is wrong with it
  std::FILE* existing = std::fopen(file.c_str(), "rb");
  char head[4] = {};
  const bool empty_or_ours = !existing || std::fread(head, 1, sizeof head, existing) == 0 ||
                             std::string_view(head + 1, 3) == "HDF" ||
                             std::string_view(head, 4) == std::string_view("\0\0\0\0", 4);
  if (existing) std::fclose(existing);
  if (!empty_or_ours)
    say_error(fmt::format("{} exists and is not a result file; give another name with -o", file));
  return empty_or_ours;
}

/// Patterns of record.channels that select nothing are mistakes.
bool channels_exist(const Run& run, const System& system) {
  const RecordOptions& options = run.record;
  Run everything = run;
  everything.record.channels.clear();
  std::vector<std::string> names;
  for (const Channel& channel : record_layout(system, everything).channels)
    names.push_back(channel.path.substr(1));
  if (system.info().first_slot >= 0) names.emplace_back("contacts");
  bool all = true;
  for (const std::string& pattern : options.channels) {
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return matches(name, pattern); }))
      continue;
    const std::string near = did_you_mean(pattern, names);
    fmt::print(stderr, "error: run.record.channels: no channel matches '{}'\n  hint: {}\n", pattern,
               near.empty() ? "patterns look like body/crank/*, contact/*, energy/*"
                            : "did you mean '" + near + "'?");
    all = false;
  }
  return all;
}

class ProgressLine {
 public:
  explicit ProgressLine(bool on) : on_(on && isatty(fileno(stderr)) != 0) {}
  ~ProgressLine() {
    if (shown_) fmt::print(stderr, "\r{:60}\r", "");
  }
  void show(double t, double end, double wall) {
    if (!on_ || wall < next_) return;
    next_ = wall + 0.2;
    shown_ = true;
    const double share = end > 0 ? t / end : 1;
    fmt::print(stderr, "\r  {:3.0f} %   t = {:.4g} of {:.4g} s   {:.0f} s to go      ", 100 * share, t, end,
               share > 0 ? std::ceil(wall * (1 - share) / share) : 0);
    std::fflush(stderr);
  }

 private:
  bool on_, shown_ = false;
  double next_ = 0.3;
};

}  // namespace

std::vector<Assignment> parse_assignments(const std::vector<std::string>& texts, const char* example) {
  std::vector<Assignment> assignments;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument(
          fmt::format("--set expects KEY=VALUE, such as {}; got '{}'", example, text));
    }
    assignments.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return assignments;
}

int run_command(const ModelOptions& options, const std::string& output, const CommonOptions& common) {
  Loaded loaded;
  if (const int code = load(options, common, loaded); code != kOk) return code;
  const Model& model = loaded.model;
  const System& system = *loaded.assembly.system;
  const std::string file = output.empty() ? default_output(options.file) : output;
  if (!may_write(file, options.file)) return kUsage;
  if (!channels_exist(model.run, system)) return kModel;
  const bool talk = !common.quiet && !common.json;
  if (talk) {
    fmt::print("{}\n", model.name.empty() ? options.file : model.name);
    fmt::print("{}", moved_text(loaded.assembly.initial));
  }
  RecordLayout layout = record_layout(system, model.run);
  layout.attributes = {{"name", model.name},
                       {"model", model.text},
                       {"model_file", std::filesystem::path(model.file).filename().string()},
                       {"understood", write_model(model)},
                       {"options", fmt::format("{}", fmt::join(options.assignments, "\n"))},
                       {"version", std::string(kVersion)}};
  RunSummary summary;
  try {
    const auto sink = write_hdf5(file, layout);
    stop_requested.store(false);
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    ProgressLine line(talk);
    RunHooks hooks;
    hooks.stop = &stop_requested;
    hooks.progress = [&](double t, double end, double wall) { line.show(t, end, wall); };
    summary = simulate(system, model.method, model.run, *sink, hooks);
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  if (common.json) {
    fmt::print("{}\n", summary_json(summary, file));
  } else if (!common.quiet) {
    fmt::print("{}", summary_text(summary, system));
    fmt::print("  results             {}\n", file);
  }
  for (const std::string& warning : summary_warnings(summary)) fmt::print(stderr, "warning: {}\n", warning);
  switch (summary.status) {
    case RunStatus::complete: return kOk;
    case RunStatus::interrupted:
      say_error("interrupted; the results so far are in " + file);
      return kInterrupted;
    case RunStatus::failed:
      say_error(summary.message + "; the results so far are in " + file);
      return kSolver;
    case RunStatus::limit: say_error(summary.message + "; the results so far are in " + file); return kLimit;
  }
  return kOk;
}

int check_command(const ModelOptions& options, bool echo, const CommonOptions& common) {
  Loaded loaded;
  if (const int code = load(options, common, loaded); code != kOk) return code;
  if (!channels_exist(loaded.model.run, *loaded.assembly.system)) return kModel;
  const SystemInfo& info = loaded.assembly.system->info();
  const InitialReport& initial = loaded.assembly.initial;
  const int pool = static_cast<int>(info.contacts.size()) - info.fixed_contacts();
  const FreedomCount freedoms =
      count_freedoms(*loaded.assembly.system, loaded.assembly.system->initial_state());
  if (common.json) {
    nlohmann::ordered_json json{{"status", "ok"},
                                {"name", loaded.model.name},
                                {"bodies", info.bodies.size()},
                                {"joints", info.joints.size()},
                                {"constraints", info.constraints.size()},
                                {"contacts", info.fixed_contacts()},
                                {"pool", pool},
                                {"degrees_of_freedom", freedoms.left()},
                                {"redundant", freedoms.redundant},
                                {"freedom", to_json(freedoms, info)},
                                {"diagnostics", to_json(loaded.messages.all())}};
    fmt::print("{}\n", json.dump(2));
    return kOk;
  }
  if (echo) {
    fmt::print("{}", write_model(loaded.model));
    return kOk;
  }
  if (common.quiet) return kOk;
  fmt::print("{}: ok\n", options.file);
  fmt::print(
      "  {} bodies, {} joints, {} constraint rows ({} redundant), {} contacts, {} degrees of freedom\n",
      info.bodies.size(), info.joints.size(), info.constraints.size(), freedoms.redundant.size(),
      info.fixed_contacts(), freedoms.left());
  fmt::print("  {}\n", fmt::join(explain(freedoms, info), "\n  "));
  if (pool > 0) fmt::print("  {} shapes, room for {} free contacts at a time\n", info.shapes.size(), pool);
  for (const Diagnostic& message : loaded.messages.all()) {
    if (message.severity == Severity::note) fmt::print("{}\n", to_string(message));
  }
  fmt::print("{}", moved_text(initial));
  return kOk;
}

int info_command(const std::string& file, bool verbose, const CommonOptions& common) {
  try {
    const RecordFile record = read_record(file);
    fmt::print("{}{}", common.json ? describe_json(record) : describe(record, verbose),
               common.json ? "\n" : "");
    return kOk;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

int export_command(const std::string& file, const std::string& directory,
                   const std::vector<std::string>& channels, const CommonOptions& common) {
  try {
    const std::vector<std::string> written = export_csv(read_record(file), directory, channels);
    if (common.json) {
      fmt::print("{}\n", nlohmann::ordered_json(written).dump(2));
    } else if (!common.quiet) {
      for (const std::string& path : written) fmt::print("{}\n", path);
    }
    return kOk;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

int schema_command() {
  fmt::print("{}\n", model_schema());
  return kOk;
}

}  // namespace freeplay

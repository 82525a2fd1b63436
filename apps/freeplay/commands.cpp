// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/commands.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/freeplay/running.h"
#include "freeplay/model.h"
#include "io/info.h"
#include "io/record_file.h"
#include "io/schema.h"
#include "system/freedom.h"

namespace freeplay {
namespace {

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

int schema_command() {
  fmt::print("{}\n", model_schema());
  return kOk;
}

}  // namespace freeplay

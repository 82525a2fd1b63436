// SPDX-License-Identifier: Apache-2.0
// `freeplay check`: what is wrong with a model, or what was understood.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "freeplay/model.h"
#include "system/freedom.h"

namespace freeplay {
namespace {

struct CheckOptions {
  ModelOptions model;
  bool echo = false;
  CommonOptions common;
};

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

int run(const CheckOptions& given) {
  const ModelOptions& options = given.model;
  const CommonOptions& common = given.common;
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
  if (given.echo) {
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

void add(Options& options, CheckOptions& given) {
  add_model(options, given.model);
  add_common(options, given.common);
  options.flag("--echo", given.echo, "print the model in SI units as it was understood");
}

}  // namespace

FREEPLAY_COMMAND(check) = {"check", "read a model, assemble it, and say what was understood", 20,
                           declare<CheckOptions, add, run>};

}  // namespace freeplay

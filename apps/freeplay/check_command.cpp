// SPDX-License-Identifier: Apache-2.0
// `freeplay check`: what is wrong with a model, or what was understood.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "base/counted.h"
#include "base/index.h"
#include "freeplay/model.h"
#include "freeplay/report.h"
#include "io/json_text.h"
#include "report/picture.h"
#include "system/freedom.h"
#include "system/initial.h"

namespace freeplay {
namespace {

struct CheckOptions {
  ModelOptions model;
  bool echo = false;
  std::string picture;  ///< file for the machine at its start; "": none
  CommonOptions common;
};

/// How the degrees of freedom come about.
nlohmann::ordered_json freedom_json(const FreedomCount& count, const SystemInfo& info) {
  nlohmann::ordered_json motions = nlohmann::ordered_json::array();
  for (const FreeMotion& motion : count.motions) {
    std::vector<std::string> bodies;
    for (const int body : motion.bodies) bodies.push_back(info.bodies[idx(body)].name);
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

constexpr std::size_t kMostBodies = 40;  // of as many the text says where each stands; JSON lists all

bool as_drawn(const PlacedBody& body) { return body.distance == 0 && body.angle == 0; }

/// "found by the joints" of what was not given, "moved by …" of what was.
std::string moved_text(const PlacedBody& body) {
  if (as_drawn(body)) return "as drawn";
  std::vector<std::string> parts;
  const bool finds_place = body.distance != 0 && !body.position_given,
             finds_angle = body.angle != 0 && !body.orientation_given;
  if (body.distance != 0 && body.position_given)
    parts.push_back(fmt::format("moved by {:.3g} m", body.distance));
  if (body.angle != 0 && body.orientation_given)
    parts.push_back(fmt::format("turned by {:.3g} rad", body.angle));
  if (finds_place || finds_angle) {
    parts.push_back(fmt::format("{} from the joints", finds_place && finds_angle ? "both"
                                                      : finds_place              ? "position"
                                                                                 : "angle"));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<BodyMotion> start_of(const System& system) {
  const State start = system.initial_state();
  std::vector<BodyMotion> motion(system.info().bodies.size());
  system.motion(start.t(), start.q(), start.u(), motion);
  return motion;
}

/// Where every body stands at the start and how far it moved; of many, those that moved come first.
std::string places_text(const System& system, const InitialReport& initial) {
  const std::vector<BodyMotion> motion = start_of(system);
  std::vector<std::size_t> shown;
  for (const bool drawn : {false, true}) {
    for (std::size_t b = 0; b < motion.size() && shown.size() < kMostBodies; ++b) {
      if (as_drawn(initial.placed[b]) == drawn) shown.push_back(b);
    }
  }
  std::sort(shown.begin(), shown.end());
  std::string out;
  for (const std::size_t b : shown) {
    out += fmt::format("    {}: {}\n", place_text(system.info(), motion[b], initial.placed[b].body),
                       moved_text(initial.placed[b]));
  }
  if (shown.size() < motion.size())
    out += fmt::format("    … and {} bodies more: see --json\n", motion.size() - shown.size());
  return out;
}

nlohmann::ordered_json places_json(const System& system, const InitialReport& initial) {
  const std::vector<BodyMotion> motion = start_of(system);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < motion.size(); ++b) {
    const BodyMotion& at = motion[b];
    const PlacedBody& placed = initial.placed[b];
    nlohmann::ordered_json body{{"body", placed.body}};
    if (system.info().dimension == 3) {
      body["position"] = {at.x, at.y, at.z};
      body["orientation"] = at.orientation;
    } else {
      body["position"] = {at.x, at.y};
      body["angle"] = at.angle;
    }
    body["moved"] = placed.distance;
    body["turned"] = placed.angle;
    body["position_given"] = placed.position_given;
    body["orientation_given"] = placed.orientation_given;
    list.push_back(body);
  }
  return list;
}

/// Draws the machine at its start; false, having said why, where that fails.
bool draw(const Model& model, const std::string& file) {
  constexpr double kDotsPerInch = 144;
  const std::optional<PictureKind> kind = picture_kind(file);
  if (!kind) {
    say_error(fmt::format("--picture {}: give it a name that ends in .svg, .png or .pdf", file));
    return false;
  }
  const std::string svg = machine_svg(model);
  if (svg.empty()) {
    say_error(fmt::format("--picture {}: there is nothing to draw, or too much for a picture", file));
    return false;
  }
  try {
    write_svg(svg, file, *kind, kDotsPerInch);
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return false;
  }
  return true;
}

int run(const CheckOptions& given) {
  const ModelOptions& options = given.model;
  const CommonOptions& common = given.common;
  Loaded loaded;
  if (const int code = load(options, common, loaded); code != kOk) return code;
  if (!channels_exist(loaded.model, *loaded.assembly.system)) return kModel;
  if (!given.picture.empty() && !draw(loaded.model, given.picture)) return kUsage;
  const SystemInfo& info = loaded.assembly.system->info();
  const InitialReport& initial = loaded.assembly.initial;
  const int pool = int_size(info.contacts) - info.fixed_contacts();
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
                                {"freedom", freedom_json(freedoms, info)},
                                {"start", places_json(*loaded.assembly.system, initial)},
                                {"diagnostics", to_json(loaded.messages.all())}};
    say("{}\n", json_text(json));
    return kOk;
  }
  if (given.echo) {
    say("{}", write_model(loaded.model));
    return kOk;
  }
  if (common.quiet) return kOk;
  say("{}: ok\n", options.file);
  say("  {}, {}, {} ({} redundant), {}, {}\n", counted(info.bodies.size(), "body", "bodies"),
      counted(info.joints.size(), "joint", "joints"),
      counted(info.constraints.size(), "constraint row", "constraint rows"), freedoms.redundant.size(),
      counted(info.fixed_contacts(), "contact", "contacts"),
      counted(freedoms.left(), "degree of freedom", "degrees of freedom"));
  say("  {}\n", fmt::join(explain(freedoms, info), "\n  "));
  if (pool > 0) say("  {} shapes, room for {} free contacts at a time\n", info.shapes.size(), pool);
  say("  at the start\n{}", places_text(*loaded.assembly.system, initial));
  for (const Diagnostic& message : loaded.messages.all()) {
    if (message.severity == Severity::note) say("{}\n", to_string(message));
  }
  say("{}", moved_text(initial));
  return kOk;
}

void add(Options& options, CheckOptions& given) {
  add_model(options, given.model);
  add_common(options, given.common);
  options.flag("--echo", given.echo, "print the model in SI units as it was understood");
  options.text("--picture", given.picture,
               "draw the machine at its start into this file: .svg, .png or .pdf");
}

}  // namespace

FREEPLAY_COMMAND(check) = {"check", "read a model, assemble it, and say what was understood", 20,
                           declare<CheckOptions, add, run>};

}  // namespace freeplay

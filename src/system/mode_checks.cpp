// SPDX-License-Identifier: Apache-2.0
#include "system/mode_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "model/words.h"
#include "system/freedom.h"

namespace freeplay {
namespace {

/// Contacts open and close: neither the drivers nor an equilibrium of joints alone say when.
void refuse_contacts(const Model& model, Diagnostics& problems) {
  for (const Joint& joint : model.joints) {
    if (!has_play(joint)) continue;
    const bool pushes = always_pushes(joint.type);
    problems.error(
        joint.where, "joint." + joint.name,
        fmt::format("mode {} needs ideal joints, and joint '{}' {}", model.run.mode, joint.name,
                    pushes ? "is a contact" : "has clearance"),
        pushes ? "use mode = \"dynamics\", or prescribe the follower by a driver in place of the joint"
               : "take the clearance away, or use mode = \"dynamics\"");
  }
  const auto shape = std::find_if(model.shapes.begin(), model.shapes.end(), touches);
  if (shape == model.shapes.end()) return;
  problems.error(shape->where, "shape",
                 fmt::format("mode {} has no contacts, and the model has shapes that touch", model.run.mode),
                 "take the [[shape]] blocks away, or use mode = \"dynamics\"; a driver can hold what a shape "
                 "would support");
}

}  // namespace

void prepare_mode(Model& model, Diagnostics& problems) {
  if (is_dynamic(model.run)) return;
  refuse_contacts(model, problems);
  if (model.run.initial == "as_given") {
    problems.error(model.where, "run.initial",
                   fmt::format("mode {} looks for positions that fit the joints", model.run.mode),
                   "leave initial out, or use mode = \"dynamics\"");
  }
  for (Joint& joint : model.joints) {
    if (!joint.friction) continue;
    problems.warning(joint.friction->where, "joint." + joint.name + ".friction",
                     fmt::format("mode {} takes joints as frictionless", model.run.mode),
                     "use mode = \"dynamics\" to have the friction of joints");
    joint.friction.reset();
  }
  if (model.run.mode != "statics") return;
  bool noted = false;
  for (Body& body : model.bodies) {
    SpatialBody& space = body.space;
    const Point3 still{0, 0, 0};
    const bool moves = body.velocity != Point{0, 0} || body.angular_velocity != 0 ||
                       space.velocity != still || space.angular_velocity != still;
    if (moves && !noted) {
      problems.note(body.where, "body." + body.name, "its velocity is ignored: in statics nothing moves");
      noted = true;
    }
    body.velocity = {0, 0};
    body.angular_velocity = 0;
    body.velocity_given = body.angular_velocity_given = false;
    space.velocity = space.angular_velocity = still;
    space.velocity_given = space.angular_velocity_given = false;
  }
}

/// The joint that could be driven, or the body that is not held.
static Where place_of_freedom(const Model& model, const FreedomCount& count) {
  for (const Joint& joint : model.joints) {
    if (!count.drivers_for.empty() && count.drivers_for.front() == "'" + joint.name + "'") return joint.where;
  }
  for (const Body& body : model.bodies) {
    if (!count.free_bodies.empty() && count.free_bodies.front() == body.name) return body.where;
  }
  return model.where;
}

void check_driven(const Model& model, const System& system, const State& state, Diagnostics& problems) {
  if (is_dynamic(model.run) || model.run.mode == "statics" || problems.has_errors()) return;
  for (const ConstraintInfo& row : system.info().constraints) {
    if (row.holonomic) continue;
    problems.error(
        model.joints[idx(row.joint)].where, "run.mode",
        fmt::format("mode {} finds positions from constraints, and '{}' has one of velocities only",
                    model.run.mode, row.name.substr(0, row.name.rfind('.'))),
        "use mode = \"dynamics\", where drivers give the same efforts");
    return;
  }
  const FreedomCount count = count_freedoms(system, state);
  if (count.left() == 0) return;
  const bool enough = count.rows >= count.velocities;
  problems.error(
      place_of_freedom(model, count), "run.mode",
      fmt::format("mode {} needs a driver for every freedom, and {} {} left: {}", model.run.mode,
                  count.left(), count.left() == 1 ? "is" : "are", name_freedoms(count, system.info())),
      suggest_drivers(count) +
          (enough
               ? "; there are rows enough, so that the drawn position may be a dead point: draw it elsewhere"
               : ""));
}

}  // namespace freeplay

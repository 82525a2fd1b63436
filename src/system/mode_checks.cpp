// SPDX-License-Identifier: Apache-2.0
#include "system/mode_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "model/ideal.h"
#include "model/words.h"
#include "system/freedom.h"

namespace freeplay {
namespace {

/// In statics play is pressed to where it rests; a motion that drivers determine is that of the joints without play,
/// whose reactions say to which side they press. Other contacts open and close, and neither says when.
void take_contacts(Model& model, Diagnostics& problems) {
  for (Joint& joint : model.joints) {
    if (!has_play(joint)) continue;
    const std::string key = "joint." + joint.name;
    if (always_pushes(joint.type)) {
      problems.error(joint.where, key,
                     fmt::format("mode {} has no contacts but those of play, and joint '{}' is one",
                                 model.run.mode, joint.name),
                     "use mode = \"dynamics\", or prescribe the follower by a driver in place of the joint");
    } else if (model.run.mode != "statics") {
      make_ideal(joint);
      problems.note(
          joint.where, key,
          fmt::format("mode {} takes it without its clearance: the motion is that of the drivers, and {}",
                      model.run.mode,
                      model.run.mode == "kinematics"
                          ? "nothing says to which side it is pressed"
                          : "it is pressed to the side from which its reaction comes"));
    }
  }
  for (Joint& joint : model.joints) {
    if (!joint.limits) continue;
    problems.note(joint.limits->where, "joint." + joint.name + ".limits",
                  fmt::format("mode {} has no stops: the limits are left out", model.run.mode));
    joint.limits.reset();
  }
  for (Coupling& coupling : model.couplings) {
    if (coupling.values.erase("backlash") == 0) continue;
    problems.note(coupling.where, "coupling." + coupling.name,
                  fmt::format("mode {} takes it without its backlash", model.run.mode));
    coupling.contact.reset();
    coupling.values.erase("offset");
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
  take_contacts(model, problems);
  if (model.run.initial == "as_given") {
    problems.error(model.where, "run.initial",
                   fmt::format("mode {} looks for positions that fit the joints", model.run.mode),
                   "leave initial out, or use mode = \"dynamics\"");
  }
  for (Joint& joint : model.joints) {
    if (!joint.friction || model.run.mode == "inverse_dynamics") continue;
    if (model.run.mode == "statics") {
      problems.warning(
          joint.friction->where, "joint." + joint.name + ".friction",
          "mode statics finds where the machine rests without friction; with it, it also rests beside",
          "use mode = \"dynamics\" to see where friction holds it");
    }
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

void refuse_adhesion(const Model& model, const System& system, const char* what, const char* instead,
                     Diagnostics& problems) {
  for (const ContactInfo& contact : system.info().contacts) {
    if (contact.force == nullptr || !contact.force->adheres()) continue;
    const std::string owner = contact.name.substr(0, contact.name.rfind('.'));
    const auto joint = std::find_if(model.joints.begin(), model.joints.end(),
                                    [&](const Joint& one) { return one.name == owner; });
    problems.error(joint == model.joints.end() ? model.where : joint->where, "joint." + owner,
                   fmt::format("{} has no adhesion, and the contacts of joint '{}' adhere ({})", what, owner,
                               contact.force->name),
                   fmt::format("use another contact force law, or {}", instead));
    return;
  }
}

void check_driven(const Model& model, const System& system, const State& state, Diagnostics& problems) {
  if (model.run.mode == "statics" && !problems.has_errors())
    refuse_adhesion(model, system, "mode statics", "mode = \"dynamics\"", problems);
  if (is_dynamic(model.run) || model.run.mode == "statics" || problems.has_errors()) return;
  for (const RubbingInfo& place : system.info().rubbing) {
    if (place.friction->proportional()) continue;
    const std::string& name = system.info().joints[idx(place.joint)].name;
    problems.error(
        model.joints[idx(place.joint)].where, "joint." + name + ".friction",
        fmt::format("mode {} has friction in proportion to what presses, and that of joint '{}' is not",
                    model.run.mode, name),
        "give its coefficients per unit of normal force, or use mode = \"dynamics\"");
    return;
  }
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

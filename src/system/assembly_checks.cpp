// SPDX-License-Identifier: Apache-2.0
#include "system/assembly_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"
#include "model/words.h"

namespace freeplay {

void warn_of_long_moves(const System& system, const InitialReport& report, Diagnostics& problems) {
  for (const MovedBody& moved : report.moved) {
    if (moved.distance < 0.1 * system.info().length && std::abs(moved.angle) < 0.2) continue;
    problems.warning(
        {}, "body." + moved.body,
        fmt::format("had to move by {:.3g} m and {:.3g} rad to fit the joints", moved.distance, moved.angle),
        "if that is not what you drew, check that the points are in each body's own frame");
  }
}

Diagnostics with_places(const Model& model, const Diagnostics& problems) {
  std::map<std::string, Where> places;
  for (const Joint& joint : model.joints) places.emplace("joint." + joint.name, joint.where);
  for (const Driver& driver : model.drivers) places.emplace("driver." + driver.name, driver.where);
  for (const Body& body : model.bodies) places.emplace("body." + body.name, body.where);
  Diagnostics located;
  for (Diagnostic diagnostic : problems.all()) {
    const bool unknown = diagnostic.where.file.empty() && diagnostic.where.line == 0;
    const auto found = places.find(diagnostic.key);
    if (unknown && found != places.end()) diagnostic.where = found->second;
    const auto same = [&](const Diagnostic& other) {  // joints that share a law share its mistake
      return other.where.line > 0 && other.where.line == diagnostic.where.line &&
             other.where.column == diagnostic.where.column && other.key == diagnostic.key &&
             other.message == diagnostic.message;
    };
    if (std::none_of(located.all().begin(), located.all().end(), same)) located.add(diagnostic);
  }
  return located;
}

namespace {

constexpr double kDepth =
    1e-6;  // overlap, relative to the size of the contact, that rounding of decimals explains
constexpr double kPressed = 0.05;  // the same in the compliant world, where a machine may start under load

double allowed_depth(const System& system) { return system.info().compliant ? kPressed : kDepth; }

/// "move body 'slider' by [0, -0.0005] m": along the normal of the contact, out of the surface.
std::string way_out(const PlanarSystem& system, const State& state, int contact, Evaluation& ev) {
  system.contact_rows(state.t(), state.q(), contact, ev);
  const RowShape& shape = ev.contacts[idx(contact)].shape;
  const bool second = shape.size[1] > 0;
  const double* normal = ev.row_W(system.info().dimension * contact) + (second ? shape.size[0] : 0);
  const double depth = -ev.gap[idx(contact)];
  return fmt::format("move body '{}' by [{:.3g}, {:.3g}] m",
                     system.info().bodies[idx(shape.start[second ? 1 : 0] / 3)].name, depth * normal[0] + 0.0,
                     depth * normal[1] + 0.0);  // no minus before a zero
}

void check_joints(const Model& model, const PlanarSystem& system, const State& state, Evaluation& ev,
                  Diagnostics& problems) {
  for (std::size_t i = 0; i < ev.gap.size(); ++i) {
    const ContactInfo& contact = system.info().contacts[i];
    if (system.parts().free.owns(to_int(i)) || ev.gap[i] >= -allowed_depth(system) * contact.length) continue;
    const std::string joint = contact.name.substr(0, contact.name.rfind('.'));
    Where where;
    bool pushes = false, slides = false;
    for (const Joint& candidate : model.joints) {
      if (candidate.name != joint) continue;
      where = candidate.where;
      pushes = always_pushes(candidate.type);
      const EntryInfo* ideal = registry("joint").find(candidate.type);
      slides = ideal != nullptr && find_param(*ideal, "slider_axis") != nullptr;
    }
    if (pushes) {
      problems.error(where, "joint." + joint,
                     fmt::format("contact {} starts {:.3g} m inside its surface", contact.name, -ev.gap[i]),
                     "move the follower along its direction, or turn the cam: see phase");
      continue;
    }
    problems.error(where, "joint." + joint,
                   fmt::format("contact {} starts {:.3g} m inside its surface (clearance {:.3g} m)",
                               contact.name, -ev.gap[i], contact.length),
                   way_out(system, state, to_int(i), ev) + (slides ? ", or turn it (see slider_axis)" : "") +
                       ", enlarge the clearance, or set run.initial = \"ideal\"");
  }
}

template <class AnySystem>
void check_shapes(const WrittenOut& written, const AnySystem& system, const Evaluation& ev,
                  Diagnostics& problems) {
  constexpr int kMostReported = 20;
  const auto& contacts = system.parts().free.contacts();
  const auto shapes = int_size(contacts.shapes());
  int reported = 0;
  for (int first = 0; first < shapes; ++first) {
    for (int second = first + 1; second < shapes && reported < kMostReported; ++second) {
      if (!contacts.meet(first, second)) continue;
      const auto apart = contacts.apart(first, second, system.poses(ev));
      if (apart.gap >= -allowed_depth(system) * contacts.data(contacts.id(first, second, 0)).length) continue;
      ++reported;
      const auto &a = contacts.shape(first), &b = contacts.shape(second);
      const bool moves_b = b.body != kGround;
      auto way = (moves_b ? -apart.gap : apart.gap) * apart.normal;
      for (double& x : way) x += 0.0;  // no minus before a zero
      const int body = moves_b ? b.body : a.body;
      problems.error(
          written.model.shapes[idx(moves_b ? b.written : a.written)].where,
          "shape." + (moves_b ? b.name : a.name),
          fmt::format("contact {}/{} starts with an overlap of {:.3g} m", a.name, b.name, -apart.gap),
          fmt::format("move body '{}' by [{:.3g}] m, or let the two pass through each other: [[pair]] "
                      "shapes = [\"{}\", \"{}\"], enabled = false",
                      system.info().bodies[idx(body - 1)].name, fmt::join(way, ", "),
                      written.group_names[idx(a.group)], written.group_names[idx(b.group)]));
    }
  }
}

}  // namespace

void check_overlap(const WrittenOut& written, const PlanarSystem& system, const State& state,
                   Evaluation& scratch, Diagnostics& problems) {
  system.load(state.features(), scratch);
  system.place(state.t(), state.q(), scratch);
  system.gaps(state.t(), state.q(), scratch);
  check_joints(written.model, system, state, scratch, problems);
  if (system.parts().free.any()) check_shapes(written, system, scratch, problems);
}

void check_overlap(const WrittenOut& written, const SpatialSystem& system, const State& state,
                   Evaluation& scratch, Diagnostics& problems) {
  for (const auto& [joint, words] : system.outside(state.q(), scratch)) {
    const Joint& of = written.model.joints[idx(joint)];
    problems.error(of.where, "joint." + of.name, "at the start " + words,
                   "draw the second body's part inside the first one's (points, axes, positions), or set "
                   "run.initial = \"ideal\", which begins in the middle of the play");
  }
  if (!system.parts().free.any()) return;
  system.place(state.t(), state.q(), scratch);
  check_shapes(written, system, scratch, problems);
}

void check_pool(const Model& model, const System& system, State& state, Diagnostics& problems) {
  if (system.choose_contacts(state, 0)) return;
  const SystemInfo& info = system.info();
  problems.error(model.contact.where, "contact.pool",
                 fmt::format("{} slots are too few for the contacts at the start",
                             int_size(info.contacts) - info.first_slot),
                 "give a larger pool, or leave it out");
}

}  // namespace freeplay

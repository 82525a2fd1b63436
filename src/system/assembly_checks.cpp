// SPDX-License-Identifier: Apache-2.0
#include "system/assembly_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  Diagnostics located;
  for (Diagnostic diagnostic : problems.all()) {
    if (diagnostic.where.file.empty() && diagnostic.where.line == 0) {
      const std::string text = diagnostic.key + " " + diagnostic.message + " " + diagnostic.hint;
      const auto named = [&](const std::string& name) {
        return text.find("'" + name + "'") != std::string::npos ||
               text.find(" " + name + ".") != std::string::npos || text.starts_with("body." + name + " ");
      };
      std::vector<std::pair<std::string, Where>> places;
      for (const Joint& joint : model.joints) places.emplace_back(joint.name, joint.where);
      for (const Driver& driver : model.drivers) places.emplace_back(driver.name, driver.where);
      for (const Body& body : model.bodies) places.emplace_back(body.name, body.where);
      const auto found =
          std::find_if(places.begin(), places.end(), [&](const auto& place) { return named(place.first); });
      if (found != places.end()) diagnostic.where = found->second;
    }
    located.add(diagnostic);
  }
  return located;
}

void check_overlap(const Model& model, const System& system, const State& state, Diagnostics& problems) {
  Evaluation ev(system.info());
  system.load(state.features(), ev);
  system.place(state.t(), state.q(), ev);
  system.gaps(state.t(), state.q(), ev);
  for (std::size_t i = 0; i < ev.gap.size(); ++i) {
    const ContactInfo& contact = system.info().contacts[i];
    if (ev.gap[i] >= -1e-6 * contact.length) continue;
    const std::string joint = contact.name.substr(0, contact.name.rfind('.'));
    Where where;
    for (const Joint& candidate : model.joints) {
      if (candidate.name == joint) where = candidate.where;
    }
    problems.error(
        where, "joint." + joint,
        fmt::format("contact {} starts {:.3g} m inside its surface (clearance {:.3g} m)", contact.name,
                    -ev.gap[i], contact.length),
        "move or turn the body (see slider_axis), enlarge the clearance, or set run.initial = \"ideal\"");
  }
}

}  // namespace freeplay

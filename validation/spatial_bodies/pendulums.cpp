// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_bodies/pendulums.h"

#include "validation/spatial_bodies/sections.h"

namespace freeplay::validation {

void pendulums(Page& page) {
  page.heading("Double pendulum in a plane that stands askew");
  page.paragraph(
      "Two bars on hinges, for 1 s. In the plane, and in space with the plane turned by 30° about the "
      "vertical: "
      "largest differences of positions, velocities and reactions over all samples, and what the hinges bear "
      "across the plane.");
  std::vector<std::vector<std::string>> rows;
  for (const double accuracy : {1e-9, 1e-13}) {
    const PlaneComparison found = compare_double_pendulums({tight(accuracy)});
    rows.push_back({fmt::format("{:.0e}", accuracy), short_number(found.position),
                    short_number(found.velocity), short_number(found.reaction), short_number(found.across)});
    if (accuracy > 1e-13) continue;
    page.at_most("double pendulum askew: positions [m]", found.position, 5e-13);
    page.at_most("double pendulum askew: velocities [m/s]", found.velocity, 1e-11);
    page.at_most("double pendulum askew: reactions [N]", found.reaction, 5e-10);
    page.at_most("double pendulum askew: across the plane [N], [N m]", found.across, 5e-13);
  }
  page.table({"accuracy", "position [m]", "velocity [m/s]", "reaction [N]", "across [N], [N m]"}, rows);

  page.heading("Double pendulum out of any plane");
  page.paragraph(
      "Two points on two rods, thrown sideways, for 2 s, against the equations of the two points with two "
      "multipliers. Largest change of the energy and of the angular momentum about the vertical.");
  rows.clear();
  for (const double accuracy : {1e-9, 1e-12}) {
    const PointMotion found = run_point_pendulum(2, {tight(accuracy)});
    rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{}", found.run.summary.steps.steps),
                    short_number(found.position), short_number(found.energy), short_number(found.momentum)});
    if (accuracy > 1e-12) continue;
    page.at_most("point pendulum: positions after 2 s [m]", found.position, 3e-12);
    page.at_most("point pendulum: energy [J]", found.energy, 1e-11);
    page.at_most("point pendulum: angular momentum about the vertical [N m s]", found.momentum, 1e-13);
  }
  page.table({"accuracy", "steps", "position [m]", "energy [J]", "angular momentum [N m s]"}, rows);
}

}  // namespace freeplay::validation

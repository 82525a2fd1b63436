// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_bodies/rolling_discs.h"

#include "report/plot.h"
#include "validation/spatial_bodies/sections.h"

namespace freeplay::validation {

void rolling_discs(Page& page, const std::string& folder) {
  page.heading("Rolling disc: steady");
  page.paragraph(
      fmt::format("The disc of `examples/rolling_disc` in a circle of 0.5 m, leaning inwards by 20°, Ω = "
                  "{:.12f} rad/s: one "
                  "turn. Largest differences of the centre, of the axle and of the force at the rim (m g up, "
                  "m Ω² R inwards) from "
                  "the closed form; energy; velocity of the rim where it touches.",
                  kDisc.steady(kLean, kCircle)));
  std::vector<std::vector<std::string>> rows;
  const std::vector<std::string> header{"accuracy",  "steps",      "centre [m]", "axle",
                                        "force [N]", "energy [J]", "slip [m/s]"};
  const auto cells = [](double accuracy, const DiscMotion& found, bool force) {
    return std::vector<std::string>{fmt::format("{:.0e}", accuracy),
                                    fmt::format("{}", found.run.summary.steps.steps),
                                    short_number(found.position),
                                    short_number(found.axle),
                                    force ? short_number(found.reaction) : "",
                                    short_number(found.energy),
                                    short_number(found.slip)};
  };
  for (const double accuracy : {1e-9, 1e-12}) {
    const DiscMotion found = steady_disc({tight(accuracy)});
    rows.push_back(cells(accuracy, found, true));
    if (accuracy > 1e-12) continue;
    page.at_most("steady disc: centre over a turn [m]", found.position, 3e-13);
    page.at_most("steady disc: axle over a turn", found.axle, 1e-12);
    page.at_most("steady disc: force at the rim [N]", found.reaction, 3e-10);
    page.at_most("steady disc: energy [J]", found.energy, 3e-13);
    page.at_most("steady disc: slip [m/s]", found.slip, 3e-12);
  }
  page.table(header, rows);

  page.heading("Rolling disc: wobbling");
  page.paragraph(
      "The same disc with ω = (1.5, 1, −14) rad/s along the horizontal in it, up the slope, and along its "
      "axle: "
      "after 1.5 s, against the three equations of Euler and two of its heading and lean.");
  rows.clear();
  for (const double accuracy : {1e-9, 1e-12}) {
    const DiscMotion found = wobbling_disc(1.5, {tight(accuracy)});
    rows.push_back(cells(accuracy, found, false));
    if (accuracy > 1e-12) continue;
    page.at_most("wobbling disc: centre after 1.5 s [m]", found.position, 3e-13);
    page.at_most("wobbling disc: axle after 1.5 s", found.axle, 2e-12);
    page.at_most("wobbling disc: energy [J]", found.energy, 1e-12);
  }
  page.table(header, rows);

  Axes path;
  path.title = "Path of the centre, seen from above";
  path.x_label = "x (m)";
  path.y_label = "y (m)";
  path.equal_aspect = true;
  for (const bool steady : {true, false}) {
    const DiscMotion found =
        steady ? steady_disc({tight(1e-9)}) : wobbling_disc(3, {tight(1e-9), {"run.record.every", "0.01"}});
    const std::vector<double> x = found.run.record.values("/body/disc/position");
    Series curve{steady ? "steady" : "wobbling", {}, {}};
    for (std::size_t i = 0; 3 * i < x.size(); ++i) {
      curve.x.push_back(x[3 * i]);
      curve.y.push_back(x[3 * i + 1]);
    }
    path.series.push_back(curve);
  }
  Figure figure;
  figure.axes = {path};
  figure.width = 480;
  write_svg(figure, folder + "/disc.svg");
  page.picture("Paths of rolling discs", "disc.svg");
}

}  // namespace freeplay::validation

// SPDX-License-Identifier: Apache-2.0
#include "validation/hertz/hertz.h"

#include "report/plot.h"
#include "validation/hertz/reference.h"
#include "validation/hertz/runs.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

constexpr double kBound = 3e-10;  // relative, of what is compared with the reference
constexpr double kEnergy = 3e-10;

std::string force_of(const std::string& law, double restitution) {
  return fmt::format(R"({{ law = "{}", restitution = {}, stiffness = "3.39e10 N/m^1.5" }})", law,
                     restitution);
}

void elastic(Page& page) {
  page.heading("The elastic impact");
  page.paragraph(
      "A sphere of 1 kg on a plane, K = 3.39e10 N/m^1.5, `detection = \"event\"`, accuracy 1e-13: relative "
      "differences "
      "from Hertz's quadrature of the deepest penetration, the largest force and the duration, and the "
      "kinetic energy that "
      "is missing after the impact. Steps are those in contact.");
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const hertz_reference::Elastic& exact : hertz_reference::kElastic) {
      SphereSetup setup;
      setup.stepper = stepper;
      setup.approach = exact.approach;
      const SphereImpact found = run_sphere(setup);
      const double errors[] = {found.deepest / exact.deepest - 1, found.largest / exact.largest - 1,
                               found.duration / exact.duration - 1};
      rows.push_back(
          {exact.approach == hertz_reference::kElastic[0].approach ? fmt::format("`{}`", stepper) : "",
           fmt::format("{:g}", exact.approach), fmt::format("{}", found.t.size()), signed_number(errors[0]),
           signed_number(errors[1]), signed_number(errors[2]), signed_number(found.energy)});
      const std::string what = fmt::format("{}, {:g} m/s: ", stepper, exact.approach);
      page.at_most(what + "deepest penetration", std::abs(errors[0]), kBound);
      page.at_most(what + "largest force", std::abs(errors[1]), kBound);
      page.at_most(what + "duration", std::abs(errors[2]), kBound);
      page.at_most(what + "energy", std::abs(found.energy), kEnergy);
    }
  }
  page.table({"stepper", "approach [m/s]", "steps", "penetration", "force", "duration", "energy missing"},
             rows);
}

void accuracies(Page& page) {
  page.heading("What the accuracy buys");
  page.paragraph(
      "The same impact at 1 m/s with less accuracy: right-hand sides evaluated, and relative errors. "
      "`reject` lets the contact begin up to `penetration_max` deep, 1e-5 of the radius by default.");
  std::vector<std::vector<std::string>> rows;
  const hertz_reference::Elastic& exact = hertz_reference::kElastic[2];
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const char* detection : {"event", "reject"}) {
      for (const double accuracy : {1e-6, 1e-8, 1e-10}) {
        SphereSetup setup;
        setup.stepper = stepper;
        setup.detection = detection;
        setup.accuracy = accuracy;
        setup.approach = exact.approach;
        const SphereImpact found = run_sphere(setup);
        rows.push_back({accuracy == 1e-6 ? fmt::format("`{}`, `{}`", stepper, detection) : "",
                        fmt::format("{:.0e}", accuracy),
                        fmt::format("{}", found.summary.compliant.evaluations),
                        signed_number(found.deepest / exact.deepest - 1),
                        signed_number(found.largest / exact.largest - 1),
                        signed_number(found.duration / exact.duration - 1), signed_number(found.energy)});
        if (accuracy != 1e-8) continue;
        const std::string what = fmt::format("{}, {}, accuracy 1e-8: ", stepper, detection);
        const bool located = std::string(detection) == "event";
        page.at_most(what + "evaluations", static_cast<double>(found.summary.compliant.evaluations), 600);
        page.at_most(what + "energy", std::abs(found.energy), 5e-6);
        page.at_most(what + "duration", std::abs(found.duration / exact.duration - 1), located ? 1e-7 : 2e-3);
      }
    }
  }
  page.table(
      {"stepper, detection", "accuracy", "evaluations", "penetration", "force", "duration", "energy missing"},
      rows);
}

void restitution(Page& page, const std::string& folder) {
  page.heading("The restitution that laws deliver");
  page.paragraph(
      "Asked for c_e, each law with hysteresis damping delivers the restitution of the table; its last "
      "column "
      "is the "
      "largest difference from the quadrature over the eleven values of c_e. `exact` delivers what it is "
      "asked for.");
  std::vector<std::string> header{"law"};
  for (const hertz_reference::Row& row : hertz_reference::laws().front().rows)
    header.push_back(fmt::format("{:g}", row.asked));
  header.emplace_back("difference");
  std::vector<std::vector<std::string>> rows;
  Axes delivered;
  delivered.title = "Delivered restitution";
  delivered.x_label = "asked, c_{e}";
  delivered.y_label = "delivered";
  delivered.x_range = delivered.y_range = {0, 1};
  delivered.equal_aspect = true;
  for (const hertz_reference::Law& law : hertz_reference::laws()) {
    std::vector<std::string> cells{fmt::format("`{}`", law.name)};
    Series curve;
    curve.label = law.name;
    if (curve.label == "exact") curve.style = Series::Style::points;
    double worst = 0;
    for (const hertz_reference::Row& row : law.rows) {
      SphereSetup setup;
      setup.force = force_of(law.name, row.asked);
      const SphereImpact found = run_sphere(setup);
      const double error = std::abs(found.restitution - row.delivered);
      if (!(error <= worst)) worst = error;
      cells.push_back(fmt::format("{:.4f}", found.restitution));
      curve.x.push_back(row.asked);
      curve.y.push_back(found.restitution);
    }
    cells.push_back(short_number(worst));
    page.at_most(fmt::format("{}: delivered restitution", law.name), worst, kBound);
    rows.push_back(cells);
    delivered.series.push_back(curve);
  }
  page.table(header, rows);

  Axes loops;
  loops.title = "Force over penetration, c_{e} = 0.5, approach at 0.5 m/s";
  loops.x_label = "δ (µm)";
  loops.y_label = "F_{N} (kN)";
  for (const char* law : {"hertz", "exact", "lankarani_nikravesh", "hunt_crossley", "flores"}) {
    SphereSetup setup;
    if (std::string(law) != "hertz") setup.force = force_of(law, 0.5);
    SphereImpact found = run_sphere(setup);
    for (double& depth : found.depth) depth *= 1e6;
    for (double& force : found.force) force *= 1e-3;
    loops.series.push_back({law, found.depth, found.force});
  }
  Figure figure;
  figure.title = "Hysteresis damping";
  figure.columns = 2;
  figure.width = 960;
  figure.axes = {delivered, loops};
  write_svg(figure, folder + "/restitution.svg");
  page.picture("Delivered restitution over the one asked for, and force over penetration", "restitution.svg");
}

}  // namespace

int validate_hertz(const std::string& folder) {
  Page page("Impact of a sphere: results");
  elastic(page);
  accuracies(page);
  restitution(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

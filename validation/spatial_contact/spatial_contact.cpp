// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_contact/spatial_contact.h"

#include "report/plot.h"
#include "validation/page.h"
#include "validation/spatial_contact/runs.h"

namespace freeplay::validation {
namespace {

void ball(Page& page) {
  const SlipToRoll exact;
  page.heading("From slip to roll");
  page.paragraph(fmt::format(
      "`examples/slip_to_roll`: a ball with v = (2, 0) m/s and ω = (15, −10, 5) rad/s on a "
      "table, μ = 0.3. Rolling begins "
      "at {:.12f} s with ({:.12f}, {:.12f}) m/s. Errors of that time, and of velocity, angular "
      "velocity (× radius) and "
      "position at 0.5 s. With a fixed step the table of events has the end of the step for the time.",
      exact.time(), exact.final_velocity()[0], exact.final_velocity()[1]));
  std::vector<std::vector<std::string>> rows;
  const auto row = [&](const std::string& name, const BallErrors& found, bool bound) {
    rows.push_back({name, fmt::format("{}", found.run.summary.steps.steps), short_number(found.time),
                    short_number(found.velocity), short_number(found.omega), short_number(found.position)});
    if (!bound) return;
    page.at_most(fmt::format("ball, {}: beginning of rolling [s]", name), found.time, 1e-11);
    page.at_most(fmt::format("ball, {}: final velocity [m/s]", name), found.velocity, 1e-10);
    page.at_most(fmt::format("ball, {}: final angular velocity × radius [m/s]", name), found.omega, 1e-10);
    page.at_most(fmt::format("ball, {}: position at the end [m]", name), found.position, 2e-11);
  };
  for (const double accuracy : {1e-4, 1e-6, 1e-8})
    row(fmt::format("symmetric, accuracy {:.0e}", accuracy), run_ball({accurate(accuracy)}), accuracy < 1e-4);
  row("symmetric, step 1 ms", run_ball({fixed("symmetric", 1e-3)}), false);
  for (const double step : {1e-3, 1e-4}) {
    row(fmt::format("moreau, step {:.0e} s", step),
        run_ball({fixed("moreau", step), {"run.record.every", "0.01"}}), false);
  }
  page.table({"stepper", "steps", "time of rolling [s]", "velocity [m/s]", "ω r [m/s]", "position [m]"},
             rows);
}

void box(Page& page, const std::string& folder) {
  const Incline incline;
  const double friction_angle = std::tan(incline.slope);
  page.heading("Box on an incline");
  page.paragraph(
      "`examples/box_on_incline_3d`: 20° steep, the steepest line 25° from the x axis, the box turned by 50° "
      "against "
      "it. From rest for 1 s: it slides down that line by ½ g (sin α − μ cos α) t² when μ < tan α, and stays "
      "otherwise, "
      "also a hair above. Errors at the end, and how far the box has turned.");
  std::vector<std::vector<std::string>> rows;
  for (const double factor : {0.5, 0.9999, 1.0001, 2.0}) {
    const double mu = factor * friction_angle;
    const BoxErrors found = run_box(false, mu, {});
    rows.push_back({fmt::format("{:.4f}", factor),
                    fmt::format("{:.9f}", distance(incline.slide(mu, 1), incline.start())),
                    short_number(found.position), short_number(found.velocity), short_number(found.turned)});
    page.at_most(fmt::format("box from rest, μ = {:.4f} tan α: position [m]", factor), found.position,
                 factor > 1 ? 1e-15 : 3e-11);
    page.at_most(fmt::format("box from rest, μ = {:.4f} tan α: turned [rad]", factor), found.turned, 1e-12);
  }
  page.table({"μ / tan α", "way [m]", "position [m]", "velocity [m/s]", "turned [rad]"}, rows);

  page.paragraph(
      "Thrown across the slope with 1 m/s at μ = tan α: v + v·d stays 1 m/s, d the steepest line, and the "
      "velocity at "
      "1 s is known in closed form, the position by quadrature of it.");
  rows.clear();
  for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
    const BoxErrors found = run_box(true, friction_angle, {accurate(accuracy)});
    rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{}", found.run.summary.steps.steps),
                    short_number(found.position), short_number(found.velocity), short_number(found.kept),
                    short_number(found.turned)});
    if (accuracy > 1e-8) continue;
    page.at_most("box thrown: position [m]", found.position, 2e-10);
    page.at_most("box thrown: velocity [m/s]", found.velocity, 2e-10);
    page.at_most("box thrown: v + v·d [m/s]", found.kept, 5e-10);
    page.at_most("box thrown: turned [rad]", found.turned, 1e-14);
  }
  page.table({"accuracy", "steps", "position [m]", "velocity [m/s]", "v + v·d [m/s]", "turned [rad]"}, rows);

  Axes path;
  path.title = "The box, thrown across the slope";
  path.x_label = "across (m)";
  path.y_label = "down the slope (m)";
  path.equal_aspect = true;
  const BoxErrors run = run_box(true, friction_angle, {});
  const std::vector<double> at = run.run.record.values("/body/box/position");
  Series curve{"symmetric", {}, {}};
  for (std::size_t i = 0; 3 * i < at.size(); ++i) {
    const Vector d = space_reference::sum(vector_at(at, i), incline.start(), -1);
    curve.x.push_back(space_reference::dot(d, incline.across()));
    curve.y.push_back(-space_reference::dot(d, incline.down()));
  }
  Series exact{"closed form", {}, {}, Series::Style::points};
  for (int i = 0; i <= 10; ++i) {
    const Vector d = space_reference::sum(incline.thrown(1, 0.1 * i), incline.start(), -1);
    exact.x.push_back(space_reference::dot(d, incline.across()));
    exact.y.push_back(-space_reference::dot(d, incline.down()));
  }
  path.series = {curve, exact};
  Figure figure;
  figure.axes = {path};
  figure.width = 480;
  write_svg(figure, folder + "/incline.svg");
  page.picture("Path of a box thrown across a slope", "incline.svg");
}

void pyramid(Page& page, const std::string& folder) {
  page.heading("The pyramid against the cone");
  page.paragraph(
      "A box slides to rest from 1 m/s in 33 directions over a quarter of a turn. The largest error of the "
      "way to rest, "
      "v²/(2 μ g), and the largest way sideways, both relative to it; and how unequal directions are: "
      "longest less shortest "
      "way. `symmetric`, step 2 ms.");
  std::vector<std::vector<std::string>> rows;
  Axes axes;
  axes.title = "Way to rest over the direction of the throw";
  axes.x_label = "direction (°)";
  axes.y_label = "way / (v²/2μg)";
  const auto all = [&](const std::string& name, const std::string& solver, int facets) {
    double way = 0, sideways = 0, least = 1e9, most = -1e9;
    Series curve{name, {}, {}};
    for (int i = 0; i <= 32; ++i) {  // halfway between edges among them
      const double direction = i * std::numbers::pi / 64;
      const Slide found = slide_box(direction, solver, fixed("symmetric", 2e-3));
      way = std::max(way, std::abs(found.way));
      sideways = std::max(sideways, std::abs(found.sideways));
      least = std::min(least, found.way);
      most = std::max(most, found.way);
      curve.x.push_back(direction * 180 / std::numbers::pi);
      curve.y.push_back(1 + found.way);
    }
    axes.series.push_back(curve);
    rows.push_back({name, short_number(way), short_number(sideways), short_number(most - least)});
    if (facets == 0) {
      page.at_most(name + ": way", way, 1e-13);
      page.at_most(name + ": sideways", sideways, 1e-13);
      page.at_most(name + ": longest less shortest way", most - least, 1e-13);
    } else {
      // halfway between two edges friction is less by cos(π/f), and the way longer by 1/cos(π/f)
      const double expected = 1 / std::cos(std::numbers::pi / facets) - 1;
      page.at_most(name + ": way, relative difference from 1/cos(π/f) − 1", std::abs(way / expected - 1),
                   2e-12);
      page.at_most(name + ": way", way, 1.001 * expected);
      page.at_most(name + ": sideways", sideways, facets == 4 ? 0.28 : (facets == 8 ? 0.115 : 0.84 / facets));
    }
  };
  all("cone, `gauss_seidel`", R"({ name = "gauss_seidel" })", 0);
  all("cone, `auto`", R"({ name = "auto" })", 0);
  for (const int facets : {4, 8, 16, 32})
    all(fmt::format("pyramid, {} facets", facets),
        fmt::format(R"({{ name = "lemke", facets = {} }})", facets), facets);
  page.table({"friction", "way", "sideways", "anisotropy"}, rows);
  for (Series& one : axes.series) std::erase(one.label, '`');
  Figure figure;
  figure.axes = {axes};
  write_svg(figure, folder + "/pyramid.svg");
  page.picture("Way to rest over the direction, for cone and pyramids", "pyramid.svg");
}

}  // namespace

int validate_spatial_contact(const std::string& folder) {
  Page page("Rigid contact in space: results");
  ball(page);
  box(page, folder);
  pyramid(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

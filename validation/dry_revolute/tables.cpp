// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "report/plot.h"
#include "validation/dry_revolute/dry_revolute.h"
#include "validation/dry_revolute/runs.h"

namespace freeplay::validation {
namespace {

constexpr double kTurns = 2;

std::string name(double clearance) { return fmt::format("{:g} mm", 1e3 * clearance); }

/// Crank angle in degrees of the second turn, and a channel over it.
Series second_turn(const DryRun& run, const std::string& channel, const std::string& label, int colour) {
  const std::vector<double> time = run.record.values("/time"), values = run.record.values(channel);
  Series series;
  series.label = label;
  series.colour = colour;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double turn = time[i] / kTurn - 1;
    if (turn < 0) continue;
    series.x.push_back(360 * turn);
    series.y.push_back(values[i]);
  }
  return series;
}

/// The clearance, as a circle of radius 1.
Series circle() {
  Series out;
  out.label = "clearance";
  out.style = Series::Style::dashed;
  out.colour = 6;
  for (int i = 0; i <= 360; i += 2) {
    const double angle = i * std::numbers::pi / 180;
    out.x.push_back(std::cos(angle));
    out.y.push_back(std::sin(angle));
  }
  return out;
}

/// `later` is the largest moment of the second turn, `peak` that over the ideal mechanism's.
void check_run(Page& page, double clearance, const DryRun& run, double later, double peak) {
  const RunSummary& summary = run.summary;
  const double ledger = summary.worst_numerical / summary.energy_scale;
  const std::string what = "c = " + name(clearance) + ": ";
  const DryRun coarser = run_dry(clearance, kTurns, 10 * kAccuracy);
  page.at_most(what + "change of the second turn's peak moment with ten times the accuracy, relative",
               std::abs(largest(coarser, "/driver/motor/effort", kTurn) / later - 1), 3e-4);
  page.at_most(what + "run incomplete", summary.status == RunStatus::complete ? 0 : 1, 0);
  page.at_most(what + "ledger remainder / energy", ledger, 1e-10);
  page.at_most(what + "deepest start of a contact / penetration_max", summary.compliant.deepest_start, 1e-6);
  page.at_most(what + "contacts forced by step_min", static_cast<double>(summary.compliant.forced), 0);
  double outside = 0;
  for (const double e : run.record.values("/joint/wrist/eccentricity")) outside = std::max(outside, e - 1);
  page.at_most(what + "orbit outside the clearance circle less the deepest penetration [m]",
               std::abs(outside * clearance - summary.steps.worst_penetration), 1e-9);
  page.at_least(what + "deepest penetration of the first contact over that of both turns",
                first_over_deepest(run), 0.999);
  const double flight = share_of_flight(run);
  page.at_least(what + "peak moment of the second turn over that of the ideal mechanism", peak, 1.3);
  page.at_most(what + "peak moment of the second turn over that of the ideal mechanism", peak, 1.8);
  page.at_most(what + "part of the second turn in flight", flight, 0);
  const double contacts = clearance == 5e-4 ? 22 : (clearance == 2e-4 ? 5 : 8);
  page.at_most(fmt::format("{}contacts that begin, less {}", what, contacts),
               std::abs(static_cast<double>(summary.steps.impacts) - contacts), 0);
}

Axes moment_axes(double clearance, const DryRun& run, const DryRun& ideal) {
  Axes axes;
  axes.title = "c = " + name(clearance);
  axes.x_label = "crank angle (°)";
  axes.y_label = "moment (N m)";
  axes.x_range = {0, 360};
  axes.series.push_back(second_turn(run, "/driver/motor/effort", "with play", 0));
  Series without = second_turn(ideal, "/driver/motor/effort", "ideal", 6);
  without.style = Series::Style::dashed;
  axes.series.push_back(without);
  return axes;
}

Axes orbit_axes(double clearance, const DryRun& run) {
  Axes orbit;
  orbit.title = "c = " + name(clearance);
  orbit.x_label = "e_{x} / c";
  orbit.y_label = "e_{y} / c";
  orbit.equal_aspect = true;
  orbit.x_range = orbit.y_range = {-1.35, 1.35};
  Series path;
  path.label = "journal";
  path.colour = 0;
  path.x = run.record.values("/joint/wrist/orbit_x");
  path.y = run.record.values("/joint/wrist/orbit_y");
  for (double& value : path.x) value /= clearance;
  for (double& value : path.y) value /= clearance;
  orbit.series.push_back(path);
  orbit.series.push_back(circle());
  return orbit;
}

}  // namespace

void three_clearances(Page& page, const std::string& folder) {
  page.heading("Three clearances");
  const DryRun ideal = run_dry(0, kTurns);
  const double most_ideal = largest(ideal, "/driver/motor/effort");
  double off = 0;
  const std::vector<double> time = ideal.record.values("/time"),
                            effort = ideal.record.values("/driver/motor/effort");
  for (std::size_t i = 1; i + 1 < time.size(); ++i)
    off = std::max(off, std::abs(effort[i] - ideal_moment(time[i])));
  page.at_most("ideal joint: moment against the closed form [N m]", off, 2e-6);
  page.at_most("ideal joint: largest moment less 138.6 N m", std::abs(most_ideal - 138.6), 0.05);
  Figure moments, orbits;
  moments.title = "Moment that drives the crank, second turn";
  moments.width = 960;
  moments.plot_height = 180;
  orbits.title = "Orbit of the journal in its bearing, two turns";
  orbits.columns = 3;
  orbits.width = 960;
  std::vector<std::vector<std::string>> rows;
  for (const double clearance : {5e-4, 2e-4, 1e-4}) {
    const DryRun run = run_dry(clearance, kTurns);
    const RunSummary& summary = run.summary;
    const double moment = largest(run, "/driver/motor/effort"),
                 later = largest(run, "/driver/motor/effort", kTurn);
    const double ledger = summary.worst_numerical / summary.energy_scale;
    rows.push_back({name(clearance), fmt::format("{}", summary.steps.impacts),
                    fmt::format("{:.1f}", 1e6 * summary.steps.worst_penetration),
                    fmt::format("{:.1f}", 1e-3 * summary.compliant.peak_force), fmt::format("{:.0f}", moment),
                    fmt::format("{:.0f}", later), fmt::format("{:.1f}", later / most_ideal),
                    fmt::format("{:.2f}", -summary.works.impact),
                    fmt::format("{:.2f}", -summary.works.friction), short_number(ledger)});
    check_run(page, clearance, run, later, later / most_ideal);
    moments.axes.push_back(moment_axes(clearance, run, ideal));
    orbits.axes.push_back(orbit_axes(clearance, run));
  }
  page.paragraph(fmt::format(
      "Peaks over two turns, and in the second alone: the start, with the journal in the middle of its "
      "bearing, is harder than what follows. The ideal mechanism needs at most {:.1f} N m.",
      most_ideal));
  page.table({"c", "contacts", "deepest penetration [µm]", "peak force [kN]", "peak crank moment [N m]",
              "in the second turn", "of the ideal one", "lost to hysteresis [J]", "to friction [J]",
              "ledger remainder / energy"},
             rows);
  write_svg(moments, folder + "/moment.svg");
  write_svg(orbits, folder + "/orbit.svg");
  page.picture("Crank moment over the second turn for three clearances", "moment.svg");
  page.picture("Orbits of the journal for three clearances", "orbit.svg");
}

void vanishing_clearance(Page& page, const std::string& folder) {
  constexpr std::array<double, 7> kClearances = {1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5};
  page.heading("The clearance vanishes");
  page.paragraph(
      "Distance of the slider from its position in the ideal mechanism, against the kinematic bound: crank "
      "pin "
      "and slider are between l − c′ and l + c′ apart, c′ = c + δ with the deepest penetration δ, which puts "
      "the "
      "slider between two ideal mechanisms with such rods. Velocities are root mean squares over both turns, "
      "relative to those of the ideal slider.");
  Figure figure;
  figure.title = "Distance of the slider from the ideal mechanism";
  figure.width = 720;
  figure.plot_height = 300;
  Axes axes;
  axes.x_label = "clearance (m)";
  axes.log_x = axes.log_y = true;
  axes.y_label = "position (m), velocity (relative)";
  Series position, velocity, bound;
  position.label = "position, largest";
  velocity.label = "velocity, root mean square";
  bound.label = "c";
  bound.style = Series::Style::dashed;
  bound.colour = 6;
  std::vector<std::vector<std::string>> rows;
  for (const double clearance : kClearances) {
    // positions are judged against the clearance: 1e-12 of 10 µm is below rounding
    const DryRun run = run_dry(clearance, kTurns, 100 * kAccuracy);
    page.at_most("c = " + name(clearance) + ": run incomplete",
                 run.summary.status == RunStatus::complete ? 0 : 1, 0);
    const Distance off = distance(run);
    rows.push_back({name(clearance), fmt::format("{:.2f}", 1e6 * run.summary.steps.worst_penetration),
                    fmt::format("{:.2f}", 1e6 * off.position),
                    fmt::format("{:.3f}", off.position / clearance), fmt::format("{:.4f}", off.share),
                    fmt::format("{:.2e}", off.velocity)});
    page.at_most("c = " + name(clearance) + ": distance of the slider / kinematic bound", off.share, 1);
    page.at_least("c = " + name(clearance) + ": distance of the slider / kinematic bound", off.share, 0.999);
    if (!position.y.empty()) {
      const double order =
          std::log(position.y.back() / off.position) / std::log(position.x.back() / clearance);
      page.at_least("order of the slider's distance down to c = " + name(clearance), order, 0.7);
    }
    position.x.push_back(clearance);
    position.y.push_back(off.position);
    velocity.x.push_back(clearance);
    velocity.y.push_back(off.velocity);
    bound.x.push_back(clearance);
    bound.y.push_back(clearance);
  }
  const double order =
      std::log(velocity.y.front() / velocity.y.back()) / std::log(velocity.x.front() / velocity.x.back());
  page.at_least("order of the slider's velocity from c = 1 mm to 0.01 mm", order, 0.7);
  page.at_most("order of the slider's velocity from c = 1 mm to 0.01 mm", order, 0.8);
  page.table({"c", "deepest penetration [µm]", "largest distance [µm]", "/ c", "/ kinematic bound",
              "velocity, relative"},
             rows);
  for (const Series& line : {position, velocity}) {
    Series points = line;
    points.style = Series::Style::points;
    axes.series.push_back(line);
    axes.series.push_back(points);
  }
  axes.series.push_back(bound);
  figure.axes.push_back(axes);
  write_svg(figure, folder + "/convergence.svg");
  page.picture("Distance from the ideal mechanism over the clearance", "convergence.svg");
}

}  // namespace freeplay::validation

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "report/plot.h"
#include "validation/slider_crank/runs.h"
#include "validation/slider_crank/slider_crank.h"

namespace freeplay::validation {
namespace {

const std::vector<double> kSteps{1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6};  // those of the plots
const std::vector<double> kTableSteps{1e-4, 1e-5, 1e-6};

std::string step_name(double step) { return fmt::format("{:.0e}", step); }

/// One way to compute; the label is used in tables and plots.
struct Variant {
  std::string label;
  std::string stepper;
  Coordinates coordinates;
  std::optional<bool> project;
};

SliderCrankRun run_variant(const Variant& variant, Reading reading, double step) {
  RunSetup setup;
  setup.reading = reading;
  setup.coordinates = variant.coordinates;
  setup.stepper = variant.stepper;
  setup.project = variant.project;
  setup.step = step;
  return run_slider_crank(setup);
}

/// error = C Δt^order through (Δt, error), over the steps of the plots.
Series slope(int order, double step, double error) {
  Series guide;
  guide.style = Series::Style::dashed;
  guide.colour = order == 1 ? 7 : 6;
  for (const double at : {kSteps.front(), kSteps.back()}) {
    guide.x.push_back(at);
    guide.y.push_back(error * std::pow(at / step, order));
  }
  return guide;
}

Axes error_axes(const std::string& title, const std::string& y_label) {
  Axes axes;
  axes.title = title;
  axes.x_label = "Δt (s)";
  axes.y_label = y_label;
  axes.log_x = axes.log_y = true;
  return axes;
}

struct Measure {
  const char* name;
  const char* title;
  const char* unit;
  bool even;              // falls evenly with Δt in a first-order scheme too
  double most, most_own;  // of the second-order one at 1e-6 s, assembled and own: twice what is reached
  double (*of)(const Errors&);
};
const Measure kMeasures[] = {
    {"θ1, θ2", "Angles θ_{1}, θ_{2}", "rad", true, 3e-8, 4e-8, [](const Errors& e) { return e.angle(); }},
    {"ω1, ω2", "Speeds ω_{1}, ω_{2}", "rad/s", false, 4e-6, 5e-6, [](const Errors& e) { return e.speed(); }},
    {"energy", "Energy", "J", true, 7e-9, 2e-7, [](const Errors& e) { return e.energy; }},
};

/// How often the slider lies on a surface for more than 1 ms.
int slides(const SliderCrankRun& run) {
  const std::vector<double> time = run.record.values("/time");
  int count = 0;
  for (const char* corner : {"upper_back", "lower_back"}) {
    const std::vector<double> mode = run.record.values(std::string("/contact/guide.") + corner + "/mode");
    double since = 0;
    bool counted = false;
    for (std::size_t i = 1; i < mode.size(); ++i) {
      if (mode[i] == 0 || mode[i - 1] == 0) {
        since = time[i];
        counted = false;
      } else if (!counted && time[i] - since > 1e-3) {
        ++count;
        counted = true;
      }
    }
  }
  return count;
}

void draw_errors(const std::string& label, int colour, const std::map<double, Errors>& found,
                 Figure& figure) {
  for (std::size_t m = 0; m < figure.axes.size(); ++m) {
    Series line, points;
    line.label = label;
    line.colour = colour;
    for (const auto& [step, errors] : found) {
      line.x.push_back(step);
      line.y.push_back(kMeasures[m].of(errors));
    }
    points = line;
    points.style = Series::Style::points;
    figure.axes[m].series.push_back(line);
    figure.axes[m].series.push_back(points);
    if (label == "symmetric, own") {
      figure.axes[m].series.push_back(slope(2, 1e-5, 4 * kMeasures[m].of(found.at(1e-5))));
    } else if (label == "moreau, own") {
      figure.axes[m].series.push_back(slope(1, 1e-5, 0.4 * kMeasures[m].of(found.at(1e-5))));
    }
  }
}

}  // namespace

void convergence(Page& page, const std::string& folder) {
  const std::vector<Variant> variants{
      {"symmetric, assembled", "symmetric", Coordinates::assembled, {}},
      {"symmetric, own", "symmetric", Coordinates::own, {}},
      {"moreau, assembled", "moreau", Coordinates::assembled, {}},
      {"moreau, own", "moreau", Coordinates::own, {}},
  };
  page.heading("Convergence, d = 2(b + c)");
  page.paragraph(
      "Largest error at t = 0.01, 0.02, …, 0.1 s; until then the slider hits 26 times faster than 1 cm/s and "
      "slides "
      "along a surface four times. The order is that between a row and the one above it. (The speeds at t = "
      "0.03 s, "
      "amid a burst of impacts, need not fall evenly with Δt.)");

  Figure figure;
  figure.title = "Error against the event-driven reference, d = 2(b + c), t ≤ 0.1 s";
  figure.columns = 3;
  figure.width = 1080;
  for (const Measure& measure : kMeasures) {
    figure.axes.push_back(error_axes(measure.title, std::string("largest error (") + measure.unit + ")"));
    figure.axes.back().note = "dashed: slopes 1 and 2";
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t v = 0; v < variants.size(); ++v) {
    std::map<double, Errors> found;
    for (const double step : kSteps) {
      found[step] = worst(errors_at(run_variant(variants[v], Reading::shipped, step), reference::kSamples));
    }
    for (std::size_t i = 0; i < kTableSteps.size(); ++i) {
      std::vector<std::string> row{
          i == 0 ? "`" + variants[v].stepper + "`, " +
                       (variants[v].coordinates == Coordinates::own ? "own" : "assembled")
                 : "",
          step_name(kTableSteps[i])};
      for (const Measure& measure : kMeasures) {
        const double error = measure.of(found[kTableSteps[i]]);
        row.push_back(short_number(error));
        if (i == 0) {
          row.emplace_back("");
          continue;
        }
        const double order =
            observed_order(measure.of(found[kTableSteps[i - 1]]), error, kTableSteps[i - 1], kTableSteps[i]);
        row.push_back(fmt::format("{:.2f}", order));
        const std::string what = fmt::format("{}: order of {} from {} to {}", variants[v].label, measure.name,
                                             step_name(kTableSteps[i - 1]), step_name(kTableSteps[i]));
        const bool second = variants[v].stepper == "symmetric";
        if (second || measure.even) page.at_least(what, order, second ? 1.8 : 0.9);
        if (second && i + 1 == kTableSteps.size()) {
          page.at_most(fmt::format("{}: error of {} at {} [{}]", variants[v].label, measure.name,
                                   step_name(kTableSteps[i]), measure.unit),
                       error, variants[v].coordinates == Coordinates::own ? measure.most_own : measure.most);
        }
      }
      rows.push_back(row);
    }
    draw_errors(variants[v].label, static_cast<int>(v), found, figure);
  }
  page.table({"stepper, coordinates", "Δt [s]", "θ1, θ2 [rad]", "order", "ω1, ω2 [rad/s]", "order",
              "energy [J]", "order"},
             rows);
  page.picture("Error over step size, logarithmic", "convergence.svg");
  write_svg(figure, folder + "/convergence.svg");
}

void literal_reading(Page& page, const std::string& folder) {
  const std::vector<Variant> variants{
      {"moreau", "moreau", Coordinates::assembled, false},
      {"moreau, projected", "moreau", Coordinates::assembled, true},
      {"symmetric, not projected", "symmetric", Coordinates::assembled, false},
      {"symmetric (default)", "symmetric", Coordinates::assembled, {}},
      {"symmetric, own", "symmetric", Coordinates::own, {}},
  };
  page.heading("The literal reading, d = 2b + c");
  page.paragraph(fmt::format("Error of θ1(0.1 s) in rad; the reference is {:.9f}.",
                             reference::kLiteralSamples.back().theta[0]));
  std::map<double, std::vector<std::string>> rows;
  Figure figure;
  figure.title = "Error of θ_{1}(0.1 s), d = 2b + c";
  figure.width = 720;
  figure.plot_height = 320;
  figure.axes.push_back(error_axes("", "error (rad), without sign"));
  const int colours[] = {3, 1, 4, 0, 2};
  for (std::size_t v = 0; v < variants.size(); ++v) {
    Series line;
    line.label = variants[v].label;
    line.colour = colours[v];
    double coarser = 0;
    for (const double step : kSteps) {
      const SliderCrankRun run = run_variant(variants[v], Reading::literal, step);
      const double error = errors_at(run, reference::kLiteralSamples).back().theta[0];
      line.x.push_back(step);
      line.y.push_back(std::abs(error));
      if (std::find(kTableSteps.begin(), kTableSteps.end(), step) == kTableSteps.end()) continue;
      if (rows[step].empty()) rows[step].push_back(step_name(step));
      rows[step].push_back(signed_number(error));
      const std::string what = fmt::format("d = 2b + c, {}: ", variants[v].label);
      if (variants[v].project == false && variants[v].stepper == "symmetric" && step == 1e-6) {
        page.at_most(what + "order of θ1(0.1 s) from 1e-5 to 1e-6", std::log10(std::abs(coarser / error)), 1);
      }
      if (step == 1e-5) coarser = error;
      if (variants[v].stepper != "symmetric" || variants[v].project == false) continue;
      page.at_most(fmt::format("{}error of θ1(0.1 s) at {} [rad]", what, step_name(step)), std::abs(error),
                   step == 1e-4 ? 4e-4 : (step == 1e-5 ? 4e-6 : 4e-8));
    }
    Series points = line;
    points.style = Series::Style::points;
    figure.axes[0].series.push_back(line);
    figure.axes[0].series.push_back(points);
  }
  std::vector<std::vector<std::string>> table;
  for (const double step : kTableSteps) {
    std::vector<std::string> row = rows[step];
    table.push_back(row);
  }
  page.table({"Δt [s]", "`moreau`", "`moreau`, projected", "`symmetric`, not projected",
              "`symmetric` (default)", "`symmetric`, own"},
             table);
  page.picture("Error of the crank's angle over step size", "literal.svg");
  write_svg(figure, folder + "/literal.svg");

  RunSetup setup;
  setup.reading = Reading::literal;
  setup.coordinates = Coordinates::own;
  setup.stepper = "moreau";
  const SliderCrankRun papers = run_slider_crank(setup);
  const Errors published = worst(errors_at(papers, reference::kMoreau));
  page.paragraph(fmt::format(
      "`moreau` in own coordinates at Δt = 1e-5 against the paper's algorithm as two other programs ran it, "
      "largest "
      "difference of the ten samples: {} rad, {} rad/s, {} J.",
      short_number(published.angle()), short_number(published.speed()), short_number(published.energy)));
  page.at_most("d = 2b + c, moreau, own: difference from the paper's algorithm, angles [rad]",
               published.angle(), 5e-12);
  page.at_most("d = 2b + c, moreau, own: difference from the paper's algorithm, speeds [rad/s]",
               published.speed(), 5e-11);
  page.at_most("d = 2b + c, moreau, own: difference from the paper's algorithm, energy [J]", published.energy,
               5e-12);
  const double behind = -errors_at(papers, reference::kLiteralSamples).back().theta[0];
  page.at_least("d = 2b + c, moreau, own: θ1(0.1 s) is behind at 1e-5 by [rad]", behind, 2.2e-2);
  page.at_most("d = 2b + c, moreau, own: θ1(0.1 s) is behind at 1e-5 by [rad]", behind, 2.4e-2);
}

void impacts(Page& page) {
  page.heading("The first impacts, d = 2(b + c), Δt = 1e-5");
  page.paragraph(
      "Those with an approach faster than 1 cm/s, from the table `/impacts` of the default run. Each differs "
      "from the "
      "reference by far less than the step, because `symmetric` places impacts in time. (The corners of a "
      "face hit together; their normal impulses differ because friction acts at the face, b away from the "
      "centre.)");
  RunSetup setup;
  const std::vector<ListedImpact> listed = listed_impacts(run_slider_crank(setup));
  std::vector<std::vector<std::string>> rows;
  double worst_time = 0, worst_speed = 0, worst_impulse = 0;
  for (std::size_t i = 0; i < reference::kImpacts.size(); ++i) {
    const reference::Impact& exact = reference::kImpacts[i];
    for (std::size_t corner = 0; corner < 2; ++corner) {
      const std::size_t at = 2 * i + corner;
      const auto contact = static_cast<int>((exact.upper ? 0 : 2) + corner);
      if (at >= listed.size() || listed[at].contact != contact) {
        page.at_least(
            fmt::format("impact {}: {} is in the table", i + 1, kCorners[static_cast<std::size_t>(contact)]),
            0, 1);
        continue;
      }
      const ListedImpact& ours = listed[at];
      const double after = -0.4 * exact.approach[corner];
      worst_time = std::max(worst_time, std::abs(ours.t - exact.t));
      worst_speed = std::max(
          {worst_speed, std::abs(ours.before - exact.approach[corner]), std::abs(ours.after - after)});
      worst_impulse = std::max({worst_impulse, std::abs(ours.P_N / exact.P_N[corner] - 1),
                                std::abs(ours.P_T / exact.P_T[corner] - 1)});
      rows.push_back({corner == 0 ? fmt::format("{}", i + 1) : "",
                      kCorners[static_cast<std::size_t>(contact)], fmt::format("{:.9f}", ours.t),
                      signed_number(ours.t - exact.t), fmt::format("{:.6f}", ours.before),
                      signed_number(ours.before - exact.approach[corner]), fmt::format("{:.6f}", ours.after),
                      signed_number(ours.after - after), fmt::format("{:.4e}", ours.P_N),
                      signed_number(ours.P_N / exact.P_N[corner] - 1), fmt::format("{:.4e}", ours.P_T),
                      signed_number(ours.P_T / exact.P_T[corner] - 1)});
    }
  }
  page.table({"impact", "corner", "t [s]", "error", "γ_N before [m/s]", "error", "γ_N after [m/s]", "error",
              "P_N [N s]", "relative error", "P_T [N s]", "relative error"},
             rows);
  page.at_most("first twelve impacts: error of the time [s]", worst_time, 1.2e-7);
  page.at_most("first twelve impacts: error of the normal velocities [m/s]", worst_speed, 5e-6);
  page.at_most("first twelve impacts: error of the impulses, relative", worst_impulse, 4e-5);
  const double count = static_cast<double>(listed.size()) / 2;
  page.at_most("impacts faster than 1 cm/s until 0.1 s, less the 26 of the reference", std::abs(count - 26),
               0);
  setup.every = 0;
  page.at_most("times that the slider slides along a surface until 0.1 s, less the 4 of the reference",
               std::abs(slides(run_slider_crank(setup)) - 4), 0);
}

void ledger(Page& page) {
  page.heading("Energy ledger, penetration, residuals, d = 2(b + c)");
  page.paragraph(fmt::format(
      "The remainder is what is left of the energy when all booked work is taken off, the largest of all "
      "samples, "
      "relative to the initial energy E0 = {} J. Penetration is relative to the clearance of 1 mm. A contact "
      "solve is "
      "accepted up to a residual of 1e-10; one that the chosen solver (`lemke`) could not do is handed over "
      "to the next and counted. `moreau` is shown for comparison: its remainder is the energy that the "
      "papers' scheme loses by itself.",
      reference::kInitialEnergy));
  struct Line {
    Variant variant;
    double step, end, every;
    bool bounded;
  };
  const Variant assembled{"symmetric, assembled", "symmetric", Coordinates::assembled, {}};
  const Variant own{"symmetric, own", "symmetric", Coordinates::own, {}};
  const Variant moreau{"moreau, assembled", "moreau", Coordinates::assembled, {}};
  const Variant moreau_own{"moreau, own", "moreau", Coordinates::own, {}};
  std::vector<std::vector<std::string>> rows;
  for (const Line& line : {Line{assembled, 1e-5, 0.2, 1e-4, true}, Line{own, 1e-5, 0.2, 1e-4, true},
                           Line{moreau, 1e-5, 0.2, 1e-4, false}, Line{moreau_own, 1e-5, 0.2, 1e-4, false},
                           Line{assembled, 1e-5, 1, 1e-3, true}, Line{assembled, 1e-6, 1, 1e-3, true},
                           Line{own, 1e-5, 1, 1e-3, true}, Line{own, 1e-6, 1, 1e-3, true}}) {
    RunSetup setup;
    setup.stepper = line.variant.stepper;
    setup.coordinates = line.variant.coordinates;
    setup.step = line.step;
    setup.end = line.end;
    setup.every = line.every;
    const RunSummary summary = run_slider_crank(setup).summary;
    const double remainder = summary.worst_numerical / reference::kInitialEnergy;
    const double penetration = summary.steps.worst_penetration_relative;
    fmt::print("  {}, Δt = {}, {} s: {:.2f} s\n", line.variant.label, step_name(line.step), line.end,
               summary.wall_seconds);
    rows.push_back({line.variant.label, step_name(line.step), fmt::format("{}", summary.steps.steps),
                    short_number(remainder), short_number(penetration),
                    summary.gain.count == 0 ? "none"
                                            : fmt::format("{}, {} J in all", summary.gain.count,
                                                          short_number(summary.gain.total)),
                    fmt::format("{}", summary.solver.solves), short_number(summary.solver.worst_residual),
                    fmt::format("{}", summary.solver.handed_over), fmt::format("{}", summary.solver.failed)});
    if (!line.bounded) {
      page.at_least(fmt::format("{}, Δt = {}: energy that the scheme loses by itself / E0",
                                line.variant.label, step_name(line.step)),
                    remainder, 5e-3);
      continue;
    }
    const std::string name =
        fmt::format("{}, Δt = {}, {} s: ", line.variant.label, step_name(line.step), line.end);
    const bool own_coordinates = line.variant.coordinates == Coordinates::own;
    page.at_most(name + "ledger remainder / E0", remainder,
                 own_coordinates ? 3e4 * line.step * line.step : 2e-10 * (line.step / 1e-5));
    page.at_most(name + "contact gains", static_cast<double>(summary.gain.count), 0);
    page.at_most(name + "penetration / clearance", penetration, own_coordinates ? 3e-8 : 1e-18);
    page.at_most(name + "solves handed over or failed",
                 static_cast<double>(summary.solver.handed_over + summary.solver.failed), 0);
    page.at_most(name + "run incomplete", summary.status == RunStatus::complete ? 0 : 1, 0);
  }
  page.table({"stepper, coordinates", "Δt [s]", "steps", "remainder / E0", "penetration / clearance",
              "contact gains", "contact solves", "worst residual", "handed over", "failed"},
             rows);
}

}  // namespace freeplay::validation

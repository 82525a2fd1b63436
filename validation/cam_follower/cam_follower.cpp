// SPDX-License-Identifier: Apache-2.0
#include "validation/cam_follower/cam_follower.h"

#include <fmt/format.h>

#include <map>

#include "report/plot.h"
#include "validation/cam_follower/runs.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

const char* const kForms[] = {"point", "flat", "driven", "own"};

std::string named(const CamSetup& setup) { return fmt::format("`{}`, {}", setup.stepper, setup.form); }

double order(double coarse, double fine, double coarse_step, double fine_step) {
  return std::log(coarse / fine) / std::log(coarse_step / fine_step);
}

void convergence(Page& page) {
  page.heading("Convergence");
  page.paragraph(
      "Largest difference from the reference at t = 0.005, 0.01, …, 0.3 s, one turn of the cam with six "
      "drops "
      "and six bursts of impacts. The order is that between a row and the one above it.");
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"symmetric", "moreau"}) {
    for (const char* form : kForms) {
      CamSetup setup;
      setup.stepper = stepper;
      setup.form = form;
      CamErrors before;
      for (const double step : {1e-4, 1e-5, 1e-6}) {
        setup.step = step;
        const CamErrors errors = worst_of_samples(run_cam(setup));
        std::vector<std::string> row{before.y == 0 ? named(setup) : "",
                                     fmt::format("{:.0e}", step),
                                     short_number(errors.y),
                                     "",
                                     short_number(errors.v),
                                     ""};
        if (before.y > 0) {
          const double in_y = order(before.y, errors.y, 10 * step, step);
          const double in_v = order(before.v, errors.v, 10 * step, step);
          row[3] = fmt::format("{:.2f}", in_y);
          row[5] = fmt::format("{:.2f}", in_v);
          const double least = setup.stepper == "symmetric" ? 1.9 : 0.9;
          page.at_least(fmt::format("{}: order of y from {:.0e} to {:.0e}", named(setup), 10 * step, step),
                        in_y, least);
          page.at_least(fmt::format("{}: order of ẏ from {:.0e} to {:.0e}", named(setup), 10 * step, step),
                        in_v, least);
        }
        rows.push_back(row);
        before = errors;
      }
      if (setup.stepper != "symmetric") continue;
      page.at_most(fmt::format("{}: error of y at {:.0e} [m]", named(setup), setup.step), before.y, 2e-10);
      page.at_most(fmt::format("{}: error of ẏ at {:.0e} [m/s]", named(setup), setup.step), before.v, 2e-7);
    }
  }
  page.table({"stepper, form", "Δt [s]", "y [m]", "order", "ẏ [m/s]", "order"}, rows);
}

void impacts(Page& page) {
  page.heading("Impacts");
  page.paragraph(
      "Impacts of the reference that are more than five steps from every other one: how many of them the run "
      "has within five steps, the largest error of their times, and of their approach velocities γ_N, which "
      "at "
      "a pin are those along the cam's inclined normal. `moreau` finds a hit up to a step late, by δ, and "
      "inside the cam: the flight "
      "that "
      "follows is too low and comes back (1 + ε)/ε δ = 3.5 δ early. Its bound for the k-th hit of a lobe is "
      "therefore 1 + 3.5 (k − 1) steps, in which γ_N changes at most at the rate K_s y/m + g = 1114 m/s² of "
      "a fall "
      "from 4.6 mm. `closed` is the share of the steps, from the end of a burst to the "
      "next "
      "drop, in which the contact is closed.");
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"symmetric", "moreau"}) {
    for (const char* form : kForms) {
      for (const double step : {1e-4, 1e-5}) {
        CamSetup setup;
        setup.stepper = stepper;
        setup.form = form;
        setup.step = step;
        setup.every = 0;
        const CamRun run = run_cam(setup);
        const ImpactErrors errors = impact_errors(run, setup);
        const double closed = closed_share(run, setup);
        rows.push_back({step == 1e-4 ? named(setup) : "", fmt::format("{:.0e}", step),
                        fmt::format("{} of {}", errors.found, errors.expected), short_number(errors.t),
                        fmt::format("{:.2g}", errors.t / step), short_number(errors.approach),
                        fmt::format("{:.4f}", closed)});
        const std::string what = fmt::format("{}, {:.0e}: ", named(setup), step);
        page.at_least(what + "impacts found", errors.found, errors.expected);
        if (setup.stepper == "symmetric") {
          page.at_most(what + "time of the impacts over Δt² [1/s]", errors.t / (step * step), 300);
          page.at_most(what + "approach velocity, relative", errors.approach, step == 1e-4 ? 6e-4 : 4e-5);
          page.at_least(what + "share of steps in contact", closed, 1);
        } else {
          page.at_most(what + "time of the impacts over what late hits add up to", errors.late / step, 1);
          page.at_most(what + "approach velocity over what late hits add up to [m/s²]",
                       errors.late_approach / step, 1114);
          page.at_least(what + "share of steps in contact", closed, 0.995);
        }
      }
    }
  }
  page.table({"stepper, form", "Δt [s]", "found", "time [s]", "in steps", "approach, relative", "closed"},
             rows);
}

void first_lobe(Page& page) {
  page.heading("The first lobe, Δt = 1e-4");
  CamSetup setup;
  setup.form = "own";
  setup.every = 0;
  const std::vector<std::vector<double>> rows = run_cam(setup).record.rows("/impacts");
  std::vector<std::vector<std::string>> table;
  std::size_t i = 0;
  for (const cam_reference::Impact& exact : cam_reference::impacts) {
    if (exact.lobe != 1 || i >= rows.size()) break;
    const bool last = rows[i][0] > cam_reference::drops[0];
    if (last) break;
    table.push_back({fmt::format("{}", i + 1), fmt::format("{:.9f}", exact.t),
                     fmt::format("{:.9f}", rows[i][0]), signed_number(rows[i][0] - exact.t),
                     fmt::format("{:.6f}", exact.approach), fmt::format("{:.6f}", rows[i][2]),
                     signed_number(rows[i][2] - exact.approach)});
    ++i;
  }
  page.paragraph(
      fmt::format("`symmetric` in the paper's coordinate. The impacts accumulate at t = {:.6f} s; hits that "
                  "follow each other "
                  "within a step end in permanent contact.",
                  cam_reference::closes[0]));
  page.table({"impact", "t [s], reference", "t [s]", "error", "γ_N [m/s], reference", "γ_N [m/s]", "error"},
             table);
}

void solvers(Page& page) {
  page.heading("Solvers");
  page.paragraph(
      "The same run, assembled, at Δt = 1e-4 with every solver of contact problems, from a cold start "
      "(`warm_start = false`): otherwise the contacts' modes of the last step, which are tried first, solve "
      "nearly all of them. How many problems the solver itself solved, the largest residual, relative to the "
      "problem, and the largest error against the reference, which must be that of the method: 1.3e-6 m and "
      "1.3e-3 m/s whoever solves.");
  CamSetup setup;
  setup.warm_start = false;
  std::vector<std::vector<std::string>> rows;
  for (const EntryInfo* entry : registry("solver").entries) {
    setup.solver = entry->name;
    const CamRun run = run_cam(setup);
    const SolverStatistics& solver = run.summary.solver;
    const CamErrors errors = worst_of_samples(run);
    const long long own = solver.solves - solver.warm - solver.handed_over - solver.failed;
    rows.push_back({fmt::format("`{}`", entry->name), fmt::format("{}", own),
                    fmt::format("{}", solver.solves - own), fmt::format("{}", solver.iterations),
                    short_number(solver.worst_residual), short_number(errors.y), short_number(errors.v)});
    const std::string what = std::string(entry->name) + ": ";
    page.at_least(what + "problems that it solved", static_cast<double>(own), 1000);
    page.at_most(what + "problems that another solver, or none, solved",
                 static_cast<double>(solver.solves - own), 0);
    page.at_most(what + "largest residual", solver.worst_residual, 1e-10);
    page.at_most(what + "error of y over that of the method, 1.3e-6 m, less 1",
                 std::abs(errors.y / 1.3e-6 - 1), 0.05);
    page.at_most(what + "error of ẏ over that of the method, 1.3e-3 m/s, less 1",
                 std::abs(errors.v / 1.3e-3 - 1), 0.05);
  }
  page.table({"solver", "solved", "by others", "iterations", "residual", "y [m]", "ẏ [m/s]"}, rows);
}

void chosen_steps(Page& page) {
  page.heading("Steps chosen by accuracy");
  std::vector<std::vector<std::string>> rows;
  for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
    CamSetup setup;
    setup.accuracy = accuracy;
    setup.step = 1e-5;  // what "more than five steps apart" means here
    const CamRun run = run_cam(setup);
    const CamErrors errors = worst_of_samples(run);
    const ImpactErrors hits = impact_errors(run, setup);
    rows.push_back({fmt::format("{:.0e}", accuracy), fmt::format("{}", run.summary.steps.steps),
                    short_number(errors.y), short_number(errors.v), short_number(hits.t)});
    // three times what is reached: 2.2e-8, 7e-10 and 1.7e-11 m
    page.at_most(fmt::format("accuracy {:.0e}: error of y [m]", accuracy), errors.y,
                 accuracy == 1e-4   ? 6e-8
                 : accuracy == 1e-6 ? 2e-9
                                    : 5e-11);
    page.at_most(fmt::format("accuracy {:.0e}: times of the impacts [s]", accuracy), hits.t,
                 accuracy == 1e-4   ? 7e-8
                 : accuracy == 1e-6 ? 2.4e-9
                                    : 8e-11);
    page.at_least(fmt::format("accuracy {:.0e}: impacts found", accuracy), hits.found, hits.expected);
  }
  page.table({"accuracy", "steps", "y [m]", "ẏ [m/s]", "times of the impacts [s]"}, rows);
}

void figure_7(Page& page, const std::string& folder) {
  page.heading("Fig. 7 of the paper");
  CamSetup setup;
  setup.every = 0;
  const CamRun run = run_cam(setup);
  const std::vector<double> t = run.record.values("/time");
  Figure figure;
  figure.title = "Follower over one turn of the cam";
  figure.width = 960;
  figure.plot_height = 240;
  Axes y, v;
  y.title = "(a) Displacement";
  y.x_label = v.x_label = "t (s)";
  y.y_label = "y (mm)";
  v.title = "(b) Velocity";
  v.y_label = "dy/dt (m/s)";
  Series ours_y{"symmetric, Δt = 10^{-4} s", t, heights(run), Series::Style::line, 0};
  for (double& value : ours_y.y) value *= 1e3;
  const Series ours_v{"symmetric, Δt = 10^{-4} s", t, heights(run, "velocity"), Series::Style::line, 0};
  Series cam{"cam: R_{b} + s", t, run.record.values("/joint/cam/lift"), Series::Style::dashed, 7};
  for (double& value : cam.y) value = 1e3 * (value + 0.003);
  Series exact_y{"reference", {}, {}, Series::Style::points, 1}, exact_v = exact_y;
  for (const cam_reference::Sample& sample : cam_reference::samples) {
    exact_y.x.push_back(sample.t);
    exact_y.y.push_back(1e3 * sample.y);
    exact_v.x.push_back(sample.t);
    exact_v.y.push_back(sample.v);
  }
  y.series = {cam, ours_y, exact_y};
  v.series = {ours_v, exact_v};
  figure.axes = {y, v};
  write_svg(figure, folder + "/fig7.svg");
  page.picture("Displacement and velocity of the follower over one turn of the cam", "fig7.svg");
  page.at_most("longest burst of impacts, from a drop or the start on [ms]",
               1e3 * impact_errors(run, setup).longest_burst, 13);
}

}  // namespace

int validate_cam_follower(const std::string& folder) {
  Page page("Cam and follower of a file-cutting machine: results");
  page.paragraph(
      "The case and how the paper is read are described in [README.md](README.md). “Point” and “flat” are "
      "the "
      "model file with a pin and with a flat face, the cam a function of time; “driven” has the cam as a "
      "body "
      "with a driver; “own” is the paper's one coordinate, `examples/own_system/cam_follower.h`. Errors are "
      "differences from an event-driven reference (`reference.h`); none of its numbers comes from Freeplay.");
  convergence(page);
  impacts(page);
  first_lobe(page);
  solvers(page);
  chosen_steps(page);
  figure_7(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "validation/spatial_revolute_play/runs.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"

namespace freeplay::validation {
namespace {

/// Largest change of the energy from sample to sample that impacts do not account for.
double lost_between_impacts(const PlayRun& run) {
  const std::vector<double> impact = run.record.values("/energy/impact"), total = run.energy();
  double worst = 0;
  for (std::size_t i = 1; i < total.size(); ++i)
    worst = std::max(worst, std::abs((total[i] - total[i - 1]) - (impact[i] - impact[i - 1])));
  return worst;
}

double largest(const std::vector<double>& all) {
  double most = 0;
  for (const double one : all) most = std::max(most, std::abs(one));
  return most;
}

std::vector<std::string> scenario_row(const std::string& name, const PlayRun& run) {
  const std::vector<double> values = run.record.values("/joint/shaft/scenario");
  std::vector<std::string> row{name};
  for (std::size_t word = 0; word < 13; ++word) {
    const auto count = std::count(values.begin(), values.end(), static_cast<double>(word));
    row.push_back(
        fmt::format("{:.1f}", 100.0 * static_cast<double>(count) / static_cast<double>(values.size())));
  }
  return row;
}

}  // namespace

void play_of_table_4_2(Page& page, const std::string& folder) {
  page.heading("Three clearances without friction (Table 4.2, Figs. 4.10 to 4.16)");
  page.paragraph(
      "`runge_kutta`, accuracy 1e-8, `detection = \"event\"`; 1 s, samples every millisecond. Lost is the "
      "mechanical energy after 1 s less that of the start; the rigid rows are `symmetric` with a step of 10 "
      "µs.");
  const PlayRun ideal = run_ideal();
  Figure energy;
  energy.title = "Mechanical energy less that of the start";
  energy.width = 960;
  energy.plot_height = 260;
  Axes axes;
  axes.x_label = "t (s)";
  axes.y_label = "ΔE (J)";
  std::vector<std::vector<std::string>> rows, shares;
  int number = 1;
  for (const ClearanceCase& one : clearance_cases()) {
    for (const bool rigid : {false, true}) {
      std::vector<Assignment> changes = one.changes;
      if (rigid) {
        changes.push_back({"contact.world", "rigid"});
        changes.push_back({"method.stepper", R"({ name = "symmetric", step = 1e-5 })"});
      }
      const PlayRun run = run_play(changes);
      const std::vector<double> total = run.energy();
      const std::string name = std::string(one.name) + (rigid ? ", rigid" : "");
      rows.push_back({name, fmt::format("{}", run.summary.impacts_listed),
                      fmt::format("{:.4f}", total.back()),
                      fmt::format("{:.3g}", largest(run.part("/body/slider/acceleration", 1))),
                      short_number(run.summary.worst_numerical / run.summary.energy_scale),
                      short_number(run.summary.gain.total)});
      shares.push_back(scenario_row(name, run));
      page.at_most(name + ": run is complete (0: yes)", run.complete() ? 0 : 1, 0);
      page.at_most(name + ": ledger remainder / energy",
                   run.summary.worst_numerical / run.summary.energy_scale, 1e-5);
      page.at_most(name + ": energy after 1 s less that of the start [J]", total.back(), 0);
      if (rigid) continue;
      page.at_most(name + ": change of energy between impacts [J]", lost_between_impacts(run), 1e-5);
      const std::string file = fmt::format("simulation_{}.svg", number++);
      slider_figures(run, ideal, fmt::format("Slider, {}", one.name), folder + "/" + file);
      page.picture(
          fmt::format("Motion of the slider, phase portraits and orbit of the journal, {}", one.name), file);
      axes.series.push_back(series_of(one.name, run.time(), total));
    }
  }
  page.table(
      {"", "contacts begun", "lost after 1 s [J]", "largest ÿ [m/s²]", "ledger / energy", "gained [J]"},
      rows);
  energy.axes.push_back(axes);
  write_svg(energy, folder + "/fig4_16.svg");
  page.picture("Variation of mechanical energy of the three simulations", "fig4_16.svg");
  page.paragraph("How long each of the thirteen scenarios lasts, in percent of the samples:");
  page.table({"", "none", "line", "face", "line, face", "one wall", "one end", "two walls", "two ends",
              "wall, end (same)", "wall, end (opposite)", "two walls, end", "two ends, wall", "two and two"},
             shares);
}

void ensembles(Page& page) {
  page.heading("Which clearance loses most");
  constexpr int kMembers = 24;
  page.paragraph(fmt::format(
      "The motion is chaotic: one trajectory ranks nothing. Energy lost after 1 s over {} runs of each "
      "simulation whose crank starts with angular velocities that differ by multiples of 1e-6: mean, "
      "standard "
      "deviation, least and most [J].",
      kMembers));
  std::vector<std::vector<std::string>> rows;
  std::vector<double> means, errors;
  for (const ClearanceCase& one : clearance_cases()) {
    std::vector<double> lost;
    for (int k = 0; k < kMembers; ++k) {
      std::vector<Assignment> changes = one.changes;
      changes.push_back(
          {"body.crank.angular_velocity", fmt::format("[0, {:.9f}, 0]", -6.2832 * (1 + 1e-6 * k))});
      changes.push_back({"run.record.every", "0.01"});
      const PlayRun run = run_play(changes);
      lost.push_back(-run.energy().back());
    }
    const double mean = std::accumulate(lost.begin(), lost.end(), 0.0) / kMembers;
    double square = 0;
    for (const double x : lost) square += (x - mean) * (x - mean);
    const double deviation = std::sqrt(square / (kMembers - 1));
    means.push_back(mean);
    errors.push_back(deviation / std::sqrt(double(kMembers)));
    rows.push_back({one.name, fmt::format("{:.4f}", mean), fmt::format("{:.4f}", deviation),
                    fmt::format("{:.4f}", *std::min_element(lost.begin(), lost.end())),
                    fmt::format("{:.4f}", *std::max_element(lost.begin(), lost.end()))});
  }
  page.table({"", "mean", "deviation", "least", "most"}, rows);
  const auto apart = [&](std::size_t a, std::size_t b) {
    return (means[a] - means[b]) / std::hypot(errors[a], errors[b]);
  };
  page.paragraph(
      fmt::format("Differences of the means in units of their standard error: simulations 1 and 2 {:+.1f}, 1 "
                  "and 3 {:+.1f}, "
                  "2 and 3 {:+.1f}. What that says of the thesis' ranking is in [README.md](README.md).",
                  apart(0, 1), apart(0, 2), apart(1, 2)));
}

}  // namespace freeplay::validation

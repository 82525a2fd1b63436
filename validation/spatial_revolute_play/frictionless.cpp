// SPDX-License-Identifier: Apache-2.0
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

/// Largest acceleration of the slider up to a time, of every step: contacts are shorter than the samples of a plot.
double largest_acceleration(std::vector<Assignment> changes, const char* accuracy, const char* end) {
  changes.push_back({"run.record.every", "0"});
  changes.push_back({"run.end", end});
  changes.push_back(
      {"method.stepper",
       fmt::format("{{ name = \"runge_kutta\", accuracy = {}, detection = \"event\" }}", accuracy)});
  double most = 0;
  for (const double one : run_play(changes).part("/body/slider/acceleration", 1))
    most = std::max(most, std::abs(one));
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
      "µs. The largest acceleration is that of every step, in 1 s and in the first 50 ms, where a hundred "
      "times the "
      "accuracy does not change the motion yet; the rigid runs have impulses instead.");
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
      const double early = rigid ? 0 : largest_acceleration(one.changes, "1e-8", "0.05");
      rows.push_back({name, fmt::format("{}", run.summary.impacts_listed),
                      fmt::format("{:.4f}", total.back()),
                      rigid ? "" : fmt::format("{:.0f}", largest_acceleration(one.changes, "1e-8", "1")),
                      rigid ? "" : fmt::format("{:.1f}", early),
                      short_number(run.summary.worst_numerical / run.summary.energy_scale),
                      short_number(run.summary.gain.total)});
      shares.push_back(scenario_row(name, run));
      page.at_most(name + ": run is complete (0: yes)", run.complete() ? 0 : 1, 0);
      page.at_most(name + ": ledger remainder / energy",
                   run.summary.worst_numerical / run.summary.energy_scale, rigid ? 2e-7 : 2e-6);
      page.at_most(name + ": energy after 1 s less that of the start [J]", total.back(), 0);
      if (rigid) continue;
      page.at_most(name + ": change of energy between impacts [J]", lost_between_impacts(run), 1e-6);
      page.at_most(
          name + ": largest ÿ of the first 50 ms, change with a hundred times the accuracy, relative",
          std::abs(early / largest_acceleration(one.changes, "1e-10", "0.05") - 1), 0.02);
      const std::string file = fmt::format("simulation_{}.svg", number++);
      slider_figures(run, ideal, fmt::format("Slider, {}", one.name), folder + "/" + file);
      page.picture(
          fmt::format("Motion of the slider, phase portraits and orbit of the journal, {}", one.name), file);
      axes.series.push_back(series_of(one.name, run.time(), total));
    }
  }
  page.table({"", "contacts begun", "lost after 1 s [J]", "largest ÿ [m/s²]", "in 50 ms", "ledger / energy",
              "gained [J]"},
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
      "deviation, least and most [J]; and how often the crank comes round at most, the least and the most of "
      "all "
      "runs.",
      kMembers));
  std::vector<std::vector<std::string>> rows;
  std::vector<Spread> lost;
  for (const ClearanceCase& one : clearance_cases()) {
    std::vector<double> energy, turns;
    for (const PlayRun& run : perturbed_runs(one.changes, kMembers)) {
      energy.push_back(run.complete() ? -run.energy().back() : std::nan(""));
      turns.push_back(most_turns(run));
    }
    lost.push_back(spread_of(energy));
    const auto [least, most] = std::minmax_element(energy.begin(), energy.end());
    const auto [fewest_turns, most_of_turns] = std::minmax_element(turns.begin(), turns.end());
    rows.push_back({one.name, fmt::format("{:.4f}", lost.back().mean),
                    fmt::format("{:.4f}", lost.back().deviation), fmt::format("{:.4f}", *least),
                    fmt::format("{:.4f}", *most), fmt::format("{:.3f}", *fewest_turns),
                    fmt::format("{:.3f}", *most_of_turns)});
    if (lost.size() == 1) {
      page.at_most("simulation 1, turns of the crank in 1 s, most of all runs", *most_of_turns, 0.95);
    }
  }
  page.table({"", "mean", "deviation", "least", "most", "turns, least", "turns, most"}, rows);
  page.at_least("turns of the crank in 1 s, ideal joint", most_turns(run_ideal()), 1.5);
  page.at_least("energy lost, simulation 1 less simulation 2, in standard errors", apart(lost[0], lost[1]),
                10);
  page.at_least("energy lost, simulation 3 less simulation 2, in standard errors", apart(lost[2], lost[1]),
                10);
  page.at_least("energy lost, simulation 1 less simulation 3, in standard errors", apart(lost[0], lost[2]),
                2);
}

}  // namespace freeplay::validation

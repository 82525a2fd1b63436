// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_revolute_play/runs.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"

namespace freeplay::validation {
namespace {

struct FrictionCase {
  const char *name, *table;
};

// Table 4.4, in the thesis' own units.
constexpr FrictionCase kFriction[] = {
    {"coulomb", R"({ law = "coulomb", mu = 0.1 })"},
    {"stribeck",
     R"({ law = "stribeck", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001, stribeck_exponent = 2 })"},
    {"dahl", R"({ law = "dahl", mu = 0.1, sigma0 = 1e5, coefficients = "absolute" })"},
    {"lugre",
     R"({ law = "lugre", mu = 0.1, mu_static = 0.2, stribeck_velocity = 0.001, stribeck_exponent = 2, sigma0 = 1e5, sigma1 = 316.2277660168, coefficients = "absolute" })"}};

/// One run ranks nothing, see ensembles().
void rank_friction(Page& page) {
  constexpr int kMembers = 8;
  page.paragraph(fmt::format(
      "Work of friction over 1 s in {} runs of each model whose crank starts with angular "
      "velocities that differ by multiples of 1e-6: mean, standard deviation, least and most [J].",
      kMembers));
  std::vector<std::vector<std::string>> rows;
  std::vector<Spread> lost;
  for (const FrictionCase& one : kFriction) {
    std::vector<double> work;
    for (const PlayRun& run : perturbed_runs({{"contact.friction", one.table}}, kMembers))
      work.push_back(run.complete() ? -run.record.values("/energy/friction").back() : std::nan(""));
    lost.push_back(spread_of(work));
    const auto [least, most] = std::minmax_element(work.begin(), work.end());
    rows.push_back({one.name, fmt::format("{:.4f}", lost.back().mean),
                    fmt::format("{:.4f}", lost.back().deviation), fmt::format("{:.4f}", *least),
                    fmt::format("{:.4f}", *most)});
  }
  page.table({"", "mean", "deviation", "least", "most"}, rows);
  for (std::size_t rigid = 0; rigid < 2; ++rigid) {  // laws that stick exactly
    for (std::size_t bristle = 2; bristle < 4; ++bristle) {
      page.at_least(fmt::format("lost to friction, {} less {}, in standard errors", kFriction[rigid].name,
                                kFriction[bristle].name),
                    apart(lost[rigid], lost[bristle]), 3);
    }
  }
}

}  // namespace

void four_friction_models(Page& page, const std::string& folder) {
  page.heading("With friction (Table 4.4, Figs. 4.17 to 4.25)");
  page.paragraph(
      "Simulation 1 with four friction models. Lost to friction is the work of friction over 1 s; the rigid "
      "row "
      "is Coulomb's law in `symmetric` with a step of 10 µs.");
  const PlayRun ideal = run_ideal(), frictionless = run_play({});
  Axes axes;
  axes.x_label = "t (s)";
  axes.y_label = "ΔE (J)";
  axes.series.push_back(
      series_of("frictionless", frictionless.time(), frictionless.energy(), 6, Series::Style::dashed));
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, const PlayRun& run) {
    const double friction = run.record.values("/energy/friction").back();
    rows.push_back({name, fmt::format("{}", run.summary.impacts_listed),
                    fmt::format("{:.4f}", run.energy().back()), fmt::format("{:.4f}", friction),
                    short_number(run.summary.worst_numerical / run.summary.energy_scale)});
    page.at_most(name + ": run is complete (0: yes)", run.complete() ? 0 : 1, 0);
    page.at_most(name + ": ledger remainder / energy", run.summary.worst_numerical / run.summary.energy_scale,
                 2e-6);
  };
  add("frictionless", frictionless);
  for (const FrictionCase& one : kFriction) {
    const PlayRun run = run_play({{"contact.friction", one.table}});
    add(one.name, run);
    const std::string file = fmt::format("friction_{}.svg", one.name);
    slider_figures(run, ideal, fmt::format("Slider, simulation 1 with {}", one.name), folder + "/" + file);
    page.picture(fmt::format("Motion of the slider, phase portraits and orbit of the journal, {}", one.name),
                 file);
    axes.series.push_back(series_of(one.name, run.time(), run.energy()));
  }
  add("coulomb, rigid", run_play({{"contact.friction", kFriction[0].table},
                                  {"contact.world", "rigid"},
                                  {"method.stepper", R"({ name = "symmetric", step = 1e-5 })"},
                                  {"method.solver", R"({ name = "auto", tolerance = 1e-9 })"}}));
  page.table({"", "contacts begun", "lost after 1 s [J]", "to friction [J]", "ledger / energy"}, rows);
  Figure energy;
  energy.title = "Mechanical energy less that of the start";
  energy.width = 960;
  energy.plot_height = 260;
  energy.axes.push_back(axes);
  write_svg(energy, folder + "/fig4_25.svg");
  page.picture("Variation of mechanical energy with four friction models", "fig4_25.svg");
  rank_friction(page);
}

}  // namespace freeplay::validation

// SPDX-License-Identifier: Apache-2.0
#include "validation/spatial_slider_crank/spatial_slider_crank.h"

#include "validation/page.h"
#include "validation/spatial_slider_crank/runs.h"
#include "validation/spatial_slider_crank/sections.h"

namespace freeplay::validation {
namespace {

constexpr double kTight = 1e-14;

std::vector<std::string> cells(const std::string& name, const SliderCrankErrors& found) {
  return {name,
          fmt::format("{}", found.summary.steps.steps),
          short_number(found.theta),
          short_number(found.theta_dot),
          short_number(found.y),
          short_number(found.y_dot),
          short_number(found.reaction),
          short_number(found.energy)};
}

const std::vector<std::string> kHeader{"formulation", "steps",   "θ [rad]",       "θ̇ [rad/s]",
                                       "y [m]",       "ẏ [m/s]", "reactions [N]", "energy [J]"};

void accuracy(Page& page) {
  page.heading("Against the reference");
  page.paragraph(
      fmt::format("`runge_kutta` of order 8, accuracy {:g}, consistent start: largest errors at 0.5, 1, 2 "
                  "and 5 s of crank angle "
                  "and speed, slider position and speed, and of all joint forces and moments; largest change "
                  "of the energy. Each "
                  "also with `correction = \"mass\"`.",
                  kTight));
  std::vector<std::vector<std::string>> rows;
  for (const Keeping& one : kKeepings) {
    for (const bool correct : {false, true}) {
      if (correct && std::string(one.name) == "coordinate_partitioning")
        continue;  // nothing is left to correct
      const SliderCrankErrors found =
          run_slider_crank(runge_kutta(kTight), correct ? corrected(one.choice) : one.choice, 5);
      const std::string name = std::string(one.name) + (correct ? ", corrected" : "");
      rows.push_back(cells(name, found));
      page.at_most(name + ": θ, θ̇, y, ẏ", found.state(), 1e-8);
      page.at_most(name + ": reactions [N], [N m]", found.reaction, 2e-8);
      page.at_most(name + ": change of the energy [J]", found.energy, 3e-12);
    }
  }
  page.table(kHeader, rows);
}

void penalty(Page& page) {
  page.heading("The penalty method");
  page.paragraph(
      "Joints give way in proportion to 1/α. Errors at 0.5 and 1 s over α, and the order in 1/α between "
      "neighbours, "
      "of the state.");
  std::vector<std::vector<std::string>> rows;
  double last = 0, lowest = 2, highest = 0, energy = 0;
  for (const double alpha : {1e5, 1e6, 1e7, 1e8, 1e9}) {
    const SliderCrankErrors found =
        run_slider_crank(runge_kutta(kTight), fmt::format(R"({{ name = "penalty", alpha = {} }})", alpha), 1);
    std::vector<std::string> row = cells(fmt::format("`penalty`, α = {:.0e}", alpha), found);
    if (last > 0) {
      const double order = std::log10(last / found.state()), of_energy = std::log10(energy / found.energy);
      lowest = std::min({lowest, order, of_energy});
      highest = std::max({highest, order, of_energy});
      row.push_back(fmt::format("{:.3f}", order));
    } else {
      row.emplace_back("");
    }
    rows.push_back(row);
    last = found.state();
    energy = found.energy;
  }
  std::vector<std::string> header = kHeader;
  header.emplace_back("order");
  page.table(header, rows);
  page.at_least("penalty: lowest order of state and energy in 1/α from 1e5 to 1e9", lowest, 0.99);
  page.at_most("penalty: highest order of state and energy in 1/α from 1e5 to 1e9", highest, 1.01);
  page.at_most("penalty: change of the energy in 1 s at α = 1e9 [J]", energy, 2e-8);
  const SliderCrankErrors found =
      run_slider_crank(runge_kutta(kTight), corrected(R"({ name = "penalty", alpha = 1e7 })"), 1);
  page.paragraph(
      fmt::format("With `correction = \"mass\"` and α = 1e7 the state errs by {}: the correction puts "
                  "positions and velocities onto "
                  "the constraints, but accelerations stay those of joints that give way.",
                  short_number(found.state())));
  page.at_most("penalty, corrected, α = 1e7: θ, θ̇, y, ẏ", found.state(), 5e-6);
}

void order(Page& page) {
  page.heading("Order of rk4");
  page.paragraph("Errors of the state at 0.5 and 1 s over the step, and the order from the last two.");
  std::vector<std::vector<std::string>> rows;
  double of_drifting = 0;
  for (const char* choice : {kKeepings[0].choice, kKeepings[3].choice, kKeepings[4].choice,
                             kKeepings[6].choice, kKeepings[5].choice, R"({ name = "direct_correction" })"}) {
    std::vector<std::string> row{fmt::format("`{}`", choice)};
    double last = 0, order = 0;
    for (const double step : {4e-3, 2e-3, 1e-3, 5e-4}) {
      const double error = run_slider_crank(rk4(step), choice, 1).state();
      row.push_back(short_number(error));
      order = std::log2(last / error);
      last = error;
    }
    row.push_back(fmt::format("{:.2f}", order));
    rows.push_back(row);
    const bool kept = choice == kKeepings[5].choice || rows.size() == 6;  // to rounding
    page.at_least(fmt::format("order of rk4 with {}", choice), order, kept ? 4.2 : 3.9);
    if (kept) {
      page.at_most(fmt::format("rk4 with {}: error at 0.5 ms over that of lagrange", choice),
                   last / of_drifting, 0.1);
    } else {
      page.at_most(fmt::format("order of rk4 with {}", choice), order, 4.1);
    }
    if (rows.size() == 1) of_drifting = last;
  }
  page.table({"formulation", "4 ms", "2 ms", "1 ms", "0.5 ms", "order"}, rows);
}

}  // namespace

int validate_spatial_slider_crank(const std::string& folder) {
  Page page("Spatial slider-crank: results");
  accuracy(page);
  penalty(page);
  order(page);
  twenty_seconds(page, folder);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

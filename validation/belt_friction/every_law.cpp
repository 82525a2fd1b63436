// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "freeplay/friction_law.h"
#include "report/plot.h"
#include "validation/belt_friction/belt_friction.h"
#include "validation/belt_friction/runs.h"

namespace freeplay::validation {
namespace {

constexpr const char* kBdf = R"({ name = "bdf", accuracy = 1e-12 })";
// a second method beside bdf, so that it must not hand over to bdf where the motion is stiff
constexpr const char* kRungeKutta = R"({ name = "runge_kutta", accuracy = 1e-12, stiff = "same" })";
constexpr const char* kPaper = R"({ name = "rk4", step = 5e-5 })";
constexpr const char* kHalved = R"({ name = "rk4", step = 2.5e-5 })";

struct Done {
  BeltModel model;
  BeltRun run;
};

std::string code(const std::string& name) { return "`" + name + "`"; }
std::string decimals(double value) { return fmt::format("{:.6f}", value == 0 ? 0 : value); }

void motion_table(Page& page, const std::vector<Done>& all) {
  page.heading("Every model");
  page.paragraph(
      "Position x of the block [m] and relative velocity w [m/s] after 5, 10, 15 and 20 s, by `bdf` with "
      "accuracy 1e-12.");
  std::vector<std::string> header{"model"};
  for (const double t : kSampleTimes) {
    header.push_back(fmt::format("x({:g} s)", t));
    header.push_back(fmt::format("w({:g} s)", t));
  }
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    rows.push_back({code(one.model.law)});
    for (const double t : kSampleTimes) {
      rows.back().push_back(decimals(one.run.x[one.run.at(t)]));
      // exact stick is zero but for rounding
      const double w = one.run.w[one.run.at(t)];
      rows.back().push_back(decimals(std::abs(w) < 5e-7 ? 0 : w));
    }
  }
  page.table(header, rows);
}

void agreement(Page& page, const std::vector<Done>& all) {
  page.heading("Errors");
  page.paragraph(
      "Largest error of x and w at 5, 10, 15 and 20 s against the reference, and largest difference of `bdf` "
      "to `runge_kutta` with accuracy 1e-12 and `stiff = \"same\"`, to `rk4` with the paper's step of 5e-5 "
      "s, and of that to `rk4` "
      "with half of it.");
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    const std::string name = one.model.law;
    const belt_reference::Motion* exact = reference_of(one.model);
    std::vector<std::string> row{code(name)};
    if (exact) {
      const double error = difference(one.run, *exact);
      page.at_most(name + ": x [m], w [m/s] against the reference", error, 3e-8);
      row.push_back(short_number(error));
    } else {
      row.emplace_back("–");
    }
    const auto agree = [&](const std::string& what, double value) {
      page.at_most(name + ": " + what, value, one.model.agreement);
      return value;
    };
    const BeltRun fixed = run_belt(one.model, kPaper);
    const double second =
        agree("`bdf` against `runge_kutta`", difference(one.run, run_belt(one.model, kRungeKutta)));
    const double paper = agree("`bdf` against `rk4` at 5e-5 s", difference(one.run, fixed));
    const double halved =
        agree("`rk4` at 5e-5 s against half the step", difference(fixed, run_belt(one.model, kHalved)));
    row.insert(row.end(), {short_number(second), short_number(paper), short_number(halved),
                           short_number(one.model.agreement)});
    rows.push_back(row);
    fmt::print("block on a belt, {}: bdf {:.2f} s, rk4 at 5e-5 s {:.2f} s\n", name,
               one.run.summary.wall_seconds, fixed.summary.wall_seconds);
  }
  page.table({"model", "reference", "`runge_kutta`", "`rk4`, 5e-5 s", "`rk4`, halved step", "allowed"}, rows);
}

/// First time of each kind, and the time from it to the next.
std::vector<std::string> times(const BeltRun& run) {
  using belt_reference::Event;
  std::vector<std::string> cells;
  for (const Event what : {Event::slips, Event::sticks, Event::rises}) {
    std::vector<double> found;
    for (const belt_reference::Turn& turn : run.turns) {
      if (turn.what == what) found.push_back(turn.t);
    }
    cells.push_back(found.empty() ? "–" : decimals(found.front()));
    if (what == Event::rises) cells.push_back(found.size() < 2 ? "–" : decimals(found[1] - found[0]));
  }
  return cells;
}

/// From one time at which w grows through 0.05 m/s to the next [s]; not a number where there are less than two.
double period_of(const BeltRun& run) {
  std::vector<double> found;
  for (const belt_reference::Turn& turn : run.turns) {
    if (turn.what == belt_reference::Event::rises) found.push_back(turn.t);
  }
  return found.size() < 2 ? std::nan("") : found[1] - found[0];
}

/// Viscous friction takes energy out of the slip: laws that have it come round sooner.
void shorter_periods(Page& page, const std::vector<Done>& all) {
  double dry = std::nan("");
  for (const Done& one : all) {
    if (std::string(one.model.law) == "coulomb_stiction") dry = period_of(one.run);
  }
  for (const Done& one : all) {
    const std::string law = one.model.law;
    if (law == "stribeck" || law == "lugre" || law == "elasto_plastic" || law == "gonthier")
      page.at_most(law + ": period over that of coulomb_stiction", period_of(one.run) / dry, 0.97);
  }
}

void stick_and_slip(Page& page, const std::vector<Done>& all) {
  using belt_reference::Event;
  page.heading("Stick and slip");
  page.paragraph(
      "When stick (or the branch of the law for it) first ends, when slip ends, when w first grows through "
      "0.05 m/s, and the period, from there to the next time [s]; errors of all such times of the reference, "
      "and of the periods between times of a kind. With exact stick, break-away is at μ_S m g/(k v): 4.905 s "
      "with 0.1, 7.3575 s with 0.15.");
  std::vector<std::vector<std::string>> rows;
  for (const Done& one : all) {
    std::vector<std::string> row{code(one.model.law)};
    for (const std::string& cell : times(one.run)) row.push_back(cell);
    if (const belt_reference::Motion* exact = reference_of(one.model)) {
      double worst = 0, period = 0;
      int periods = 0;
      const belt_reference::Turn* last[3] = {};
      for (const belt_reference::Turn& turn : exact->turns) {
        const double found = one.run.next_to(turn.what, turn.t);
        worst = std::isnan(found) ? found : std::max(worst, std::abs(found - turn.t));
        const belt_reference::Turn*& before = last[static_cast<std::size_t>(turn.what)];
        if (before) {
          const double between = found - one.run.next_to(before->what, before->t);
          period = std::max(period, std::abs(between - (turn.t - before->t)));
          ++periods;
        }
        before = &turn;
      }
      page.at_most(std::string(one.model.law) + ": times of stick and slip [s]", worst, 5e-8);
      if (periods > 0) page.at_most(std::string(one.model.law) + ": periods [s]", period, 5e-8);
      row.push_back(short_number(worst));
      row.push_back(periods > 0 ? short_number(period) : "–");
    } else {
      row.insert(row.end(), {"–", "–"});
    }
    rows.push_back(row);
  }
  shorter_periods(page, all);
  page.table(
      {"model", "stick ends", "slip ends", "w = 0.05 m/s", "period", "error of times", "error of periods"},
      rows);
}

Series curve(const Done& one, const std::vector<double>& values) {
  Series series;
  series.label = one.model.law;
  series.x = one.run.t;
  series.y = values;
  return series;
}

void figure(const std::vector<Done>& all, BeltGroup group, bool of_the_paper, const std::string& title,
            const std::string& path) {
  Figure figure;
  figure.title = title;
  figure.width = 960;
  figure.plot_height = 200;
  Axes position, velocity, force;
  position.y_label = "x (m)";
  velocity.y_label = "w (m/s)";
  force.y_label = "F (N)";
  for (const Done& one : all) {
    if (one.model.group != group || one.model.of_the_paper != of_the_paper) continue;
    position.series.push_back(curve(one, one.run.x));
    velocity.series.push_back(curve(one, one.run.w));
    force.series.push_back(curve(one, one.run.F));
  }
  for (Axes* axes : {&position, &velocity, &force}) {
    axes->x_label = "t (s)";
    axes->x_range = {0, 20};
    axes->v_lines = {group == BeltGroup::no_stiction ? 4.905 : 7.3575};
    figure.axes.push_back(*axes);
  }
  write_svg(figure, path);
}

}  // namespace

void every_law(Page& page, const std::string& folder) {
  std::vector<Done> all;
  std::vector<std::string> covered;
  for (const BeltModel& model : belt_models()) {
    if (!find_entry<FrictionEntry>(model.law)) continue;
    all.push_back({model, run_belt(model, kBdf)});
    covered.emplace_back(model.law);
  }
  double missing = 0;
  for (const FrictionEntry* entry : entries_of<FrictionEntry>()) {
    if (std::find(covered.begin(), covered.end(), entry->name) == covered.end()) ++missing;
  }
  page.at_most("friction laws of the program that are not on this page", missing, 0);
  motion_table(page, all);
  struct Picture {
    BeltGroup group;
    bool of_the_paper;
    const char *title, *file;
  };
  using enum BeltGroup;
  for (const Picture& one :
       {Picture{no_stiction, true, "Static models without stiction", "fig3_20.svg"},
        Picture{stiction, true, "Static models with stiction", "fig3_21.svg"},
        Picture{dynamic, true, "Dynamic models", "fig3_22.svg"},
        Picture{no_stiction, false, "Static models without stiction, not in the paper's figures",
                "more_static.svg"},
        Picture{stiction, false, "Static models with stiction, not in the paper's figures",
                "more_stiction.svg"},
        Picture{dynamic, false, "Dynamic models, not in the paper's figures", "more_dynamic.svg"}}) {
    figure(all, one.group, one.of_the_paper, one.title, folder + "/" + one.file);
    page.picture(one.title, one.file);
  }
  stick_and_slip(page, all);
  agreement(page, all);
}

}  // namespace freeplay::validation

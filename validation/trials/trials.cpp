// SPDX-License-Identifier: Apache-2.0
#include "validation/trials/trials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "run/warnings.h"
#include "tests/kit/places.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

using Changes = std::vector<Assignment>;

struct Trial {
  RunSummary summary;
  MemoryRecord record;

  /// Of what the run handles: the base that the summary uses.
  double part(double energy) const { return std::abs(energy) / summary.energy_scale; }
  double last(const std::string& channel) const { return record.values(channel).back(); }
};

Model trial(const std::string& name, const Changes& changes) {
  return read_model(source_folder() + "/validation/trials/" + name + ".toml", changes);
}

Trial run(const Model& model) {
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

const Changes kMoreau{{"method.stepper.name", "moreau"}};

// -------------------------------------------------------------------------------------------- all of them
/// With the settings of the files: to the end, without a warning about energy, drift or solves.
void every_trial(Page& page) {
  page.heading("Every trial, with the settings of its file");
  std::vector<std::vector<std::string>> rows;
  for (const char* name : {"engine", "engine_branch", "toggle", "scissor", "gears", "ratchet", "hill",
                           "domino6", "crates", "tower10", "scara", "delta", "phone"}) {
    const Model model = trial(name, {});
    const Trial one = run(model);
    const Works& works = one.summary.works;
    rows.push_back({name, fmt::format("{:g}", one.summary.t_end), short_number(one.part(works.stabilisation)),
                    short_number(one.part(one.summary.worst_numerical)),
                    short_number(one.summary.time_stepped_share())});
    page.at_least(fmt::format("{}: end of the run [s]", name), one.summary.t_end,
                  model.run.end * (1 - 1e-12));
    // a thousandth: drift removal must not hide an error
    page.at_most(fmt::format("{}: drift removal, part of the energy handled", name),
                 one.part(works.stabilisation), 1e-3);
    page.at_most(fmt::format("{}: warnings", name), static_cast<double>(summary_warnings(one.summary).size()),
                 0);
    page.at_most(fmt::format("{}: friction, part of the energy handled", name),
                 works.friction / one.summary.energy_scale, 1e-12);  // at rest it is rounding
  }
  page.table({"", "ends at [s]", "drift removal", "numerical error", "share of time stepped"}, rows);
}

// ------------------------------------------------------------------------------------------------- gears
void gears(Page& page) {
  page.heading("Gears: how far the pinion turns");
  std::vector<std::vector<std::string>> rows;
  std::vector<double> turned;
  const auto add = [&](const std::string& what, const Changes& changes) {
    const Trial one = run(trial("gears", changes));
    turned.push_back(std::abs(one.last("/body/pinion/angle")));
    rows.push_back({what, fmt::format("{:.3f}", turned.back()),
                    short_number(one.part(one.summary.works.stabilisation)),
                    short_number(one.summary.time_stepped_share())});
    page.at_most(fmt::format("gears, {}: friction [J]", what), one.summary.works.friction, 0);
    return turned.back();
  };
  for (const char* step : {"40 us", "20 us", "10 us", "5 us"})
    add(fmt::format("`symmetric`, {}", step), {{"method.stepper.step", fmt::format("\"{}\"", step)}});
  page.at_most("gears: pinion at 10 µs, part from 22.04 rad", std::abs(turned[2] / 22.04 - 1), 0.005);
  // one value: what is left to the shortest step falls with the step
  page.at_most("gears: pinion at 10 µs, part from 5 µs", std::abs(turned[2] / turned[3] - 1), 1e-3);
  page.at_most("gears: pinion at 40 µs, part from 5 µs", std::abs(turned[0] / turned[3] - 1), 1e-2);
  const double moreau = add("`moreau`, 10 µs", kMoreau);
  const double forces = add("compliant", {{"contact.world", "compliant"}, {"method.stepper", "runge_kutta"}});
  page.at_most("gears: `moreau`, part from `symmetric` at 5 µs", std::abs(moreau / turned[3] - 1), 0.005);
  page.at_most("gears: compliant, part from `symmetric` at 5 µs", std::abs(forces / turned[3] - 1), 0.005);
  page.table({"", "pinion [rad]", "drift removal", "share of time stepped"}, rows);
}

// ---------------------------------------------------------------------------------------------- dominoes
constexpr double kDown = 0.785;  // half a right angle: a piece is down

/// domino6 with more of its pieces.
Model row_of(int count, double end, const Changes& changes) {
  Model model = trial("domino6", changes);
  const Body piece = model.bodies.front();
  const Shape shape = model.shapes.front();
  const double apart = model.bodies[1].position[0] - piece.position[0];
  for (int k = static_cast<int>(model.bodies.size()); k < count; ++k) {
    model.bodies.push_back(piece);
    model.bodies.back().name = fmt::format("d{}", k + 1);
    model.bodies.back().position[0] = piece.position[0] + apart * k;
    model.shapes.push_back(shape);
    model.shapes.back().name = model.shapes.back().body = model.bodies.back().name;
  }
  model.run.end = end;
  return model;
}

/// When the last piece has turned by half a right angle [s].
double down(const Trial& one, int count) {
  const std::vector<double> angle = one.record.values(fmt::format("/body/d{}/angle", count)),
                            time = one.record.values("/time");
  for (std::size_t k = 1; k < angle.size(); ++k) {
    const double before = std::abs(angle[k - 1]), after = std::abs(angle[k]);
    if (after > kDown) return time[k - 1] + (time[k] - time[k - 1]) * (kDown - before) / (after - before);
  }
  return 0;
}

/// Not all of fifty are down after a second: how many are.
void long_row(Page& page) {
  constexpr int kCount = 50;
  const auto fallen = [&](const Trial& one) {
    int number = 0;
    for (int k = 1; k <= kCount; ++k) number += std::abs(one.last(fmt::format("/body/d{}/angle", k))) > kDown;
    return number;
  };
  const Trial placed = run(row_of(kCount, 1, {}));
  const int symmetric = fallen(placed), moreau = fallen(run(row_of(kCount, 1, kMoreau)));
  page.at_least("50 dominoes: end of the run [s]", placed.summary.t_end, 1 - 1e-12);
  page.at_least("50 dominoes: down after 1 s", symmetric, 10);
  page.at_most("50 dominoes: `moreau`, part from `symmetric`",
               std::abs(static_cast<double>(moreau) / symmetric - 1), 0.05);
  page.at_most(
      "50 dominoes: contact solves in a step",
      static_cast<double>(placed.summary.solver.solves) / static_cast<double>(placed.summary.steps.steps),
      10);  // one, and the eight pieces that a step earns for placing events
  page.paragraph(fmt::format("Of a row of 50, {} are down after 1 s with `symmetric`, {} with `moreau`.",
                             symmetric, moreau));
}

void dominoes(Page& page) {
  page.heading("Dominoes: when the last piece is down");
  const Changes forces{{"contact.world", "compliant"},
                       {"method.stepper", "runge_kutta"},
                       {"contact.friction", R"({ law = "ambrosio", mu = 0.3, v0 = 0, v1 = 0.001 })"}};
  struct Row {
    int count;
    double end;
    bool compliant;
  };
  std::vector<std::vector<std::string>> rows;
  for (const Row& row : {Row{6, 0.4, true}, {16, 0.6, false}}) {
    const Trial placed = run(row_of(row.count, row.end, {}));
    const double symmetric = down(placed, row.count),
                 moreau = down(run(row_of(row.count, row.end, kMoreau)), row.count),
                 compliant = row.compliant ? down(run(row_of(row.count, row.end, forces)), row.count) : 0;
    const std::string what = fmt::format("{} dominoes", row.count);
    page.at_least(what + ": down after [s]", symmetric, 0.1);
    page.at_most(what + ": `moreau`, part from `symmetric`", std::abs(moreau / symmetric - 1), 0.05);
    if (row.compliant)
      page.at_most(what + ": compliant, part from `symmetric`", std::abs(compliant / symmetric - 1), 0.05);
    rows.push_back({fmt::format("{}", row.count), fmt::format("{:.3f}", symmetric),
                    fmt::format("{:.3f}", moreau), row.compliant ? fmt::format("{:.3f}", compliant) : "",
                    short_number(placed.summary.time_stepped_share())});
  }
  page.table({"pieces", "`symmetric` [s]", "`moreau` [s]", "compliant [s]", "share of time stepped"}, rows);
  long_row(page);
}

// ------------------------------------------------------------------------------------------------ crates
void crates(Page& page) {
  page.heading("Crates: what falls");
  // The motion is chaotic: single runs may take another branch (at 100 µs crate1 fell by 0.19 m in one state of the program,
  // by 0.08 m in others), so each stepper has three steps, and the middle value counts.
  std::vector<Trial> symmetric, moreau;
  for (const char* step : {"110 us", "100 us", "90 us"}) {
    symmetric.push_back(run(trial("crates", {{"method.stepper.step", step}})));
    moreau.push_back(
        run(trial("crates", {{"method.stepper.name", "moreau"}, {"method.stepper.step", step}})));
  }
  std::vector<std::vector<std::string>> rows;
  double unlike = 0;
  for (const char* body : {"crate0", "crate1", "crate2", "crate3", "ball"}) {
    const auto fell = [&](const std::vector<Trial>& runs) {
      std::vector<double> by;
      for (const Trial& one : runs) {
        const std::vector<double> at = one.record.values(fmt::format("/body/{}/position", body));
        by.push_back(at[2] - at[at.size() - 1]);
      }
      std::sort(by.begin(), by.end());
      return by[1];
    };
    constexpr double kSize = 0.2;  // of a crate [m]
    const double a = fell(symmetric), b = fell(moreau);
    if ((a > 0.5 * kSize) != (b > 0.5 * kSize)) ++unlike;
    rows.push_back({body, fmt::format("{:.2f}", a), fmt::format("{:.2f}", b)});
  }
  page.at_most("crates: bodies that fall with one stepper only", unlike, 0);
  page.table({"", "falls by [m], `symmetric`, the middle of 110, 100, 90 µs", "`moreau`"}, rows);
}

/// tower10 with more crates.
void towers(Page& page) {
  page.heading("Towers of crates for a second");
  std::vector<std::vector<std::string>> rows;
  for (const int count : {10, 20}) {
    for (const char* stepper : {"symmetric", "moreau"}) {
      Model model =
          trial("tower10", {{"method.stepper.name", stepper}, {"method.solver.tolerance", "1e-10"}});
      const Body crate = model.bodies.front();
      const Shape shape = model.shapes.front();
      const double apart = model.bodies[1].space.position[2] - crate.space.position[2];
      for (int k = 10; k < count; ++k) {
        model.bodies.push_back(crate);
        model.bodies.back().name = fmt::format("crate{}", k);
        model.bodies.back().space.position[2] = crate.space.position[2] + apart * k;
        model.shapes.push_back(shape);
        model.shapes.back().name = model.shapes.back().body = model.bodies.back().name;
      }
      const Trial one = run(model);
      double most = 0;
      for (int k = 0; k < count; ++k) {
        const std::vector<double> at = one.record.values(fmt::format("/body/crate{}/position", k));
        for (std::size_t a = 0; a < 3; ++a) most = std::max(most, std::abs(at[at.size() - 3 + a] - at[a]));
      }
      const std::string what = fmt::format("{} crates, `{}`", count, stepper);
      page.at_least(what + ": end of the run [s]", one.summary.t_end, 1 - 1e-12);
      // `moreau` sees a contact only where it overlaps, by up to g Δt² = 1e-7 m; twenty of them add up, some twice
      const bool adds_up = count == 20 && stepper == std::string("moreau");
      page.at_most(what + ": the most that one moves or sinks [m]", most, adds_up ? 4e-6 : 1e-6);
      rows.push_back({what, short_number(most), short_number(one.summary.solver.worst_residual)});
    }
  }
  page.table({"", "moves by [m]", "worst residual"}, rows);
}

/// A point over facets: where it lands behind a corner it loses energy by the impact law, and nothing otherwise.
void hill(Page& page) {
  page.heading("A point over a hill of facets");
  const Trial placed = run(trial("hill", {})), moreau = run(trial("hill", kMoreau));
  page.at_most("hill: impacts of `moreau`, part from `symmetric`",
               std::abs(moreau.summary.works.impact / placed.summary.works.impact - 1), 0.01);
  page.table({"", "impacts [J]", "drift removal [J]"},
             {{"`symmetric`", fmt::format("{:.5f}", placed.summary.works.impact),
               short_number(placed.summary.works.stabilisation)},
              {"`moreau`", fmt::format("{:.5f}", moreau.summary.works.impact),
               short_number(moreau.summary.works.stabilisation)}});
}

}  // namespace

int validate_trials(const std::string& folder) {
  Page page("Trials: results");
  every_trial(page);
  gears(page);
  hill(page);
  dominoes(page);
  crates(page);
  towers(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

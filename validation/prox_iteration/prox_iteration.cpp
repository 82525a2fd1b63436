// SPDX-License-Identifier: Apache-2.0
#include "validation/prox_iteration/prox_iteration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "freeplay/assemble.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

constexpr double kTolerance = 1e-10;
constexpr double kMostIterations = 20000;

struct Machine {
  const char* name;
  const char* file;
  double end;                                   ///< [s]
  const char *key = nullptr, *value = nullptr;  ///< a number of the model that is set
};

constexpr Machine kCam{"cam and follower", "validation/cam_follower/model.toml", 0.05, "joint.cam.follower",
                       "flat"};
constexpr Machine kSliderCrank{"slider-crank, μ = 0.01", "validation/slider_crank/model.toml", 0.05};
constexpr Machine kBlocks{"stack of blocks", "examples/block_stack/model.toml", 0.03};

struct Ran {
  RunSummary summary;
  std::vector<double> q;  ///< where every body is at the end

  bool complete() const { return summary.status == RunStatus::complete; }
  double per_solve() const {
    return static_cast<double>(summary.solver.iterations) /
           static_cast<double>(std::max(1LL, summary.solver.solves));
  }
};

Ran run(const Machine& machine, const Choice& solver) {
  std::vector<Assignment> changes;
  if (machine.key != nullptr) changes.emplace_back(machine.key, machine.value);
  Model model = read_model(source_folder() + "/" + machine.file, changes);
  model.method.stepper = {"moreau", {{"step", {1e-4, {}}}}, {}};  // the paper's scheme
  model.method.solver = solver;
  model.run.end = machine.end;
  model.run.record.every = machine.end;
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Ran ran;
  ran.summary = simulate(*assembly.system, model.method, model.run, record);
  for (const BodyInfo& body : assembly.system->info().bodies) {
    for (const char* channel : {"position", "angle"}) {
      const std::vector<double> values = record.values("/body/" + body.name + "/" + channel);
      ran.q.push_back(values.back());
    }
  }
  return ran;
}

/// r = 0: chosen per contact.
Choice paper_iteration(double r) {
  return {"augmented_lagrangian",
          {{"form", {std::string("fixed_point"), {}}},
           {"r", {r, {}}},
           {"tolerance", {kTolerance, {}}},
           {"warm_start", {false, {}}},
           {"iterations", {kMostIterations, {}}}},
          {}};
}

double largest_difference(const Ran& a, const Ran& b) {
  double largest = a.q.size() == b.q.size() ? 0 : std::nan("");
  for (std::size_t i = 0; i < std::min(a.q.size(), b.q.size()); ++i)
    largest = std::max(largest, std::abs(a.q[i] - b.q[i]));
  return largest;
}

std::string cell(const Ran& ran) {
  if (ran.complete()) return fmt::format("{:.1f}", ran.per_solve());
  return "no end";
}

/// ln 1e-10 / ln |1 − r|: of one contact, whose error an iteration multiplies by 1 − r.
double predicted(double r) { return r == 1 ? 1 : std::log(kTolerance) / std::log(std::abs(1 - r)); }

}  // namespace

int validate_prox_iteration(const std::string& folder) {
  Page page("Iterations of the augmented Lagrangian over r");
  page.paragraph(
      "Flores2012, section 4: P ← prox(P − r ξ) as published (`form = \"fixed_point\"`), `moreau` with 0.1 "
      "ms, "
      "every solve from P = 0 to a residual of 1e-10. r is that of the normalised problem, whose diagonal is "
      "1: "
      "in the paper's units r·m. The numbers are mean iterations per contact problem; \"no end\": the run "
      "ends "
      "with exit code 3 because 20000 iterations did not solve one. The follower has a flat face: one "
      "contact "
      "whose normal is the direction it moves in. An iteration multiplies its error by 1 − r, which gives "
      "the last "
      "column: ln 1e-10 / ln abs(1 − r), times the share of problems whose contact presses; that share is "
      "known "
      "from r = 1, which takes two iterations of them, one to land and one to see it, and none of the "
      "others.");
  const Machine machines[] = {kCam, kSliderCrank, kBlocks};
  std::vector<std::string> header{"r"};
  std::vector<Ran> exact;
  for (const Machine& machine : machines) {
    header.emplace_back(machine.name);
    exact.push_back(run(machine, {"lemke", {{"tolerance", {1e-12, {}}}}, {}}));
  }
  header.emplace_back("one contact, predicted");
  const double pressing = 0.5 * run(kCam, paper_iteration(1)).per_solve();
  std::vector<std::vector<std::string>> rows;
  for (const double r : {0.01, 0.03, 0.1, 0.3, 0.5, 0.8, 1.0, 1.3, 1.6, 1.9, 2.1, 10.0, 0.0}) {
    std::vector<std::string> row{r > 0 ? fmt::format("{:g}", r) : "chosen"};
    for (std::size_t m = 0; m < std::size(machines); ++m) {
      const Ran ran = run(machines[m], paper_iteration(r));
      row.push_back(cell(ran));
      if (ran.complete()) {
        page.at_most(fmt::format("{}, r {}: distance from lemke [m, rad]", machines[m].name, row[0]),
                     largest_difference(ran, exact[m]), 1e-9);
      }
      if (m == 0 && r > 0 && r < 2)
        page.at_most(fmt::format("one contact, r {}: iterations beside the prediction", row[0]),
                     std::abs(ran.per_solve() - pressing * predicted(r)), 2);
      if (r > 2)
        page.at_most(fmt::format("{}, r {}: converged", machines[m].name, row[0]), ran.complete(), 0);
      if (r == 0) page.at_least(fmt::format("{}, r chosen: converged", machines[m].name), ran.complete(), 1);
    }
    row.push_back(r > 0 && r < 2 ? fmt::format("{:.1f}", pressing * predicted(r)) : "");
    rows.push_back(row);
  }
  page.table(header, rows);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

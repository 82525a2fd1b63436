// SPDX-License-Identifier: Apache-2.0
#include "validation/friction_ends/friction_ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "rigs/friction_samples.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

struct Machine {
  const char *name, *folder;
  double end;  ///< [s]
};

constexpr Machine kMachines[] = {{"four-bar with play", "four_bar_play", 0.05},
                                 {"door hinge", "door_hinge", 0.1},
                                 {"ball joint", "ball_joint_play", 0.1},
                                 {"guide", "guide_play", 0.1}};
constexpr const char* kSteppers[] = {"runge_kutta", "adams", "bdf"};
constexpr double kMost = 30;      // times the median
constexpr double kEnergy = 1e-3;  // of the ledger's scale

struct Ran {
  bool complete = false;
  double work = 0, error = 0;
};

Ran run(const Machine& machine, const std::string& stepper, const FrictionSpecimen& law) {
  Model model = read_model(
      fmt::format("{}/examples/{}/model.toml", source_folder(), machine.folder),
      {{"contact.world", "\"compliant\""}, {"method.stepper", fmt::format("{{ name = \"{}\" }}", stepper)}});
  model.contact.friction = Choice{law.entry->name, law.values, {}};
  model.run.end = model.run.record.every = machine.end;
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {summary.status == RunStatus::complete, static_cast<double>(summary.compliant.evaluations),
          std::abs(summary.worst_numerical) / summary.energy_scale};
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void machine_table(Page& page, const Machine& machine, const std::vector<FrictionSpecimen>& laws) {
  page.heading(machine.name);
  std::vector<std::vector<std::string>> rows;
  for (const FrictionSpecimen& law : laws) rows.push_back({fmt::format("`{}`", law.entry->name)});
  std::vector<std::string> last{"median"};
  for (const char* stepper : kSteppers) {
    std::vector<double> work;
    int ended = 0;
    double worst = 0;
    for (const FrictionSpecimen& law : laws) {
      const Ran ran = run(machine, stepper, law);
      ended += ran.complete;
      worst = std::max(worst, ran.error);
      work.push_back(ran.work);
    }
    const double middle = median(work);
    for (std::size_t i = 0; i < laws.size(); ++i) rows[i].push_back(fmt::format("{:.2g}", work[i] / middle));
    last.push_back(fmt::format("{:.0f}", middle));
    const std::string what = fmt::format("{}, {}: ", machine.name, stepper);
    page.at_least(what + "laws whose run ends", ended, static_cast<double>(laws.size()));
    page.at_most(what + "most work over the median", *std::max_element(work.begin(), work.end()) / middle,
                 kMost);
    page.at_most(what + "largest energy error over the ledger's scale", worst, kEnergy);
  }
  rows.push_back(last);
  page.paragraph(fmt::format("`examples/{}` in the compliant world, {} s.", machine.folder, machine.end));
  page.table({"law", "`runge_kutta`", "`adams`", "`bdf`"}, rows);
}

}  // namespace

int validate_friction_ends(const std::string& folder) {
  Page page("All friction laws run to their end: results");
  Diagnostics problems;
  const std::vector<FrictionSpecimen> laws = friction_specimens({}, {{"delta", "2e-3"}}, problems);
  page.paragraph(
      fmt::format("{} friction laws with the samples of their parameters (`freeplay laws friction`), but for "
                  "`bristle`, whose bonds break after 2 mm "
                  "in the mean: each of them is an event, 20 in each such way, so that its work grows as the "
                  "way over it. Work is counted in right-hand "
                  "sides, over the median of all laws in the same "
                  "machine with the same integrator; the last row is that median.",
                  laws.size()));
  page.at_least("friction laws", static_cast<double>(laws.size()), 29);
  for (const Machine& machine : kMachines) machine_table(page, machine, laws);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation

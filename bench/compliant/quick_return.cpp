// SPDX-License-Identifier: Apache-2.0
#include "bench/compliant/quick_return.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bench/compliant/drop.h"
#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

struct Setting {
  const char* title;
  const char* stepper;  // without its detection
};

constexpr Setting kSettings[] = {{"runge_kutta, accuracy 1e-6", R"(name = "runge_kutta", accuracy = 1e-6)"},
                                 {"runge_kutta, accuracy 1e-8", R"(name = "runge_kutta", accuracy = 1e-8)"},
                                 {"adams, accuracy 1e-8", R"(name = "adams", accuracy = 1e-8)"},
                                 {"bdf, accuracy 1e-8", R"(name = "bdf", accuracy = 1e-8)"},
                                 {"rk4, step 5 ms", R"(name = "rk4", step = 5e-3)"},
                                 {"rk4, step 10 us", R"(name = "rk4", step = 1e-5)"}};

struct Measured {
  RunSummary summary;
  double seconds = 0;  ///< CPU time of the fastest repetition
};

Measured measure_run(const Setting& setting, const char* detection) {
  Model model = read_model(
      source_folder() + "/examples/quick_return/model.toml",
      {{"method.stepper", fmt::format("{{ {}, detection = \"{}\" }}", setting.stepper, detection)}});
  model.run.record.every = model.run.end;  // the start and the end: steps are what is timed
  model.run.record.channels = {"energy/*"};
  const std::unique_ptr<System> system = assemble(model).system;
  Measured best;
  constexpr int kRepetitions = 3;
  for (int k = 0; k < kRepetitions; ++k) {
    MemoryRecord record(record_layout(*system, model.method, model.run.record));
    const double start = cpu_seconds();
    const RunSummary summary = simulate(*system, model.method, model.run, record);
    const double seconds = cpu_seconds() - start;
    if (k == 0 || seconds < best.seconds) best = {summary, seconds};
    if (summary.status != RunStatus::complete) break;
  }
  return best;
}

}  // namespace

void print_quick_return() {
  fmt::print(
      "Quick-return mechanism with play in four joints (examples/quick_return), 2 s.\n"
      "CPU time of one thread, the fastest of 3 runs; `deepest` is how deep a contact began, over "
      "penetration_max.\n");
  fmt::print("{:<29}{:<10}{:>9}{:>10}{:>13}{:>10}{:>10}{:>14}\n", "", "detection", "s per s", "steps",
             "evaluations", "contacts", "deepest", "energy error");
  for (const Setting& setting : kSettings) {
    for (const char* detection : {"none", "restart", "reject", "event"}) {
      const Measured run = measure_run(setting, detection);
      const RunSummary& s = run.summary;
      if (s.status != RunStatus::complete) {
        fmt::print("{:<29}{:<10}{:>9}  at t = {:.3g} s\n", setting.title, detection, "fails", s.t_end);
        continue;
      }
      fmt::print("{:<29}{:<10}{:>9.3f}{:>10}{:>13}{:>10}{:>10.1e}{:>14.1e}\n", setting.title, detection,
                 run.seconds / s.t_end, s.steps.steps, s.compliant.evaluations, s.compliant.started,
                 s.compliant.deepest_start, std::abs(s.numerical) / s.energy_scale);
    }
  }
}

}  // namespace freeplay::bench

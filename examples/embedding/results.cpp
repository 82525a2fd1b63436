// SPDX-License-Identifier: Apache-2.0
// A run recorded to a file, read back by name, and shown: a slider-crank with a loose wrist pin. Writes crank.h5 with its
// numbers as CSV, a page to open in a browser, and a picture of its energies, into the current folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "freeplay/assemble.h"
#include "freeplay/report.h"
#include "freeplay/results.h"

namespace {

constexpr const char* kModel = R"(
freeplay = 1
name = "slider-crank with a loose wrist pin"
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = 0.1
inertia = 1e-4
position = [0.05, 0]
[[body]]
name = "rod"
mass = 0.2
inertia = 1e-3
position = [0.25, 0]
[[body]]
name = "slider"
mass = 0.3
inertia = 1e-4
position = [0.4, 0]
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [-0.05, 0]]
[[joint]]
name = "crankpin"
type = "revolute"
bodies = ["crank", "rod"]
points = [[0.05, 0], [-0.15, 0]]
[[joint]]
name = "wrist"
type = "revolute"
bodies = ["rod", "slider"]
points = [[0.15, 0], [0, 0]]
clearance = "0.2 mm"
radius = "5 mm"
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
points = [[0, 0], [0, 0]]
axis = [1, 0]
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = "300 rpm" }
[contact]
impact = { law = "newton", restitution = 0.8 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 0.2
record = { every = 1e-3 }
)";

}  // namespace

int main() {
  using namespace freeplay;
  try {
    const Model model = read_model_text(kModel, "crank.toml");
    const Assembly assembly = assemble(model);
    const System& system = *assembly.system;
    const auto file = write_hdf5("crank.h5", result_layout(model, system));
    const RunSummary summary = simulate(system, model.method, model.run, *file);
    fmt::print("{}", summary_text(summary, system));

    const std::vector<Result> results = read_results({"crank.h5"});
    const RecordFile& record = results.front().record;
    const std::vector<double> x = record.values("/body/slider/position", 0);
    const auto [least, most] = std::minmax_element(x.begin(), x.end());
    fmt::print("{} samples, {} impacts; the slider moves by {:.6f} {}\n", record.samples,
               record.column("/impacts", "time").size(), *most - *least,
               record.channel("/body/slider/position").unit);
    for (const std::string& path : export_csv(record, "crank_csv")) fmt::print("{}\n", path);
    write_report(results, "crank.html");
    for (const Picture& picture : write_figures(results, "crank_energy.svg", {.figures = {"energy"}}))
      fmt::print("{}\n", picture.file);

    // The same run in memory gives the same numbers, and a wrong name says which one is meant.
    MemoryRecord memory(result_layout(model, system));
    simulate(system, model.method, model.run, memory);
    const bool same = record_of(memory).channels == read_record("crank.h5").channels;
    std::string wrong;
    try {
      record.values("/body/slidr/position");
    } catch (const std::out_of_range& error) {
      wrong = error.what();
    }
    fmt::print("in memory {}; {}\n", same ? "the same" : "DIFFERENT", wrong);
    const double stroke = *most - *least;  // twice the crank's 0.1 m, and the play
    return summary.status == RunStatus::complete && same && std::abs(stroke - 0.2) < 1e-3 &&
                   wrong.find("'/body/slider/position'") != std::string::npos
               ? 0
               : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

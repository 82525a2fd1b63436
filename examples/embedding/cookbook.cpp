// SPDX-License-Identifier: Apache-2.0
// The C++ of docs/cookbook.md, task by task: reads the model named on the command line, writes cookbook.h5, cookbook.html,
// cookbook.svg and travel.study.h5 into the current folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "freeplay/simulation.h"
#include "freeplay/study.h"

namespace {

using namespace freeplay;

Result run_and_keep(const std::string& file) {
  const Model model = read_model(file);
  const Assembly assembly = assemble(model);
  const System& system = *assembly.system;
  const auto output = write_hdf5("cookbook.h5", result_layout(model, system));
  const RunSummary summary = simulate(system, model.method, model.run, *output);
  fmt::print("{}", summary_text(summary, system));
  return std::move(read_results({"cookbook.h5"}).front());
}

Result run_in_memory(const Model& model) {
  const Assembly assembly = assemble(model);
  MemoryRecord memory(result_layout(model, *assembly.system));
  simulate(*assembly.system, model.method, model.run, memory);
  return make_result(record_of(memory), "");
}

double look_at_a_channel(const Result& result) {
  const std::vector<double> t = result.values("/time");
  const std::vector<double> y = result.values("/body/slider/position", 1);
  fmt::print("{} samples, at the end y = {:.6f} m\n", t.size(), y.back());
  return y.back();
}

double list_impacts(const Result& result) {
  const std::vector<double> impulses = result.record.column("/impacts", "normal_impulse");
  const double hardest = *std::max_element(impulses.begin(), impulses.end());
  fmt::print("{} hits, the hardest {:.4g} N s\n", impulses.size(), hardest);
  return hardest;
}

void compare(const std::string& file) {
  const Model loose = read_model(file, {{"joint.guide.clearance", "2 mm"}});
  const std::vector<Result> both = {run_in_memory(read_model(file)), run_in_memory(loose)};
  write_report(both, "cookbook.html");
  write_figures(both, "cookbook.svg", {.figures = {"motion"}});
}

std::vector<double> sweep(const std::string& file) {
  const Model model = read_model(file);
  const Assembly assembly = assemble(model);
  const int clearance = assembly.numbers->find("joint.guide.clearance");
  Simulation simulation(*assembly.system, model.method);
  std::vector<double> ends;
  for (const double c : {0.2e-3, 0.5e-3, 1e-3}) {
    assembly.numbers->set(clearance, c);
    assembly.numbers->reset();
    simulation.restart(assembly.numbers->method());
    simulation.advance_to(0.05);
    ends.push_back(simulation.state().q()[0]);
  }
  return ends;
}

std::vector<double> measure(const std::string& file) {
  const Model model = read_model(file);
  const std::string study =
      "study = 1\nmodel = \"cookbook.toml\"\n[[vary]]\npath = \"joint.guide.clearance\"\n"
      "values = [0.2e-3, 0.5e-3, 1e-3]\n[[measure]]\nfunction = \"travel\"\nunit = \"m\"\n"
      "[plan]\nname = \"grid\"\n";
  const auto travel = [](const RecordFile& run, std::span<const double>) {
    const std::vector<double> y = run.values("/body/slider/position", 1);
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    return *high - *low;
  };
  const auto own = PreparedStudy::read_text(study, "travel.toml", model.text, file, {{"travel", travel}});
  own.run("travel.study.h5");
  const std::vector<double> travels = read_record("travel.study.h5").values("/measure/travel");
  return travels;
}

double control(const std::string& file) {
  const Model model = read_model(file);
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  const int push = simulation.input_index("force.push.force[0]");
  for (int k = 1; k <= 50; ++k) {
    simulation.set_input(push, 5.0 * (1.0 - simulation.state().u()[0]));
    simulation.advance_to(1e-3 * k);
  }
  return simulation.state().u()[0];
}

bool go_on_from_a_state(const std::string& file) {
  const Model model = read_model(file);
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  simulation.advance_to(0.02);
  const std::vector<double> saved = simulation.save();
  simulation.advance_to(0.05);
  Simulation other(*assembly.system, model.method);
  other.load(saved);
  other.advance_to(0.05);
  return other.save() == simulation.save();
}

std::string find_mistakes(const std::string& file) {
  std::string said;
  try {
    read_model(file, {{"joint.guide.clearence", "0.2 mm"}});
  } catch (const ModelError& error) {
    for (const Diagnostic& mistake : error.diagnostics()) said += to_string(mistake) + "\n";
  }
  return said;
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::string file = count > 1 ? words[1] : "cookbook.toml";
    const Result result = run_and_keep(file);
    look_at_a_channel(result);
    list_impacts(result);
    compare(file);
    for (const double x : sweep(file)) fmt::print("x = {:.9f} m\n", x);
    for (const double travel : measure(file)) fmt::print("travel {:.9f} m\n", travel);
    const double speed = control(file);
    fmt::print("speed {:.9f} m/s\n", speed);
    const std::string said = find_mistakes(file);
    fmt::print("{}", said);
    const bool right = go_on_from_a_state(file) && said.find("clearance") != std::string::npos;
    return right && std::abs(speed - 1) < 0.5 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

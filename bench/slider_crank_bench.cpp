// SPDX-License-Identifier: Apache-2.0
// What a step costs: the slider-crank with play in its guide, Δt = 1e-5 s, as hand-written kernel, in own
// coordinates, assembled from the example's model file, and in Siconos.
//
//   flight   a guide so wide that nothing touches, the first 1000 steps again and again
//   closed   the longest stretch of the real run in which two corners stay pressed against the guide
//   run      0..0.1 s; run_narrow: the same in the narrower guide of the paper's literal d
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/kernel/slider_crank_kernel.h"
#include "bench/siconos/siconos_slider_crank.h"
#include "bench/table.h"
#include "examples/own_system/slider_crank.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

constexpr double kStep = 1e-5;
constexpr long kRunSteps = 10000;  // 0..0.1 s
constexpr long kFlightSteps = 1000;
constexpr double kWidth = 0.052;        // d = 2 (b + c), as in the example
constexpr double kNarrowWidth = 0.051;  // d = 2 b + c
constexpr double kWideWidth = 2.05;     // a clearance of 1 m: nothing reaches the guide
constexpr int kRepetitions = 9;
constexpr double kSeconds = 0.03;  // least length of one repetition

/// Steps that are measured: from a saved start, so many in a row.
template <class Start>
struct Stretch {
  Start start;
  long steps = 0;
};

/// The longest uninterrupted stretch of a run in which `pressed` holds; `step` makes one step.
template <class Run, class Step>
Stretch<Run> longest_stretch(Run run, Step step) {
  Stretch<Run> now{run, 0}, longest{run, 0};
  Run before = run;
  for (long i = 0; i < kRunSteps; ++i) {
    before = run;
    if (step(run)) {
      if (now.steps == 0) now.start = before;
      ++now.steps;
      if (now.steps > longest.steps) longest = now;
    } else {
      now.steps = 0;
    }
  }
  longest.steps = std::min(longest.steps, kFlightSteps);
  if (longest.steps < 50) throw std::runtime_error("no stretch with two closed contacts in the run");
  return longest;
}

// ------------------------------------------------------------------------------- the hand-written kernel
SliderCrankKernel kernel_in(double width) {
  SliderCrankKernel kernel;
  kernel.d = width;
  return kernel;
}

template <class Step>
void time_kernel(benchmark::State& bench, const Stretch<SliderCrankKernel>& stretch, Step step) {
  for (auto _ : bench) {
    SliderCrankKernel kernel = stretch.start;
    for (long i = 0; i < stretch.steps; ++i) step(kernel);
    benchmark::DoNotOptimize(kernel);
  }
  bench.SetItemsProcessed(bench.iterations() * stretch.steps);
}

// ------------------------------------------------------------------------------- Freeplay
int closed_contacts(const State& state) {
  int count = 0;
  for (int i = 0; i < state.sizes().contacts; ++i) count += state.mode(i) != ContactMode::open;
  return count;
}

/// A system with a stepper of its own.
class Machine {
 public:
  Machine(std::unique_ptr<System> system, const std::string& stepper)
      : system_(std::move(system)),
        stepper_(find_entry<StepperEntry>(stepper)->make(*system_, {})),
        state_(system_->initial_state()) {}

  State initial_state() const { return system_->initial_state(); }

  void step(State& state) {
    if (stepper_->step(state, kStep).status != StepStatus::ok) throw std::runtime_error("a step failed");
  }

  /// One step; whether two contacts, and the same ones, are closed before and after it.
  bool step_with_two_closed(State& state) {
    state_.restore(state);
    step(state);
    if (closed_contacts(state_) != 2 || closed_contacts(state) != 2) return false;
    for (int i = 0; i < state.sizes().contacts; ++i) {
      if ((state.mode(i) == ContactMode::open) != (state_.mode(i) == ContactMode::open)) return false;
    }
    return true;
  }

  void time(benchmark::State& bench, const Stretch<State>& stretch, int closed) {
    for (auto _ : bench) {
      state_.restore(stretch.start);
      for (long i = 0; i < stretch.steps; ++i) stepper_->step(state_, kStep);
      benchmark::DoNotOptimize(state_.q().data());
      benchmark::ClobberMemory();
    }
    bench.SetItemsProcessed(bench.iterations() * stretch.steps);
    check(bench, stretch, closed);
  }

 private:
  /// The same steps once more, looked at one by one; −1: any number of closed contacts.
  void check(benchmark::State& bench, const Stretch<State>& stretch, int closed) {
    state_.restore(stretch.start);
    for (long i = 0; i < stretch.steps; ++i) {
      if (stepper_->step(state_, kStep).status != StepStatus::ok) bench.SkipWithError("a step failed");
      if (closed >= 0 && closed_contacts(state_) != closed)
        bench.SkipWithError("not the contacts it is about");
    }
  }

  std::unique_ptr<System> system_;
  std::unique_ptr<Stepper> stepper_;
  State state_;
};

std::unique_ptr<System> own_system(double width) {
  freeplay::SliderCrankData data;
  data.d = width;
  data.clearance = 0.5 * width - data.b;
  return std::make_unique<OwnSliderCrank>(data);
}

std::unique_ptr<System> assembled_system(double width) {
  const double clearance = 0.5 * width - SliderCrankData::b;
  const Model model = read_model(source_folder() + "/examples/slider_crank/model.toml",
                                 {{"joint.guide.clearance", std::to_string(clearance)}});
  return assemble(model).system;
}

using MakeSystem = std::unique_ptr<System> (*)(double width);

// ------------------------------------------------------------------------------- registration
template <class Body>
benchmark::internal::Benchmark* add(const std::string& name, Body body) {
  return benchmark::RegisterBenchmark(name.c_str(), body)->Repetitions(kRepetitions)->MinTime(kSeconds);
}

void add_kernel() {
  const auto moreau = [](SliderCrankKernel& kernel) { kernel.step(kStep); };
  const auto symmetric = [](SliderCrankKernel& kernel) { kernel.step_symmetric(kStep); };
  const Stretch<SliderCrankKernel> flight{kernel_in(kWideWidth), kFlightSteps};
  const Stretch<SliderCrankKernel> run{kernel_in(kWidth), kRunSteps};
  const auto closed = longest_stretch(kernel_in(kWidth), [](SliderCrankKernel& kernel) {
    const int count = kernel.step(kStep);
    return count == 2 && *std::max_element(kernel.P_N, kernel.P_N + 4) > 0;
  });
  add("kernel/symmetric/flight", [=](benchmark::State& bench) { time_kernel(bench, flight, symmetric); });
  add("kernel/moreau/flight", [=](benchmark::State& bench) { time_kernel(bench, flight, moreau); });
  add("kernel/moreau/closed", [=](benchmark::State& bench) { time_kernel(bench, closed, moreau); });
  add("kernel/moreau/run", [=](benchmark::State& bench) { time_kernel(bench, run, moreau); });
  const Stretch<SliderCrankKernel> narrow{kernel_in(kNarrowWidth), kRunSteps};
  add("kernel/moreau/run_narrow", [=](benchmark::State& bench) { time_kernel(bench, narrow, moreau); });
}

void add_freeplay(const std::string& who, MakeSystem make, const std::string& stepper) {
  const auto wide = std::make_shared<Machine>(make(kWideWidth), stepper);
  const auto real = std::make_shared<Machine>(make(kWidth), stepper);
  const auto narrow = std::make_shared<Machine>(make(kNarrowWidth), stepper);
  const Stretch<State> flight{wide->initial_state(), kFlightSteps};
  const Stretch<State> run{real->initial_state(), kRunSteps};
  const Stretch<State> narrow_run{narrow->initial_state(), kRunSteps};
  const Stretch<State> closed =
      longest_stretch(real->initial_state(), [&](State& state) { return real->step_with_two_closed(state); });
  const std::string prefix = who + "/" + stepper;
  add(prefix + "/flight", [=](benchmark::State& bench) { wide->time(bench, flight, 0); });
  add(prefix + "/closed", [=](benchmark::State& bench) { real->time(bench, closed, 2); });
  add(prefix + "/run", [=](benchmark::State& bench) { real->time(bench, run, -1); });
  add(prefix + "/run_narrow", [=](benchmark::State& bench) { narrow->time(bench, narrow_run, -1); });
}

template <class Run>
void add_siconos(const std::string& name, double width, Run run) {
  add(name, [=](benchmark::State& bench) {
    long steps = 0;
    for (auto _ : bench) {
      const SiconosResult result = run(kStep, kRunSteps * kStep, width);
      if (result.steps != kRunSteps || result.failed_solves > 0) bench.SkipWithError("Siconos failed");
      bench.SetIterationTime(result.cpu_s);
      steps += result.steps;
    }
    bench.SetItemsProcessed(steps);
  })->UseManualTime();
}

}  // namespace

void add_benchmarks() {
  add_kernel();
  for (const char* stepper : {"symmetric", "moreau"}) {
    add_freeplay("own", own_system, stepper);
    add_freeplay("assembled", assembled_system, stepper);
  }
  const auto own = [](double dt, double end, double width) {
    return run_siconos_slider_crank(dt, end, width);
  };
  const auto assembled = [](double dt, double end, double width) {
    return run_siconos_slider_crank_assembled(dt, end, width);
  };
  add_siconos("siconos_own/moreau_jean/run", kWidth, own);
  add_siconos("siconos_own/moreau_jean/run_narrow", kNarrowWidth, own);
  add_siconos("siconos_assembled/moreau_jean/run", kWidth, assembled);
  add_siconos("siconos_assembled/moreau_jean/run_narrow", kNarrowWidth, assembled);
}

}  // namespace freeplay::bench

int main(int argc, char** argv) {
  using namespace freeplay::bench;
  // Given first, so that the command line can say otherwise.
  char interleaved[] = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments = {argv[0], interleaved};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  add_benchmarks();
  StepTimes times;
  benchmark::RunSpecifiedBenchmarks(&times);
  print_table(times);
  return times.failed() ? 1 : 0;
}

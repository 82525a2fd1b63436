// SPDX-License-Identifier: Apache-2.0
#include "bench/spatial/freeplay_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "formulations/formulation.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "stepping/compliant/compliant_equations.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

constexpr std::size_t kSlider = 14;  // coordinates of the third body

}  // namespace

Drift run_slider_crank(const SliderCrank& given, const Method& method) {
  const Model model =
      read_model(source_folder() + "/examples/spatial_slider_crank/model.toml",
                 {{"method.stepper", fmt::format("{{ {}, accuracy = {} }}", method.stepper, method.accuracy)},
                  {"method.formulation", fmt::format("\"{}\"", method.formulation)}});
  const std::unique_ptr<System> system = assemble(model).system;
  StepperOptions options;
  options.stepper = model.method.stepper;
  options.formulation = *model.method.formulation;
  const StepperEntry* entry = find_entry<StepperEntry>(options.stepper.name);
  std::unique_ptr<Stepper> stepper;
  State state = system->initial_state();
  const auto prepare = [&] {
    stepper = entry->make(*system, options);
    state = system->initial_state();
    stepper->begin(state);
  };
  const auto steps = [&](auto each) {
    Drift out;
    for (each(); state.t() < given.end; each()) {
      if (stepper->step(state, given.end - state.t()).status != StepStatus::ok) return out;
      ++out.steps;
    }
    out.y = state.q()[kSlider + 1];
    out.ok = std::isfinite(out.y);
    return out;
  };
  const auto watch = [&] {
    EnergyWatch energy;
    Evaluation ev(system->info());
    Drift out = steps([&] {
      system->place(state.t(), state.q(), ev);
      system->mass(state.q(), ev);
      const Energies now = system->energies(state.t(), state.q(), state.u(), ev);
      energy.note(now.kinetic, now.total());
    });
    out.energy = energy.drift();
    return out;
  };
  return measure_drift(prepare, watch, [&] { return steps([] {}); });
}

double right_side_seconds(const System& system, const std::string& formulation_name) {
  constexpr int kPoints = 16;
  const auto formulation = make_formulation({formulation_name, {}, {}}, system, 1);
  CompliantEquations equations(system, *formulation, 1e-6, 1);
  State state = system.initial_state();
  equations.begin_step(state);
  const std::size_t size = static_cast<std::size_t>(equations.size());
  const std::vector<double> works(kWorkParts, 0);
  std::vector<double> points(kPoints * size), out(size);
  for (std::size_t p = 0; p < kPoints; ++p) {  // small steps along the motion
    const std::span<double> y(points.data() + p * size, size);
    equations.pack(state, works, y);
    equations.rates(state.t(), y.data(), out.data());
    for (std::size_t i = 0; i < size; ++i) y[i] += 1e-3 * out[i];
    equations.unpack(y, state);
  }
  double best = 1e300;
  for (int repetition = 0; repetition < 5; ++repetition) {
    int calls = 0;
    const double start = cpu_seconds();
    double seconds = 0;
    while (seconds < 0.05) {
      for (std::size_t p = 0; p < kPoints; ++p) equations.rates(0, points.data() + p * size, out.data());
      calls += kPoints;
      seconds = cpu_seconds() - start;
    }
    best = std::min(best, seconds / calls);
  }
  return best;
}

}  // namespace freeplay::bench

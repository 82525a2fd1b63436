// SPDX-License-Identifier: Apache-2.0
// Runs of the spatial slider-crank. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "system/spatial_system.h"
#include "tests/kit/places.h"
#include "validation/spatial_slider_crank/reference.h"

namespace freeplay::validation {

inline const std::string kSliderCrankFile = source_folder() + "/examples/spatial_slider_crank/model.toml";

/// How the joints are kept. Parameters that are not given are those of Marques2015, Table 2.3.
struct Keeping {
  const char* name;
  const char* choice;
};
inline constexpr Keeping kKeepings[] = {
    {"lagrange", R"({ name = "lagrange" })"},
    {"lagrange, pivoted", R"({ name = "lagrange", solution = "pivoted" })"},
    {"lagrange, closed form", R"({ name = "lagrange", solution = "closed_form" })"},
    {"baumgarte", R"({ name = "baumgarte", alpha = 5, beta = 5 })"},
    {"augmented_lagrangian", R"({ name = "augmented_lagrangian" })"},
    {"coordinate_partitioning", R"({ name = "coordinate_partitioning" })"},
    {"projection", R"({ name = "projection" })"},
    {"generalized_inverse, svd", R"({ name = "generalized_inverse" })"},
    {"generalized_inverse, gram_schmidt", R"({ name = "generalized_inverse", method = "gram_schmidt" })"}};

inline std::string corrected(std::string choice) {
  return choice.insert(choice.size() - 2, R"(, correction = "mass")");
}

/// Largest errors at the times of the reference up to `end`.
struct SliderCrankErrors {
  RunSummary summary;
  double theta = 0, theta_dot = 0, y = 0, y_dot = 0;  ///< [rad], [rad/s], [m], [m/s]
  double reaction = 0;                                ///< forces and moments [N], [N m]
  double energy = 0;                                  ///< largest change [J]
  double state() const { return std::max({theta, theta_dot, y, y_dot}); }
};

inline SliderCrankErrors run_slider_crank(const std::string& stepper, const std::string& formulation,
                                          double end) {
  const Model model = read_model(kSliderCrankFile, {{"method.stepper", stepper},
                                                    {"method.formulation", formulation},
                                                    {"run.end", fmt::format("{:.17g}", end)},
                                                    {"run.record.every", "0.02"}});
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  SliderCrankErrors out;
  out.summary = simulate(*assembly.system, model.method, model.run, record);
  const std::vector<double> t = record.values("/time"), theta = record.values("/joint/shaft/angle"),
                            rate = record.values("/joint/shaft/angle_rate"),
                            at = record.values("/body/slider/position"),
                            velocity = record.values("/body/slider/velocity"),
                            energy = record.values("/energy/total");
  if (out.summary.status != RunStatus::complete) out.theta = std::nan("");
  for (std::size_t i = 0; i < t.size(); ++i) {
    out.energy = std::max(out.energy, std::abs(energy[i] - energy[0]));
    for (const slider_crank_reference::Sample& exact : slider_crank_reference::kSamples) {
      if (std::abs(t[i] - exact.t) > 1e-9) continue;
      const auto worst = [](double& of, double error) {
        if (!(std::abs(error) <= of)) of = std::abs(error);
      };
      worst(out.theta, theta[i] - exact.theta);
      worst(out.theta_dot, rate[i] - exact.theta_dot);
      worst(out.y, at[3 * i + 1] - exact.y);
      worst(out.y_dot, velocity[3 * i + 1] - exact.y_dot);
      const auto compare = [&](const std::string& channel, const std::array<double, 3>& with) {
        const std::vector<double> values = record.values("/joint/" + channel);
        for (std::size_t k = 0; k < 3; ++k) worst(out.reaction, values[3 * i + k] - with[k]);
      };
      compare("ball/force", exact.ball);
      compare("cross/force", exact.cross);
      compare("cross/moment", exact.cross_moment);
      compare("guide/force", exact.guide);
      compare("guide/moment", exact.guide_moment);
      compare("shaft/force", exact.shaft);
    }
  }
  return out;
}

inline std::string runge_kutta(double accuracy) {
  return fmt::format(R"({{ name = "runge_kutta", order = 8, accuracy = {} }})", accuracy);
}
inline std::string rk4(double step) { return fmt::format(R"({{ name = "rk4", step = {:.17g} }})", step); }

/// Where a run begins: as the reference does; as Marques2015, Table 2.2, with its four digits, but the rod's
/// ω of the reference, to four digits too; or as Table 2.2 is printed, whose rod spins as the universal joint
/// forbids.
enum class Start { consistent, rounded, printed };

/// The start of Table 2.2. Nothing is adjusted but the length of the Euler parameters.
inline State table_start(const Model& model, const System& system, Start start) {
  const auto& space = dynamic_cast<const SpatialSystem&>(system);
  State state = system.initial_state();
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    SpatialBody body = model.bodies[b].space;
    const std::string& name = model.bodies[b].name;
    if (name == "crank") {
      body.position = {0, 0, 0.05};
      body.velocity = {-0.3142, 0, 0};
      body.angular_velocity = {0, -6.2832, 0};
    } else if (name == "rod") {
      body.position = {0, 0.0735, -0.025};
      body.orientation = {0.8680, -0.4966, 0, 0};
      body.velocity = {-0.3142, 0, 0};
      body.angular_velocity =
          start == Start::printed ? Point3{0, -1.5661, -1.6112} : Point3{0, -1.8678, -1.0980};
    } else {
      body.position = {0, 0.1470, -0.15};
      body.velocity = {0, 0, 0};
      body.angular_velocity = {0, 0, 0};
    }
    inner_state(body, space.parts().mounts[b + 1], state.q().data() + kSpatialCoordinates * b,
                state.u().data() + kSpatialVelocities * b);
  }
  return state;
}

/// Violations and energy over a run of rk4, as in Marques2015, Figs. 2.7 to 2.10.
struct Violations {
  std::vector<double> t, position, velocity, energy;  ///< ΦᵀΦ, Φ̇ᵀΦ̇, E − E₀
  double seconds = 0;                                 ///< of the processor, for the steps alone
  bool complete = false;
  double largest(const std::vector<double>& of) const {
    double worst = 0;
    for (const double value : of) worst = std::max(worst, std::abs(value));
    return worst;
  }
};

inline Violations run_violations(const std::string& formulation, Start from, double step, double end,
                                 int every) {
  const Model model =
      read_model(kSliderCrankFile, {{"method.stepper", rk4(step)}, {"method.formulation", formulation}});
  const Assembly assembly = assemble(model);
  const System& system = *assembly.system;
  Simulation simulation(system, model.method);
  if (from != Start::consistent) simulation.restore(table_start(model, system, from));
  Evaluation ev(system.info());
  Violations out;
  double start = 0;
  const auto look = [&] {
    const State& state = simulation.state();
    system.place(state.t(), state.q(), ev);
    system.mass(state.q(), ev);
    system.constraints(state.t(), state.q(), ev);
    double position = 0, velocity = 0;
    for (std::size_t row = 0; row < system.info().constraints.size(); ++row) {
      const RowShape& shape = system.info().constraints[row].shape;
      const double* D = ev.row_D(static_cast<int>(row));
      double rate = ev.Phi_t[row];
      for (std::size_t block = 0; block < 2; ++block) {
        for (int k = 0; k < shape.size[block]; ++k)
          rate += *D++ * state.u()[static_cast<std::size_t>(shape.start[block] + k)];
      }
      position += ev.Phi[row] * ev.Phi[row];
      velocity += rate * rate;
    }
    const double energy = system.energies(state.t(), state.q(), state.u(), ev).total();
    if (out.t.empty()) start = energy;
    out.t.push_back(state.t());
    out.position.push_back(position);
    out.velocity.push_back(velocity);
    out.energy.push_back(energy - start);
  };
  look();
  const int steps = static_cast<int>(std::lround(end / step));
  for (int i = 0; i < steps; i += every) {
    const std::clock_t begin = std::clock();
    if (simulation.advance_to((i + every) * step).status != StepStatus::ok) return out;
    out.seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    look();
  }
  out.complete = true;
  return out;
}

}  // namespace freeplay::validation

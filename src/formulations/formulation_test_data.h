// SPDX-License-Identifier: Apache-2.0
// Mechanisms for tests of formulations, evaluated at a state.
#pragma once

#include <map>
#include <string>

#include "formulations/formulation.h"
#include "system/assemble.h"

namespace freeplay {

/// A crank, a rod and a slider, driven by gravity and their own motion.
inline constexpr const char* kSliderCrank = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = 0.038
inertia = 7.4e-5
position = [0.0765, 0]
angular_velocity = 150
[[body]]
name = "rod"
mass = 0.038
inertia = 5.9e-4
position = [0.303, 0]
[[body]]
name = "slider"
mass = 0.076
inertia = 2.7e-6
position = [0.453, 0]
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [-0.0765, 0]]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["crank", "rod"]
points = [[0.0765, 0], [-0.15, 0]]
[[joint]]
name = "wrist"
type = "revolute"
bodies = ["rod", "slider"]
points = [[0.15, 0], [0, 0]]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
)";

inline constexpr const char* kRun = "[run]\nend = 1\n";

/// A second guide beside the first: three rows, of which none says anything new.
inline constexpr const char* kSecondGuide = R"(
[[joint]]
name = "second_guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
)";

inline constexpr const char* kPendulum = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "rod"
mass = 2
inertia = 0.1
position = [0.3, -0.4]
angular_velocity = 3
[[joint]]
name = "pivot"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-0.3, 0.4]]
)";

inline Assembly assembled(const std::string& text) {
  return assemble(read_model_text(text + kRun, "test.toml"));
}

/// Everything that a formulation looks at.
inline Evaluation evaluated(const System& system, double t, std::span<const double> q,
                            std::span<const double> u) {
  Evaluation ev(system.info());
  system.place(t, q, ev);
  system.mass(q, ev);
  system.forces(t, q, u, ev);
  system.constraints(t, q, ev);
  system.constraint_gamma(t, q, u, ev);
  return ev;
}

inline std::unique_ptr<Formulation> make_named(const System& system, const std::string& name,
                                               const std::map<std::string, double>& numbers = {}) {
  Choice choice{name, {}, {}};
  for (const auto& [key, number] : numbers) choice.values[key].data = number;
  return make_formulation(choice, system, 1.0);
}

struct Accelerations {
  Accelerations(const System& system, Formulation& formulation, const Evaluation& ev,
                std::span<const double> u)
      : u_dot(static_cast<std::size_t>(system.info().nu)), lambda(system.info().constraints.size()) {
    formulation.accelerations(ev, u, u_dot, lambda);
  }
  /// D u̇ of a row.
  double row(const System& system, const Evaluation& ev, std::size_t i) const {
    return dot_row(system.info().constraints[i].shape, ev.row_D(static_cast<int>(i)), u_dot.data());
  }
  std::vector<double> u_dot, lambda;
};

}  // namespace freeplay

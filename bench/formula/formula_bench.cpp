// SPDX-License-Identifier: Apache-2.0
// What a force costs whose value is a formula of what moves, beside a number: one evaluation of the forces of a
// rotor, and what the formula adds to it. CPU time, the fastest of nine repetitions.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "bench/fastest.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"

namespace freeplay::bench {
namespace {

constexpr double kMost = 100;  ///< bound on what a formula adds [ns]

std::string rotor(const std::string& torque) {
  return R"(freeplay = 1
[parameters]
c = "2e-3 N*m*s^2"
[[body]]
name = "rotor"
mass = 1
inertia = 0.02
position = [0, 0]
angular_velocity = 5
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "rotor"]
points = [[0, 0], [0, 0]]
[[table]]
name = "gas"
units = ["deg", "N*m"]
x = [0, 20, 60, 120, 180, 360, 540, 620, 690]
y = [40, 55, 15, 5, 1, 1, 1, 2, 15]
period = 720
[[force]]
name = "load"
type = "torque"
body = "rotor"
torque = )" +
         torque + "\n[run]\nend = 1\n";
}

/// Of one evaluation of all forces [ns].
double forces(const std::string& torque) {
  const Assembly assembly = assemble(read_model_text(rotor(torque), "rotor.toml"));
  const System& system = *assembly.system;
  Evaluation ev(system.info());
  const State state = system.initial_state();
  system.load(state.features(), ev);
  system.place(0, state.q(), ev);
  return 1e3 * fastest(200000, [&](int i) { system.forces(1e-5 * i, state.q(), state.u(), ev); });
}

int run() {
  fmt::print("{:<44}{:>12}{:>14}\n", "torque", "forces [ns]", "formula [ns]");
  const double number = forces("0.3");
  fmt::print("{:<44}{:>12.0f}\n", "0.3", number);
  double worst = 0;
  for (const char* torque : {"\"= 0.4 [N*m]*sin(7 [rad/s]*t)\"", "\"= t < 2 s ? 0 [N*m] : 0.3 [N*m]\"",
                             "\"= -c*pin.rate*abs(pin.rate)\"", "\"= 2*gas(pin.angle)\""}) {
    const double time = forces(torque);
    fmt::print("{:<44}{:>12.0f}{:>14.0f}\n", torque, time, time - number);
    worst = std::max(worst, time - number);
  }
  fmt::print("at most {:.0f} ns, bound {:.0f} ns: {}\n", worst, kMost, worst < kMost ? "ok" : "missed");
  return worst < kMost ? 0 : 1;
}

}  // namespace
}  // namespace freeplay::bench

int main() { return freeplay::bench::run(); }

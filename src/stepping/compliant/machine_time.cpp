// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/machine_time.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "formulations/formulation.h"

namespace freeplay {

double machine_time(const System& system) {
  const SystemInfo& info = system.info();
  const State state = system.initial_state();
  double speed = 0, acceleration = 0;
  for (std::size_t i = 0; i < state.u().size(); ++i)
    speed = std::max(speed, std::abs(state.u()[i]) / info.u_size(i));
  if (speed > 0) return 1 / speed;
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(state.t(), state.q(), ev);
  system.mass(state.q(), ev);
  system.forces(state.t(), state.q(), state.u(), ev);
  system.constraints(state.t(), state.q(), ev);
  system.constraint_gamma(state.t(), state.q(), state.u(), ev);
  std::vector<double> u_dot(state.u().size(), 0), lambda(info.constraints.size(), 0);
  make_formulation({"lagrange", {}, {}}, system, 1)->accelerations(ev, state.u(), u_dot, lambda);
  for (std::size_t i = 0; i < u_dot.size(); ++i)
    acceleration = std::max(acceleration, std::abs(u_dot[i]) / info.u_size(i));
  return acceleration > 0 && std::isfinite(acceleration) ? 1 / std::sqrt(acceleration) : 1;
}

}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// A scan over a clearance without assembling again: numbers of the model are set in the assembled system, by
// the paths that `--set` takes, and the simulation starts anew. The slider of the model is thrown into a loose
// guide; how much kinetic energy has it after 20 ms?
#include <fmt/format.h>

#include <cstdio>

#include "freeplay/assemble.h"
#include "freeplay/readings.h"
#include "freeplay/simulation.h"

namespace {

constexpr const char* kModel = R"(
freeplay = 1
name = "slider thrown into a loose guide"
gravity = [0, -9.81]
[[body]]
name = "slider"
mass = "76 g"
inertia = 2.8e-5
velocity = [2, 0]
angular_velocity = "20 deg/s"
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = "100 mm"
width = "50 mm"
clearance = "1 mm"
[contact]
impact = { law = "newton", restitution = 0.4 }
friction = { law = "coulomb", mu = 0.1 }
[run]
end = 0.02
)";

double energy_of(const freeplay::System& system, const freeplay::Method& method) {
  freeplay::Simulation simulation(system, method);
  simulation.advance_to(0.02);
  return freeplay::Readings(simulation).value("/energy/kinetic");
}

}  // namespace

int main() {
  using namespace freeplay;
  try {
    const Model model = read_model_text(kModel, "guide.toml");
    const Assembly assembly = assemble(model);
    const int clearance = assembly.numbers->find("joint.guide.clearance");
    double last = 0;
    for (const double c : {0.2e-3, 0.5e-3, 1e-3, 2e-3}) {
      assembly.numbers->set(clearance, c);
      assembly.numbers->reset();
      last = energy_of(*assembly.system, model.method);
      fmt::print("clearance {:4.1f} mm: {:.6f} J\n", 1e3 * c, last);
    }
    // the same, read from a file with that number: the bits agree
    const Model edited = read_model_text(kModel, "guide.toml", {{"joint.guide.clearance", "2 mm"}});
    return energy_of(*assemble(edited).system, edited.method) == last ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

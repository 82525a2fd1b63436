// SPDX-License-Identifier: Apache-2.0
// A mechanism described in code: a pendulum on a loose pin. Checked, assembled, stepped, read by name; copied
// in mid-flight, and continued from saved numbers.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "freeplay/assemble.h"
#include "freeplay/check.h"
#include "freeplay/readings.h"
#include "freeplay/simulation.h"

namespace {

freeplay::Model pendulum() {
  using namespace freeplay;
  Model model;
  model.name = "pendulum on a loose pin";
  model.gravity = {0, -9.81};
  model.bodies.push_back({.name = "rod", .mass = 0.5, .inertia = 0.01, .position = {0.2, 0}});
  Joint pin{.name = "pin", .type = "revolute", .bodies = {"ground", "rod"}};
  pin.values["points"] = {std::vector<Point>{{0, 0}, {-0.2, 0}}, {}};
  pin.values["clearance"] = {std::string("0.1 mm"), {}};  // texts may carry a unit
  pin.values["radius"] = {std::string("5 mm"), {}};
  model.joints.push_back(pin);
  model.contact.impact = Choice{"newton", {{"restitution", {0.5, {}}}}, {}};
  model.run.end = 0.5;
  return model;
}

}  // namespace

int main() {
  using namespace freeplay;
  try {
    const Model model = check(pendulum());  // the mistakes a file could have, all at once
    const Assembly assembly = assemble(model);
    Simulation simulation(*assembly.system, model.method);
    Readings readings(simulation);
    const double start = readings.value("/energy/total");

    simulation.advance_to(0.25);
    const std::vector<double> saved = simulation.save();
    Simulation copy = simulation;  // both go on by themselves
    simulation.advance_to(0.5);
    copy.advance_to(0.5);
    Simulation continued(*assembly.system, model.method);
    continued.load(saved);
    continued.advance_to(0.5);

    readings.read(simulation);
    const double angle = readings.value("/body/rod/angle"), energy = readings.value("/energy/total");
    fmt::print("after {} s: angle {:.6f} {}, energy {:.6f} {} of {:.6f}\n", simulation.t(), angle,
               readings.unit("/body/rod/angle"), energy, readings.unit("/energy/total"), start);
    const bool same = copy.state().q()[2] == angle && continued.state().q()[2] == angle;
    fmt::print("the copy and the continued run are {}\n", same ? "the same to the last bit" : "DIFFERENT");
    return same && energy <= start ? 0 : 1;  // the pin loses energy, it never gains
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

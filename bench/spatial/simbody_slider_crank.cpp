// SPDX-License-Identifier: Apache-2.0
// A module of its own, loaded at run time: Simbody brings an old SUNDIALS along under the same names.
// Four coordinates and one loop: ground – slider – universal joint – rod, ground – crank, and the ball
// between rod and crank as a constraint, the fewest that a tree of joints allows.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>

#include "bench/spatial/spatial.h"

namespace freeplay::bench {
namespace {

SimTK::Body::Rigid rigid(double mass, const double* inertia) {
  return SimTK::Body::Rigid(
      SimTK::MassProperties(mass, SimTK::Vec3(0), SimTK::Inertia(inertia[0], inertia[1], inertia[2])));
}

std::unique_ptr<SimTK::Integrator> make_integrator(const SimTK::System& system, SimbodyIntegrator which) {
  if (which == SimbodyIntegrator::merson) return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system);
  return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system);
}

Drift slider_crank(const SliderCrank& model, SimbodyIntegrator which, double accuracy) {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity(forces, matter, Vec3(0, 0, -model.gravity));
  // A slider moves along x of its frame, a pin turns about z, a universal joint about x and then about y.
  const Rotation x_to_y(0.5 * Pi, ZAxis), z_to_y(-0.5 * Pi, XAxis), y_to_z(0.5 * Pi, XAxis);
  MobilizedBody::Slider slider(matter.Ground(), Transform(x_to_y, Vec3(0, 0, model.height)),
                               rigid(model.slider_mass, model.slider_inertia), Transform(x_to_y));
  MobilizedBody::Universal rod(slider, Transform(), rigid(model.rod_mass, model.rod_inertia),
                               Transform(y_to_z, Vec3(0, 0.5 * model.rod, 0)));
  MobilizedBody::Pin crank(matter.Ground(), Transform(z_to_y), rigid(model.crank_mass, model.crank_inertia),
                           Transform(z_to_y, Vec3(0, 0, -0.5 * model.crank)));
  const Constraint::Ball ball(crank, Vec3(0, 0, 0.5 * model.crank), rod, Vec3(0, -0.5 * model.rod, 0));
  system.realizeTopology();
  SimTK::State start = system.getDefaultState();
  const double drop = model.crank - model.height, y = std::sqrt(model.rod * model.rod - drop * drop);
  slider.setOneQ(start, 0, y);
  rod.setOneQ(start, 0, 0.5 * Pi - std::atan2(drop, y));
  rod.setOneU(start, 1, model.crank * model.speed / model.rod);
  crank.setOneU(start, 0, model.speed);
  system.realize(start, Stage::Position);
  system.project(start, 1e-13);

  std::unique_ptr<Integrator> integrator;
  const auto prepare = [&] {
    integrator = make_integrator(system, which);
    integrator->setAccuracy(accuracy);
    integrator->setFinalTime(model.end);
    integrator->initialize(start);
  };
  const auto advance = [&] { return integrator->stepTo(model.end) != Integrator::EndOfSimulation; };
  const auto watch = [&] {
    integrator->setReturnEveryInternalStep(true);
    EnergyWatch energy;
    Drift out;
    while (integrator->getTime() < model.end && advance()) {
      const SimTK::State& now = integrator->getState();
      system.realize(now, Stage::Dynamics);
      energy.note(system.calcKineticEnergy(now), system.calcEnergy(now));
    }
    out.energy = energy.drift();
    out.ok = integrator->getTime() == model.end && std::isfinite(out.energy);
    return out;
  };
  const auto run = [&] {
    Drift out;
    while (integrator->getTime() < model.end && advance()) {
    }
    out.steps = integrator->getNumStepsTaken();
    out.y = slider.getOneQ(integrator->getState(), 0);
    return out;
  };
  return measure_drift(prepare, watch, run);
}

}  // namespace

extern "C" void freeplay_slider_crank_simbody(const SliderCrank* model, int integrator, double accuracy,
                                              Drift* out) {
  *out = Drift();
  try {
    *out = slider_crank(*model, static_cast<SimbodyIntegrator>(integrator), accuracy);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "Simbody: %s\n", error.what());
  }
}

}  // namespace freeplay::bench

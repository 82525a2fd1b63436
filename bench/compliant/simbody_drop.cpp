// SPDX-License-Identifier: Apache-2.0
// A module of its own, loaded at run time: Simbody brings an old SUNDIALS along under the same names.
#include <Simbody.h>

#include <cstdio>
#include <exception>
#include <memory>

#include "bench/compliant/drop.h"

namespace freeplay::bench {

namespace {

Outcome drop_sphere(const Drop& drop, double accuracy) {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  GeneralContactSubsystem contacts(system);
  Force::UniformGravity(forces, matter, Vec3(0, -drop.gravity, 0));
  const ContactSetIndex set = contacts.createContactSet();
  const Body::Rigid body(MassProperties(drop.mass, Vec3(0), drop.mass * UnitInertia::sphere(drop.radius)));
  MobilizedBody::Planar ball(matter.Ground(), Transform(), body, Transform());
  contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(),
                   Transform(Rotation(-0.5 * Pi, ZAxis), Vec3(0)));
  contacts.addBody(set, ball, ContactGeometry::Sphere(drop.radius), Transform());
  HuntCrossleyForce contact(forces, contacts, set);
  // K = 4/3 √R E, E = (E₁^{2/3}/2)^{3/2} of two equal moduli
  const double modulus = drop.K / (4.0 / 3 * std::sqrt(drop.radius)) * std::pow(2, 1.5);
  for (int surface = 0; surface < 2; ++surface)
    contact.setBodyParameters(ContactSurfaceIndex(surface), modulus, drop.c, 0, 0, 0);
  system.realizeTopology();
  SimTK::State start = system.getDefaultState();
  ball.setOneQ(start, 2, drop.height + drop.radius);
  system.realize(start, Stage::Velocity);

  std::unique_ptr<RungeKuttaMersonIntegrator> integrator;
  return measure(
      [&] {
        integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
        integrator->setAccuracy(accuracy);
        integrator->setFinalTime(drop.end);
        integrator->initialize(start);
      },
      [&] {
        Outcome out;
        while (integrator->getTime() < drop.end &&
               integrator->stepTo(drop.end) != Integrator::EndOfSimulation) {
        }
        const SimTK::State& end = integrator->getState();
        out.gap = ball.getOneQ(end, 2) - drop.radius;
        out.velocity = ball.getOneU(end, 2);
        out.steps = integrator->getNumStepsTaken();
        out.ok = std::isfinite(out.gap) && integrator->getTime() == drop.end;
        return out;
      });
}

}  // namespace

extern "C" void freeplay_drop_simbody(const Drop* drop, double accuracy, Outcome* out) {
  *out = Outcome();
  try {
    *out = drop_sphere(*drop, accuracy);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "Simbody: %s\n", error.what());
  }
}

}  // namespace freeplay::bench

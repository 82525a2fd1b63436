// SPDX-License-Identifier: Apache-2.0
// Own coordinates, as in Flores2009: a LagrangianDS with M(q) and h(q, u), four relations with a normal and a
// tangential row each, Newton's impact law with Coulomb friction, Moreau-Jean with θ = 1/2. Classes derived
// in C++ instead of plug-ins, forces in one virtual call, one set of sines per configuration shared by
// everything that asks: the set-up a user who cares for speed would write.
#include "siconos_slider_crank.h"

#include <SolverOptions.h>
#include <BlockVector.hpp>
#include <FrictionContact.hpp>
#include <Interaction.hpp>
#include <LagrangianDS.hpp>
#include <LagrangianScleronomousR.hpp>
#include <MoreauJeanOSI.hpp>
#include <NewtonImpactFrictionNSL.hpp>
#include <NonSmoothDynamicalSystem.hpp>
#include <SiconosVector.hpp>
#include <SimpleMatrix.hpp>
#include <TimeDiscretisation.hpp>
#include <TimeStepping.hpp>
#include <cmath>
#include <memory>

#include "../kernel/slider_crank_kernel.h"
#include "siconos_loop.h"

namespace freeplay::bench {
namespace {

using D = SliderCrankData;

// Sines and cosines of the last configuration asked for.
struct Angles {
  double q[3] = {NAN, NAN, NAN};
  double s1 = 0, c1 = 0, s2 = 0, c2 = 0, s3 = 0, c3 = 0;

  void update(double q1, double q2, double q3) {
    if (q1 == q[0] && q2 == q[1] && q3 == q[2]) return;
    q[0] = q1;
    q[1] = q2;
    q[2] = q3;
    kernel_detail::sin_cos(q1, s1, c1);
    kernel_detail::sin_cos(q2, s2, c2);
    kernel_detail::sin_cos(q3, s3, c3);
  }
};

class SliderCrankDS : public LagrangianDS {
 public:
  SliderCrankDS(SP::SiconosVector q0, SP::SiconosVector u0, std::shared_ptr<Angles> angles)
      : LagrangianDS(q0, u0), angles_(std::move(angles)) {
    _mass = std::make_shared<SimpleMatrix>(3, 3);
    _mass->zero();
    _hasConstantMass = false;
    _forces = std::make_shared<SiconosVector>(3);
    computeMass(q0);
  }

  void computeMass() override { computeMass(q()); }

  void computeMass(SP::SiconosVector position) override {
    const SiconosVector& p = *position;
    angles_->update(p(0), p(1), p(2));
    const Angles& k = *angles_;
    SiconosMatrix& M = *_mass;
    const double M12 = kernel_detail::coupling * (k.c2 * k.c1 + k.s2 * k.s1);  // Flores2009, Eq. (91)
    M(0, 0) = kernel_detail::M11;                                              // Eq. (90)
    M(0, 1) = M12;
    M(1, 0) = M12;
    M(1, 1) = kernel_detail::M22;  // Eq. (93)
    M(2, 2) = D::J3;               // Eq. (94)
  }

  // Flores2009, Eqs. (95)-(97).
  void computeForces(double, SP::SiconosVector position, SP::SiconosVector velocity) override {
    const SiconosVector& p = *position;
    const SiconosVector& v = *velocity;
    angles_->update(p(0), p(1), p(2));
    const Angles& k = *angles_;
    const double sin21 = kernel_detail::coupling * (k.s2 * k.c1 - k.c2 * k.s1);
    SiconosVector& h = *_forces;
    h(0) = sin21 * v(1) * v(1) - kernel_detail::weight1 * k.c1;
    h(1) = -sin21 * v(0) * v(0) - kernel_detail::weight2 * k.c2;
    h(2) = 0.0;
  }

 private:
  std::shared_ptr<Angles> angles_;
};

// Normal and tangential row of one corner; side −1 faces the upper, +1 the lower side of the guide, end −1 is
// the corner towards the crank, +1 the far one.
class CornerR : public LagrangianScleronomousR {
 public:
  CornerR(double d, double side, double end, std::shared_ptr<Angles> angles)
      : d_(d), side_(side), end_(end), angles_(std::move(angles)) {}

  // Flores2009, Eqs. (98)-(105).
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const Angles& k = at(q);
    const double height = D::l1 * k.s1 + D::l2 * k.s2;
    y(0) = 0.5 * d_ + side_ * (height + end_ * D::a * k.s3) - D::b * k.c3;
    y(1) = D::l1 * k.c1 + D::l2 * k.c2 + end_ * D::a * k.c3 + side_ * D::b * k.s3;
  }

  // Flores2009, Eqs. (106)-(113).
  void computeJachq(const BlockVector& q, BlockVector&) override {
    const Angles& k = at(q);
    SimpleMatrix& W = *_jachq;
    W(0, 0) = side_ * D::l1 * k.c1;
    W(0, 1) = side_ * D::l2 * k.c2;
    W(0, 2) = side_ * end_ * D::a * k.c3 + D::b * k.s3;
    W(1, 0) = -D::l1 * k.s1;
    W(1, 1) = -D::l2 * k.s2;
    W(1, 2) = -end_ * D::a * k.s3 + side_ * D::b * k.c3;
  }

 private:
  const Angles& at(const BlockVector& q) {
    const SiconosVector& p = *q.vector(0);
    angles_->update(p(0), p(1), p(2));
    return *angles_;
  }

  double d_, side_, end_;
  std::shared_ptr<Angles> angles_;
};

int solver_id(SiconosSolver solver) {
  switch (solver) {
    case SiconosSolver::kLemke: return SICONOS_FRICTION_2D_LEMKE;
    case SiconosSolver::kEnumeration: return SICONOS_FRICTION_2D_ENUM;
    case SiconosSolver::kGaussSeidel: return SICONOS_FRICTION_2D_NSGS;
  }
  return SICONOS_FRICTION_2D_ENUM;
}

}  // namespace

SiconosResult run_siconos_slider_crank(double dt, double t_end, double d, const SiconosOptions& options) {
  siconos_detail::pin_blas_to_one_thread();
  const SliderCrankKernel initial;
  auto q0 = std::make_shared<SiconosVector>(3);
  auto u0 = std::make_shared<SiconosVector>(3);
  for (unsigned i = 0; i < 3; ++i) {
    (*q0)(i) = initial.q[i];
    (*u0)(i) = initial.u[i];
  }
  const auto angles = std::make_shared<Angles>();
  const auto mechanism = std::make_shared<SliderCrankDS>(q0, u0, angles);

  const long steps = std::lround(t_end / dt);
  // Two steps longer than needed, so that rounding in the list of events cannot end the loop early.
  const auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, t_end + 2.0 * dt);
  system->insertDynamicalSystem(mechanism);
  const double sides[4] = {-1.0, -1.0, 1.0, 1.0}, ends[4] = {-1.0, 1.0, -1.0, 1.0};
  const auto law = std::make_shared<NewtonImpactFrictionNSL>(D::eps_N, D::eps_T, D::mu, 2);
  for (int corner = 0; corner < 4; ++corner) {
    const auto relation = std::make_shared<CornerR>(d, sides[corner], ends[corner], angles);
    system->link(std::make_shared<Interaction>(law, relation), mechanism);
  }

  const auto integrator = std::make_shared<MoreauJeanOSI>(0.5);
  const auto problem = std::make_shared<FrictionContact>(2, solver_id(options.solver));
  problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = options.tolerance;
  const auto simulation = std::make_shared<TimeStepping>(
      system, std::make_shared<TimeDiscretisation>(0.0, dt), integrator, problem);
  simulation->setNewtonOptions(options.single_pass ? SICONOS_TS_LINEAR : SICONOS_TS_NONLINEAR);
  simulation->setNewtonTolerance(1e-10);
  simulation->setNewtonMaxIteration(20);

  SiconosResult result = siconos_detail::timed_loop(*simulation, steps);
  result.newton_iterations = static_cast<long>(simulation->getNewtonCumulativeNbIterations());
  for (unsigned i = 0; i < 3; ++i) {
    result.q[i] = (*mechanism->q())(i);
    result.u[i] = (*mechanism->velocity())(i);
  }
  return result;
}

}  // namespace freeplay::bench

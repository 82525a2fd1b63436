// SPDX-License-Identifier: Apache-2.0
// The same mechanism as a user assembles it: three bodies in the plane with q = (x, y, angle) of their
// centres of mass, constant mass, two revolute joints between bodies and one to ground as equality
// conditions, four corners of the slider against the guide. No drift of the joints is removed.
#include <SolverOptions.h>
#include <BlockVector.hpp>
#include <EqualityConditionNSL.hpp>
#include <GenericMechanical.hpp>
#include <Interaction.hpp>
#include <LagrangianLinearTIDS.hpp>
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
#include "siconos_slider_crank.h"

namespace freeplay::bench {
namespace {

using D = SliderCrankData;

SP::LagrangianLinearTIDS make_body(double mass, double inertia, double x, double v_y, double omega) {
  auto q0 = std::make_shared<SiconosVector>(3);
  auto u0 = std::make_shared<SiconosVector>(3);
  auto M = std::make_shared<SimpleMatrix>(3, 3);
  auto weight = std::make_shared<SiconosVector>(3);
  q0->zero();
  u0->zero();
  M->zero();
  weight->zero();
  (*q0)(0) = x;
  (*u0)(1) = v_y;
  (*u0)(2) = omega;
  (*M)(0, 0) = mass;
  (*M)(1, 1) = mass;
  (*M)(2, 2) = inertia;
  (*weight)(1) = -mass * D::g;
  auto body = std::make_shared<LagrangianLinearTIDS>(q0, u0, M);
  body->setFExtPtr(weight);
  return body;
}

// Points at distance r1 along the x axis of the first and r2 along that of the second body coincide:
// 0 = x1 + r1 (cos θ1, sin θ1) − x2 − r2 (cos θ2, sin θ2).
class PinR : public LagrangianScleronomousR {
 public:
  PinR(double r1, double r2) : r1_(r1), r2_(r2) {}

  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const SiconosVector& p = *q.vector(0);
    const SiconosVector& o = *q.vector(1);
    y(0) = p(0) + r1_ * std::cos(p(2)) - o(0) - r2_ * std::cos(o(2));
    y(1) = p(1) + r1_ * std::sin(p(2)) - o(1) - r2_ * std::sin(o(2));
  }

  void computeJachq(const BlockVector& q, BlockVector&) override {
    const double angle1 = (*q.vector(0))(2), angle2 = (*q.vector(1))(2);
    SimpleMatrix& W = *_jachq;
    W(0, 0) = W(1, 1) = 1.0;
    W(0, 1) = W(1, 0) = W(0, 4) = W(1, 3) = 0.0;
    W(0, 3) = W(1, 4) = -1.0;
    W(0, 2) = -r1_ * std::sin(angle1);
    W(1, 2) = r1_ * std::cos(angle1);
    W(0, 5) = r2_ * std::sin(angle2);
    W(1, 5) = -r2_ * std::cos(angle2);
  }

 private:
  double r1_, r2_;
};

// The point at distance r along the body's x axis stays at the origin.
class GroundPinR : public LagrangianScleronomousR {
 public:
  explicit GroundPinR(double r) : r_(r) {}

  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const SiconosVector& p = *q.vector(0);
    y(0) = p(0) + r_ * std::cos(p(2));
    y(1) = p(1) + r_ * std::sin(p(2));
  }

  void computeJachq(const BlockVector& q, BlockVector&) override {
    const double angle = (*q.vector(0))(2);
    SimpleMatrix& W = *_jachq;
    W(0, 0) = W(1, 1) = 1.0;
    W(0, 1) = W(1, 0) = 0.0;
    W(0, 2) = -r_ * std::sin(angle);
    W(1, 2) = r_ * std::cos(angle);
  }

 private:
  double r_;
};

// Corner (end a, side b) of the slider against the guide's face on that side: Flores2009, Eqs. (98)-(105),
// with the slider's own centre instead of the chain of angles.
class GuideR : public LagrangianScleronomousR {
 public:
  GuideR(double d, double side, double end) : d_(d), side_(side), end_(end) {}

  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    const SiconosVector& p = *q.vector(0);
    const double s = std::sin(p(2)), c = std::cos(p(2));
    y(0) = 0.5 * d_ + side_ * (p(1) + end_ * D::a * s) - D::b * c;
    y(1) = p(0) + end_ * D::a * c + side_ * D::b * s;
  }

  void computeJachq(const BlockVector& q, BlockVector&) override {
    const double angle = (*q.vector(0))(2), s = std::sin(angle), c = std::cos(angle);
    SimpleMatrix& W = *_jachq;
    W(0, 0) = 0.0;
    W(0, 1) = side_;
    W(0, 2) = side_ * end_ * D::a * c + D::b * s;
    W(1, 0) = 1.0;
    W(1, 1) = 0.0;
    W(1, 2) = -end_ * D::a * s + side_ * D::b * c;
  }

 private:
  double d_, side_, end_;
};

}  // namespace

SiconosResult run_siconos_slider_crank_assembled(double dt, double t_end, double d, double tolerance) {
  siconos_detail::pin_blas_to_one_thread();
  const SliderCrankKernel initial;
  const double w1 = initial.u[0], w2 = initial.u[1];
  const auto crank = make_body(D::m1, D::J1, 0.5 * D::l1, 0.5 * D::l1 * w1, w1);
  const auto rod = make_body(D::m2, D::J2, D::l1 + 0.5 * D::l2, D::l1 * w1 + 0.5 * D::l2 * w2, w2);
  const auto slider = make_body(D::m3, D::J3, D::l1 + D::l2, D::l1 * w1 + D::l2 * w2, 0.0);

  const long steps = std::lround(t_end / dt);
  const auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, t_end + 2.0 * dt);
  for (const auto& body : {crank, rod, slider}) system->insertDynamicalSystem(body);
  const auto pin = std::make_shared<EqualityConditionNSL>(2);
  system->link(std::make_shared<Interaction>(pin, std::make_shared<GroundPinR>(-0.5 * D::l1)), crank);
  system->link(std::make_shared<Interaction>(pin, std::make_shared<PinR>(0.5 * D::l1, -0.5 * D::l2)), crank,
               rod);
  system->link(std::make_shared<Interaction>(pin, std::make_shared<PinR>(0.5 * D::l2, 0.0)), rod, slider);
  const auto law = std::make_shared<NewtonImpactFrictionNSL>(D::eps_N, D::eps_T, D::mu, 2);
  for (const double side : {-1.0, 1.0}) {
    for (const double end : {-1.0, 1.0}) {
      system->link(std::make_shared<Interaction>(law, std::make_shared<GuideR>(d, side, end)), slider);
    }
  }

  const auto integrator = std::make_shared<MoreauJeanOSI>(0.5);
  const auto problem = std::make_shared<GenericMechanical>(SICONOS_FRICTION_2D_ENUM);
  // The elimination of the joints that Siconos offers (iparam[2] > 0) knows friction in space only, so the
  // joints and contacts are left to its block Gauss-Seidel iteration, which a chain of joints makes slow.
  SolverOptions& solver = *problem->numericsSolverOptions();
  solver.dparam[SICONOS_DPARAM_TOL] = tolerance;
  solver.iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  const auto simulation = std::make_shared<TimeStepping>(
      system, std::make_shared<TimeDiscretisation>(0.0, dt), integrator, problem);
  simulation->setNewtonOptions(SICONOS_TS_LINEAR);

  SiconosResult result = siconos_detail::timed_loop(*simulation, steps);
  const SP::LagrangianLinearTIDS bodies[3] = {crank, rod, slider};
  for (unsigned i = 0; i < 3; ++i) {
    result.q[i] = (*bodies[i]->q())(2);
    result.u[i] = (*bodies[i]->velocity())(2);
  }
  return result;
}

}  // namespace freeplay::bench

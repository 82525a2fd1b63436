// SPDX-License-Identifier: Apache-2.0
// Rigid contact in space with the friction cone, in both rigid steppers, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "run/simulate.h"
#include "tests/own_body.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kMass = 0.7, kRadius = 0.05, kMu = 0.25;
const Vec3 kDown{0, 0, -kGravity};

ContactData laws(double mu, double restitution = 0, double tangential = 0) {
  ContactData data;
  data.mu = mu;
  data.restitutionN = restitution;
  data.restitutionT = tangential;
  return data;
}

StepperOptions options_for(const std::string& solver, double accuracy = 0) {
  StepperOptions options;
  options.solver.name = solver;
  if (accuracy > 0) options.stepper.values["accuracy"] = {accuracy, {}};
  return options;
}

struct Outcome {
  State state;
  double rest_time = -1;  ///< when the first contact came to stick, from the book where it knows
  Works works;
  EnergyGain gain;
  SolverStatistics solver;
  StepStatistics statistics;
};

Outcome run(const System& system, const std::string& name, double dt, double end, StepperOptions options) {
  options.stepper.name = name;
  options.stepper.values["step"] = {dt, {}};
  const std::unique_ptr<Stepper> stepper = find_entry<StepperEntry>(name)->make(system, options);
  Outcome out{system.initial_state(), -1, {}, {}, {}, {}};
  State& state = out.state;
  const auto steps = static_cast<long>(std::lround(end / dt));
  for (long i = 0; stepper->chooses_step() ? state.t() < end * (1 - 1e-12) : i < steps; ++i) {
    const StepReport report = stepper->step(state, stepper->chooses_step() ? end - state.t() : dt);
    EXPECT_EQ(report.status, StepStatus::ok) << state.t();
    if (report.status != StepStatus::ok) break;
    if (out.rest_time < 0 && state.sizes().contacts > 0 && state.mode(0) == ContactMode::stick)
      out.rest_time = std::min(state.t(), stepper->book().mode_time[0]);
    stepper->book().impacts.clear();
  }
  out.works = stepper->book().works;
  out.gain = stepper->book().gain;
  out.solver = stepper->solver_statistics();
  out.statistics = stepper->book().statistics;
  return out;
}

Vec3 vector(std::span<const double> values, std::size_t first = 0) {
  return {values[first], values[first + 1], values[first + 2]};
}

OwnBody ball(double mu, double restitution = 0, double tangential = 0) {
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  OwnBody body(kMass, {inertia, inertia, inertia}, kDown);
  PlaneContact floor;
  floor.radius = kRadius;
  body.add_contact(floor, laws(mu, restitution, tangential), kRadius);
  body.position = {0, 0, kRadius};
  return body;
}

// v falls by μ g, the spin grows by 5 μ g / (2 R): slip ends after 2 v₀/(7 μ g) at 5/7 v₀.
TEST(SpatialContact, SphereSlipsThenRolls) {
  OwnBody body = ball(kMu);
  const double v0 = 1.3, t_roll = 2 * v0 / (7 * kMu * kGravity), end = 0.5;
  body.velocity = {0.6 * v0, 0.8 * v0, 0};
  const double way = v0 * t_roll - 0.5 * kMu * kGravity * t_roll * t_roll + 5.0 / 7 * v0 * (end - t_roll);
  const auto expect = [&](const Outcome& out, double tolerance) {
    const Vec3 v = vector(out.state.u()), r = vector(out.state.q());
    EXPECT_NEAR(v[0], 0.6 * 5 / 7 * v0, tolerance * v0);
    EXPECT_NEAR(v[1], 0.8 * 5 / 7 * v0, tolerance * v0);
    EXPECT_NEAR(r[0], 0.6 * way, tolerance * way);
    EXPECT_NEAR(r[1], 0.8 * way, tolerance * way);
    EXPECT_NEAR(r[2], kRadius, 1e-12);
    EXPECT_EQ(out.state.mode(0), ContactMode::stick);
    EXPECT_EQ(out.gain.count, 0);
    EXPECT_EQ(out.solver.handed_over, 0);
    EXPECT_NEAR(out.works.friction, -0.5 * kMass * v0 * v0 * 2 / 7, tolerance * kMass * v0 * v0);
  };
  const Outcome fixed = run(body, "symmetric", 1e-3, end, options_for("auto"));
  expect(fixed, 1e-9);
  const Outcome chosen = run(body, "symmetric", 1e-3, end, options_for("auto", 1e-6));
  expect(chosen, 1e-9);
  EXPECT_NEAR(chosen.rest_time, t_roll, 1e-9 * t_roll);
  EXPECT_LT(chosen.statistics.steps, 100);
  const Outcome first_order = run(body, "moreau", 1e-3, end, options_for("auto"));
  EXPECT_NEAR(vector(first_order.state.u())[0], 0.6 * 5 / 7 * v0, 1e-3 * v0);
}

// With any spin the direction of slip stays, and the ball ends with (5 v₀ + 2 R ω₀ × n)/7.
TEST(SpatialContact, SphereWithObliqueSpinKeepsTheDirectionOfSlip) {
  OwnBody body = ball(kMu);
  body.velocity = {1.1, -0.4, 0};
  body.omega = {-14, 9, 23};
  body.orientation = turn_by({0.3, -0.2, 0.9});
  const Vec3 omega = rotation(body.orientation) * body.omega, n{0, 0, 1};
  const Vec3 slip = body.velocity + cross(omega, -kRadius * n);
  const double t_roll = 2 * norm(slip) / (7 * kMu * kGravity), end = 0.6;
  ASSERT_LT(t_roll, 0.5 * end);
  const Vec3 final = (1.0 / 7) * (5 * body.velocity + (2 * kRadius) * cross(omega, n));
  for (const double accuracy : {0.0, 1e-6}) {
    const Outcome out = run(body, "symmetric", 1e-3, end, options_for("auto", accuracy));
    const Vec3 v = vector(out.state.u());
    const Vec3 spin = rotation({out.state.q()[3], out.state.q()[4], out.state.q()[5], out.state.q()[6]}) *
                      vector(out.state.u(), 3);
    const Vec3 way = t_roll * (0.5 * (body.velocity + final)) + (end - t_roll) * final;
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(v[k], final[k], 1e-7) << accuracy;
      EXPECT_NEAR(out.state.q()[k], way[k], 1e-6) << accuracy;
    }
    EXPECT_NEAR(spin[2], omega[2], 1e-6);  // no friction about the normal
    EXPECT_NEAR(norm(v + cross(spin, -kRadius * n)), 0, 1e-9);
  }
}

// The papers' midpoint without projection and with: as in the plane, of first order.
TEST(SpatialContact, MoreauProjectsWithoutChangingTheBall) {
  OwnBody body = ball(kMu);
  body.velocity = {1, 0.5, 0};
  StepperOptions options = options_for("gauss_seidel");
  options.project = true;
  const Outcome out = run(body, "moreau", 1e-3, 0.5, options);
  EXPECT_NEAR(out.state.u()[0], 5.0 / 7, 2e-3);
  EXPECT_NEAR(out.state.u()[1], 2.5 / 7, 2e-3);
}

// A point on an incline, thrown obliquely: friction turns with the slip. Reference in polar coordinates of
// the slip by a fine Runge–Kutta integration.
struct Incline {
  double a, f;  ///< along the slope, and of friction
  std::array<double, 4> rate(const std::array<double, 4>& y) const {
    const double speed = std::hypot(y[2], y[3]);
    return {y[2], y[3], a - f * y[2] / speed, -f * y[3] / speed};
  }
  std::array<double, 4> integrate(std::array<double, 4> y, double end, int steps) const {
    const double h = end / steps;
    for (int i = 0; i < steps; ++i) {
      const auto move = [&](const std::array<double, 4>& k, double by) {
        std::array<double, 4> out = y;
        for (std::size_t c = 0; c < 4; ++c) out[c] += by * k[c];
        return out;
      };
      const auto k1 = rate(y), k2 = rate(move(k1, h / 2)), k3 = rate(move(k2, h / 2)), k4 = rate(move(k3, h));
      for (std::size_t c = 0; c < 4; ++c) y[c] += h / 6 * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]);
    }
    return y;
  }
};

OwnBody point_on_incline(double slope, double mu, double along, double across) {
  OwnBody body(kMass, {1, 1, 1}, {kGravity * std::sin(slope), 0, -kGravity * std::cos(slope)});
  body.add_contact({}, laws(mu));
  body.velocity = {along, across, 0};
  return body;
}

TEST(SpatialContact, SlipThatTurnsIsSecondOrder) {
  const double slope = 0.4, mu = 0.35;
  const OwnBody body = point_on_incline(slope, mu, -0.3, 0.8);
  const Incline exact{kGravity * std::sin(slope), mu * kGravity * std::cos(slope)};
  const double end = 0.4;
  const std::array<double, 4> there = exact.integrate({0, 0, -0.3, 0.8}, end, 200000);
  double last = 0;
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    const Outcome out = run(body, "symmetric", dt, end, options_for("auto"));
    const double error = std::hypot(out.state.q()[0] - there[0], out.state.q()[1] - there[1]);
    const double speed = std::hypot(out.state.u()[0] - there[2], out.state.u()[1] - there[3]);
    EXPECT_LT(error, 2e-4 * std::pow(dt / 4e-3, 1.8));
    EXPECT_LT(speed, 2e-3 * std::pow(dt / 4e-3, 1.8));
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.25) << dt;
    }
    last = error;
  }
  const Outcome chosen = run(body, "symmetric", 1e-3, end, options_for("auto", 1e-7));
  EXPECT_NEAR(chosen.state.q()[0], there[0], 1e-7);
  EXPECT_NEAR(chosen.state.q()[1], there[1], 1e-7);
}

// On a flatter incline it comes to rest: the slip turns faster and faster before it ends.
TEST(SpatialContact, SlipThatTurnsComesToRest) {
  const double slope = 0.2, mu = 0.35;
  const OwnBody body = point_on_incline(slope, mu, -0.3, 0.8);
  const Outcome fine = run(body, "symmetric", 2e-5, 0.6, options_for("auto"));
  EXPECT_EQ(fine.state.mode(0), ContactMode::stick);
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    const Outcome out = run(body, "symmetric", dt, 0.6, options_for("auto"));
    EXPECT_EQ(out.state.mode(0), ContactMode::stick);
    EXPECT_LT(norm(vector(out.state.u())), 1e-12);
    EXPECT_EQ(out.gain.count, 0);
    const double error =
        std::hypot(out.state.q()[0] - fine.state.q()[0], out.state.q()[1] - fine.state.q()[1]);
    EXPECT_LT(error, 5e-5 * std::pow(dt / 4e-3, 1.8)) << dt;
  }
  const Outcome chosen = run(body, "symmetric", 1e-3, 0.6, options_for("auto", 1e-6));
  EXPECT_NEAR(chosen.state.q()[0], fine.state.q()[0], 1e-6);
  EXPECT_NEAR(chosen.state.q()[1], fine.state.q()[1], 1e-6);
  EXPECT_LT(chosen.statistics.steps, 300);
}

OwnBody box(double mu, const Vec3& gravity) {
  const Vec3 half{0.1, 0.15, 0.05};
  const auto square = [](double a, double b) { return a * a + b * b; };
  const double third = kMass / 3;
  OwnBody body(
      kMass,
      {third * square(half[1], half[2]), third * square(half[0], half[2]), third * square(half[0], half[1])},
      gravity);
  for (int corner = 0; corner < 8; ++corner) {
    PlaneContact contact;
    for (std::size_t k = 0; k < 3; ++k) contact.point[k] = (corner >> k & 1) != 0 ? half[k] : -half[k];
    body.add_contact(contact, laws(mu), 0.1);
  }
  body.position = {0, 0, half[2]};
  return body;
}

// Four corners share the load in many ways; the box stops after v²/(2 μ g) without turning.
TEST(SpatialContact, BoxSlidesToRest) {
  for (const char* solver : {"auto", "gauss_seidel", "augmented_lagrangian", "projected_gradient"}) {
    OwnBody body = box(kMu, kDown);
    body.velocity = {0.5, 0.7, 0};
    const double speed = norm(body.velocity), way = speed * speed / (2 * kMu * kGravity);
    const Outcome out = run(body, "symmetric", 2e-3, 0.5, options_for(solver));
    EXPECT_NEAR(out.state.q()[0], way * 0.5 / speed, 1e-8) << solver;
    EXPECT_NEAR(out.state.q()[1], way * 0.7 / speed, 1e-8) << solver;
    EXPECT_NEAR(out.state.q()[3], 1, 1e-12) << solver;
    int sticking = 0;  // three corners are enough
    for (int corner = 0; corner < 8; ++corner) sticking += out.state.mode(corner) == ContactMode::stick;
    EXPECT_GE(sticking, 3) << solver;
    EXPECT_LT(norm(vector(out.state.u())), 1e-10) << solver;
    EXPECT_NEAR(out.works.friction, -0.5 * kMass * speed * speed, 1e-9) << solver;
  }
}

// It also turns while it slides: both end together, at the same place however it is computed.
TEST(SpatialContact, BoxThatTurnsComesToRest) {
  OwnBody body = box(kMu, kDown);
  body.velocity = {0.5, 0.2, 0};
  body.omega = {0, 0, 6};
  const Outcome fine = run(body, "symmetric", 1e-4, 0.6, options_for("auto"));
  ASSERT_LT(norm(vector(fine.state.u())) + norm(vector(fine.state.u(), 3)), 1e-9);
  const double start = 0.5 * kMass * (0.25 + 0.04) + 0.5 * kMass / 3 * (0.01 + 0.0225) * 36;
  EXPECT_NEAR(fine.works.friction + fine.works.stabilisation, -start, 1e-6 * start);
  const Outcome coarse = run(body, "symmetric", 1e-3, 0.6, options_for("auto"));
  EXPECT_LT(norm(vector(coarse.state.u())), 1e-9);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(coarse.state.q()[k], fine.state.q()[k], 2e-6) << k;
  const Outcome chosen = run(body, "symmetric", 1e-3, 0.6, options_for("auto", 1e-6));
  for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(chosen.state.q()[k], fine.state.q()[k], 2e-5) << k;
  EXPECT_LT(chosen.statistics.steps, 300);
}

// μ above tan α: it stays; below: it slides down with g (sin α − μ cos α), along the slope.
TEST(SpatialContact, BoxOnAnIncline) {
  const double slope = 0.3;
  const Vec3 gravity{0.6 * kGravity * std::sin(slope), 0.8 * kGravity * std::sin(slope),
                     -kGravity * std::cos(slope)};
  for (const char* stepper : {"symmetric", "moreau"}) {
    const Outcome holds = run(box(std::tan(slope) * 1.05, gravity), stepper, 1e-3, 0.3, options_for("auto"));
    EXPECT_LT(norm(vector(holds.state.u())), 1e-9) << stepper;
    const double mu = 0.5 * std::tan(slope);
    const Outcome slides = run(box(mu, gravity), stepper, 1e-3, 0.3, options_for("auto"));
    const double speed = 0.3 * kGravity * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(slides.state.u()[0], 0.6 * speed, 1e-8) << stepper;
    EXPECT_NEAR(slides.state.u()[1], 0.8 * speed, 1e-8) << stepper;
    EXPECT_NEAR(slides.state.u()[2], 0, 1e-9) << stepper;
  }
}

// One impact of a ball: normal restitution, and along the tangents friction at its limit, stick, or ε_T.
TEST(SpatialContact, ImpactLaws) {
  for (const ImpactKind kind : {ImpactKind::newton, ImpactKind::poisson}) {
    for (const double tangential : {0.0, 0.4}) {
      if (kind == ImpactKind::poisson && tangential > 0) continue;
      for (const double mu : {0.05, 0.9}) {
        const double inertia = 0.4 * kMass * kRadius * kRadius;
        OwnBody body(kMass, {inertia, inertia, inertia}, {0, 0, 0});
        PlaneContact floor;
        floor.radius = kRadius;
        ContactData data = laws(mu, 0.6, tangential);
        data.impact = kind;
        body.add_contact(floor, data, kRadius);
        body.position = {0, 0, kRadius + 0.01};
        body.velocity = {0.3, -0.4, -2};
        const Outcome out = run(body, "symmetric", 1e-3, 0.02, options_for("auto"));
        const Vec3 v = vector(out.state.u());
        EXPECT_NEAR(v[2], 1.2, 1e-12);
        const double stick = 2.0 / 7 * 0.5 * (1 + tangential), most = mu * 3.2;  // P_T / m
        const double change = std::min(stick, most);
        EXPECT_NEAR(v[0], 0.6 * (0.5 - change), 1e-10) << mu << ' ' << tangential;
        EXPECT_NEAR(v[1], -0.8 * (0.5 - change), 1e-10) << mu << ' ' << tangential;
        EXPECT_EQ(out.statistics.impacts, 1);
      }
    }
  }
}

TEST(SpatialContact, BouncingBallEndsAsInThePlane) {
  OwnBody body = ball(0.3, 0.5);
  body.position[2] += 0.1;
  body.velocity = {0.2, 0.1, 0};
  for (const double accuracy : {0.0, 1e-6}) {
    const Outcome out = run(body, "symmetric", 1e-3, 1.5, options_for("auto", accuracy));
    EXPECT_NEAR(out.state.q()[2], kRadius, 1e-9);
    EXPECT_EQ(out.state.mode(0), ContactMode::stick);
    EXPECT_NEAR(out.state.u()[0], 0.2 * 5 / 7, 1e-6);
    EXPECT_NEAR(out.state.u()[1], 0.1 * 5 / 7, 1e-6);
  }
}

/// A free body without a plane of symmetry: energy and angular momentum are conserved.
TEST(SpatialContact, FreeBodyIsSecondOrder) {
  OwnBody body(1.3, {0.2, 0.35, 0.5}, {0, 0, 0});
  body.omega = {3, 0.2, -1};
  body.orientation = turn_by({0.4, 1.1, -0.3});
  const double end = 2;
  const Outcome fine = run(body, "symmetric", 1e-5, end, options_for("auto"));
  const Vec3 momentum = body.angular_momentum(body.initial_state());
  const auto energy = [&](const State& state) {
    return body.energies(0, state.q(), state.u(), Evaluation(body.info())).kinetic;
  };
  double last = 0, last_energy = 0, last_momentum = 0;
  for (const double dt : {8e-3, 4e-3, 2e-3}) {
    const Outcome out = run(body, "symmetric", dt, end, options_for("auto"));
    double error = 0;
    for (std::size_t k = 3; k < 7; ++k)
      error = std::max(error, std::abs(out.state.q()[k] - fine.state.q()[k]));
    const double energy_error = std::abs(energy(out.state) - energy(body.initial_state()));
    const double momentum_error = norm(body.angular_momentum(out.state) - momentum);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.2);
      EXPECT_GT(std::log2(last_energy / energy_error), 1.8);
      EXPECT_GT(std::log2(last_momentum / momentum_error), 1.8);
    }
    last = error, last_energy = energy_error, last_momentum = momentum_error;
  }
  EXPECT_LT(last_energy, 1e-5);
  const Outcome chosen = run(body, "symmetric", 1e-3, end, options_for("auto", 1e-8));
  for (std::size_t k = 3; k < 7; ++k) EXPECT_NEAR(chosen.state.q()[k], fine.state.q()[k], 1e-7);
  const double length = std::hypot(std::hypot(chosen.state.q()[3], chosen.state.q()[4]),
                                   std::hypot(chosen.state.q()[5], chosen.state.q()[6]));
  EXPECT_NEAR(length, 1, 1e-14);
}

// A body on a pin: joint drift is removed in the coordinates of velocities.
TEST(SpatialContact, PinnedBodyKeepsItsPin) {
  OwnBody body(1.3, {0.02, 0.035, 0.05}, kDown);
  body.omega = {1, 0.2, -4};
  body.orientation = turn_by({0.4, 1.1, -0.3});
  const Vec3 pin{0.1, -0.2, 0.3};
  const Vec3 spin = rotation(body.orientation) * body.omega;
  body.velocity = -cross(spin, rotation(body.orientation) * pin);
  body.add_pin(pin);
  const Outcome fine = run(body, "symmetric", 2e-5, 1, options_for("auto"));
  double last = 0;
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    const Outcome out = run(body, "symmetric", dt, 1, options_for("auto"));
    Evaluation ev(body.info());
    body.constraints(0, out.state.q(), ev);
    for (const double phi : ev.Phi) EXPECT_NEAR(phi, 0, 1e-12);
    double error = 0;
    for (std::size_t k = 0; k < 7; ++k)
      error = std::max(error, std::abs(out.state.q()[k] - fine.state.q()[k]));
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.3);
    }
    last = error;
    const Energies now = body.energies(0, out.state.q(), out.state.u(), ev);
    const State start = body.initial_state();
    const Energies then = body.energies(0, start.q(), start.u(), ev);
    EXPECT_NEAR(now.total() - out.works.sum(), then.total(), 2e-2 * dt);
  }
  StepperOptions project = options_for("auto");
  project.project = true;
  const Outcome moreau = run(body, "moreau", 1e-3, 1, project);
  Evaluation ev(body.info());
  body.constraints(0, moreau.state.q(), ev);
  for (const double phi : ev.Phi) EXPECT_NEAR(phi, 0, 1e-8);
}

// A ball that rolls by rows of velocities, on a floor that it starts a little above: the correction of its
// height is not tied to its rolling, and it keeps its speed.
TEST(SpatialContact, RollingRowsDoNotRestrictPositions) {
  const double inertia = 0.4 * kMass * kRadius * kRadius;
  OwnBody body(kMass, {inertia, inertia, inertia}, {0.5, 0, -kGravity});
  body.position = {0, 0, kRadius + 1e-4};
  body.velocity = {0.3, -0.2, 0};
  body.omega = {0.2 / kRadius, 0.3 / kRadius, 2};
  body.add_rolling(kRadius);
  const Outcome out = run(body, "symmetric", 1e-3, 1, options_for("auto"));
  EXPECT_NEAR(out.state.q()[2], kRadius, 1e-12);
  EXPECT_NEAR(out.state.u()[0], 0.3 + 0.5 * 5 / 7, 1e-3);  // along a slope: 5/7 of the acceleration
  EXPECT_NEAR(out.state.u()[1], -0.2, 1e-6);
  const Vec3 spin = rotation({out.state.q()[3], out.state.q()[4], out.state.q()[5], out.state.q()[6]}) *
                    vector(out.state.u(), 3);
  EXPECT_NEAR(norm(vector(out.state.u()) + cross(spin, {0, 0, -kRadius})), 0, 1e-12);
}

/// How far a point slides from v at an angle, with a pyramid or the cone.
Vec3 slide(double angle, int facets) {
  OwnBody body(kMass, {1, 1, 1}, kDown);
  body.add_contact({}, laws(kMu));
  body.velocity = {std::cos(angle), std::sin(angle), 0};
  StepperOptions options = options_for(facets > 0 ? "lemke" : "auto");
  if (facets > 0) options.solver.values["facets"] = {static_cast<double>(facets), {}};
  const Outcome out = run(body, "symmetric", 1e-3, 1, options);
  EXPECT_EQ(out.state.mode(0), ContactMode::stick);
  EXPECT_LT(norm(vector(out.state.u())), 1e-9);
  EXPECT_EQ(out.solver.handed_over, 0);
  return vector(out.state.q());
}

// A pyramid inside the cone brakes less: by cos(π/f) between two of its edges. The way to rest is longer by a
// part that falls with 1/f²; the direction errs by 1/f, since friction points along an edge.
TEST(SpatialContact, PyramidErrsWithTheSquareOfItsFacets) {
  const double way = 1 / (2 * kMu * kGravity);
  double last = 0, last_side = 0;
  for (const int facets : {4, 8, 16}) {
    double worst = 0, side = 0;
    for (int k = 0; k <= 8; ++k) {
      const double angle = 0.3 + 2 * std::numbers::pi / facets * k / 8;
      const Vec3 there = slide(angle, facets);
      worst = std::max(worst, std::abs(norm(there) / way - 1));
      side = std::max(side, std::abs(there[1] * std::cos(angle) - there[0] * std::sin(angle)) / way);
    }
    const double bound = 1 / std::cos(std::numbers::pi / facets) - 1;
    EXPECT_LE(worst, bound * (1 + 1e-6)) << facets;
    EXPECT_GT(worst, 0.5 * bound) << facets;
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / worst), 2, 0.5) << facets;
      EXPECT_NEAR(std::log2(last_side / side), 1, 0.5) << facets;
    }
    last = worst, last_side = side;
  }
  for (const double angle : {0.3, 1.1}) {  // the cone has no preferred direction
    const Vec3 there = slide(angle, 0);
    EXPECT_NEAR(there[0], way * std::cos(angle), 1e-9);
    EXPECT_NEAR(there[1], way * std::sin(angle), 1e-9);
  }
}

TEST(SpatialContact, WhatIsForThePlaneIsRefused) {
  const auto message = [](const System& system, const std::string& stepper, const StepperOptions& options) {
    try {
      find_entry<StepperEntry>(stepper)->make(system, options);
      return std::string("accepted");
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
  };
  const OwnBody body = ball(0.3);
  EXPECT_NE(message(body, "symmetric", options_for("enumeration")).find("augmented_lagrangian"),
            std::string::npos);
  EXPECT_NE(message(body, "gauss_optimisation", options_for("auto")).find("planar"), std::string::npos);
  OwnBody energetic(kMass, {1, 1, 1}, kDown);
  ContactData data = laws(0.3, 0.5);
  data.impact = ImpactKind::stronge;
  energetic.add_contact({}, data);
  EXPECT_NE(message(energetic, "symmetric", options_for("auto")).find("newton or poisson"),
            std::string::npos);
}

// The record of a run in space: tangential quantities have two components, slip has no sign.
TEST(SpatialContact, Record) {
  OwnBody body = ball(kMu, 0.5);
  body.position[2] += 0.01;
  body.velocity = {0.5, 0.2, 0};
  Method method;
  method.stepper = {"symmetric", {{"step", {1e-3, {}}}}, {}};
  freeplay::Run options;
  options.end = 0.1;
  options.record.every = 1e-3;
  MemoryRecord record(record_layout(body, options.record));
  const RunSummary summary = simulate(body, method, options, record);
  ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
  const auto samples = static_cast<std::size_t>(record.samples());
  EXPECT_EQ(record.values("/contact/plane.0/slip").size(), 2 * samples);
  const std::vector<double> tangential = record.values("/contact/plane.0/tangential");
  ASSERT_EQ(tangential.size(), 2 * samples);
  double sum[2] = {0, 0};
  for (std::size_t i = 0; i < tangential.size(); ++i) sum[i % 2] += tangential[i];
  const std::vector<double> velocity = record.values("/body/body/velocity");
  EXPECT_NEAR(sum[0], kMass * (velocity[velocity.size() - 3] - 0.5), 1e-12);
  EXPECT_NEAR(sum[1], kMass * (velocity[velocity.size() - 2] - 0.2), 1e-12);
  for (const Channel& channel : record.layout().channels) {
    if (channel.path != "/contact/plane.0/mode") continue;
    EXPECT_EQ(channel.words, (std::vector<std::string>{"open", "stick", "slip"}));
  }
  const auto& impacts = record.rows("/impacts");
  ASSERT_GT(impacts.size(), 0u);
  ASSERT_EQ(impacts[0].size(), 11u);
  EXPECT_NEAR(impacts[0][4], 0.5, 1e-12);  // slip before, along t1 and t2
  EXPECT_NEAR(impacts[0][5], 0.2, 1e-12);
  EXPECT_NEAR(impacts[0][9] / impacts[0][10], 2.5, 1e-9);
}

}  // namespace
}  // namespace freeplay

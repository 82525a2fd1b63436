// SPDX-License-Identifier: Apache-2.0
// Friction in space: slip that keeps its direction, that turns, that comes to rest, against closed forms.
#include "tests/spatial_runs.h"

namespace freeplay {
namespace {

using namespace spatial_runs;

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
    int sticking = 0, sliding = 0;  // two corners across the middle can carry it alone
    for (int corner = 0; corner < 8; ++corner) {
      sticking += out.state.mode(corner) == ContactMode::stick;
      sliding += out.state.mode(corner) == ContactMode::slip_plus;
    }
    EXPECT_GE(sticking, 2) << solver;
    EXPECT_EQ(sliding, 0) << solver;
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

}  // namespace
}  // namespace freeplay

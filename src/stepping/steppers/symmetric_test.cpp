// SPDX-License-Identifier: Apache-2.0
// A bead inside a circular track (a journal in its bearing, in the simplest form): order 2 along a closed
// curved contact with friction, from a System of one's own; and the bouncing ball in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "stepping/steppers/stepper.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.5, kMass = 2.0;

/// Point mass under gravity inside a circle, or above a floor that rises with a given speed.
class Bead final : public System {
 public:
  Bead(double mu, double restitution, bool floor, double lift = 0) : floor_(floor), lift_(lift) {
    info_.nq = info_.nu = 2;
    info_.length = kRadius;
    info_.bodies = {{"bead", {}}};
    ContactInfo contact;
    contact.name = "track.wall";
    contact.mu = mu;
    contact.restitutionN = restitution;
    contact.length = kRadius;
    contact.shape = {{0, 0}, {2, 0}};
    info_.contacts = {contact};
  }
  State start{StateSizes{2, 2, 0, 0, 1}};

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double>, Evaluation& out) const override { out.M.assign(2, kMass); }
  void forces(double, std::span<const double>, std::span<const double>, Evaluation& out) const override {
    out.h[0] = 0;
    out.h[1] = -kMass * kGravity;
  }
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double t, std::span<const double> q, Evaluation& out) const override {
    out.gap[0] = floor_ ? q[1] - lift_ * t : kRadius - std::hypot(q[0], q[1]);
  }
  void contact_rows(double, std::span<const double> q, int, Evaluation& out) const override {
    const double r = std::hypot(q[0], q[1]);
    const double n[2] = {floor_ ? 0 : -q[0] / r, floor_ ? 1 : -q[1] / r};
    out.row_W(0)[0] = n[0], out.row_W(0)[1] = n[1];
    out.row_W(1)[0] = n[1], out.row_W(1)[1] = -n[0];
    out.w_tilde[0] = -lift_;
  }
  Energies energies(double, std::span<const double> q, std::span<const double> u,
                    const Evaluation&) const override {
    return {0.5 * kMass * (u[0] * u[0] + u[1] * u[1]), kMass * kGravity * q[1], 0};
  }
  void motion(double, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    out[0] = {q[0], q[1], 0, u[0], u[1], 0};
  }
  State initial_state() const override { return start; }

 private:
  SystemInfo info_;
  bool floor_;
  double lift_;
};

/// Angle from the bottom by RK4 with a tiny step: φ̈ = −(g/R) sin φ − μ sgn(φ̇)(φ̇² + (g/R) cos φ).
void exact_angle(double mu, double t_end, double& phi, double& rate) {
  const int steps = 200000;
  const double dt = t_end / steps;
  const auto f = [&](double p, double v) {
    return -kGravity / kRadius * std::sin(p) -
           mu * (v > 0 ? 1 : -1) * (v * v + kGravity / kRadius * std::cos(p));
  };
  for (int i = 0; i < steps; ++i) {
    const double a1 = f(phi, rate), v2 = rate + 0.5 * dt * a1, a2 = f(phi + 0.5 * dt * rate, v2);
    const double v3 = rate + 0.5 * dt * a2, a3 = f(phi + 0.5 * dt * v2, v3), v4 = rate + dt * a3;
    const double a4 = f(phi + dt * v3, v4);
    phi += dt / 6 * (rate + 2 * v2 + 2 * v3 + v4);
    rate += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
}

double bead_error(double mu, double dt, double t_end) {
  double phi = -0.9, rate = 1.5;  // sliding through the bottom without turning back before t_end
  Bead bead(mu, 0, false);
  bead.start.q()[0] = kRadius * std::sin(phi);
  bead.start.q()[1] = -kRadius * std::cos(phi);
  bead.start.u()[0] = kRadius * rate * std::cos(phi);
  bead.start.u()[1] = kRadius * rate * std::sin(phi);
  State state = bead.start;
  const auto stepper = find_entry<StepperEntry>("symmetric")->make(bead, {});
  for (long i = 0; i < std::lround(t_end / dt); ++i)
    EXPECT_EQ(stepper->step(state, dt).status, StepStatus::ok);
  exact_angle(mu, t_end, phi, rate);
  EXPECT_NEAR(std::hypot(state.q()[0], state.q()[1]), kRadius, 1e-9 * kRadius);  // it never leaves the track
  EXPECT_EQ(stepper->book().gain.count, 0);
  return std::max(std::abs(std::atan2(state.q()[0], -state.q()[1]) - phi),
                  std::abs(std::hypot(state.u()[0], state.u()[1]) / kRadius - std::abs(rate)));
}

TEST(CurvedContact, SecondOrderWithAndWithoutFriction) {
  for (const double mu : {0.0, 0.2}) {
    const double coarse = bead_error(mu, 4e-3, 0.4), middle = bead_error(mu, 2e-3, 0.4),
                 fine = bead_error(mu, 1e-3, 0.4);
    EXPECT_NEAR(std::log2(coarse / middle), 2, 0.15) << "mu " << mu;
    EXPECT_NEAR(std::log2(middle / fine), 2, 0.15) << "mu " << mu;
    EXPECT_LT(fine, 2e-5) << "mu " << mu;
  }
}

// A bead that starts fast enough leaves the track where the normal force vanishes: R φ̇² = −g cos φ.
TEST(CurvedContact, LeavesTheTrackWhereTheForceVanishes) {
  Bead bead(0, 0.5, false);
  const double v0 = 4.5;  // at the bottom: more than √(2 g R), less than √(5 g R)
  const double dt = 1e-5;
  bead.start.q()[1] = -kRadius;
  bead.start.u()[0] = v0;
  State state = bead.start;
  const auto stepper = find_entry<StepperEntry>("symmetric")->make(bead, {});
  while (state.mode(0) != ContactMode::open || state.t() == 0) stepper->step(state, dt);
  const double height = -state.q()[1] / kRadius;  // cos φ
  // R φ̇² = v0²/R − 2 g (1 − cos φ) = −g cos φ  ⇒  cos φ = (2 g R − v0²)/(3 g R)
  EXPECT_NEAR(height, (2 * kGravity * kRadius - v0 * v0) / (3 * kGravity * kRadius),
              v0 * dt / kRadius);  // seen at the end of a step
}

TEST(BouncingBall, ImpactTimesAndRestInClosedForm) {
  Bead ball(0, 0.5, true);
  ball.start.q()[1] = 1.0;
  const auto stepper = find_entry<StepperEntry>("symmetric")->make(ball, {});
  State state = ball.start;
  std::vector<double> times;
  const double dt = 1e-4;
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(stepper->step(state, dt).status, StepStatus::ok);
    for (const Impact& impact : stepper->book().impacts) times.push_back(impact.t);
    stepper->book().impacts.clear();
  }
  // closed form: t_k = √(2h/g) (1 + 2e + 2e² + …); textbook.json of the reference data holds the same
  // numbers. Free flight is exact, so impacts are found to rounding whatever the step.
  double expected = std::sqrt(2 / kGravity), flight = 2 * expected;
  ASSERT_GE(times.size(), 6u);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(times[k], expected, 1e-9);
    flight *= 0.5;
    expected += flight;
  }
  EXPECT_NEAR(times.back(), std::sqrt(2 / kGravity) * 3, 3 * dt);  // Zeno time √(2h/g)(1+e)/(1−e)
  EXPECT_EQ(state.mode(0) == ContactMode::open, false);
  EXPECT_NEAR(state.q()[1], 0, 1e-15);
  EXPECT_EQ(state.u()[1], 0);
  EXPECT_NEAR(state.impulses()[0], kMass * kGravity * dt, 1e-12);  // at rest: the weight over one step
}

// A floor that rises carries the ball up: its work is that of a driver, and the ledger closes.
TEST(MovingSurface, WorkOfTheFloorIsBooked) {
  for (const char* name : {"symmetric", "moreau"}) {
    Bead ball(0, 0, true, 1.0);
    ball.start.u()[1] = 1.0;
    const auto stepper = find_entry<StepperEntry>(name)->make(ball, {});
    State state = ball.start;
    const double before = 0.5 * kMass;
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(stepper->step(state, 1e-3).status, StepStatus::ok);
    const bool exact = std::string(name) == "symmetric";  // moreau falls freely for one step before it closes
    const double sag = exact ? 1e-12 : 1.001 * kGravity * 1e-3 * 1e-3;
    EXPECT_NEAR(state.q()[1], 1.0, sag) << name;
    const double after = 0.5 * kMass * state.u()[1] * state.u()[1] + kMass * kGravity * state.q()[1];
    EXPECT_NEAR(after - before, kMass * kGravity, exact ? 1e-10 : kMass * kGravity * sag) << name;
    EXPECT_NEAR(after - before - stepper->book().works.sum(), 0, 1e-10) << name;
    EXPECT_GT(stepper->book().works.drivers, 0.9 * kMass * kGravity) << name;
  }
}

}  // namespace
}  // namespace freeplay

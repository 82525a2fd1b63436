// SPDX-License-Identifier: Apache-2.0
// A journal in a bearing against closed forms, symmetric stepper: falling onto the bearing, sliding and
// rolling along it as a pendulum whose length is the clearance, and the order of convergence on that curved
// contact.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using std::numbers::pi;

constexpr double kG = 9.81, kPlay = 2e-3, kBearing = 12e-3, kMass = 0.5, kInertia = 4e-5;

// A disc with its centre of mass in the journal's; position by the test.
const char* const kJournal = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 0.5
inertia = 4e-5
position = [0, 0]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "disc"]
points = [[0, 0], [0, 0]]
radius = "12 mm"
clearance = "2 mm"
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0 }
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 1
)";

testing::Ran journal_run(double step, double end, std::vector<Assignment> changes = {}) {
  return testing::run(kJournal, step, end, std::move(changes));
}

/// On the bearing, `angle` up from its lowest point.
Assignment placed_at(double angle) {
  return {"body.disc.position",
          fmt::format("[{:.17g}, {:.17g}]", kPlay * std::sin(angle), -kPlay * std::cos(angle))};
}

double from_lowest(const testing::Ran& run) { return run.last("/joint/pin/contact_angle") + pi / 2; }

TEST(Journal, FallsOntoTheBearingAndRebounds) {
  const double hit = std::sqrt(2 * kPlay / kG), speed = kG * hit;
  const testing::Ran run = journal_run(1e-3, 0.03);
  const std::vector<double> first = run.record.rows("/impacts").at(0);
  EXPECT_NEAR(first[0], hit, 1e-10);
  EXPECT_NEAR(first[2], -speed, 1e-8);
  EXPECT_NEAR(first[3], 0.5 * speed, 1e-8);
  const double since = 0.03 - hit;  // still on its first rebound
  EXPECT_NEAR(run.last("/joint/pin/orbit_y"), -kPlay + 0.5 * speed * since - 0.5 * kG * since * since, 1e-10);
  EXPECT_NEAR(run.last("/joint/pin/orbit_x"), 0, 1e-15);
  EXPECT_LT(run.last("/joint/pin/eccentricity"), 1);
}

/// A point that flies in a circle of radius c and rebounds from it by v − (1 + ε)(v·n) n; back after `end`, with the number of its
/// hits.
struct Flight {
  double x = 0, y = 0, vx = 0, vy = 0;
  int hits = 0;
};
Flight fly(Flight at, double c, double epsilon, double end) {
  for (;;) {
    const double a = at.vx * at.vx + at.vy * at.vy, b = at.x * at.vx + at.y * at.vy;
    const double out = at.x * at.x + at.y * at.y - c * c;
    const double t = (-b + std::sqrt(std::max(b * b - a * out, 0.0))) / a;
    const double part = std::min(t, end);
    at.x += part * at.vx, at.y += part * at.vy;
    if (t >= end) return at;
    end -= t;
    ++at.hits;
    const double nx = at.x / c, ny = at.y / c, out_speed = at.vx * nx + at.vy * ny;
    at.vx -= (1 + epsilon) * out_speed * nx, at.vy -= (1 + epsilon) * out_speed * ny;
  }
}

// A journal that rattles in its bearing comes back to its one contact within the step, but to another place of it: no hit is
// the end of a bounce, however long the step. Exact but for the placing of hits.
TEST(Journal, RattlesWithinOneStep) {
  for (const double across : {0.0, 0.3, 1.0}) {
    const Flight start{0.3 * kPlay, 0, across, 1};
    for (const double step : {5e-3, 12e-3}) {
      SCOPED_TRACE(fmt::format("{} {}", across, step));
      const Flight exact = fly(start, kPlay, 0.8, 12e-3);
      ASSERT_GE(exact.hits, 3);
      const testing::Ran run =
          journal_run(step, 12e-3,
                      {{"gravity", "[0, 0]"},
                       {"contact.impact.restitution", "0.8"},
                       {"body.disc.position", fmt::format("[{}, {}]", start.x, start.y)},
                       {"body.disc.velocity", fmt::format("[{}, {}]", start.vx, start.vy)}});
      EXPECT_NEAR(run.last("/joint/pin/orbit_x"), exact.x, 1e-6 * kPlay);
      EXPECT_NEAR(run.last("/joint/pin/orbit_y"), exact.y, 1e-6 * kPlay);
      EXPECT_NEAR(run.last("/body/disc/velocity", 0), exact.vx, 1e-6);
      EXPECT_NEAR(run.last("/body/disc/velocity", 1), exact.vy, 1e-6);
    }
  }
}

// Without friction the centre is a pendulum of length c. From rest at θ0 it passes the lowest point after
//   T/4 = √(c/g) K(sin(θ0/2)).
TEST(Journal, SlidesAsAPendulumAtSecondOrder) {
  const double start = 1.2;
  const double quarter = std::sqrt(kPlay / kG) * std::comp_ellint_1(std::sin(start / 2));
  double before = 0;
  for (const int steps : {20, 40, 80, 160}) {
    const testing::Ran run = journal_run(quarter / steps, quarter, {placed_at(start)});
    const double error = std::abs(from_lowest(run));
    const double speed = 2 * std::sqrt(kG / kPlay) * std::sin(start / 2);  // of θ at the lowest point
    EXPECT_LT(error, speed * quarter / (steps * steps)) << steps;
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 2, 0.2) << steps;
    }
    before = error;
    EXPECT_NEAR(run.last("/joint/pin/eccentricity"), 1, 1e-9);
    EXPECT_LT(run.summary.worst_numerical, 1e-10 * kMass * kG * kPlay);
    EXPECT_LT(std::abs(run.summary.works.friction), 1e-15);
    EXPECT_EQ(run.record.rows("/impacts").size(), 0u);
  }
}

// With friction enough to roll, m c θ̈ (1 + J/(m R_j²)) = −m g sin θ, and the disc turns by −c θ/R_j.
TEST(Journal, RollsAsASlowerPendulumAtSecondOrder) {
  const double start = 0.8, R_j = kBearing - kPlay;
  const double slower = std::sqrt(1 + kInertia / (kMass * R_j * R_j));
  const double quarter = slower * std::sqrt(kPlay / kG) * std::comp_ellint_1(std::sin(start / 2));
  double before = 0;
  for (const int steps : {20, 40, 80, 160}) {
    const testing::Ran run =
        journal_run(quarter / steps, quarter, {placed_at(start), {"contact.friction.mu", "1"}});
    const double error = std::abs(from_lowest(run));
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 2, 0.2) << steps;
    }
    before = error;
    EXPECT_NEAR(run.last("/body/disc/angle"), kPlay * (start - from_lowest(run)) / R_j,
                1e-2 / (steps * steps));
    EXPECT_EQ(run.last("/contact/pin.journal/mode"), 1);
    EXPECT_LT(run.summary.worst_numerical, 1e-10 * kMass * kG * kPlay);
    EXPECT_NEAR(run.last("/contact/pin.journal/slip"), 0, 1e-12);
  }
  EXPECT_LT(before, 1e-4);
}

// At rest on the lowest point the journal spins down by friction: J φ̈ = −μ m g R_j cos δ, and it climbs to
// where the friction, μ N, carries it: tan δ = μ.
TEST(Journal, SpinningJournalClimbsToTheFrictionAngle) {
  const double mu = 0.3, climb = std::atan(mu);
  const testing::Ran run = journal_run(
      1e-4, 0.01, {placed_at(climb), {"contact.friction.mu", "0.3"}, {"body.disc.angular_velocity", "-400"}});
  EXPECT_NEAR(from_lowest(run), climb, 1e-12);
  const double braking = mu * kMass * kG * std::cos(climb) * (kBearing - kPlay) / kInertia;
  EXPECT_NEAR(run.last("/body/disc/angular_velocity"), -400 + braking * 0.01, 1e-9);
  EXPECT_EQ(run.last("/contact/pin.journal/mode"), 3);
}

// No random number, no unordered sum: two runs are the same bits.
TEST(Journal, RunsAreBitIdentical) {
  const std::vector<Assignment> changes = {placed_at(2.5), {"contact.friction.mu", "0.2"}};
  const testing::Ran first = journal_run(1e-4, 0.2, changes);
  const testing::Ran second = journal_run(1e-4, 0.2, changes);
  for (const char* path : {"/joint/pin/orbit_x", "/joint/pin/contact_angle", "/body/disc/angular_velocity"}) {
    EXPECT_EQ(first.values(path), second.values(path));
  }
}

// The angle about its axis is prescribed; otherwise the journal floats.
TEST(Journal, IsDrivenAboutItsAxis) {
  const std::string text = std::string(kJournal) + R"(
[[driver]]
name = "motor"
joint = "pin"
motion = { law = "constant_speed", speed = 10 }
)";
  EXPECT_EQ(testing::wrong_with_model(text), "");
}

}  // namespace
}  // namespace freeplay

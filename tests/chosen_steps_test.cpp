// SPDX-License-Identifier: Apache-2.0
// Long steps must not miss what happens within them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "freeplay/record.h"
#include "freeplay/simulation.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::try_run;

// Without forces nothing limits a step but the partner: two equal balls exchange their velocities.
TEST(ChosenSteps, BallsAreNotPassed) {
  const Ran hit = try_run(R"(freeplay = 1
[[body]]
name = "a"
mass = 1
inertia = 1e-3
velocity = [1, 0]
[[body]]
name = "b"
mass = 1
inertia = 1e-3
position = [1, 0]
[[shape]]
body = "a"
type = "circle"
radius = 0.05
[[shape]]
body = "b"
type = "circle"
radius = 0.05
[contact]
impact = { law = "newton", restitution = 1 }
[method]
stepper = { accuracy = 1e-6 }
[run]
end = 3
)");
  ASSERT_EQ(hit.record.rows("/impacts").size(), 1u);
  EXPECT_NEAR(hit.record.rows("/impacts")[0][0], 0.9, 1e-9);
  EXPECT_NEAR(hit.record.values("/body/b/velocity").end()[-2], 1, 1e-12);
}

// A box on a box of exactly the same width: its corners stay on the lines of the other's sides, however deep.
TEST(ChosenSteps, AlignedBoxesAreNotPassed) {
  for (const char* stepper : {"accuracy = 1e-6", "step = 2e-2"}) {
    const Ran fall = try_run(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "b"
mass = 1
inertia = 1.6667e-3
position = [0, 0.5]
[[shape]]
body = "b"
type = "polygon"
points = [[-0.05, -0.05], [0.05, -0.05], [0.05, 0.05], [-0.05, 0.05]]
[[shape]]
name = "anvil"
body = "ground"
type = "polygon"
points = [[-0.05, 0], [0.05, 0], [0.05, 0.1], [-0.05, 0.1]]
[contact]
impact = { law = "newton", restitution = 0.5 }
[method]
stepper = { )" + std::string(stepper) +
                             R"( }
[run]
end = 0.4
)");
    SCOPED_TRACE(stepper);
    // both corners, at √(2 · 0.35 / g)
    ASSERT_EQ(fall.record.rows("/impacts").size(), 2u);
    EXPECT_NEAR(fall.record.rows("/impacts")[0][0], std::sqrt(0.7 / 9.81), 1e-9);
    EXPECT_GT(fall.record.values("/body/b/position").back(), 0.15);
  }
}

// A follower without a spring leaves its cam where s̈ = −g: sin 2πx = −g β²/(2π h ω²), x = ωt/β > ½.
TEST(ChosenSteps, TheMomentOfLettingGoIsLocated) {
  const Ran lift = try_run(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "f"
mass = 0.5
inertia = 0.001
position = [0, 0.03]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "f"]
axis = [0, 1]
[[joint]]
name = "cam"
type = "cam"
bodies = ["ground", "f"]
points = [[0, 0], [0, 0]]
direction = [0, 1]
follower = "flat"
base_radius = 0.03
segments = [{ lift = "cycloidal", angle = "120 deg", to = "10 mm" }, { lift = "dwell", angle = "60 deg" },
  { lift = "harmonic", angle = "120 deg", to = 0 }, { lift = "dwell", angle = "60 deg" }]
speed = 40
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { accuracy = 1e-6 }
[run]
end = 0.035
)");
  const double pi = std::acos(-1.0), beta = 2 * pi / 3;
  const double x = 0.5 + std::asin(9.81 * beta * beta / (2 * pi * 0.01 * 1600)) / (2 * pi);
  ASSERT_FALSE(lift.record.rows("/events").empty());
  EXPECT_NEAR(lift.record.rows("/events").back()[0], x * beta / 40, 1e-6);
  EXPECT_EQ(lift.record.rows("/events").back()[3], 0);  // open
}

/// The N-four-bar linkage: bars of length 1 m and mass 1 kg, N + 1 of them upright, their tops moving at 1 m/s.
std::string four_bars(int n, double accuracy) {
  std::string text = "freeplay = 1\ngravity = [0, -9.81]\n";
  for (int i = 0; i <= n; ++i) {
    text += fmt::format(
        "[[body]]\nname = \"v{0}\"\nmass = 1\ninertia = 0.08333333333333333\nposition = [{0}, 0.5]\n"
        "velocity = [0.5, 0]\nangular_velocity = -1\n[[joint]]\nname = \"g{0}\"\ntype = \"revolute\"\n"
        "bodies = [\"ground\", \"v{0}\"]\npoints = [[{0}, 0], [0, -0.5]]\n",
        i);
  }
  for (int i = 0; i < n; ++i) {
    text += fmt::format(
        "[[body]]\nname = \"h{0}\"\nmass = 1\ninertia = 0.08333333333333333\nposition = [{0}.5, 1]\n"
        "velocity = [1, 0]\n[[joint]]\nname = \"a{0}\"\ntype = \"revolute\"\nbodies = [\"v{0}\", \"h{0}\"]\n"
        "points = [[0, 0.5], [-0.5, 0]]\n[[joint]]\nname = \"b{0}\"\ntype = \"revolute\"\n"
        "bodies = [\"v{1}\", \"h{0}\"]\npoints = [[0, 0.5], [0.5, 0]]\n",
        i, i + 1);
  }
  return text + fmt::format("[method]\nstepper = {{ accuracy = {} }}\n[run]\nend = 2\n", accuracy);
}

/// A disc or ball with I = k m R² that rolls off an edge from rest at θ₀ from the vertical: without slip
///   θ̇² = 2 g (cos θ₀ − cos θ)/(R (1 + k)),   N = m (g cos θ − R θ̇²),   T = m g sin θ k/(1 + k).
/// Returns when T = μ N.
double onset_of_slip(double g, double R, double k, double mu, double theta_0) {
  const auto missing = [&](double theta) {
    const double squared = 2 * g * (std::cos(theta_0) - std::cos(theta)) / (R * (1 + k));
    return g * std::sin(theta) * k / (1 + k) - mu * (g * std::cos(theta) - R * squared);
  };
  double low = theta_0, high = 1;
  for (int i = 0; i < 100; ++i) (missing(0.5 * (low + high)) > 0 ? high : low) = 0.5 * (low + high);
  // t = ∫ dθ/θ̇ with θ = θ₀ + s², by Simpson's rule
  const auto slope = [&](double s) {
    if (s == 0) return 2 / std::sqrt(2 * g / (R * (1 + k)) * std::sin(theta_0));
    const double theta = theta_0 + s * s;
    const double fall = 2 * std::sin(0.5 * (theta + theta_0)) * std::sin(0.5 * (theta - theta_0));
    return 2 * s / std::sqrt(2 * g / (R * (1 + k)) * fall);
  };
  constexpr int kParts = 2000;
  const double h = std::sqrt(low - theta_0) / kParts;
  double time = 0;
  for (int i = 0; i < kParts; ++i)
    time += h / 6 * (slope(i * h) + 4 * slope((i + 0.5) * h) + slope((i + 1) * h));
  return time;
}

// Friction is constant, so that slip begins gently, and steps that look at their error alone pass over it.
TEST(ChosenSteps, TheOnsetOfSlipIsLocated) {
  constexpr double kMu = 0.2, kStart = 0.1;
  const std::string plane = fmt::format(R"(freeplay = 1
gravity = [0, -10]
[[body]]
name = "disc"
mass = 1
inertia = 0.005
position = [{:.17g}, {:.17g}]
[[shape]]
body = "disc"
type = "circle"
radius = 0.1
[[shape]]
name = "step"
body = "ground"
type = "polygon"
points = [[-1, -1], [0, -1], [0, 0], [-1, 0]]
)",
                                        0.1 * std::sin(kStart), 0.1 * std::cos(kStart));
  const std::string space = fmt::format(R"(freeplay = 1
dimension = 3
gravity = [0, 0, -10]
[[body]]
name = "ball"
mass = 1
inertia = [0.004, 0.004, 0.004]
position = [{:.17g}, 0, {:.17g}]
[[shape]]
body = "ball"
type = "sphere"
radius = 0.1
[[shape]]
name = "step"
body = "ground"
type = "box"
size = [1, 1, 1]
position = [-0.5, 0, -0.5]
)",
                                        0.1 * std::sin(kStart), 0.1 * std::cos(kStart));
  for (const bool flat : {true, false}) {
    const double exact = onset_of_slip(10, 0.1, flat ? 0.5 : 0.4, kMu, kStart);
    for (const auto& [accuracy, bound] : {std::pair{1e-6, 1e-5}, std::pair{1e-8, 1e-6}}) {
      const Ran roll = try_run(fmt::format(R"({}
[contact]
impact = {{ law = "newton", restitution = 0 }}
friction = {{ law = "coulomb", mu = {} }}
[method]
stepper = {{ accuracy = {} }}
[run]
end = 0.3
record = {{ every = 0.1 }}
)",
                                           flat ? plane : space, kMu, accuracy));
      const auto& events = roll.record.rows("/events");
      ASSERT_EQ(events.size(), 2u) << accuracy;  // closed at the start, then
      EXPECT_NEAR(events[1][0], exact, bound) << (flat ? "disc" : "ball") << " at " << accuracy;
    }
  }
}

// All bars lie on one line near t = 0.71 s: rows of the joints depend on each other there.
TEST(ChosenSteps, DeadPointsOfLinkagesArePassed) {
  for (const double accuracy : {1e-6, 1e-8, 1e-9}) {
    const Model model = read_model_text(four_bars(2, accuracy), "four_bars.toml");
    const Assembly assembly = assemble(model);
    Simulation run(*assembly.system, model.method);
    ASSERT_EQ(run.advance_to(2).status, StepStatus::ok) << accuracy;
    // energy: upright bars are a compound pendulum with the bars between their tops
    const std::span<const double> q = run.state().q(), u = run.state().u();
    double energy = 0;
    for (std::size_t i = 0; i < q.size(); i += 3) {
      energy += 0.5 * (u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2] / 12) + 9.81 * q[i + 1];
    }
    EXPECT_NEAR(energy, 3 * (0.5 * (0.25 + 1.0 / 12) + 9.81 * 0.5) + 2 * (0.5 + 9.81), 1e-4) << accuracy;
    EXPECT_LT(run.stepper().book().statistics.steps, 20000) << accuracy;
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Friction of compliant contacts in motion: a sliding mass against closed forms, and states that begin anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/kit/models.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kMu = 0.2, kMass = 1.5;

/// A point mass on a floor.
Model sliding_mass(const std::string& friction, double height, double speed) {
  return read_model_text(
      fmt::format("freeplay = 1\ngravity = [0, {}]\n", -kGravity) +
          testing::point_on_floor_text(
              kMass, fmt::format("position = [0, {}]\nvelocity = [{}, 0]\n", height, speed)) +
          fmt::format(R"([contact]
world = "compliant"
force = {{ law = "kelvin_voigt", stiffness = 1e9, damping = 4e4 }}
friction = {{ mu = {}, {} }}
[method]
stepper = {{ name = "runge_kutta", accuracy = 1e-10 }}
[run]
end = 1
)",
                      kMu, friction),
      "mass.toml");
}

class Sliding {
 public:
  Sliding(const std::string& friction, double height, double speed)
      : model_(sliding_mass(friction, height, speed)),
        assembly_(assemble(model_)),
        simulation_(*assembly_.system, model_.method) {}

  void advance_to(double t) { ASSERT_EQ(simulation_.advance_to(t).status, StepStatus::ok); }
  Simulation& simulation() { return simulation_; }
  double x() const { return simulation_.state().q()[0]; }
  double v() const { return simulation_.state().u()[0]; }
  double climb() const { return simulation_.state().u()[1]; }

 private:
  Model model_;
  Assembly assembly_;
  Simulation simulation_;
};

/// A law that is a function of the slip, m dv = −F_N φ(v) dt. With m g τ = ∫ F_N dt this is dv/dτ = −g φ(v),
/// and m v_y = ∫ F_N dt − m g t gives τ = t + v_y/g, whatever the mass does on its floor.
struct Memoryless {
  const char* friction;
  double full;                                   ///< above this slip friction is full [m/s]
  std::function<double(double v, double s)> on;  ///< v below it, s = μ g τ later [m/s]
};

TEST(CompliantSliding, LawsWithoutMemoryFollowTheirClosedForms) {
  const double e = std::exp(-3.0);
  const Memoryless laws[] = {
      {"law = \"coulomb\", velocity = 0.1", 0.1, [](double v, double s) { return v * std::exp(-s / 0.1); }},
      {"law = \"linear\", velocity = 0.1", 0.1, [](double v, double s) { return v * std::exp(-s / 0.1); }},
      {"law = \"tanh\", velocity = 0.1", 100,
       [](double v, double s) { return 0.1 * std::asinh(std::sinh(v / 0.1) * std::exp(-s / 0.1)); }},
      {"law = \"threlfall\", velocity = 0.1", 0.1,
       [e](double v, double s) {  // exp(3v/v₀) − 1 decays with the rate 3 μ g/(v₀ (1 − e⁻³))
         return 0.1 / 3 * std::log1p(std::expm1(30 * v) * std::exp(-30 * s / (1 - e)));
       }},
      {"law = \"ambrosio\", v0 = 0.02, v1 = 0.1", 0.1,
       [](double v, double s) { return 0.02 + (v - 0.02) * std::exp(-s / 0.08); }},
  };
  constexpr double kStart = 0.5;
  for (const Memoryless& law : laws) {
    SCOPED_TRACE(law.friction);
    Sliding mass(law.friction, 0, kStart);
    for (const double t : {0.05, 0.15, 0.2, 0.25, 0.3, 0.4}) {
      mass.advance_to(t);
      const double s = kMu * kGravity * (t + mass.climb() / kGravity);
      const double from = std::min(kStart, law.full), spent = kStart - from;
      const double expected = s <= spent ? kStart - s : law.on(from, s - spent);
      EXPECT_NEAR(mass.v(), expected, 1e-7) << t;
    }
  }
}

/// Bristles are pulled along: σ₀ z = μ (1 − exp(−σ₀ x/μ)), so that by the work of friction
///   v² = v₀² − 2 μ g (x − μ/σ₀ (1 − exp(−σ₀ x/μ)))
/// once the floor's force is the weight, which it is after a few thousandths of a second.
TEST(CompliantSliding, BristlesFollowTheirClosedForm) {
  constexpr double kSigma = 20, kStart = 0.5;
  for (const char* friction : {"law = \"dahl\", sigma0 = \"20 1/m\"",
                               "law = \"lugre\", mu_static = 0.2, stribeck_velocity = 0.1, sigma0 = \"20 "
                               "1/m\", sigma1 = 0"}) {
    SCOPED_TRACE(friction);
    Sliding mass(friction, 0, kStart);
    for (const double t : {0.02, 0.05, 0.1, 0.15}) {
      mass.advance_to(t);
      const double x = mass.x(), z = kMu / kSigma * -std::expm1(-kSigma * x / kMu);
      EXPECT_NEAR(mass.simulation().state().z()[0], z, 1e-9) << t;
      EXPECT_NEAR(mass.v() * mass.v(), kStart * kStart - 2 * kMu * kGravity * (x - z), 1e-6) << t;
    }
  }
}

TEST(CompliantSliding, BristlesBeginAnewWithEveryContact) {
  for (const char* friction : {"law = \"dahl\", sigma0 = \"2000 1/m\"",
                               "law = \"lugre\", mu_static = 0.3, stribeck_velocity = 0.1, sigma0 = \"2000 "
                               "1/m\", sigma1 = \"1 s/m\""}) {
    SCOPED_TRACE(friction);
    Sliding mass(friction, 0.01, 2);
    Simulation& simulation = mass.simulation();
    int begun = 0;
    double bent = 0;
    bool was_open = true;
    while (simulation.t() < 0.2) {
      ASSERT_EQ(simulation.step_to(0.2).status, StepStatus::ok);
      const bool open = simulation.state().mode(0) == ContactMode::open;
      const double z = simulation.state().z()[0];
      if (open || was_open) {
        EXPECT_EQ(z, 0);
      }
      bent = std::max(bent, std::abs(z));
      if (was_open && !open) ++begun;
      was_open = open;
    }
    EXPECT_GE(begun, 2) << "it must bounce";
    EXPECT_GT(bent, 1e-5) << "bristles must have been bent";
  }
}

/// A brick on an incline, thrown uphill or put down at rest, with exact stick: both corners of its face come
/// to rest together and hold it, within few steps.
TEST(CompliantStick, FaceHoldsWithBothCorners) {
  const double slope = std::atan(0.3);
  for (const char* stepper : {"runge_kutta", "bdf", "adams"}) {
    for (const double speed : {0.0, 0.5}) {
      const Model model = read_model_text(
          fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "brick"
mass = 2
inertia = 0.0083
position = [{}, {}]
angle = {}
velocity = [{}, {}]
[[shape]]
body = "brick"
type = "polygon"
points = [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]
[[shape]]
body = "ground"
type = "half_plane"
normal = [{}, {}]
[contact]
world = "compliant"
force = {{ law = "kelvin_voigt", stiffness = 2e5, damping = 200 }}
friction = {{ law = "coulomb", mu = 0.4 }}
[method]
stepper = "{}"
[run]
end = 1
)",
                      -0.05 * std::sin(slope), 0.05 * std::cos(slope), slope, speed * std::cos(slope),
                      speed * std::sin(slope), -std::sin(slope), std::cos(slope), stepper),
          "brick.toml");
      const Assembly assembly = assemble(model);
      Simulation simulation(*assembly.system, model.method);
      ASSERT_EQ(simulation.advance_to(1).status, StepStatus::ok) << stepper;
      const State& state = simulation.state();
      int held = 0;  // one corner may be left with a slip far below the error of a step
      for (int c = 0; c < state.sizes().contacts; ++c) held += state.mode(c) == ContactMode::stick;
      EXPECT_GE(held, 1) << stepper << " " << speed;
      const double along = std::cos(slope) * state.u()[0] + std::sin(slope) * state.u()[1];
      EXPECT_NEAR(along, 0, 5e-8) << stepper << " " << speed;
      EXPECT_LT(simulation.stepper().book().statistics.steps, 20000) << stepper << " " << speed;
    }
  }
}

}  // namespace
}  // namespace freeplay

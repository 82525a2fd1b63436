// SPDX-License-Identifier: Apache-2.0
// Friction that depends on slip in the rigid world: stiction, Stribeck and viscous friction on the moving
// belt [Marques2015, section 3.4]. Exact transitions are those of event-driven integration with tight
// tolerances, and closed forms where they are given.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/belt_system.h"
#include "tests/kit/models.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Belt;
using testing::FallingFriction;

constexpr double kWeight = Belt::kMass * Belt::kGravity;
const FallingFriction kStiction{0.1, 0.15, 0, 0};
const FallingFriction kStribeck{0.1, 0.15, 1e-3, 0.1 / kWeight};
const FallingFriction kViscous{0.1, 0.1, 0, 0.1 / kWeight};

Method method(const std::string& stepper, const char* key, double value, const std::string& solver = "auto") {
  Method chosen;
  chosen.stepper.name = stepper;
  chosen.stepper.values[key] = Value{value, {}};
  chosen.solver.name = solver;
  return chosen;
}

/// When the block breaks away first, to the step, and where it is at 15 and 20 s.
struct Ride {
  double breaks = 0;
  double x15 = 0, w15 = 0, x20 = 0;
  double balance = 0, friction = 0;
  std::vector<double> block;
};

Ride ride(const Belt& belt, const Method& by) {
  Simulation simulation(belt, by);
  Ride out;
  while (simulation.t() < 20 - 1e-9) {
    const double target = simulation.t() < 15 - 1e-9 ? 15 : 20;
    const StepReport report = simulation.dt() > 0 ? simulation.step() : simulation.step_to(target);
    EXPECT_EQ(report.status, StepStatus::ok) << simulation.t();
    if (report.status != StepStatus::ok) return out;
    const State& state = simulation.state();
    const double w = Belt::kSpeed - state.u()[0];
    if (state.mode(0) == ContactMode::stick) {
      EXPECT_LE(std::abs(w), 1e-12) << "stick is exact, at " << state.t();
    } else if (out.breaks == 0) {
      out.breaks = state.t();
    }
    if (std::abs(state.t() - 15) < 1e-9) out.x15 = state.q()[0], out.w15 = w;
  }
  const State first = belt.initial_state();
  const State& last = simulation.state();
  const Evaluation ev(belt.info());
  const Works& works = simulation.stepper().book().works;
  out.x20 = last.q()[0];
  out.balance = belt.energies(20, last.q(), last.u(), ev).total() -
                belt.energies(0, first.q(), first.u(), ev).total() - works.sum();
  out.friction = works.friction;
  out.block.assign(last.block().begin(), last.block().end());
  return out;
}

struct Case {
  const char* name;
  const FrictionLaw* law;
  double breaks, x15, w15, x20;
};
// x and w = v_b − ẋ at 15 s, x at 20 s
const Case kCases[] = {
    {"stiction", &kStiction, 7.3575, 0.7441322582908207, 0.05954656864248741, 0.4953155506860196},
    {"stribeck", &kStribeck, 7.3575, 0.7435293480146301, 0.17809357240108603, 0.5502287210160626},
    {"viscous", &kViscous, 4.905, 0.5381356516588558, 0.1057315406571946, 0.5176247707881252},
};

TEST(RigidFriction, TheBlockBreaksAwayWithinTheStepWhereItMust) {
  for (const char* stepper : {"moreau", "symmetric"}) {
    for (const Case& one : kCases) {
      SCOPED_TRACE(std::string(stepper) + ", " + one.name);
      const Ride got = ride(Belt(one.law, 0), method(stepper, "step", 2.5e-3));
      EXPECT_GE(got.breaks, one.breaks - 1e-9);
      EXPECT_LE(got.breaks, one.breaks + 2 * 2.5e-3) << "the step in which it does, or the next";
    }
  }
}

/// Also where friction falls at once: the moment is located.
TEST(RigidFriction, SymmetricStepsAreOfSecondOrderThroughStickAndSlip) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    double last[3] = {0, 0, 0};
    for (const double dt : {2.5e-3, 1.25e-3, 0.625e-3}) {
      const Ride got = ride(Belt(one.law, 0), method("symmetric", "step", dt));
      const double error[3] = {got.x15 - one.x15, got.w15 - one.w15, got.x20 - one.x20};
      for (int k = 0; k < 3; ++k) {
        if (last[k] != 0) {
          EXPECT_NEAR(std::log2(std::abs(last[k] / error[k])), 2, 0.2) << k << " at " << dt;
        }
        last[k] = error[k];
      }
      // the spring's work is exact to second order only; 1.5 J are rubbed away
      EXPECT_LE(std::abs(got.balance), 0.05 * dt * dt);
      EXPECT_LT(got.friction, -1.4);
    }
  }
}

/// Up to 15 s there are three transitions, up to 20 s four, each up to a step late: the belt then is v_b Δt
/// further each time, and w differs by what the fall of friction gives in that time.
TEST(RigidFriction, MoreauApproachesAtFirstOrder) {
  for (const double dt : {2e-3, 1e-3, 5e-4}) {
    const Ride got = ride(Belt(&kStiction, 0), method("moreau", "step", dt));
    EXPECT_LE(std::abs(got.x15 - kCases[0].x15), 3 * Belt::kSpeed * dt);
    EXPECT_LE(std::abs(got.w15 - kCases[0].w15), 3 * 0.05 * Belt::kGravity * dt);
    EXPECT_LE(std::abs(got.x20 - kCases[0].x20), 4 * Belt::kSpeed * dt);
  }
}

TEST(RigidFriction, ChosenStepsFindTheSameTransitions) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    const Ride got = ride(Belt(one.law, 0), method("symmetric", "accuracy", 1e-7));
    // slip of this machine is unstable where friction falls: errors grow in every cycle
    EXPECT_NEAR(got.x15, one.x15, 2e-6);
    EXPECT_NEAR(got.x20, one.x20, 2e-6);
  }
}

/// A law whose μ is one number is the number: the same run, bit for bit, whatever the stepper.
TEST(RigidFriction, ConstantFrictionIsThatOfTheNumber) {
  const FallingFriction constant(0.1, 0.1, 0, 0);
  const Ride law = ride(Belt(&constant, 0), method("moreau", "step", 1e-2));
  const Ride number = ride(Belt(nullptr, 0.1), method("moreau", "step", 1e-2));
  ASSERT_EQ(law.block.size(), number.block.size());
  EXPECT_EQ(std::memcmp(law.block.data(), number.block.data(), law.block.size() * sizeof(double)), 0);
  const Ride again = ride(Belt(&kStribeck, 0), method("symmetric", "step", 1e-2));
  const Ride once_more = ride(Belt(&kStribeck, 0), method("symmetric", "step", 1e-2));
  EXPECT_EQ(std::memcmp(again.block.data(), once_more.block.data(), again.block.size() * sizeof(double)), 0);
}

TEST(RigidFriction, EverySolverGivesTheSame) {
  const Ride expected = ride(Belt(&kStribeck, 0), method("symmetric", "step", 5e-3));
  for (const char* solver : {"lemke", "enumeration", "augmented_lagrangian", "gauss_seidel"}) {
    SCOPED_TRACE(solver);
    const Ride got = ride(Belt(&kStribeck, 0), method("symmetric", "step", 5e-3, solver));
    EXPECT_NEAR(got.x15, expected.x15, 1e-9);
    EXPECT_NEAR(got.x20, expected.x20, 1e-9);
  }
}

/// Without a spring: pure viscous friction of a block on ground, v = v₀ e^(−F_v g t), and dry friction in
/// addition: v = (v₀ + μ/F_v) e^(−F_v g t) − μ/F_v until it comes to rest.
TEST(RigidFriction, ViscousSlipDecaysAsItMust) {
  const double viscous = 0.2, mu = 0.05, v0 = 1, rate = viscous * Belt::kGravity;
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    double last = 0;
    for (const double dt : {0.02, 0.01}) {
      const FallingFriction law(mu, mu, 0, viscous);
      Belt block(&law, 0, 0, dimension);
      block.stiffness = 0;
      block.start = dimension == 2 ? v0 : 0.6 * v0;
      block.across = 0.8 * v0;
      Simulation simulation(block, method("symmetric", "step", dt));
      ASSERT_EQ(simulation.advance_to(0.5).status, StepStatus::ok);
      const std::span<const double> u = simulation.state().u();
      const double speed = dimension == 2 ? u[0] : std::hypot(u[0], u[1]);
      const double error = speed - ((v0 + mu / viscous) * std::exp(-rate * 0.5) - mu / viscous);
      if (last != 0) {
        EXPECT_NEAR(std::log2(std::abs(last / error)), 2, 0.1);
      }
      last = error;
      const double rest = std::log(1 + v0 * viscous / mu) / rate;
      ASSERT_EQ(simulation.advance_to(rest + 2 * dt).status, StepStatus::ok);
      EXPECT_EQ(simulation.state().mode(0), ContactMode::stick);
      const std::span<const double> end = simulation.state().u();
      EXPECT_LE(std::abs(end[0]), 1e-14);
    }
  }
}

/// Viscous friction far stiffer than the step: no chatter, the slip that balances a constant push.
TEST(RigidFriction, StiffViscousFrictionSettles) {
  const FallingFriction law(0, 0, 0, 1e6);
  for (const char* stepper : {"moreau", "symmetric"}) {
    Belt block(&law, 0, 0);
    block.stiffness = 0;
    block.push = 1;
    block.start = 0;
    Simulation simulation(block, method(stepper, "step", 1e-2));
    ASSERT_EQ(simulation.advance_to(1).status, StepStatus::ok);
    const double steady = 1 / (1e6 * kWeight);
    EXPECT_NEAR(simulation.state().u()[0], steady, 0.02 * steady) << stepper;
  }
}

/// A push that grows slowly: the block holds up to μ_S F_N, and the work of friction is that of the motion.
TEST(RigidFriction, AGrowingPushBreaksTheBlockAway) {
  for (const int dimension : {2, 3}) {
    Belt block(&kStiction, 0, 0, dimension);
    block.stiffness = 0;
    block.push = 1;
    block.start = 0;
    Simulation simulation(block, method("symmetric", "step", 1e-2));
    const double breaks = 0.15 * kWeight;  // t = μ_S F_N / 1 N/s
    ASSERT_EQ(simulation.advance_to(1.47).status, StepStatus::ok);
    EXPECT_EQ(simulation.state().u()[0], 0);
    ASSERT_EQ(simulation.advance_to(2).status, StepStatus::ok);
    const double t = 2 - breaks;
    const double v = 0.5 * (4 - breaks * breaks) - 0.1 * kWeight * t;
    EXPECT_NEAR(simulation.state().u()[0], v, 1e-6) << dimension;
  }
}

/// The belt as a driven body and the block as a box on it, with registered laws: both corners stick and break
/// away together.
TEST(RigidFriction, ABoxOnADrivenBelt) {
  const auto model = [](const std::string& law, double dt) {
    return read_model_text(testing::kDrivenBelt + std::string(R"([[body]]
name = "block"
mass = 1
inertia = 0.01
position = [0, 0.05]
velocity = [0.1, 0]
[[shape]]
body = "belt"
type = "half_plane"
point = [0, 0]
normal = [0, 1]
[[shape]]
body = "block"
type = "polygon"
points = [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "block"]
points = [[-10, 0.05], [0, 0]]
stiffness = 2
free_length = 10
[contact]
impact = { law = "newton", restitution = 0 }
friction = { )") + law + R"( }
[method]
stepper = { name = "symmetric", step = )" +
                               std::to_string(dt) + R"( }
[run]
end = 20
)",
                           "belt.toml");
  };
  const struct {
    const char* law;
    double breaks, x15;
  } cases[] = {
      {R"(law = "coulomb", mu = 0.1)", 4.905, 0.5605255481795617},
      {R"(law = "coulomb_stiction", mu = 0.1, mu_static = 0.15)", 7.3575, 0.7441322582908207},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.law);
    for (const double dt : {0.01, 0.005}) {
      const Model read = model(one.law, dt);
      const Assembly assembly = assemble(read);
      Simulation simulation(*assembly.system, read.method);
      ASSERT_EQ(simulation.advance_to(one.breaks - 2 * dt).status, StepStatus::ok);
      EXPECT_NEAR(simulation.state().u()[3], 0.1, 1e-14) << "it sticks";
      ASSERT_EQ(simulation.advance_to(one.breaks + 2 * dt).status, StepStatus::ok);
      EXPECT_LT(simulation.state().u()[3], 0.1 - 1e-6) << "it slips";
      ASSERT_EQ(simulation.advance_to(15).status, StepStatus::ok);
      EXPECT_NEAR(simulation.state().q()[3], one.x15, 0.2 * dt * dt);
    }
  }
}

TEST(RigidFriction, ALawWithoutSetValuedFormIsRefusedWithThoseThatHaveOne) {
  const std::string text = R"(freeplay = 1
gravity = [0, -10]
[[body]]
name = "ball"
mass = 1
inertia = 1
position = [0, 1]
[[shape]]
body = "ball"
type = "circle"
radius = 0.1
[[shape]]
body = "ground"
type = "half_plane"
point = [0, 0]
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "dahl", mu = 0.1, sigma0 = 1e4 }
[run]
end = 1
)";
  const std::string message = testing::wrong_with_model(text);
  EXPECT_CONTAINS(message, "test.toml:19:");
  EXPECT_CONTAINS(message, "no set-valued form");
  EXPECT_CONTAINS(message, "coulomb");
}

}  // namespace
}  // namespace freeplay

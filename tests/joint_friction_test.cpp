// SPDX-License-Identifier: Apache-2.0
// Friction in ideal joints in smooth motion, against closed forms: what presses, where friction acts, that it
// sticks exactly, and that every way to solve it gives the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formulations/formulation.h"
#include "freeplay/spatial.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr double kGravity = 9.81, kMass = 2, kMu = 0.2;

struct End {
  std::vector<double> q, u;
  Works works;
  ContactMode mode = ContactMode::open;
  StepStatus status = StepStatus::ok;
  int culprit = -1;
};

End run(const std::string& text, double end) {
  const Model model = read_model_text(text, "joint.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  const StepReport report = simulation.advance_to(end);
  const State& state = simulation.state();
  return {{state.q().begin(), state.q().end()},
          {state.u().begin(), state.u().end()},
          simulation.stepper().book().works,
          simulation.stepper().book().rubbing_mode.at(0),
          report.status,
          report.culprit};
}

/// A slider on a horizontal guide, pulled by a force at a height over its centre.
std::string slider(double force, double height, const std::string& friction, const std::string& bearing,
                   double gravity = kGravity, const std::string& method = "") {
  return fmt::format(R"(freeplay = 1
gravity = [0, {}]
[[body]]
name = "slider"
mass = {}
inertia = 0.05
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
friction = {{ {} }}
bearing = {{ {} }}
[[force]]
name = "pull"
type = "point_force"
body = "slider"
point = [0, {}]
force = [{}, 0]
[method]
stepper = {{ name = "runge_kutta", accuracy = 1e-10 }}
{}
[run]
end = 1
)",
                     -gravity, kMass, friction, bearing, height, force, method);
}

TEST(JointFriction, SliderMovesWithWhatIsLeft) {
  const End end = run(slider(10, 0, "law = \"coulomb\", mu = 0.2", ""), 1);
  const double acceleration = (10 - kMu * kMass * kGravity) / kMass;
  EXPECT_NEAR(end.u[0], acceleration, 1e-9);
  EXPECT_NEAR(end.q[0], 0.5 * acceleration, 1e-9);
  EXPECT_NEAR(end.works.friction, -kMu * kMass * kGravity * end.q[0], 1e-8);
}

TEST(JointFriction, SliderSticksExactly) {
  const End end = run(slider(3.9, 0, "law = \"coulomb\", mu = 0.2", ""), 10);
  EXPECT_EQ(end.mode, ContactMode::stick);
  EXPECT_NEAR(end.u[0], 0, 1e-14) << "rounding of the force that holds";
  EXPECT_NEAR(end.q[0], 0, 1e-14);
}

/// Without gravity the pull's moment presses both ends, F a/L each: friction 2 μ F a/L. A drawer that is
/// pulled too far from its guide jams, however hard one pulls.
TEST(JointFriction, DrawerSlidesOrJamsWhateverTheForce) {
  const double L = 0.1;
  for (const double force : {1.0, 1000.0}) {
    const double a = 0.2;  // 2 μ a/L = 0.8
    const End slides = run(slider(force, a, "law = \"coulomb\", mu = 0.2", "length = 0.1", 0), 0.1);
    const double acceleration = force * (1 - 2 * kMu * a / L) / kMass;
    EXPECT_NEAR(slides.u[0], 0.1 * acceleration, 1e-9 * force) << force;
    const End jams = run(slider(force, 0.26, "law = \"coulomb\", mu = 0.2", "length = 0.1", 0), 0.1);
    EXPECT_EQ(jams.mode, ContactMode::stick);
    EXPECT_NEAR(jams.u[0], 0, 1e-15 * force) << "rounding of " << force << " N";
  }
}

/// Moments about the slider's centre: the joint's is F a ± μ m g h/2, plus for a guide outside, where
/// friction on the lower face turns the slider the same way as a pull above its centre.
TEST(JointFriction, FacesGiveALeverOfEitherSign) {
  const double F = 40, a = 0.1, L = 0.1, h = 0.06, weight = kMass * kGravity;
  for (const bool inside : {false, true}) {
    const std::string bearing =
        fmt::format("length = 0.1, height = 0.06, guide = \"{}\"", inside ? "inside" : "outside");
    const End end = run(slider(F, a, "law = \"coulomb\", mu = 0.2", bearing), 0.1);
    const double moment = F * a + (inside ? -1 : 1) * kMu * weight * h / 2;
    ASSERT_GT(moment, weight * L / 2) << "the ends press on opposite sides";
    const double acceleration = (F - kMu * 2 * moment / L) / kMass;
    EXPECT_NEAR(end.u[0], 0.1 * acceleration, 1e-9) << bearing;
  }
}

TEST(JointFriction, EveryFormulationAndSchemeAgrees) {
  const std::string bearing = "length = 0.1, height = 0.06";
  const End known = run(slider(40, 0.1, "law = \"coulomb\", mu = 0.2", bearing), 0.1);
  for (const FormulationEntry* entry : entries_of<FormulationEntry>()) {
    if (std::string(entry->name) == "penalty") continue;  // its constraints give way
    for (const char* scheme : {"implicit", "iterated", "previous_signs"}) {
      const std::string method =
          fmt::format("formulation = \"{}\"\njoints = {{ friction = \"{}\" }}", entry->name, scheme);
      const End end = run(slider(40, 0.1, "law = \"coulomb\", mu = 0.2", bearing, kGravity, method), 0.1);
      EXPECT_NEAR(end.u[0], known.u[0], 1e-8) << method;
    }
  }
}

/// The guide is at a distance H below the centre of mass, so that friction turns the slider and presses its
/// ends: F_T = −2 μ/L (F a + H |F_T|). The iteration (4.1) contracts by 2 μ H/L; beyond 1 no pressing forces
/// go with the friction of a moving slider, and the joint is named, by either scheme.
TEST(JointFriction, FrictionThatPressesItselfIsSolvedOrReportedAsJamming) {
  const double F = 10, a = 0.1, L = 0.1;
  for (const char* scheme : {"implicit", "iterated"}) {
    for (const double H : {0.2, 0.26}) {
      std::string text = slider(F, a, "law = \"coulomb\", mu = 0.2", "length = 0.1", 0,
                                fmt::format("joints = {{ friction = \"{}\" }}", scheme));
      text.insert(text.find("[[joint]]"), fmt::format("velocity = [10, 0]\nposition = [0, {}]\n", H));
      text.insert(text.find("axis = "), fmt::format("points = [[0, 0], [0, {}]]\n", -H));
      const End end = run(text, 0.1);
      if (H > 0.25) {
        EXPECT_EQ(end.status, StepStatus::jammed) << scheme;
        EXPECT_EQ(end.culprit, 0);
      } else {
        const double friction = 2 * kMu * F * a / L / (1 - 2 * kMu * H / L);
        EXPECT_EQ(end.status, StepStatus::ok) << scheme;
        EXPECT_NEAR(end.u[0], 10 + 0.1 * (F - friction) / kMass, 1e-8) << scheme;
      }
    }
  }
}

/// A wheel on a pin: the torque μ r m g stops it after J ω/(μ r m g), and then it stays.
std::string wheel(const std::string& friction) {
  return fmt::format(R"(freeplay = 1
gravity = [0, {}]
[[body]]
name = "wheel"
mass = {}
inertia = 0.05
angular_velocity = 3
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0], [0, 0]]
friction = {{ {} }}
bearing = {{ radius = "20 mm" }}
[method]
stepper = {{ name = "runge_kutta", accuracy = 1e-10 }}
[run]
end = 1
)",
                     -kGravity, kMass, friction);
}

TEST(JointFriction, PinStopsAWheelAndHoldsIt) {
  const double torque = kMu * 0.02 * kMass * kGravity, rate = torque / 0.05, stop = 3 / rate;
  const std::string text = wheel("law = \"coulomb\", mu = 0.2");
  const End turning = run(text, 0.5 * stop);
  EXPECT_NEAR(turning.u[2], 1.5, 1e-9);
  const End held = run(text, 2 * stop);
  EXPECT_EQ(held.mode, ContactMode::stick);
  EXPECT_NEAR(held.u[2], 0, 1e-15);
  EXPECT_NEAR(held.q[2], 0.5 * 3 * stop, 1e-8);
}

TEST(JointFriction, EveryLawRubsInAJoint) {
  for (const char* law :
       {"law = \"linear\", mu = 0.2, velocity = \"0.1 mm/s\"", "law = \"dahl\", mu = 0.2, sigma0 = 1e5",
        "law = \"lugre\", mu = 0.2, sigma0 = 1e5, sigma1 = 10",
        "law = \"stribeck\", mu = 0.2, mu_static = 0.3, stribeck_velocity = \"1 um/s\"",
        "law = \"karnopp\", mu = 0.2, velocity = \"1 um/s\""}) {
    const double stop = 3 / (kMu * 0.02 * kMass * kGravity / 0.05);
    EXPECT_NEAR(run(wheel(law), 0.5 * stop).u[2], 1.5, 2e-3) << law;
  }
}

/// One body on a joint in space, its own axes askew.
std::string in_space(const std::string& joint, const std::string& body, const std::string& friction,
                     const std::string& bearing, const std::string& more = "") {
  return fmt::format(R"(freeplay = 1
dimension = 3
gravity = [0, 0, {}]
[[body]]
name = "part"
mass = {}
{}
[[joint]]
name = "joint"
bodies = ["ground", "part"]
{}
friction = {{ {} }}
bearing = {{ {} }}
{}
[method]
stepper = {{ name = "runge_kutta", accuracy = 1e-10 }}
[run]
end = 1
)",
                     -kGravity, kMass, body, joint, friction, bearing, more);
}

constexpr const char* kCoulomb = "law = \"coulomb\", mu = 0.2";

/// An overhung wheel: the bearing forces are m g/2 ± m g b/L, of opposite signs when b > L/2.
TEST(JointFrictionInSpace, BearingMomentPressesBothEnds) {
  const double J = 0.05, r = 0.02, b = 0.3, L = 0.1, weight = kMass * kGravity;
  const std::string joint = "type = \"revolute\"\npoints = [[0, 0, 0], [0, -0.3, 0]]\naxis = [0, 1, 0]";
  const std::string body =
      "inertia = [0.05, 0.05, 0.05]\nposition = [0, 0.3, 0]\nangular_velocity = [0, 3, 0]";
  const double stop_long = 3 * J / (kMu * r * 2 * weight * b / L), stop_short = 3 * J / (kMu * r * weight);
  const End with = run(in_space(joint, body, kCoulomb, "radius = 0.02, length = 0.1"), 0.5 * stop_long);
  EXPECT_NEAR(with.u[4], 1.5, 1e-8);
  const End without = run(in_space(joint, body, kCoulomb, "radius = 0.02"), 0.5 * stop_short);
  EXPECT_NEAR(without.u[4], 1.5, 1e-8);
}

TEST(JointFrictionInSpace, ThrustPressesACollar) {
  const double J = 0.05, r = 0.02, weight = kMass * kGravity;
  const std::string joint = "type = \"revolute\"\npoints = [[0, 0, 0], [0, 0, 0]]\naxis = [0, 0, 1]";
  const std::string body = "inertia = [0.05, 0.05, 0.05]\nangular_velocity = [0, 0, 3]";
  const double stop = 3 * J / (kMu * r * weight);
  EXPECT_NEAR(run(in_space(joint, body, kCoulomb, "radius = 0.02"), 0.5 * stop).u[5], 1.5, 1e-9);
}

/// A rod with J = m r² slides and turns in its bush: the slip is one vector, and friction acts against it.
TEST(JointFrictionInSpace, SlidingAndTurningShareOneFriction) {
  const double r = 0.1, v0 = 0.3, w0 = 4;  // slip (0.3, 0.4): |slip| = 0.5
  const std::string joint = "type = \"cylindrical\"\npoints = [[0, 0, 0], [0, 0, 0]]\naxis = [0, 1, 0]";
  const std::string body =
      "inertia = [0.02, 0.02, 0.02]\nvelocity = [0, 0.3, 0]\nangular_velocity = [0, 4, 0]";
  const double stop = 0.5 / (kMu * kGravity);
  const End half = run(in_space(joint, body, kCoulomb, "radius = 0.1"), 0.5 * stop);
  EXPECT_NEAR(half.u[1], 0.5 * v0, 1e-8);
  EXPECT_NEAR(half.u[4], 0.5 * w0, 1e-7);
  const End rest = run(in_space(joint, body, kCoulomb, "radius = 0.1"), 2 * stop);
  EXPECT_EQ(rest.mode, ContactMode::stick);
  EXPECT_NEAR(rest.u[1], 0, 1e-9);
  EXPECT_NEAR(r * rest.u[4], 0, 1e-9);
}

TEST(JointFrictionInSpace, BallResistsEveryTurn) {
  const double J = 0.05, r = 0.02, weight = kMass * kGravity, speed = std::sqrt(14.0);
  const std::string joint = "type = \"spherical\"\npoints = [[0, 0, 0], [0, 0, 0]]";
  const std::string body = "inertia = [0.05, 0.05, 0.05]\nangular_velocity = [1, 2, 3]";
  const double stop = speed * J / (kMu * r * weight);
  const End half = run(in_space(joint, body, kCoulomb, "radius = 0.02"), 0.5 * stop);
  const End rest = run(in_space(joint, body, kCoulomb, "radius = 0.02"), 2 * stop);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(half.u[static_cast<std::size_t>(3 + k)], 0.5 * (k + 1), 1e-8);
    EXPECT_NEAR(rest.u[static_cast<std::size_t>(3 + k)], 0, 1e-7);
  }
}

/// The drawer of the plane, in space: pulled off its axis along x or along y, all four faces have their turn.
TEST(JointFrictionInSpace, DrawerHasFourFaces) {
  const double L = 0.1, a = 0.2, F = 30;
  for (const auto& [x, y] : {std::pair{a, 0.0}, {-a, 0.0}, {0.0, a}, {0.0, -a}}) {
    const std::string joint = "type = \"translational\"\npoints = [[0, 0, 0], [0, 0, 0]]\naxis = [0, 0, 1]";
    const std::string pull = fmt::format(
        "[[force]]\nname = \"pull\"\ntype = \"point_force\"\nbody = \"part\"\npoint = [{}, {}, 0]\nforce = "
        "[0, 0, {}]",
        x, y, F + kMass * kGravity);
    const End end = run(in_space(joint, "inertia = [0.05, 0.05, 0.05]", kCoulomb, "length = 0.1", pull), 0.1);
    const double moment = (F + kMass * kGravity) * a;  // the weight has no lever
    const double acceleration = (F - kMu * 2 * moment / L) / kMass;
    const double moves = acceleration > 0 ? 0.1 * acceleration : 0;
    EXPECT_NEAR(end.u[2], moves, 1e-8) << x << " " << y;
  }
}

/// Rows of the slip and their γ against differences along the motion, for every joint that can rub.
TEST(JointFrictionInSpace, GammaIsTheRateOfTheRows) {
  for (const char* type : {"revolute", "cylindrical", "translational", "spherical"}) {
    const std::string joint = fmt::format("type = \"{}\"\npoints = [[0.1, 0, 0.2], [0.3, 0.1, 0]]{}", type,
                                          std::string(type) == "spherical" ? "" : "\naxis = [0.2, 1, -0.3]");
    std::string text = in_space(joint, "inertia = [0.05, 0.06, 0.07]\nposition = [0, 0, 0.5]", kCoulomb,
                                "radius = 0.02, length = 0.1, height = 0.03");
    text.replace(text.find("bodies = [\"ground\""), 18, "bodies = [\"base\"");
    text.insert(text.find("[[joint]]"), "[[body]]\nname = \"base\"\nmass = 1\ninertia = [0.1, 0.2, 0.25]\n");
    const Model model = read_model_text(text, "joint.toml");
    const Assembly assembly = assemble(model);
    const System& system = *assembly.system;
    const SystemInfo& info = system.info();
    State state = system.initial_state();
    for (std::size_t i = 0; i < state.u().size(); ++i) state.u()[i] = std::sin(1.0 + 2.7 * double(i));
    Evaluation ev(info), near(info);
    system.place(0, state.q(), ev);
    system.rubbing_rows(0, state.q(), ev);
    system.rubbing_gammas(0, state.q(), state.u(), ev);
    const RubbingInfo& rubbing = info.rubbing.at(0);
    const auto slip = [&](double dt, int k) {
      std::vector<double> q(state.q().size());
      system.advance(state.q(), state.u(), dt, q);
      // u̇ = 0 means constant angular velocity in the body's axes; the rows' γ does too
      system.place(0, q, near);
      system.rubbing_rows(0, q, near);
      double sum = 0;
      const double* row = near.row_R(0, k);
      for (std::size_t block = 0; block < 2; ++block) {
        for (int i = 0; i < rubbing.shape.size[block]; ++i)
          sum += *row++ * state.u()[static_cast<std::size_t>(rubbing.shape.start[block] + i)];
      }
      return sum;
    };
    for (int k = 0; k < rubbing.d; ++k) {
      const double h = 1e-4;
      const double rate = (8 * (slip(h, k) - slip(-h, k)) - (slip(2 * h, k) - slip(-2 * h, k))) / (12 * h);
      EXPECT_NEAR(ev.rubbing_gamma[static_cast<std::size_t>(k)], -rate, 1e-8) << type << " " << k;
    }
  }
}

/// A machine with one freedom and three joints that rub stops: all of them come to rest at one instant.
TEST(JointFrictionInSpace, JointsOfOneFreedomStopTogether) {
  for (const char* law : {"{ law = \"coulomb\", mu = 0.1 }",
                          "{ law = \"stribeck\", mu = 0.1, mu_static = 0.15, stribeck_velocity = 0.01 }"}) {
    const Model model = read_model(testing::source_path("examples/spatial_slider_crank/model.toml"),
                                   {{"joint.shaft.friction", law},
                                    {"joint.shaft.bearing", "{ radius = 0.008, length = 0.03 }"},
                                    {"joint.ball.friction", law},
                                    {"joint.ball.bearing", "{ radius = 0.01 }"},
                                    {"joint.guide.friction", law},
                                    {"joint.guide.bearing", "{ length = 0.04, height = 0.02 }"},
                                    {"method.stepper.accuracy", "1e-8"}});
    const Assembly assembly = assemble(model);
    Simulation simulation(*assembly.system, model.method);
    ASSERT_EQ(simulation.advance_to(3.6).status, StepStatus::ok) << law;
    const std::vector<ContactMode>& modes = simulation.stepper().book().rubbing_mode;
    EXPECT_GE(std::count(modes.begin(), modes.end(), ContactMode::stick), 1) << law << ": one is enough";
    // several joints that hold one freedom share it to the errors of a step, not to rounding
    for (const double u : simulation.state().u()) EXPECT_NEAR(u, 0, 1e-9) << law;
    EXPECT_LT(simulation.stepper().book().statistics.steps, 5000) << law;
  }
}

TEST(JointFriction, ErrorsNameTheJointAndTheKey) {
  const auto message = [](const std::string& text) { return testing::wrong_with_model(text); };
  std::string text = wheel("law = \"coulomb\", mu = 0.2");
  text.erase(text.find("bearing = "), std::string("bearing = { radius = \"20 mm\" }").size());
  EXPECT_CONTAINS(message(text), "joint.pin.bearing.radius");
  const std::string rigid = slider(10, 0, "law = \"tanh\", mu = 0.2, velocity = 0.001", "");
  std::string changed = rigid;
  changed.replace(changed.find("runge_kutta\", accuracy = 1e-10"),
                  std::string("runge_kutta\", accuracy = 1e-10").size(), "symmetric\"");
  EXPECT_CONTAINS(message(changed), "set-valued");
  EXPECT_CONTAINS(message(changed), "coulomb");
  EXPECT_CONTAINS(message(changed), "or use a smooth stepper: ");
  changed.insert(changed.find("[run]"), "joints = { friction = \"implicit\" }\n");
  changed.replace(changed.find("tanh"), 4, "coulomb");
  const auto line =
      std::count(changed.begin(), changed.begin() + static_cast<long>(changed.find("joints =")), '\n');
  EXPECT_CONTAINS(message(changed), fmt::format("test.toml:{}:", line + 1));
  std::string play = slider(10, 0, "law = \"coulomb\", mu = 0.2", "");
  play.insert(play.find("friction = "), "clearance = 0.001\nlength = 0.1\nwidth = 0.1\n");
  EXPECT_CONTAINS(message(play), "contact = { friction");
  EXPECT_LACKS(message(play), "frictionless");
  const std::string negative = slider(10, 0, "law = \"coulomb\", mu = 0.2", "length = -1");
  EXPECT_CONTAINS(message(negative), "bearing.length");
}

TEST(JointFriction, KeysOfTheBearingWithoutEffectAreNamed) {
  std::string text = wheel("law = \"coulomb\", mu = 0.2");
  text.replace(text.find("radius = \"20 mm\""), std::string("radius = \"20 mm\"").size(),
               "radius = 0.02, length = 0.1");
  Diagnostics messages;
  assemble(read_model_text(text, "joint.toml"), &messages);
  ASSERT_EQ(messages.all().size(), 1u);
  EXPECT_EQ(messages.all()[0].severity, Severity::warning);
  EXPECT_EQ(messages.all()[0].key, "joint.pin.bearing.length");
  EXPECT_GT(messages.all()[0].where.line, 0);
}

}  // namespace
}  // namespace freeplay

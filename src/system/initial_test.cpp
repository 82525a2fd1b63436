// SPDX-License-Identifier: Apache-2.0
// Consistent starts: what is given is kept, what is not is found, what cannot be is explained by name.
#include "system/initial.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/assemble.h"
#include "tests/kit/models.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

constexpr double kCrank = 0.1, kRod = 0.3;

const std::string kSliderCrank =
    testing::slider_crank_text("angular_velocity = 10\n", "length = 0.1\nwidth = 0.05\n") + R"([contact]
impact = { law = "newton", restitution = 0.4 }
[run]
end = 1
)";

Assembly assembled(const std::string& text, const std::vector<Assignment>& changes = {},
                   Diagnostics* messages = nullptr) {
  return assemble(read_model_text(text, "test.toml", changes), messages);
}

/// The slider-crank in closed form: sin φ = −r sin θ / l, x = r cos θ + l cos φ.
struct Kinematics {
  double phi, x, phi_rate, x_rate;
  Kinematics(double theta, double omega) {
    phi = -std::asin(kCrank / kRod * std::sin(theta));
    x = kCrank * std::cos(theta) + kRod * std::cos(phi);
    phi_rate = -kCrank * std::cos(theta) * omega / (kRod * std::cos(phi));
    x_rate = -kCrank * std::sin(theta) * omega - kRod * std::sin(phi) * phi_rate;
  }
};

TEST(Initial, FindsEverythingFromTheCrank) {
  const Assembly assembly = assembled(kSliderCrank);
  const State state = assembly.system->initial_state();
  const Kinematics exact(0.5, 10);
  EXPECT_EQ(state.q()[2], 0.5);  // given: kept to the last bit
  EXPECT_EQ(state.u()[2], 10);
  EXPECT_NEAR(state.q()[0], 0.05 * std::cos(0.5), 1e-13);
  EXPECT_NEAR(state.q()[5], exact.phi, 1e-12);
  EXPECT_NEAR(state.q()[6], exact.x, 1e-13);
  EXPECT_NEAR(state.q()[7], 0, 1e-13);
  EXPECT_NEAR(state.q()[8], 0, 1e-13);
  EXPECT_NEAR(state.u()[5], exact.phi_rate, 1e-11);
  EXPECT_NEAR(state.u()[6], exact.x_rate, 1e-12);
  EXPECT_NEAR(state.u()[1], 10 * 0.05 * std::cos(0.5), 1e-13);
  EXPECT_TRUE(assembly.initial.moved.empty());  // nothing that was given had to change
  EXPECT_TRUE(assembly.initial.redundant.empty());
  EXPECT_EQ(assembly.initial.degrees_of_freedom, 1);
}

TEST(Initial, SaysWhatItMoved) {
  // the crank's angle and a slider position that is 2 mm off its place: one of them is enough to move
  const Kinematics exact(0.5, 10);
  const std::string off = std::to_string(exact.x + 0.002);
  const Assembly assembly = assembled(kSliderCrank, {{"body.slider.position", "[" + off + ", 0]"}});
  const State state = assembly.system->initial_state();
  ASSERT_EQ(assembly.initial.moved.size(), 1u);
  EXPECT_EQ(assembly.initial.moved[0].body, "slider");
  EXPECT_NEAR(assembly.initial.moved[0].distance, std::stod(off) - exact.x, 1e-12);
  EXPECT_EQ(state.q()[2], 0.5);
  EXPECT_NEAR(state.q()[6], exact.x, 1e-12);
  EXPECT_NEAR(state.q()[5], exact.phi, 1e-11);
}

/// Where the slider is when it is `y` off the centre line at crank angle 0.5: the rod keeps its length.
std::string slider_at(double y) {
  const double up = y - kCrank * std::sin(0.5);
  return fmt::format("[{:.17g}, {:.17g}]", kCrank * std::cos(0.5) + std::sqrt(kRod * kRod - up * up), y);
}

TEST(Initial, IdealStartsWithoutPlay) {
  const std::vector<Assignment> play = {{"joint.guide.clearance", "1mm"},
                                        {"body.slider.position", "[0.3, 0.0005]"},
                                        {"body.slider.angle", "0.004"},
                                        {"run.initial", "ideal"}};
  const Assembly assembly = assembled(kSliderCrank, play);
  const State state = assembly.system->initial_state();
  const Kinematics exact(state.q()[2], state.u()[2]);
  EXPECT_NEAR(state.q()[6], exact.x, 1e-12);
  EXPECT_NEAR(state.q()[7], 0, 1e-13);
  EXPECT_NEAR(state.q()[8], 0, 1e-13);
  EXPECT_NEAR(state.u()[6], exact.x_rate, 1e-11);
  EXPECT_NEAR(state.u()[7], 0, 1e-12);
  EXPECT_EQ(assembly.system->info().contacts.size(), 4u);
  EXPECT_EQ(assembly.system->info().constraints.size(), 6u);  // the guide has no rows
  // from the file itself, the slider stays off the centre line
  const Assembly file =
      assembled(kSliderCrank, {play[0], {"body.slider.position", slider_at(0.0005)}, play[2]});
  EXPECT_EQ(file.system->initial_state().q()[7], 0.0005);
  EXPECT_EQ(file.system->initial_state().q()[8], 0.004);
  EXPECT_EQ(file.initial.degrees_of_freedom, 3);
}

TEST(Initial, OverlapIsAnErrorWithContactAndDepth) {
  const std::string said =
      testing::wrong_with_model(kSliderCrank, {{"joint.guide.clearance", "1mm"},
                                               {"body.slider.position", slider_at(0.0015)},
                                               {"body.slider.angle", "0"}});
  EXPECT_CONTAINS(said, "joint.guide: contact guide.upper_back starts 0.0005 m inside its surface");
  EXPECT_CONTAINS(said, "move body 'slider' by [0, -0.0005] m, or turn it");
  EXPECT_CONTAINS(said, "guide.upper_front");
  EXPECT_CONTAINS(said, "clearance 0.001 m");
  EXPECT_CONTAINS(said, "test.toml:");
  EXPECT_LACKS(said, "lower");
}

// ---- drivers at the start
TEST(Initial, DriversStartWhereTheMechanismStands) {
  const std::string motor = kSliderCrank + R"([[driver]]
name = "motor"
joint = "shaft"
motion = { law = "polynomial", coefficients = [0.2, 3] }
)";
  const State relative = assembled(motor).system->initial_state();
  EXPECT_NEAR(relative.q()[2], 0.5, 1e-13);
  EXPECT_NEAR(relative.u()[2], 3, 1e-12);  // the driver's speed wins over the file's
  const Assembly absolute = assembled(motor, {{"driver.motor.motion.absolute", "true"}});
  EXPECT_NEAR(absolute.system->initial_state().q()[2], 0.2, 1e-13);
  ASSERT_FALSE(absolute.initial.moved.empty());
  EXPECT_EQ(absolute.initial.moved[0].body, "crank");
  EXPECT_NEAR(absolute.initial.moved[0].angle, -0.3, 1e-13);
  EXPECT_NEAR(absolute.initial.moved[0].angular_speed, -7, 1e-12);
}

// Velocities that do not fit together: the given ones change by no more than they must.
TEST(Initial, GivenVelocitiesChangeLittle) {
  const Kinematics exact(0.5, 10);
  const std::string off = fmt::format("[{:.17g}, 0]", exact.x_rate + 0.01);
  const Assembly assembly = assembled(kSliderCrank, {{"body.slider.velocity", off}});
  const State state = assembly.system->initial_state();
  EXPECT_NEAR(state.u()[6], Kinematics(0.5, state.u()[2]).x_rate, 1e-12);
  EXPECT_LT(std::abs(state.u()[6] - exact.x_rate), 0.01);
  EXPECT_LT(std::abs(state.u()[2] - 10), 0.2);  // 0.01 m/s is 1.5 % of the slider's speed
  for (const MovedBody& moved : assembly.initial.moved) {
    EXPECT_EQ(moved.distance, 0);
    if (moved.body == "crank") {
      EXPECT_NEAR(moved.angular_speed, state.u()[2] - 10, 1e-14);
    }
  }
}

// A driver of a joint whose bodies are yet to be placed holds them where they come to stand, not where the
// file's defaults put them.
TEST(Initial, DriverStartsWhereTheSliderWasFound) {
  const std::string piston = kSliderCrank + R"([[driver]]
name = "piston"
joint = "guide"
motion = { law = "constant_speed", speed = -0.5 }
)";
  const Assembly assembly = assembled(piston);
  const State state = assembly.system->initial_state();
  EXPECT_EQ(state.q()[2], 0.5);
  EXPECT_NEAR(state.q()[6], Kinematics(0.5, 10).x, 1e-12);
  EXPECT_NEAR(state.u()[6], -0.5, 1e-13);
  EXPECT_NEAR(state.u()[2], -0.5 / Kinematics(0.5, 1).x_rate, 1e-11);
  Evaluation ev(assembly.system->info());
  assembly.system->place(0, state.q(), ev);
  assembly.system->constraints(0, state.q(), ev);
  for (const double phi : ev.Phi) EXPECT_NEAR(phi, 0, 1e-12);
}

TEST(Initial, DriversThatContradictEachOtherAreNamed) {
  const std::string two = kSliderCrank + R"([[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = 10 }
[[driver]]
name = "piston"
joint = "guide"
motion = { law = "constant_speed", speed = 5 }
)";
  const std::string said = testing::wrong_with_model(two);
  EXPECT_CONTAINS(said, "'motor'");
  EXPECT_CONTAINS(said, "'piston'");
  EXPECT_CONTAINS(said, "prescribe the same motion differently");
  // with the speed the crank gives it the second driver agrees for a moment only
  const std::string speed = fmt::format("{:.17g}", Kinematics(0.5, 10).x_rate);
  const std::string later = testing::wrong_with_model(two, {{"driver.piston.motion.speed", speed}});
  EXPECT_CONTAINS(later, "no acceleration satisfies all joints and drivers");
  EXPECT_CONTAINS(later, "'piston'");
}

TEST(Initial, TwoDriversOfOneJointAreAnError) {
  const std::string said = testing::wrong_with_model(kSliderCrank + R"([[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = 10 }
[[driver]]
name = "second"
joint = "shaft"
motion = { law = "constant_speed", speed = 10 }
)");
  EXPECT_CONTAINS(said, "driver.second.joint: joint 'shaft' is already driven by 'motor'");
}

// ---- redundancy
const std::string kParallelogram = testing::parallelogram_text("0.7");
const std::string kMiddleLink = testing::middle_link_text("0.7");

TEST(Initial, RedundantRowsAreNamed) {
  Diagnostics messages;
  const Assembly assembly = assembled(kParallelogram + kMiddleLink, {}, &messages);
  EXPECT_EQ(assembly.initial.degrees_of_freedom, 1);
  ASSERT_EQ(assembly.initial.redundant.size(), 1u);
  EXPECT_CONTAINS(assembly.initial.redundant[0], "middle_head");
  ASSERT_EQ(messages.all().size(), 1u);
  const std::string said = to_string(messages.all()[0]);
  for (const char* joint : {"'left_foot'", "'left_head'", "'right_foot'", "'right_head'", "'middle_foot'"}) {
    EXPECT_CONTAINS(said, joint);
  }
  const State state = assembly.system->initial_state();
  for (const std::size_t link : {0u, 1u, 3u}) {
    EXPECT_NEAR(state.q()[3 * link + 2], 0.7, 1e-12);
    EXPECT_NEAR(state.u()[3 * link + 2], 3, 1e-11);
  }
  EXPECT_NEAR(state.u()[6], -3 * 0.2 * std::sin(0.7), 1e-12);  // the coupler does not turn
  EXPECT_NEAR(state.u()[8], 0, 1e-11);
}

TEST(Initial, SecondDriverOfTheSameMotionMayAgree) {
  const std::string both = kParallelogram + R"([[driver]]
name = "left_motor"
joint = "left_foot"
motion = { law = "sine", amplitude = 0.2, frequency = 1 }
[[driver]]
name = "right_motor"
joint = "right_foot"
motion = { law = "sine", amplitude = 0.2, frequency = 1 }
)";
  const Assembly agreed = assembled(both);
  EXPECT_EQ(agreed.initial.redundant, std::vector<std::string>{"right_motor.motion"});
  EXPECT_EQ(agreed.initial.degrees_of_freedom, 0);
  EXPECT_CONTAINS(testing::wrong_with_model(both, {{"driver.right_motor.motion.amplitude", "0.3"}}),
                  "'right_motor'");
}

const std::string kTwiceGuided =
    testing::guided_table_text() + testing::second_guide_text() + "[run]\nend = 1\n";

TEST(Initial, SecondGuideIsRedundant) {
  const Assembly assembly = assembled(kTwiceGuided);
  EXPECT_EQ(assembly.initial.degrees_of_freedom, 1);
  EXPECT_EQ(assembly.initial.redundant, (std::vector<std::string>{"right.normal", "right.angle"}));
}

TEST(Initial, JointsThatContradictEachOtherAreNamed) {
  // the right guide 1 mm higher than the body is wide
  const std::string said =
      testing::wrong_with_model(kTwiceGuided, {{"joint.right.points", "[[0, -0.099], [0.2, -0.1]]"}});
  EXPECT_CONTAINS(said, "the joints cannot be assembled");
  EXPECT_CONTAINS(said, "'left'");
  EXPECT_CONTAINS(said, "'right'");
  EXPECT_CONTAINS(said, "contradict each other");
  // rods that are too short to reach: no configuration at all, and the rows that stay apart are named
  const std::string apart =
      testing::wrong_with_model(kSliderCrank, {{"joint.shaft.points", "[[0, 1], [-0.05, 0]]"}});
  EXPECT_CONTAINS(apart, "the joints cannot be assembled; apart remain");
}

TEST(Initial, ReportsTheLeastDistanceThatGeometryAllows) {
  // crank and rod reach 0.4 m towards the guide, 1 m below the shaft: 0.6 m stay open, in whichever joint
  const std::string said =
      testing::wrong_with_model(kSliderCrank, {{"joint.shaft.points", "[[0, 1], [-0.05, 0]]"}});
  EXPECT_CONTAINS(said, "stays open by 0.6 m where the others fit");
  // far from the drawing too, where Newton's method wanders
  const std::string far =
      testing::wrong_with_model(kSliderCrank, {{"joint.shaft.points", "[[30, 21], [-0.05, 0]]"}});
  EXPECT_CONTAINS(far, "stays open by 20.6 m where the others fit");
}

TEST(Initial, PlacesAreThoseOfTheBlockThatTheKeyNames) {
  // a joint that is called as a word of the message is not taken for the one that the message is about
  const std::string said = testing::wrong_with_model(
      kTwiceGuided, {{"joint.right.points", "[[0, -0.099], [0.2, -0.1]]"}, {"joint.left.name", "by"}});
  EXPECT_CONTAINS(said, ":12:1: error: joint.right: the joints cannot be assembled");
}

}  // namespace
}  // namespace freeplay

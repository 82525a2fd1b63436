// SPDX-License-Identifier: Apache-2.0
// Assembly keeps what was drawn: as few bodies move as will do, and a second way to fit is told.
#include "system/placing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "freeplay/assemble.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

constexpr double kCrank = 0.043, kRod = 0.145;

/// An upright engine: only the crank's angle is given.
const char* const kEngine = R"(
freeplay = 1
[[body]]
name = "crank"
mass = 4
inertia = 0.02
angle = "90 deg"
[[body]]
name = "rod"
mass = 0.55
inertia = 2.5e-3
[[body]]
name = "piston"
mass = 0.45
inertia = 6e-4
[[joint]]
name = "main"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [0, 0]]
[[joint]]
name = "big_end"
type = "revolute"
bodies = ["rod", "crank"]
points = [[-0.045, 0], [0.043, 0]]
[[joint]]
name = "small_end"
type = "revolute"
bodies = ["rod", "piston"]
points = [[0.1, 0], [0, 0]]
[[joint]]
name = "liner"
type = "prismatic"
bodies = ["ground", "piston"]
axis = [0, 1]
[run]
end = 1
)";

struct Placed {
  State state;
  InitialReport initial;
  std::vector<Diagnostic> messages;

  explicit Placed(const std::string& text, const std::vector<Assignment>& changes = {}) {
    Diagnostics said;
    Assembly assembly = assemble(read_model_text(text, "test.toml", changes), &said);
    state = assembly.system->initial_state();
    initial = assembly.initial;
    messages = said.all();
  }
  /// What is said with `severity` about two ways to fit, or "".
  std::string two_ways(Severity severity) const {
    for (const Diagnostic& message : messages) {
      if (message.severity == severity && message.message.find("fit in") != std::string::npos)
        return to_string(message);
    }
    return "";
  }
};

TEST(Placing, TellsOfBothWaysWhereNothingDecides) {
  const Placed engine(kEngine);
  // upright, because a rod that goes on as the crank points is folded less
  EXPECT_NEAR(engine.state.q()[7], kCrank + kRod, 1e-12);
  EXPECT_NEAR(engine.state.q()[5], std::numbers::pi / 2, 1e-12);
  const std::string said = engine.two_ways(Severity::warning);
  EXPECT_CONTAINS(said, "test.toml:8:1: warning: body.rod");
  EXPECT_CONTAINS(said, "taken: rod at [0, 0.088] m, angle 1.5708 rad, piston at [0, 0.188] m");
  EXPECT_CONTAINS(said, "the other: rod at [0, -0.002] m, angle -1.5708 rad, piston at [0, -0.102] m");
  EXPECT_CONTAINS(said, "body.rod.angle = 1.5708 for this one, -1.5708 for the other");
  EXPECT_LACKS(said, "crank");
}

TEST(Placing, TheRemedyItOffersChooses) {
  for (const double sign : {1.0, -1.0}) {
    const double y = kCrank + sign * kRod;
    const std::vector<std::vector<Assignment>> remedies = {
        {{"body.rod.angle", fmt::format("{}", sign * 1.5708)}},
        {{"body.piston.position", fmt::format("[0, {}]", y)}},
        {{"body.piston.position", fmt::format("[0, {}]", y + 0.02 * sign)}}};  // too far: it is shifted
    for (const std::vector<Assignment>& remedy : remedies) {
      const Placed engine(kEngine, remedy);
      EXPECT_NEAR(engine.state.q()[7], y, 1e-9) << remedy[0].second;
      EXPECT_EQ(engine.state.q()[2], std::numbers::pi / 2) << "the crank stays";
      EXPECT_EQ(engine.two_ways(Severity::warning), "");
    }
  }
}

TEST(Placing, ANearWayIsTakenWithoutAWord) {
  const Placed lying(kEngine, {{"joint.liner.axis", "[1, 0]"}});  // the rod was drawn along the guide
  EXPECT_NEAR(lying.state.q()[6], std::sqrt(kRod * kRod - kCrank * kCrank), 1e-12);
  EXPECT_EQ(lying.two_ways(Severity::warning), "");
  EXPECT_EQ(lying.two_ways(Severity::note), "");
}

TEST(Placing, FreeMotionIsNoSecondWay) {
  // without an angle of the crank every position of the mechanism would do; drawn in one line across the guide
  // it has no direction to fold in
  const Placed engine(kEngine, {{"body.crank.angle", "none"}});
  EXPECT_EQ(engine.two_ways(Severity::warning), "");
  EXPECT_EQ(engine.two_ways(Severity::note), "");
}

TEST(Placing, SaysWhereEveryBodyStands) {
  const Placed engine(kEngine);
  ASSERT_EQ(engine.initial.placed.size(), 3u);
  const PlacedBody &crank = engine.initial.placed[0], &rod = engine.initial.placed[1];
  EXPECT_EQ(crank.distance, 0);
  EXPECT_EQ(crank.angle, 0);
  EXPECT_TRUE(crank.orientation_given);
  EXPECT_FALSE(crank.position_given);
  EXPECT_NEAR(rod.distance, 0.088, 1e-12);
  EXPECT_NEAR(rod.angle, std::numbers::pi / 2, 1e-12);
  EXPECT_FALSE(rod.orientation_given);
}

/// Two plates, both drawn in one place, whose hinge is on the far side of each.
const char* const kPhone = R"(
freeplay = 1
dimension = 3
[[body]]
name = "base"
mass = 0.12
inertia = [6.6e-5, 5.4e-5, 1.1e-4]
position = [0, 0, 1]
orientation = { sequence = "xyz", angles = [0.6, 0.4, 0.2] }
[[body]]
name = "lid"
mass = 0.12
inertia = [6.6e-5, 5.4e-5, 1.1e-4]
position = [0, 0, 1]
orientation = { sequence = "xyz", angles = [0.6, 0.4, 0.2] }
[[joint]]
name = "hinge"
type = "revolute"
bodies = ["base", "lid"]
points = [[0, 0.037, 0.004], [0, -0.037, 0.004]]
axis = [1, 0, 0]
[run]
end = 1
)";

TEST(Placing, ShiftsOneBodyWhereThatIsEnough) {
  const Placed phone(kPhone);
  ASSERT_EQ(phone.initial.moved.size(), 1u);
  EXPECT_EQ(phone.initial.moved[0].body, "lid");  // the later one comes to the earlier one
  EXPECT_NEAR(phone.initial.moved[0].distance, 0.074, 1e-14);
  EXPECT_EQ(phone.initial.moved[0].angle, 0);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(phone.state.q()[3 + k], phone.state.q()[10 + k]);
  EXPECT_EQ(phone.state.q()[2], 1);
  EXPECT_EQ(phone.two_ways(Severity::note), "");
}

TEST(Placing, TurnsOneBodyWhereShiftingIsNotEnough) {
  // about x the hinge is free, about y it is not
  const Placed phone(kPhone, {{"body.lid.orientation.angles", "[0.6, 0.5, 0.2]"},
                              {"joint.hinge.axis", "none"},
                              {"joint.hinge.axes", "[[1, 0, 0], [1, 0, 0]]"}});
  ASSERT_EQ(phone.initial.moved.size(), 1u);
  EXPECT_GT(phone.initial.moved[0].angle, 0.05);  // the axes were 0.1 rad apart
  EXPECT_LT(phone.initial.moved[0].angle, 0.5);   // turned round by 3 rad the points would meet, too
  EXPECT_LT(phone.initial.moved[0].distance, 0.074);
}

/// Three links, drawn with their places; two of them are wrong.
TEST(Placing, KeepsTheBodiesThatFit) {
  std::string chain = "freeplay = 1\n";
  const double drawn[] = {0.1, 0.33, 0.5, 0.66,
                          0.9};  // centres of links of 0.2 m; those at 0.33, 0.66 are off
  for (int k = 0; k < 5; ++k) {
    chain += fmt::format(
        "[[body]]\nname = \"link{0}\"\nmass = {1}\ninertia = 0.01\nposition = [{2}, 0]\nangle = 0\n", k,
        1 + 0.1 * k, drawn[k]);
    chain += fmt::format(
        "[[joint]]\nname = \"pin{0}\"\ntype = \"revolute\"\nbodies = [\"{1}\", \"link{0}\"]\npoints = "
        "[[{2}, 0], [-0.1, 0]]\n",
        k, k == 0 ? "ground" : fmt::format("link{}", k - 1), k == 0 ? 0.0 : 0.1);
  }
  const Placed placed(chain + "[run]\nend = 1\n");
  ASSERT_EQ(placed.initial.moved.size(), 2u);
  EXPECT_EQ(placed.initial.moved[0].body, "link1");
  EXPECT_NEAR(placed.initial.moved[0].distance, 0.03, 1e-12);
  EXPECT_EQ(placed.initial.moved[0].angle, 0);
  EXPECT_EQ(placed.initial.moved[1].body, "link3");
  EXPECT_NEAR(placed.initial.moved[1].distance, 0.04, 1e-12);
  EXPECT_EQ(placed.initial.moved[1].angle, 0);
}

}  // namespace
}  // namespace freeplay

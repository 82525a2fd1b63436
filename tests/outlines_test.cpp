// SPDX-License-Identifier: Apache-2.0
// Bodies on solids that are not convex: grooves, bowls, gears of one polygon.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "tests/kit/gears.h"
#include "tests/kit/places.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

constexpr double kBowl = 0.08, kDisc = 0.02, kMass = 1, kInertia = 2e-4, kGravity = 9.81;

/// A disc in a bowl, from 45° to one side; `bowl` is the shape of the ground.
std::string disc_in(const std::string& bowl, const std::string& contact, const std::string& method,
                    double end) {
  const double start = (kBowl - kDisc) * std::sqrt(0.5);
  return fmt::format(R"(freeplay = 1
gravity = [0, -{}]
[[body]]
name = "disc"
mass = {}
inertia = {}
position = [{:.17g}, {:.17g}]
[[shape]]
body = "disc"
type = "circle"
radius = {}
[[shape]]
name = "bowl"
body = "ground"
{}
[contact]
{}
[method]
{}
[run]
end = {}
record = {{ every = "5 ms" }}
)",
                     kGravity, kMass, kInertia, start, -start, kDisc, bowl, contact, method, end);
}

const char* const kHollow = R"(type = "outline"
points = [[-0.2, -0.2], [0.2, -0.2], [0.2, 0], [0.08, 0], [-0.08, 0], [-0.2, 0]]
radii = [0, 0, 0, -0.08, 0, 0])";
const char* const kRolls = R"(impact = { law = "newton", restitution = 0.0 }
friction = { law = "coulomb", mu = 5 })";

/// Where a disc that rolls in a bowl is: a pendulum of length R − r with an effective mass m + J/r², by Runge and Kutta.
double rolled(double end) {
  const double k = kGravity / ((kBowl - kDisc) * (1 + kInertia / (kMass * kDisc * kDisc)));
  double angle = std::numbers::pi / 4, rate = 0;
  constexpr int kSteps = 20000;
  const double h = end / kSteps;
  const auto f = [&](double a) { return -k * std::sin(a); };
  for (int i = 0; i < kSteps; ++i) {
    const double k1 = f(angle), k2 = f(angle + 0.5 * h * rate),
                 k3 = f(angle + 0.5 * h * rate + 0.25 * h * h * k1),
                 k4 = f(angle + h * rate + 0.5 * h * h * k2);
    angle += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return angle;
}

double angle_of(const Ran& ran) {
  return std::atan2(ran.last("/body/disc/position", 0), -ran.last("/body/disc/position", 1));
}

TEST(Outlines, ADiscInABowlIsAPendulumToTheOrderOfTheStepper) {
  constexpr double kEnd = 0.8;
  const double exact = rolled(kEnd);
  double last = 0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const Ran ran = run(disc_in(kHollow, kRolls, fmt::format("stepper = {{ step = {} }}", step), kEnd));
    const double error = std::abs(angle_of(ran) - exact);
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.2) << step;
    }
    last = error;
  }
  EXPECT_LT(last, 1e-3);
}

TEST(Outlines, TheCompliantWorldRollsInTheSameBowl) {
  constexpr double kEnd = 0.4;
  const Ran ran =
      run(disc_in(kHollow,
                  "world = \"compliant\"\nforce = { law = \"exact\", restitution = 0.5, stiffness = 1e8 }\n"
                  "friction = { law = \"tanh\", mu = 5, velocity = 1e-4 }",
                  "stepper = \"runge_kutta\"", kEnd));
  EXPECT_NEAR(angle_of(ran), rolled(kEnd), 5e-3);
}

/// The bowl divided into facets: a disc rolls as over the curve, with an error that falls with the division.
TEST(Outlines, ABowlOfFacetsTendsToTheBowl) {
  constexpr double kEnd = 0.3;
  const double exact = rolled(kEnd);
  double last = 0;
  for (const int facets : {40, 80, 160}) {
    std::string points = "[-0.2, -0.2], [0.2, -0.2], [0.2, 0]";
    for (int k = 0; k <= facets; ++k) {
      const double angle = std::numbers::pi * k / facets;  // outside the curve, which its middles touch
      const double r = kBowl / std::cos(0.5 * std::numbers::pi / facets);
      points += fmt::format(", [{:.17g}, {:.17g}]", r * std::cos(angle), -r * std::sin(angle));
    }
    const Ran ran = run(disc_in("type = \"polygon\"\npoints = [" + points + ", [-0.2, 0]]", kRolls,
                                "stepper = { step = \"0.1 ms\" }", kEnd));
    const double error = std::abs(angle_of(ran) - exact);
    EXPECT_LT(error, 4.0 / facets) << facets;
    if (last > 0) {
      EXPECT_LT(error, 0.75 * last) << facets;
    }
    last = error;
  }
}

/// A disc over an arc moves as over the circle that it is part of.
TEST(Outlines, ADiscOverAnArcMovesAsOverACircle) {
  const auto over = [](const char* hill) {
    return run(fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 1
inertia = 2e-4
position = [0, 1.02]
velocity = [0.5, 0]
[[shape]]
body = "disc"
type = "circle"
radius = 0.02
[[shape]]
name = "hill"
body = "ground"
{}
[contact]
impact = {{ law = "newton", restitution = 0.0 }}
friction = {{ law = "coulomb", mu = 0.2 }}
[method]
stepper = {{ step = "0.2 ms" }}
[run]
end = 0.4
record = {{ every = "10 ms" }}
)",
                           hill));
  };
  const Ran arc = over(
                "type = \"outline\"\npoints = [[-0.8, 0.6], [-0.8, -1], [0.8, -1], [0.8, 0.6]]\n"
                "radii = [0, 0, 0, 1]"),
            circle = over("type = \"circle\"\nradius = 1");
  EXPECT_GT(arc.last("/body/disc/position", 0), 0.15);
  for (const int k : {0, 1})
    EXPECT_NEAR(arc.last("/body/disc/position", k), circle.last("/body/disc/position", k), 1e-8);
  EXPECT_NEAR(arc.last("/body/disc/angle"), circle.last("/body/disc/angle"), 1e-7);
}

/// A point that slides along a straight side of a solid with a groove elsewhere feels nothing.
TEST(Outlines, NothingIsFeltWhereASolidCouldBeDivided) {
  for (const bool rigid : {true, false}) {
    const Ran ran = run(fmt::format(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "bead"
mass = 1
inertia = 1e-3
position = [-0.5, {}]
velocity = [1, 0]
[[shape]]
body = "bead"
type = "point"
[[shape]]
name = "block"
body = "ground"
type = "polygon"
points = [[-1, -1], [-0.2, -1], [0, -0.1], [0.2, -1], [1, -1], [1, 0], [-1, 0]]
[contact]
{}
[method]
{}
[run]
end = 1
record = {{ every = "10 ms" }}
)",
                                    rigid ? 0 : -9.81e-6,
                                    rigid ? "impact = { law = \"newton\", restitution = 0.0 }"
                                          : "world = \"compliant\"\nforce = { law = \"exact\", restitution = "
                                            "0.5, stiffness = 1e6, exponent = 1 }",
                                    rigid ? "stepper = { step = \"1 ms\" }" : "stepper = \"runge_kutta\""));
    EXPECT_NEAR(ran.last("/body/bead/position", 0), 0.5, 1e-9) << rigid;
    EXPECT_NEAR(ran.last("/body/bead/position", 1), rigid ? 0 : -9.81e-6, 1e-9) << rigid;
    EXPECT_NEAR(ran.last("/body/bead/velocity", 0), 1, 1e-9) << rigid;
    EXPECT_NEAR(ran.summary.works.impact, 0, 1e-9) << rigid;
  }
}

/// Gears drawn as one polygon each run as those divided by hand into teeth.
TEST(Outlines, AGearOfOnePolygonRunsAsOneDividedIntoTeeth) {
  const auto turned = [](bool whole) {
    const Ran ran = run(testing::gears_text(whole));
    EXPECT_LT(ran.summary.works.friction, 0);
    EXPECT_LT(std::abs(ran.summary.works.stabilisation), 1e-4 * std::abs(ran.summary.works.applied));
    return std::array<double, 2>{ran.last("/body/pinion/angle"), ran.summary.works.friction};
  };
  const std::array<double, 2> one = turned(true), many = turned(false);
  EXPECT_NEAR(one[0], many[0], 2e-3 * many[0]);
  EXPECT_NEAR(one[1], many[1], 0.02 * std::abs(many[1]));
}

/// The wheel of the example follows the ideal drive while the pin is in a slot, to within the play over the arm, and each
/// turn of the crank turns it by a quarter.
TEST(Outlines, AGenevaDriveIndexesByQuarters) {
  const Ran ran = run(read_model(source_folder() + "/examples/geneva_drive/model.toml"));
  const std::vector<double> crank = ran.record.values("/body/crank/angle"),
                            wheel = ran.record.values("/body/wheel/angle");
  const double ratio = std::sqrt(0.5), quarter = 0.5 * std::numbers::pi;
  int driven = 0;
  for (std::size_t k = 0; k < crank.size(); ++k) {
    const double turns = std::floor(crank[k] / (2 * std::numbers::pi) + 0.5);
    const double phi = crank[k] - 2 * std::numbers::pi * turns;  // of the pin, from the line of centres
    if (std::abs(phi) > 0.7) continue;
    // half a quarter before the line of centres, half of it after; the slot is 45° behind where it was drawn
    const double psi = std::atan2(ratio * std::sin(phi), 1 - ratio * std::cos(phi));
    const double ideal = 0.5 * quarter - (turns - 1) * quarter - 0.5 * quarter - psi;
    EXPECT_NEAR(wheel[k], ideal, 0.0002 / 0.0175) << crank[k];
    ++driven;
  }
  EXPECT_GT(driven, 50);
  EXPECT_NEAR(ran.last("/body/wheel/angle"), 0.5 * quarter - 2 * quarter, 0.02);
}

}  // namespace
}  // namespace freeplay

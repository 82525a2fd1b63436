// SPDX-License-Identifier: Apache-2.0
// Equilibria that can be computed by hand, stable and not.
#include "system/equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "system/analysis_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::model_of;

constexpr double kG = 9.81;

struct Found {
  Assembly assembly;
  State state;
  Equilibrium equilibrium;

  double lambda(const std::string& name) const {
    const SystemInfo& info = assembly.system->info();
    for (std::size_t r = 0; r < info.constraints.size(); ++r) {
      if (info.constraints[r].name == name) return equilibrium.lambda[r];
    }
    ADD_FAILURE() << "no row " << name;
    return 0;
  }
};

Found find(const Model& model) {
  Found found{assemble(model), {}, {}};
  found.state = found.assembly.system->initial_state();
  found.equilibrium = find_equilibrium(*found.assembly.system, found.state);
  return found;
}

Found find(const std::string& parts) { return find(model_of(parts, "statics")); }

TEST(Equilibrium, BarHangsFromItsPin) {
  const double m = 2, J = 0.3, l = 0.4;
  for (const double angle : {0.0, 1.0, 1.5, -2.0, 3.0}) {
    const Found found = find(testing::bar("bar", l * std::cos(angle), l * std::sin(angle), angle, m, J) +
                             testing::pin("pin", "ground", "bar", 0, 0, -l, 0));
    ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
    EXPECT_EQ(found.equilibrium.stability, Stability::stable);
    EXPECT_NEAR(std::cos(found.state.q()[2]), 0, 1e-12);
    EXPECT_NEAR(std::sin(found.state.q()[2]), -1, 1e-12);
    EXPECT_NEAR(found.lambda("pin.x"), 0, 1e-10);
    EXPECT_NEAR(found.lambda("pin.y"), m * kG, 1e-10);
    ASSERT_EQ(found.equilibrium.eigenvalues.size(), 1u);
    EXPECT_NEAR(found.equilibrium.eigenvalues[0], m * kG * l / (J + m * l * l), 1e-7);
    EXPECT_LT(found.equilibrium.iterations, 40);
  }
}

TEST(Equilibrium, DrawnUprightItIsUnstable) {
  const double l = 0.4;
  const Found found = find(testing::bar("bar", 0, l, std::numbers::pi / 2, 2, 0.3) +
                           testing::pin("pin", "ground", "bar", 0, 0, -l, 0));
  ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
  EXPECT_EQ(found.equilibrium.stability, Stability::unstable);
  EXPECT_NEAR(found.state.q()[1], l, 1e-12);
  EXPECT_LT(found.equilibrium.eigenvalues[0], 0);
}

/// A beam on a pin, held by a spring from above: the angle by bisection.
TEST(Equilibrium, BeamOnASpring) {
  const double m = 3, l = 0.5, k = 200, l0 = 0.3, height = 0.8;
  const Found found =
      find(testing::bar("beam", l, 0, 0, m, 0.2) + testing::pin("pin", "ground", "beam", 0, 0, -l, 0) +
           fmt::format("[[force]]\nname = \"spring\"\ntype = \"spring_damper\"\nbodies = [\"ground\", "
                       "\"beam\"]\npoints = [[{}, {}], [{}, 0]]\nstiffness = {}\nfree_length = {}\n",
                       2 * l, height, l, k, l0));
  ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
  const auto moment = [&](double a) {
    const double ex = 2 * l - 2 * l * std::cos(a), ey = height - 2 * l * std::sin(a);
    const double length = std::hypot(ex, ey), pull = k * (length - l0);
    return 2 * l * (std::cos(a) * ey - std::sin(a) * ex) / length * pull - m * kG * l * std::cos(a);
  };
  double low = -1, high = 0.7;  // the moment falls in between
  ASSERT_GT(moment(low) * moment(high) * -1, 0);
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (moment(middle) > 0 ? low : high) = middle;
  }
  EXPECT_NEAR(found.state.q()[2], low, 1e-11);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  const double a = low, e = 1e-5;
  EXPECT_NEAR(found.equilibrium.eigenvalues[0],
              -(moment(a + e) - moment(a - e)) / (2 * e) / (0.2 + m * l * l), 1e-5);
}

TEST(Equilibrium, WithoutFreedomsOnlyReactions) {
  // a beam on a pin and a vertical rod at the far end: half of the weight each
  const Found found =
      find(testing::bar("beam", 1, 0, 0, 4, 0.5) + testing::pin("pin", "ground", "beam", 0, 0, -1, 0) +
           "[[joint]]\nname = \"rod\"\ntype = \"distance\"\nbodies = [\"ground\", \"beam\"]\npoints = [[2, "
           "3], [1, "
           "0]]\n");
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_EQ(found.equilibrium.freedoms, 0);
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  EXPECT_NEAR(found.lambda("pin.y"), 2 * kG, 1e-10);
  EXPECT_NEAR(std::abs(found.lambda("rod.distance")), 2 * kG, 1e-10);
}

/// A third support makes the reactions indeterminate: the least are those of a beam on three equal springs.
TEST(Equilibrium, ThreeSupports) {
  std::string parts = testing::bar("beam", 0, 0, 0, 6, 0.5) + testing::guide("hold", "beam");
  const Found found = find(parts + testing::guide("again", "beam") + testing::guide("third", "beam") +
                           testing::driver("hold", "law = \"constant_speed\", speed = 0"));
  ASSERT_TRUE(found.equilibrium.found);
  for (const char* row : {"hold.normal", "again.normal", "third.normal"})
    EXPECT_NEAR(found.lambda(row), 2 * kG, 1e-10);
}

TEST(Equilibrium, DriverHolds) {
  const double l = 0.5, m = 2;
  const Found found =
      find(testing::bar("arm", l, 0, 0, m, 0.1) + testing::pin("pin", "ground", "arm", 0, 0, -l, 0) +
           testing::driver("pin", "law = \"constant_speed\", speed = 3"));
  ASSERT_TRUE(found.equilibrium.found);
  EXPECT_NEAR(found.lambda("pin_drive.motion"), m * kG * l, 1e-10);
  for (const double u : found.state.u()) EXPECT_EQ(u, 0);
}

TEST(Equilibrium, SliderOnALevelGuideIsNeutral) {
  const Found found = find(testing::bar("slider", 0.3, 0, 0) + testing::guide("guide", "slider"));
  ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
  EXPECT_EQ(found.equilibrium.stability, Stability::neutral);
  EXPECT_EQ(found.equilibrium.softest, "slider.x");
  EXPECT_EQ(found.equilibrium.iterations, 1);
}

TEST(Equilibrium, NothingHoldsTheBody) {
  const Found found = find(testing::bar("stone", 0, 0, 0, 3));
  ASSERT_FALSE(found.equilibrium.found);
  EXPECT_CONTAINS(found.equilibrium.message, "stone.y is still pushed by -29.4 N");
  EXPECT_CONTAINS(found.equilibrium.message, "hold it by");
}

/// Gravity pulls a slider-crank down to its lowest position; friction and springs are absent.
TEST(Equilibrium, ClosedLoopFindsTheMinimum) {
  const Found found = find(testing::slider_crank(0.7));
  ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
  EXPECT_EQ(found.equilibrium.stability, Stability::stable);
  // the crank and half of the rod hang on the pin: straight down is lowest
  EXPECT_NEAR(std::remainder(found.state.q()[2] + std::numbers::pi / 2, 2 * std::numbers::pi), 0, 1e-9);
}

/// A force that follows its body has no potential: a double pendulum under it flutters or diverges.
TEST(Equilibrium, FollowerForceCanFlutter) {
  const auto column = [](double force) {
    std::string parts = testing::bar("lower", 0.5, 0, 0, 2, 1e-3) +
                        testing::bar("upper", 1.5, 0, 0, 1, 1e-3) +
                        testing::pin("foot", "ground", "lower", 0, 0, -0.5, 0) +
                        testing::pin("knee", "lower", "upper", 0.5, 0, -0.5, 0);
    for (const auto& [name, a, b] : {std::array<const char*, 3>{"first", "ground", "lower"},
                                     std::array<const char*, 3>{"second", "lower", "upper"}}) {
      parts += fmt::format(
          "[[force]]\nname = \"{}\"\ntype = \"torsion_spring_damper\"\nbodies = [\"{}\", \"{}\"]\nstiffness "
          "= "
          "10\n",
          name, a, b);
    }
    parts += fmt::format(
        "[[force]]\nname = \"thrust\"\ntype = \"point_force\"\nbody = \"upper\"\nforce = [{}, 0]\npoint = "
        "[0.5, "
        "0]\nframe = \"body\"\n",
        -force);
    Model model = model_of(parts, "statics");
    model.gravity = {0, 0};
    return find(model);
  };
  const Found small = column(5), large = column(60);
  ASSERT_TRUE(small.equilibrium.found && large.equilibrium.found);
  EXPECT_EQ(small.equilibrium.stability, Stability::stable);
  EXPECT_EQ(large.equilibrium.stability, Stability::unstable);
}

/// Positions with more numbers than velocities: moves go through System::advance.
TEST(Equilibrium, OtherPositionCoordinates) {
  const Found found = find(testing::slider_crank(0.7));
  const testing::TurnedSystem turned(*found.assembly.system);
  State state = turned.initial_state();
  const Equilibrium other = find_equilibrium(turned, state);
  ASSERT_TRUE(other.found) << other.message;
  EXPECT_EQ(other.iterations, found.equilibrium.iterations);
  EXPECT_NEAR(other.eigenvalues[0], found.equilibrium.eigenvalues[0], 1e-6);
  for (std::size_t r = 0; r < other.lambda.size(); ++r)
    EXPECT_NEAR(other.lambda[r], found.equilibrium.lambda[r], 1e-9);
}

TEST(Equilibrium, ScaleFree) {
  int expected = 0;
  for (const double s : {1.0, 1e3, 1e-3}) {
    Model model = model_of(testing::slider_crank(0.7), "statics");
    for (Body& body : model.bodies) {
      body.position[0] *= s, body.position[1] *= s;
      body.inertia *= s * s;
    }
    for (Joint& joint : model.joints) {
      for (Point& p : std::get<std::vector<Point>>(joint.values.at("points").data)) p[0] *= s, p[1] *= s;
    }
    const Found found = find(model);
    ASSERT_TRUE(found.equilibrium.found) << found.equilibrium.message;
    if (s == 1) expected = found.equilibrium.iterations;
    EXPECT_EQ(found.equilibrium.iterations, expected);
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Joints with play in space, as machines: against their planar counterparts and against closed forms.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::example;
using testing::Ran;
using testing::run;

constexpr const char* kLaws = R"(
[contact]
world = "{}"
impact = {{ law = "newton", restitution = 0.5 }}
friction = {{ law = "coulomb", mu = 0.2, velocity = "1 mm/s" }}
force = {{ law = "exact", restitution = 0.5, young = "207 GPa", poisson = 0.3, radius = "1 mm" }}
[method]
stepper = {}
[run]
end = 0.3
record = {{ every = 0.1 }}
)";

constexpr const char* kPendulum[] = {R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "part"
mass = 0.5
inertia = 3.8e-3
position = [0.15, 0]
[[joint]]
name = "joint"
type = "revolute"
bodies = ["ground", "part"]
points = [[0, 0], [-0.15, 0]]
radius = "10 mm"
clearance = "0.5 mm"
)",
                                     R"(
freeplay = 1
dimension = 3
gravity = [0, -9.81, 0]
[[body]]
name = "part"
mass = 0.5
inertia = [1e-4, 3.8e-3, 3.8e-3]
position = [0.15, 0, 0]
[[joint]]
name = "joint"
type = "revolute"
bodies = ["ground", "part"]
point = [0, 0, 0]
axis = [0, 0, 1]
bearing = { radius = "10 mm" }
clearance = "0.5 mm"
)"};

constexpr const char* kSlider[] = {R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "part"
mass = 0.5
inertia = 3.8e-4
velocity = [1, 0.1]
angular_velocity = 0.3
[[joint]]
name = "joint"
type = "prismatic"
bodies = ["ground", "part"]
axis = [1, 0]
length = "0.1 m"
width = "50 mm"
clearance = "0.5 mm"
)",
                                   R"(
freeplay = 1
dimension = 3
gravity = [0, -9.81, 0]
[[body]]
name = "part"
mass = 0.5
inertia = [1e-4, 3.8e-4, 3.8e-4]
velocity = [1, 0.1, 0]
angular_velocity = [0, 0, 0.3]
[[joint]]
name = "joint"
type = "translational"
bodies = ["ground", "part"]
axis = [1, 0, 0]
bearing = { length = "0.1 m", height = "50 mm" }
clearance = "0.5 mm"
)"};

// The same machine in the plane, and in space with a bare `clearance`: the same motion, in either world, with
// impacts, stick and slip. In the rigid world to rounding.
TEST(PlayInSpace, BareClearanceIsThePlanarJoint) {
  for (const auto* machine : {&kPendulum, &kSlider}) {
    for (const bool compliant : {false, true}) {
      const std::string laws =
          compliant ? fmt::format(kLaws, "compliant", R"({ name = "runge_kutta", accuracy = 1e-9 })")
                    : fmt::format(kLaws, "rigid", R"({ name = "symmetric", step = "50 us" })");
      const Ran flat = run(read_model_text((*machine)[0] + laws, "plane"));
      const Ran space = run(read_model_text((*machine)[1] + laws, "space"));
      const double tolerance = compliant ? 1e-6 : 1e-12;
      for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(space.last("/body/part/position", k), flat.last("/body/part/position", k), tolerance);
        EXPECT_NEAR(space.last("/body/part/velocity", k), flat.last("/body/part/velocity", k),
                    10 * tolerance);
      }
      EXPECT_NEAR(space.last("/body/part/position", 2), 0, 1e-12);
      EXPECT_NEAR(space.summary.works.friction, flat.summary.works.friction, tolerance);
      EXPECT_EQ(space.summary.impacts_listed, flat.summary.impacts_listed);
      EXPECT_GT(space.summary.impacts_listed, 3);
    }
  }
}

// A door hangs on the outermost rims of its two pins, 1.4 m + 30 mm + 29.8 mm apart, whose centres are twice
// the play apart across the axis; it rests on the lower end of the lower hinge.
TEST(PlayInSpace, DoorSagsByThePlayOfItsHinges) {
  const Ran door = run(example("door_hinge", {{"contact.friction.mu", "0"}, {"run.end", "1.5"}}));
  const double tilt = 2 * 0.3e-3 / (1.4 + 0.5 * 60e-3 + 0.5 * 59.6e-3);
  EXPECT_NEAR(door.last("/joint/lower/tilt"), tilt, 1e-4 * tilt);
  EXPECT_NEAR(door.last("/joint/upper/tilt"), tilt, 1e-4 * tilt);
  // its deepest point is the rim: the middle of the pin is R_j sin(tilt) above the end
  EXPECT_NEAR(door.last("/joint/lower/axial"), -0.2e-3 + 7.7e-3 * tilt, 1e-8);
}

// On a slope below the friction angle a pin stays; shaken about its axis it walks down to the end.
TEST(PlayInSpace, ShakenPinWalksAlongItsBearing) {
  const Ran still =
      run(example("walking_pin", {{"driver.shaker.motion.amplitude", "0"}, {"run.end", "0.1"}}));
  EXPECT_NEAR(still.last("/joint/bore/axial"), -4e-3, 1e-12);
  const Ran shaken = run(example("walking_pin"));
  EXPECT_NEAR(shaken.last("/joint/bore/axial"), 5e-3, 1e-9);
}

/// Contacts last in proportion to K^−0.4, and so delay those that follow; nothing has touched before the
/// first.
TEST(PlayInSpace, CompliantJournalTendsToTheRigidOne) {
  const auto begun = [](std::vector<Assignment> changes) {
    changes.push_back({"run.end", "0.02"});
    changes.push_back({"run.record.impact_threshold", "0"});
    const Ran ran = run(example("spatial_slider_crank_play", changes));
    std::vector<double> times, first;
    for (const std::vector<double>& row : ran.record.rows("/impacts")) times.push_back(row[0]);
    std::sort(times.begin(), times.end());
    for (const double t : times) {
      if (first.empty() || t - first.back() > 1e-4) first.push_back(t);
    }
    EXPECT_LT(ran.summary.worst_numerical, 1e-8 * ran.summary.energy_scale);
    return first;
  };
  const auto compliant = [&](const char* stiffness) {
    return begun({{"contact.force",
                   std::string("{ law = \"exact\", restitution = 0.9, stiffness = ") + stiffness + " }"},
                  {"method.stepper", "{ name = \"runge_kutta\", accuracy = 1e-11, detection = \"event\" }"}});
  };
  const std::vector<double> rigid =
      begun({{"contact.world", "rigid"}, {"method.stepper", "{ name = \"symmetric\", accuracy = 1e-10 }"}});
  const std::vector<double> soft = compliant("1e12"), stiff = compliant("1e14");
  ASSERT_GE(rigid.size(), 3u);
  ASSERT_GE(soft.size(), 3u);
  ASSERT_GE(stiff.size(), 3u);
  EXPECT_NEAR(soft[0], rigid[0], 1e-12);
  for (std::size_t n = 1; n < 3; ++n) {
    const double p = 0.5 * std::log10((soft[n] - rigid[n]) / (stiff[n] - rigid[n]));
    EXPECT_NEAR(p, 0.4, 0.01) << "contact " << n + 1;
  }
}

// Both pins of a cross tilted to the limit 2 c_r/L_j let the output of a universal joint leave its ideal
// angle tan φ₂ = cos β tan φ₁ by 2 (2 c_r/L_j)/cos β at most, where the cross stands across the shafts; it
// comes near to that.
TEST(PlayInSpace, UniversalJointLagsByThePlayOfItsCross) {
  const Ran ran = run(example("universal_play", {{"run.end", "0.03"}}));
  const double c = std::cos(std::numbers::pi / 6), limit = 2 * (2 * 0.1e-3 / 49.8e-3) / c;
  const std::vector<double> in = ran.record.values("/joint/input_shaft/angle"),
                            out = ran.record.values("/joint/output_shaft/angle");
  double most = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double phi = in[i] - in[0], ideal = std::atan2(c * std::sin(phi), std::cos(phi));
    most = std::max(most, std::abs(std::remainder(out[i] - out[0] - ideal, 2 * std::numbers::pi)));
  }
  EXPECT_LT(most, 1.001 * limit);
  EXPECT_GT(most, 0.95 * limit);
}

}  // namespace
}  // namespace freeplay

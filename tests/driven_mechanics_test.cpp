// SPDX-License-Identifier: Apache-2.0
// Driven mechanisms with the symmetric stepper against closed forms: kinematics, and the work of the drivers.
#include <gtest/gtest.h>

#include <cmath>

#include "run/simulate.h"
#include "tests/kit/models.h"
#include "tests/planar_motion.h"

namespace freeplay {
namespace {

using Motion = testing::PlanarMotion;
using Order = testing::MeasuredOrder;
using testing::measured_order;

constexpr double kG = 9.81;

const std::string kDrivenSliderCrank =
    testing::slider_crank_text() + testing::motor_text("shaft", 20) + "[run]\nend = 1\n";

/// Energy of the driven slider-crank at crank angle θ, in closed form.
double slider_crank_energy(double theta, double w) {
  const double r = 0.1, l = 0.3, phi = -std::asin(r / l * std::sin(theta));
  const double phi_rate = -r * std::cos(theta) * w / (l * std::cos(phi));
  const double x_rate = -r * std::sin(theta) * w - l * std::sin(phi) * phi_rate;
  const double rod_x = -r * std::sin(theta) * w - 0.5 * l * std::sin(phi) * phi_rate;
  const double rod_y = r * std::cos(theta) * w + 0.5 * l * std::cos(phi) * phi_rate;
  const double kinetic = 0.5 * (1e-3 + 0.2 * 0.0025) * w * w + 0.5 * 0.3 * (rod_x * rod_x + rod_y * rod_y) +
                         0.5 * 2e-3 * phi_rate * phi_rate + 0.5 * 0.5 * x_rate * x_rate;
  const double rod_height = r * std::sin(theta) + 0.5 * l * std::sin(phi);
  return kinetic + kG * (0.2 * 0.05 * std::sin(theta) + 0.3 * rod_height);
}

TEST(Mechanics, DrivenSliderCrankFollowsItsKinematics) {
  const Motion motion(kDrivenSliderCrank, 1e-3, 0.4);  // more than a turn
  const std::vector<double> time = motion.values("/time");
  const std::vector<double> crank = motion.values("/body/crank/angle");
  const std::vector<double> slider = motion.values("/body/slider/position");
  const std::vector<double> velocity = motion.values("/body/slider/velocity");
  const std::vector<double> total = motion.values("/energy/total");
  for (std::size_t i = 0; i < time.size(); ++i) {
    // Projected after every step: positions are exact up to the square of the last correction, which is 1e-7
    // of the mechanism at most; velocities fit the rows from before that correction, to 1e-7 of ω r = 2 m/s.
    const double theta = 0.5 + 20 * time[i], phi = -std::asin(0.1 / 0.3 * std::sin(theta));
    const double phi_rate = -0.1 * std::cos(theta) * 20 / (0.3 * std::cos(phi));
    ASSERT_NEAR(crank[i], theta, 1e-12);
    ASSERT_NEAR(slider[2 * i], 0.1 * std::cos(theta) + 0.3 * std::cos(phi), 1e-12);
    ASSERT_NEAR(slider[2 * i + 1], 0, 1e-12);
    ASSERT_NEAR(velocity[2 * i], -0.1 * std::sin(theta) * 20 - 0.3 * std::sin(phi) * phi_rate, 2e-7);
    ASSERT_NEAR(total[i], slider_crank_energy(theta, 20), 2e-7);
  }
}

TEST(Mechanics, DriverWorkIsTheChangeOfEnergy) {
  const double change = slider_crank_energy(0.5 + 20 * 0.1, 20) - slider_crank_energy(0.5, 20);
  ASSERT_GT(std::abs(change), 0.2);
  const auto error = [&](double step) {
    const Motion motion(kDrivenSliderCrank, step, 0.1);
    EXPECT_LT(motion.summary.worst_numerical, 1e-11);  // what is booked is what the discrete motion did
    const Works& works = motion.summary.works;
    EXPECT_NEAR(works.drivers + works.stabilisation, change, 2e-7);  // as the velocities above
    double effort = 0;
    for (const double impulse : motion.values("/driver/motor/effort")) effort += impulse;
    return 20 * effort - change;  // the recorded effort at constant speed
  };
  const Order found = measured_order(error, 1e-3);
  EXPECT_GT(found.order, 1.9);
  EXPECT_LT(std::abs(found.coefficient) * 1e-6, 1e-4 * std::abs(change));
}

// Also without what is booked under stabilisation, which once had the driver's part of the velocity projection.
TEST(Mechanics, DriverWorkIsBookedAtSecondOrder) {
  const double change = slider_crank_energy(0.5 + 20 * 0.1, 20) - slider_crank_energy(0.5, 20);
  const auto error = [&](double step) {
    return Motion(kDrivenSliderCrank, step, 0.1).summary.works.drivers - change;
  };
  EXPECT_GT(measured_order(error, 1e-3).order, 1.9);
}

// A bead on a rod that turns at constant speed: r = r₀ cosh ω t.
TEST(Mechanics, BeadOnATurningRodAtSecondOrder) {
  const std::string text =
      testing::turning_guide_text("rod", "bead", "mass = 0.5\ninertia = 1e-3\nposition = [0.1, 0]\n") +
      "[run]\nend = 1\n";
  const double w = 5, t = 0.4, exact = 0.1 * std::cosh(w * t);
  const auto error = [&](double step) {
    const Motion motion(text, step, t);
    EXPECT_NEAR(std::atan2(motion.y("bead"), motion.x("bead")), w * t, 1e-12);
    EXPECT_NEAR(motion.angle("bead"), w * t, 1e-12);
    EXPECT_LT(motion.summary.worst_numerical, 1e-12);
    return std::hypot(motion.x("bead"), motion.y("bead")) - exact;
  };
  const Order found = measured_order(error, 2e-3);
  EXPECT_NEAR(found.order, 2, 0.05);
  EXPECT_LT(std::abs(found.coefficient), exact * w * t * w * w / 4);
  // the work of the motor: ½ m (ṙ² + ω² r²) gained
  const Motion motion(text, 1e-3, t);
  const double rate = 0.1 * w * std::sinh(w * t);
  const double gained = 0.25 * (rate * rate + w * w * (exact * exact - 0.01));
  const double second_order = gained * w * t * (w * 1e-3) * (w * 1e-3);
  double effort = 0;
  for (const double impulse : motion.values("/driver/motor/effort")) effort += impulse;
  EXPECT_NEAR(w * effort, gained, second_order);
  EXPECT_NEAR(motion.summary.works.drivers + motion.summary.works.stabilisation, gained, second_order);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// The machines of examples/ that people build: for each the number of its README, by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "freeplay/record.h"
#include "freeplay/spatial.h"
#include "tests/kit/run.h"

namespace freeplay {
namespace {

using std::numbers::pi;
using testing::Ran;

constexpr double kG = 9.81;

/// Mean of the samples on both sides of a time: of channels that are means since the last sample.
double around(const Ran& ran, const std::string& path, double t) {
  const std::vector<double> times = ran.times(), values = ran.values(path);
  const auto after = std::upper_bound(times.begin(), times.end(), t * (1 + 1e-9)) - times.begin();
  if (after < 1 || after >= static_cast<std::ptrdiff_t>(times.size())) return std::nan("");
  const auto i = static_cast<std::size_t>(after);
  return 0.5 * (values[i - 1] + values[i]);
}

// At the top dead centre the crank, rod and piston are in line: the piston's acceleration is −r ω² (1 + λ), that of the
// rod's centre of mass, a from the big end, −r ω² (1 + λ a/l), with λ = r/l.
TEST(Machines, EngineMainBearingAtIgnition) {
  const Ran ran = testing::run(testing::example("engine"));
  const double r = 0.043, l = 0.145, a = 0.045, omega = 3000 * 2 * pi / 60, ratio = r / l;
  const double gas = 38e5 * pi / 4 * 0.086 * 0.086;
  const double inertia = r * omega * omega * (0.45 * (1 + ratio) + 0.55 * (1 + ratio * a / l));
  const double main = around(ran, "/joint/main/reaction_x_mean", 0.01);  // half a turn after the start
  EXPECT_NEAR(main, gas - inertia, 0.02 * (gas - inertia));
  // settled: no force of the first millisecond exceeds the 3434 N that the big end starts with by more than friction does
  const std::vector<double> times = ran.times(), first = ran.values("/contact/big_end.journal/normal_mean");
  for (std::size_t i = 1; i < first.size() && times[i] < 1e-3; ++i) EXPECT_NEAR(first[i], 3434, 0.03 * 3434);
}

/// Virtual work at 30°: platform and its roller rise by 2 h, the lower arms by h/2, the upper ones by 3 h/2, and dh/dx = −cot 30°.
TEST(Machines, ScissorLiftNeedsItsCylinder) {
  const Ran ran = testing::run(testing::example("scissor_lift", {{"run.end", "0.04"}}));
  const std::vector<double> effort = ran.values("/driver/cylinder/effort_mean");
  double sum = 0;
  for (std::size_t i = 1; i < effort.size(); ++i) sum += effort[i];
  const double mean = -sum / static_cast<double>(effort.size() - 1);
  const double by_hand = std::sqrt(3.0) * kG * (2 * (500 + 2) + 2 * 10 * 0.5 + 2 * 10 * 1.5);
  EXPECT_NEAR(mean, by_hand, 0.02 * by_hand);
}

/// The energy that lifts the centre of a domino above its edge decides, to 2 % of the speed.
TEST(Machines, DominoesFallOrNot) {
  const Ran falls = testing::run(testing::example("domino_row"));
  for (int i = 0; i < 6; ++i) EXPECT_LT(falls.last(fmt::format("/body/domino{}/angle", i)), -1) << i;
  const Ran back = testing::run(testing::example("domino_row", {{"parameters.push", "0.98"}}));
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(back.last(fmt::format("/body/domino{}/angle", i)), 0, 0.1) << i;
}

/// The journal follows the sum of weight and unbalance at the bottom: m (g ± e ω²).
TEST(Machines, RotorSwaysInItsBearing) {
  const Ran ran = testing::run(testing::example("rotor_bearing"));
  std::vector<double> F = ran.values("/contact/bearing.journal/normal_mean");
  F.erase(F.begin());
  const double omega = 900 * 2 * pi / 60, spun = 0.5e-3 * omega * omega;
  EXPECT_NEAR(*std::max_element(F.begin(), F.end()), 6 * (kG + spun), 0.02 * 6 * (kG + spun));
  EXPECT_NEAR(*std::min_element(F.begin(), F.end()), 6 * (kG - spun), 0.02 * 6 * (kG - spun));
}

/// Crank and coupler in line, out and folded: the law of cosines.
TEST(Machines, SixBarRockerSwings) {
  const Ran ran = testing::run(testing::example("six_bar"));
  const std::vector<double> angle = ran.values("/body/rocker/angle");
  const auto at = [](double reach) {
    return std::acos((0.4 * 0.4 + 0.25 * 0.25 - reach * reach) / (2 * 0.4 * 0.25));
  };
  const auto [least, most] = std::minmax_element(angle.begin(), angle.end());
  EXPECT_NEAR(*most - *least, at(0.35 + 0.1) - at(0.35 - 0.1), 5e-5);
}

/// Virtual work of arms that lie level: the strut carries the car and half of the arms, (m_car + m_arm) g arm/seat.
TEST(Machines, WishboneSpringCarriesTheCar) {
  const Ran ran = testing::run(testing::example("wishbone", {{"run.end", "1"}}));
  const double angle = ran.last("/body/lower/angle"), stiffness = 70e3, seat = 0.2;
  const double compressed = (350 + 4) * kG * 0.36 / seat / stiffness;
  // level to within what the worn ball joint sags and friction holds
  EXPECT_NEAR(angle, 0, 2e-3);
  EXPECT_NEAR(stiffness * (compressed + seat * std::sin(angle)), (350 + 4) * kG * 0.36 / seat, 30);
  EXPECT_NEAR(ran.last("/body/car/velocity", 1), 0, 2e-3);
}

/// v²/2μg − v²/2a; the stack, half as wide as high, stands as long as a < g/2.
TEST(Machines, CratesSlideAndStand) {
  const Ran ran = testing::run(testing::example("truck_crates"));
  const double truck = ran.last("/body/truck/position"), v = 4;
  EXPECT_NEAR(ran.last("/body/loose/position") - truck + 0.5, v * v / (2 * 0.4 * kG) - v * v / (2 * 4.5),
              1e-3);
  EXPECT_NEAR(ran.last("/body/stacked1/position") - truck, -2, 1e-3);
  EXPECT_NEAR(ran.last("/body/stacked1/position", 2), 0.6, 1e-3);
  const Ran hard = testing::run(testing::example("truck_crates", {{"parameters.brakes", "6 m/s^2"}}));
  EXPECT_LT(hard.last("/body/stacked1/position", 2), 0.5);
}

/// What hangs on the shoulder: 6 + 4 + 1.5 kg. Without friction, by which the wall of the bearing carries a part; its motors
/// have hardly begun to move.
TEST(Machines, ScaraShoulderCarriesTheArm) {
  const Ran ran =
      testing::run(testing::example("scara", {{"run.end", "0.01"}, {"contact.friction", "none"}}));
  double sum = 0;
  std::size_t samples = 0;
  for (const Channel& channel : ran.record.layout().channels) {
    if (!channel.path.starts_with("/contact/shoulder.end_") || !channel.path.ends_with("/normal_mean"))
      continue;
    const std::vector<double> F = ran.values(channel.path);
    samples = F.size() - 1;
    for (std::size_t i = 1; i < F.size(); ++i) sum += F[i];
  }
  ASSERT_GT(samples, 2u);
  EXPECT_NEAR(sum / static_cast<double>(samples), 11.5 * kG, 0.02 * 11.5 * kG);
}

/// The middle of the platform is where three spheres meet, of the rods' length about the elbows moved in by the wrists.
TEST(Machines, DeltaRobotIsWhereThreeSpheresMeet) {
  const double hip = 0.12, arm = 0.15, rod = 0.34, wrist = 0.05, drop = 20 * pi / 180, play = 20e-6;
  const Ran ran = testing::run(testing::example("delta_robot"));
  const std::vector<double> times = ran.times();
  for (std::size_t i = 0; i < times.size(); i += 10) {
    const Vec3 at = ran.point("/body/platform/position", i);
    for (int k = 0; k < 3; ++k) {
      // the motors turn the arms about axes along which they swing down
      const double turned =
          drop + 8 * pi / 180 * (std::sin(4 * pi * times[i] + k * 2 * pi / 3) - std::sin(k * 2 * pi / 3));
      const double out = hip + arm * std::cos(turned) - wrist, down = arm * std::sin(turned);
      const double x = out * std::cos(k * 2 * pi / 3), y = out * std::sin(k * 2 * pi / 3);
      // a rod is longer or shorter by 2 c, the play of its two balls, and a platform whose rods differ tilts by 4 c over their
      // distance of 50 mm, about any axis; where the rods of an arm meet it, 50 mm from its middle, that is √2 4 c more
      EXPECT_NEAR(std::hypot(at[0] - x, at[1] - y, at[2] + down), rod, 8 * play) << times[i] << " " << k;
    }
  }
}

/// The chute falls away from the part when its acceleration passes −g: cos ω t = −g/(a ω² sin β).
TEST(Machines, FeederThrowsItsPart) {
  const Ran ran =
      testing::run(testing::example("feeder", {{"run.end", "0.01"}, {"run.record.every", "0.05 ms"}}));
  const std::vector<double> times = ran.times();
  const double omega = 2 * pi * 50, up = 0.4e-3 * omega * omega * std::sin(pi / 6);
  const double begins = std::acos(-kG / up) / omega;
  double last_carried = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double gap =
        ran.point("/body/part/position", i)[1] - ran.point("/body/chute/position", i)[1] - 0.015;
    if (gap < 1e-10) last_carried = times[i];
  }
  EXPECT_NEAR(last_carried, begins, 1.5e-4);
}

/// Whatever hinge and spring do, the middle of both halves falls freely.
TEST(Machines, PhoneFallsFreelyUntilItHits) {
  const Ran ran = testing::run(testing::example("phone_hinge", {{"run.end", "0.2"}}));
  const double z = 0.5 * (ran.last("/body/base/position", 2) + ran.last("/body/lid/position", 2));
  const double from = 0.5 * (ran.point("/body/base/position", 0)[2] + ran.point("/body/lid/position", 0)[2]);
  EXPECT_NEAR(from - z, 0.5 * kG * 0.04, 1e-9);
}

}  // namespace
}  // namespace freeplay

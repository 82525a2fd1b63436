// SPDX-License-Identifier: Apache-2.0
// Newtons in both worlds, against statics, a pendulum's closed form and the work of a motor.
#include "io/loads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/kit/run.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;

constexpr double kGravity = 9.81;

const Load& load_named(const std::vector<Load>& loads, const std::string& kind, const std::string& name) {
  for (const Load& load : loads) {
    if (load.kind == kind && load.name == name) return load;
  }
  throw std::out_of_range(kind + " " + name);
}

std::string block_text(const std::string& body, const std::string& contact) {
  return R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "block"
mass = 2
inertia = 0.01
)" + body +
         R"([[shape]]
body = "block"
type = "circle"
radius = 0.1
[[shape]]
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
)" + contact +
         R"([method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 0.2
record = { every = 1e-3 }
)";
}

TEST(Loads, ABlockAtRestPushesWithItsWeight) {
  const Ran ran =
      run(block_text("position = [0, 0.1]\n", "impact = { law = \"newton\", restitution = 0 }\n"));
  const std::vector<double> mean = ran.values("/contact/block/half_plane/normal_mean");
  const std::vector<double> impulse = ran.values("/contact/block/half_plane/normal");
  const std::vector<double> t = ran.times();
  for (std::size_t i = 0; i < mean.size(); ++i) EXPECT_NEAR(mean[i], 2 * kGravity, 1e-9) << i;
  for (std::size_t i = 1; i < mean.size(); ++i) EXPECT_NEAR(impulse[i], mean[i] * (t[i] - t[i - 1]), 1e-15);
  const std::vector<Load> loads = loads_of(record_of(ran.record));
  const Load& load = load_named(loads, "contact", "block/half_plane");
  for (const double value : {load.peak, load.rms, load.p95, load.p99}) EXPECT_NEAR(value, 2 * kGravity, 1e-9);
  EXPECT_EQ(load.closed, 1.0);
  EXPECT_EQ(load.impacts, 0.0);
  EXPECT_EQ(load.impact_share, 0.0);
}

// It falls h, arrives with √(2 g h) and stays: all that is more than the weight is the impact.
TEST(Loads, ThePartOfImpactsIsThatOfTheBlow) {
  const Ran ran =
      run(block_text("position = [0, 0.12]\n", "impact = { law = \"newton\", restitution = 0 }\n"));
  const double speed = std::sqrt(2 * kGravity * 0.02), arrival = speed / kGravity, end = 0.2;
  const std::vector<double> impacts = ran.values("/contact/block/half_plane/normal_impacts");
  double sum = 0;
  for (const double value : impacts) sum += value;
  EXPECT_NEAR(sum, 2 * speed, 1e-6 * speed);
  const std::vector<Load> loads = loads_of(record_of(ran.record));
  const Load& load = load_named(loads, "contact", "block/half_plane");
  const double all = 2 * speed + 2 * kGravity * (end - arrival);
  EXPECT_NEAR(*load.impact_share, 2 * speed / all, 1e-5);
  EXPECT_NEAR(*load.closed, (end - arrival) / end, 1.1e-3 / end);
  EXPECT_NEAR(*load.impacts, 1 / end, 1e-9);
  EXPECT_NEAR(load.p95, 2 * kGravity, 1e-6);               // the blow is in one of 200 samples
  EXPECT_NEAR(load.peak, 2 * speed / 1e-3, 2 * kGravity);  // all of it in one sample
}

std::string pendulum_text(const std::string& method) {
  return R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "bob"
mass = 1.5
inertia = 0.02
position = [0.4, 0]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "bob"]
points = [[0, 0], [-0.4, 0]]
[method]
)" + method +
         R"([run]
end = 0.5
record = { every = 1e-3 }
)";
}

// From rest at the horizontal: ω² = 2 m g l sin φ / J, φ̈ = m g l cos φ / J with J about the pin, φ the angle below
// the horizontal. The force along the rod is m (g sin φ + l ω²), across it m (g − l m g l/J) cos φ.
TEST(Loads, APendulumsPinIsLoadedTheSameInBothWorlds) {
  const double m = 1.5, l = 0.4, J = 0.02 + m * l * l;
  const Ran rigid = run(pendulum_text("stepper = { name = \"symmetric\", step = 1e-4 }\n"));
  const Ran smooth = run(pendulum_text("stepper = { name = \"runge_kutta\", accuracy = 1e-10 }\n"));
  const std::vector<double> angle = smooth.values("/joint/pin/angle"),
                            rate = smooth.values("/joint/pin/angle_rate");
  const std::vector<double> xs = smooth.values("/joint/pin/reaction_x"),
                            ys = smooth.values("/joint/pin/reaction_y");
  const std::vector<double> xr = rigid.values("/joint/pin/reaction_x_mean"),
                            yr = rigid.values("/joint/pin/reaction_y_mean");
  ASSERT_EQ(xs.size(), xr.size());
  for (std::size_t i = 1; i < xs.size(); ++i) {
    const double phi = -angle[i];
    EXPECT_NEAR(rate[i] * rate[i], 2 * m * kGravity * l * std::sin(phi) / J, 1e-6);
    const double along = m * (kGravity * std::sin(phi) + l * rate[i] * rate[i]);
    const double across = m * kGravity * (1 - m * l * l / J) * std::cos(phi);
    EXPECT_NEAR(std::hypot(xs[i], ys[i]), std::hypot(along, across), 1e-5) << i;
    // a mean over the sample is the mean of its ends, up to their curvature
    EXPECT_NEAR(xr[i], 0.5 * (xs[i - 1] + xs[i]), 2e-3);
    EXPECT_NEAR(yr[i], 0.5 * (ys[i - 1] + ys[i]), 2e-3);
  }
  const std::vector<Load> of_rigid = loads_of(record_of(rigid.record)),
                          of_smooth = loads_of(record_of(smooth.record));
  const Load &a = load_named(of_rigid, "joint", "pin"), &b = load_named(of_smooth, "joint", "pin");
  EXPECT_EQ(a.unit, b.unit);
  EXPECT_NEAR(a.peak, b.peak, 1e-3 * b.peak);
  EXPECT_NEAR(a.rms, b.rms, 1e-3 * b.rms);
  EXPECT_NEAR(a.p95, b.p95, 1e-3 * b.p95);
}

// A motor that speeds up a wheel: torque J α, power J α² t, work ½ J (α t)².
TEST(Loads, AMotorsPowerIsTorqueTimesSpeed) {
  for (const std::string stepper : {"stepper = { name = \"symmetric\", step = 1e-4 }\n",
                                    "stepper = { name = \"runge_kutta\", accuracy = 1e-10 }\n"}) {
    SCOPED_TRACE(stepper);
    const Ran ran = run(R"(freeplay = 1
[[body]]
name = "wheel"
mass = 3
inertia = 0.25
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "wheel"]
points = [[0, 0], [0, 0]]
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_acceleration", acceleration = 8 }
[method]
)" + stepper + R"([run]
end = 0.5
record = { every = 5e-3 }
)");
    const bool smooth = ran.summary.smooth;
    const std::vector<double> t = ran.times(), power = ran.values("/driver/motor/power"),
                              torque =
                                  ran.values(smooth ? "/driver/motor/effort" : "/driver/motor/effort_mean");
    for (std::size_t i = 1; i < t.size(); ++i) {
      EXPECT_NEAR(torque[i], 0.25 * 8, 1e-6);
      EXPECT_NEAR(power[i], 0.25 * 8 * 8 * (smooth ? t[i] : 0.5 * (t[i - 1] + t[i])), 1e-5);
    }
    const std::vector<Load> loads = loads_of(record_of(ran.record));
    const Load& load = load_named(loads, "driver", "motor");
    EXPECT_EQ(load.unit, "N*m");
    EXPECT_NEAR(*load.work, 0.5 * 0.25 * 16, 1e-5);
    EXPECT_NEAR(*load.work, ran.last("/energy/drivers"), 1e-5);
  }
}

TEST(Loads, CoordinatesOfJointsWithPlayAreRecorded) {
  const Ran ran = run(testing::example("slider_crank", {{"run.end", "0.02"}}));
  const std::vector<double> along = ran.values("/joint/guide/displacement"),
                            position = ran.values("/body/slider/position"),
                            speed = ran.values("/joint/guide/displacement_rate"),
                            velocity = ran.values("/body/slider/velocity");
  for (std::size_t i = 0; i < along.size(); ++i) {
    EXPECT_NEAR(along[i] - along[0], position[2 * i] - position[0], 1e-12);
    EXPECT_NEAR(speed[i], velocity[2 * i], 1e-12);
  }
}

TEST(Loads, PercentilesAreOfTime) {
  RecordLayout layout;
  layout.channels = {{"/time", "s", "", 1, {}}, {"/joint/a/reaction_x", "N", "", 1, {}}};
  MemoryRecord record(layout);
  // samples crowd where the load is high, for 2 % of the time
  for (int i = 0; i < 99; ++i) record.append(std::vector<double>{0.01 * i, 1.0});
  for (int i = 0; i < 2000; ++i) record.append(std::vector<double>{0.98 + 1e-5 * (i + 1), 5.0});
  record.close("complete", {});
  const std::vector<Load> loads = loads_of(record_of(record));
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].p95, 1.0);
  EXPECT_EQ(loads[0].p99, 5.0);
  EXPECT_EQ(loads[0].peak, 5.0);
  EXPECT_NEAR(loads[0].rms, std::sqrt(0.98 + 0.02 * 25), 1e-3);
}

}  // namespace
}  // namespace freeplay

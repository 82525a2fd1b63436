// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/error_scales.h"

#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/assemble.h"
#include "freeplay/simulation.h"

namespace freeplay {
namespace {

constexpr double kAccuracy = 1e-6;

/// Notes states of one body that moves at given speeds.
class Mover {
 public:
  Mover()
      : assembly_(assemble(read_model_text(R"(
freeplay = 1
[[body]]
name = "block"
mass = 2
inertia = 1
[method]
stepper = "runge_kutta"
[run]
end = 1
)",
                                           "block.toml"))),
        ev_(assembly_.system->info()),
        state_(assembly_.system->initial_state()),
        scales(assembly_.system->info(), kAccuracy, 1) {
    scales.note(*assembly_.system, state_, ev_);
  }

  /// `speed` is in rad/s, of which the size is 1; `way` in rad.
  void turn(double speed, double way) {
    constexpr int kSteps = 100;
    state_.u()[2] = speed;
    for (int i = 0; i < kSteps; ++i) {
      state_.set_t(state_.t() + way / speed / kSteps);
      scales.note(*assembly_.system, state_, ev_);
    }
  }
  void stand(double time) {
    state_.u()[2] = 0;
    for (int i = 0; i < 100; ++i) {
      state_.set_t(state_.t() + time / 100);
      scales.note(*assembly_.system, state_, ev_);
    }
  }

 private:
  Assembly assembly_;
  Evaluation ev_;
  State state_;

 public:
  ErrorScales scales;
};

TEST(ErrorScales, GrowAtOnceAndForgetOnTheWay) {
  Mover mover;
  mover.turn(1000, 5);
  EXPECT_EQ(mover.scales.speed(), 1000);
  const double fast = mover.scales.work_weight();
  mover.turn(2, 10);
  EXPECT_EQ(mover.scales.speed(), 1000) << "it may come back";
  mover.turn(2, 40);
  EXPECT_EQ(mover.scales.speed(), 2);
  EXPECT_NEAR(mover.scales.work_weight(), fast * 500 * 500, 1e-9 * fast * 500 * 500);
  mover.turn(50, 0.1);
  EXPECT_EQ(mover.scales.speed(), 50);
}

TEST(ErrorScales, AMachineAtRestIsNotFollowedIntoItsRounding) {
  Mover mover;
  mover.turn(1000, 100);
  mover.stand(1e6);
  EXPECT_EQ(mover.scales.speed(), 1000);
  mover.turn(1e-9, 1e-3);
  EXPECT_EQ(mover.scales.speed(), 1000);
}

TEST(ErrorScales, MotionOfAboutTheSameSpeedDoesNotMoveThem) {
  Mover mover;
  mover.turn(1000, 30);
  mover.turn(120, 500);
  EXPECT_EQ(mover.scales.speed(), 1000);
}

/// A quick oscillator of small amplitude beside a body that comes in fast and is stopped: the energy that the
/// oscillator gains or loses in a while, over its own, once the fast one has stopped long ago.
double drift(double speed) {
  const Model model = read_model_text(R"(
freeplay = 1
[[body]]
name = "shot"
mass = 1e-3
inertia = 1e-6
position = [1, 0]
velocity = [)" + std::to_string(speed) + R"(, 0]
[[force]]
name = "brake"
type = "spring_damper"
bodies = ["ground", "shot"]
points = [[0, 0], [0, 0]]
stiffness = 0
free_length = 1
damping = 5
[[body]]
name = "bob"
mass = 1
inertia = 1e-4
position = [0.51, 1]
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["ground", "bob"]
points = [[0, 1], [0, 0]]
stiffness = 1e4
free_length = 0.5
[method]
stepper = { name = "runge_kutta", accuracy = 1e-5 }
[run]
end = 1
)",
                                      "shot.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  const auto energy = [&] {
    const double x = simulation.state().q()[3] - 0.5, v = simulation.state().u()[3];
    return 0.5 * v * v + 0.5 * 1e4 * x * x;
  };
  simulation.advance_to(200);
  const double start = energy();
  simulation.advance_to(300);
  return std::abs(energy() - start) / start;
}

TEST(ErrorScales, AViolentStartDoesNotCoarsenWhatFollows) {
  const double quiet = drift(0), shot = drift(2000);
  EXPECT_LT(shot, 3 * quiet);
}

}  // namespace
}  // namespace freeplay

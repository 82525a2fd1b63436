// SPDX-License-Identifier: Apache-2.0
#include "system/spatial_system.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/index.h"
#include "freeplay/assemble.h"

namespace freeplay {
namespace {

// Frames away from the centre of mass, tensors that are not diagonal, two joints, one of them on the ground.
constexpr const char* kArm = R"(
freeplay = 1
dimension = 3
gravity = [0.3, -0.2, -9.81]
[[body]]
name = "upper"
mass = 2
inertia = [[0.02, 0.004, 0], [0.004, 0.03, -0.002], [0, -0.002, 0.025]]
centre = [0.1, 0.02, -0.03]
position = [0, 0, 1]
orientation = { axis = [1, 2, 3], angle = 0.7 }
angular_velocity = [0.5, 1, -2]
[[body]]
name = "lower"
mass = 1
inertia = [0.01, 0.02, 0.015]
position = [0.4, 0.1, 0.8]
orientation = { sequence = "zyx", angles = [0.3, -0.4, 0.9] }
angular_velocity = [1, 0, 1]
[[joint]]
name = "shoulder"
type = "spherical"
bodies = ["upper", "ground"]
point = [0, 0, 1]
[[joint]]
name = "elbow"
type = "revolute"
bodies = ["upper", "lower"]
point = [0.2, 0.05, 0.9]
world_axis = [0, 1, 1]
reactions = "second"
[run]
end = 1
)";

struct Arm {
  Assembly assembly = assemble(read_model_text(kArm, "test.toml"));
  const System& system = *assembly.system;
  State state = system.initial_state();
};

std::vector<double> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> all(count);
  for (double& x : all) x = normal(random);
  return all;
}

TEST(SpatialSystem, StartsFromTheFramesOfTheFile) {
  const Arm arm;
  EXPECT_EQ(arm.system.info().nq, 14);
  EXPECT_EQ(arm.system.info().nu, 12);
  EXPECT_EQ(arm.assembly.initial.degrees_of_freedom, 4);
  std::vector<BodyMotion> motion(2);
  arm.system.motion(0, arm.state.q(), arm.state.u(), motion);
  EXPECT_NEAR(motion[0].z, 1, 1e-14);
  EXPECT_NEAR(motion[1].x, 0.4, 1e-14);
  const Quat e = turn_by(0.7 * unit(Vec3{1, 2, 3}));
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(motion[0].orientation[k], e[k], 1e-14);
  // the shoulder is the origin of the frame: it stands
  EXPECT_NEAR(std::hypot(motion[0].vx, motion[0].vy, motion[0].vz), 0, 1e-13);
}

TEST(SpatialSystem, DifferenceIsTheInverseOfAdvance) {
  const Arm arm;
  const std::vector<double> move = random_numbers(12, 4);
  std::vector<double> to(14), back(12);
  arm.system.advance(arm.state.q(), move, 0.6, to);
  arm.system.difference(arm.state.q(), to, back);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(back[i], 0.6 * move[i], 1e-14);
}

TEST(SpatialSystem, RatesAreThoseOfAdvance) {
  const Arm arm;
  const std::vector<double> u = random_numbers(12, 5);
  std::vector<double> rates(14), ahead(14), behind(14);
  arm.system.rates(arm.state.q(), u, rates);
  const double h = 1e-5;
  arm.system.advance(arm.state.q(), u, h, ahead);
  arm.system.advance(arm.state.q(), u, -h, behind);
  for (std::size_t i = 0; i < 14; ++i) EXPECT_NEAR(rates[i], (ahead[i] - behind[i]) / (2 * h), 1e-9);
}

TEST(SpatialSystem, AccelerationsAreRatesOfTheRecordedMotion) {
  const Arm arm;
  const std::vector<double> u = random_numbers(12, 6), u_dot = random_numbers(12, 7);
  std::vector<BodyMotion> exact(2), differences(2);
  arm.system.accelerations(0, arm.state.q(), u, u_dot, exact);
  arm.system.System::accelerations(0, arm.state.q(), u, u_dot, differences);
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_NEAR(exact[b].vx, differences[b].vx, 1e-6);
    EXPECT_NEAR(exact[b].vy, differences[b].vy, 1e-6);
    EXPECT_NEAR(exact[b].vz, differences[b].vz, 1e-6);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(exact[b].angular_velocity[k], differences[b].angular_velocity[k], 1e-6);
  }
}

// Forces on a free body: u̇ = M⁻¹ h must keep angular momentum (no torque) and change momentum by the weight.
TEST(SpatialSystem, FreeBodiesKeepTheirAngularMomentum) {
  const Arm arm;
  const std::vector<double> u = random_numbers(12, 8);
  Evaluation ev(arm.system.info());
  arm.system.place(0, arm.state.q(), ev);
  arm.system.mass(arm.state.q(), ev);
  arm.system.forces(0, arm.state.q(), u, ev);
  const auto& system = dynamic_cast<const SpatialSystem&>(arm.system);
  const auto momentum = [&](double dt, std::size_t b) {
    std::vector<double> q(14), v(12), mean(12);
    for (std::size_t i = 0; i < 12; ++i) {
      v[i] = u[i] + dt * ev.h[i] / ev.M[i];
      mean[i] = 0.5 * (u[i] + v[i]);
    }
    system.advance(arm.state.q(), mean, dt, q);
    Evaluation there(system.info());
    system.place(0, q, there);
    Vec3 L;
    for (std::size_t k = 0; k < 3; ++k) L[k] = ev.M[6 * b + 3 + k] * v[6 * b + 3 + k];
    return system.poses(there)[b + 1].turn(L);
  };
  for (std::size_t b = 0; b < 2; ++b) {
    const Vec3 rate = (1 / 2e-5) * (momentum(1e-5, b) - momentum(-1e-5, b));
    EXPECT_NEAR(norm(rate), 0, 1e-8);
    EXPECT_NEAR(ev.h[6 * b + 2], -9.81 * ev.M[6 * b], 1e-13);
  }
}

// Newton's and Euler's equations of each body with the recorded reactions, whatever λ is.
TEST(SpatialSystem, ReactionsAreWhatActsOnTheBodies) {
  const Arm arm;
  const auto& system = dynamic_cast<const SpatialSystem&>(arm.system);
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.place(0, arm.state.q(), ev);
  system.constraints(0, arm.state.q(), ev);
  const std::vector<double> lambda = random_numbers(info.constraints.size(), 9);
  std::vector<double> generalized(12, 0), reactions(12);
  for (std::size_t r = 0; r < lambda.size(); ++r) {
    const RowShape& shape = info.constraints[r].shape;
    const double* row = ev.row_D(to_int(r));
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k, ++row)
        generalized[static_cast<std::size_t>(shape.start[block] + k)] += lambda[r] * *row;
    }
  }
  system.reactions(lambda, ev, reactions);
  const auto pose = system.poses(ev);
  const auto vec = [](const double* at) { return Vec3{at[0], at[1], at[2]}; };
  // the elbow acts on the lower body, in the axes of its frame
  const Mat3& axes = system.parts().mounts[2].axes;
  const Vec3 force = pose[2].turn(axes.transposed(vec(reactions.data() + 6)));
  const Vec3 moment = pose[2].turn(axes.transposed(vec(reactions.data() + 9)));
  const Vec3 at = {0.2, 0.05, 0.9};
  const Vec3 on_lower = pose[2].turn(vec(generalized.data() + 9));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(generalized[6 + k], force[k], 1e-13);
    EXPECT_NEAR(on_lower[k], (moment + cross(at - pose[2].r, force))[k], 1e-13);
  }
  // the shoulder acts on the ground: on the upper body with the other sign, against that of the elbow
  const Vec3 shoulder = vec(reactions.data());
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(generalized[k], -shoulder[k] - force[k], 1e-13);
    EXPECT_NEAR(reactions[3 + k], 0, 1e-13) << "a ball joint has no moment";
  }
}

}  // namespace
}  // namespace freeplay

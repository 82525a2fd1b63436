// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "formulations/dependent_columns.h"
#include "formulations/formulation_test_data.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

struct Violation {
  Violation(const System& system, std::span<const double> q, std::span<const double> u) {
    const Evaluation ev = evaluated(system, 0, q, u);
    for (std::size_t i = 0; i < ev.Phi.size(); ++i) {
      const RowShape& shape = system.info().constraints[i].shape;
      position = std::max(position, std::abs(ev.Phi[i]));
      velocity = std::max(velocity, std::abs(dot_row(shape, ev.row_D(to_int(i)), u.data()) + ev.Phi_t[i]));
    }
  }
  double position = 0, velocity = 0;
};

std::unique_ptr<Formulation> partitioning(const System& system, std::vector<std::string> independent = {}) {
  Choice choice{"coordinate_partitioning", {}, {}};
  if (!independent.empty()) choice.values["independent"].data = Texts(std::move(independent));
  return make_formulation(choice, system, 1);
}

TEST(CoordinatePartitioningFormulation, KeepsTheCoordinatesThatWereNamed) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  state.q()[2] = 0.4;
  for (std::size_t i = 0; i < state.q().size(); ++i) {
    if (i == 2) continue;
    state.q()[i] += 0.02 * std::sin(static_cast<double>(i));
    state.u()[i] += std::cos(static_cast<double>(i));
  }
  state.q()[1] += 0.0765 * 0.39;  // nearer to the crank at 0.4 rad than where it starts
  state.q()[4] += 0.03;
  state.q()[5] -= 0.2;
  Evaluation ev(system.info());
  const auto formulation = partitioning(system, {"crank.angle"});
  ASSERT_TRUE(formulation->reduces());
  ASSERT_TRUE(formulation->complete(0, state.q(), state.u(), ev));
  EXPECT_EQ(state.q()[2], 0.4);
  EXPECT_EQ(state.u()[2], 150);
  const Violation left(system, state.q(), state.u());
  EXPECT_LT(left.position, 1e-15);
  EXPECT_LT(left.velocity, 1e-13);
  EXPECT_NEAR(state.q()[6], 0.153 * std::cos(0.4) + std::sqrt(0.09 - std::pow(0.153 * std::sin(0.4), 2)),
              1e-15);
  const std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  EXPECT_FALSE(formulation->choose(0, q, u, ev)) << "what the user chose stays";
}

/// A body that is led along a circle without turning: neither x nor y will do for a whole turn.
constexpr const char* kLed = R"(
freeplay = 1
gravity = [0, 0]
[[body]]
name = "carriage"
mass = 1
inertia = 0.1
position = [0.5, 0]
[[body]]
name = "led"
mass = 2
inertia = 0.1
position = [0.5, 0]
velocity = [0, 3]
[[joint]]
name = "rail"
type = "prismatic"
bodies = ["ground", "carriage"]
axis = [1, 0]
[[joint]]
name = "column"
type = "prismatic"
bodies = ["carriage", "led"]
axis = [0, 1]
[[joint]]
name = "link"
type = "distance"
bodies = ["ground", "led"]
points = [[0, 0], [0, 0]]
length = 0.5
)";

TEST(CoordinatePartitioningFormulation, ChoosesAnewWhereItMust) {
  const Assembly mechanism = assembled(kLed);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  Evaluation ev(system.info());
  const auto formulation = partitioning(system);
  std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  int changes = 0;
  const double h = 1e-3;
  for (int i = 0; i < 2100; ++i) {  // two turns
    ASSERT_TRUE(formulation->complete(0, q, u, ev)) << i;
    const Violation left(system, q, u);
    ASSERT_LT(left.position, 1e-14) << i;
    ASSERT_LT(left.velocity, 1e-13) << i;
    changes += formulation->choose(0, q, u, ev);
    const Accelerations now(system, *formulation, evaluated(system, 0, q, u), u);
    for (std::size_t k = 0; k < q.size(); ++k) {
      q[k] += h * u[k] + 0.5 * h * h * now.u_dot[k];
      u[k] += h * now.u_dot[k];
    }
  }
  EXPECT_GE(changes, 7);  // four in each turn
  EXPECT_LE(changes, 9);
}

TEST(CoordinatePartitioningFormulation, LeavesRedundantRowsOut) {
  const Assembly mechanism = assembled(kSliderCrank + kSecondGuide);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  Evaluation ev(system.info());
  const auto formulation = partitioning(system);
  for (std::size_t i = 0; i < state.q().size(); ++i) state.q()[i] += 1e-4 * std::sin(static_cast<double>(i));
  ASSERT_TRUE(formulation->complete(0, state.q(), state.u(), ev));
  const Violation left(system, state.q(), state.u());
  EXPECT_LT(left.position, 1e-15);
  EXPECT_LT(left.velocity, 1e-12);
}

/// Positions are moved by System::advance, along dependent velocities.
TEST(CoordinatePartitioningFormulation, WorksWhereCoordinatesAreNotIntegralsOfVelocities) {
  const CirclePendulum system;
  State state = system.initial_state();
  Evaluation ev(system.info());
  const auto formulation = partitioning(system, {velocity_name(system.info(), 2)});
  state.q()[0] += 0.01;
  state.q()[1] -= 0.02;
  state.q()[2] = 2 * std::cos(0.1);
  state.q()[3] = 2 * std::sin(0.1);
  ASSERT_TRUE(formulation->complete(0, state.q(), state.u(), ev));
  EXPECT_NEAR(state.q()[0], 0.5 * std::cos(0.1), 1e-15);
  EXPECT_NEAR(state.q()[1], 0.5 * std::sin(0.1), 1e-15);
  EXPECT_NEAR(std::hypot(state.q()[2], state.q()[3]), 1, 1e-15);
  EXPECT_NEAR(state.u()[0], -0.5 * std::sin(0.1) * 2, 1e-15);
  EXPECT_EQ(state.u()[2], 2);
}

/// The slider says where the crank is, but not beyond the reach of crank and rod.
TEST(CoordinatePartitioningFormulation, SaysWhereItsCoordinatesFail) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  Evaluation ev(system.info());
  ASSERT_TRUE(partitioning(system, {"crank.angle"})->complete(0, q, u, ev));
  q[2] = 0.2;
  const auto by_crank = partitioning(system, {"crank.angle"});
  ASSERT_TRUE(by_crank->complete(0, q, u, ev));
  const auto by_slider = partitioning(system, {"slider.x"});
  ASSERT_TRUE(by_slider->complete(0, q, u, ev));
  q[6] = 0.454;  // 1 mm too far
  EXPECT_FALSE(by_slider->complete(0, q, u, ev));
}

/// Where it begins in a dead point of its coordinates, more of them are dependent a little later.
TEST(CoordinatePartitioningFormulation, FindsRowsThatWereLostAtTheStart) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  Evaluation ev(system.info());
  ASSERT_TRUE(partitioning(system, {"crank.angle"})->complete(0, q, u, ev));
  DependentColumns columns(system.info(), false);
  std::vector<bool> allowed(q.size(), true);
  allowed[6] = false;
  const auto evaluate = [&] {
    system.place(0, q, ev);
    system.constraints(0, q, ev);
  };
  evaluate();
  columns.choose(ev, allowed);
  EXPECT_EQ(columns.rows().size(), 7u);
  q[2] = 0.2;
  ASSERT_TRUE(partitioning(system, {"crank.angle"})->complete(0, q, u, ev));
  evaluate();
  EXPECT_TRUE(columns.improve(ev, allowed, 0.5));
  EXPECT_EQ(columns.rows().size(), 8u);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Contract of every registered ideal joint in the plane, at random poses and with random parameters:
//   D = ∂Φ/∂q by central differences, γ = −d²Φ/dt² along a path of constant u, the same for the free
//   coordinate.
// Then the same for the rows of an assembled system, with the ground as either body, with drivers.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "freeplay/assemble.h"
#include "freeplay/planar_joint.h"
#include "tests/joint_rows.h"
#include "tests/kit/random.h"

namespace freeplay {
namespace {

using namespace testing::joint_rows;
using testing::Random;
using testing::uniform;

/// A scalar function of the six coordinates, its row and its γ, against differences.
void expect_row(const std::function<double(const Six&)>& value, const double* row, double gamma, const Six& q,
                const Six& u) {
  for (std::size_t c = 0; c < 6; ++c) {
    Six direction{};
    direction[c] = 1;
    const double slope = first_derivative([&](double t) { return value(moved(q, direction, t)); });
    EXPECT_NEAR(row[c], slope, kTolerance) << "column " << c;
  }
  EXPECT_NEAR(gamma, -second_derivative([&](double t) { return value(moved(q, u, t)); }), kTolerance2);
}

TEST(JointsContract, RowsAndGammaAreDerivativesOfPhi) {
  for (const JointEntry* entry : entries_of<JointEntry>()) {
    Random random(11);
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      const Values values = random_values(*entry, random);
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six drawn = random_six(random, ground_a, ground_b), q = random_six(random, ground_a, ground_b);
      const Six u = random_six(random, ground_a, ground_b);
      const auto joint = entry->make(Parameters(*entry, values), pose(drawn, 0), pose(drawn, 1));
      ASSERT_LE(joint->rows(), 3);
      double Phi[3], D[3 * kPlanarRow], gamma[3];
      joint->evaluate(pose(q, 0), pose(q, 1), Phi, D);
      joint->gamma(pose(q, 0), pose(q, 1), twist(u, 0), twist(u, 1), gamma);
      for (int r = 0; r < joint->rows(); ++r) {
        SCOPED_TRACE(joint->row_name(r));
        const auto value = [&](const Six& at) {
          double phi[3], unused[3 * kPlanarRow];
          joint->evaluate(pose(at, 0), pose(at, 1), phi, unused);
          return phi[r];
        };
        expect_row(value, D + r * kPlanarRow, gamma[r], q, u);
      }
      ASSERT_EQ(joint->has_coordinate(), (*entry->coordinate != '\0'));
      if (!joint->has_coordinate()) continue;
      SCOPED_TRACE("coordinate");
      double row[kPlanarRow];
      joint->coordinate_row(pose(q, 0), pose(q, 1), row);
      expect_row([&](const Six& at) { return joint->coordinate(pose(at, 0), pose(at, 1)); }, row,
                 joint->coordinate_gamma(pose(q, 0), pose(q, 1), twist(u, 0), twist(u, 1)), q, u);
    }
  }
}

/// Φ, D, Φ_t and γ of an assembled system at a random (t, q, u).
void expect_system_rows(const System& system, Random& random) {
  const SystemInfo& info = system.info();
  const auto nu = static_cast<std::size_t>(info.nu);
  Evaluation ev(info), other(info);
  std::vector<double> q(nu), u(nu), at(nu);
  for (double& x : q) x = uniform(random, -2, 2);
  for (double& x : u) x = uniform(random, -2, 2);
  const double t = uniform(random, 0.1, 0.9);
  system.place(t, q, ev);
  system.constraints(t, q, ev);
  system.constraint_gamma(t, q, u, ev);
  const auto value = [&](std::size_t row, const std::vector<double>& direction, double length, double time) {
    for (std::size_t i = 0; i < nu; ++i) at[i] = q[i] + length * direction[i];
    system.place(time, at, other);
    system.constraints(time, at, other);
    return other.Phi[row];
  };
  const std::vector<double> still(nu, 0);
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    SCOPED_TRACE(info.constraints[r].name);
    const std::vector<double> row = spread(info.constraints[r].shape, ev.row_D(static_cast<int>(r)), info.nu);
    for (std::size_t c = 0; c < nu; ++c) {
      std::vector<double> direction(nu, 0);
      direction[c] = 1;
      EXPECT_NEAR(row[c], first_derivative([&](double x) { return value(r, direction, x, t); }), kTolerance);
    }
    EXPECT_NEAR(ev.Phi_t[r], first_derivative([&](double x) { return value(r, still, 0, t + x); }),
                kTolerance);
    EXPECT_NEAR(ev.gamma[r], -second_derivative([&](double x) { return value(r, u, x, t + x); }),
                kTolerance2);
  }
}

TEST(JointsContract, SystemsPutTheRowsInTheRightColumns) {
  const std::array<std::string, 2> pairs[] = {{"ground", "b"}, {"b", "ground"}, {"a", "b"}, {"c", "a"}};
  for (const JointEntry* entry : entries_of<JointEntry>()) {
    Random random(13);
    for (const auto& bodies : pairs) {
      SCOPED_TRACE(std::string(entry->name) + " between " + bodies[0] + " and " + bodies[1]);
      Model model;
      for (const char* name : {"a", "b", "c"}) model.bodies.push_back(body_named(name, random));
      model.joints.push_back({"joint", entry->name, bodies, random_values(*entry, random), {}, {}});
      if (*entry->coordinate != '\0') {
        Choice motion{"sine", {}, {}};
        motion.values["amplitude"].data = 0.3;
        motion.values["frequency"].data = 0.4;
        motion.values["phase"].data = 0.5;
        model.drivers.push_back({"motor", "joint", motion, {}});
      }
      const Assembly assembly = assemble(model);
      EXPECT_EQ(assembly.initial.degrees_of_freedom,
                9 - static_cast<int>(assembly.system->info().constraints.size()));
      expect_system_rows(*assembly.system, random);
    }
  }
}

}  // namespace
}  // namespace freeplay

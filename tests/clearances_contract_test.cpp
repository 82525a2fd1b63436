// SPDX-License-Identifier: Apache-2.0
// Contract of every registered joint with play in the plane, at random poses and with random parameters:
//   w_N = ∂g_N/∂q, and w_N, w_T give the relative velocity of the two material points at the contact.
// Then the same for the rows of an assembled system, with the ground as either body.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "clearances/planar/clearance.h"
#include "freeplay/assemble.h"
#include "freeplay/planar_joint.h"
#include "model/words.h"
#include "tests/joint_rows.h"
#include "tests/kit/random.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using namespace testing::joint_rows;
using testing::Random;
using testing::uniform;

/// Position at time t of the point of the body that is at p now, moving with constant velocities.
Vec2 carried(const Vec2& p, const Six& q, const Six& u, std::size_t body, double t) {
  const Pose now = pose(q, body), later = pose(moved(q, u, t), body);
  const Vec2 d = p - now.centre();
  return later.point({now.c * d[0] + now.s * d[1], -now.s * d[0] + now.c * d[1]});
}

/// A joint with play and values that it accepts; they may have to fit each other.
std::unique_ptr<PlanarClearance> make_random(const ClearanceEntry& entry, Random& random, Values& values) {
  static constexpr EntryInfo kNoIdeal{"", "", "", {}};
  const JointEntry* same = find_entry<JointEntry>(entry.name);  // a cam has no ideal form
  const EntryInfo& ideal = same ? static_cast<const EntryInfo&>(*same) : kNoIdeal;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    values = random_values(entry, random);
    values.merge(random_values(ideal, random));
    Diagnostics problems;
    auto play = entry.make(Parameters(entry, values), Parameters(ideal, values), "joint", problems);
    EXPECT_EQ(play == nullptr, problems.has_errors());
    if (play) return play;
  }
  return nullptr;
}

/// Moves body b along the gap's direction until the contact touches.
bool bring_to_contact(const PlanarClearance& play, int contact, Six& q) {
  std::vector<double> gaps(static_cast<std::size_t>(play.contacts()));
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Pose a = pose(q, 0), b = pose(q, 1);
    play.gaps({a, b}, gaps.data());
    const double gap = gaps[static_cast<std::size_t>(contact)];
    if (std::abs(gap) < 1e-15) return true;
    double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
    play.rows(contact, {a, b}, w_N, w_T, w_tilde);
    const double slope = w_N[3] * w_N[3] + w_N[4] * w_N[4];
    q[3] -= gap * w_N[3] / slope;
    q[4] -= gap * w_N[4] / slope;
  }
  return false;
}

TEST(ClearancesContract, RowsAreTheGapRate) {
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(12);
    for (int trial = 0; trial < kTrials; ++trial) {
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six q = random_six(random, ground_a, ground_b);
      const double now = uniform(random, 0, 1);
      Values values;
      const auto play = make_random(*entry, random, values);
      ASSERT_NE(play, nullptr) << entry->name;
      EXPECT_GT(play->length(), 0);
      const double branch = play->branch({pose(q, 0), pose(q, 1), now});
      for (int i = 0; i < play->contacts(); ++i) {
        SCOPED_TRACE(std::string(entry->name) + "." + play->contact_name(i) + ", trial " +
                     std::to_string(trial));
        double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
        play->rows(i, {pose(q, 0), pose(q, 1), now, &branch}, w_N, w_T, w_tilde);
        const auto gap = [&](const Six& at, double time) {
          std::vector<double> all(static_cast<std::size_t>(play->contacts()));
          play->gaps({pose(at, 0), pose(at, 1), time, &branch}, all.data());
          return all[static_cast<std::size_t>(i)];
        };
        for (std::size_t c = 0; c < 6; ++c) {
          Six direction{};
          direction[c] = 1;
          EXPECT_NEAR(w_N[c], first_derivative([&](double x) { return gap(moved(q, direction, x), now); }),
                      kTolerance);
        }
        EXPECT_NEAR(w_tilde[0], first_derivative([&](double x) { return gap(q, now + x); }), kTolerance);
      }
    }
  }
}

TEST(ClearancesContract, RowsAreTheRelativeVelocityWhereItTouches) {
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(15);
    int touched = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six u = random_six(random, ground_a, ground_b);
      Values values;
      const auto play = make_random(*entry, random, values);
      ASSERT_NE(play, nullptr) << entry->name;
      for (int i = 0; i < play->contacts(); ++i) {
        SCOPED_TRACE(std::string(entry->name) + "." + play->contact_name(i) + ", trial " +
                     std::to_string(trial));
        Six q = random_six(random, ground_a, false);
        if (!bring_to_contact(*play, i, q)) continue;
        ++touched;
        double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
        play->rows(i, {pose(q, 0), pose(q, 1)}, w_N, w_T, w_tilde);
        double gamma_N = 0, gamma_T = 0;
        for (std::size_t c = 0; c < 6; ++c) gamma_N += w_N[c] * u[c], gamma_T += w_T[c] * u[c];
        // normal and tangent are unit vectors at right angles, and the rows measure v_b − v_a along them
        const Vec2 n{w_N[3], w_N[4]}, t{w_T[3], w_T[4]}, p = play->point(i, {pose(q, 0), pose(q, 1)});
        EXPECT_NEAR(norm(n), 1, 1e-13);
        EXPECT_NEAR(norm(t), 1, 1e-13);
        EXPECT_NEAR(dot(n, t), 0, 1e-13);
        const auto apart = [&](double time) { return carried(p, q, u, 1, time) - carried(p, q, u, 0, time); };
        EXPECT_NEAR(gamma_N, first_derivative([&](double time) { return dot(n, apart(time)); }), kTolerance);
        EXPECT_NEAR(gamma_T, first_derivative([&](double time) { return dot(t, apart(time)); }), kTolerance);
        // what acts on a acts against b, in the same line: no net force, no net moment about the origin
        for (const double* w : {w_N, w_T}) {
          EXPECT_NEAR(w[0] + w[3], 0, 1e-14);
          EXPECT_NEAR(w[1] + w[4], 0, 1e-14);
          EXPECT_NEAR(q[0] * w[1] - q[1] * w[0] + w[2] + q[3] * w[4] - q[4] * w[3] + w[5], 0, 1e-13);
        }
      }
    }
    EXPECT_GT(touched, kTrials / 2) << entry->name;
  }
}

/// A joint with play among three bodies. What only pushes, as a cam, may start anywhere but inside.
Assembly random_assembly(const ClearanceEntry& entry, const std::array<std::string, 2>& bodies,
                         Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Model model;
    for (const char* name : {"a", "b", "c"}) model.bodies.push_back(body_named(name, random));
    Values values;
    make_random(entry, random, values);
    model.joints.push_back({"joint", entry.name, bodies, values, {}, {}});
    model.contact.impact = Choice{"newton", {{"restitution", {0.5, {}}}}, {}};
    model.run.initial = "ideal";
    try {
      return assemble(model);
    } catch (const ModelError& error) {
      if (!always_pushes(entry.name)) throw;
      EXPECT_CONTAINS(error.what(), "inside its surface");
    }
  }
  return {};
}

TEST(ClearancesContract, SystemsPutTheRowsInTheRightColumns) {
  const std::array<std::string, 2> pairs[] = {{"ground", "b"}, {"b", "ground"}, {"a", "b"}, {"c", "a"}};
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(14);
    for (const auto& bodies : pairs) {
      SCOPED_TRACE(std::string(entry->name) + " between " + bodies[0] + " and " + bodies[1]);
      const Assembly assembly = random_assembly(*entry, bodies, random);
      ASSERT_NE(assembly.system, nullptr);
      const SystemInfo& info = assembly.system->info();
      ASSERT_FALSE(info.contacts.empty());
      EXPECT_TRUE(info.constraints.empty());
      Evaluation ev(info), other(info);
      std::vector<double> q(9), at(9);
      for (double& x : q) x = uniform(random, -2, 2);
      assembly.system->load(assembly.system->initial_state().features(), ev);
      assembly.system->load(assembly.system->initial_state().features(), other);
      assembly.system->place(0, q, ev);
      for (int i = 0; i < static_cast<int>(info.contacts.size()); ++i) {
        assembly.system->contact_rows(0, q, i, ev);
        const auto k = static_cast<std::size_t>(i);
        const std::vector<double> w_N = spread(info.contacts[k].shape, ev.row_W(2 * i), 9);
        for (std::size_t c = 0; c < 9; ++c) {
          const auto gap = [&](double x) {
            at = q;
            at[c] += x;
            assembly.system->place(0, at, other);
            assembly.system->gaps(0, at, other);
            return other.gap[k];
          };
          EXPECT_NEAR(w_N[c], first_derivative(gap), kTolerance) << info.contacts[k].name << " column " << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace freeplay

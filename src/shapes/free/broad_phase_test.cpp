// SPDX-License-Identifier: Apache-2.0
#include "shapes/free/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/index.h"
#include "shapes/free/broad_phase_test_data.h"
#include "shapes/planar/shape_test_data.h"

namespace freeplay {
namespace {

using testing::half_plane;
using testing::Random;
using testing::random_shape;
using testing::uniform;

/// Many shapes of all kinds on many bodies; some on the ground.
FreeParts scene(Random& random, int bodies) {
  FreeParts parts;
  parts.laws.resize(1);
  for (int body = 0; body <= bodies; ++body) {
    const int shapes = body == kGround ? 4 : 1 + static_cast<int>(random() % 2);
    for (int k = 0; k < shapes; ++k) {
      PlacedShape placed;
      placed.shape = random_shape(random, body == kGround ? 2 : static_cast<int>(random() % 3),
                                  uniform(random, 0.1, 0.5));
      placed.name = "s" + std::to_string(parts.shapes.size());
      placed.body = body;
      placed.group = int_size(parts.shapes);
      parts.shapes.push_back(placed);
    }
  }
  parts.shapes.push_back({half_plane({0, -3}, {0.1, 1}), "floor", kGround, -1});
  parts.shapes.push_back({half_plane({-3, 0}, {1, 0}), "wall", kGround, -1});
  parts.connected = {{1, 2}, {4, 3}};
  return parts;
}

State random_state(Random& random, int bodies, int slots) {
  State state({.q = 3 * bodies, .u = 3 * bodies, .contacts = slots, .features = slots});
  for (double& x : state.q()) x = uniform(random, -3, 3);
  for (double& x : state.u()) x = uniform(random, -1, 1);
  return state;
}

std::vector<Pose> poses_of(const State& state) {
  std::vector<Pose> poses(1);
  for (std::size_t i = 0; i < state.q().size(); i += 3)
    poses.push_back(testing::pose_of(state.q()[i], state.q()[i + 1], state.q()[i + 2]));
  return poses;
}

TEST(BroadPhase, FindsEveryPairThatTouchesWithinTheStep) {
  constexpr int kBodies = 60;
  constexpr double kStep = 0.05;
  Random random(5);
  testing::PairCount count;
  long candidates = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const FreeContacts contacts(scene(random, kBodies));
    const BroadPhase broad(contacts, 9.81, 1);
    SCOPED_TRACE("trial " + std::to_string(trial));
    const State state = random_state(random, kBodies, 1);
    const auto found = broad.pairs(state, kStep);
    EXPECT_TRUE(std::adjacent_find(found.begin(), found.end()) == found.end());  // each once
    candidates += static_cast<long>(found.size());
    for (double time = 0; time <= kStep; time += 0.01) {  // all pairs along the free motion
      State moved = state;
      for (std::size_t i = 0; i < moved.q().size(); ++i) {
        moved.q()[i] += time * moved.u()[i] - (i % 3 == 1 ? 0.5 * 9.81 * time * time : 0);
      }
      const std::vector<Pose> poses = poses_of(moved);
      testing::expect_touching_found(contacts, poses, found, count);
    }
  }
  EXPECT_GT(count.close, 1000);
  EXPECT_LT(candidates, count.all / 6 / 5);  // far fewer than all pairs
}

TEST(BroadPhase, NeverNamesPairsThatDoNotMeet) {
  Random random(6);
  FreeParts parts = scene(random, 30);
  parts.rules = {{5, 9, 0, false}, {1, 6, 0, true}};
  const FreeContacts contacts(parts);
  const BroadPhase broad(contacts, 0, 1);
  const auto body = [&](int shape) { return contacts.shape(shape).body; };
  for (const auto& [first, second] : broad.pairs(random_state(random, 30, 1), 10)) {  // everything is near
    EXPECT_LT(first, second);
    EXPECT_NE(body(first), body(second));
    EXPECT_FALSE(body(first) == 1 && body(second) == 2);
    EXPECT_FALSE(body(first) == 3 && body(second) == 4);
    EXPECT_FALSE(first == 5 && second == 9);
  }
}

TEST(BroadPhase, PairsKeepTheirSlots) {
  constexpr int kBodies = 40, kSlots = 400;
  Random random(7);
  const FreeContacts contacts(scene(random, kBodies));
  const BroadPhase broad(contacts, 0, kSlots);
  State state = random_state(random, kBodies, kSlots);
  const SlotRange slots{0, kSlots, 0};
  std::map<double, int> slot_of;
  long kept = 0, lost = 0;
  for (int step = 0; step < 200; ++step) {
    ASSERT_TRUE(broad.choose(state, 0.01, slots));
    std::map<double, int> now;
    for (int s = 0; s < kSlots; ++s) {
      const double id = state.features()[idx(s)];
      if (id == 0) continue;
      EXPECT_TRUE(now.emplace(id, s).second) << "twice";
      const PairFeature pair = contacts.decode(id - 1);
      EXPECT_EQ(contacts.id(pair.first, pair.second, pair.feature), id - 1);
      EXPECT_TRUE(contacts.meet(pair.first, pair.second));
      EXPECT_LT(pair.feature,
                feature_count(contacts.shape(pair.first).shape, contacts.shape(pair.second).shape));
    }
    for (const auto& [id, s] : slot_of) {
      const auto still = now.find(id);
      if (still == now.end()) {
        ++lost;
        EXPECT_EQ(state.mode(s), ContactMode::open);
        EXPECT_EQ(state.impulses()[2 * idx(s)], 0);
      } else {
        ++kept;
        EXPECT_EQ(still->second, s);
      }
    }
    for (const auto& [id, s] : now) {  // what is near is in a slot; what closed stays
      if (slot_of.count(id) == 0) {
        EXPECT_EQ(state.mode(s), ContactMode::open);
      }
      state.impulses()[2 * idx(s)] = 1;
      state.set_mode(s, random() % 10 == 0 ? ContactMode::stick : ContactMode::open);
    }
    slot_of = now;
    for (std::size_t i = 0; i < state.q().size(); ++i) state.q()[i] += 0.01 * state.u()[i];
  }
  EXPECT_GT(kept, 1000);
  EXPECT_GT(lost, 20);
}

TEST(BroadPhase, ClosedContactsNeverLoseTheirSlots) {
  Random random(8);
  const FreeContacts contacts(scene(random, 30));
  const BroadPhase broad(contacts, 0, 500);
  State state = random_state(random, 30, 500);
  const SlotRange slots{0, 500, 0};
  ASSERT_TRUE(broad.choose(state, 0.01, slots));
  const std::vector<double> before(state.features().begin(), state.features().end());
  for (int s = 0; s < 500; ++s) {
    if (before[idx(s)] != 0) state.set_mode(s, ContactMode::slip_plus);
  }
  for (double& x : state.q()) x *= 100;  // everything flies apart
  ASSERT_TRUE(broad.choose(state, 0.01, slots));
  for (std::size_t s = 0; s < before.size(); ++s) {
    if (before[s] != 0) {
      EXPECT_EQ(state.features()[s], before[s]);
    }
  }
}

TEST(BroadPhase, ATooSmallPoolIsReportedAndNothingChanged) {
  Random random(9);
  const FreeContacts contacts(scene(random, 40));
  const BroadPhase broad(contacts, 0, 3);
  State state = random_state(random, 40, 3);
  const State before = state;
  EXPECT_FALSE(broad.choose(state, 0.1, {0, 3, 0}));
  EXPECT_TRUE(std::equal(state.block().begin(), state.block().end(), before.block().begin()));
}

}  // namespace
}  // namespace freeplay

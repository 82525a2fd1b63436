// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "base/index.h"
#include "shapes/free/broad_phase.h"
#include "shapes/free/broad_phase_test_data.h"
#include "shapes/spatial/shape_test_data.h"

namespace freeplay {
namespace {

using testing::make_spatial;
using testing::Random;
using testing::random_spatial;
using testing::random_vector;
using testing::uniform;

/// Many shapes on many bodies, some on the ground, and a floor.
SpatialFreeParts scene(Random& random, int bodies) {
  const std::string kinds[] = {"sphere", "capsule", "box", "hull"};
  SpatialFreeParts parts;
  parts.laws.resize(1);
  for (int body = 0; body <= bodies; ++body) {
    const int shapes = body == kGround ? 4 : 1 + static_cast<int>(random() % 2);
    for (int k = 0; k < shapes; ++k) {
      PlacedSpatialShape placed;
      const double size = uniform(random, 0.2, 0.6);
      placed.shape = random_spatial(random, kinds[random() % 4], size);
      placed.shape.contact = k != 3;  // one is only drawn
      placed.name = "s" + std::to_string(parts.shapes.size());
      placed.body = body;
      placed.group = int_size(parts.shapes);
      parts.shapes.push_back(placed);
    }
  }
  parts.shapes.push_back(
      {make_spatial("half_space", {{"normal", {Point3{0.1, 0, 1}, {}}}, {"point", {Point3{0, 0, -2}, {}}}}),
       "floor", kGround, -1});
  parts.connected = {{1, 2}, {4, 3}};
  return parts;
}

State random_state(Random& random, int bodies, int slots) {
  State state({.q = 7 * bodies, .u = 6 * bodies, .contacts = slots, .features = slots});
  for (int body = 0; body < bodies; ++body) {
    const Vec3 r = random_vector(random, 2), v = random_vector(random), omega = random_vector(random);
    const Quat e = testing::random_turn(random);
    std::copy(r.begin(), r.end(), state.q().begin() + 7 * body);
    std::copy(e.begin(), e.end(), state.q().begin() + 7 * body + 3);
    std::copy(v.begin(), v.end(), state.u().begin() + 6 * body);
    std::copy(omega.begin(), omega.end(), state.u().begin() + 6 * body + 3);
  }
  return state;
}

std::vector<SpatialPose> poses_after(const State& state, double time) {
  std::vector<SpatialPose> poses(1);
  for (std::size_t body = 0; 7 * body < state.q().size(); ++body) {
    SpatialPose at = SpatialWorld::place(state.q().data() + 7 * body);
    const double* u = state.u().data() + 6 * body;
    at.r = at.r + time * Vec3{u[0], u[1], u[2] - 0.5 * 9.81 * time};
    at.A = at.A * rotation(turn_by(time * Vec3{u[3], u[4], u[5]}));
    poses.push_back(at);
  }
  return poses;
}

TEST(SpatialBroadPhase, FindsEveryPairThatTouchesWithinTheStep) {
  constexpr int kBodies = 50;
  constexpr double kStep = 0.05;
  Random random(5);
  testing::PairCount count;
  long candidates = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const SpatialFreeContacts contacts(scene(random, kBodies));
    const SpatialBroadPhase broad(contacts, 9.81, 1);
    SCOPED_TRACE("trial " + std::to_string(trial));
    const State state = random_state(random, kBodies, 1);
    const auto found = broad.pairs(state, kStep);
    EXPECT_TRUE(std::adjacent_find(found.begin(), found.end()) == found.end());  // each once
    candidates += static_cast<long>(found.size());
    for (const double time : {0.0, 0.5 * kStep, kStep}) {  // all pairs along the free motion
      const std::vector<SpatialPose> poses = poses_after(state, time);
      testing::expect_touching_found(contacts, poses, found, count);
    }
  }
  EXPECT_GT(count.close, 500);
  EXPECT_LT(candidates, count.all / 3 / 3);  // far fewer than all pairs
}

TEST(SpatialBroadPhase, EveryContactThatClosesWithinTheStepHasASlot) {
  constexpr int kBodies = 30, kSlots = 4000;
  constexpr double kStep = 0.1;
  Random random(6);
  long closing = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const SpatialFreeContacts contacts(scene(random, kBodies));
    const SpatialBroadPhase broad(contacts, 9.81, kSlots);
    State state = random_state(random, kBodies, kSlots);
    ASSERT_TRUE(broad.choose(state, kStep, {0, kSlots, 0}));
    std::vector<double> held(state.features().begin(), state.features().end());
    std::sort(held.begin(), held.end());
    const auto now = poses_after(state, 0), later = poses_after(state, kStep);
    const int n = int_size(contacts.shapes());
    for (int first = 0; first < n; ++first) {
      for (int second = first + 1; second < n; ++second) {
        // what overlaps already is nothing that can come to be
        if (!contacts.meet(first, second) || contacts.apart(first, second, now).gap < 0) continue;
        const int features = feature_count(contacts.shape(first).shape, contacts.shape(second).shape);
        for (int feature = 0; feature < features; ++feature) {
          const double id = contacts.id(first, second, feature);
          const PairFeature pair = contacts.decode(id);
          EXPECT_EQ(std::tie(pair.first, pair.second, pair.feature), std::tie(first, second, feature));
          if (contacts.find(id, later).gap > 0) continue;
          ++closing;
          EXPECT_TRUE(std::binary_search(held.begin(), held.end(), id + 1)) << contacts.name(id);
        }
      }
    }
  }
  EXPECT_GT(closing, 5);
}

/// Two cubes of side 1 on bodies 1 and 2, the second on top of the first and shifted.
SpatialFreeParts two_cubes() {
  SpatialFreeParts parts;
  parts.laws.resize(1);
  for (int body = 1; body <= 2; ++body)
    parts.shapes.push_back({make_spatial("box", {{"size", {Point3{1, 1, 1}, {}}}}), "cube", body, 0});
  parts.groups = 1;
  return parts;
}

State one_on_the_other(double x, double y, int slots) {
  State state({.q = 14, .u = 12, .contacts = slots, .features = slots, .dimension = 3});
  state.q()[3] = state.q()[10] = 1;
  state.q()[7] = x, state.q()[8] = y, state.q()[9] = 1;
  return state;
}

/// Contacts with a gap of zero that have a slot.
int touching(const SpatialFreeContacts& contacts, const State& state) {
  const std::vector<SpatialPose> poses = poses_after(state, 0);
  int count = 0;
  for (const double id : state.features())
    count += id > 0 && std::abs(contacts.find(id - 1, poses).gap) < 1e-9;
  return count;
}

TEST(SpatialBroadPhase, APlaceCountsOnceInTheRigidWorld) {
  constexpr int kSlots = 200;
  const SpatialFreeContacts rigid(two_cubes());
  const SpatialBroadPhase broad(rigid, 9.81, kSlots);
  const auto chosen = [&](double x, double y) {
    State state = one_on_the_other(x, y, kSlots);
    EXPECT_TRUE(broad.choose(state, 1e-3, {0, kSlots, 0}));
    return touching(rigid, state);
  };
  EXPECT_EQ(chosen(0, 0), 4);      // corners on corners, where edges cross too
  EXPECT_EQ(chosen(1e-5, 0), 4);   // nearly
  EXPECT_EQ(chosen(0.3, 0.2), 4);  // two corners and two crossings of edges
  EXPECT_EQ(chosen(0.01, 0.01), 4);
  SpatialFreeParts springs = two_cubes();
  springs.force.assign(1, nullptr);
  const SpatialFreeContacts compliant(springs);
  State state = one_on_the_other(0, 0, kSlots);
  ASSERT_TRUE(SpatialBroadPhase(compliant, 9.81, kSlots).choose(state, 1e-3, {0, kSlots, 0}));
  EXPECT_EQ(touching(compliant, state), 16);
}

// The answer is that of a search whether anything moved since the last one or not, and whatever was asked in between.
TEST(SpatialBroadPhase, WhatStandsIsAnsweredAsByASearch) {
  constexpr int kSlots = 200;
  const SpatialFreeContacts contacts(two_cubes());
  const SpatialBroadPhase broad(contacts, 9.81, kSlots);
  State state = one_on_the_other(0.3, 0.2, kSlots);
  const auto ask = [&](double dt) {
    State fresh = state;
    ASSERT_TRUE(broad.choose(state, dt, {0, kSlots, 0}));
    ASSERT_TRUE(SpatialBroadPhase(contacts, 9.81, kSlots).choose(fresh, dt, {0, kSlots, 0}));
    EXPECT_TRUE(std::equal(state.block().begin(), state.block().end(), fresh.block().begin()));
  };
  ask(1e-3);
  ask(1e-3);
  for (int s = 0; s < kSlots; s += 3)  // not the ones that a search would take first
    if (state.features()[idx(s)] != 0) state.set_mode(s, ContactMode::stick);
  ask(1e-3);
  state.q()[9] += 1e-9;
  ask(1e-3);
  state.u()[8] = 1;
  ask(0.5);
  state.q()[9] += 3;
  for (int s = 0; s < kSlots; ++s) state.set_mode(s, ContactMode::open);
  ask(1e-3);
  EXPECT_EQ(touching(contacts, state), 0);
  state.q()[9] = 1;
  ask(1e-3);
  EXPECT_EQ(touching(contacts, state), 4);
}

TEST(SpatialBroadPhase, AClosedContactKeepsItsPlaceAndInheritsTheImpulse) {
  constexpr int kSlots = 200;
  const SpatialFreeContacts contacts(two_cubes());
  const SpatialBroadPhase broad(contacts, 9.81, kSlots);
  // features 0…7 are the corners of the first cube, 8…15 those of the second: two that meet, both closed
  State state = one_on_the_other(0, 0, kSlots);
  const std::vector<SpatialPose> poses = poses_after(state, 0);
  int own = -1, other = -1;
  for (int k = 0; k < 8 && other < 0; ++k) {
    const SpatialContact at = contacts.find(contacts.id(0, 1, k), poses);
    for (int m = 8; m < 16 && std::abs(at.gap) < 1e-9; ++m) {
      if (norm(contacts.find(contacts.id(0, 1, m), poses).point - at.point) < 1e-9) own = k, other = m;
    }
  }
  ASSERT_GE(other, 0);
  const auto give = [&](int slot, int feature, double impulse) {
    state.features()[idx(slot)] = contacts.id(0, 1, feature) + 1;
    state.set_mode(slot, ContactMode::stick);
    state.impulses()[static_cast<std::size_t>(3 * slot)] = impulse;
  };
  give(5, other, 2);
  give(9, own, 1);
  ASSERT_TRUE(broad.choose(state, 1e-3, {0, kSlots, 0}));
  EXPECT_EQ(state.features()[9], contacts.id(0, 1, own) + 1);
  EXPECT_EQ(state.mode(9), ContactMode::stick);
  EXPECT_EQ(state.impulses()[27], 3);
  EXPECT_EQ(std::count(state.features().begin(), state.features().end(), contacts.id(0, 1, other) + 1), 0);
  // alone, the one that is closed keeps the place
  state = one_on_the_other(0, 0, kSlots);
  give(5, other, 2);
  ASSERT_TRUE(broad.choose(state, 1e-3, {0, kSlots, 0}));
  EXPECT_EQ(state.features()[5], contacts.id(0, 1, other) + 1);
  EXPECT_EQ(state.mode(5), ContactMode::stick);
  EXPECT_EQ(std::count(state.features().begin(), state.features().end(), contacts.id(0, 1, own) + 1), 0);
}

TEST(SpatialBroadPhase, ATooSmallPoolIsReportedAndNothingChanged) {
  Random random(9);
  const SpatialFreeContacts contacts(scene(random, 40));
  const SpatialBroadPhase broad(contacts, 0, 3);
  State state = random_state(random, 40, 3);
  const State before = state;
  EXPECT_FALSE(broad.choose(state, 0.1, {0, 3, 0}));
  EXPECT_TRUE(std::equal(state.block().begin(), state.block().end(), before.block().begin()));
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Contract of every registered force, at random poses and with random parameters:
//   h − h_applied − h_damping = −∂V/∂q by central differences, damping takes energy out, what acts on one
//   body acts against the other along the same line, and only forces that say so depend on velocity.
#include "freeplay/planar_force.h"
#include "tests/kit/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace freeplay {
namespace {

constexpr int kTrials = 60;

using testing::Random;
using testing::uniform;

Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const bool required = std::isnan(param.fallback) && !param.optional;
    if (!required && random() % 3 == 0) continue;
    const double least = param.low >= 0 ? 0.2 : -1;
    const auto point = [&] {
      const double x = uniform(random, least, 1);
      return Point{x, uniform(random, least, 1)};
    };
    Value value;
    switch (param.kind) {
      case ParamKind::number: value.data = uniform(random, param.low >= 0 ? 0.2 : -2, 2); break;
      case ParamKind::point: value.data = point(); break;
      case ParamKind::points: value.data = std::vector<Point>{point(), point()}; break;
      case ParamKind::choice: {
        const Words& words = param.choices;
        value.data = std::string(words[random() % words.size()]);
        break;
      }
      default: ADD_FAILURE() << entry.name << "." << param.key; continue;
    }
    values.emplace(param.key, value);
  }
  return values;
}

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

/// Ground and two bodies with everything that acts on them.
struct Scene {
  std::vector<Pose> poses = std::vector<Pose>(3);
  std::vector<Twist> twists = std::vector<Twist>(3);
  std::vector<double> h, applied, damping;

  explicit Scene(Random& random) {
    for (std::size_t i = 1; i < 3; ++i) {
      const double angle = uniform(random, -2, 2), y = uniform(random, -2, 2), x = uniform(random, -2, 2);
      poses[i] = pose(x, y, angle);
      twists[i] = {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
    }
  }
  void apply(const PlanarForce& force, double t = 0.3) {
    h.assign(6, 0);
    applied.assign(6, 0);
    damping.assign(6, 0);
    force.apply(t, poses, twists, {h.data(), applied.data(), damping.data()});
  }
  void shift(std::size_t coordinate, double by) {
    Pose& p = poses[coordinate / 3 + 1];
    const std::size_t k = coordinate % 3;
    p = pose(p.x + (k == 0 ? by : 0), p.y + (k == 1 ? by : 0), p.angle + (k == 2 ? by : 0));
  }
  double velocity(std::size_t coordinate) const {
    const Twist& v = twists[coordinate / 3 + 1];
    return coordinate % 3 == 0 ? v.vx : coordinate % 3 == 1 ? v.vy : v.omega;
  }
};

void expect_no_net_action(const std::vector<double>& h, const Scene& scene) {
  double moment = 0;
  for (std::size_t b = 0; b < 2; ++b) {
    moment += h[3 * b + 2] + cross(scene.poses[b + 1].centre(), {h[3 * b], h[3 * b + 1]});
  }
  EXPECT_NEAR(h[0] + h[3], 0, 1e-13);
  EXPECT_NEAR(h[1] + h[4], 0, 1e-13);
  EXPECT_NEAR(moment, 0, 1e-13);
}

TEST(ForcesContract, ForcesAreSlopesOfTheirEnergy) {
  for (const ForceEntry* entry : entries_of<ForceEntry>()) {
    Random random(21);
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      const Values values = random_values(*entry, random);
      const std::array<int, 2> bodies = entry->bodies == 1 ? std::array{1 + trial % 2, kGround}
                                        : trial % 4 == 0   ? std::array{kGround, 2}
                                        : trial % 4 == 1   ? std::array{1, kGround}
                                        : trial % 4 == 2   ? std::array{2, 1}
                                                           : std::array{1, 2};
      const Scene drawn(random);
      const auto force =
          entry->make(Parameters(*entry, values), bodies, drawn.poses[static_cast<std::size_t>(bodies[0])],
                      drawn.poses[static_cast<std::size_t>(bodies[1])]);
      Scene scene(random);
      scene.apply(*force);
      const std::vector<double> h = scene.h, applied = scene.applied, damping = scene.damping;
      double power = 0;
      for (std::size_t c = 0; c < 6; ++c) {
        const double step = 1e-5;  // truncation h²/6 V‴, rounding 1e-15/h
        Scene plus = scene, minus = scene;
        plus.shift(c, step);
        minus.shift(c, -step);
        const double slope = (force->energy(plus.poses) - force->energy(minus.poses)) / (2 * step);
        EXPECT_NEAR(h[c] - applied[c] - damping[c], -slope, 3e-8) << "coordinate " << c;
        power += damping[c] * scene.velocity(c);
      }
      EXPECT_LE(power, 1e-15);
      if (values.count("damping") > 0) {
        EXPECT_LT(power, 0);
      }
      if (entry->bodies == 2 && bodies[0] != kGround && bodies[1] != kGround) expect_no_net_action(h, scene);
      scene.twists.assign(3, Twist{});
      scene.apply(*force);
      if (!force->depends_on_velocity()) {
        EXPECT_EQ(scene.h, h);
      }
      for (const double at_rest : scene.damping) EXPECT_EQ(at_rest, 0);
    }
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Contract of every registered force in space, at random poses, mounts and parameters:
//   h − h_applied − h_damping = −∂V along every velocity by central differences, damping takes energy out,
//   what acts on one body acts against the other with no net moment, and only forces that say so depend on
//   velocity.
#include "base/index.h"
#include "freeplay/spatial_force.h"
#include "tests/kit/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace freeplay {
namespace {

constexpr int kTrials = 60;

using testing::Random;
using testing::uniform;
Vec3 vector(Random& random, double size = 1) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}
Quat orientation(Random& random) {
  std::normal_distribution<double> normal;
  return normalised({normal(random), normal(random), normal(random), normal(random)});
}

/// A diagonal, or the whole of GᵀG: sometimes of low rank.
std::vector<double> random_matrix(Random& random) {
  std::vector<double> all;
  if (random() % 2 == 0) {
    for (int i = 0; i < 6; ++i) all.push_back(uniform(random, 0, 2));
    return all;
  }
  const int rank = 2 + static_cast<int>(random() % 5);
  std::vector<std::array<double, 6>> G(idx(rank));
  for (auto& row : G) {
    for (double& x : row) x = uniform(random, -1, 1);
  }
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      double sum = 0;
      for (const auto& row : G) sum += row[i] * row[j];
      all.push_back(sum);
    }
  }
  return all;
}

Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const std::string key = param.key;
    const bool required = std::isnan(param.fallback) && !param.optional;
    const bool instead =
        key == "axes" || key == "world_axis" || (key == "point" && values.count("points") > 0);
    if (instead) continue;
    if (!required && key != "points" && key != "axis" && random() % 3 == 0) continue;
    Value value;
    switch (param.kind) {
      case ParamKind::number: value.data = uniform(random, param.low >= 0 ? 0.2 : -2, 2); break;
      case ParamKind::vector: value.data = vector(random); break;
      case ParamKind::vectors: value.data = std::vector<Point3>{vector(random), vector(random)}; break;
      case ParamKind::numbers: value.data = random_matrix(random); break;
      case ParamKind::orientation: value.data = orientation(random); break;
      case ParamKind::choice: {
        const Words& words = param.choices;
        value.data = std::string(words[random() % words.size()]);
        break;
      }
      default: ADD_FAILURE() << entry.name << "." << key; continue;
    }
    values.emplace(key, value);
  }
  return values;
}

/// Ground and two bodies with everything that acts on them.
struct Scene {
  std::vector<SpatialPose> poses = std::vector<SpatialPose>(3);
  std::vector<SpatialTwist> twists = std::vector<SpatialTwist>(3);
  std::vector<double> h, applied, damping;

  explicit Scene(Random& random) {
    for (std::size_t i = 1; i < 3; ++i) {
      poses[i] = {vector(random, 2), rotation(orientation(random))};
      twists[i] = {vector(random, 2), vector(random, 2)};
    }
  }
  void apply(const SpatialForce& force, double t = 0.3) {
    h.assign(12, 0);
    applied.assign(12, 0);
    damping.assign(12, 0);
    force.apply(t, poses, twists, {poses, h.data(), applied.data(), damping.data()});
  }
  void shift(std::size_t c, double by) {
    SpatialPose& p = poses[c / 6 + 1];
    Vec3 step{0, 0, 0};
    step[c % 3] = by;
    if (c % 6 < 3) p.r = p.r + step;
    if (c % 6 >= 3) p.A = p.A * rotation(turn_by(step));
  }
  double velocity(std::size_t c) const {
    const std::size_t body = c / 6 + 1;
    return c % 6 < 3 ? twists[body].v[c % 3] : poses[body].turn_back(twists[body].omega)[c % 3];
  }
};

void expect_no_net_action(const std::vector<double>& h, const Scene& scene) {
  Vec3 force{0, 0, 0}, moment{0, 0, 0};
  for (std::size_t b = 0; b < 2; ++b) {
    const double* g = h.data() + 6 * b;
    const SpatialPose& pose = scene.poses[b + 1];
    force = force + Vec3{g[0], g[1], g[2]};
    moment = moment + cross(pose.r, {g[0], g[1], g[2]}) + pose.turn({g[3], g[4], g[5]});
  }
  EXPECT_NEAR(norm(force), 0, 1e-12);
  EXPECT_NEAR(norm(moment), 0, 1e-12);
}

TEST(SpatialForcesContract, ForcesAreSlopesOfTheirEnergy) {
  for (const SpatialForceEntry* entry : entries_of<SpatialForceEntry>()) {
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
      const auto side = [&](int body) {
        if (body == kGround) return SpatialSide{};
        return SpatialSide{{vector(random), rotation(orientation(random))}, drawn.poses[idx(body)]};
      };
      Diagnostics problems;
      const auto force = entry->make(Parameters(*entry, values), bodies, side(bodies[0]), side(bodies[1]),
                                     "force.x", problems);
      ASSERT_NE(force, nullptr) << to_string(problems.all().at(0));
      Scene scene(random);
      scene.apply(*force);
      const std::vector<double> h = scene.h, applied = scene.applied, damping = scene.damping;
      double power = 0;
      for (std::size_t c = 0; c < 12; ++c) {
        // truncation is estimated from two steps; rounding 1e-15 V/h
        const auto slope = [&](double step) {
          Scene plus = scene, minus = scene;
          plus.shift(c, step);
          minus.shift(c, -step);
          return (force->energy(plus.poses) - force->energy(minus.poses)) / (2 * step);
        };
        const double coarse = slope(2e-5), fine = slope(1e-5), best = fine + (fine - coarse) / 3;
        EXPECT_NEAR(h[c] - applied[c] - damping[c], -best, std::abs(best - fine) + 5e-9) << "velocity " << c;
        power += damping[c] * scene.velocity(c);
      }
      EXPECT_LE(power, 1e-14);
      if (force->depends_on_velocity()) {
        EXPECT_LT(power, 0);
      }
      if (entry->bodies == 2 && bodies[0] != kGround && bodies[1] != kGround) {
        expect_no_net_action(h, scene);
        expect_no_net_action(damping, scene);
      }
      scene.twists.assign(3, SpatialTwist{});
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

// SPDX-License-Identifier: Apache-2.0
// What tests of joints with play in space share: making one, random poses, a small motion of body b.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "clearances/spatial/clearance.h"
#include "joints/spatial/joint_test_data.h"
#include "tests/kit/random.h"

namespace freeplay::play_tests {

using spatial_tests::number;
using spatial_tests::vector;
using spatial_tests::vectors;
using testing::Random;
using testing::uniform;
inline Value text(const std::string& word) { return {word, {}}; }

/// Keys of a joint with play: of `clearance = { … }`, of the ideal joint, of `bearing = { … }`.
struct PlayCase {
  std::string type;
  Values play, ideal;
  Bearing bearing;
  SpatialSide a{}, b{};
};

inline std::unique_ptr<SpatialClearance> make_play(const PlayCase& given, Diagnostics& problems) {
  const SpatialClearanceEntry& entry = *find_entry<SpatialClearanceEntry>(given.type);
  const auto* ideal = find_entry<SpatialJointEntry>(given.type.substr(0, given.type.find("_in_plane")));
  return entry.make({Parameters(entry, given.play), Parameters(*ideal, given.ideal), given.play,
                     given.bearing, given.a, given.b, "joint.x", problems});
}
inline std::unique_ptr<SpatialClearance> make_play(const PlayCase& given) {
  Diagnostics problems;
  auto play = make_play(given, problems);
  for (const Diagnostic& problem : problems.all()) ADD_FAILURE() << to_string(problem);
  return play;
}

/// The one message of a joint with play that cannot be made.
inline std::string play_refusal(const PlayCase& given) {
  Diagnostics problems;
  EXPECT_EQ(make_play(given, problems), nullptr);
  EXPECT_EQ(problems.all().size(), 1U);
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

inline std::vector<double> gaps_of(const SpatialClearance& play, const SpatialPose& a, const SpatialPose& b) {
  std::vector<double> out(static_cast<std::size_t>(play.contacts()));
  play.gaps(a, b, out.data());
  return out;
}
inline double channel_of(const SpatialClearance& play, const std::string& word, const SpatialPose& a,
                         const SpatialPose& b) {
  std::vector<double> out(play.channels().size());
  play.sample(a, b, out.data());
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (word == play.channels()[k].word) return out[k];
  }
  ADD_FAILURE() << "no channel " << word;
  return 0;
}

inline Vec3 random_direction(Random& random) {
  std::normal_distribution<double> normal;
  return unit({normal(random), normal(random), normal(random)});
}
inline SpatialPose random_pose(Random& random, double far = 1) {
  std::normal_distribution<double> normal;
  const Quat e = normalised({normal(random), normal(random), normal(random), normal(random)});
  return {uniform(random, 0, far) * random_direction(random), rotation(e)};
}

/// The pose after the body has moved by `shift` and turned by `turn` about its centre, in world axes.
inline SpatialPose moved(const SpatialPose& b, const Vec3& shift, const Vec3& turn) {
  return {b.r + shift, rotation(turn_by(turn)) * b.A};
}

/// Rate of the gap that n at the contact's point predicts for body b moving with (v, ω) against a at rest.
inline double rate(const PlayContact& contact, const SpatialPose& b, const Vec3& v, const Vec3& omega) {
  return dot(contact.n, v + cross(omega, contact.point - b.r));
}

/// The rate of every gap is nᵀ (v_b − v_a) at its point, for every motion of either body; tangents are of
/// unit length, at right angles to each other and to n, all but for `rounding`; and contact() gives the gap of
/// gaps().
inline void expect_gap_directions(const SpatialClearance& play, const SpatialPose& a, const SpatialPose& b,
                                  double tolerance, double rounding = 1e-14) {
  constexpr double h = 1e-6;
  const auto gap = gaps_of(play, a, b);
  const auto nudged = [](const SpatialPose& at, const SpatialTwist& v, double dt) {
    return moved(at, dt * v.v, dt * v.omega);
  };
  for (int motion = 0; motion < 12; ++motion) {
    SpatialTwist va, vb;
    const auto k = static_cast<std::size_t>(motion % 3);
    (motion < 3 ? va.v : motion < 6 ? va.omega : motion < 9 ? vb.v : vb.omega)[k] = 1;
    const auto before = gaps_of(play, nudged(a, va, -h), nudged(b, vb, -h));
    const auto after = gaps_of(play, nudged(a, va, h), nudged(b, vb, h));
    for (int i = 0; i < play.contacts(); ++i) {
      const auto at = idx(i);
      const PlayContact c = play.contact(i, a, b);
      const double predicted = dot(c.n, vb.at(c.point - b.r) - va.at(c.point - a.r));
      EXPECT_NEAR(predicted, (after[at] - before[at]) / (2 * h), tolerance)
          << play.contact_name(i) << ' ' << motion;
    }
  }
  for (int i = 0; i < play.contacts(); ++i) {
    const PlayContact c = play.contact(i, a, b);
    EXPECT_NEAR(c.gap, gap[idx(i)], 1e-15) << play.contact_name(i);
    EXPECT_NEAR(norm(c.n), 1, 1e-14);
    for (const Vec3& k : {c.t1, c.t2}) EXPECT_NEAR(norm(k), 1, rounding);
    EXPECT_NEAR(dot(c.n, c.t1), 0, rounding);
    EXPECT_NEAR(dot(c.n, c.t2), 0, rounding);
    EXPECT_NEAR(dot(c.t1, c.t2), 0, rounding);
  }
}

/// A vector in the cube from −size to size.
inline Vec3 random_vector(Random& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

}  // namespace freeplay::play_tests

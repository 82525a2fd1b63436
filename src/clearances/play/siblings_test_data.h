// SPDX-License-Identifier: Apache-2.0
// What tests of joints with play in space share: making one, random poses, gaps against their directions.
#pragma once

#include <random>

#include "clearances/play/clearance.h"
#include "joints/spatial/joint_test_data.h"

namespace freeplay::spatial_tests {

struct PlayGiven {
  Values play, ideal;
  Bearing bearing{};
};

inline std::unique_ptr<SpatialClearance> make_clearance(const std::string& name, const PlayGiven& given,
                                                        const SpatialSide& a, const SpatialSide& b,
                                                        Diagnostics& problems) {
  const SpatialClearanceEntry& entry = *find_entry<SpatialClearanceEntry>(name);
  const SpatialJointEntry& ideal = *find_entry<SpatialJointEntry>(name.substr(0, name.find('_')));
  const Parameters play(entry, given.play), keys(ideal, given.ideal);
  return entry.make({play, keys, given.ideal, given.bearing, a, b, "joint.x", problems});
}
inline std::unique_ptr<SpatialClearance> make_clearance(const std::string& name, const PlayGiven& given,
                                                        const SpatialSide& a = {},
                                                        const SpatialSide& b = {}) {
  Diagnostics problems;
  auto play = make_clearance(name, given, a, b, problems);
  for (const Diagnostic& problem : problems.all()) ADD_FAILURE() << to_string(problem);
  return play;
}
/// What is said of values that do not fit each other.
inline std::string refused(const std::string& name, const PlayGiven& given) {
  Diagnostics problems;
  EXPECT_EQ(make_clearance(name, given, {}, {}, problems), nullptr);
  EXPECT_EQ(problems.all().size(), 1U);
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

/// Numbers from −size to size.
class Random {
 public:
  double number(double size) { return size * std::uniform_real_distribution<>(-1, 1)(engine_); }
  Vec3 vector(double size) { return {number(size), number(size), number(size)}; }
  SpatialPose anywhere() { return pose(vector(1), vector(2)); }

 private:
  std::mt19937 engine_{7};
};

inline std::vector<double> gaps_of(const SpatialClearance& play, const SpatialPose& a, const SpatialPose& b) {
  std::vector<double> gap(static_cast<std::size_t>(play.contacts()));
  play.gaps(a, b, gap.data());
  return gap;
}

inline SpatialPose moved(const SpatialPose& at, const SpatialTwist& v, double dt) {
  return {at.r + dt * v.v, rotation(turn_by(dt * v.omega)) * at.A};
}

/// The rate of every gap is nᵀ (v_b − v_a) at its point, for every motion of either body; tangents are of
/// unit length, at right angles to each other and to n; and contact() gives the gap of gaps().
inline void expect_gap_directions(const SpatialClearance& play, const SpatialPose& a, const SpatialPose& b,
                                  double tolerance = 1e-8) {
  constexpr double h = 1e-6;
  const auto gap = gaps_of(play, a, b);
  for (int motion = 0; motion < 12; ++motion) {
    SpatialTwist va, vb;
    const auto k = static_cast<std::size_t>(motion % 3);
    (motion < 3 ? va.v : motion < 6 ? va.omega : motion < 9 ? vb.v : vb.omega)[k] = 1;
    const auto before = gaps_of(play, moved(a, va, -h), moved(b, vb, -h));
    const auto after = gaps_of(play, moved(a, va, h), moved(b, vb, h));
    for (int i = 0; i < play.contacts(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const PlayContact c = play.contact(i, a, b);
      const double rate = dot(c.n, vb.at(c.point - b.r) - va.at(c.point - a.r));
      EXPECT_NEAR(rate, (after[at] - before[at]) / (2 * h), tolerance)
          << play.contact_name(i) << ' ' << motion;
    }
  }
  for (int i = 0; i < play.contacts(); ++i) {
    const PlayContact c = play.contact(i, a, b);
    EXPECT_NEAR(c.gap, gap[static_cast<std::size_t>(i)], 1e-15) << play.contact_name(i);
    EXPECT_NEAR(norm(c.n), 1, 1e-14);
    EXPECT_NEAR(norm(c.t1), 1, 1e-14);
    EXPECT_NEAR(norm(c.t2), 1, 1e-14);
    EXPECT_NEAR(dot(c.n, c.t1), 0, 1e-14);
    EXPECT_NEAR(dot(c.n, c.t2), 0, 1e-14);
    EXPECT_NEAR(dot(c.t1, c.t2), 0, 1e-14);
  }
}

}  // namespace freeplay::spatial_tests

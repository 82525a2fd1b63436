// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/play_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::pose;

PlayCase socket() {
  PlayCase given;
  given.type = "spherical";
  given.play = {{"radial", number(0.5e-3)}};
  given.ideal = {{"points", vectors({0.1, 0.2, -0.1}, {-0.3, 0, 0.05})}};
  given.bearing.radius = 10e-3;
  return given;
}

/// Body b so that the ball's centre is off the socket's by e, seen from a.
SpatialPose ball_at(const SpatialPose& a, const Vec3& e, const Vec3& turn) {
  SpatialPose b = pose({0, 0, 0}, turn);
  b.r = a.point(Vec3{0.1, 0.2, -0.1} + e) - b.turn({-0.3, 0, 0.05});
  return b;
}

TEST(BallInSocket, GapIsTheClearanceMinusTheDistance) {
  const auto play = make_play(socket());
  ASSERT_EQ(play->contacts(), 1);
  EXPECT_STREQ(play->contact_name(0), "ball");
  EXPECT_EQ(play->length(0), 0.5e-3);
  EXPECT_EQ(play->rest(), nullptr);
  Random random(7);
  for (int k = 0; k < 100; ++k) {
    const SpatialPose a = random_pose(random);
    const Vec3 e = random_vector(random, 0.4e-3);
    const SpatialPose b = ball_at(a, e, random_vector(random, 1));
    EXPECT_NEAR(gaps_of(*play, a, b)[0], 0.5e-3 - norm(e), 1e-15);
    double sampled[4];
    play->sample(a, b, sampled);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(sampled[i], e[i], 1e-15);
    EXPECT_NEAR(sampled[3], norm(e) / 0.5e-3, 1e-11);
    // the point is on the ball; where the gap is closed it is on the socket too
    const Vec3 p = play->contact(0, a, b).point;
    EXPECT_NEAR(norm(p - b.point({-0.3, 0, 0.05})), 9.5e-3, 1e-15);
    EXPECT_NEAR(norm(p - a.point({0.1, 0.2, -0.1})), 9.5e-3 + norm(e), 1e-15);
  }
}

// The smallest turn of the socket's z axis onto n' = (x, y, z) carries t' = (1 − k x², −k x y, −x) along, with
// k = 1/(1 + z). Rounding leaves |n'|² = 1 + 2 η, and then
//   |t'|² = 1 + 2 η k² x²,   n'ᵀ t' = −2 η k x,   and x² ≤ (1 − z)(1 + z) + 2 η ≤ 2/k + 2 η:
// lengths are off by 2 η k. η adds up from the division by |e| (3 u), a rotation from Euler parameters (6 u) and
// its product with a vector (3 u); further sums and products of numbers up to 2 add some 40 u.
double tangent_rounding(const Vec3& e) {
  constexpr double u = 0x1p-53, eta = 12 * u;
  return 40 * u + 2 * eta / (1 + e[2] / norm(e));
}

TEST(BallInSocket, DirectionsAreThoseOfTheGap) {
  // a socket with much play, so that differences of gaps are exact enough
  PlayCase wide = socket();
  wide.play["radial"] = number(0.3);
  wide.bearing.radius = 0.5;
  const auto play = make_play(wide);
  Random random(7);
  for (int k = 0; k < 100; ++k) {
    const SpatialPose a = random_pose(random);
    const Vec3 e = random_vector(random, 0.2);
    expect_gap_directions(*play, a, ball_at(a, e, random_vector(random, 1)), 1e-7, tangent_rounding(e));
  }
}

TEST(BallInSocket, ACentredBallHasSomeDirection) {
  PlayCase given = socket();
  given.ideal = {{"points", vectors({0, 0, 0}, {0, 0, 0})}};
  const auto play = make_play(given);
  const PlayContact c = play->contact(0, {}, {});
  EXPECT_EQ(c.gap, 0.5e-3);
  EXPECT_EQ(norm(c.n), 1);
  EXPECT_NEAR(dot(c.n, c.t1), 0, 1e-15);
}

// Tangents turn with the contact as slowly as it moves, everywhere but at the bottom of the socket: the turn
// of (t1, t2) over a small way of the ball is as small.
TEST(BallInSocket, TangentsMoveWithTheContactWithoutJumps) {
  const auto play = make_play(socket());
  Random random(7);
  const SpatialPose a = random_pose(random);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 out = unit(random_vector(random, 1));
    if (out[2] < -0.9) continue;
    const Vec3 near = unit(out + random_vector(random, 1e-6));
    const PlayContact p = play->contact(0, a, ball_at(a, 0.5e-3 * out, {0, 0, 0}));
    const PlayContact q = play->contact(0, a, ball_at(a, 0.5e-3 * near, {0, 0, 0}));
    EXPECT_LT(norm(p.t1 - q.t1), 2e-5);
    EXPECT_LT(norm(p.t2 - q.t2), 2e-5);
  }
}

TEST(BallInSocket, RefusesWhatDoesNotFit) {
  PlayCase given = socket();
  given.play["radial"] = number(10e-3);
  EXPECT_CONTAINS(play_refusal(given), "smaller than the socket's radius, 0.01 m");
  given = socket();
  given.bearing.radius.reset();
  EXPECT_CONTAINS(play_refusal(given), "joint.x.bearing.radius");
  const auto play = make_play(socket());
  EXPECT_EQ(play->outside({}, ball_at({}, {0, 0, 9e-3}, {0, 0, 0})), "");
  EXPECT_CONTAINS(play->outside({}, ball_at({}, {0, 0, 11e-3}, {0, 0, 0})), "0.011 m from the socket's");
}

}  // namespace
}  // namespace freeplay::play_tests

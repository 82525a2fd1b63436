// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "clearances/spatial/play_test_data.h"
#include "tests/kit/text.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::pose;

constexpr double kLength = 0.1, kHeight = 0.05, kWidth = 0.03, kPlayY = 2e-3, kPlayZ = 1e-3;

PlayCase guide(const char* where) {
  PlayCase given;
  given.type = "translational";
  given.play = {{"height", number(kPlayY)}, {"width", number(kPlayZ)}};
  given.ideal = {{"axis", vector({1, 0, 0})}, {"points", vectors({0, 0, 0}, {0, 0, 0})}};
  given.bearing.length = kLength, given.bearing.height = kHeight, given.bearing.width = kWidth;
  given.bearing.guide = where;
  return given;
}

TEST(TranslationalPlay, NamesSixteenCorners) {
  const auto play = make_play(guide("outside"));
  ASSERT_EQ(play->contacts(), 16);
  std::set<std::string> names;
  for (int i = 0; i < 16; ++i) {
    const std::string name = play->contact_name(i);
    names.insert(name);
    EXPECT_EQ(play->length(i), i < 8 ? kPlayY : kPlayZ);
    // the words say where the corner is: seen along the guide, y up
    const Vec3 p = play->contact(i, {}, {}).point;
    EXPECT_EQ(name.find("front") != std::string::npos, p[0] > 0) << name;
    EXPECT_EQ(name.find("upper") != std::string::npos, p[1] > 0) << name;
    EXPECT_EQ(name.find("right") != std::string::npos, p[2] > 0) << name;
    EXPECT_NEAR(std::abs(p[0]), kLength / 2, 1e-16);
    EXPECT_NEAR(std::abs(p[1]), kHeight / 2, 1e-16);
    EXPECT_NEAR(std::abs(p[2]), kWidth / 2, 1e-16);
  }
  EXPECT_EQ(names.size(), 16U);
}

TEST(TranslationalPlay, CentredSliderHasItsClearanceOnEverySide) {
  for (const char* where : {"outside", "inside"}) {
    const auto play = make_play(guide(where));
    const auto gap = gaps_of(*play, {}, pose({0.7, 0, 0}));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(gap[i], i < 8 ? kPlayY : kPlayZ, 1e-16) << where;
  }
}

// Around a rod the slider that sinks touches with the upper edges of its bore; inside a guide with its lower
// corners.
TEST(TranslationalPlay, SinkingClosesTheRightSide) {
  for (const bool inside : {false, true}) {
    const auto play = make_play(guide(inside ? "inside" : "outside"));
    const auto gap = gaps_of(*play, {}, pose({0, -kPlayY, 0}));
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(gap[i], (i < 4) == inside ? 0 : 2 * kPlayY, 1e-16) << i;
    const auto aside = gaps_of(*play, {}, pose({0, 0, kPlayZ}));
    for (std::size_t i = 8; i < 16; ++i)
      EXPECT_NEAR(aside[i], (i < 12) != inside ? 0 : 2 * kPlayZ, 1e-16) << i;
  }
}

TEST(TranslationalPlay, DirectionsAreThoseOfTheGaps) {
  Random random(7);
  for (const char* where : {"outside", "inside"}) {
    for (int k = 0; k < 50; ++k) {
      const SpatialPose a = random_pose(random), drawn = random_pose(random);
      PlayCase given = guide(where);
      given.ideal = {{"axis", vector(random_vector(random, 1))},
                     {"direction", vector(random_vector(random, 1))}};
      given.a = spatial_tests::side(a), given.b = spatial_tests::side(drawn);
      const auto play = make_play(given);
      expect_gap_directions(*play, a, moved(drawn, random_vector(random, 0.1), random_vector(random, 0.5)),
                            1e-7);
    }
  }
}

// Only the motion of the slider seen from the guide matters, and the frame in which a body is given does not.
TEST(TranslationalPlay, GapsDoNotSeeARigidMotionOfBoth) {
  Random random(7);
  for (const char* where : {"outside", "inside"}) {
    const SpatialSide a{{random_vector(random, 0.1), rotation(turn_by(random_vector(random, 1)))},
                        random_pose(random)};
    const SpatialSide b{{random_vector(random, 0.1), rotation(turn_by(random_vector(random, 1)))},
                        random_pose(random)};
    PlayCase given = guide(where);
    given.a = a, given.b = b;
    const auto play = make_play(given);
    const SpatialPose at = moved(b.pose, random_vector(random, 0.01), random_vector(random, 0.02)),
                      carry = random_pose(random);
    const auto carried = [&](const SpatialPose& p) { return SpatialPose{carry.point(p.r), carry.A * p.A}; };
    const auto gap = gaps_of(*play, a.pose, at), same = gaps_of(*play, carried(a.pose), carried(at));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(gap[i], same[i], 1e-14);
  }
}

// The box against four half-spaces, by all its points on a grid: the deepest is a corner, and it is one of
// the four that belong to the face.
TEST(TranslationalPlay, CornersAreTheNearestPointsOfTheBox) {
  const auto play = make_play(guide("outside"));
  Random random(7);
  for (int k = 0; k < 200; ++k) {
    const SpatialPose b = pose(random_vector(random, 3e-3), random_vector(random, 0.2));
    double nearest[4] = {1, 1, 1, 1};
    constexpr int n = 4;
    for (int i = -n; i <= n; ++i)
      for (int j = -n; j <= n; ++j)
        for (int l = -n; l <= n; ++l) {
          const Vec3 p = b.point({kLength / 2 * i / n, kHeight / 2 * j / n, kWidth / 2 * l / n});
          const double gap[4] = {kHeight / 2 + kPlayY - p[1], kHeight / 2 + kPlayY + p[1],
                                 kWidth / 2 + kPlayZ - p[2], kWidth / 2 + kPlayZ + p[2]};
          for (int f = 0; f < 4; ++f) nearest[f] = std::min(nearest[f], gap[f]);
        }
    const auto gap = gaps_of(*play, {}, b);
    for (std::size_t f = 0; f < 4; ++f)
      EXPECT_NEAR(*std::min_element(gap.begin() + 4 * f, gap.begin() + 4 * f + 4), nearest[f], 1e-15);
  }
}

// A rod in a bore, by the points of the rod's surface between the ends of the bore: seen from the slider they
// must be between its faces. The room that is left, measured in the plane of the bore's end, is g_N/|m| of
// m = z_b × x without its length; sign and size are compared.
TEST(TranslationalPlay, EdgesOfTheBoreMeetTheRodWhereItsPointsSayIt) {
  const auto play = make_play(guide("inside"));
  Random random(7);
  for (int k = 0; k < 200; ++k) {
    const SpatialPose b = pose(random_vector(random, 3e-3), random_vector(random, 0.1));
    double room[2] = {1, 1};  // across height and width
    // points of the rod's surface where they leave the bore, and between its ends
    constexpr int n = 8;
    const Vec3 x_b = b.turn({1, 0, 0});
    for (int i = -n; i <= n; ++i)
      for (int j = -n; j <= n; ++j)
        for (int l = -n; l <= n; ++l) {
          if (std::abs(j) < n && std::abs(l) < n) continue;
          const Vec3 on{0, kHeight / 2 * j / n, kWidth / 2 * l / n};
          const double along = (kLength / 2 * i / n - dot(x_b, on - b.r)) / x_b[0];
          const Vec3 q = b.turn_back(on + Vec3{along, 0, 0} - b.r);
          room[0] = std::min(room[0], kHeight / 2 + kPlayY - std::abs(q[1]));
          room[1] = std::min(room[1], kWidth / 2 + kPlayZ - std::abs(q[2]));
        }
    const auto gap = gaps_of(*play, {}, b);
    const double y = b.turn({0, 1, 0})[0] / x_b[0], z = b.turn({0, 0, 1})[0] / x_b[0];
    const double height = std::hypot(1, y), width = std::hypot(1, z);
    EXPECT_NEAR(*std::min_element(gap.begin(), gap.begin() + 8), room[0] / height, 1e-15);
    EXPECT_NEAR(*std::min_element(gap.begin() + 8, gap.end()), room[1] / width, 1e-15);
  }
}

// The contact of two edges is where both are: on the edge of the bore, off the rod's edge by the gap.
TEST(TranslationalPlay, EdgesMeetWhereTheyAreClosest) {
  const auto play = make_play(guide("inside"));
  const SpatialPose b = pose({0.01, 1e-3, -1e-3}, {0.05, 0.03, -0.04});
  for (int i = 0; i < 16; ++i) {
    const PlayContact c = play->contact(i, {}, b);
    const Vec3 on_slider = b.turn_back(c.point - b.r), on_rod = c.point - c.gap * c.n;
    const std::size_t across = i < 8 ? 1 : 2;
    EXPECT_NEAR(std::abs(on_slider[0]), kLength / 2, 1e-16);
    EXPECT_NEAR(std::abs(on_slider[across]), across == 1 ? kHeight / 2 + kPlayY : kWidth / 2 + kPlayZ, 1e-16);
    EXPECT_NEAR(std::abs(on_rod[1]), kHeight / 2, 1e-16);
    EXPECT_NEAR(std::abs(on_rod[2]), kWidth / 2, 1e-16);
  }
}

TEST(TranslationalPlay, RecordsWhereTheSliderIs) {
  PlayCase given = guide("outside");
  given.ideal = {
      {"axis", vector({0, 0, 1})}, {"direction", vector({0, 1, 0.3})}, {"point", vector({0, 0, 0})}};
  const auto play = make_play(given);
  ASSERT_EQ(play->channels().size(), 6U);
  double s[6];
  // x of the guide is z of the body, y is y, and so z is −x
  play->sample({}, pose({0.1, 0.2, 0.3}), s);
  EXPECT_NEAR(s[0], 0.3, 1e-15);
  EXPECT_NEAR(s[1], 0.2, 1e-15);
  EXPECT_NEAR(s[2], -0.1, 1e-15);
  for (int k = 3; k < 6; ++k) EXPECT_NEAR(s[k], 0, 1e-15);
  const Vec3 turns[] = {{0, 0.1, 0}, {-0.1, 0, 0}, {0, 0, 0.1}};
  for (int k = 0; k < 3; ++k) {
    play->sample({}, pose({0, 0, 0}, turns[k]), s);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(s[3 + i], i == k ? 0.1 : 0, 1e-15) << k;
  }
}

TEST(TranslationalPlay, WidthDefaultsToHeight) {
  PlayCase given = guide("outside");
  given.play.erase("width");
  given.bearing.width.reset(), given.bearing.guide.reset();
  const auto play = make_play(given);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(play->length(i), kPlayY);
  for (const double gap : gaps_of(*play, {}, {})) EXPECT_NEAR(gap, kPlayY, 1e-16);
}

TEST(TranslationalPlay, SaysWhatIsMissingOrOutside) {
  PlayCase given = guide("outside");
  given.bearing.length.reset();
  EXPECT_CONTAINS(play_refusal(given), "joint.x.bearing.length");
  given = guide("outside");
  given.bearing.height.reset();
  EXPECT_CONTAINS(play_refusal(given), "needs the height of the slider");
  given = guide("outside");
  given.ideal["direction"] = vector({2, 0, 0});
  EXPECT_CONTAINS(play_refusal(given), "joint.x.direction");
  const auto play = make_play(guide("outside"));
  EXPECT_EQ(play->outside({}, pose({5, 1e-3, 0.5e-3}, {0.01, 0, 0})), "");
  EXPECT_CONTAINS(play->outside({}, pose({0, 0, 0.02})), "across the width, and the opening ends at 0.016 m");
  EXPECT_CONTAINS(play->outside({}, pose({0, 0, 0}, {0, 0, 1})), "about the guide's z axis by 57 degrees");
}

}  // namespace
}  // namespace freeplay::play_tests

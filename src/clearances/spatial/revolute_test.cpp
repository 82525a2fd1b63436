// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "clearances/spatial/journal_test_data.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::kPi;

/// Root of a falling function.
template <class F>
double root(double low, double high, F&& falling) {
  for (int i = 0; i < 200; ++i) (falling(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return high;
}

const SpatialPose kBearing{{0.02, -0.01, 0.03}, rotation(turn_by({0.3, -0.8, 0.5}))};

struct ScenarioPose {
  JournalCase given;
  Vec3 d, u;
};

double gap(const JournalCase& given, const char* name, const Vec3& d, const Vec3& u) {
  const auto play = make_journal(given);
  const int index = contact_index(*play, name);
  return gaps_of(*play, kBearing, journal_at(kBearing, d, u))[idx(index)];
}

// Built one on the other: push the journal across, along, or tilt it, until the named contact closes.
ScenarioPose pushed(ScenarioPose from, const Vec3& along, const char* until) {
  const auto play = make_journal(from.given);
  const int index = contact_index(*play, until);
  const double far = root(0, 2e-3, [&](double x) {
    const SpatialPose b = journal_at(kBearing, from.d + x * along, from.u);
    return gaps_of(*play, kBearing, b)[idx(index)];
  });
  from.d = from.d + far * along;
  return from;
}
ScenarioPose tilted_until(const JournalCase& given, const char* until) {
  const auto play = make_journal(given);
  const int index = contact_index(*play, until);
  const double angle = root(0, 0.1, [&](double x) {
    const SpatialPose b = journal_at(kBearing, {0, 0, 0}, tilted(x, 0.7));
    return gaps_of(*play, kBearing, b)[idx(index)];
  });
  return {given, {0, 0, 0}, tilted(angle, 0.7)};
}
/// As long between the ends as it is tilted: both walls and both ends close together.
JournalCase all_four() {
  JournalCase out = simulation_2();
  const Vec3 u = tilted_until(out, "wall_a").u;
  out.L_i = out.L_j * u[2] + 2 * out.R_j * std::hypot(u[0], u[1]);
  return out;
}

ScenarioPose scenario_pose(int scenario) {
  const JournalCase first, second = simulation_2();
  const Vec3 straight{0, 0, 1}, leaning = tilted(0.01, 0.7);
  const Vec3 across{std::cos(0.7), std::sin(0.7), 0}, up{0, 0, 1}, down{0, 0, -1};
  switch (scenario) {
    case 0: return {first, {1e-4, 0, 0}, straight};
    case 1: return {first, first.c_r() * across, straight};
    case 2: return {first, {1e-4, 0, 0.5 * first.c_a()}, straight};
    case 3: return {first, first.c_r() * across + (0.5 * first.c_a()) * up, straight};
    case 4: return pushed({first, {0, 0, 0}, leaning}, across, "wall_a");
    case 5: return pushed({first, {0, 0, 0}, leaning}, up, "end_a");
    case 6: return tilted_until(simulation_3(), "wall_a");
    case 7: return tilted_until(second, "end_a");
    case 8: return pushed(scenario_pose(4), up, "end_a");
    case 9: return pushed(scenario_pose(4), down, "end_b");
    case 10: return pushed(scenario_pose(6), up, "end_a");
    case 11: return pushed(scenario_pose(7), across, "wall_a");
    default: return tilted_until(all_four(), "wall_a");
  }
}

const char* const kScenarios[] = {"none",
                                  "radial_line",
                                  "axial_face",
                                  "radial_line_axial_face",
                                  "one_wall",
                                  "one_end",
                                  "two_walls",
                                  "two_ends",
                                  "wall_end_same",
                                  "wall_end_opposite",
                                  "two_walls_one_end",
                                  "two_ends_one_wall",
                                  "two_walls_two_ends"};

class RevoluteScenario : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(All, RevoluteScenario, ::testing::Range(0, 13),
                         [](const auto& at) { return std::string(kScenarios[at.param]); });

TEST_P(RevoluteScenario, IsNamed) {
  const ScenarioPose at = scenario_pose(GetParam());
  const auto play = make_journal(at.given);
  const SpatialPose b = journal_at(kBearing, at.d, at.u);
  EXPECT_EQ(channel_of(*play, "scenario", kBearing, b), GetParam());
  const auto words = play->channels().back().words;
  EXPECT_EQ(std::vector<std::string>(words.begin(), words.end()),
            std::vector<std::string>(std::begin(kScenarios), std::end(kScenarios)));
}

TEST_P(RevoluteScenario, HasTheGapsAndPointsOfABruteForceSearch) {
  const ScenarioPose at = scenario_pose(GetParam());
  const auto play = make_journal(at.given);
  const SpatialPose b = journal_at(kBearing, at.d, at.u);
  const double size = at.given.R_i, close = 1e-10 * size;
  const auto gaps = gaps_of(*play, kBearing, b);
  ASSERT_EQ(gaps.size(), 10U);
  const bool straight = at.u[2] == 1;
  for (const int end : {1, -1}) {
    const Found wall = brute_wall(at.given, at.d, at.u, end);
    const int i = contact_index(*play, end > 0 ? "wall_a" : "wall_b");
    EXPECT_NEAR(gaps[idx(i)], at.given.R_i - wall.value, close);
    const Vec3 point = seen(kBearing, play->contact(i, kBearing, b).point);
    EXPECT_LT(norm(point - wall.point), close) << point[0] << " " << point[1];

    const Found face = brute_end(at.given, at.d, at.u, end);
    const int k = contact_index(*play, end > 0 ? "end_a" : "end_b");
    EXPECT_NEAR(gaps[idx(k)], 0.5 * at.given.L_i - face.value, close);
    const Vec3 deepest = seen(kBearing, play->contact(k, kBearing, b).point);
    if (straight) {
      EXPECT_NEAR(norm(deepest - at.d - (0.5 * end * at.given.L_j) * at.u), at.given.R_j, close);
    } else {
      EXPECT_LT(norm(deepest - face.point), close);
    }
    for (int j = 1; j <= 3; ++j) {  // on the rim, and above the deepest point
      const Vec3 fixed = seen(kBearing, play->contact(k + j, kBearing, b).point);
      const Vec3 arm = fixed - at.d - (0.5 * end * at.given.L_j) * at.u;
      EXPECT_NEAR(norm(arm), at.given.R_j, close);
      EXPECT_NEAR(dot(arm, at.u), 0, close);
      EXPECT_NEAR(gaps[static_cast<std::size_t>(k + j)], 0.5 * at.given.L_i - end * fixed[2], close);
      EXPECT_GE(gaps[static_cast<std::size_t>(k + j)], gaps[idx(k)] - close);
    }
  }
}

// The journal of simulation 1 is as long as it is wide, its play all round the same: tilted about its centre
// it meets walls and ends together, so that the two ends never touch alone. That of simulation 2 does it.
TEST(RevolutePlay, TwoEndsNeedTheGeometryOfSimulation2) {
  const ScenarioPose at = tilted_until({}, "wall_a");
  EXPECT_NEAR(gap(at.given, "end_a", at.d, at.u), 0, 1e-16);
  const ScenarioPose second = scenario_pose(7);
  EXPECT_GT(gap(second.given, "wall_a", second.d, second.u), 0.2e-3);
}

TEST(RevolutePlay, BruteForceAtRandomPosesUpToLargeTilt) {
  Random random(3);
  JournalCase slender = with_ends("open");
  slender.L_j = 30e-3;  // longer than the bearing
  JournalCase disc;     // flatter than wide
  disc.L_i = 4e-3, disc.L_j = 3e-3;
  JournalCase short_shaft = shaft();
  short_shaft.L_j = 12e-3, short_shaft.more["journal_length"] = number(12e-3);
  JournalCase open_disc = disc;
  open_disc.ends = "open";
  const JournalCase cases[] = {
      {},        disc,    with_ends("open_a"), with_ends("open_b"), with_ends("open"), slender,
      open_disc, shaft(), short_shaft};
  for (const JournalCase& given : cases) {
    const auto play = make_journal(given);
    for (int k = 0; k < 120; ++k) {
      const SpatialPose a = random_pose(random, given.R_i);
      const double angle = std::min(50.0, std::pow(10, uniform(random, -4, 2))) * kPi / 180;
      const Vec3 u = tilted(angle, uniform(random, 0, 6.3));
      const double reach = k % 2 == 0 ? 0.2 : 1;
      const Vec3 d{uniform(random, -reach, reach) * given.R_i, uniform(random, -reach, reach) * given.R_i,
                   uniform(random, -1.2, 1.2) * given.L_i};
      const auto gaps = gaps_of(*play, a, journal_at(a, d, u));
      for (const int end : {1, -1}) {
        const double value = brute_wall(given, d, u, end, 360).value;
        const double expected = std::isinf(value) ? given.R_i : given.R_i - value;
        EXPECT_NEAR(gaps[end > 0 ? 0 : 1], expected, 1e-10 * given.R_i)
            << given.ends << " " << given.type << " pose " << k << " end " << end;
      }
    }
  }
}

// The flanges: against the lowest point of the plane over the bearing's end circle.
TEST(RevolutePlay, FlangesFaceTheEndsOfTheBearing) {
  Random random(4);
  const JournalCase given = with_ends("flanges");
  const auto play = make_journal(given);
  ASSERT_EQ(play->contacts(), 10);
  for (int k = 0; k < 50; ++k) {
    const double direction = uniform(random, 0, 6.3), tilt = uniform(random, 0, 0.5);
    const Vec3 u = tilted(tilt, direction);
    const Vec3 d{uniform(random, -1e-3, 1e-3), uniform(random, -1e-3, 1e-3), uniform(random, -1e-3, 1e-3)};
    const SpatialPose b = journal_at(kBearing, d, u);
    for (const int end : {1, -1}) {
      const Found brute = greatest([&](double angle) -> Found {
        const Vec3 x{given.flange * std::cos(angle), given.flange * std::sin(angle), 0.5 * end * given.L_i};
        return {end * dot(u, x - d), x};
      });
      const PlayContact contact = play->contact(end > 0 ? 2 : 6, kBearing, b);
      EXPECT_NEAR(contact.gap, 0.5 * given.L_j - brute.value, 1e-10 * given.R_i);
      EXPECT_NEAR(dot(u, seen(kBearing, contact.point) - d), end * 0.5 * given.L_j, 1e-10 * given.R_i);
      EXPECT_NEAR(dot(contact.n, to_world(kBearing, u)), end, 1e-14);
    }
  }
  EXPECT_NEAR(
      channel_of(*play, "scenario", kBearing, journal_at(kBearing, {0, 0, -0.5 * given.c_a()}, {0, 0, 1})), 2,
      0);
}

// A pin that slides out of an open end: wall contact goes from rim to edge without a jump, and ends with it.
TEST(RevolutePlay, JournalLeavesThroughAnOpenEnd) {
  const JournalCase given = with_ends("open_a");
  const auto play = make_journal(given);
  EXPECT_EQ(play->contacts(), 6);
  const Vec3 u = tilted(0.02, 0.4);
  double last[2] = {0, 0};
  bool left = false;
  for (int k = 0; k <= 4000; ++k) {
    const double z = 1e-5 * k;
    const auto gaps = gaps_of(*play, kBearing, journal_at(kBearing, {0.3e-3, 0.1e-3, z}, u));
    left = gaps[0] == given.R_i;
    if (left) break;
    for (int i = 0; i < 2 && k > 0; ++i) EXPECT_LT(std::abs(gaps[idx(i)] - last[i]), 1e-5);
    last[0] = gaps[0], last[1] = gaps[1];
  }
  EXPECT_TRUE(left);
  EXPECT_EQ(gaps_of(*play, kBearing, journal_at(kBearing, {0, 0, 30e-3}, u))[1], given.R_i);
}

TEST(RevolutePlay, ChannelsAreTheOrbitsOfBothEnds) {
  const JournalCase given;
  const auto play = make_journal(given);
  const Vec3 d{0.1e-3, 0.2e-3, -0.3e-3}, u = tilted(0.02, 1.1);
  const SpatialPose b = journal_at(kBearing, d, u);
  const auto value = [&](const char* word) { return channel_of(*play, word, kBearing, b); };
  const Vec3 end = d + (0.5 * given.L_j) * u;
  EXPECT_NEAR(std::hypot(value("orbit_a_x"), value("orbit_a_y")), std::hypot(end[0], end[1]), 1e-15);
  EXPECT_NEAR(value("eccentricity_a"), std::hypot(end[0], end[1]) / given.c_r(), 1e-12);
  EXPECT_NEAR(std::hypot(value("orbit_a_x") - value("orbit_b_x"), value("orbit_a_y") - value("orbit_b_y")),
              given.L_j * std::sin(0.02), 1e-15);
  EXPECT_NEAR(value("axial"), -0.3e-3, 1e-15);
  EXPECT_NEAR(value("tilt"), 0.02, 1e-14);
}

TEST(RevolutePlay, RadiiForHertz) {
  const auto play = make_journal({});
  EXPECT_NEAR(play->geometry(0).effective_radius(), 10e-3 * 9.5e-3 / 0.5e-3, 1e-12);
  EXPECT_NEAR(play->geometry(2).effective_radius(), 9.5e-3, 1e-15);
  EXPECT_NEAR(play->length(0), 0.5e-3, 1e-15);
  EXPECT_NEAR(play->length(2), 1e-3, 1e-15);
  EXPECT_FALSE(play->at_end(1));
  EXPECT_TRUE(play->at_end(9));
}

TEST(RevolutePlay, StartOutsideOfTheBearing) {
  const auto play = make_journal({});
  const auto outside = [&](const Vec3& d, const Vec3& u) {
    return play->outside(kBearing, journal_at(kBearing, d, u));
  };
  EXPECT_EQ(outside({0.4e-3, 0, 0.2e-3}, tilted(0.5, 0)), "");
  EXPECT_EQ(outside({0.02, 0, 0}, {0, 0, 1}),
            "the journal's axis passes 0.02 m from the bearing's, whose radius is 0.01 m");
  EXPECT_EQ(
      outside({0, 0, -0.03}, {0, 0, 1}),
      "the journal's centre is 0.03 m from the bearing's along the axis, and the bearing ends at 0.01 m");
  EXPECT_EQ(outside({0, 0, 0}, tilted(1.2, 0)),
            "the journal's axis is tilted by 68.75° against the bearing's; less than 60° is expected");
  const auto open = make_journal(with_ends("open"));
  EXPECT_EQ(open->outside(kBearing, journal_at(kBearing, {0, 0, 0.025}, {0, 0, 1})),
            "the journal is outside of the bearing, by 0.0055 m along its axis");
}

std::string refused(const Values& play, std::optional<double> length = 20e-3) {
  PlayCase given = play_case({});
  given.play = play;
  given.bearing.length = length;
  return play_refusal(given);
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(RevolutePlay, ErrorsNameWhatIsWrong) {
  const Value c = number(0.5e-3), l = number(1e-3);
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_TRUE(has(message, part)) << message;
  };
  expect(refused({{"radial", c}, {"axial", l}}, std::nullopt), "joint.x.bearing.length");
  expect(refused({{"axial", l}}), "give radial, or journal_radius");
  expect(refused({{"radial", c}}), "play along the axis is not given");
  expect(refused({{"radial", number(11e-3)}, {"axial", l}}),
         "must be smaller than the bearing's radius, 0.01 m");
  expect(refused({{"radial", number(-1e-3)}, {"axial", l}}), "is not thinner than the bearing");
  expect(refused({{"journal_radius", number(0.0105)}, {"axial", l}}),
         "the journal, 0.0105 m, is not thinner than the bearing, 0.01 m");
  expect(refused({{"radial", c}, {"journal_radius", number(9e-3)}, {"axial", l}}),
         "bearing radius − radial is 0.0095 m, but the journal's radius is given as 0.009 m");
  expect(refused({{"radial", c}, {"journal_length", number(21e-3)}}),
         "the journal, 0.021 m, is not shorter than the bearing, 0.02 m");
  expect(refused({{"radial", c}, {"axial", number(20e-3)}}), "must be smaller than the bearing's length");
  expect(refused({{"radial", c}, {"axial", l}, {"journal_length", number(18e-3)}}),
         "with axial = 0.001 m the journal's length is 0.019 m, but it is given as 0.018 m");
  expect(refused({{"radial", c}, {"axial", l}, {"flange_radius", l}}), "has no effect without flanges");
  expect(refused({{"radial", c}, {"axial", l}, {"ends", text("flanges")}, {"flange_radius", number(9e-3)}}),
         "must exceed the bearing's radius");
  expect(refused({{"radial", c}, {"journal_length", number(19e-3)}, {"ends", text("flanges")}}),
         "is not longer than the bearing");
}

TEST(RevolutePlay, JournalMayBeGivenInsteadOfThePlay) {
  PlayCase given = play_case({});
  given.play = {{"journal_radius", number(9.5e-3)}, {"journal_length", number(19e-3)}};
  const auto play = make_play(given);
  EXPECT_NEAR(play->length(0), 0.5e-3, 1e-15);
  EXPECT_NEAR(play->length(2), 1e-3, 1e-15);
}

}  // namespace
}  // namespace freeplay::play_tests

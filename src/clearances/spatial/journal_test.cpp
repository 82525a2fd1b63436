// SPDX-License-Identifier: Apache-2.0
#include "clearances/spatial/journal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "clearances/spatial/journal_test_data.h"

namespace freeplay::play_tests {
namespace {

using spatial_tests::kPi;

#ifdef FREEPLAY_SANITIZED
constexpr int kThin = 50;  // sanitizers cost time, not coverage
#else
constexpr int kThin = 1;
#endif

JournalCase long_journal() {
  JournalCase out = with_ends("open");
  out.L_j = 30e-3;
  return out;
}

/// A pose of the journal in or about the bearing, tilted by up to 50°.
struct RandomPlace {
  Vec3 d, u;
  double angle;
};
RandomPlace random_place(Random& random, const JournalCase& given) {
  const double angle = std::min(50.0, std::pow(10, uniform(random, -6, 2.2))) * kPi / 180;
  const double reach = given.R_i * std::pow(10, uniform(random, -4, 0));
  return {{uniform(random, -reach, reach), uniform(random, -reach, reach),
           uniform(random, -0.8, 0.8) * given.L_i},
          tilted(angle, uniform(random, 0, 2 * kPi)),
          angle};
}

const std::vector<JournalCase>& all_cases() {
  static const std::vector<JournalCase> cases{
      {}, with_ends("open_a"), with_ends("open"), with_ends("flanges"), long_journal(), shaft()};
  return cases;
}

/// Whether the contact is at the last tip of a journal that leaves, whose gap may change at any rate.
bool at_tip(const PlayContact& contact, const JournalCase& given, double angle) {
  return contact.gap == given.R_i || norm(contact.n) > (1 + 1e-6) / std::cos(angle);
}

// A pose and one that is 1e-9 away, a million times: the gap changes by no more than the greatest rate
// allows.
TEST(JournalInBearing, GapsAreContinuous) {
  Random random(11);
  const int poses = 1'000'000 / int_size(all_cases()) / kThin;
  int tips = 0;
  for (const JournalCase& given : all_cases()) {
    const auto play = make_journal(given);
    const double nudge = 1e-9 * given.R_i;
    const SpatialPose a = random_pose(random, given.R_i);
    double before[10], after[10];
    for (int k = 0; k < poses; ++k) {
      const RandomPlace at = random_place(random, given);
      const SpatialPose b = journal_at(a, at.d, at.u);
      const Vec3 turn = (nudge / given.R_i) * random_direction(random);
      const SpatialPose c = moved(b, nudge * random_direction(random), turn);
      play->gaps(a, b, before);
      play->gaps(a, c, after);
      // No point of the joint is farther than 0.12 m from the centre of body b, along a journal tilted by
      // 50°.
      const double most = (nudge + 1e-9 * 0.12) / std::cos(at.angle + 1e-6) + 1e-15;
      for (int i = 0; i < play->contacts(); ++i) {
        ASSERT_TRUE(std::isfinite(before[i]));
        if (std::abs(after[i] - before[i]) <= most) continue;
        ++tips;
        EXPECT_TRUE(at_tip(play->contact(i, a, b), given, at.angle) ||
                    at_tip(play->contact(i, a, c), given, at.angle))
            << given.ends << " " << k << " " << i << " " << after[i] - before[i];
      }
    }
  }
  EXPECT_LT(tips, 1000);
}

// The same along paths that cross every change from rim to edge to corner: no jump between neighbours.
TEST(JournalInBearing, GapsAreContinuousAlongPaths) {
  Random random(12);
  for (const JournalCase& given : all_cases()) {
    const auto play = make_journal(given);
    const SpatialPose a = random_pose(random, given.R_i);
    for (int path = 0; path < 60 / std::min(kThin, 10); ++path) {
      const RandomPlace from = random_place(random, given), to = random_place(random, given);
      constexpr int kSteps = 1000;
      double last[10] = {};
      SpatialPose old;
      for (int k = 0; k <= kSteps; ++k) {
        const double s = static_cast<double>(k) / kSteps;
        const Vec3 u = unit((1 - s) * from.u + s * to.u);
        const SpatialPose b = journal_at(a, (1 - s) * from.d + s * to.d, u, 0.5 * s);
        const auto gaps = gaps_of(*play, a, b);
        // Motion of the points of the joint on body b between the two, from three of them.
        double motion = 0;
        for (const Vec3& p : {Vec3{0.1, 0, 0}, Vec3{0, 0.1, 0}, Vec3{0, 0, 0.1}}) {
          motion += norm(b.point(p) - old.point(p));
        }
        const double angle = std::acos(u[2]);
        for (int i = 0; i < play->contacts(); ++i) {
          const double now = gaps[idx(i)];
          const bool jump = k > 0 && std::abs(now - last[i]) > motion / std::cos(angle + 0.01);
          if (jump) {
            EXPECT_TRUE(at_tip(play->contact(i, a, b), given, angle) ||
                        at_tip(play->contact(i, a, old), given, angle))
                << given.ends << " path " << path << " step " << k << " contact " << i << ": " << last[i]
                << " to " << now;
          }
          last[i] = now;
        }
        old = b;
      }
    }
  }
}

// n at the point is the gradient of the gap, for every kind of contact.
TEST(JournalInBearing, RowsAgreeWithFiniteDifferences) {
  Random random(13);
  int compared = 0, edges = 0, kinks = 0;
  for (const JournalCase& given : all_cases()) {
    const auto play = make_journal(given);
    for (int k = 0; k < 2000 / std::min(kThin, 10); ++k) {
      const SpatialPose a = random_pose(random, given.R_i);
      const RandomPlace at = random_place(random, given);
      const SpatialPose b = journal_at(a, at.d, at.u);
      const Vec3 v = random_direction(random), omega = (1 / given.R_i) * random_direction(random);
      const double h = 1e-7 * given.R_i;
      const auto here = gaps_of(*play, a, b);
      const auto ahead = gaps_of(*play, a, moved(b, h * v, h * omega));
      const auto behind = gaps_of(*play, a, moved(b, (-h) * v, (-h) * omega));
      for (int i = 0; i < play->contacts(); ++i) {
        const auto n = idx(i);
        const PlayContact contact = play->contact(i, a, b);
        EXPECT_EQ(contact.gap, here[n]);
        EXPECT_NEAR(norm(contact.t1), 1, 1e-12);
        EXPECT_NEAR(norm(contact.t2), 1, 1e-12);
        EXPECT_NEAR(dot(contact.n, contact.t1), 0, 1e-12);
        EXPECT_NEAR(dot(contact.n, contact.t2), 0, 1e-12);
        const double rise = (ahead[n] - here[n]) / h, fall = (here[n] - behind[n]) / h;
        const double scale = norm(contact.n) * (1 + norm(contact.point - b.r) / given.R_i);
        if (contact.gap == given.R_i) continue;      // out of the bearing
        if (std::abs(rise - fall) > 1e-2 * scale) {  // next to a change of branch
          ++kinks;
          continue;
        }
        ++compared;
        edges += norm(contact.n) > 1 + 1e-9;
        // Between the two differences, which lie apart where the gap is much curved.
        EXPECT_NEAR(rate(contact, b, v, omega), 0.5 * (rise + fall), std::abs(rise - fall) + 1e-6 * scale)
            << given.ends << " pose " << k << " contact " << play->contact_name(i) << " n " << norm(contact.n)
            << " tilt " << at.angle;
      }
    }
  }
  EXPECT_GT(edges, compared / 20);
  EXPECT_LT(kinks, compared / 10);
}

TEST(JournalInBearing, SharesAddUpToOneWhenAlignedAndTurnAsTheyChange) {
  Random random(14);
  for (const JournalCase& given : {JournalCase{}, with_ends("flanges")}) {
    const auto play = make_journal(given);
    for (int k = 0; k < 500; ++k) {
      const SpatialPose a = random_pose(random, 1);
      const double angle = k == 0 ? 0 : std::pow(10, uniform(random, -8, -1));
      const SpatialPose b = journal_at(a, {1e-4, 2e-4, 0}, tilted(angle, uniform(random, 0, 6.3)));
      double wall = 0, end = 0;
      for (int i = 0; i < 10; ++i) {
        const ContactShare share = play->share(i, a, b);
        (play->at_end(i) ? end : wall) += share.weight;
        const Vec3 omega = random_direction(random);
        const double h = 1e-8;
        const double ahead = play->share(i, a, moved(b, {0, 0, 0}, h * omega)).weight;
        const double behind = play->share(i, a, moved(b, {0, 0, 0}, (-h) * omega)).weight;
        // ẇ is at most 1.5 times the rate x/σ; its own slope, 6 (x/σ)², bounds the error of the difference.
        const double steep = 2 * given.flange / (0.1 * given.c_r());
        EXPECT_NEAR(dot(share.turn, omega), (ahead - behind) / (2 * h), 1e-5 * steep) << angle << " " << i;
        EXPECT_GE(share.weight, 0);
        EXPECT_LE(share.weight, 1);
      }
      EXPECT_GE(wall, 1);
      EXPECT_LE(wall, 2);
      EXPECT_NEAR(end, 2, 1e-14);  // both ends
      if (angle == 0) {
        EXPECT_NEAR(wall, 1, 1e-12);
      }
    }
  }
}

/// A path of the journal, pressed into wall and end, through exact alignment at s = 0.
struct Crossing {
  Vec3 d, shift;
  double slope, direction;

  SpatialPose at(const SpatialPose& a, double s) const {
    const double angle = slope * s;
    return journal_at(a, d + s * shift, tilted(std::abs(angle), angle < 0 ? direction + kPi : direction));
  }
};
Crossing random_crossing(Random& random, const JournalCase& given, double angle) {
  const double at = uniform(random, 0, 2 * kPi), across = given.c_r() * uniform(random, 1.001, 1.1);
  const double along = 0.5 * given.c_a() * uniform(random, 0.9, 1.1) * (random() % 2 == 0 ? 1 : -1);
  return {{across * std::cos(at), across * std::sin(at), along},
          (0.01 * given.c_r()) * random_direction(random),
          angle,
          uniform(random, 0, 2 * kPi)};
}

constexpr double kStiffness = 6.71e10;

TEST(JournalInBearing, ForceAndMomentAreContinuousThroughAlignment) {
  Random random(15);
  for (const JournalCase& given : {JournalCase{}, with_ends("flanges")}) {
    const auto play = make_journal(given);
    const SpatialPose a = random_pose(random, given.R_i);
    for (int path = 0; path < 500 / std::min(kThin, 10); ++path) {
      const Crossing crossing = random_crossing(random, given, 0.01);
      // The largest change between neighbours falls with their distance, also where the axes align.
      const auto largest = [&](int steps) {
        std::pair<double, double> most{0, 0};
        Load last;
        for (int k = -steps; k <= steps; ++k) {
          const Load now = load_on_b(*play, a, crossing.at(a, static_cast<double>(k) / steps), kStiffness);
          if (k > -steps) {
            most.first = std::max(most.first, norm(now.force - last.force));
            most.second = std::max(most.second, norm(now.moment - last.moment));
          }
          last = now;
        }
        return most;
      };
      const auto coarse = largest(20), fine = largest(160);
      EXPECT_LT(fine.first, 0.3 * coarse.first) << given.ends << " " << path;
      EXPECT_LT(fine.second, 0.3 * coarse.second) << given.ends << " " << path;
      // Next to alignment and in it. A shallow contact changes by its own force within a thousandth of the
      // path.
      const Load in = load_on_b(*play, a, crossing.at(a, 0), kStiffness);
      for (const double s : {1e-6, -1e-6, 1e-9, -1e-9, 1e-12}) {
        const Load by = load_on_b(*play, a, crossing.at(a, s), kStiffness);
        EXPECT_LT(norm(by.force - in.force), (1e-9 + 1e3 * std::abs(s)) * norm(in.force)) << path << " " << s;
        EXPECT_LT(norm(by.moment - in.moment), (1e-9 + 1e3 * std::abs(s)) * norm(in.force) * given.R_i)
            << path << " " << s;
      }
    }
  }
}

/// Work on body b along a path s ∈ [−1, 1], by Gauss's rule with three points in each of `panels` parts.
double work(const SpatialClearance& play, const SpatialPose& a, const Crossing& crossing, int panels) {
  const double places[] = {-std::sqrt(0.6), 0, std::sqrt(0.6)}, weights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  double sum = 0;
  for (int k = 0; k < panels; ++k) {
    const double half = 1.0 / panels, middle = -1 + (2 * k + 1) * half;
    for (int g = 0; g < 3; ++g) {
      const double s = middle + half * places[g], h = 1e-5;
      const SpatialPose b = crossing.at(a, s), ahead = crossing.at(a, s + h), behind = crossing.at(a, s - h);
      const Vec3 o = a.point(kPointA);
      const Vec3 omega = (0.5 / h) * rotation_vector(quaternion(ahead.A * behind.A.transpose()));
      const Vec3 v = (0.5 / h) * (ahead.r - behind.r) + cross(omega, o - b.r);  // of the point of b at o
      const Load load = load_on_b(play, a, b, kStiffness);
      sum += weights[g] * half * (dot(load.force, v) + dot(load.moment, omega));
    }
  }
  return sum;
}

TEST(JournalInBearing, ForceDoesTheWorkThatItsEnergyLoses) {
  Random random(16);
  for (const JournalCase& given : {JournalCase{}, with_ends("flanges"), shaft(), with_ends("open")}) {
    const auto play = make_journal(given);
    const SpatialPose a = random_pose(random, given.R_i);
    for (int path = 0; path < 10; ++path) {
      Crossing crossing = random_crossing(random, given, 0.02);
      if (given.ends == "open") {  // sliding out over the edge
        crossing.d[2] = 0.1 * given.L_i, crossing.shift = {0, 0, 0.1 * given.L_i};
      }
      const double lost = load_on_b(*play, a, crossing.at(a, -1), kStiffness).energy -
                          load_on_b(*play, a, crossing.at(a, 1), kStiffness).energy;
      const double most = load_on_b(*play, a, crossing.at(a, -1), kStiffness).energy +
                          load_on_b(*play, a, crossing.at(a, 1), kStiffness).energy;
      // The normal turns at once from rim to edge: only the first order there.
      EXPECT_NEAR(work(*play, a, crossing, given.ends == "open" ? 4000 : 400), lost, 1e-5 * most)
          << given.ends << " " << path;
    }
  }
}

// [Marques2015] has K δ^1.5 in the line of an aligned journal, and two such forces as soon as it tilts.
TEST(JournalInBearing, PaperAlignmentJumpsToTwice) {
  JournalCase given;
  given.more["alignment"] = text("paper");
  const auto paper = make_journal(given), smooth = make_journal({});
  const SpatialPose a;
  const double depth = 1e-5, F = kStiffness * depth * std::sqrt(depth);
  const auto force = [&](const SpatialClearance& play, double angle, const Vec3& d) {
    return norm(load_on_b(play, a, journal_at(a, d, tilted(angle, kPi / 2)), kStiffness).force);
  };
  const Vec3 wall{given.c_r() + depth, 0, 0}, end{0, 0, 0.5 * given.c_a() + depth};
  EXPECT_NEAR(force(*paper, 0, wall), F, 1e-8 * F);
  EXPECT_NEAR(force(*paper, 1e-9, wall), 2 * F, 1e-6 * F);
  EXPECT_NEAR(force(*smooth, 0, wall), F, 1e-8 * F);
  EXPECT_NEAR(force(*smooth, 1e-9, wall), F, 1e-6 * F);
  EXPECT_NEAR(force(*paper, 0, end), F, 1e-8 * F);
  EXPECT_NEAR(force(*paper, 1e-9, end), F, 1e-2 * F);
  // A face aligned bears at its three points, without a moment; the paper's tilted one at the rim.
  const auto moment = [&](const SpatialClearance& play, double angle) {
    return norm(load_on_b(play, a, journal_at(a, end, tilted(angle, kPi / 2)), kStiffness).moment);
  };
  EXPECT_LT(moment(*paper, 0), 1e-8 * F * given.R_j);
  EXPECT_NEAR(moment(*paper, 1e-9), F * given.R_j, 1e-2 * F * given.R_j);
  EXPECT_LT(moment(*smooth, 1e-9), 1e-3 * F * given.R_j);
}

// Eq. (4.26): the middle of the two crossings of the rim with the wall, in which both are as far from it.
TEST(JournalInBearing, PaperRimIsTheMiddleOfTheCrossings) {
  JournalCase given;
  given.more["rim"] = text("paper");
  const auto paper = make_journal(given), deepest = make_journal({});
  const SpatialPose a;
  const Vec3 d{0.35e-3, 0.3e-3, 0}, u = tilted(0.2, 1.8);
  const SpatialPose b = journal_at(a, d, u);
  const PlayContact middle = paper->contact(0, a, b), deep = deepest->contact(0, a, b);
  ASSERT_LT(deep.gap, 0);
  EXPECT_GT(middle.gap, deep.gap);
  const Vec3 c = d + (0.5 * given.L_j) * u, arm = seen(a, middle.point) - c, side = cross(u, arm);
  EXPECT_NEAR(norm(arm), given.R_j, 1e-14);
  const auto rho = [&](double angle) {
    const Vec3 x = c + std::cos(angle) * arm + std::sin(angle) * side;
    return std::hypot(x[0], x[1]) - given.R_i;
  };
  double inside = 0, outside = kPi;
  for (int i = 0; i < 100; ++i)
    (rho(0.5 * (inside + outside)) > 0 ? inside : outside) = 0.5 * (inside + outside);
  EXPECT_NEAR(rho(-inside), 0, 1e-12 * given.R_i);
  EXPECT_GT(norm(middle.point - deep.point), 1e-6);
  // Where nothing overlaps the two are the same.
  const SpatialPose free = journal_at(a, {1e-4, 0, 0}, tilted(0.01, 1));
  EXPECT_EQ(paper->contact(0, a, free).gap, deepest->contact(0, a, free).gap);
}

}  // namespace
}  // namespace freeplay::play_tests

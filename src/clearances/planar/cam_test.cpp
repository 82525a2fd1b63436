// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "clearances/planar/cam_profile.h"
#include "clearances/planar/clearance.h"
#include "freeplay/planar_joint.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using std::numbers::pi;

Pose pose(double x, double y, double angle) { return {x, y, angle, std::cos(angle), std::sin(angle)}; }

Choice segment(const char* lift, double angle, double to) {
  Choice choice{lift, {}, {}};
  if (angle > 0) choice.values["angle"].data = angle;
  if (std::string(lift) != "dwell") choice.values["to"].data = to;
  return choice;
}

/// The cam of Flores2012: six lobes that rise over 60° and drop.
std::vector<Choice> ratchet() { return {segment("cycloidal", pi / 3, 0.017), segment("drop", 0, 0)}; }

Values cam_values(const std::vector<Choice>& segments, int lobes, const std::string& follower) {
  Values values{{"points", {std::vector<Point>{{0, 0}, {0, 0}}, {}}},
                {"direction", {Point{0, 1}, {}}},
                {"follower", {follower, {}}},
                {"base_radius", {0.03, {}}},
                {"lobes", {static_cast<double>(lobes), {}}},
                {"segments", {Choices(segments), {}}}};
  if (follower == "roller") values["roller_radius"].data = 0.01;
  return values;
}

std::unique_ptr<PlanarClearance> make_cam(const Values& values, Diagnostics& problems) {
  static constexpr EntryInfo kNoIdeal{"", "", "", {}};
  const ClearanceEntry& entry = *find_entry<ClearanceEntry>("cam");
  return entry.make(Parameters(entry, values), Parameters(kNoIdeal, values), "joint.cam", problems);
}
std::unique_ptr<PlanarClearance> make_cam(const Values& values) {
  Diagnostics problems;
  auto cam = make_cam(values, problems);
  EXPECT_FALSE(problems.has_errors()) << to_string(problems.all().front());
  return cam;
}

CamProfile profile_of(const std::vector<Choice>& segments, int lobes) {
  Diagnostics problems;
  auto profile = CamProfile::make(segments, lobes, {}, "segments", problems);
  EXPECT_TRUE(profile) << to_string(problems.all().front());
  return std::move(*profile);
}

std::string refusal(const std::vector<Choice>& segments, int lobes) {
  Diagnostics problems;
  EXPECT_FALSE(CamProfile::make(segments, lobes, {}, "segments", problems));
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

TEST(CamProfile, RepeatsWithEveryLobe) {
  const CamProfile profile = profile_of(
      {segment("cycloidal", 0.5, 0.01), segment("dwell", pi - 1.2, 0), segment("polynomial_345", 0.7, 0)}, 2);
  EXPECT_FALSE(profile.drops());
  EXPECT_EQ(profile.largest(), 0.01);
  for (const double psi : {0.1, 0.6, 2.0, 2.6, 3.1}) {
    for (const int turns : {-3, 1, 7}) {
      EXPECT_NEAR(profile.at(psi + turns * pi, 0).s, profile.at(psi, 0).s, 1e-15);
    }
  }
  EXPECT_EQ(profile.at(1.0, 0).s, 0.01);
}

TEST(CamProfile, BranchesEndAtTheirDropsAndGoOnAlongTheirTangents) {
  const CamProfile profile = profile_of(ratchet(), 6);
  ASSERT_TRUE(profile.drops());
  const double lobe = pi / 3;
  for (const double branch : {-7.0, 0.0, 5.0, 13.0}) {
    EXPECT_NEAR(profile.begin(branch), branch * lobe, 1e-14);
    EXPECT_NEAR(profile.end(branch), (branch + 1) * lobe, 1e-14);
    EXPECT_EQ(profile.branch(branch * lobe + 0.5), branch);
    EXPECT_NEAR(profile.at(profile.end(branch), branch).s, 0.017, 1e-16);
    EXPECT_NEAR(profile.at(profile.begin(branch), branch).s, 0, 1e-16);
    EXPECT_NEAR(profile.at(profile.end(branch) + 0.1, branch).s, 0.017, 1e-16);
  }
  EXPECT_EQ(profile.branch(0), 0);       // on the drop: behind it
  EXPECT_EQ(profile.branch(-1e-16), 0);  // but for rounding
  EXPECT_EQ(profile.branch(-1e-3), -1);
}

// A drop in the middle of the lobe: the run that follows it goes on into the next lobe.
TEST(CamProfile, RunsWrapAroundTheLobe) {
  const double third = pi / 3;  // of one of two lobes
  const CamProfile profile = profile_of({segment("harmonic", third, 0.01), segment("drop", 0, 0.004),
                                         segment("dwell", third, 0), segment("harmonic", third, 0)},
                                        2);
  EXPECT_NEAR(profile.begin(0), third - pi, 1e-15);
  EXPECT_NEAR(profile.end(0), third, 1e-15);
  EXPECT_NEAR(profile.at(third, 0).s, 0.01, 1e-16);
  EXPECT_NEAR(profile.at(third, 1).s, 0.004, 1e-16);
  EXPECT_NEAR(profile.at(1.5 * third, 1).s, 0.004, 1e-16);
  EXPECT_NEAR(profile.at(2.5 * third, 1).s, 0.002, 1e-16);
  EXPECT_NEAR(profile.at(pi, 1).s, 0, 1e-16);
  EXPECT_NEAR(profile.at(pi + 0.5 * third, 1).s, 0.005, 1e-16);
  EXPECT_EQ(profile.branch(1.2 * third), 1);
  EXPECT_EQ(profile.branch(-1.8 * third), 0);
}

TEST(CamProfile, SeveralDropsInALobe) {
  const CamProfile profile =
      profile_of({segment("cycloidal", pi / 2, 0.02), segment("drop", 0, 0.01), segment("dwell", pi / 2, 0),
                  segment("drop", 0, 0), segment("dwell", pi, 0)},
                 1);
  EXPECT_EQ(profile.branches(), 2);
  EXPECT_NEAR(profile.begin(0), -pi, 1e-15);
  EXPECT_NEAR(profile.begin(1), pi / 2, 1e-15);
  EXPECT_NEAR(profile.begin(2), pi, 1e-15);
  EXPECT_NEAR(profile.begin(3), 2.5 * pi, 1e-14);
  EXPECT_NEAR(profile.at(0.75 * pi, 1).s, 0.01, 1e-16);
  EXPECT_NEAR(profile.at(1.5 * pi, 2).s, 0, 1e-16);
  EXPECT_EQ(profile.branch(0.75 * pi), 1);
  EXPECT_EQ(profile.branch(1.5 * pi), 2);
}

TEST(CamProfile, RefusesWhatIsNoCam) {
  const std::string sum = refusal({segment("cycloidal", pi / 4, 0.017), segment("drop", 0, 0)}, 6);
  EXPECT_CONTAINS(sum, "add up to 45 deg, but one of 6 lobes has 60 deg");
  const std::string open = refusal({segment("cycloidal", pi, 0.017), segment("dwell", pi, 0)}, 1);
  EXPECT_CONTAINS(open, "#2: the last segment, dwell, ends 0.017 m above");
  const std::string jump = refusal({segment("dwell", pi, 0), segment("drop", 0, 0.01)}, 1);
  EXPECT_CONTAINS(jump, "cannot take the lift from 0 m to 0.01 m at once");
  const std::string twice =
      refusal({segment("cycloidal", 2 * pi, 0.01), segment("drop", 0, 0.005), segment("drop", 0, 0)}, 1);
  EXPECT_CONTAINS(twice, "two drops in a row");
  EXPECT_CONTAINS(refusal({segment("cycliodal", pi, 0)}, 1), "unknown lift");
}

TEST(CamProfile, RefusesAKink) {
  Choice table{"table", {}, {}};
  table.values["angles"].data = std::vector<double>{0, 1, 2, pi};
  table.values["lifts"].data = std::vector<double>{0, 0.01, 0.03, 0};
  table.values["ends"].data = std::string("periodic");
  const std::string kink = refusal({table, segment("dwell", pi, 0)}, 1);
  EXPECT_CONTAINS(kink, "#2: the slope of the lift jumps from");
  EXPECT_TRUE(profile_of({table}, 2).largest() > 0.03);
}

// The paper's follower: g_N = y − R_b − s(ωt), w_N = 1, w̃_N = −ṡ.
TEST(Cam, FlatFaceIsFlores2012Equations62To64) {
  Values values = cam_values(ratchet(), 6, "flat");
  const double omega = 20.94, beta = pi / 3, h = 0.017, y = 0.047;
  values["speed"].data = omega;
  const auto cam = make_cam(values);
  EXPECT_STREQ(cam->contact_name(0), "face");
  EXPECT_TRUE(cam->has_branches());
  for (const double t : {0.001, 0.02, 0.049}) {
    const double x = omega * t / beta;
    const double s = h * (x - std::sin(2 * pi * x) / (2 * pi)),
                 rate = h / beta * (1 - std::cos(2 * pi * x)) * omega;
    const double branch = 0;
    const Pose b = pose(0, y, 0);
    double gap = 0, w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0}, sampled[2];
    cam->gaps({Pose{}, b, t, &branch}, &gap);
    EXPECT_NEAR(gap, y - 0.03 - s, 1e-16);
    cam->rows(0, {Pose{}, b, t, &branch}, w_N, w_T, w_tilde);
    EXPECT_EQ(w_N[4], 1);
    EXPECT_NEAR(w_tilde[0], -rate, 1e-15);
    cam->sample({Pose{}, b, t, &branch}, sampled);
    EXPECT_NEAR(sampled[0], omega * t, 1e-15);
    EXPECT_NEAR(sampled[1], s, 1e-16);
    EXPECT_NEAR(cam->branch_left({Pose{}, b, t, &branch}), beta - omega * t, 1e-15);
  }
  EXPECT_EQ(cam->next_branch(4), 5);
}

// An eccentric disc is a cam of harmonic lift: the face of a flat follower is at R + e(1 − cos ψ), and its
// true distance is known for every pose.
TEST(Cam, FlatFaceOnAnEccentricDiscIsExactWhenItTilts) {
  const double e = 0.01, R = 0.04;
  Values values = cam_values({segment("harmonic", pi, 2 * e), segment("harmonic", pi, 0)}, 1, "flat");
  values["base_radius"].data = R - e;
  const auto cam = make_cam(values);
  for (const double turn : {0.0, 0.4, 2.0, 4.4}) {
    for (const double tilt : {-0.3, 0.0, 0.2}) {
      const Pose a = pose(0.1, -0.2, turn), b = pose(0.12, -0.1, tilt);
      double gap = 0;
      cam->gaps({a, b}, &gap);
      const Vec2 n = b.turn({0, 1});
      // its lowest point is at ψ = 0, as drawn, on the side of the follower
      const Vec2 centre = a.point({0, -e});
      EXPECT_NEAR(gap, dot(n, b.centre() - centre) - R, 1e-15);
      const Vec2 Q = cam->point(0, {a, b});
      EXPECT_NEAR(norm(Q - centre), R, 1e-15);
      EXPECT_NEAR(dot(n, Q - centre), R, 1e-15);
    }
  }
}

TEST(Cam, ClockwiseIsTheMirrorImage) {
  for (const char* follower : {"flat", "point", "roller"}) {
    Values values =
        cam_values({segment("cycloidal", 2, 0.01), segment("polynomial_345", 2 * pi - 2, 0)}, 1, follower);
    values["phase"].data = 0.3;
    const auto forward = make_cam(values);
    values["rotation"].data = std::string("clockwise");
    const auto mirrored = make_cam(values);
    const Pose a = pose(0.003, 0, 0.7), b = pose(0.001, 0.06, 0.1);
    const Pose a_mirror = pose(-0.003, 0, -0.7), b_mirror = pose(-0.001, 0.06, -0.1);
    double gap = 0, gap_mirror = 0;
    forward->gaps({a, b}, &gap);
    mirrored->gaps({a_mirror, b_mirror}, &gap_mirror);
    EXPECT_NEAR(gap, gap_mirror, 1e-16) << follower;
    const Vec2 Q = forward->point(0, {a, b}), mirror = mirrored->point(0, {a_mirror, b_mirror});
    EXPECT_NEAR(Q[0], -mirror[0], 1e-16) << follower;
    EXPECT_NEAR(Q[1], mirror[1], 1e-16) << follower;
  }
}

// A tip on the curve has no gap, and one beside it the distance to the curve, to first order.
TEST(Cam, PointAndRollerMeasureTheDistanceToTheirCurve) {
  for (const char* follower : {"point", "roller"}) {
    const auto cam = make_cam(cam_values(
        {segment("cycloidal", 2.5, 0.02), segment("polynomial_4567", 2 * pi - 2.5, 0)}, 1, follower));
    const CamProfile profile =
        profile_of({segment("cycloidal", 2.5, 0.02), segment("polynomial_4567", 2 * pi - 2.5, 0)}, 1);
    const double roller = std::string(follower) == "roller" ? 0.01 : 0;
    for (const double psi : {0.5, 1.2, 2.4, 4.0, 5.5}) {
      // the curve in the cam's frame: a cam made to turn counter-clockwise is laid out clockwise from +y
      const auto on_curve = [&](double at) {
        const double R = 0.03 + roller + profile.at(at, 0).s;
        return Vec2{R * std::sin(at), R * std::cos(at)};
      };
      const Vec2 p = on_curve(psi);
      double gap = 0;
      cam->gaps({Pose{}, pose(p[0], p[1], 0)}, &gap);
      EXPECT_NEAR(gap, 0, 1e-16);
      const Vec2 along = on_curve(psi + 1e-6) - on_curve(psi - 1e-6);
      const Vec2 out = (1 / norm(along)) * perp(along);  // clockwise: outside is to the left
      for (const double off : {1e-4, -1e-4}) {
        cam->gaps({Pose{}, pose(p[0] + off * out[0], p[1] + off * out[1], 0)}, &gap);
        EXPECT_NEAR(gap, off, 2e-6 * 1) << follower << psi;
      }
      const Vec2 Q = cam->point(0, {Pose{}, pose(p[0], p[1], 0)});
      EXPECT_NEAR(norm(Q - p), roller, 1e-16);
      EXPECT_NEAR(dot(Q - p, out), -roller, 1e-9);
    }
  }
}

// The lift passes the follower in the same way whether body a turns or the cam turns by itself on it.
TEST(Cam, TurnsWithItsBodyOrByItself) {
  for (const char* follower : {"flat", "point", "roller"}) {
    Values values = cam_values(ratchet(), 6, follower);
    values["phase"].data = 0.2;
    const auto part = make_cam(values);
    values["speed"].data = 3.0;
    const auto own = make_cam(values);
    const double t = 0.1, branch = 0;
    const Pose b = pose(0.002, 0.06, 0.05), turned = pose(0, 0, 3.0 * t);
    double gap_part = 0, gap_own = 0;
    part->gaps({turned, b, t, &branch}, &gap_part);
    own->gaps({Pose{}, b, t, &branch}, &gap_own);
    EXPECT_NEAR(gap_part, gap_own, 1e-16) << follower;
    double w_N[kPlanarRow], w_T[kPlanarRow], own_N[kPlanarRow], own_T[kPlanarRow];
    double w_tilde[2] = {0, 0}, own_tilde[2] = {0, 0};
    part->rows(0, {turned, b, t, &branch}, w_N, w_T, w_tilde);
    own->rows(0, {Pose{}, b, t, &branch}, own_N, own_T, own_tilde);
    EXPECT_EQ(w_tilde[0], 0);
    EXPECT_NEAR(own_tilde[0], 3 * w_N[2], 1e-15) << follower;
    EXPECT_NEAR(own_tilde[1], 3 * w_T[2], 1e-15) << follower;
    for (int i = 3; i < 6; ++i) EXPECT_NEAR(own_N[i], w_N[i], 1e-14);
  }
}

// A roller that turns freely does not lose its place: only whole turns are in doubt.
TEST(Cam, ASpinningRollerStaysOnItsBranch) {
  const auto cam = make_cam(cam_values(ratchet(), 6, "roller"));
  for (const double branch : {0.0, 3.0, 40.0}) {
    const Pose a = pose(0, 0, pi / 3 * (branch + 0.3));
    for (const double spin : {0.0, 2.0, -9.0, 100.0}) {
      double gap = 0, still = 0;
      cam->gaps({a, pose(0, 0.06, spin), 0, &branch}, &gap);
      cam->gaps({a, pose(0, 0.06, 0), 0, &branch}, &still);
      EXPECT_NEAR(gap, still, 1e-13) << branch << " " << spin;
      EXPECT_NEAR(cam->branch_left({a, pose(0, 0.06, spin), 0, &branch}), 0.7 * pi / 3, 1e-12);
    }
  }
}

TEST(Cam, RefusesParametersThatDoNotFit) {
  const auto message = [](const Values& values) {
    Diagnostics problems;
    EXPECT_EQ(make_cam(values, problems), nullptr);
    return problems.all().empty() ? std::string() : to_string(problems.all().front());
  };
  Values values = cam_values(ratchet(), 6, "roller");
  values.erase("roller_radius");
  EXPECT_CONTAINS(message(values), "a roller needs a roller_radius");
  values = cam_values(ratchet(), 6, "flat");
  values["roller_radius"].data = 0.01;
  EXPECT_CONTAINS(message(values), "a flat follower has no roller");
  values = cam_values(ratchet(), 6, "flat");
  values["lobes"].data = 2.5;
  EXPECT_CONTAINS(message(values), "whole number");
  values = cam_values(ratchet(), 6, "flat");
  values["speed"].data = -3.0;
  EXPECT_CONTAINS(message(values), "backwards into its drop");
  values["rotation"].data = std::string("clockwise");
  EXPECT_NE(make_cam(values), nullptr);
}

TEST(Cam, WarnsOfUndercut) {
  const auto warnings = [](const Values& values) {
    Diagnostics problems;
    EXPECT_NE(make_cam(values, problems), nullptr);
    return problems.all().empty() ? std::string() : to_string(problems.all().front());
  };
  const std::vector<Choice> steep{segment("cycloidal", 0.5, 0.02), segment("cycloidal", 2 * pi - 0.5, 0)};
  EXPECT_CONTAINS(warnings(cam_values(steep, 1, "flat")), "warning: joint.cam: the cam is undercut near");
  EXPECT_CONTAINS(warnings(cam_values(steep, 1, "roller")), "less than the roller's 0.01 m");
  EXPECT_EQ(warnings(cam_values(steep, 1, "point")), "");
  const std::vector<Choice> mild{segment("cycloidal", pi, 0.005), segment("cycloidal", pi, 0)};
  EXPECT_EQ(warnings(cam_values(mild, 1, "flat")), "");
  EXPECT_EQ(warnings(cam_values(mild, 1, "roller")), "");
}

}  // namespace
}  // namespace freeplay

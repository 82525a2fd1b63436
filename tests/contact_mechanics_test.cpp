// SPDX-License-Identifier: Apache-2.0
// A slider with play in its guide, against closed forms: falling, resting, bouncing, sliding, sticking,
// carried by a moving guide, and the four configurations of Flores2009, section 5. Symmetric stepper
// throughout. Forces are constant in most of these motions, which the method then integrates exactly: only
// rounding and the tolerance with which an impact is placed in time (1e-10 of the clearance) are allowed.
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/slider_with_play.h"

namespace freeplay {
namespace {

using namespace testing::slider_with_play;
using testing::kSliderWithPlay;

// ---- four configurations
TEST(FourConfigurations, NoContactIsFreeFlight) {
  const Motion motion(kSliderWithPlay, 1e-3, 0.01, {{"body.slider.velocity", "[1, 0.05]"}});
  EXPECT_TRUE(motion.closed().empty());
  EXPECT_NEAR(motion.y(), 0.05 * 0.01 - 0.5 * kG * 1e-4, 1e-16);
  EXPECT_NEAR(motion.contact_last(lower_front, "gap"), kPlay + motion.y(), 1e-15);
}

// Tilted by θ and resting on its lower front corner at the arm x from the centre: N = m g / (1 + m x²/J).
TEST(FourConfigurations, OneCorner) {
  const double tilt = -0.01, s = std::sin(tilt), c = std::cos(tilt);
  const double arm = 0.5 * kLength * c + 0.5 * kWidth * s, down = 0.5 * kLength * s - 0.5 * kWidth * c;
  const double height = -(0.5 * kWidth + kPlay) - down;
  const std::vector<Assignment> start = {{"body.slider.position", pair(0, height)},
                                         {"body.slider.angle", number(tilt)}};
  const double step = 1e-5;
  const Motion motion(kSliderWithPlay, step, 20 * step, start);
  EXPECT_EQ(motion.closed(), Corners{lower_front});
  for (const double gap : motion.contact(lower_front, "gap")) EXPECT_NEAR(gap, 0, 1e-13);
  const double N = kG / (1 + arm * arm / kInertia);
  EXPECT_NEAR(motion.contact(lower_front, "normal")[1], N * step, 1e-5 * N * step);
  EXPECT_NEAR(motion.contact_sum(lower_front, "normal"), N * 20 * step, 1e-3 * N * 20 * step);
  EXPECT_LT(motion.summary.worst_numerical, 1e-13);
  // falling about that corner it ends flat, on two adjacent corners
  const Motion later(kSliderWithPlay, 1e-4, 0.1, start);
  EXPECT_EQ(later.closed(), (Corners{lower_back, lower_front}));
  EXPECT_NEAR(later.angle(), 0, 1e-13);
  EXPECT_NEAR(later.y(), -kPlay, 1e-15);
  // no impulse but the impact of the other corner: m g t plus what stopped the fall
  EXPECT_LT(later.summary.worst_numerical, 1e-12);
}

TEST(FourConfigurations, TwoAdjacentCorners) {
  // a pull down at 20 mm in front of the centre: levers 50 mm each
  const std::string pulled = std::string(kSliderWithPlay) + R"(
[[force]]
name = "pull"
type = "point_force"
body = "slider"
force = [0, -4]
point = [0.02, 0]
)";
  const Motion motion(pulled, 1e-3, 0.01, {{"body.slider.position", pair(0, -kPlay)}});
  EXPECT_EQ(motion.closed(), (Corners{lower_back, lower_front}));
  EXPECT_NEAR(motion.y(), -kPlay, 1e-16);
  const double front = 0.5 * kG + 2 + 4 * 0.02 / kLength, back = 0.5 * kG + 2 - 4 * 0.02 / kLength;
  EXPECT_NEAR(motion.contact_last(lower_front, "normal"), front * 1e-3, 1e-15);
  EXPECT_NEAR(motion.contact_last(lower_back, "normal"), back * 1e-3, 1e-15);
  // thrown up against the upper wall, it is the other two
  const Motion up(kSliderWithPlay, 1e-3, 0.01,
                  {{"gravity", "[0, 9.81]"}, {"body.slider.position", pair(0, kPlay)}});
  EXPECT_EQ(up.closed(), (Corners{upper_back, upper_front}));
  EXPECT_NEAR(up.contact_last(upper_back, "normal"), 0.5 * kG * 1e-3, 1e-16);
}

// Wedged by a torque: ½ l sin θ + ½ w cos θ = H, and the couple N (l cos θ − w sin θ) = T.
TEST(FourConfigurations, TwoOppositeCorners) {
  const double radius = 0.5 * std::hypot(kLength, kWidth);
  const double tilt = std::asin((0.5 * kWidth + kPlay) / radius) - std::atan2(kWidth, kLength);
  const double N = 0.3 / (kLength * std::cos(tilt) - kWidth * std::sin(tilt));
  for (const double sign : {1.0, -1.0}) {
    const std::string wedged =
        std::string(kSliderWithPlay) +
        "[[force]]\nname = \"twist\"\ntype = \"torque\"\nbody = \"slider\"\ntorque = " + number(0.3 * sign) +
        "\n";
    const Motion held(wedged, 1e-3, 0.01,
                      {{"gravity", "[0, 0]"}, {"body.slider.angle", number(sign * tilt)}});
    const Corner below = sign > 0 ? lower_back : lower_front, above = sign > 0 ? upper_front : upper_back;
    EXPECT_EQ(held.closed(),
              sign > 0 ? (Corners{upper_front, lower_back}) : (Corners{upper_back, lower_front}));
    EXPECT_NEAR(held.angle(), sign * tilt, 1e-15);
    EXPECT_NEAR(held.contact_last(below, "normal"), N * 1e-3, 1e-15);
    EXPECT_NEAR(held.contact_last(above, "normal"), N * 1e-3, 1e-15);
    // from the middle it turns freely, α = T/J, and arrives at the same place after sqrt(2 θ J / T)
    const Motion turned(wedged, 1e-3, 0.05, {{"gravity", "[0, 0]"}});
    EXPECT_EQ(turned.closed(), held.closed());
    EXPECT_NEAR(turned.angle(), sign * tilt, 1e-13);
    const auto& impacts = turned.record.rows("/impacts");
    ASSERT_GE(impacts.size(), 2u);
    EXPECT_NEAR(impacts[0][kTime], std::sqrt(2 * tilt * kInertia / 0.3), 1e-9);
    EXPECT_NEAR(impacts[1][kTime], impacts[0][kTime], 1e-15);  // both at once
  }
}

// ---- a slider on a rod
const char* const kRod = R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "slider"
mass = 5
inertia = 8e-4
position = [0, 0]
[[joint]]
name = "bore"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
points = [[0, 0], [0.003, 0]]
guide = "inside"
length = 0.02
width = 0.01
clearance = 1e-5
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { name = "symmetric", step = 1e-5 }
[run]
end = 1
)";

// With the bore's centre on that of the slider it drops by c and rests on the upper edges of the bore, m g /
// 2 each.
TEST(SliderOnARod, DropsAndRests) {
  const double step = 1e-5, t = std::sqrt(2e-5 / kG), mg = 5 * kG;
  const Motion motion(kRod, step, 5e-3, {{"joint.bore.points", "[[0, 0], [0, 0]]"}});
  EXPECT_EQ(motion.closed("bore"), (Corners{upper_back, upper_front}));
  EXPECT_NEAR(motion.y(), -1e-5, 1e-15);
  const auto& impacts = motion.record.rows("/impacts");
  ASSERT_EQ(impacts.size(), 2u);
  for (const auto& impact : impacts) {
    EXPECT_NEAR(impact[kTime], t, 1e-12);
    EXPECT_NEAR(impact[kBefore], -kG * t, 1e-10);
    EXPECT_NEAR(impact[kAfter], 0, 1e-15);
    EXPECT_NEAR(impact[kNormal], 0.5 * 5 * kG * t, 1e-9);
  }
  EXPECT_NEAR(motion.contact_last(upper_back, "normal", "bore"), 0.5 * mg * step, 1e-14);
  EXPECT_NEAR(motion.contact_last(upper_front, "normal", "bore"), 0.5 * mg * step, 1e-14);
  // all of the weight's impulse went into the two contacts
  EXPECT_NEAR(
      motion.contact_sum(upper_back, "normal", "bore") + motion.contact_sum(upper_front, "normal", "bore"),
      mg * 5e-3, 1e-12);
  EXPECT_NEAR(motion.summary.works.impact, -mg * 1e-5, 1e-12);
}

// Off the centre of mass by 3 mm the levers are 13 mm in front and 7 mm behind: N_front = m g · 7/20.
TEST(SliderOnARod, RestsWithTheRightLevers) {
  const Motion motion(kRod, 1e-5, 0.05);
  EXPECT_EQ(motion.closed("bore"), (Corners{upper_back, upper_front}));
  EXPECT_NEAR(motion.contact_last(upper_front, "normal", "bore"), 5 * kG * 7 / 20 * 1e-5, 1e-13);
  EXPECT_NEAR(motion.contact_last(upper_back, "normal", "bore"), 5 * kG * 13 / 20 * 1e-5, 1e-13);
  EXPECT_NEAR(motion.angle(), 0, 1e-13);
}

// Pulled 0.5 mm below its centre, it rattles and comes to rest on both ends, N = ½ m g ± F h / l.
// It once ended in a cycle of two steps, in which each end that closed opened the other.
TEST(SliderOnARod, RattleEnds) {
  const std::string pulled = std::string(kRod) + R"(
[[force]]
name = "pull"
type = "point_force"
body = "slider"
force = [50, 0]
point = [0, -0.0005]
)";
  const Motion motion(pulled, 1e-5, 0.02, {{"joint.bore.points", "[[0, 0], [0, 0]]"}});
  EXPECT_EQ(motion.closed("bore"), (Corners{upper_back, upper_front}));
  EXPECT_NEAR(motion.contact_last(upper_back, "normal", "bore"), (2.5 * kG + 1.25) * 1e-5, 1e-12);
  EXPECT_NEAR(motion.contact_last(upper_front, "normal", "bore"), (2.5 * kG - 1.25) * 1e-5, 1e-12);
  EXPECT_LT(motion.summary.worst_numerical, 1e-12);
}

// ---- bouncing
TEST(Bouncing, ImpactTimesAndHeightsFollowTheLaw) {
  const double h = 0.05, e = 0.6;
  const Motion motion(kSliderWithPlay, 1e-3, 0.5,
                      {{"joint.guide.clearance", number(h)}, {"contact.impact.restitution", number(e)}});
  const auto& impacts = motion.record.rows("/impacts");
  const std::vector<double> time = motion.values("/time");
  const std::vector<double> position = motion.values("/body/slider/position");
  double t = std::sqrt(2 * h / kG), v = kG * t;
  for (std::size_t k = 0; k < 5; ++k) {
    ASSERT_GT(impacts.size(), 2 * k + 1);
    for (const std::size_t row : {2 * k, 2 * k + 1}) {  // both lower corners at once
      EXPECT_NEAR(impacts[row][kTime], t, 1e-9) << k;
      EXPECT_NEAR(impacts[row][kBefore], -v, 1e-9) << k;
      EXPECT_NEAR(impacts[row][kAfter], e * v, 1e-9) << k;
      EXPECT_NEAR(impacts[row][kNormal], 0.5 * (1 + e) * v, 1e-9) << k;
    }
    v *= e;
    const double flight = 2 * v / kG;
    double top = -h;
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (time[i] > t && time[i] < t + flight) top = std::max(top, position[2 * i + 1]);
    }
    // height e^2k h, seen at most half a step before or after the top
    const double height = h * std::pow(e, 2.0 * static_cast<double>(k + 1));
    EXPECT_LE(top + h, height + 1e-9);
    EXPECT_GE(top + h, height - 0.5 * kG * 0.25e-6 - 1e-9);
    t += flight;
  }
  EXPECT_LT(motion.summary.worst_numerical, 1e-12);
}

// After t = sqrt(2h/g) (1 + e)/(1 − e) it lies still, and its contacts carry the weight.
TEST(Bouncing, ComesToRest) {
  const double h = 0.05, e = 0.5, rest = std::sqrt(2 * h / kG) * (1 + e) / (1 - e);
  const std::vector<Assignment> changes = {{"joint.guide.clearance", number(h)},
                                           {"contact.impact.restitution", number(e)}};
  const Motion motion(kSliderWithPlay, 1e-3, rest + 0.02, changes);
  EXPECT_EQ(motion.closed(), (Corners{lower_back, lower_front}));
  EXPECT_NEAR(motion.y(), -h, 1e-13);
  EXPECT_NEAR(motion.last("/body/slider/velocity", 1), 0, 1e-13);
  const std::vector<double> normal = motion.contact(lower_back, "normal");
  EXPECT_NEAR(normal[normal.size() - 2], 0.5 * kG * 1e-3, 1e-14);
  // the last flights, shorter than a step, are cut off: what they leave of ½ g Δt² is taken out as drift
  const Works& works = motion.summary.works;
  EXPECT_NEAR(works.impact + works.stabilisation, -kG * h, 1e-11);
  EXPECT_LT(std::abs(works.stabilisation), kG * 0.5 * kG * 1e-6);
  // a little before, it still hops
  const Motion before(kSliderWithPlay, 1e-4, rest - 0.01, changes);
  EXPECT_TRUE(before.closed().empty());
}

TEST(Bouncing, BetweenTheWallsWithoutGravity) {
  const double e = 0.8, v0 = 0.5;
  const Motion motion(kSliderWithPlay, 1e-3, 0.025,
                      {{"gravity", "[0, 0]"},
                       {"contact.impact.restitution", number(e)},
                       {"body.slider.velocity", pair(0, v0)}});
  const auto& impacts = motion.record.rows("/impacts");
  double t = kPlay / v0, v = v0;
  ASSERT_GE(impacts.size(), 8u);
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t first = k % 2 == 0 ? upper_back : lower_back;
    EXPECT_EQ(impacts[2 * k][kContact], static_cast<double>(first));
    EXPECT_EQ(impacts[2 * k + 1][kContact], static_cast<double>(first + 1));
    EXPECT_NEAR(impacts[2 * k][kTime], t, 1e-11);
    EXPECT_NEAR(impacts[2 * k][kAfter], e * v, 1e-12);
    v *= e;
    t += 2 * kPlay / v;
  }
  const auto hits = static_cast<double>(impacts.size() / 2);
  EXPECT_NEAR(motion.summary.end.kinetic, 0.5 * v0 * v0 * std::pow(e, 2 * hits), 1e-13);
  EXPECT_NEAR(motion.summary.works.impact, motion.summary.end.kinetic - 0.5 * v0 * v0, 1e-13);
}

// ---- a moving guide
// Carried by an arm that turns at ω, the slider lies on the wall behind it, y' = −c, and moves out as r₀ cosh
// ω t; the wall presses with m (2 ω ṙ + ω² c), whose impulse is m (2 ω (r − r₀) + ω² c t).
TEST(MovingGuide, CarriesTheSliderOnTheWallBehindIt) {
  const std::string text = testing::turning_guide_text("arm", "slider",
                                                       "mass = 1\ninertia = 1e-3\nposition = [0.1, -0.001]\n"
                                                       "velocity = [0.005, 0.5]\nangular_velocity = 5\n") +
                           R"(length = 0.1
width = 0.04
clearance = 1e-3
[contact]
impact = { law = "newton", restitution = 0.5 }
[run]
end = 1
)";
  const double w = 5, t = 0.3, r = 0.1 * std::cosh(w * t);
  const double impulse = 2 * w * (r - 0.1) + w * w * kPlay * t;
  double error[2], missing[2];
  for (const int pass : {0, 1}) {
    const Motion motion(text, pass == 0 ? 1e-3 : 0.5e-3, t);
    EXPECT_EQ(motion.closed(), (Corners{lower_back, lower_front}));
    EXPECT_TRUE(motion.record.rows("/impacts").empty());
    EXPECT_NEAR(motion.angle(), w * t, 1e-11);
    const double c = std::cos(w * t), s = std::sin(w * t);
    EXPECT_NEAR(-s * motion.x() + c * motion.y(), -kPlay, 1e-13);  // on the wall
    error[pass] = c * motion.x() + s * motion.y() - r;
    missing[pass] =
        motion.contact_sum(lower_back, "normal") + motion.contact_sum(lower_front, "normal") - impulse;
    EXPECT_LT(motion.summary.worst_numerical, 1e-12);
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.05);
  EXPECT_LT(std::abs(error[1]), r * w * t * (w * 0.5e-3) * (w * 0.5e-3) / 4);
  EXPECT_GT(std::log2(std::abs(missing[0] / missing[1])), 1.9);
}

// More contacts than freedoms and ε_T ≠ ε_N: at one impact the law has no solution. It is solved without
// restitution, counted, and the run goes on without overlap or gain.
TEST(ImpactWithoutSolution, IsSolvedWithoutRestitutionAndCounted) {
  const Model model = read_model_text(R"(freeplay = 1
gravity = [3, -9]
body = [
  { name = "b0", mass = 1.799322098424155, inertia = 0.003543798264476321, position = [0, 0], angle = 0, velocity = [0.7212453433605877, 0.09221663556106752], angular_velocity = 2.7394450454463604 },
  { name = "b1", mass = 1.2304530094011517, inertia = 0.0017657809334868748, position = [0, 0], angle = 0, velocity = [-1.804844215073715, -0.41358952293196405], angular_velocity = 1.3953376771536652 },
]
joint = [
  { name = "j0", type = "prismatic", bodies = ["ground", "b0"], axis = [0.48335832366378445, 0.8754226013445942], length = 0.1, width = 0.05, clearance = 0.0005, guide = "inside" },
  { name = "j1", type = "prismatic", bodies = ["b0", "b1"], axis = [-0.5568065536913815, 0.8306421984021318], length = 0.02, width = 0.05, clearance = 0.0005 },
]
[contact]
impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 1.5 }
[method]
stepper = { name = "symmetric", step = 2e-4 }
[run]
end = 0.1
)",
                                      "fallback.toml");
  const RunSummary summary = testing::try_run(model).summary;
  EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_GE(summary.steps.without_restitution, 1);
  EXPECT_GE(summary.solver.failed, summary.steps.without_restitution);
  EXPECT_LT(summary.steps.worst_penetration_relative, 1e-6);
}

}  // namespace
}  // namespace freeplay

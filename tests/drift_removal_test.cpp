// SPDX-License-Identifier: Apache-2.0
// The removal of drift hides no mechanics: corners are passed by the laws of flight and impact, and what it does move is
// said when it is much.
#include <gtest/gtest.h>

#include <cmath>

#include "freeplay/simulation.h"
#include "run/warnings.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

/// A bead that slides off the end of the top of a block, whose side falls by the angle α.
std::string bead(double alpha, double gravity, const std::string& end) {
  return "freeplay = 1\ngravity = [0, " + std::to_string(-gravity) + R"(]
[[body]]
name = "bead"
mass = 1
inertia = 1
position = [-0.05, 0]
velocity = [1, 0]
[[shape]]
body = "bead"
type = "point"
[[shape]]
name = "block"
body = "ground"
type = "polygon"
points = [[-1, -5], [2, -5], [2, )" +
         std::to_string(-2 * std::tan(alpha)) + R"(], [0, 0], [-1, 0]]
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { step = "0.1 ms" }
[run]
end = )" +
         end + "\n";
}

struct Slide {
  explicit Slide(const std::string& text)
      : model(read_model_text(text, "bead.toml")),
        assembly(assemble(model)),
        run(*assembly.system, model.method) {
    EXPECT_EQ(run.advance_to(model.run.end).status, StepStatus::ok);
  }
  Model model;
  Assembly assembly;
  Simulation run;
};

// Nothing presses the bead: it goes on straight, and keeps its velocity.
TEST(DriftRemoval, OverACornerWithoutLoadIsAFlight) {
  for (const double alpha : {0.05, 0.3, 1.0}) {
    Slide slide(bead(alpha, 0, "0.5"));
    EXPECT_NEAR(slide.run.state().u()[0], 1, 1e-12) << alpha;
    EXPECT_NEAR(slide.run.state().u()[1], 0, 1e-12) << alpha;
    EXPECT_NEAR(slide.run.stepper().book().drift.moved, 0, 1e-12) << alpha;
  }
}

// With gravity it flies along a parabola, lands where that meets the slope, x = 2 v² tan α / g, and loses the part of its
// velocity across the slope: ½ m (v_y cos α + v_x sin α)² with v_y = −2 v tan α, that is ½ m v² sin² α.
TEST(DriftRemoval, BehindACornerItLandsByTheImpactLaw) {
  for (const double alpha : {0.1, 0.3}) {
    Slide slide(bead(alpha, 9.81, "0.3"));
    const Book& book = slide.run.stepper().book();
    EXPECT_NEAR(book.works.impact, -0.5 * std::sin(alpha) * std::sin(alpha),
                1e-3 * std::sin(alpha) * std::sin(alpha))
        << alpha;
    EXPECT_LT(book.drift.moved, 1e-9) << alpha;
    EXPECT_EQ(book.statistics.impacts, 1) << alpha;
  }
}

// Flores2012: a contact that is projected to a negative threshold stays active.
TEST(DriftRemoval, MoreauWithProjectionKeepsPermanentContact) {
  const Model model = read_model(testing::source_path("validation/cam_follower/model.toml"),
                                 {{"method.stepper", "moreau"}, {"method.joints.drift", "project"}});
  const Assembly assembly = assemble(model);
  Simulation run(*assembly.system, model.method);
  ASSERT_EQ(run.advance_to(0.3).status, StepStatus::ok);
  const Book& book = run.stepper().book();
  EXPECT_LT(book.statistics.impacts, 100);             // 1 150 when overlap was removed altogether
  EXPECT_LT(std::abs(book.works.stabilisation), 0.1);  // of 270 J; +63 J then
  EXPECT_LT(book.statistics.worst_penetration_relative, 0.005);
}

TEST(DriftRemoval, MuchOfItIsAWarningWithPlaceAndTime) {
  RunSummary summary;
  summary.energy_scale = 10;
  summary.drift.moved = 0.009;
  EXPECT_TRUE(summary_warnings(summary).empty());
  summary.drift.moved = 0.02;
  summary.drift.worst = 0.015;
  summary.drift.worst_time = 0.125;
  summary.drift_at = "knee.journal";
  const std::vector<std::string> warnings = summary_warnings(summary);
  ASSERT_EQ(warnings.size(), 1U);
  for (const char* part : {"0.02 J", "0.2 %", "0.015 J", "knee.journal", "t = 0.125 s", "smaller step"})
    EXPECT_CONTAINS(warnings[0], part) << part;
}

// Smooth motion loses hardly any energy: what would pass for a small error of rigid steps is said.
TEST(Warnings, SmoothMotionIsAskedForMore) {
  RunSummary summary;
  summary.energy_scale = 2;
  summary.worst_numerical = 0.003 * 2;
  EXPECT_TRUE(summary_warnings(summary).empty());
  summary.smooth = true;
  ASSERT_EQ(summary_warnings(summary).size(), 1u);
  EXPECT_CONTAINS(summary_warnings(summary)[0],
                  "energy error reached 0.3 % of the energy: an error of the steps");
  summary.worst_numerical = 0.03 * 2;
  EXPECT_CONTAINS(summary_warnings(summary)[0], "do not trust");
  summary.worst_numerical = 0.0009 * 2;
  EXPECT_TRUE(summary_warnings(summary).empty());
}

}  // namespace
}  // namespace freeplay

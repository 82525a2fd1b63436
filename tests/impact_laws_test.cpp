// SPDX-License-Identifier: Apache-2.0
// The impact laws in whole models: the numbers of docs/impact_laws.md, and what must hold with every law.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stepping/rigid/impact_test_problems.h"
#include "tests/kit/models.h"
#include "tests/kit/refusal.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Ran;
using testing::run;
using testing::source_path;

Model kane(const std::string& law) {
  return read_model(source_path("examples/kane_double_pendulum/model.toml"), {{"contact.impact.law", law}});
}

// Newton's law: friction does positive work, and the pendulum ends with more energy than it began with.
TEST(KaneDoublePendulum, GainsWithNewtonOnly) {
  const Ran newton = run(kane("newton"));
  EXPECT_EQ(newton.summary.gain.count, 1);
  EXPECT_NEAR(newton.summary.gain.worst, 2.26, 0.01);
  EXPECT_GT(newton.summary.works.friction, 0);
  EXPECT_GT(newton.summary.end.total(), newton.summary.start.total() + 2);
  for (const char* law : {"poisson", "stronge"}) {
    const Ran other = run(kane(law));
    EXPECT_EQ(other.summary.gain.count, 0) << law;
    EXPECT_LT(other.summary.works.friction, 0) << law;
    EXPECT_LT(other.summary.works.impact, 0) << law;
    EXPECT_NEAR(other.summary.end.total() - other.summary.start.total(), -1.70, 0.01) << law;
    EXPECT_LT(std::abs(other.summary.worst_numerical), 1e-10) << law;
  }
}

// The first impact of the pendulum with the energetic law, from the table of impacts and the works of that
// step.
TEST(KaneDoublePendulum, ApproachIsTheSameWithEveryLaw) {
  std::vector<std::vector<double>> first;
  for (const char* law : {"newton", "poisson", "stronge"})
    first.push_back(run(kane(law)).record.rows("/impacts").at(0));
  for (const std::vector<double>& row : first) {
    EXPECT_NEAR(row[0], first[0][0], 1e-12);  // time
    EXPECT_NEAR(row[2], first[0][2], 1e-9);   // γ_N⁻
    EXPECT_NEAR(row[4], first[0][4], 1e-9);   // γ_T⁻
  }
  EXPECT_NEAR(first[0][3], -0.5 * first[0][2], 1e-9);  // Newton's rebound
  EXPECT_LT(first[1][3], first[0][3]);                 // the others rebound less
  EXPECT_LT(first[2][3], first[0][3]);
}

// The oblique rod of docs/impact_laws.md: 45°, γ_N⁻ = −1 m/s, restitution 0.6 (0.9 in the last row).
TEST(ObliqueRod, TableOfTheThreeLaws) {
  struct Row {
    double mu, slip, restitution;
    double newton[3], poisson[3], stronge[3];  // γ_N⁺, γ_T⁺, work
  };
  const Row rows[] = {
      {0.5, -2.0, 0.6, {0.6, -2.229, -1.149}, {0.6, -2.229, -1.149}, {0.6, -2.229, -1.149}},
      {0.8, -0.5, 0.6, {0.6, 0, -0.466}, {0.669, 0, -0.438}, {0.650, 0, -0.446}},
      {0.8, 0.5, 0.6, {0.6, 0, -0.091}, {0.420, 0, -0.148}, {0.448, 0, -0.140}},
      {0.5, 0.2, 0.6, {0.6, -0.029, -0.144}, {0.577, -0.082, -0.161}, {0.539, -0.186, -0.186}},
      {0.8, 0.5, 0.9, {0.9, 0, 0.050}, {0.630, 0, -0.079}, {0.673, 0, -0.062}}};
  for (const Row& row : rows) {
    for (const char* law : {"newton", "poisson", "stronge"}) {
      testing::Laws laws(1);
      ImpactProblem impact = testing::rod(std::numbers::pi / 4, -1, row.slip);
      testing::set_laws(impact, row.mu, row.restitution);
      ASSERT_TRUE(laws.solve(law, impact));
      const double* expected = law[0] == 'n' ? row.newton : law[0] == 'p' ? row.poisson : row.stronge;
      const std::vector<double> gamma = testing::after(impact);
      EXPECT_NEAR(gamma[0], expected[0], 6e-4) << law << " mu " << row.mu << " slip " << row.slip;
      EXPECT_NEAR(gamma[1], expected[1], 6e-4) << law << " mu " << row.mu << " slip " << row.slip;
      EXPECT_NEAR(testing::work(impact), expected[2], 6e-4)
          << law << " mu " << row.mu << " slip " << row.slip;
    }
  }
}

/// A block in its guide that rebounds and rubs, with changes.
Model block(std::vector<Assignment> changes) {
  std::vector<Assignment> all{{"contact.impact.restitution", "0.5"},
                              {"contact.friction.mu", "0.2"},
                              {"method.stepper.step", "1e-4"},
                              {"run.end", "0.2"}};
  all.insert(all.end(), changes.begin(), changes.end());
  return read_model_text(testing::kSliderWithPlay, "block.toml", all);
}

// It falls flat onto the guide, bounces on both corners, slides and comes to rest: with every law alike,
// since both corners do the same and slip does not turn round.
TEST(EveryImpactLaw, BlockBouncesToRestOnTwoCorners) {
  for (const char* law : {"newton", "poisson", "stronge"}) {
    const Model model = block({{"contact.impact.law", law}, {"contact.friction.mu", "0"}});
    const Ran result = run(model);
    const std::vector<std::vector<double>> impacts = result.record.rows("/impacts");
    ASSERT_GE(impacts.size(), 4u) << law;
    double time = std::sqrt(2 * 1e-3 / 9.81), flight = 2 * time;
    for (std::size_t i = 0; i < 3; ++i) {  // two rows each: both corners
      EXPECT_NEAR(impacts[2 * i][0], time, 1e-9) << law << " impact " << i;
      flight *= 0.5;
      time += flight;
    }
    EXPECT_EQ(result.record.values("/contact/guide.lower_back/mode").back(),
              static_cast<double>(ContactMode::slip_plus))
        << law;
    EXPECT_NEAR(result.record.values("/contact/guide.lower_back/gap").back(), 0, 1e-15) << law;
    EXPECT_EQ(result.summary.steps.without_restitution, 0) << law;
    EXPECT_NEAR(result.summary.end.total() - result.summary.start.total(), -9.81 * 1e-3, 1e-9) << law;
  }
}

// Restitution 0: one and the same complementarity problem.
TEST(EveryImpactLaw, SameWithoutRestitution) {
  std::vector<double> last;
  for (const char* law : {"newton", "poisson", "stronge"}) {
    const Model model = block({{"contact.impact.law", law},
                               {"contact.impact.restitution", "0"},
                               {"body.slider.velocity", "[0.3, 0.4]"},
                               {"body.slider.angular_velocity", "3"}});
    const Ran result = run(model);
    const std::vector<double> x = result.record.values("/body/slider/position");
    if (last.empty()) last = x;
    EXPECT_EQ(x, last) << law;
  }
}

TEST(EveryImpactLaw, RunsTheSliderCrank) {
  for (const char* law : {"poisson", "stronge"}) {
    Model model = testing::slider_crank();
    model.contact.impact = Choice{law, {{"restitution", {0.4, {}}}}, {}};
    model.run.end = 0.2;
    const Ran result = run(model);
    EXPECT_GT(result.summary.steps.impacts, 20) << law;
    EXPECT_EQ(result.summary.gain.count, 0) << law;
    EXPECT_EQ(result.summary.steps.without_restitution, 0) << law;
    EXPECT_LT(std::abs(result.summary.worst_numerical), 1e-9 * result.summary.energy_scale) << law;
    EXPECT_LT(result.summary.steps.worst_penetration_relative, 1e-6) << law;
  }
}

const char* const kCradle = R"(freeplay = 1
gravity = [0, 0]
body = [
  { name = "a", mass = 1, inertia = 0.01, position = [-0.3, 0], velocity = [1, 0] },
  { name = "b", mass = 1, inertia = 0.01, position = [0, 0] },
  { name = "c", mass = 1, inertia = 0.01, position = [0.2, 0] },
]
shape = [
  { name = "a", body = "a", type = "circle", radius = 0.1 },
  { name = "b", body = "b", type = "circle", radius = 0.1 },
  { name = "c", body = "c", type = "circle", radius = 0.1 },
]
[contact]
impact = { law = "newton", restitution = 1 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 0.3
)";

// The contact at rest between the second and the third ball takes part: the table of docs/impact_laws.md.
TEST(EveryImpactLaw, CradleWithAContactAtRest) {
  for (const char* law : {"newton", "poisson", "stronge"}) {
    const Ran result = run(read_model_text(kCradle, "cradle.toml", {{"contact.impact.law", law}}));
    const bool energetic = std::string(law) == "stronge";
    const double expected[3] = {energetic ? -0.1302617 : -1.0 / 3, energetic ? 0.1502296 : 2.0 / 3,
                                energetic ? 0.9800321 : 2.0 / 3};
    for (const int i : {0, 1, 2}) {
      const std::string path = std::string("/body/") + "abc"[i] + "/velocity";
      const std::vector<double> velocity = result.record.values(path);
      EXPECT_NEAR(velocity[velocity.size() - 2], expected[i], energetic ? 1e-4 : 1e-12) << law << " " << i;
    }
    EXPECT_NEAR(result.summary.end.kinetic, 0.5, 1e-14) << law;
  }
}

// Rows of touching discs fall: contacts in a pool of slots, several of them in one impact.
TEST(EveryImpactLaw, RowsOfDiscsFall) {
  for (const char* law : {"newton", "poisson", "stronge"}) {
    const Ran result = run(read_model_text(R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 1
inertia = 0.005
position = [0, 0.11]
velocity = [0, -1]
grid = { count = [6, 5], spacing = [0.2, 0.22] }
[[shape]]
name = "disc"
body = "disc"
type = "circle"
radius = 0.1
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0.02, 1]
point = [0, -0.01]
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.3 }
[method]
stepper = { name = "symmetric", step = 5e-4 }
[run]
end = 0.05
record = { every = 0.01 }
)",
                                           "discs.toml", {{"contact.impact.law", law}}));
    ASSERT_GE(result.assembly.system->info().first_slot, 0);
    EXPECT_GT(result.summary.steps.impacts, 20) << law;
    EXPECT_LT(std::abs(result.summary.worst_numerical), 1e-9 * result.summary.energy_scale) << law;
    EXPECT_LT(result.summary.steps.worst_penetration_relative, 1e-4) << law;
    if (std::string(law) != "newton") {
      EXPECT_EQ(result.summary.gain.count, 0) << law << " " << result.summary.gain.worst;
    }
  }
}

TEST(ImpactLawOfAStepper, AnotherOneIsAModelError) {
  for (const char* law : {"poisson", "stronge"}) {
    const Model model = block({{"contact.impact.law", law}, {"method.stepper.name", "moreau"}});
    const std::string text = testing::refusal_of([&] { assemble(model); });
    EXPECT_CONTAINS(text, "block.toml:17");
    EXPECT_CONTAINS(text, "does not have the impact law '" + std::string(law) + "'");
    EXPECT_CONTAINS(text, "steppers that have it: symmetric");
    const Model fine = block({{"contact.impact.law", law}});
    EXPECT_THROW(Simulation(*assemble(fine).system, model.method), ModelError);  // a system of one's own
  }
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Every run ends: laws with a band in all joints of a mechanism with one freedom, stones that fall together before they
// carry each other, chains with play; and where nothing gets on, the guard of last resort says what holds it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/kit/places.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

/// Three bars between two points of the ground, each joint with the friction: one freedom, four places that hold it. It swings down from
/// rest.
std::string four_bar(const std::string& friction, const std::string& stepper) {
  const double corners[4][2] = {{0, 0}, {0.1, 0.2}, {0.5, 0.25}, {0.45, 0}};
  std::string text = "freeplay = 1\ngravity = [0, -9.81]\n";
  double lengths[3];
  for (int k = 0; k < 3; ++k) {
    const double dx = corners[k + 1][0] - corners[k][0], dy = corners[k + 1][1] - corners[k][1];
    lengths[k] = std::hypot(dx, dy);
    const double mass = 2 * lengths[k];
    text +=
        fmt::format("[[body]]\nname = \"bar{}\"\nmass = {}\ninertia = {}\nposition = [{}, {}]\nangle = {}\n",
                    k, mass, mass * lengths[k] * lengths[k] / 12, corners[k][0] + 0.5 * dx,
                    corners[k][1] + 0.5 * dy, std::atan2(dy, dx));
  }
  const auto joint = [&](int k, const std::string& bodies, const std::string& points) {
    text += fmt::format(
        "[[joint]]\nname = \"joint{}\"\ntype = \"revolute\"\nbodies = [{}]\npoints = [{}]\nbearing = {{ "
        "radius = "
        "\"10 mm\" }}\nfriction = {{ {} }}\n",
        k, bodies, points, friction);
  };
  joint(0, "\"ground\", \"bar0\"", fmt::format("[0, 0], [{}, 0]", -0.5 * lengths[0]));
  joint(1, "\"bar0\", \"bar1\"", fmt::format("[{}, 0], [{}, 0]", 0.5 * lengths[0], -0.5 * lengths[1]));
  joint(2, "\"bar1\", \"bar2\"", fmt::format("[{}, 0], [{}, 0]", 0.5 * lengths[1], -0.5 * lengths[2]));
  joint(3, "\"ground\", \"bar2\"", fmt::format("[0.45, 0], [{}, 0]", 0.5 * lengths[2]));
  return text + fmt::format(
                    "[method]\nstepper = {{ name = \"{}\" }}\n[run]\nend = 0.5\nrecord = {{ every = 0.1 }}\n",
                    stepper);
}

TEST(FrictionEnds, BandsInAllJointsOfAMechanismWithOneFreedom) {
  const char* laws[] = {R"(law = "coulomb", mu = 0.3)",
                        R"(law = "coulomb_stiction", mu = 0.2, mu_static = 0.3)",
                        R"(law = "karnopp", mu = 0.2, mu_static = 0.3, velocity = "0.1 mm/s")",
                        R"(law = "switch", mu = 0.2, mu_static = 0.3, velocity = "0.1 mm/s", rate = 1.4)",
                        R"(law = "wojewoda", mu = 0.2, mu_static = 0.3, stribeck_velocity = "1 mm/s")",
                        R"(law = "stribeck", mu = 0.2, mu_static = 0.3, stribeck_velocity = "1 mm/s")",
                        R"(law = "awrejcewicz", mu = 0.2, mu_static = 0.3, velocity = "0.1 mm/s")"};
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    std::vector<long long> work;
    for (const char* law : laws) {
      SCOPED_TRACE(fmt::format("{} {}", law, stepper));
      const RunSummary summary =
          testing::try_unrecorded(read_model_text(four_bar(law, stepper), "bars.toml"));
      ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
      EXPECT_LT(std::abs(summary.worst_numerical), 1e-4 * summary.energy_scale);
      work.push_back(summary.compliant.evaluations);
    }
    std::vector<long long> sorted = work;
    std::nth_element(sorted.begin(), sorted.begin() + 3, sorted.end());
    EXPECT_LT(*std::max_element(work.begin(), work.end()), 5 * sorted[3]) << stepper;
  }
}

// The stones touch without speed and without load; steps of 1e-9 s took it 20 s for the first 10 ms.
TEST(FrictionEnds, StonesThatFallTogetherBeforeTheyCarryEachOther) {
  const Model model = read_model(source_folder() + "/examples/arch/model.toml",
                                 {{"contact.world", "\"compliant\""},
                                  {"method.stepper", "{ name = \"runge_kutta\" }"},
                                  {"run.end", "0.05"}});
  const RunSummary summary = testing::try_unrecorded(model);
  ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_LT(summary.compliant.evaluations, 50'000);
}

/// Links that hang on each other by journals with play, let go from a straight line.
std::string chain(int links) {
  std::string text = "freeplay = 1\ngravity = [0, -9.81]\n";
  for (int i = 0; i < links; ++i) {
    text += fmt::format(
        "[[body]]\nname = \"link{0}\"\nmass = \"50 g\"\ninertia = 7e-6\nposition = [{1}, 0]\n[[joint]]\nname "
        "= "
        "\"pin{0}\"\ntype = \"revolute\"\nbodies = [\"{2}\", \"link{0}\"]\npoints = [[{3}, 0], [-0.02, "
        "0]]\nclearance = \"0.1 mm\"\nradius = \"5 mm\"\n",
        i, 0.04 * i + 0.02, i == 0 ? "ground" : fmt::format("link{}", i - 1), i == 0 ? 0.0 : 0.02);
  }
  return text +
         "[contact]\nworld = \"compliant\"\nforce = { law = \"exact\", restitution = 0.5, young = \"207 "
         "GPa\", "
         "poisson = 0.3 }\nfriction = { law = \"coulomb\", mu = 0.1, velocity = \"1 mm/s\" }\n[run]\nend = "
         "0.3\nrecord = { every = 0.01 }\n";
}

// The last links hang on contacts that began slowly: an explicit method alone takes 380 000.
TEST(FrictionEnds, AChainWhosePinsArePressedSinceTheyTouched) {
  const RunSummary summary = testing::try_unrecorded(read_model_text(chain(5), "chain.toml"));
  ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
  EXPECT_LT(summary.compliant.evaluations, 200'000);
  EXPECT_LT(std::abs(summary.worst_numerical), 1e-6 * summary.energy_scale);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Discs and boxes dropped onto a floor and onto each other in the compliant world: however many contacts
// begin in a step, none may begin deeper than it is allowed to.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <numeric>
#include <random>

#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

/// Up to three columns, each of a box and one or two discs in any order, thrown onto a floor and each other.
Model random_drop(std::mt19937_64& random, const char* detection) {
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Model model;
  model.gravity = {0, -9.81};
  Shape floor;
  floor.name = "floor";
  floor.body = "ground";
  floor.type = "half_plane";
  floor.values["normal"] = {Point{0, 1}, {}};
  model.shapes.push_back(floor);
  const double size = std::pow(10.0, uniform(-3, 0));  // of the bodies [m]
  const int columns = 1 + static_cast<int>(random() % 3);
  for (int column = 0; column < columns; ++column) {
    const int rows = 2 + static_cast<int>(random() % 2),
              box = static_cast<int>(random() % static_cast<unsigned>(rows));
    for (int row = 0; row < rows; ++row) {
      Body body;
      body.name = fmt::format("b{}{}", column, row);
      body.mass = uniform(0.5, 2) * 1000 * size * size * size;
      body.inertia = body.mass * size * size * uniform(0.2, 0.5);
      body.position = {(6.0 * column + uniform(-0.2, 0.2)) * size,
                       (1.5 + 2.8 * row + uniform(0, 0.02)) * size};
      body.angle = random() % 3 == 0 ? 0 : uniform(0, std::numbers::pi);
      body.velocity = {uniform(-0.3, 0.3), uniform(-2, -0.5)};
      body.angular_velocity = random() % 3 == 0 ? 0 : uniform(-5, 5) / std::sqrt(size);
      body.position_given = body.angle_given = body.velocity_given = body.angular_velocity_given = true;
      model.bodies.push_back(body);
      Shape shape;
      shape.name = shape.body = body.name;
      if (row != box) {
        shape.type = "circle";
        shape.values["radius"] = {size * uniform(0.6, 1), {}};
      } else {
        const double a = size * uniform(0.5, 0.9), b = size * uniform(0.4, 0.9);
        shape.type = "polygon";
        shape.values["points"] = {std::vector<Point>{{-a, -b}, {a, -b}, {a, b}, {-a, b}}, {}};
      }
      model.shapes.push_back(shape);
    }
  }
  const std::vector<std::string> laws = {
      "hertz", "hunt_crossley", "lankarani_nikravesh", "exact", "lee_wang", "gonthier", "flores"};
  Choice force{laws[random() % laws.size()], {}, {}};
  // edges as round as the body: K = 4/3 √R E/(2 (1 − ν²)), from plastics to steel
  const double young = std::pow(10.0, uniform(8, 11.3));
  force.values["stiffness"] = {0.73 * young * std::sqrt(size), {}};
  if (force.name != "hertz") force.values["restitution"] = {uniform(0.2, 0.95), {}};
  model.contact.world = "compliant";
  model.contact.force = force;
  if (random() % 2 == 0)
    model.contact.friction = Choice{"tanh", {{"mu", {uniform(0.05, 0.6), {}}}, {"velocity", {0.01, {}}}}, {}};
  model.method.stepper = {"runge_kutta", {{"detection", {std::string(detection), {}}}}, {}};
  // three times what it takes to fall by the size: floor and neighbours are hit
  model.run.end = 3 * (std::sqrt(1 + 2 * 9.81 * size) - 1) / 9.81;
  return model;
}

void expect_shallow_starts(const char* detection, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  long long started = 0, several = 0;
  for (int trial = 0; trial < 100; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    const RunSummary summary = testing::try_unrecorded(random_drop(random, detection));
    ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
    EXPECT_LE(summary.compliant.deepest_start, 1) << summary.deepest_start_contact;
    EXPECT_EQ(summary.compliant.forced, 0) << summary.forced_contact;
    EXPECT_LE(summary.works.impact, 0);
    EXPECT_LE(summary.works.friction, 0);
    EXPECT_LT(summary.worst_numerical, 1e-4 * summary.energy_scale);
    started += summary.compliant.started;
    several += summary.compliant.started > 2;
  }
  EXPECT_GT(started, 500);  // the drops do meet
  EXPECT_GT(several, 50);
}

TEST(RandomDrops, EventsLetNoContactBeginDeep) { expect_shallow_starts("event", 2010); }

TEST(RandomDrops, RejectedStepsLetNoContactBeginDeep) { expect_shallow_starts("reject", 2011); }

// Procedure 1 begins where a linear gap would close, which is not where a turning box does: it says how deep.
TEST(RandomDrops, RestartsReportHowDeepContactsBegin) {
  std::mt19937_64 random(2012);
  std::array<long long, CompliantStatistics::kDecades> depths{};
  long long started = 0, deep = 0;
  for (int trial = 0; trial < 50; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    const RunSummary summary = testing::try_unrecorded(random_drop(random, "restart"));
    ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
    EXPECT_EQ(summary.compliant.forced, 0);  // nothing was promised
    started += summary.compliant.started;
    for (std::size_t k = 0; k < depths.size(); ++k) {
      depths[k] += summary.compliant.start_depths[k];
      if (k > CompliantStatistics::kAbove) deep += summary.compliant.start_depths[k];
    }
  }
  for (std::size_t k = 0; k < depths.size(); ++k) {
    const int decade = static_cast<int>(k) - CompliantStatistics::kAbove;
    RecordProperty(fmt::format("up_to_1e{}", decade), fmt::format("{}", depths[k]));
  }
  EXPECT_EQ(std::accumulate(depths.begin(), depths.end(), 0LL), started);
  EXPECT_GT(started, 250);
  EXPECT_LT(deep, started);
}

}  // namespace
}  // namespace freeplay

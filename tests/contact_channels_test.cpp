// SPDX-License-Identifier: Apache-2.0
// What the record says of contacts and joints in the world, against Newton's law and against the poses it
// holds.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "run/simulate.h"
#include "tests/kit/run.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::example;

struct Recorded : testing::Ran {
  double mass;  ///< of all bodies
  Point3 gravity;
};

Recorded run(const Model& model) {
  Recorded recorded{testing::run(model), 0, model.gravity3};
  if (model.dimension == 2) recorded.gravity = {model.gravity[0], model.gravity[1], 0};
  for (const Body& body : model.bodies) recorded.mass += body.mass;
  return recorded;
}

/// Sum of /contact/*/force at a sample, on the one body; `sign` is −1 where it is the first of its pairs.
Point3 pushed(const Recorded& recorded, std::size_t sample, double sign) {
  Point3 sum{0, 0, 0};
  for (const Channel& channel : recorded.record.layout().channels) {
    if (!channel.path.starts_with("/contact/") || !channel.path.ends_with("/force")) continue;
    const std::vector<double> force = recorded.values(channel.path);
    const auto width = static_cast<std::size_t>(channel.width);
    for (std::size_t k = 0; k < width; ++k) sum[k] += sign * force[width * sample + k];
  }
  return sum;
}

struct Case {
  const char* name;
  const char* body;
  double sign;
  std::vector<Assignment> changes;
};

// Between two samples contacts and gravity give the change of momentum. Surfaces here are flat and fixed, so
// that impulses summed in the directions of the sample lose nothing.
TEST(ContactChannels, ImpulsesAreTheChangeOfMomentum) {
  const std::vector<Case> cases = {
      {"brick_on_incline", "brick", -1, {{"run.end", "0.3"}}},
      {"bouncing_ball", "ball", -1, {{"run.end", "1.2"}}},
      {"slider_on_incline", "slider", 1, {{"run.end", "0.3"}}},
      {"box_on_incline_3d", "box", -1, {{"run.end", "0.3"}}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const Recorded recorded = run(example(one.name, one.changes));
    const std::vector<double> t = recorded.times();
    const std::vector<double> v = recorded.values(std::string("/body/") + one.body + "/velocity");
    const std::size_t d = v.size() / t.size();
    double size = 0, error = 0;
    for (std::size_t i = 1; i < t.size(); ++i) {
      const Point3 P = pushed(recorded, i, one.sign);
      for (std::size_t k = 0; k < d; ++k) {
        const double change = recorded.mass * (v[d * i + k] - v[d * (i - 1) + k]);
        const double weight = recorded.mass * recorded.gravity[k] * (t[i] - t[i - 1]);
        size = std::max(size, std::abs(change - weight));
        error = std::max(error, std::abs(P[k] - (change - weight)));
      }
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(error, 1e-11 * recorded.mass) << "of " << size;
  }
}

// In the compliant world m a = F + m g holds at every sample.
TEST(ContactChannels, ForcesGiveTheAcceleration) {
  const std::vector<Case> cases = {
      {"brick_on_incline", "brick", -1, {{"run.end", "0.05"}, {"contact.world", "compliant"}}},
      {"box_on_incline_3d", "box", -1, {{"run.end", "0.02"}, {"contact.world", "compliant"}}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const Recorded recorded = run(example(one.name, one.changes));
    const std::vector<double> t = recorded.times();
    const std::vector<double> a = recorded.values(std::string("/body/") + one.body + "/acceleration");
    const std::size_t d = a.size() / t.size();
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const Point3 F = pushed(recorded, i, one.sign);
      for (std::size_t k = 0; k < d; ++k) {
        largest = std::max(largest, std::abs(F[k]));
        error = std::max(error, std::abs(F[k] + recorded.mass * (recorded.gravity[k] - a[d * i + k])));
      }
    }
    EXPECT_GT(largest, 0);
    EXPECT_LT(error, 1e-11 * largest);
  }
}

// A pool lists its contacts in a table; what the floor gives all discs together is their change of momentum.
TEST(ContactChannels, ForcesOfAPoolAreInItsTable) {
  const Model model = read_model_text(R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 0.1
inertia = 1e-5
position = [0, 0.02]
velocity = [0.5, 0]
grid = { count = [6, 3], spacing = [0.021, 0.021] }
[[shape]]
body = "disc"
type = "circle"
radius = 0.01
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0.3 }
friction = { law = "coulomb", mu = 0.2 }
[run]
end = 0.2
record = { every = 1e-2 }
)",
                                      "discs.toml");
  const Recorded recorded = run(model);
  std::optional<Table> table;
  for (const Table& each : recorded.record.layout().tables) {
    if (each.path == "/contacts") table = each;
  }
  ASSERT_TRUE(table);
  const auto column = [&](const std::string& name) {
    for (std::size_t c = 0; c < table->columns.size(); ++c) {
      if (table->columns[c].name == name) return c;
    }
    ADD_FAILURE() << "no column " << name;
    return std::size_t{0};
  };
  Point P{0, 0};
  for (const std::vector<double>& row : recorded.record.rows("/contacts")) {
    const auto shape = [&](const char* name) {
      const std::size_t c = column(name);
      return table->columns[c].words[static_cast<std::size_t>(row[c])];
    };
    const double sign = shape("second") == "floor" ? -1 : shape("first") == "floor" ? 1 : 0;
    P[0] += sign * row[column("force_x")];
    P[1] += sign * row[column("force_y")];
  }
  const double m = model.bodies[0].mass;
  Point change{0, 18 * m * 9.81 * recorded.times().back()};
  for (const Channel& channel : recorded.record.layout().channels) {
    if (!channel.path.starts_with("/body/") || !channel.path.ends_with("/velocity")) continue;
    const std::vector<double> v = recorded.values(channel.path);
    for (std::size_t k = 0; k < 2; ++k) change[k] += m * (v[v.size() - 2 + k] - v[k]);
  }
  EXPECT_LT(change[0], -0.01);  // friction brakes
  EXPECT_NEAR(P[0], change[0], 1e-11);
  EXPECT_NEAR(P[1], change[1], 1e-11);
}

// Corners of a slider are points of its body.
TEST(ContactChannels, PointsLieWhereSurfacesMeet) {
  const Recorded recorded = run(testing::slider_crank({{"run.end", "0.02"}}));
  const std::vector<double> point = recorded.values("/contact/guide.upper_front/point");
  const std::vector<double> at = recorded.values("/body/slider/position"),
                            angle = recorded.values("/body/slider/angle");
  for (std::size_t i = 0; i < angle.size(); ++i) {  // the corner (50 mm, 25 mm) of the slider
    const double c = std::cos(angle[i]), s = std::sin(angle[i]);
    EXPECT_NEAR(point[2 * i], at[2 * i] + 0.05 * c - 0.025 * s, 1e-15);
    EXPECT_NEAR(point[2 * i + 1], at[2 * i + 1] + 0.05 * s + 0.025 * c, 1e-15);
  }
}

// Moreau's rule lets joints drift; how far they did follows from the poses.
TEST(ContactChannels, ViolationIsTheErrorOfTheJoints) {
  const Recorded recorded =
      run(testing::slider_crank({{"joint.guide.clearance", "none"},
                                 {"method.stepper", "{ name = \"moreau\", step = 1e-4 }"},
                                 {"run.end", "0.02"}}));
  const std::vector<double> length = recorded.values("/steps/violation"),
                            angle = recorded.values("/steps/violation_angle");
  const auto pose = [&](const char* body, std::size_t i) {
    const std::string path = std::string("/body/") + body + "/";
    return Point3{recorded.values(path + "position")[2 * i], recorded.values(path + "position")[2 * i + 1],
                  recorded.values(path + "angle")[i]};
  };
  double worst = 0;
  for (std::size_t i = 0; i < length.size(); ++i) {
    const Point3 crank = pose("crank", i), rod = pose("rod", i), slider = pose("slider", i);
    const auto end = [](const Point3& body, double along) {
      return Point{body[0] + along * std::cos(body[2]), body[1] + along * std::sin(body[2])};
    };
    const Point shaft = end(crank, -0.0765), tip = end(crank, 0.0765), pin = end(rod, -0.153),
                wrist = end(rod, 0.153);
    double expected = std::abs(slider[1]);
    for (const double error :
         {shaft[0], shaft[1], pin[0] - tip[0], pin[1] - tip[1], slider[0] - wrist[0], slider[1] - wrist[1]})
      expected = std::max(expected, std::abs(error));
    EXPECT_NEAR(length[i], expected, 1e-15);
    EXPECT_EQ(angle[i], std::abs(slider[2]));
    worst = std::max(worst, expected);
  }
  EXPECT_GT(worst, 1e-5);  // or nothing was tested
}

}  // namespace
}  // namespace freeplay

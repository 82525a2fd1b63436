// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "freeplay/model.h"
#include "model/sample_model.h"
#include "model/sample_spatial_model.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

bool same(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  for (const auto& [key, value] : a) {
    const auto other = b.find(key);
    if (other == b.end() || other->second.data != value.data) return false;
  }
  return true;
}

bool same(const Choice& a, const Choice& b) { return a.name == b.name && same(a.values, b.values); }

bool same(const std::optional<Choice>& a, const std::optional<Choice>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const ContactSettings& a, const ContactSettings& b) {
  return a.world == b.world && same(a.impact, b.impact) && same(a.friction, b.friction);
}

void expect_same(const Body& p, const Body& q) {
  EXPECT_EQ(p.name, q.name);
  EXPECT_EQ(p.mass, q.mass);
  EXPECT_EQ(p.inertia, q.inertia);
  EXPECT_EQ(p.position, q.position);
  EXPECT_EQ(p.angle, q.angle);
  EXPECT_EQ(p.velocity, q.velocity);
  EXPECT_EQ(p.angular_velocity, q.angular_velocity);
  EXPECT_EQ(p.position_given, q.position_given);
  EXPECT_EQ(p.angle_given, q.angle_given);
  EXPECT_EQ(p.velocity_given, q.velocity_given);
  EXPECT_EQ(p.angular_velocity_given, q.angular_velocity_given);
  EXPECT_EQ(p.outline, q.outline);
  EXPECT_EQ(p.space.inertia, q.space.inertia);
  EXPECT_EQ(p.space.centre, q.space.centre);
  EXPECT_EQ(p.space.position, q.space.position);
  EXPECT_EQ(p.space.velocity, q.space.velocity);
  EXPECT_EQ(p.space.angular_velocity, q.space.angular_velocity);
  EXPECT_EQ(p.space.velocity_given, q.space.velocity_given);
  for (std::size_t k = 0; k < 4; ++k) {  // brought to unit length once more
    EXPECT_NEAR(p.space.orientation[k], q.space.orientation[k], 2e-16);
    EXPECT_NEAR(p.space.inertia_axes[k], q.space.inertia_axes[k], 2e-16);
  }
  ASSERT_EQ(p.grid.has_value(), q.grid.has_value());
  if (p.grid) {
    EXPECT_EQ(p.grid->count, q.grid->count);
    EXPECT_EQ(p.grid->spacing, q.grid->spacing);
  }
}

void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(a.format, b.format);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.gravity3, b.gravity3);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same(a.bodies[i], b.bodies[i]);
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) {
    const Joint &p = a.joints[i], &q = b.joints[i];
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.type, q.type);
    EXPECT_EQ(p.bodies, q.bodies);
    EXPECT_TRUE(same(p.values, q.values));
    ASSERT_EQ(p.contact.has_value(), q.contact.has_value());
    if (p.contact) {
      EXPECT_TRUE(same(*p.contact, *q.contact));
    }
  }
  ASSERT_EQ(a.drivers.size(), b.drivers.size());
  for (std::size_t i = 0; i < a.drivers.size(); ++i) {
    EXPECT_EQ(a.drivers[i].name, b.drivers[i].name);
    EXPECT_EQ(a.drivers[i].joint, b.drivers[i].joint);
    EXPECT_EQ(a.drivers[i].coordinate, b.drivers[i].coordinate);
    EXPECT_TRUE(same(a.drivers[i].motion, b.drivers[i].motion));
  }
  ASSERT_EQ(a.forces.size(), b.forces.size());
  for (std::size_t i = 0; i < a.forces.size(); ++i) {
    EXPECT_EQ(a.forces[i].name, b.forces[i].name);
    EXPECT_EQ(a.forces[i].type, b.forces[i].type);
    EXPECT_EQ(a.forces[i].bodies, b.forces[i].bodies);
    EXPECT_TRUE(same(a.forces[i].values, b.forces[i].values));
  }
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    EXPECT_EQ(a.shapes[i].name, b.shapes[i].name);
    EXPECT_EQ(a.shapes[i].body, b.shapes[i].body);
    EXPECT_EQ(a.shapes[i].type, b.shapes[i].type);
    EXPECT_TRUE(same(a.shapes[i].values, b.shapes[i].values));
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].shapes, b.pairs[i].shapes);
    EXPECT_EQ(a.pairs[i].enabled, b.pairs[i].enabled);
    ASSERT_EQ(a.pairs[i].contact.has_value(), b.pairs[i].contact.has_value());
    if (a.pairs[i].contact) {
      EXPECT_TRUE(same(*a.pairs[i].contact, *b.pairs[i].contact));
    }
  }
  EXPECT_TRUE(same(a.contact, b.contact));
  EXPECT_EQ(a.contact.pool, b.contact.pool);
  EXPECT_TRUE(same(a.method.stepper, b.method.stepper));
  EXPECT_TRUE(same(a.method.solver, b.method.solver));
  EXPECT_EQ(a.method.joint_drift, b.method.joint_drift);
  EXPECT_EQ(a.run.end, b.run.end);
  EXPECT_EQ(a.run.initial, b.run.initial);
  EXPECT_EQ(a.run.energy_error_max, b.run.energy_error_max);
  EXPECT_EQ(a.run.penetration_max, b.run.penetration_max);
  EXPECT_EQ(a.run.record.every, b.run.record.every);
  EXPECT_EQ(a.run.record.channels, b.run.record.channels);
  EXPECT_EQ(a.run.record.impact_threshold, b.run.record.impact_threshold);
  EXPECT_EQ(a.run.record.debounce, b.run.record.debounce);
}

TEST(WriteToml, ReadsBackToTheSameModel) {
  const Model model = read_model_text(kSampleModel, "sample.toml");
  const std::string text = write_model(model);
  const Model again = read_model_text(text, "written.toml");
  expect_same(model, again);
  EXPECT_EQ(write_model(again), text);
}

TEST(WriteToml, AMinimalModelKeepsWhatWasNotGiven) {
  const std::string text =
      "freeplay = 1\n[[body]]\nname = \"a\"\nmass = 1\ninertia = 0.1\n[method]\nstepper = { step = 0.001 }\n"
      "[run]\nend = 1\n";
  const Model model = read_model_text(text, "f");
  expect_same(model, read_model_text(write_model(model), "written.toml"));
}

TEST(WriteToml, AMethodInsideAMethodComesBack) {
  Model model = read_model_text(kSampleModel, "sample.toml");
  Choice curve{"table", {}, {}};
  curve.values["velocities"].data = std::vector<double>{0, 0.1};
  curve.values["coefficients"].data = std::vector<double>{0.3, 0.2};
  model.contact.friction = Choice{"stribeck", {}, {}};
  model.contact.friction->values["sliding"].data = Choices({curve});
  const std::string text = write_model(model);
  EXPECT_CONTAINS(text, "sliding = { curve = \"table\", velocities = [0, 0.1], coefficients = [0.3, 0.2] }");
  expect_same(read_model_text(text, "written.toml"), model);
}

TEST(WriteToml, OddNumbersAndTexts) {
  Model model = read_model_text(kSampleModel, "sample.toml");
  model.name = "tab\t quote\" backslash\\ line\n ü";
  model.bodies[0].mass = 0.1 + 0.2;
  model.bodies[0].position = {1.0 / 3, -5e-90};
  model.bodies[0].velocity = {-0.0, 1e8};
  expect_same(model, read_model_text(write_model(model), "written.toml"));
}

TEST(WriteToml, NamesUnitsAndDefaults) {
  const std::string text = write_model(read_model_text(kSampleModel, "sample.toml"));
  EXPECT_CONTAINS(text, "mass = 0.038  # kg\n");
  EXPECT_CONTAINS(text, "# angle = 0  # rad, default\n");
  EXPECT_CONTAINS(text, "clearance = 0.001  # m\n");
  EXPECT_CONTAINS(text, "# rad/s\n");
}

/// A formulation that was not chosen is not written: steppers without one would refuse it when it is read
/// again.
TEST(WriteToml, FormulationOnlyWhenChosen) {
  Model model = read_model_text(kSampleModel, "sample.toml");
  EXPECT_FALSE(model.method.formulation);
  EXPECT_LACKS(write_model(model), "formulation");
  model.method.formulation = Choice{"baumgarte", {{"alpha", {5.0, {}}}}, {}};
  const Model back = read_model_text(write_model(model), "again.toml");
  ASSERT_TRUE(back.method.formulation);
  EXPECT_TRUE(same(*back.method.formulation, *model.method.formulation));
}

TEST(WriteToml, SpatialModelsComeBack) {
  const Model model = read_model_text(kSampleSpatialModel, "f");
  expect_same(read_model_text(write_model(model), "f"), model);
}

}  // namespace
}  // namespace freeplay

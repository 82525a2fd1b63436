// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <random>
#include <string>

#include "freeplay/model.h"
#include "model/sample_model.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

double number(const Values& values, const std::string& key) { return std::get<double>(values.at(key).data); }

TEST(ReadToml, TheSampleIsUnderstood) {
  Diagnostics messages;
  const Model model = read_model_text(kSampleModel, "sample.toml", {}, &messages);
  EXPECT_TRUE(messages.all().empty()) << to_string(messages.all()[0]);
  EXPECT_EQ(model.format, 1);
  EXPECT_EQ(model.gravity, (Point{0, -9.81}));
  EXPECT_EQ(model.file, "sample.toml");
  EXPECT_EQ(model.text, kSampleModel);

  ASSERT_EQ(model.bodies.size(), 3u);
  const Body& crank = model.bodies[0];
  EXPECT_EQ(crank.mass, 0.038);
  EXPECT_EQ(crank.position, (Point{0.0765, 0}));
  EXPECT_NEAR(crank.angle, 3 * std::acos(-1.0) / 180, 1e-16);
  EXPECT_TRUE(crank.position_given && crank.angle_given && crank.velocity_given &&
              crank.angular_velocity_given);
  ASSERT_EQ(crank.outline.size(), 4u);
  EXPECT_EQ(crank.outline[3], (Point{-0.1, 0.01}));
  EXPECT_EQ(crank.where.line, 6);
  const Body& slider = model.bodies[1];
  EXPECT_EQ(slider.name, "Schieber ü");
  EXPECT_FALSE(slider.position_given || slider.angle_given || slider.velocity_given ||
               slider.angular_velocity_given);

  ASSERT_TRUE(model.bodies[2].grid);
  EXPECT_EQ(model.bodies[2].grid->count, (std::array<int, 2>{2, 3}));
  EXPECT_EQ(model.bodies[2].grid->spacing, (Point{0.012, 0.012}));
  ASSERT_EQ(model.shapes.size(), 3u);
  EXPECT_EQ(model.shapes[0].name, "disc");
  EXPECT_EQ(number(model.shapes[0].values, "radius"), 0.005);
  EXPECT_EQ(std::get<std::vector<Point>>(model.shapes[1].values.at("points").data)[1], (Point{0.01, 0}));
  ASSERT_EQ(model.pairs.size(), 2u);
  EXPECT_EQ(model.pairs[0].shapes, (std::array<std::string, 2>{"disc", "floor"}));
  EXPECT_TRUE(model.pairs[0].enabled && model.pairs[0].contact && model.pairs[0].contact->friction);
  EXPECT_FALSE(model.pairs[1].enabled);
  EXPECT_EQ(model.contact.pool, 40);

  ASSERT_EQ(model.joints.size(), 3u);
  EXPECT_EQ(std::get<std::vector<Point>>(model.joints[0].values.at("points").data),
            (std::vector<Point>{{0, 0}, {-0.0765, 0}}));
  const Joint& guide = model.joints[1];
  EXPECT_EQ(guide.bodies, (std::array<std::string, 2>{"ground", "Schieber ü"}));
  EXPECT_EQ(number(guide.values, "clearance"), 0.001);
  EXPECT_EQ(guide.values.at("clearance").where.line, 41);
  EXPECT_EQ(std::get<std::string>(guide.values.at("guide").data), "outside");
  ASSERT_TRUE(guide.contact && guide.contact->friction);
  EXPECT_EQ(number(guide.contact->friction->values, "mu"), 0.02);
  EXPECT_FALSE(guide.contact->impact);

  EXPECT_NEAR(number(model.drivers[0].motion.values, "speed"), 50 * std::acos(-1.0), 1e-13);
  EXPECT_EQ(model.forces[0].bodies, std::vector<std::string>{"crank"});
  EXPECT_EQ(std::get<Point>(model.forces[0].values.at("force").data), (Point{0, -2000}));
  EXPECT_EQ(number(model.forces[1].values, "stiffness"), 240000);
  EXPECT_EQ(model.contact.world, "rigid");
  EXPECT_EQ(number(model.contact.impact->values, "restitution"), 0.4);
  EXPECT_EQ(model.method.stepper.name, "moreau");
  EXPECT_EQ(number(model.method.stepper.values, "step"), 1e-5);
  EXPECT_EQ(model.method.solver.name, "lemke");
  EXPECT_EQ(model.method.joint_drift, "project");
  EXPECT_EQ(model.run.end, 0.2);
  EXPECT_EQ(model.run.record.debounce, 3);
  EXPECT_EQ(model.run.record.channels, (std::vector<std::string>{"body/*", "energy/*"}));
  EXPECT_EQ(model.run.energy_error_max, 0.01);
  EXPECT_EQ(model.run.penetration_max, 1e-4);
}

TEST(ReadToml, SubtablesAndDottedKeysMeanTheSameAsInlineTables) {
  const Model model = read_model_text(R"(freeplay = 1
run.end = 1
[[body]]
name = "a"
mass = 1
inertia = 1
[contact.impact]
law = "newton"
restitution = 1
[method.stepper]
name = "moreau"
step = 0.01
)",
                                      "f");
  EXPECT_EQ(model.method.stepper.name, "moreau");
  EXPECT_EQ(model.contact.impact->name, "newton");
  EXPECT_EQ(model.run.end, 1);
}

TEST(ReadToml, AJointWithoutTheClearanceKeyIsIdeal) {
  std::string text = kSampleModel;
  const std::string contact = "contact = { friction = { law = \"coulomb\", mu = 0.02 } }\n";
  text.erase(text.find(contact), contact.size());
  const std::string clearance = "clearance = \"1 mm\"\n";
  text.erase(text.find(clearance), clearance.size());
  const Model model = read_model_text(text, "f");
  EXPECT_EQ(model.joints[1].values.count("clearance"), 0u);
  EXPECT_EQ(number(model.joints[1].values, "length"), 0.1);
}

TEST(ReadToml, SaysWhatItUnderstood) {
  const std::string text = R"(freeplay = 1
[[body]]
name = "a"
mass = 1
inertia = 1
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "a"]
axis = [1, 0]
length = 1
width = 1
clearance = 0.01
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { step = 1e-2 }
[run]
end = 1
record = { every = 1e-3 }
)";
  Diagnostics messages;
  const Model model = read_model_text(text, "f", {}, &messages);
  EXPECT_EQ(model.method.stepper.name, "symmetric");
  ASSERT_EQ(messages.all().size(), 2u);
  EXPECT_EQ(messages.all()[0].severity, Severity::note);
  EXPECT_CONTAINS(messages.all()[0].message, "frictionless");
  EXPECT_EQ(messages.all()[1].severity, Severity::warning);
  EXPECT_EQ(messages.all()[1].key, "run.record.every");
  EXPECT_EQ(messages.all()[1].where.line, 20);
}

TEST(ReadToml, ADanglingDriverHidesNoUnits) {
  std::string text = kSampleModel;
  text.replace(text.find("joint = \"shaft\""), 15, "joint = \"shft\"");
  try {
    read_model_text(text, "f");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().size(), 1u) << error.what();
  }
}

TEST(ReadToml, IgnoresTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(read_model_text(kSampleModel, "f").run.end, 0.2);
  std::setlocale(LC_ALL, before.c_str());
}

// True when the text was read or refused in the proper way.
bool survives(const std::string& text) {
  try {
    read_model_text(text, "f");
  } catch (const ModelError& error) {
    return error.what()[0] != '\0' && !error.diagnostics().empty();
  }
  return true;
}

TEST(ReadTomlRobustness, EveryPrefix) {
  const std::string text = kSampleModel;
  for (std::size_t length = 0; length <= text.size(); length += 7) {
    EXPECT_TRUE(survives(text.substr(0, length))) << length;
  }
}

TEST(ReadTomlRobustness, RandomBytes) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (int round = 0; round < 1500; ++round) {
    std::string text = kSampleModel;
    const std::size_t flips = 1 + below(8);
    for (std::size_t i = 0; i < flips; ++i) {
      const bool printable = below(3) != 0;
      text[below(text.size())] = static_cast<char>(printable ? 32 + below(95) : below(256));
    }
    EXPECT_TRUE(survives(text)) << round;
  }
}

TEST(ReadTomlRobustness, LinesLostDoubledAndSwapped) {
  std::vector<std::string> lines(1);
  for (const char c : std::string(kSampleModel)) {
    lines.back() += c;
    if (c == '\n') lines.emplace_back();
  }
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> changed = lines;
    for (int i = 0; i < 3; ++i)
      std::swap(changed[random() % changed.size()], changed[random() % changed.size()]);
    changed[random() % changed.size()] = changed[random() % changed.size()];
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(random() % changed.size()));
    std::string text;
    for (const std::string& line : changed) text += line;
    EXPECT_TRUE(survives(text)) << round;
  }
}

TEST(ReadTomlRobustness, AHugeBrokenFileEndsSoon) {
  std::string text = "freeplay = 1\n";
  for (int i = 0; i < 3000; ++i) {
    const std::string n = std::to_string(i);
    text += "[[body]]\nname = \"body" + n + "\"\nmass = 1\ninertia = 1\n[[joint]]\nname = \"j" + n +
            "\"\ntype = \"weld\"\nbodies = [\"bdy" + n + "\", \"ground\"]\n";
  }
  EXPECT_TRUE(survives(text));
}

}  // namespace
}  // namespace freeplay

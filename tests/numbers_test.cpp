// SPDX-License-Identifier: Apache-2.0
// Every number that has an address is the number of the file: setting it in an assembled system gives, bit by
// bit, what the file with that number gives, and so does setting it back.
#include "freeplay/numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "stepping/steppers/stepper.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::slider_crank;
using testing::source_path;

/// The start and what follows from it in a few steps, as bits.
std::vector<double> motion(const Model& model, const System& system) {
  State state = system.initial_state();
  std::vector<double> all(state.block().begin(), state.block().end());
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(0, state.q(), ev);
  system.mass(state.q(), ev);
  system.forces(0, state.q(), state.u(), ev);
  system.constraints(0, state.q(), ev);
  system.gaps(0, state.q(), ev);
  using Part = const std::vector<double>*;
  for (const Part part : {Part(&ev.M), Part(&ev.h), Part(&ev.Phi), Part(&ev.Phi_t), Part(&ev.D),
                          Part(&ev.gap), Part(&info.sizes)})
    all.insert(all.end(), part->begin(), part->end());
  for (const ContactData& contact : ev.contacts)
    all.insert(all.end(), {contact.mu, contact.restitutionN, contact.restitutionT, contact.length});
  if (!is_dynamic(model.run)) return all;
  StepperOptions options;
  options.stepper = model.method.stepper;
  options.solver = model.method.solver;
  if (model.method.formulation) options.formulation = *model.method.formulation;
  const auto stepper = find_entry<StepperEntry>(model.method.stepper.name)->make(system, options);
  for (int i = 0; i < 3; ++i) {
    if (stepper->step(state, 1e-5).status != StepStatus::ok) break;
    all.insert(all.end(), state.block().begin(), state.block().end());
  }
  return all;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

struct Count {
  int numbers = 0, refused = 0, models = 0;
};

void check_model(const std::string& path, const std::vector<Assignment>& variant, Count& count) {
  SCOPED_TRACE(path + (variant.empty() ? "" : ", " + variant[0].second));
  const Model model = read_model(path, variant);
  const Assembly assembly = assemble(model);
  Numbers& numbers = *assembly.numbers;
  const std::vector<double> before = motion(model, *assembly.system);
  ++count.models;
  for (int i = 0; i < static_cast<int>(numbers.all().size()); ++i) {
    const std::string& address = numbers.all()[static_cast<std::size_t>(i)].path;
    SCOPED_TRACE(address);
    ASSERT_EQ(numbers.find(address), i);
    const double value = numbers.get(i), other = value == 0 ? 1e-5 : value * (1 + 1e-3);
    std::vector<Assignment> changes = variant;
    changes.emplace_back(address, fmt::format("{:.17g}", other));
    std::vector<double> expected, found;
    try {
      const Model changed = read_model(path, changes);
      expected = motion(changed, *assemble(changed).system);
    } catch (const ModelError&) {  // the array must refuse it too
    }
    try {
      numbers.set(i, other);
      numbers.reset();
      found = motion(model, *assembly.system);
    } catch (const ModelError& error) {
      EXPECT_TRUE(expected.empty()) << error.what();
    }
    EXPECT_TRUE(same(found, expected));
    ++count.numbers;
    count.refused += expected.empty();
    numbers.set(i, value);
    numbers.reset();
    ASSERT_TRUE(same(motion(model, *assembly.system), before));
  }
}

TEST(Numbers, OfEveryExampleAreThoseOfTheFile) {
  Count count;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_path("examples"))) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    Model model;
    try {
      model = read_model(path);
      assemble(model);
    } catch (const ModelError&) {
      continue;  // not a model of its own
    }
    check_model(path, {}, count);
    const bool play = !model.shapes.empty() ||
                      std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
                        return joint.contact || joint.play || joint.values.count("clearance") != 0;
                      });
    if (!play || is_compliant(model) || !model.contact.force) continue;
    check_model(path, {{"contact.world", "compliant"}, {"method.stepper", "runge_kutta"}}, count);
  }
  EXPECT_GT(count.models, 15);
  EXPECT_GT(count.numbers, 500);
  EXPECT_LT(count.refused, count.numbers / 10);
}

TEST(Numbers, HavePathsAndUnits) {
  const Assembly assembly = assemble(slider_crank());
  const Numbers& numbers = *assembly.numbers;
  const auto unit = [&](const char* path) {
    const int index = numbers.find(path);
    return index < 0 ? "none" : numbers.all()[static_cast<std::size_t>(index)].unit;
  };
  EXPECT_EQ(unit("body.crank.mass"), "kg");
  EXPECT_EQ(unit("body.crank.position[0]"), "m");
  EXPECT_EQ(unit("joint.guide.clearance"), "m");
  EXPECT_EQ(unit("joint.pin.points[1][0]"), "m");
  EXPECT_EQ(unit("contact.friction.mu"), "-");
  EXPECT_EQ(unit("gravity[1]"), "m/s^2");
  EXPECT_EQ(unit("run.end"), "none");
  EXPECT_EQ(unit("body.slider.velocity[0]"), "none");  // not given: it is found
  EXPECT_FALSE(numbers.left_out().empty());
  EXPECT_DOUBLE_EQ(numbers.get(numbers.find("body.crank.mass")), 0.038);
}

TEST(Numbers, WhatIsRefusedChangesNothing) {
  const Assembly assembly = assemble(slider_crank());
  Numbers& numbers = *assembly.numbers;
  const State before = assembly.system->initial_state();
  const auto refused = [&](const char* path, double value) {
    try {
      numbers.set(numbers.find(path), value);
      numbers.reset();
    } catch (const ModelError& error) {
      const State now = assembly.system->initial_state();
      EXPECT_TRUE(std::equal(now.block().begin(), now.block().end(), before.block().begin()));
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_CONTAINS(refused("body.crank.mass", 0), "body.crank.mass: must be positive");
  EXPECT_CONTAINS(refused("body.crank.mass", std::numeric_limits<double>::quiet_NaN()), "body.crank.mass");
  EXPECT_CONTAINS(refused("joint.guide.clearance", 0), "joint.guide.clearance");
  EXPECT_CONTAINS(refused("joint.guide.axis[0]", 0), "a direction cannot be [0, 0]");
  EXPECT_THROW(numbers.get(-1), ModelError);
  EXPECT_THROW(numbers.set(static_cast<int>(numbers.all().size()), 1), ModelError);
}

TEST(Numbers, AMechanismThatCannotBeAssembledKeepsItsFormerNumbers) {
  const Assembly assembly = assemble(read_model(source_path("examples/four_bar/model.toml")));
  Numbers& numbers = *assembly.numbers;
  const State before = assembly.system->initial_state();
  const int index = numbers.find("joint.pivot.points[0][0]");
  const double value = numbers.get(index);
  numbers.set(index, 50);
  try {
    numbers.reset();
    FAIL() << "not refused";
  } catch (const ModelError& error) {
    EXPECT_CONTAINS(error.what(), "the joints cannot be assembled");
  }
  EXPECT_EQ(numbers.get(index), value);
  const State now = assembly.system->initial_state();
  EXPECT_TRUE(std::equal(now.block().begin(), now.block().end(), before.block().begin()));
}

}  // namespace
}  // namespace freeplay

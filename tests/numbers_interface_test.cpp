// SPDX-License-Identifier: Apache-2.0
// Numbers of an assembled system: paths and units, who owns them, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "freeplay/numbers.h"
#include "freeplay/simulation.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::refusal_of;
using testing::slider_crank;
using testing::source_path;

TEST(Numbers, OfTheMethodGoToASimulation) {
  const Assembly assembly = assemble(slider_crank());
  Numbers& numbers = *assembly.numbers;
  Simulation simulation(*assembly.system, numbers.method());
  int observed = 0;
  simulation.observe([&](const Simulation&) { ++observed; });
  const int step = numbers.find("method.stepper.step"), end = numbers.find("run.end");
  using Owner = Numbers::Owner;
  EXPECT_EQ(numbers.all()[static_cast<std::size_t>(step)].owner, Owner::method);
  EXPECT_EQ(numbers.all()[static_cast<std::size_t>(end)].owner, Owner::run);
  EXPECT_EQ(numbers.all()[static_cast<std::size_t>(numbers.find("body.crank.mass"))].owner, Owner::system);
  simulation.step();
  numbers.set(step, 2e-5);
  numbers.set(end, 4e-4);
  numbers.set(numbers.find("body.crank.mass"), 0.05);
  numbers.reset();
  simulation.restart(numbers.method());
  EXPECT_EQ(simulation.t(), 0);
  EXPECT_EQ(simulation.dt(), 2e-5);
  EXPECT_EQ(simulation.advance_to(numbers.run().end).status, StepStatus::ok);
  EXPECT_EQ(observed, 21);

  const Model file =
      slider_crank({{"method.stepper.step", "2e-5"}, {"run.end", "4e-4"}, {"body.crank.mass", "0.05"}});
  const Assembly again = assemble(file);
  Simulation expected(*again.system, file.method);
  expected.advance_to(file.run.end);
  EXPECT_EQ(expected.t(), simulation.t());
  const auto a = simulation.state().block(), b = expected.state().block();
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  // a step that is longer than the run is refused as in a file
  numbers.set(step, 1);
  EXPECT_CONTAINS(refusal_of([&] { numbers.reset(); }), "is longer than the run");
  EXPECT_EQ(numbers.method().stepper.values.at("step").data, Value({2e-5, {}}).data);
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
  EXPECT_EQ(unit("run.end"), "s");
  EXPECT_EQ(unit("method.stepper.step"), "s");
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

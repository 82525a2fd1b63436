// SPDX-License-Identifier: Apache-2.0
#include "freeplay/readings.h"

#include <gtest/gtest.h>

#include "freeplay/assemble.h"

namespace freeplay {
namespace {

constexpr const char* kBall = R"(
freeplay = 1
gravity = [0, -10]
[[body]]
name = "ball"
mass = 2
inertia = 1
velocity = [3, 0]
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 1
)";

TEST(Readings, NameWhatASimulationDoes) {
  const Model model = read_model_text(kBall, "ball.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  Readings readings(simulation);
  EXPECT_EQ(readings.value("/energy/kinetic"), 9);
  simulation.advance_to(0.5);
  readings.read(simulation);
  EXPECT_NEAR(readings.value("/body/ball/velocity", 1), -5, 1e-12);
  EXPECT_NEAR(readings.value("/energy/numerical"), 0, 1e-12);
  EXPECT_EQ(readings.values("/body/ball/position").size(), 2u);
  EXPECT_EQ(readings.unit("/body/ball/position"), "m");
}

TEST(Readings, SayWhatThereIsNot) {
  const Model model = read_model_text(kBall, "ball.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  const Readings readings(simulation);
  const auto said = [&](const auto& ask) -> std::string {
    try {
      ask();
    } catch (const std::out_of_range& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said([&] { readings.value("/body/ball/positon"); }),
            "there is no channel '/body/ball/positon'; did you mean '/body/ball/position'?");
  EXPECT_EQ(said([&] { readings.value("/time", 1); }), "channel '/time' has 1 numbers, not 2");
}

}  // namespace
}  // namespace freeplay

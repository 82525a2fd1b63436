// SPDX-License-Identifier: Apache-2.0
// `stick = "none"`: the jump of friction at rest is left to the steps, as in the simulations of Marques2015, section 3.4.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

const std::string kBelt = source_folder() + "/examples/belt_block/model.toml";

Model belt(const std::string& stick, const std::string& stepper,
           const std::string& law = "coulomb_stiction") {
  const std::string more = law == "coulomb" ? "" : ", mu_static = 0.15";
  return read_model(kBelt,
                    {{"joint.surface.friction", "{ law = \"" + law + "\", mu = 0.1" + more + stick + " }"},
                     {"method.stepper", stepper},
                     {"run.end", "13"}});
}

std::string error_of(const Model& model) {
  try {
    assemble(model);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(StickOff, TheBlockIsHeldOnceAndThenCreeps) {
  double force[2] = {0, 0}, creep[2] = {0, 0};
  for (const bool off : {false, true}) {
    const Model model = belt(off ? ", stick = \"none\"" : "", R"({ name = "rk4", step = 1e-4 })");
    const Assembly assembly = assemble(model);
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    ASSERT_EQ(summary.status, RunStatus::complete) << summary.message;
    const std::vector<double> t = record.values("/time"), F = record.values("/joint/surface/friction"),
                              slip = record.values("/joint/surface/slip"),
                              x = record.values("/body/block/position");
    for (std::size_t i = 0; i < t.size(); ++i) {
      // the first stick is that of the law: the block begins at rest on the belt
      if (t[i] < 7.35) {
        EXPECT_NEAR(x[2 * i], 0.1 * t[i], 1e-9);
      }
      if (t[i] > 8) force[off] = std::max(force[off], std::abs(F[i]));
      if (t[i] > 10.2 && t[i] < 12) creep[off] = std::max(creep[off], std::abs(slip[i]));
    }
  }
  EXPECT_NEAR(force[0], 1.0953155507, 1e-6);  // it sticks again, and the spring pulls
  EXPECT_NEAR(force[1], 0.981, 1e-9);         // μ F_N, of sliding, ever after
  EXPECT_LT(creep[0], 1e-10);
  EXPECT_GT(creep[1], 1e-7);
  EXPECT_LT(creep[1], 1e-3);  // less than a step of the acceleration makes
}

TEST(StickOff, NeedsStepsOfAGivenLength) {
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    EXPECT_NE(error_of(belt(", stick = \"none\"", stepper)).find("would shorten its steps without end"),
              std::string::npos)
        << stepper;
  }
  EXPECT_NE(error_of(belt(", stick = \"none\"", "symmetric")).find("it is for smooth motion"),
            std::string::npos);
  EXPECT_EQ(error_of(belt(", stick = \"exact\"", "bdf")), "");
}

TEST(StickOff, IsRefusedBesideARamp) {
  EXPECT_NE(
      error_of(belt(", stick = \"none\", velocity = 0.001", R"({ name = "rk4", step = 1e-3 })", "coulomb"))
          .find("ramp"),
      std::string::npos);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// Contract of every registered motion: velocity and acceleration are the derivatives of position.
#include "freeplay/driver.h"
#include "tests/kit/random.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace freeplay {
namespace {

using testing::Random;
using testing::uniform;

Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const bool required = std::isnan(param.fallback) && !param.optional;
    if (!required && random() % 2 == 0) continue;
    Value value;
    if (param.kind == ParamKind::number) {
      value.data = uniform(random, param.low >= 0 ? 0.2 : -1, 1);
    } else if (param.kind == ParamKind::boolean) {
      value.data = random() % 2 == 0;
    } else if (param.kind == ParamKind::choice) {
      const Words& words = param.choices;
      value.data = std::string(words[random() % words.size()]);
    } else if (param.kind == ParamKind::numbers) {
      std::vector<double> list;
      for (int i = 0; i < 6; ++i) {
        list.push_back(std::string(param.key) == "times" ? 0.37 * i : uniform(random, -1, 1));
      }
      value.data = list;
    } else if (param.kind == ParamKind::formula) {
      value.data = fmt::format("= {}*sin(3*t) + {}*t^2", uniform(random, -1, 1), uniform(random, -1, 1));
    } else {
      ADD_FAILURE() << entry.name << "." << param.key << ": this test knows no value for it";
    }
    values.emplace(param.key, value);
  }
  return values;
}

TEST(DriversContract, VelocityAndAccelerationAreDerivatives) {
  for (const DriverEntry* entry : entries_of<DriverEntry>()) {
    Random random(31);
    for (int trial = 0; trial < 20; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      Diagnostics problems;
      const Values values = random_values(*entry, random);
      const auto motion = entry->make(Parameters(*entry, values), "driver.test.motion", problems);
      ASSERT_FALSE(problems.has_errors());
      for (const double t : {-0.4, 0.1, 0.5, 1.0, 1.3, 1.6, 2.5}) {  // away from the corners of a table
        const double step = 1e-5;  // truncation h²/6 s‴ with s‴ < 300, rounding 1e-15/h
        EXPECT_NEAR(motion->velocity(t),
                    (motion->position(t + step) - motion->position(t - step)) / (2 * step), 1e-8);
        EXPECT_NEAR(motion->acceleration(t),
                    (motion->velocity(t + step) - motion->velocity(t - step)) / (2 * step), 1e-7);
      }
    }
  }
}

TEST(Drivers, ClosedForms) {
  const auto motion = [](const char* law, const Values& values) {
    Diagnostics problems;
    const DriverEntry& entry = *find_entry<DriverEntry>(law);
    return entry.make(Parameters(entry, values), "", problems);
  };
  EXPECT_DOUBLE_EQ(motion("constant_speed", {{"speed", {3.0, {}}}})->position(2), 6);
  const auto speeding = motion("constant_acceleration", {{"speed", {3.0, {}}}, {"acceleration", {4.0, {}}}});
  EXPECT_DOUBLE_EQ(speeding->position(2), 3 * 2 + 0.5 * 4 * 4);
  const auto sine =
      motion("sine", {{"amplitude", {2.0, {}}}, {"frequency", {0.5, {}}}, {"offset", {1.0, {}}}});
  EXPECT_DOUBLE_EQ(sine->position(0.5), 3);  // a quarter of a cycle
  EXPECT_NEAR(sine->position(1), 1, 1e-15);
  const auto formula = motion("formula", {{"position", {std::string("= 1 + 2*sin(2*pi*0.5*t)"), {}}}});
  for (const double t : {0.0, 0.3, 1.7}) {
    EXPECT_NEAR(formula->position(t), sine->position(t), 1e-15);
    EXPECT_NEAR(formula->velocity(t), sine->velocity(t), 1e-14);
    EXPECT_NEAR(formula->acceleration(t), sine->acceleration(t), 1e-13);
  }
  const auto cubic = motion("polynomial", {{"coefficients", {std::vector<double>{1, -2, 3, 4}, {}}}});
  EXPECT_DOUBLE_EQ(cubic->position(2), 1 - 4 + 12 + 32);
  EXPECT_DOUBLE_EQ(cubic->velocity(2), -2 + 12 + 48);
  EXPECT_DOUBLE_EQ(cubic->acceleration(2), 6 + 48);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "system/freedom.h"

#include <gtest/gtest.h>

#include "system/analysis_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::model_of;

struct Counted {
  FreedomCount count;
  std::string text, named, hint;
};

Counted counted(const std::string& parts) {
  const Assembly assembly = assemble(model_of(parts, "dynamics"));
  const SystemInfo& info = assembly.system->info();
  Counted result{count_freedoms(*assembly.system, assembly.system->initial_state()), {}, {}, {}};
  result.text = fmt::format("{}", fmt::join(explain(result.count, info), "\n"));
  result.named = name_freedoms(result.count, info);
  result.hint = suggest_drivers(result.count);
  EXPECT_EQ(result.count.left(), assembly.initial.degrees_of_freedom);
  EXPECT_EQ(result.count.redundant, assembly.initial.redundant);
  return result;
}

TEST(Freedom, SliderCrank) {
  const Counted free = counted(testing::slider_crank(0.7));
  EXPECT_EQ(free.text,
            "3 bodies × 3 = 9 velocities; joints impose 8 constraints; 1 freedom left\n"
            "crank.angle is free: it moves crank, rod, slider");
  EXPECT_EQ(free.named, "crank.angle (moves crank, rod, slider)");
  EXPECT_EQ(free.hint, "add a driver on joint 'shaft'");

  const Counted driven =
      counted(testing::slider_crank(0.7) + testing::driver("shaft", "law = \"constant_speed\", speed = 1"));
  EXPECT_EQ(driven.text,
            "3 bodies × 3 = 9 velocities; joints impose 8 constraints and drivers 1; no freedom is left");
}

TEST(Freedom, RedundantRowsAreNamed) {
  const Counted found = counted(testing::parallel_cranks(3, 0.7));
  EXPECT_EQ(found.count.left(), 1);
  ASSERT_EQ(found.count.redundant.size(), 1u);
  EXPECT_NE(found.text.find("joints impose 12 constraints, of which 1 is redundant (head3."),
            std::string::npos)
      << found.text;
  EXPECT_CONTAINS(found.text, "so that 11 count; 1 freedom left");
  EXPECT_CONTAINS(found.text, "restrain the same motion once more than needed");
}

TEST(Freedom, DoublePendulumAndAFreeBody) {
  const Counted found =
      counted(testing::bar("upper", 0.5, 0, 0) + testing::bar("lower", 1.5, 0, 0) +
              testing::bar("stone", 0, 7, 0) + testing::pin("shoulder", "ground", "upper", 0, 0, -0.5, 0) +
              testing::pin("elbow", "upper", "lower", 0.5, 0, -0.5, 0));
  EXPECT_EQ(found.count.left(), 5);
  ASSERT_EQ(found.count.motions.size(), 2u);
  EXPECT_EQ(found.count.free_bodies, std::vector<std::string>{"stone"});
  EXPECT_EQ(found.count.drivers_for, (std::vector<std::string>{"'shoulder'", "'elbow'"}));
  EXPECT_CONTAINS(found.text, "no joint holds stone");
  EXPECT_CONTAINS(
      found.hint,
      "add drivers on joints 'shoulder', 'elbow'; the rest is moved by no joint that can be driven");
}

}  // namespace
}  // namespace freeplay

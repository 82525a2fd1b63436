// SPDX-License-Identifier: Apache-2.0
#include "system/undetermined.h"

#include <gtest/gtest.h>

#include <cmath>

#include "system/analysis_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::model_of;

UndeterminedReactions of(const std::string& parts) {
  const Assembly assembly = assemble(model_of(parts, "dynamics"));
  return undetermined_reactions(*assembly.system, assembly.system->initial_state());
}

TEST(Undetermined, NothingInAMinimalMechanism) {
  const UndeterminedReactions reactions = of(testing::slider_crank(0.7));
  EXPECT_FALSE(reactions.any());
  EXPECT_TRUE(reactions.names().empty());
  for (const bool determined : reactions.determined()) EXPECT_TRUE(determined);
}

/// Three parallel cranks: forces along the cranks can be traded like 1 : −2 : 1, those across cannot.
TEST(Undetermined, ThirdCrankOfAParallelogram) {
  const double angle = 0.7;
  const Assembly assembly = assemble(model_of(testing::parallel_cranks(3, angle), "dynamics"));
  const SystemInfo& info = assembly.system->info();
  const UndeterminedReactions reactions =
      undetermined_reactions(*assembly.system, assembly.system->initial_state());
  ASSERT_EQ(reactions.groups().size(), 1u);
  EXPECT_EQ(reactions.groups()[0].rows.size(), 12u);
  EXPECT_EQ(reactions.groups()[0].redundant, 1);
  for (const char* joint : {"'foot1'", "'foot2'", "'foot3'", "'head1'", "'head2'", "'head3'"})
    EXPECT_CONTAINS(reactions.groups()[0].sentence, joint) << joint;
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    EXPECT_FALSE(reactions.determined()[r]) << info.constraints[r].name;
    if (!info.constraints[r].name.ends_with(".x")) continue;
    std::vector<double> along(info.constraints.size(), 0), across = along;
    along[r] = std::cos(angle), along[r + 1] = std::sin(angle);
    across[r] = -std::sin(angle), across[r + 1] = std::cos(angle);
    EXPECT_FALSE(reactions.determined(along)) << info.constraints[r].name;
    EXPECT_TRUE(reactions.determined(across)) << info.constraints[r].name;
  }
}

/// Two separate redundant pairs are two groups; other joints are not blamed.
TEST(Undetermined, GroupsAreSeparate) {
  const UndeterminedReactions reactions =
      of(testing::bar("a", 0, 0, 0) + testing::bar("b", 0, 5, 0) + testing::bar("c", 9, 9, 0) +
         testing::guide("a1", "a") + testing::guide("a2", "a") + testing::guide("b1", "b", 5) +
         testing::guide("b2", "b", 5) + testing::pin("c1", "ground", "c", 9, 9, 0, 0));
  ASSERT_EQ(reactions.groups().size(), 4u);  // normal force and moment of either pair
  for (const RedundantGroup& group : reactions.groups()) {
    EXPECT_EQ(group.rows.size(), 2u);
    EXPECT_EQ(group.redundant, 1);
    EXPECT_CONTAINS(group.sentence, "once more than needed");
  }
  EXPECT_EQ(reactions.names(), (std::vector<std::string>{"a1.normal", "a1.angle", "a2.normal", "a2.angle",
                                                         "b1.normal", "b1.angle", "b2.normal", "b2.angle"}));
}

}  // namespace
}  // namespace freeplay

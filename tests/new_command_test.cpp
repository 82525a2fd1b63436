// SPDX-License-Identifier: Apache-2.0
// `freeplay new`: every model that it writes is checked without a warning and runs to its end.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "apps/freeplay/new_models.h"
#include "tests/kit/command_line.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Called;

class NewCommand : public testing::CommandLine {};

TEST_F(NewCommand, EveryKindIsAModelThatRuns) {
  ASSERT_GE(new_models().size(), 6u);
  for (const NewModel& model : new_models()) {
    SCOPED_TRACE(model.kind);
    const std::string name = std::string("my ") + model.kind;
    const Called made = call("new '" + name + "' --kind " + model.kind);
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_CONTAINS(made.out, name + ".toml");
    const std::string text = read(folder_ / (name + ".toml"));
    EXPECT_CONTAINS(text, "name = \"" + name + "\"");
    const Called check = call("check '" + name + ".toml'");
    EXPECT_EQ(check.code, 0);
    EXPECT_EQ(check.err, "");
    // what starts with play in its joints starts settled
    EXPECT_EQ(check.out.find("middle of the play"), std::string::npos) << check.out;
    const Called run = call("run '" + name + ".toml' --no-report");
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(std::filesystem::exists(folder_ / (name + ".h5")));
  }
}

TEST_F(NewCommand, TheFirstKindIsTheDefault) {
  ASSERT_EQ(call("new a").code, 0);
  ASSERT_EQ(call("new b.toml --kind play --quiet").out, "");
  std::string a = read(folder_ / "a.toml"), b = read(folder_ / "b.toml");
  b.replace(b.find("\"b\""), 3, "\"a\"");
  b.replace(b.find("# b:"), 4, "# a:");
  EXPECT_EQ(a, b);
}

TEST_F(NewCommand, NothingIsOverwrittenAndMistakesAreNamed) {
  write("old.toml", "mine");
  const Called again = call("new old");
  EXPECT_EQ(again.code, 1);
  EXPECT_CONTAINS(again.err, "old.toml exists already");
  EXPECT_EQ(read(folder_ / "old.toml"), "mine");
  const Called kind = call("new x --kind robbot");
  EXPECT_EQ(kind.code, 1);
  EXPECT_CONTAINS(kind.err, "did you mean 'robot'?");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x.toml"));
  EXPECT_EQ(call("new 'quo\"te'").code, 1);
  EXPECT_EQ(call("new ''").code, 1);
  EXPECT_EQ(call("new nowhere/x").code, 1);
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
#include "freeplay/diagnostics.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freeplay {
namespace {

TEST(Diagnostics, TextHasPlaceKeyMessageAndHint) {
  const Diagnostic full{
      Severity::error, {"a.toml", 3, 7}, "body.crank.mass", "must be positive", "give it in kg"};
  EXPECT_EQ(to_string(full), "a.toml:3:7: error: body.crank.mass: must be positive\n    give it in kg");
  EXPECT_EQ(to_string({Severity::warning, {"--set", 0, 0}, "run.end", "odd", ""}),
            "--set: warning: run.end: odd");
  EXPECT_EQ(to_string({Severity::note, {}, "", "hello", ""}), "note: hello");
}

TEST(Diagnostics, ThrowsOnlyOnErrorsAndSortsByPosition) {
  Diagnostics diagnostics;
  diagnostics.warning({"f", 1, 1}, "", "w");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_NO_THROW(diagnostics.throw_if_errors());
  diagnostics.error({"f", 9, 1}, "", "late");
  diagnostics.error({"f", 2, 5}, "", "early");
  diagnostics.note({"f", 3, 1}, "", "n");
  try {
    diagnostics.throw_if_errors();
    FAIL();
  } catch (const ModelError& error) {
    ASSERT_EQ(error.diagnostics().size(), 4u);
    EXPECT_EQ(error.diagnostics()[1].message, "early");
    EXPECT_EQ(error.diagnostics()[3].message, "late");
    EXPECT_EQ(std::string(error.what()),
              "f:1:1: warning: w\nf:2:5: error: early\nf:3:1: note: n\nf:9:1: error: late");
  }
}

TEST(Diagnostics, AMillionMistakesStayReadable) {
  Diagnostics diagnostics;
  for (int i = 0; i < 1000; ++i) diagnostics.error({"f", i, 1}, "", "wrong");
  try {
    diagnostics.throw_if_errors();
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_LT(std::string(error.what()).size(), 4000u);
    EXPECT_CONTAINS(error.what(), "and 900 more");
    EXPECT_EQ(error.diagnostics().size(), 1000u);
  }
}

TEST(DidYouMean, FindsSlipsOnly) {
  const std::vector<std::string> keys = {"mass",      "inertia", "position", "angle", "angular_velocity",
                                         "clearance", "mu"};
  EXPECT_EQ(did_you_mean("clearence", keys), "clearance");
  EXPECT_EQ(did_you_mean("Clearance", keys), "clearance");
  EXPECT_EQ(did_you_mean("clarance", keys), "clearance");
  EXPECT_EQ(did_you_mean("mas", keys), "mass");
  EXPECT_EQ(did_you_mean("masss", keys), "mass");
  EXPECT_EQ(did_you_mean("postion", keys), "position");
  EXPECT_EQ(did_you_mean("anlge", keys), "angle");
  EXPECT_EQ(did_you_mean("angular-velocity", keys), "angular_velocity");
  EXPECT_EQ(did_you_mean("angular_vel", keys), "angular_velocity");
  EXPECT_EQ(did_you_mean("colour", keys), "");
  EXPECT_EQ(did_you_mean("", keys), "");
  EXPECT_EQ(did_you_mean("x", keys), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'a'), keys), "");
  EXPECT_EQ(did_you_mean("mass", {}), "");
}

}  // namespace
}  // namespace freeplay

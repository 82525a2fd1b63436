// SPDX-License-Identifier: Apache-2.0
// Every warning has its section, no section is about a message that is not there any more, and a run names them.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "apps/freeplay/topics.h"
#include "run/simulate.h"
#include "run/warnings.h"
#include "tests/kit/command_line.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// The texts of a source file, where literals that stand behind each other are one.
std::string literals_of(const std::filesystem::path& file) {
  static const std::regex seam("\"\\s*\n\\s*\"");
  return std::regex_replace(testing::slurp(file), seam, "");
}

class Explain : public testing::CommandLine {};

TEST_F(Explain, EverySectionIsAboutAMessageThatThereIs) {
  std::string sources;
  for (const char* room : {"src/run", "src/system", "src/stepping"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::source_path(room))) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".cpp") && !name.ends_with("_test.cpp")) sources += literals_of(entry.path());
    }
  }
  std::set<std::string> names;
  for (const Topic& topic : topics()) {
    EXPECT_TRUE(names.insert(topic.name).second) << topic.name;
    EXPECT_GT(topic.text.size(), 100U) << topic.name;
    ASSERT_FALSE(topic.phrases.empty()) << topic.name;
    for (const std::string& phrase : topic.phrases) {
      EXPECT_CONTAINS(sources, phrase);
      EXPECT_EQ(topic_of("at t = 1 s " + phrase + " 3 m")->name, topic.name);
    }
  }
  EXPECT_GE(names.size(), 25U);
  EXPECT_EQ(topic_of("all is well"), nullptr);
}

TEST_F(Explain, EveryWarningOfARunHasItsSection) {
  RunSummary rigid;
  rigid.energy_scale = 1;
  rigid.worst_numerical = 1;
  rigid.drift.moved = 1;
  rigid.dt = 1e-3;
  rigid.steps.rejected = 5;
  rigid.steps.worst_penetration_relative = 1;
  rigid.worst_relative_contact = "a/b";
  RunSummary smooth = rigid;
  smooth.smooth = true;
  smooth.works.stabilisation = 1;
  smooth.steps.worst_penetration_relative = 10;
  smooth.compliant.forced = smooth.compliant.too_fast = smooth.compliant.not_passive = 1;
  smooth.compliant.fastest_limit = 1;
  std::set<std::string> seen;
  for (const RunSummary& summary : {rigid, smooth}) {
    for (const std::string& warning : summary_warnings(summary)) {
      const Topic* topic = topic_of(warning);
      ASSERT_NE(topic, nullptr) << warning;
      seen.insert(topic->name);
    }
  }
  EXPECT_EQ(seen, (std::set<std::string>{"energy_error", "joints_work", "drift", "divided_steps", "overlap",
                                         "pressed_in", "deep_start", "too_fast", "not_passive"}));
  EXPECT_EQ(
      docs_line({"contacts overlap by 3 %", "the mechanism locks: x", "contacts overlap by 4 %", "else"}),
      "docs: freeplay explain overlap; freeplay explain locks");
}

TEST_F(Explain, ARunNamesTheSectionOfItsWarning) {
  const std::string ball = testing::source_path("examples/falling_ball/model.toml");
  const testing::Called run = call("run '" + ball + "' --set run.end=0.4 --no-report");
  EXPECT_EQ(run.code, 0);
  EXPECT_CONTAINS(run.err, "warning: 1 impacts were faster than their contact force law is valid for");
  EXPECT_CONTAINS(run.err, "\ndocs: freeplay explain too_fast\n");
  EXPECT_LACKS(call("run '" + ball + "' --set run.end=0.4 --no-report -q").err, "docs:");
}

TEST_F(Explain, PrintsSectionsByWordAndByMessage) {
  const testing::Called word = call("explain overlap");
  EXPECT_EQ(word.code, 0);
  EXPECT_CONTAINS(word.out, "overlap: \"… contacts overlap by …\"\n\nRigid bodies overlap by more than");
  EXPECT_EQ(call("explain 'contacts overlap by 12 % of their clearance'").out, word.out);
  const testing::Called list = call("explain");
  for (const Topic& topic : topics()) EXPECT_CONTAINS(list.out, "  " + topic.name + " ");
  const testing::Called wrong = call("explain overlop");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_CONTAINS(wrong.err, "did you mean 'overlap'?");
}

}  // namespace
}  // namespace freeplay

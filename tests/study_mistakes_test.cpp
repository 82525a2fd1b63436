// SPDX-License-Identifier: Apache-2.0
// Mistakes in study files, with their places and what to write instead.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/ball_study.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::kHit;
using StudyMistakes = testing::StudyCommand;

/// What is written, and what the message says, with the place.
struct Mistake {
  const char* text;
  const char* place;
  const char* message;
};

TEST_F(StudyMistakes, AreReportedWithTheirPlace) {
  const std::string vary = "[[vary]]\npath = \"body.ball.mass\"\nvalues = [1]\n";  // lines 4 to 6
  const std::string plan = "[plan]\nname = \"grid\"\n";
  const std::string good = vary + plan;
  const std::vector<std::pair<std::string, Mistake>> cases = {
      {vary + kHit, {"no plan", "study.toml:1:1", "plan: missing"}},
      {good, {"no measure", "study.toml:1:1", "measure: missing"}},
      {good + kHit + "colour = 1\n", {"unknown key", "study.toml:14:1", "unknown key \"colour\""}},
      {"[[vary]]\npath = \"body.bal.mass\"\nvalues = [1]\n" + plan + kHit,
       {"unknown path", "study.toml:4:1", "did you mean \"ball\"?"}},
      {"[[vary]]\npath = \"body.ball.mass\"\nvalues = [\"1 mm\"]\n" + plan + kHit,
       {"wrong unit", "study.toml:6:11", "mass"}},
      {"[[vary]]\npath = \"body.ball.mass\"\nvalues = [-1]\n" + plan + kHit,
       {"out of range", "study.toml:4:1", "body.ball.mass must be positive; found -1 kg"}},
      {"[[vary]]\npath = \"body.ball.mass\"\nfrom = 2\nto = 1\ncount = 3\n" + plan + kHit,
       {"range downwards", "study.toml:4:1", "a range goes upwards"}},
      {"[[vary]]\npath = \"body.ball.mass\"\nfrom = 1\nto = 2\n" + plan + kHit,
       {"no count", "study.toml:4:1", "count: missing"}},
      {"[[vary]]\npath = \"body.ball.mass\"\ndistribution = { law = \"normul\", mean = 1 }\n" + plan + kHit,
       {"unknown law", "study.toml:6:24", "did you mean \"normal\"?"}},
      {"[[vary]]\npath = \"body.ball.mass\"\ndistribution = { law = \"uniform\", low = 2, high = 1 }\n" +
           plan + kHit,
       {"ends exchanged", "study.toml:6:16", "its low end is not below its high end"}},
      {"[[vary]]\npath = \"body.ball.mass\"\ntolerance = \"fit 20 H7/g6\"\n" + plan + kHit,
       {"no length", "study.toml:6:13", "a fit gives a length"}},
      {"[[vary]]\npath = \"body.ball.mass\"\ntolerance = \"100 g\"\n" + plan + kHit,
       {"no limits", "study.toml:6:13", "is no size with limits"}},
      {vary + vary + plan + kHit, {"twice", "study.toml:7:1", "varies already, in line 4"}},
      {vary + "[plan]\nname = \"gridd\"\n" + kHit,
       {"unknown plan", "study.toml:8:8", "did you mean \"grid\"?"}},
      {vary + "[plan]\nname = \"sobol\"\n" + kHit, {"no count", "study.toml:7:1", "plan.count: missing"}},
      {vary + "[plan]\nname = \"sobol_indices\"\ncount = 1\n" + kHit,
       {"too few points", "study.toml:9:9", "plan.count"}},
      {good + "[[measure]]\ntable = \"impact\"\nwhat = \"count\"\n",
       {"unknown table", "study.toml:10:9", "did you mean \"impacts\"?"}},
      {good + "[[measure]]\nchannel = \"body/ball/positionx\"\nwhat = \"peak\"\n",
       {"unknown channel", "study.toml:10:11", "did you mean \"body/ball/position\"?"}},
      {good + "[[measure]]\nchannel = \"body/ball/position\"\nwhat = \"peak\"\n",
       {"no component", "study.toml:10:11", "body/ball/position has 2 numbers"}},
      {good + "[[measure]]\nchannel = \"body/ball/angle\"\nwhat = \"crossing\"\n",
       {"no level", "study.toml:11:8", "level: missing"}},
      {good + "[[measure]]\nchannel = \"body/ball/angle\"\nwhat = \"sum\"\n",
       {"of tables", "study.toml:11:8", "is a measure of tables"}},
      {good + "[[measure]]\nchannel = \"body/ball/angle\"\nwhat = \"peak\"\nwindow = [2, 1]\n",
       {"window", "study.toml:12:10", "a window ends after it begins"}},
      {good + "[[section]]\nname = \"s\"\nchannels = [\"body/ball/velocity\"]\nevery = 1\n",
       {"no component", "study.toml:11:12", "give a component"}},
      {good + "[[section]]\nname = \"s\"\nchannels = [\"body/ball/angle\"]\n",
       {"no every", "study.toml:9:1", "every: missing"}},
      {good + "[[section]]\nname = \"s\"\ntable = \"impacts\"\ncolumns = [\"shape\"]\n",
       {"no column", "study.toml:11:9", "has no column \"shape\""}},
      {good + "[[section]]\ntable = \"impacts\"\ncolumns = [\"time\"]\n",
       {"no name", "study.toml:9:1", "name: missing"}},
      {good + "[[measure]]\nlyapunov = { everyy = 1 }\n",
       {"no every", "study.toml:10:14", "unknown key \"everyy\""}},
      {good + "[[measure]]\nlyapunov = 1\n", {"no table", "study.toml:10:12", "expected { every"}},
      {good + "[[measure]]\nchannel = \"body/ball/angle\"\nwhat = \"period\"\n",
       {"no returns", "study.toml:11:8", "every: missing"}},
      {good + "[[measure]]\ntable = \"impacts\"\nwhat = { name = \"chaos\", every = 1 }\n",
       {"returns of rows", "study.toml:11:8", "the rows of a table are its returns"}},
      {"[set]\n\"run.endd\" = 1\n" + good + kHit, {"bad set", "--set", "run.endd"}},
  };
  for (const auto& [text, mistake] : cases) {
    write_study(text);
    const Called called = call("study study.toml");
    EXPECT_EQ(called.code, 2) << mistake.text << "\n" << called.out;
    EXPECT_CONTAINS(called.err, mistake.place) << mistake.text;
    EXPECT_CONTAINS(called.err, mistake.message) << mistake.text;
  }
  EXPECT_EQ(call("study nothing.toml").code, 2);
}

}  // namespace
}  // namespace freeplay

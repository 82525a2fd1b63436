// SPDX-License-Identifier: Apache-2.0
// Studies by programs: functions as measures, rows made again, what is not given.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "freeplay/study.h"
#include "tests/ball_study.h"
#include "tests/kit/files.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::kBall;
using testing::kHit;

constexpr const char* kMasses = R"([[vary]]
path = "body.ball.mass"
values = [0.05, 0.1, 0.2]
[plan]
name = "grid"
)";
const std::string kFunction = "[[measure]]\nfunction = \"own\"\nunit = \"N*s\"\n";

/// What kHit measures.
double hardest(const RecordFile& run, std::span<const double>) {
  const std::vector<double> hits = run.column("/impacts", "normal_impulse");
  return *std::max_element(hits.begin(), hits.end());
}

PreparedStudy study_of(const std::string& text, const RunMeasures& functions) {
  return PreparedStudy::read_text(testing::kStudyHead + text, "study.toml", kBall, "ball.toml", functions);
}

/// Bits, so that NaN is like itself.
std::string bits(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

class PreparedStudies : public ::testing::Test {
 protected:
  RecordFile rows(const PreparedStudy& study, const StudyOptions& options = {}) const {
    EXPECT_TRUE(study.run(folder_ / "rows.h5", options));
    return read_record(folder_ / "rows.h5");
  }
  const testing::TempFolder folder_;
};

// h = 0.2 m, g = 10 m/s², ε = ½: (1 + ε) m √(2 g h) = 3 m.
TEST_F(PreparedStudies, AFunctionMeasuresWhatTheBuiltInMeasureDoes) {
  const PreparedStudy study = study_of(
      kMasses + std::string(kHit) + kFunction + "[[measure]]\nname = \"twice\"\nformula = \"= 2*own\"\n",
      {{"own", hardest}});
  EXPECT_EQ(study.rows(), 3);
  EXPECT_EQ(study.measures()[1].unit, "N*s");
  const std::string alone = bits(rows(study, {.threads = 1}).values("/measure/own"));
  const RecordFile made = rows(study, {.threads = 3});
  const std::vector<double> own = made.values("/measure/own"), twice = made.values("/measure/twice");
  EXPECT_EQ(bits(own), alone);
  EXPECT_EQ(bits(own), bits(made.values("/measure/hit")));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(own[i], 3 * made.values("/input/body.ball.mass")[i], 1e-9);
    EXPECT_EQ(twice[i], 2 * own[i]);
  }
}

TEST_F(PreparedStudies, AFunctionIsGivenWhatItNamesAndWhatVaries) {
  std::atomic<int> calls = 0;
  const RunMeasure look = [&](const RecordFile& run, std::span<const double> inputs) {
    ++calls;
    EXPECT_EQ(run.layout.channels.size(), 3U);  // with the time
    EXPECT_EQ(run.samples, 301);
    EXPECT_EQ(inputs.size(), 1U);
    return inputs[0] + run.values("/body/ball/position", 1).front();
  };
  const PreparedStudy study =
      study_of(kMasses + std::string("[[measure]]\nname = \"sum\"\nfunction = \"look\"\nchannels = "
                                     "[\"body/ball/position\", \"/energy/kin*\"]\n"),
               {{"look", look}});
  const std::vector<double> sum = rows(study).values("/measure/sum");
  EXPECT_EQ(calls, 3);
  EXPECT_NEAR(sum[2], 0.2 + 0.21, 1e-15);
}

TEST_F(PreparedStudies, AFunctionThatFailsIsTheReasonOfItsRow) {
  const RunMeasure fails = [](const RecordFile& run, std::span<const double> inputs) {
    if (inputs[0] == 0.1) throw std::runtime_error("a tenth is not measured");
    return hardest(run, inputs);
  };
  const PreparedStudy study = study_of(kMasses + std::string(kHit) + kFunction, {{"own", fails}});
  const RecordFile made = rows(study);
  EXPECT_TRUE(std::isnan(made.values("/measure/hit")[1]));
  EXPECT_FALSE(std::isnan(made.values("/measure/own")[2]));
  const PreparedStudy::Row row = study.row(1, &made);
  EXPECT_EQ(row.status, "failed");
  EXPECT_EQ(row.message, "measure.own: a tenth is not measured");
  EXPECT_CONTAINS(study.summary(made), "a tenth is not measured");
  EXPECT_CONTAINS(PreparedStudy::of_result(made).summary(made),
                  "a function of the program that made it failed");
}

TEST_F(PreparedStudies, ARowIsMadeAgain) {
  const PreparedStudy study = study_of(kMasses + std::string(kHit) + kFunction, {{"own", hardest}});
  const RecordFile made = rows(study);
  const PreparedStudy::Row row = study.row(2);
  EXPECT_EQ(row.measures[1], made.values("/measure/own")[2]);
  EXPECT_EQ(row.changes, (std::vector<Assignment>{{"body.ball.mass", "0.2"}}));
  EXPECT_THROW(study.row(3), std::out_of_range);
  EXPECT_THROW(study.row(-1), std::out_of_range);
  const PreparedStudy unknown = PreparedStudy::of_result(made);
  EXPECT_EQ(unknown.missing(), (std::vector<std::string>{"own"}));
  EXPECT_EQ(unknown.row(2).measures[0], made.values("/measure/hit")[2]);
  EXPECT_TRUE(std::isnan(unknown.row(2).measures[1]));
  EXPECT_THROW(unknown.run(folder_ / "again.h5"), std::invalid_argument);
}

// What the function is called is a part of what a study is.
TEST_F(PreparedStudies, OnlyTheSameStudyIsGoneOnWith) {
  const std::string text = kMasses + std::string(kHit);
  rows(study_of(text + kFunction, {{"own", hardest}}));
  EXPECT_TRUE(study_of(text + kFunction, {{"own", hardest}}).run(folder_ / "rows.h5", {.resume = true}));
  const PreparedStudy other = study_of(
      text + "[[measure]]\nname = \"own\"\nfunction = \"other\"\nunit = \"N*s\"\n", {{"other", hardest}});
  EXPECT_THROW(other.run(folder_ / "rows.h5", {.resume = true}), std::runtime_error);
}

TEST_F(PreparedStudies, ThreadsWorkAsTheProgramWants) {
  std::atomic<int> inside = 0;
  StudyHooks hooks;
  hooks.in_thread = [&](const std::function<void()>& work) {
    ++inside;
    work();
  };
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<int> elsewhere = 0;
  const RunMeasure count = [&](const RecordFile&, std::span<const double>) {
    elsewhere += std::this_thread::get_id() != here;
    return 1;
  };
  EXPECT_TRUE(study_of(kMasses + kFunction, {{"own", count}}).run(folder_ / "a.h5", {.threads = 2}, hooks));
  EXPECT_EQ(inside, 2);
  EXPECT_EQ(elsewhere, 3);
}

std::string refused(const std::string& measure) {
  try {
    study_of(kMasses + measure, {{"own", hardest}});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(PreparedStudy, SaysWhatIsWrongWithAFunction) {
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"owm\"\n"), "did you mean \"own\"?");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"owm\"\n"),
                  "study.toml:10:12: error: measure #1.function: no function is called \"owm\" here");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = 3\n"), "expected a text");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"own\"\nwhat = \"peak\"\n"), "unknown key \"what\"");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"own\"\nchannels = []\n"), "expected a list of channels");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"own\"\nchannels = [\"body/bal/angle\"]\n"),
                  "did you mean \"body/ball/angle\"?");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"own\"\nunit = \"furlong\"\n"), "\"furlong\" is no unit");
  EXPECT_CONTAINS(refused("[[measure]]\nfunction = \"own\"\ntable = \"impacts\"\n"), "expected one of");
}

}  // namespace
}  // namespace freeplay

// SPDX-License-Identifier: Apache-2.0
// `freeplay study` as a user meets it: rows checked against closed forms and against single runs, any number of threads,
// kills, failing runs, mistakes.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/results.h"
#include "studies/search.h"
#include "tests/ball_study.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"

namespace freeplay {
namespace {

using testing::Called;

using testing::kBall;
using testing::kHit;
using testing::mass_and_restitution;
using StudyCommand = testing::StudyCommand;

/// All numbers, however they came about.
void expect_same(const RecordFile& a, const RecordFile& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.tables, b.tables);
  ASSERT_EQ(a.channels.size(), b.channels.size());
  for (const auto& [path, values] : a.channels) {
    const std::vector<double>& others = b.channels.at(path);
    ASSERT_EQ(values.size(), others.size()) << path;
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_TRUE(values[i] == others[i] || (std::isnan(values[i]) && std::isnan(others[i])))
          << path << " " << i;
  }
}

TEST_F(StudyCommand, EveryRowIsTheClosedForm) {
  write_study(mass_and_restitution("[plan]\nname = \"grid\"\n") + kHit);
  const Called called = call("study study.toml -o s.h5");
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_CONTAINS(called.out, "9 of 9, 9 complete");
  const RecordFile record = result("s.h5");
  EXPECT_EQ(record.status, "complete");
  ASSERT_EQ(record.samples, 9);
  for (std::size_t row = 0; row < 9; ++row) {
    const double mass = record.values("/input/body.ball.mass")[row];
    const double restitution = record.values("/input/restitution")[row];
    EXPECT_EQ(mass, (std::vector<double>{0.05, 0.1, 0.2}[row / 3]));
    EXPECT_DOUBLE_EQ(restitution, 0.2 + 0.3 * static_cast<double>(row % 3));
    // it falls 0.2 m at 10 m/s²: 2 m/s
    EXPECT_NEAR(record.values("/measure/hit")[row], mass * 2 * (1 + restitution), 1e-9) << row;
  }
  EXPECT_EQ(record.channel("/measure/hit").unit, "N*s");
}

TEST_F(StudyCommand, TheFileDoesNotDependOnThreads) {
  const std::string random = R"([[vary]]
path = "body.ball.mass"
distribution = { law = "normal", mean = 0.1, deviation = 0.02, low = 0.05 }
[[vary]]
path = "body.ball.velocity[0]"
as = "offset"
distribution = { law = "uniform", low = -1, high = 1 }
[plan]
name = "latin_hypercube"
count = 150
seed = 42
)";
  write_study(random + kHit);
  for (const char* threads : {"1", "2", "5"})
    EXPECT_EQ(call(std::string("study study.toml -q --threads ") + threads + " -o s" + threads + ".h5").code,
              0);
  EXPECT_EQ(read(folder_ / "s1.h5"), read(folder_ / "s2.h5"));
  EXPECT_EQ(read(folder_ / "s1.h5"), read(folder_ / "s5.h5"));
  const std::vector<double> masses = result("s1.h5").values("/input/body.ball.mass");
  EXPECT_GE(*std::min_element(masses.begin(), masses.end()), 0.05);
}

TEST_F(StudyCommand, ARowRunAgainIsTheRunWithItsNumbers) {
  write_study(mass_and_restitution("[plan]\nname = \"grid\"\n") + kHit);
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  std::filesystem::remove(folder_ / "study.toml");  // the result has all that it needs
  std::filesystem::remove(folder_ / "ball.toml");
  const Called again = call("study s.h5 --rerun 7 -o row.h5");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_CONTAINS(again.out, "the same bits as in the study");
  EXPECT_CONTAINS(again.out, "--set body.ball.mass=0.2");
  const std::vector<double> impulses = result("row.h5").column("/impacts", "normal_impulse");
  EXPECT_EQ(*std::max_element(impulses.begin(), impulses.end()), result("s.h5").values("/measure/hit")[7]);
  EXPECT_EQ(call("study s.h5 --rerun 9").code, 1);
}

TEST_F(StudyCommand, RunsThatFailAreRowsWithTheirReason) {
  write_study(testing::kTooLong + std::string(kHit));
  const Called called = call("study study.toml -o s.h5");
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_CONTAINS(called.out, "3 of 3, 1 complete");
  EXPECT_CONTAINS(called.out, "limit             2 runs, such as row 1: 250 steps");
  EXPECT_CONTAINS(called.out, "over the 1 complete runs of 3");
  const RecordFile record = result("s.h5");
  EXPECT_EQ(record.channel("/status").words.at(11), "limit");
  EXPECT_EQ(record.values("/status"), (std::vector<double>{0, 11, 11}));
  EXPECT_TRUE(std::isnan(record.values("/measure/hit")[1]));
  EXPECT_NEAR(record.values("/time")[1], 0.25, 1e-12);
}

TEST_F(StudyCommand, NumbersThatFitNoMachineAreRefusedRows) {
  write("rod.toml", R"(freeplay = 1
[[body]]
name = "rod"
mass = 1
inertia = 1
position = [1, 0]
[[body]]
name = "end"
mass = 1
inertia = 1
position = [2.1, 0.5]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["ground", "rod"]
points = [[0, 0], [-1, 0]]
[[joint]]
name = "hold"
type = "distance"
bodies = ["rod", "end"]
points = [[1, 0], [0, 0]]
length = 0.5
[[joint]]
name = "far"
type = "distance"
bodies = ["ground", "end"]
points = [[0, 0], [0, 0]]
length = 2.2
[run]
end = 0.01
)");
  write("study.toml", R"(study = 1
model = "rod.toml"
[[vary]]
path = "joint.far.length"
values = [2.2, 3, 2.4]
[plan]
name = "grid"
[[measure]]
name = "angle"
channel = "body/rod/angle"
what = "final"
)");
  const Called called = call("study study.toml -o s.h5");
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_CONTAINS(called.out, "refused           1 runs, such as row 1:");
  const RecordFile record = result("s.h5");
  EXPECT_EQ(record.values("/status"), (std::vector<double>{0, 1, 0}));
  // the run after a refused one is that of a study without it
  write("study.toml", read(folder_ / "study.toml").replace(read(folder_ / "study.toml").find("3, "), 3, ""));
  ASSERT_EQ(call("study study.toml -q -o t.h5").code, 0);
  EXPECT_EQ(result("t.h5").values("/measure/angle")[1], record.values("/measure/angle")[2]);
}

TEST_F(StudyCommand, AKilledStudyGoesOnWhereItWas) {
  write("slow.toml", std::string(kBall).replace(std::string(kBall).find("step = 1e-3"), 11, "step = 1e-5"));
  write("study.toml", R"(study = 1
model = "slow.toml"
[[vary]]
path = "body.ball.mass"
distribution = { law = "uniform", low = 0.1, high = 0.2 }
[plan]
name = "monte_carlo"
count = 400
[[section]]
name = "hits"
table = "impacts"
columns = ["normal_impulse"]
)" + std::string(kHit));
  ASSERT_EQ(call("study study.toml -q -o whole.h5").code, 0);
  const std::string file = (folder_ / "killed.h5").string();
  int kills = 0;
  long long before = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const int child = testing::start_program(
        {"study", "study.toml", "-q", "--resume", "--threads", "2", "-o", file}, folder_);
    ASSERT_GT(child, 0);
    const auto rows = [&] {
      try {
        return read_saved_run(file).samples;
      } catch (const std::runtime_error&) {
        return 0LL;
      }
    };
    testing::wait_until([&] { return rows() > before + 20 || !testing::running(child); });
    kills += testing::running(child);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const long long now = rows();
    EXPECT_GE(now, before);  // what was there stays
    before = now;
  }
  EXPECT_GT(kills, 0);
  const Called last = call("study study.toml --resume -o killed.h5");
  EXPECT_EQ(last.code, 0) << last.err;
  expect_same(result("killed.h5"), result("whole.h5"));
}

TEST_F(StudyCommand, MoreRunsAreAddedToWhatIsThere) {
  const auto study = [](int count) {
    return R"([[vary]]
path = "body.ball.mass"
from = 0.1
to = 0.2
[plan]
name = "sobol"
count = )" +
           std::to_string(count) + "\n" + kHit;
  };
  write_study(study(20));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  EXPECT_EQ(call("study study.toml -q -o s.h5").code, 1);  // nothing is computed twice unawares
  const auto when = std::filesystem::last_write_time(folder_ / "s.h5");
  EXPECT_EQ(call("study study.toml -q --resume -o s.h5").code, 0);
  EXPECT_EQ(std::filesystem::last_write_time(folder_ / "s.h5"), when);  // there is nothing to do
  write_study(study(50));
  ASSERT_EQ(call("study study.toml -q --resume -o s.h5").code, 0);
  ASSERT_EQ(call("study study.toml -q -o t.h5").code, 0);
  expect_same(result("s.h5"), result("t.h5"));
  write_study(study(50) + "absolute = true\n");
  const Called other = call("study study.toml --resume -o s.h5");
  EXPECT_EQ(other.code, 1);
  EXPECT_CONTAINS(other.err, "its study was another one");
  EXPECT_EQ(call("study study.toml -q --overwrite -o s.h5").code, 0);
}

TEST_F(StudyCommand, WhatIsNoNumberOfTheSystemIsReadAgain) {
  write_study(R"([[vary]]
path = "contact.impact"
name = "law"
values = ['{ law = "newton", restitution = 0.5 }', '{ law = "newton", restitution = 0 }']
[[vary]]
path = "body.ball.mass"
values = [0.1, 0.2]
[plan]
name = "grid"
)" + std::string(kHit));
  const Called called = call("study study.toml -o s.h5");
  EXPECT_EQ(called.code, 0) << called.err;
  const std::vector<double> hits = result("s.h5").values("/measure/hit");
  ASSERT_EQ(hits.size(), 4U);
  const double expected[4] = {0.3, 0.6, 0.2, 0.4};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(hits[i], expected[i], 1e-9);
  EXPECT_EQ(result("s.h5").channel("/input/law").words.size(), 2U);
}

TEST_F(StudyCommand, OtherCommandsSayThatItIsNoRun) {
  write_study(mass_and_restitution("[plan]\nname = \"list\"\n") + kHit);
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  ASSERT_EQ(call("run ball.toml -q --no-report -o r.h5").code, 0);
  for (const char* command : {"report s.h5 r.h5 -o s.html", "run --resume s.h5"}) {
    const Called called = call(command);
    EXPECT_EQ(called.code, 1) << command;
    EXPECT_CONTAINS(called.err, "is the result of a study") << command;
  }
  EXPECT_CONTAINS(call("study r.h5").err, "is the result of a run");
}

TEST_F(StudyCommand, TheExamplesAreStudies) {
  int examples = 0;
  for (const auto& file : std::filesystem::directory_iterator(source_folder() + "/examples/studies")) {
    if (file.path().stem() == "best_clearance" && searcher() == nullptr) continue;  // built without NLopt
    const Called called = call("study '" + file.path().string() + "' --plan");
    EXPECT_EQ(called.code, 0) << called.err;
    EXPECT_CONTAINS(called.out, "first run           complete");
    ++examples;
  }
  EXPECT_GE(examples, 2);
}

TEST_F(StudyCommand, TolerancesAreMadePartsOrTheirLimits) {
  const auto study = [](const std::string& plan) {
    return R"([[vary]]
path = "body.ball.mass"
tolerance = "100 g ± 10"
cpk = 1.5
[plan]
)" + plan + kHit;
  };
  write_study(study("name = \"grid\"\n"));
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const std::vector<double> limits = result("s.h5").values("/input/body.ball.mass");
  ASSERT_EQ(limits.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(limits[i], 0.09 + 0.01 * static_cast<double>(i), 1e-12);
  write_study(study("name = \"sobol\"\ncount = 1024\n"));
  ASSERT_EQ(call("study study.toml -q -o t.h5").code, 0);
  // ± 10 g is 4.5 deviations of 2.222 g: impulses are 3 m/s times the mass
  double sum = 0, squares = 0;
  for (const double hit : result("t.h5").values("/measure/hit")) {
    sum += hit / 1024;
    squares += hit * hit / 1024;
  }
  EXPECT_NEAR(sum, 0.3,
              0.06 / 1024);  // the range of the impulses over the number of points (Koksma's inequality)
  EXPECT_NEAR(std::sqrt(squares - sum * sum), 3 * 0.01 / 4.5, 5e-5);
}

}  // namespace
}  // namespace freeplay

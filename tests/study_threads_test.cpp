// SPDX-License-Identifier: Apache-2.0
// Studies in several threads of this process: the rows are those of one thread, also where the model is read again between
// them, and where the study is stopped and gone on with. `make check-threads` lets ThreadSanitizer watch.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "freeplay/results.h"
#include "studies/read_study.h"
#include "studies/run_study.h"
#include "studies/study_file.h"
#include "tests/ball_study.h"
#include "tests/kit/files.h"

namespace freeplay {
namespace {

/// 96 runs of the ball, of which half take more steps than they may, and the points of their impacts.
Study twelve_masses() {
  return read_study_text(std::string(testing::kStudyHead) + R"(
[[vary]]
path = "contact.impact.law"
values = ["newton", "poisson"]
[[vary]]
path = "contact.impact.restitution"
values = [0.5, 0.8]
[[vary]]
path = "method.stepper.step"
values = [1e-3, 1e-4]
[[vary]]
path = "body.ball.mass"
from = 0.1
to = 0.2
count = 12
[plan]
name = "grid"
[limits]
steps = 1000
[[section]]
name = "hits"
table = "impacts"
columns = ["normal_impulse"]
)" + testing::kHit,
                         "study.toml", testing::kBall, "ball.toml");
}

/// All that the rows say.
std::string numbers_of(const std::string& file, const std::filesystem::path& folder) {
  export_csv(open_record(file), folder.string());
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) all += testing::slurp(entry.path());
  return all;
}

class StudyThreads : public ::testing::Test {
 protected:
  std::string computed(const std::string& name, int threads) {
    const std::string file = folder_ / (name + ".h5");
    StudyFile rows(file, study_, false);
    EXPECT_TRUE(run_study(study_, threads, rows));
    rows.close(true);
    return numbers_of(file, folder_.path() / name);
  }

  const testing::TempFolder folder_;
  const Study study_ = twelve_masses();
};

TEST_F(StudyThreads, RowsAreThoseOfOneThread) {
  const std::string alone = computed("alone", 1);
  EXPECT_NE(alone.find("complete"), std::string::npos);
  EXPECT_NE(alone.find("limit"), std::string::npos);
  EXPECT_TRUE(computed("four", 4) == alone);
}

TEST_F(StudyThreads, AStoppedStudyGoesOnToTheSameRows) {
  const std::string file = folder_ / "stopped.h5";
  std::atomic<bool> stop{false};
  StudyHooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&stop](const StudyProgress& progress) { stop = progress.done >= 20; };
  {
    StudyFile rows(file, study_, false);
    EXPECT_FALSE(run_study(study_, 3, rows, hooks));
    EXPECT_GE(rows.rows(), 20);
    EXPECT_LT(rows.rows(), 96);
    rows.close(false);
  }
  {
    StudyFile rows(file, study_, true);
    EXPECT_TRUE(run_study(study_, 3, rows));
    rows.close(true);
  }
  EXPECT_TRUE(numbers_of(file, folder_.path() / "stopped") == computed("whole", 1));
}

}  // namespace
}  // namespace freeplay

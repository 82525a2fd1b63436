// SPDX-License-Identifier: Apache-2.0
// The session behind the page of `freeplay view`, without HTTP.
#include "apps/freeplay/view_session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "freeplay/results.h"
#include "tests/kit/files.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

class ViewSessionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "inner");
    fs::copy_file(testing::source_path("examples/slider_crank/model.toml"), folder_ / "inner/crank.toml");
  }

  std::string model() const { return (folder_ / "inner/crank.toml").string(); }

  static std::string replaced(std::string text, const std::string& old_words, const std::string& words) {
    const std::size_t at = text.find(old_words);
    EXPECT_NE(at, std::string::npos) << old_words;
    return text.replace(at, old_words.size(), words);
  }
  static nlohmann::json run(ViewSession& session, const std::string& text) {
    session.run(text);
    session.wait();
    const ViewResult result = session.result();
    return result.report ? nlohmann::json::parse(*result.report) : nlohmann::json();
  }

  const testing::TempFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(ViewSessionTest, ShowsTheModelBeforeItRuns) {
  const ViewSession session({model(), {}});
  const ViewFile file = session.file();
  EXPECT_EQ(file.name, "crank.toml");
  EXPECT_EQ(file.wrong, "");
  const ViewCheck check = session.check(file.text);
  EXPECT_TRUE(check.good);
  const auto still = nlohmann::json::parse(check.still);
  EXPECT_EQ(still["runs"][0]["samples"], 1);
  EXPECT_EQ(still["runs"][0]["scene"]["bodies"].size(), 3u);
  EXPECT_EQ(session.progress().state, ViewState::idle);
  EXPECT_EQ(session.result().report, nullptr);
}

TEST_F(ViewSessionTest, MistakesComeWithTheirPlace) {
  const ViewSession session({model(), {}});
  const ViewCheck check =
      session.check(replaced(session.file().text, "clearance = \"1 mm\"", "clearence = 1"));
  EXPECT_FALSE(check.good);
  EXPECT_EQ(check.still, "");
  ASSERT_FALSE(check.diagnostics.empty());
  const Diagnostic& first = check.diagnostics[0];
  EXPECT_EQ(first.severity, Severity::error);
  EXPECT_GT(first.where.line, 50);
  EXPECT_GT(first.where.column, 0);
  EXPECT_NE((first.message + first.hint).find("clearance"), std::string::npos);

  const ViewCheck garbage = session.check("\xff\xfe not [ a model");
  EXPECT_FALSE(garbage.good);
  EXPECT_FALSE(garbage.diagnostics.empty());
}

TEST_F(ViewSessionTest, PatternsThatSelectNothingAreMistakesOfACheckedModel) {
  const ViewSession session({model(), {"run.record.channels=[\"body/crnk/*\"]"}});
  const ViewCheck check = session.check(session.file().text);
  EXPECT_FALSE(check.good);
  EXPECT_NE(check.still, "") << "the machine can be shown all the same";
  EXPECT_EQ(check.diagnostics.back().key, "run.record.channels");
}

TEST_F(ViewSessionTest, NewTextGivesANewResult) {
  ViewSession session({model(), {"run.end=0.01"}});
  const std::string text = session.file().text;
  const auto first = run(session, text);
  EXPECT_EQ(session.progress().state, ViewState::complete);
  EXPECT_DOUBLE_EQ(session.progress().t, 0.01);
  EXPECT_EQ(first["runs"][0]["status"], "complete");
  EXPECT_EQ(first["runs"][0]["samples"], 101);
  EXPECT_EQ(first["runs"][0]["file"], "crank.h5");
  const auto second = run(session, replaced(text, "\"150 rad/s\"", "\"140 rad/s\""));
  EXPECT_EQ(session.result().job, 2);
  EXPECT_TRUE(first["runs"][0]["channels"][1]["data"] != second["runs"][0]["channels"][1]["data"]);
  EXPECT_NE(second["runs"][0]["about"]["model"].get<std::string>().find("\"140 rad/s\""), std::string::npos);
  EXPECT_EQ(session.file().text, text) << "the file stays as it is";
}

TEST_F(ViewSessionTest, AWrongTextIsNotRun) {
  ViewSession session({model(), {}});
  EXPECT_TRUE(run(session, "freeplay = 1\n").is_null());
  EXPECT_EQ(session.result().state, ViewState::wrong_model);
  EXPECT_FALSE(session.result().diagnostics.empty());
}

TEST_F(ViewSessionTest, StoppedRunsKeepWhatTheyHave) {
  ViewSession session({model(), {"run.end=1000", "run.record.every=0.01"}});
  session.run(session.file().text);
  while (!(session.progress().t > 0) && session.progress().state == ViewState::running) {
    std::this_thread::yield();
  }
  session.stop();
  session.wait();
  const ViewResult result = session.result();
  EXPECT_EQ(result.state, ViewState::interrupted);
  EXPECT_NE(result.message, "");
  ASSERT_NE(result.report, nullptr);
  EXPECT_EQ(nlohmann::json::parse(*result.report)["runs"][0]["status"], "interrupted");
}

TEST_F(ViewSessionTest, ANewRunEndsTheOldOne) {
  ViewSession session({model(), {"run.record.every=0.01"}});
  const std::string text = session.file().text;
  EXPECT_EQ(session.run(replaced(text, "end = 0.2", "end = 1000")), 1);
  EXPECT_EQ(session.run(replaced(text, "end = 0.2", "end = 0.02")), 2);
  session.wait();
  const ViewResult result = session.result();
  EXPECT_EQ(result.job, 2);
  EXPECT_EQ(result.state, ViewState::complete);
  EXPECT_EQ(nlohmann::json::parse(*result.report)["runs"][0]["samples"], 3);
}

TEST_F(ViewSessionTest, FailedRunsShowHowFarTheyCame) {
  ViewSession session({testing::source_path("examples/four_bar_kinematics/model.toml"), {}});
  // A rocker cannot turn round.
  const auto report = run(session, replaced(session.file().text, "joint = \"shaft\"", "joint = \"pivot\""));
  EXPECT_EQ(session.result().state, ViewState::failed);
  EXPECT_NE(session.result().message, "");
  ASSERT_FALSE(report.is_null());
  EXPECT_GT(report["runs"][0]["samples"], 1);
  EXPECT_LT(session.progress().t, session.progress().end);

  ViewSession limited({model(), {"method.stepper.name=moreau", "run.limits.energy_error=1e-4"}});
  EXPECT_FALSE(run(limited, limited.file().text).is_null());
  EXPECT_EQ(limited.result().state, ViewState::limit);
}

TEST_F(ViewSessionTest, LeavesNoFiles) {
  const auto ours = [] {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path())) {
      if (entry.path().filename().string().starts_with("freeplay-view-") &&
          fs::exists(entry.path() / "left_by_this_test.h5"))
        ++count;
    }
    return count;
  };
  fs::rename(model(), folder_ / "inner/left_by_this_test.toml");
  {
    ViewSession session({(folder_ / "inner/left_by_this_test.toml").string(), {"run.end=0.001"}});
    run(session, session.file().text);
    EXPECT_EQ(ours(), 1);
    session.run(session.file().text);
  }
  EXPECT_EQ(ours(), 0);
  const std::string kept = (folder_ / "kept.h5").string();
  {
    ViewSession session({(folder_ / "inner/left_by_this_test.toml").string(), {"run.end=0.001"}}, kept);
    run(session, session.file().text);
  }
  EXPECT_EQ(read_record(kept).status, "complete");
}

TEST_F(ViewSessionTest, SeesThatTheFileChanged) {
  const ViewSession session({model(), {}});
  const std::string before = session.stamp();
  EXPECT_EQ(session.stamp(), before);
  std::ofstream(model(), std::ios::app) << "# more\n";
  EXPECT_NE(session.stamp(), before);
  fs::remove(model());
  EXPECT_EQ(session.stamp(), "");
  EXPECT_NE(session.file().wrong, "");
}

constexpr const char* kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

std::string with_mesh(const std::string& file) {
  return "freeplay = 1\ndimension = 3\n[[body]]\nname = \"part\"\nmass = 1\ninertia = [1, 1, 1]\n"
         "[[shape]]\nname = \"skin\"\nbody = \"part\"\ntype = \"mesh\"\nfile = \"" +
         file + "\"\n[run]\nend = 0.01\n";
}

TEST_F(ViewSessionTest, TextsOfThePageReadNoFilesElsewhere) {
  std::ofstream(folder_ / "inner/part.obj") << kTetrahedron;
  std::ofstream(folder_ / "secret.obj") << kTetrahedron;
  fs::create_symlink(folder_ / "secret.obj", folder_ / "inner/link.obj");
  const std::string file = (folder_ / "inner/part.toml").string();
  std::ofstream(file) << with_mesh("part.obj");
  const ViewSession session({file, {}});
  for (const Diagnostic& d : session.check(with_mesh("part.obj")).diagnostics) {
    EXPECT_NE(d.severity, Severity::error) << to_string(d);
  }
  for (const std::string& outside :
       {std::string("../secret.obj"), (folder_ / "secret.obj").string(), std::string("link.obj")}) {
    const ViewCheck check = session.check(with_mesh(outside));
    EXPECT_FALSE(check.good) << outside;
    ASSERT_FALSE(check.diagnostics.empty());
    EXPECT_NE(check.diagnostics[0].message.find("outside of the model's folder"), std::string::npos);
    EXPECT_EQ(check.diagnostics[0].where.line, 11);
  }
  // What the user's own file names may stay.
  std::ofstream(file) << with_mesh("../secret.obj");
  EXPECT_TRUE(session.check(with_mesh("../secret.obj")).good);
}

}  // namespace
}  // namespace freeplay

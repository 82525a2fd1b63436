// SPDX-License-Identifier: Apache-2.0
// `freeplay run --resume`: the program killed or interrupted and gone on with.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "freeplay/results.h"
#include "tests/kit/places.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// All that two results must share, to the bit; "": they do.
std::string difference(const std::string& a_file, const std::string& b_file) {
  RecordFile a = read_record(a_file), b = read_record(b_file);
  if (a.status != b.status) return "status " + a.status + " and " + b.status;
  if (a.samples != b.samples) return "samples";
  const auto same = [](const std::vector<double>& x, const std::vector<double>& y) {
    return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](double p, double q) {
             return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
           });
  };
  for (const auto& [path, values] : a.channels) {
    if (!same(values, b.channels.at(path))) return path;
  }
  for (const auto& [path, rows] : a.tables) {
    const auto& others = b.tables.at(path);
    if (rows.size() != others.size()) return "rows of " + path;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!same(rows[i], others[i])) return "row " + std::to_string(i) + " of " + path;
    }
  }
  a.attributes.erase("wall_seconds");
  b.attributes.erase("wall_seconds");
  for (const auto& [name, value] : a.attributes) {
    if (b.attributes.count(name) == 0 || b.attributes.at(name) != value) return "attribute " + name;
  }
  return a.attributes.size() == b.attributes.size() ? "" : "number of attributes";
}

class ResumeCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              (std::string("freeplay_resume_") + test->name() + "_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  pid_t start(const Words& arguments) const {
    const pid_t child = fork();
    if (child != 0) return child;
    if (!freopen(file("out").c_str(), "w", stdout) || !freopen(file("err").c_str(), "w", stderr)) _exit(98);
    std::vector<char*> words;
    std::string program = program_file();
    words.push_back(program.data());
    Words kept = arguments;
    for (std::string& word : kept) words.push_back(word.data());
    words.push_back(nullptr);
    execv(program_file().c_str(), words.data());
    _exit(99);
  }
  int call(const Words& arguments) const {
    int status = 0;
    waitpid(start(arguments), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string said() const {
    std::string all;
    for (const char* name : {"out", "err"}) {
      std::ifstream in(file(name));
      for (std::string line; std::getline(in, line);) all += line + "\n";
    }
    return all;
  }
  /// Kills the run of a model, again and again, and lets it go on until it is complete.
  void kill_and_resume(const Words& model, long long samples);

  static Words changes(const Words& assignments) {
    Words words;
    for (const std::string& assignment : assignments) {
      words.emplace_back("--set");
      words.push_back(assignment);
    }
    return words;
  }

  fs::path folder_;
  std::mt19937 random_{15};
};

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Random moments at which each run is killed; FREEPLAY_KILLS=20 asks for more, and says how often it was.
const char* const kKillsAsked = std::getenv("FREEPLAY_KILLS");
const int kKills = kKillsAsked == nullptr ? 3 : std::atoi(kKillsAsked);

void ResumeCommand::kill_and_resume(const Words& model, long long samples) {
  const Words plain = {"--no-report", "-q"};
  ASSERT_EQ(call(Words{"run"} + model + plain + Words{"-o", file("whole.h5")}), 0) << said();
  ASSERT_GE(read_saved_run(file("whole.h5")).samples, samples);
  int killed = 0, equal = 0;
  for (int trial = 0; trial < kKills; ++trial) {
    const std::string result = file("killed.h5");
    fs::remove(result);
    const auto at = static_cast<long long>(random_() % static_cast<unsigned long>(samples));
    pid_t child = start(Words{"run"} + model + plain + Words{"-o", result});
    testing::wait_for_samples(child, result, at);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    if (!fs::exists(result)) continue;  // killed before the file had its name
    killed += WIFSIGNALED(status);
    // the second time while it goes on
    child = start(Words{"run", "--resume", result} + plain);
    testing::wait_for_samples(child, result, at + (samples - at) / 2);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    ASSERT_EQ(call(Words{"run", "--resume", result} + plain), 0) << said();
    const std::string what = difference(result, file("whole.h5"));
    EXPECT_EQ(what, "") << "killed at " << at << " samples";
    equal += what.empty();
  }
  EXPECT_GT(killed, 0);
  if (kKillsAsked != nullptr)
    fmt::print(
        "  killed at {} random moments and again while going on, {} kills: {} equal the whole run, bit by "
        "bit\n",
        kKills, killed, equal);
}

const std::string kCrank = testing::source_path("examples/slider_crank/model.toml");
const std::string kBall = testing::source_path("examples/ball_joint_play/model.toml");

TEST_F(ResumeCommand, KilledSymmetricInThePlane) {
  kill_and_resume(Words{kCrank} + changes({"run.end=0.5"}), 4000);
}
TEST_F(ResumeCommand, KilledSymmetricWithAccuracyInThePlane) {
  kill_and_resume(Words{kCrank} + changes({"run.end=0.5", "method.stepper.accuracy=1e-8"}), 4000);
}
TEST_F(ResumeCommand, KilledMoreauInThePlane) {
  kill_and_resume(Words{kCrank} + changes({"run.end=0.5", "method.stepper.name=moreau"}), 4000);
}
TEST_F(ResumeCommand, KilledSymmetricInSpace) {
  kill_and_resume(Words{kBall} + changes({"run.record.every=1e-3"}), 1500);
}
TEST_F(ResumeCommand, KilledSymmetricWithAccuracyInSpace) {
  kill_and_resume(Words{kBall} + changes({"run.record.every=1e-3", "method.stepper.accuracy=1e-7"}), 1500);
}
TEST_F(ResumeCommand, KilledMoreauInSpace) {
  kill_and_resume(Words{kBall} + changes({"run.record.every=1e-3", "method.stepper.name=moreau"}), 1500);
}

TEST_F(ResumeCommand, KilledRk4InThePlane) {
  kill_and_resume(Words{kCrank} + changes({"run.end=0.1", "contact.world=compliant",
                                           "method.stepper.name=rk4", "run.record.every=1e-4"}),
                  900);
}
TEST_F(ResumeCommand, KilledRk4InSpace) {
  kill_and_resume(Words{testing::source_path("examples/spatial_slider_crank_play/model.toml")} +
                      changes({"run.end=0.05", "contact.world=compliant", "method.stepper.name=rk4",
                               "method.stepper.step=1e-5", "run.record.every=1e-4"}),
                  450);
}

TEST_F(ResumeCommand, AFinishedRunGoesOnToALaterEnd) {
  const std::vector<Words> methods = {{}, {"method.stepper.accuracy=1e-8"}, {"method.stepper.name=moreau"}};
  for (const Words& method : methods) {
    // on a sample, on a step between samples, and within a step
    for (const char* end : {"run.end=0.02", "run.end=0.02003", "run.end=0.020034"}) {
      const Words whole = Words{"run", kCrank} + changes(method) + changes({"run.end=0.03"});
      ASSERT_EQ(call(whole + Words{"--no-report", "-o", file("whole.h5")}), 0) << said();
      const Words shorter = Words{"run", kCrank} + changes(method) + changes({end});
      ASSERT_EQ(call(shorter + Words{"--no-report", "-o", file("short.h5")}), 0) << said();
      ASSERT_EQ(call(Words{"run", "--resume", file("short.h5"), "-o", file("longer.h5")} +
                     changes({"run.end=0.03"})),
                0)
          << said();
      EXPECT_EQ(difference(file("longer.h5"), file("whole.h5")), "") << end;
      EXPECT_TRUE(fs::exists(file("longer.html")));
      EXPECT_EQ(read_record(file("short.h5")).status, "complete");
    }
  }
}

TEST_F(ResumeCommand, AnInterruptedRunGoesOnAndTheIdealTwinIsNamedOnlyOnceItHasRun) {
  const Words model = Words{kCrank} + changes({"run.end=4", "run.record.every=1e-3"}) + Words{"--no-report"};
  const std::string result = file("stopped.h5");
  const pid_t child = start(Words{"run"} + model + Words{"--ideal", "-o", result});
  testing::wait_for_samples(child, result, 20);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(WEXITSTATUS(status), 130) << said();
  EXPECT_CONTAINS(said(), "freeplay run --resume " + result);
  EXPECT_LACKS(said(), "stopped.ideal.h5");
  EXPECT_FALSE(fs::exists(file("stopped.ideal.h5")));
  ASSERT_EQ(call({"run", "--resume", result, "--no-report"}), 0) << said();
  ASSERT_EQ(call(Words{"run"} + model + Words{"-o", file("whole.h5")}), 0) << said();
  EXPECT_EQ(difference(result, file("whole.h5")), "");
}

TEST_F(ResumeCommand, SundialsGoesOnWithinTheAccuracy) {
  const Words method = changes({"contact.world=compliant", "method.stepper=bdf"});
  const std::string pendulum = kCrank;
  ASSERT_EQ(call(Words{"run", pendulum} + method + changes({"run.end=2ms"}) + Words{"-o", file("a.h5")}), 0)
      << said();
  ASSERT_EQ(call(Words{"run", pendulum} + method + changes({"run.end=1ms"}) + Words{"-o", file("b.h5")}), 0)
      << said();
  ASSERT_EQ(call(Words{"run", "--resume", file("b.h5")} + changes({"run.end=2ms"})), 0) << said();
  const RecordFile a = read_record(file("a.h5")), b = read_record(file("b.h5"));
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_NEAR(a.channels.at("/body/crank/angle").back(), b.channels.at("/body/crank/angle").back(), 1e-6);
}

TEST_F(ResumeCommand, RefusesWithASentenceWhatCannotGoOn) {
  const auto refused = [&](const Words& arguments, const std::string& why) {
    EXPECT_EQ(call(Words{"run", "--resume"} + arguments), 1) << said();
    EXPECT_CONTAINS(said(), why);
  };
  const std::string result = file("done.h5");
  ASSERT_EQ(call({"run", kCrank, "--set", "run.end=1ms", "--no-report", "-o", result}), 0) << said();
  EXPECT_EQ(call({"run", "--resume", result}), 0);
  EXPECT_CONTAINS(said(), "is complete to its end, t = 0.001 s");
  refused({result, "--set", "run.end=0.5ms"}, "lies before the end of the run so far");
  refused({result, "--set", "joint.guide.clearance=1mm"}, "--set joint.guide.clearance: a run that goes on");
  refused({file("none.h5")}, "cannot be opened");
  RecordLayout layout;
  layout.channels = {{"/time", "s", "", 1, {}}};
  layout.attributes = {{"version", std::string("0.0.1")}};
  write_hdf5(file("old.h5"), layout)->close("interrupted", {});
  refused({file("old.h5")}, "was written by Freeplay 0.0.1");
  const auto sink = write_hdf5(file("busy.h5"), layout);
  EXPECT_THROW(continue_hdf5(file("busy.h5"), layout, {}), std::runtime_error);  // it is being written
  EXPECT_EQ(call({"run"}), 1);
  EXPECT_EQ(call({"run", kCrank, "--resume", result}), 1);
}

}  // namespace
}  // namespace freeplay

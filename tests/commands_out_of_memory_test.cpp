// SPDX-License-Identifier: Apache-2.0
// Memory that runs out anywhere in a command: `operator new` fails once, at one call after the other, while the program reads
// its words, checks, runs, goes on with a run, writes, reports, exports, plots or studies. Each time the program must say so
// and end with the code for it, or go on as if nothing had happened; whatever it has written is whole and can be read, what
// was there before is still there, and the same command works again. (The C libraries do not use `operator new`; what
// becomes of them without memory is seen in tests/faults_test.cpp.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/command_line.h"
#include "freeplay/results.h"
#include "tests/ball_study.h"
#include "tests/kit/files.h"
#include "tests/kit/out_of_memory.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

// Of a command, in the suite; looking for leaks takes most of the time where that is done. make check-deep fails more.
#ifdef FREEPLAY_SANITIZED
constexpr long kCallsEach = 20;
#else
constexpr long kCallsEach = 60;
#endif

/// In a folder of its own: `files` are there before each trial.
struct Trial {
  std::string words;
  Files files;
  std::string result;  ///< the file with samples that the command writes; "": none
  std::vector<std::string>
      made;  ///< files that are whole if they are there; bytes that follow from what is read
};

class CommandsOutOfMemory : public ::testing::Test {
 protected:
  /// The command in a copy of this process in which one allocation fails; "@" is the folder of what it reads and writes.
  testing::Ended call(const std::string& words, long failing) const {
    std::vector<std::string> texts{"freeplay"};
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      std::string word = words.substr(at, end - at);
      if (const std::size_t place = word.find('@'); place != std::string::npos)
        word.replace(place, 1, folder_.path().string());
      texts.push_back(word);
      at = end + 1;
    }
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    return testing::end_without_memory(failing, [&] {
      std::set_terminate(end_on_terminate);
      return run_command_line(static_cast<int>(all.size()), all.data());
    });
  }

  Files all_files() const {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file())
        files[fs::relative(entry.path(), folder_.path()).string()] = testing::slurp(entry.path());
    }
    return files;
  }

  void begin(const Trial& trial) const {
    for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry.path());
    for (const auto& [name, bytes] : trial.files) testing::spill(folder_ / name, bytes);
  }

  /// What is there after the command ended well, from these files.
  Files made_by(const std::string& words, const Files& files = {}) const {
    begin({words, files, "", {}});
    const testing::Ended ended = call(words, -1);
    EXPECT_EQ(ended.code, kOk) << words << ended.said;
    return all_files();
  }

  long long samples_in(const std::string& name) const {
    return !name.empty() && fs::exists(folder_ / name) ? read_record(folder_ / name).samples : 0;
  }

  void expect_survives(const Trial& trial);

  const testing::TempFolder folder_;
};

/// One call after the other fails.
void CommandsOutOfMemory::expect_survives(const Trial& trial) {
  begin(trial);
  const long long before = samples_in(trial.result);
  const testing::Ended undisturbed = call(trial.words, -1);
  ASSERT_EQ(undisturbed.code, kOk) << undisturbed.said;
  const long long all_samples = samples_in(trial.result);
  const Files whole = all_files();
  std::map<std::string, long> ends;
  const std::vector<long> chosen = testing::calls_to_fail(undisturbed.calls, kCallsEach);
  for (const long k : chosen) {
    SCOPED_TRACE(trial.words + ", allocation " + std::to_string(k));
    begin(trial);
    const testing::Ended ended = call(trial.words, k);
    ++ends[ended.code != kOk || !ended.said.empty() ? "said so" : "had no effect"];
    EXPECT_EQ(ended.signal, 0);
    EXPECT_FALSE(ended.leaks) << ended.said;
    EXPECT_TRUE(ended.code == kOk || ended.code == kUsage || ended.code == kMemory) << ended.code;
    const Files left = all_files();
    if (ended.code != kOk || left.size() < whole.size()) {
      EXPECT_CONTAINS(ended.said, "out of memory");
    }
    for (const auto& [name, bytes] : left) {
      EXPECT_EQ(whole.count(name), 1U) << name << " is left over";
      const bool must_be_whole = std::find(trial.made.begin(), trial.made.end(), name) != trial.made.end() ||
                                 (trial.files.count(name) == 1 && name != trial.result);
      if (must_be_whole) {
        EXPECT_TRUE(bytes == whole.at(name)) << name << " is not whole";
      }
    }
    for (const auto& [name, bytes] : trial.files) EXPECT_TRUE(fs::exists(folder_ / name)) << name;
    if (!trial.result.empty()) {
      const long long after = samples_in(trial.result);
      EXPECT_GE(after, before);
      EXPECT_LE(after, all_samples);
      if (ended.code == kOk) {
        EXPECT_EQ(after, all_samples);
      }
    }
    if (k % 8 == 0) {
      EXPECT_EQ(call(trial.words, -1).code, kOk) << "once more";
    }
    if (HasFailure()) return;
  }
  std::printf("%-8s %6ld allocations, %4zu of them failed: %ld were said, %ld had no effect\n",
              trial.words.substr(0, trial.words.find(' ')).c_str(), undisturbed.calls, chosen.size(),
              ends["said so"], ends["had no effect"]);
  EXPECT_GT(ends["said so"], ends["had no effect"]);
}

const std::string kModel = testing::source_path("examples/slider_crank/model.toml");
const std::string kShort = " --set run.end=5e-5 --set run.record.every=1e-5";

TEST_F(CommandsOutOfMemory, Check) { expect_survives({"check " + kModel, {}, "", {}}); }

TEST_F(CommandsOutOfMemory, Run) {
  expect_survives({"run " + kModel + kShort + " -q -o @/run.h5", {}, "run.h5", {}});
}

TEST_F(CommandsOutOfMemory, GoingOnWithARun) {
  const Files files = made_by("run " + kModel + kShort + " -q --no-report -o @/run.h5");
  expect_survives({"run --resume @/run.h5 --set run.end=1e-4 -q --no-report", files, "run.h5", {}});
}

TEST_F(CommandsOutOfMemory, WhatReadsAResult) {
  const Files files = made_by("run " + kModel + kShort + " -q --no-report -o @/run.h5");
  expect_survives({"info @/run.h5", files, "", {}});
  expect_survives({"report @/run.h5 -q -o @/run.html", files, "", {"run.html"}});
  expect_survives(
      {"export @/run.h5 -q -o @/out", files, "", {"out/channels.csv", "out/events.csv", "out/impacts.csv"}});
  expect_survives({"export @/run.h5 --format gltf -q -o @/run.glb", files, "", {"run.glb"}});
  expect_survives({"plot @/run.h5 -q -o @/figures/", files, "", {}});
}

TEST_F(CommandsOutOfMemory, Study) {
  const std::string study =
      testing::kStudyHead + testing::mass_and_restitution("[plan]\nname = \"grid\"\n") + testing::kHit;
  expect_survives({"study @/study.toml -q --threads 2 --overwrite -o @/s.h5",
                   {{"ball.toml", testing::kBall}, {"study.toml", study}},
                   "s.h5",
                   {}});
}

TEST_F(CommandsOutOfMemory, GoingOnWithAStudy) {
  const auto study = [](int count) {
    return testing::kStudyHead +
           ("[[vary]]\npath = \"body.ball.mass\"\nfrom = 0.1\nto = 0.2\n[plan]\nname = \"sobol\"\ncount = " +
            std::to_string(count) + "\n" + testing::kHit);
  };
  Files files = made_by("study @/study.toml -q --threads 1 -o @/s.h5",
                        {{"ball.toml", testing::kBall}, {"study.toml", study(2)}});
  files["study.toml"] = study(5);
  expect_survives({"study @/study.toml -q --threads 1 --resume -o @/s.h5", files, "s.h5", {}});
}

}  // namespace
}  // namespace freeplay

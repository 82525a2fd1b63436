// SPDX-License-Identifier: Apache-2.0
// Every input of fuzz/corpus/, and every one that ever failed (fuzz/regressions/), goes through its fuzz target: without
// libFuzzer, with every compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include "fuzz/target.h"
#include "tests/kit/files.h"
#include "tests/kit/places.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using Target = int (*)(const std::uint8_t*, std::size_t);

const std::map<std::string, Target> kTargets{{"assignment", fuzz_assignment},
                                             {"fclib", fuzz_fclib},
                                             {"formula", fuzz_formula},
                                             {"include", fuzz_include},
                                             {"lcp", fuzz_lcp},
                                             {"mesh", fuzz_mesh},
                                             {"model", fuzz_model},
                                             {"request", fuzz_request},
                                             {"result", fuzz_result},
                                             {"robot", fuzz_robot},
                                             {"study", fuzz_study},
                                             {"units", fuzz_units},
                                             {"words", fuzz_words}};

const fs::path kFuzz = fs::path(source_folder()) / "fuzz";

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> out;
  if (!fs::is_directory(folder)) return out;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

int run_all(const fs::path& folder, Target target) {
  int inputs = 0;
  for (const fs::path& path : files_in(folder)) {
    SCOPED_TRACE(path.filename().string());
    const std::string bytes = testing::slurp(path);
    EXPECT_EQ(target(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), 0);
    ++inputs;
  }
  return inputs;
}

TEST(FuzzInputs, CorporaGoThrough) {
  for (const auto& [name, target] : kTargets) {
    if (name == "model") continue;  // the examples and tests/bad_models are its corpus, and tested themselves
    EXPECT_GT(run_all(kFuzz / "corpus" / name, target), 0) << name;
  }
}

TEST(FuzzInputs, WhatEverFailedGoesThrough) {
  for (const auto& [name, target] : kTargets) run_all(kFuzz / "regressions" / name, target);
}

TEST(FuzzInputs, EveryTargetIsRunHere) {
  for (const fs::path& path : files_in(kFuzz)) {
    if (path.extension() == ".cpp") {
      EXPECT_EQ(kTargets.count(path.stem().string()), 1U) << path;
    }
  }
  for (const fs::path& path : files_in(kFuzz / "regressions"))
    EXPECT_EQ(kTargets.count(path.filename().string()), 1U) << path;
}

}  // namespace
}  // namespace freeplay

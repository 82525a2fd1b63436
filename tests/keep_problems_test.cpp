// SPDX-License-Identifier: Apache-2.0
// `freeplay run --keep-problems`, and `freeplay solve` on what it left.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/kit/files.h"
#include "tests/kit/places.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

const std::string kModel = source_folder() + "/examples/arch/model.toml";

int count(const std::filesystem::path& folder) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files += entry.path().extension() == ".hdf5";
  return files;
}

// On an arch a solver that gives up after one sweep leaves every problem; the default leaves none.
TEST(KeepProblems, ARunLeavesWhatOneSolverDoesNotSolve) {
  const testing::TempFolder folder;
  const std::string run = std::string("run ") + kModel + " --no-report -o arch.h5 --set run.end=0.02";
  const testing::Called easy = testing::call_program(folder.path(), run + " --keep-problems easy");
  EXPECT_EQ(easy.code, 0) << easy.err;
  EXPECT_CONTAINS(easy.out, "hard problems       0: one solver solved each");
  EXPECT_EQ(count(folder / "easy"), 0);
  const testing::Called hard = testing::call_program(
      folder.path(), run +
                         " --set 'method.solver={name=\"gauss_seidel\",iterations=1,warm_start=false}'"
                         " --keep-problems hard --keep-most 5");
  EXPECT_EQ(hard.code, 0) << hard.err;
  EXPECT_CONTAINS(hard.out, "of them kept in hard");
  const int kept = count(folder / "hard");
  EXPECT_GE(kept, 3);
  EXPECT_LE(kept, 5);
  const testing::Called solved = testing::call_program(folder.path(), "solve hard/arch_000000.hdf5");
  EXPECT_EQ(solved.code, 0) << solved.err;
  EXPECT_CONTAINS(solved.out, "title               arch, step from t = ");
}

TEST(KeepProblems, WhatCannotBeIsRefused) {
  const testing::TempFolder folder;
  const std::string run = std::string("run ") + kModel + " --no-report -o arch.h5 --set run.end=0.01";
  const testing::Called smooth = testing::call_program(
      folder.path(), std::string("run ") + source_folder() +
                         "/examples/pendulum/model.toml --no-report -o p.h5 --set method.stepper.name=rk4"
                         " --keep-problems a");
  EXPECT_EQ(smooth.code, 1);
  EXPECT_CONTAINS(smooth.err,
                  "--keep-problems: there are contact problems in the rigid world only; the stepper is rk4");
  testing::spill(folder / "file", "");
  const testing::Called file = testing::call_program(folder.path(), run + " --keep-problems file");
  EXPECT_EQ(file.code, 1);
  EXPECT_CONTAINS(file.err, "cannot make the folder file");
}

}  // namespace
}  // namespace freeplay

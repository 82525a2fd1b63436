// SPDX-License-Identifier: Apache-2.0
// What goes wrong around the program: full disks, closed outputs, pipes in place of files, names made to deceive.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "freeplay/results.h"
#include "tests/kit/files.h"
#include "tests/kit/places.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::call_program;
using testing::Called;
using testing::slurp;
using testing::spill;
using testing::TempFolder;

const std::string kModel = testing::source_path("examples/slider_crank/model.toml");
constexpr double kLimit = 300;  // seconds, for what should take one

/// A shell command with `freeplay` for the program; its exit code.
int shell(const TempFolder& folder, const std::string& command) {
  const std::string whole = "cd '" + folder.path().string() + "' && freeplay() { timeout 300 '" +
                            program_file() + "' \"$@\"; }; " + command + " 2>err.txt";
  const int status = std::system(whole.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Faults, AStandardOutputThatTakesNothingIsAnError) {
  const TempFolder folder;
  for (const std::string& command : {std::string("list joint"), std::string("schema"), std::string("--help"),
                                     "run " + kModel + " --set run.end=1ms --no-report -o run.h5"}) {
    EXPECT_EQ(shell(folder, "freeplay " + command + " >/dev/full"), 1) << command;
    EXPECT_CONTAINS(slurp(folder / "err.txt"),
                    "standard output could not be written: No space left on device");
  }
  EXPECT_EQ(read_record(folder / "run.h5").status, "complete");
}

// The limit on the size of files stands for a full disk. Without a stop the run would go on for hours.
TEST(Faults, AFullDiskStopsTheRunAndKeepsWhatWasRecorded) {
  const TempFolder folder;
  EXPECT_EQ(shell(folder, "ulimit -f 2000; freeplay run " + kModel +
                              " --set run.end=10000 --no-report -o run.h5 >out.txt"),
            1);
  const std::string said = slurp(folder / "err.txt");
  EXPECT_CONTAINS(said, "result file 'run.h5' ends before the run did: cannot write: File too large");
  EXPECT_CONTAINS(said, "what was recorded until then is kept");
  const RecordFile record = read_record(folder / "run.h5");
  EXPECT_EQ(record.status, "interrupted");
  EXPECT_GT(record.samples, 500);
  const double end = record.values("/time").back();
  // and it goes on once there is room
  EXPECT_EQ(call_program(folder.path(), "run --resume run.h5 -o more.h5 -q --no-report", 2).code, 130);
  EXPECT_GT(read_record(folder / "more.h5").values("/time").back(), end);
}

#ifndef FREEPLAY_SANITIZED  // which need an address space of terabytes
// Below the first limit the libraries themselves cannot be loaded. From there on every run ends, with a sentence where it
// did not get to its end: HDF5 and OpenBLAS, which do not come back when they get no memory, are kept from asking.
TEST(Faults, WithoutMemoryEveryRunEndsAndSaysSo) {
  const TempFolder folder;
  const auto limited = [&](int kilobytes, const std::string& command) {
    return shell(folder, "ulimit -c 0; ulimit -v " + std::to_string(kilobytes) + "; timeout -s KILL 120 '" +
                             program_file() + "' " + command + " >out.txt");
  };
  int least = 40000;
  while (least < 1000000 && limited(least, "--version") != 0) least += 4000;
  ASSERT_LT(least, 1000000);
  int short_of_memory = 0, complete = 0;
  for (int limit = least; limit < least + 60000 || (complete == 0 && limit < 1000000); limit += 4000) {
    const int code = limited(limit, "run " + kModel + " --set run.end=20ms -q -o run.h5");
    const std::string said = slurp(folder / "err.txt");
    EXPECT_TRUE(code == 0 || code == 1 || code == 5) << limit << ": " << code << ": " << said;
    if (code != 0 || !std::filesystem::exists(folder / "run.html")) {
      EXPECT_CONTAINS(said, "out of memory");
    }
    (code == 0 ? complete : short_of_memory) += 1;
    if (std::filesystem::exists(folder / "run.h5")) {
      EXPECT_EQ(read_record(folder / "run.h5").status, code == 0 ? "complete" : "interrupted") << limit;
    } else {
      EXPECT_NE(code, 0) << limit;
    }
    std::size_t files = 0;  // nothing half done stays behind
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
    EXPECT_EQ(files,
              2u + std::filesystem::exists(folder / "run.h5") + std::filesystem::exists(folder / "run.html"));
    std::filesystem::remove(folder / "run.h5");
    std::filesystem::remove(folder / "run.html");
  }
  EXPECT_GT(short_of_memory, 0);
  EXPECT_GT(complete, 0);
}
#endif

TEST(Faults, ALargeResultIsAnnouncedAndAnAbsurdOneRefused) {
  const TempFolder folder;
  const std::string run =
      "run " + kModel + " --no-report -o run.h5 --set run.record.every=1e-5 --set run.end=";
  const Called large = call_program(folder.path(), run + "5000", 2);
  EXPECT_CONTAINS(large.err, "note: the result will take about ");
  EXPECT_CONTAINS(large.err, "5e+08 samples of ");
  const Called small = call_program(folder.path(), run + "1e-3", kLimit);
  EXPECT_EQ(small.code, 0) << small.err;
  EXPECT_EQ(small.err.find("will take"), std::string::npos) << small.err;
  for (const std::string& model : {kModel + " --set method.stepper={name=\\\"symmetric\\\",accuracy=1e-6}",
                                   testing::source_path("examples/four_bar_kinematics/model.toml")}) {
    const Called absurd = call_program(
        folder.path(), "run " + model + " --no-report -o run.h5 --set run.record.every=1e-15", kLimit);
    EXPECT_EQ(absurd.code, 2) << model;
    EXPECT_CONTAINS(absurd.err, "samples are absurd");
  }
}

TEST(Faults, AnExportWithoutRoomLeavesNoHalfFile) {
  const TempFolder folder;
  ASSERT_EQ(
      call_program(folder.path(), "run " + kModel + " --set run.end=20ms --no-report -o run.h5 -q").code, 0);
  for (const char* command : {"export run.h5 -o out", "export run.h5 --format gltf -o out/a.glb",
                              "report run.h5 -o out/a.html", "plot run.h5 -o out/a.png"}) {
    std::filesystem::create_directories(folder / "out");
    EXPECT_EQ(shell(folder, std::string("ulimit -f 8; freeplay ") + command), 1) << command;
    EXPECT_CONTAINS(slurp(folder / "err.txt"), "cannot write");
    EXPECT_TRUE(std::filesystem::is_empty(folder / "out")) << command;
    std::filesystem::remove_all(folder / "out");
  }
}

TEST(Faults, PipesDevicesAndFoldersAreNoInput) {
  const TempFolder folder;
  for (const char* name : {"pipe", "pipe.h5", "pipe.toml"})
    ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0);
  for (const char* command :
       {"check pipe.toml", "run pipe.toml", "info pipe.h5", "export pipe.h5", "report pipe.h5",
        "plot pipe.h5", "solve pipe", "run --resume pipe.h5", "check /dev/zero", "solve /dev/zero",
        "info /dev/zero", "check .", "solve .", "info ."}) {
    const Called called = call_program(folder.path(), command, kLimit);
    EXPECT_TRUE(called.code == 1 || called.code == 2) << command << ": " << called.code;
    EXPECT_FALSE(called.err.empty()) << command;
  }
}

TEST(Faults, NamesCannotActOnTheTerminal) {
  const TempFolder folder;
  std::string model = slurp(kModel);
  const std::size_t name = model.find("name = \"");
  model.insert(name + 8, "\\u001b[31m");
  spill(folder / "model.toml", model);
  const Called run = call_program(folder.path(), "run model.toml --set run.end=1ms --no-report -o a.h5");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_CONTAINS(run.out, "\\x1b[31m");
  for (const char* command : {"info a.h5", "check model.toml", "info \"$(printf 'x\\033[2J\\377')\"",
                              "--\"$(printf '\\033[2J')\""}) {
    const Called called = call_program(folder.path(), command);
    EXPECT_EQ((called.out + called.err).find('\x1b'), std::string::npos) << command;
    EXPECT_EQ((called.out + called.err).find('\xff'), std::string::npos) << command;
  }
  const Called json = call_program(folder.path(), "report a.h5 --json -o \"$(printf 'r\\377.html')\"");
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_CONTAINS(json.out, "r\\\\xff.html");
}

TEST(Faults, OnlyOwnFilesAreReplacedAndNoneThatIsBeingWritten) {
  const TempFolder folder;
  const std::string run = "run " + kModel + " --set run.end=1ms --no-report -q -o ";
  spill(folder / "zeros.h5", std::string(4, '\0'));
  EXPECT_EQ(call_program(folder.path(), run + "zeros.h5").code, 1);
  EXPECT_EQ(slurp(folder / "zeros.h5"), std::string(4, '\0'));
  RecordLayout layout;
  layout.channels = {{"/time", "s", "", 1, {}}};
  const auto busy = write_hdf5(folder / "busy.h5", layout);
  const Called second = call_program(folder.path(), run + "busy.h5");
  EXPECT_EQ(second.code, 1);
  EXPECT_CONTAINS(second.err, "is being written by a run that still goes on");
  EXPECT_EQ(call_program(folder.path(), run + "new.h5").code, 0);
  EXPECT_EQ(call_program(folder.path(), run + "new.h5").code, 0);
}

}  // namespace
}  // namespace freeplay

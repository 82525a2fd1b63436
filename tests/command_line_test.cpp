// SPDX-License-Identifier: Apache-2.0
// The program as a user meets it: commands, exit codes, files.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "freeplay/registry.h"
#include "freeplay/results.h"
#include "tests/kit/command_line.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using testing::Called;
using testing::CommandLine;

TEST_F(CommandLine, RunWritesAResultAndASummary) {
  const Called run = call("run " + example() + " --set run.end=0.01");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* words : {"steps of 1e-05 s", "impacts", "peak normal impulse", "worst penetration",
                            "worst residual", "numerical error", "steps per second", "slider_crank.h5"}) {
    EXPECT_CONTAINS(run.out, words) << words;
  }
  const RecordFile record = read_record((folder_ / "slider_crank.h5").string());
  EXPECT_EQ(record.status, "complete");
  EXPECT_EQ(record.samples, 101);
  EXPECT_EQ(record.channels.at("/body/crank/angle").size(), 101u);
  EXPECT_EQ(record.channels.at("/contact/guide.upper_back/gap").size(), 101u);
  EXPECT_FALSE(record.tables.at("/impacts").empty());
  EXPECT_CONTAINS(std::get<std::string>(record.attributes.at("model")), "slider-crank");
}

TEST_F(CommandLine, ChannelSelectionKeepsOnlyWhatMatches) {
  ASSERT_EQ(
      call("run " + example() + " --set run.end=0.001 --set 'run.record.channels=[\"body/crank/*\"]' -o r.h5")
          .code,
      0);
  const RecordFile record = read_record((folder_ / "r.h5").string());
  EXPECT_EQ(record.channels.count("/body/crank/angle"), 1u);
  EXPECT_EQ(record.channels.count("/body/rod/angle"), 0u);
  EXPECT_EQ(record.channels.count("/time"), 1u);
}

TEST_F(CommandLine, NothingOfTheUsersIsOverwritten) {
  const std::string model = write("mine.toml", read(example()));
  EXPECT_EQ(call("run mine.toml --set run.end=0.001 -o mine.toml").code, 1);
  write("notes.txt", "precious");
  EXPECT_EQ(call("run mine.toml --set run.end=0.001 -o notes.txt").code, 1);
  EXPECT_EQ(read(folder_ / "notes.txt"), "precious");
  EXPECT_EQ(read(model), read(example()));
  EXPECT_EQ(call("run mine.toml --set run.end=0.001 -o r.h5").code, 0);
  EXPECT_EQ(call("run mine.toml --set run.end=0.001 -o r.h5").code, 0);  // an old result may go
}

TEST_F(CommandLine, PatternsThatMatchNothingAreMistakes) {
  const Called outcome = call("check " + example() + " --set 'run.record.channels=[\"bodies/*\"]'");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_CONTAINS(outcome.err, "bodies/*");
}

TEST_F(CommandLine, DoubtfulResultsAreAnnouncedEvenQuietly) {
  const Called outcome =
      call("run " + example() + " --set method.stepper.name=moreau --set method.stepper.step=1e-3 -q");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_CONTAINS(outcome.err, "do not trust");
}

TEST_F(CommandLine, JsonIsJsonAndQuietIsQuiet) {
  const Called json = call("run " + example() + " --set run.end=0.005 --json");
  EXPECT_EQ(json.code, 0);
  const auto parsed = nlohmann::json::parse(json.out);
  EXPECT_EQ(parsed["status"], "complete");
  EXPECT_EQ(parsed["steps"], 500);
  EXPECT_LT(std::abs(parsed["energy"]["numerical"].get<double>()), 1e-8);
  EXPECT_EQ(call("run " + example() + " --set run.end=0.005 --quiet").out, "");
  EXPECT_TRUE(nlohmann::json::accept(call("list --json").out));
  EXPECT_TRUE(nlohmann::json::accept(call("schema").out));
  EXPECT_TRUE(nlohmann::json::accept(call("check --json " + example()).out));
  EXPECT_TRUE(nlohmann::json::accept(call("info --json slider_crank.h5").out));
}

TEST_F(CommandLine, CheckDrawsTheMachine) {
  EXPECT_EQ(call("check -q " + example() + " --picture m.svg").code, 0);
  EXPECT_TRUE(read(folder_ / "m.svg").starts_with("<svg"));
  EXPECT_EQ(call("check -q " + example() + " --picture m.png").code, 0);
  EXPECT_EQ(read(folder_ / "m.png").substr(1, 3), "PNG");
  EXPECT_EQ(call("check -q " + example() + " --picture m.pdf").code, 0);
  EXPECT_TRUE(read(folder_ / "m.pdf").starts_with("%PDF"));
  const Called wrong = call("check -q " + example() + " --picture m.jpg");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_CONTAINS(wrong.err, "ends in .svg, .png or .pdf");
  write("notes.png", "mine");
  EXPECT_EQ(call("check -q " + example() + " --picture notes.png").code, 1);
  EXPECT_EQ(read(folder_ / "notes.png"), "mine");
}

TEST_F(CommandLine, ListsHaveEveryKindOfBlock) {
  const auto lists = nlohmann::json::parse(call("list --json").out);
  for (const char* list : {"actuator", "coupling", "limits", "plan", "distribution", "measure"})
    EXPECT_TRUE(lists.contains(list)) << list;
  EXPECT_CONTAINS(call("list actuator").out, "dc_motor");
  EXPECT_CONTAINS(call("list actuator").out, "torque_constant");
  EXPECT_CONTAINS(call("list coupling").out, "backlash");
  EXPECT_CONTAINS(call("list limits").out, "arm at which the stop acts");
}

TEST_F(CommandLine, RemovingClearanceMakesTheJointIdeal) {
  const Called check = call("check " + example() + " --set joint.guide.clearance=none");
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_CONTAINS(check.out, "0 contacts, 1 degree of freedom");
}

TEST_F(CommandLine, ExitCodes) {
  EXPECT_EQ(call("").code, 1);
  EXPECT_EQ(call("fly").code, 1);
  EXPECT_EQ(call("run " + example() + " --set nonsense").code, 1);
  EXPECT_EQ(call("info missing.h5").code, 1);
  EXPECT_EQ(call("list nonsense").code, 1);
  EXPECT_EQ(call("--help").code, 0);
  EXPECT_EQ(call("--version").code, 0);
  EXPECT_EQ(call("run missing.toml").code, 2);
  const Called bad = call("check " + write("bad.toml", "freeplay = 1\n[[body]]\nname = \"a\"\nmass = -1\n"));
  EXPECT_EQ(bad.code, 2);
  EXPECT_CONTAINS(bad.err, "bad.toml:4:");
  const Called typo = call("run " + example() + " --set joint.guide.clearence=1mm");
  EXPECT_EQ(typo.code, 2);
  EXPECT_CONTAINS(typo.err, "clearance");
  EXPECT_EQ(call("run " + example() + " -o /nonexistent-folder/r.h5").code, 1);
}

TEST_F(CommandLine, SolveReadsProblemFiles) {
  const std::string good = write("good.dat", "2 0 2 2\n2 2\n2 1\n1 2\n-5 -6\n");
  const Called solved = call("solve " + good);
  EXPECT_EQ(solved.code, 0) << solved.err;
  for (const char* words : {"2 rows", "solved by lemke", "residual", "iterations", "time", "one"}) {
    EXPECT_CONTAINS(solved.out, words) << words;
  }
  const Called table = call("solve " + good + " --all");
  EXPECT_EQ(table.code, 0);
  for (const EntryInfo* entry : registry("solver").entries) {
    EXPECT_CONTAINS(table.out, entry->name) << entry->name;
  }
  EXPECT_EQ(call("solve " + good + " --solver gauss_seidel --tolerance 1e-12 --iterations 100").code, 0);
  EXPECT_EQ(call("solve " + good + " --quiet").out, "");
  const auto json = nlohmann::json::parse(call("solve " + good + " --json --all").out);
  EXPECT_EQ(json["rows_per_contact"], 1);
  EXPECT_EQ(json["solvers"].size(), registry("solver").entries.size());

  const Called typo = call("solve " + good + " --solver gaus_seidel");
  EXPECT_EQ(typo.code, 1);
  EXPECT_CONTAINS(typo.err, "did you mean 'gauss_seidel'");
  EXPECT_EQ(call("solve").code, 1);
  EXPECT_EQ(call("solve missing.dat").code, 1);
  EXPECT_EQ(call("solve " + good + " --tolerance 2").code, 1);
  const Called bad = call("solve " + write("bad.dat", "2 0 2 2\n2 2\n2 1\n1 two\n"));
  EXPECT_EQ(bad.code, 2);
  EXPECT_CONTAINS(bad.err, "bad.dat:4:3");
  const Called none = call("solve " + write("none.dat", "1 0 1 1\n1 1\n-1\n-1\n"));
  EXPECT_EQ(none.code, 3);
  EXPECT_CONTAINS(none.err, "there is no solution");
}

TEST_F(CommandLine, RerunsGiveTheSameFileApartFromWallTimes) {
  ASSERT_EQ(call("run " + example() + " --set run.end=0.02 -o a.h5").code, 0);
  ASSERT_EQ(call("run " + example() + " --set run.end=0.02 -o b.h5").code, 0);
  const std::string a = read(folder_ / "a.h5"), b = read(folder_ / "b.h5");
  ASSERT_EQ(a.size(), b.size());
  // the attribute wall_seconds (8 bytes) and the file's closing checksum
  int different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i];
  EXPECT_LE(different, 8 + 16);
  RecordFile ra = read_record((folder_ / "a.h5").string()), rb = read_record((folder_ / "b.h5").string());
  ra.attributes.erase("wall_seconds");
  rb.attributes.erase("wall_seconds");
  EXPECT_EQ(ra.attributes, rb.attributes);
  EXPECT_EQ(ra.channels, rb.channels);
  EXPECT_EQ(ra.tables, rb.tables);
}

TEST_F(CommandLine, ExportWritesCsv) {
  ASSERT_EQ(call("run " + example() + " --set run.end=0.005 -o r.h5").code, 0);
  const Called outcome = call("export r.h5 -o csv --channel 'body/crank/*'");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  std::string first;
  ASSERT_TRUE(std::getline(lines, first));
  const std::string text = read(fs::path(first).is_absolute() ? fs::path(first) : folder_ / first);
  EXPECT_EQ(text.substr(0, 8), "time [s]");
  EXPECT_CONTAINS(text, "body/crank/angle [rad]");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 52);
}

}  // namespace
}  // namespace freeplay

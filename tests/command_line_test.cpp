// SPDX-License-Identifier: Apache-2.0
// The program as a user meets it: commands, exit codes, files.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "freeplay/registry.h"
#include "freeplay/results.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using testing::Called;

class CommandLine : public ::testing::Test {
 protected:
  Called call(const std::string& arguments) const { return testing::call_program(folder_, arguments); }
  static std::string read(const fs::path& path) { return testing::slurp(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string example() { return testing::source_path("examples/slider_crank/model.toml"); }

  const testing::TempFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

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

TEST_F(CommandLine, LawsRestitutionPrintsWhatLawsDeliver) {
  const Called all = call("laws restitution");
  EXPECT_EQ(all.code, 0) << all.err;
  for (const std::string& law : registry("contact_force").names())
    EXPECT_CONTAINS(all.out, "\n" + law + ": ") << law;
  EXPECT_CONTAINS(all.out, "hertz: is given no restitution; delivers 1.000000");
  EXPECT_CONTAINS(all.out, "hunt_crossley: within 5 % from c_e = 0.80 on");
  EXPECT_CONTAINS(all.out, "largest difference to the closed form");

  const Called one = call("laws restitution --law flores --csv");
  EXPECT_EQ(one.code, 0) << one.err;
  std::istringstream lines(one.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "law,asked,delivered,miss [%],closed form");
  int rows = 0;
  while (std::getline(lines, line)) {
    EXPECT_EQ(line.rfind("flores,", 0), 0u) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 20);

  const Called exact = call("laws restitution --law exact --json");
  EXPECT_EQ(exact.code, 0) << exact.err;
  const auto json = nlohmann::json::parse(exact.out);
  ASSERT_EQ(json.at(0).at("tests").size(), 20u);
  for (const auto& test : json.at(0).at("tests"))
    EXPECT_NEAR(test.at("delivered").get<double>(), test.at("asked").get<double>(), 1e-6);

  const Called wrong = call("laws restitution --law hertzz");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_CONTAINS(wrong.err, "did you mean 'hertz'?");
  EXPECT_EQ(call("laws").code, 1);
  EXPECT_EQ(call("laws restitution --csv --json").code, 1);
}

TEST_F(CommandLine, LawsFrictionShowsEveryLaw) {
  const Called all = call("laws friction -o pictures");
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_EQ(all.err, "");  // no law is left out
  for (const std::string& law : registry("friction").names()) {
    EXPECT_CONTAINS(all.out, "\n" + law + " ") << law;
    EXPECT_CONTAINS(read(folder_ / "pictures" / (law + ".svg")), "</svg>") << law;
  }
  for (const char* quantity : {"velocity", "displacement", "lag", "breakaway"}) {
    const std::string stem = std::string("friction_") + quantity;
    EXPECT_CONTAINS(read(folder_ / "pictures" / (stem + ".svg")), ">lugre<") << stem;
    EXPECT_CONTAINS(read(folder_ / "pictures" / (stem + ".csv")), "\nlugre,") << stem;
  }
}

TEST_F(CommandLine, LawsFrictionTakesParametersAndRanges) {
  const Called one = call(
      "laws friction dahl --set mu=0.2 --normal 10N --what velocity,displacement --velocity 20mm/s "
      "--amplitude 30um --json");
  EXPECT_EQ(one.code, 0) << one.err;
  const auto json = nlohmann::json::parse(one.out);
  EXPECT_DOUBLE_EQ(json.at("conditions").at("velocity").get<double>(), 0.02);
  const auto& dahl = json.at("laws").at(0);
  EXPECT_EQ(dahl.at("law"), "dahl");
  EXPECT_NEAR(dahl.at("velocity").back().at("force").get<double>(), 2, 1e-5);
  EXPECT_GT(dahl.at("displacement").size(), 500u);
  EXPECT_EQ(dahl.count("lag"), 0u);
  const Called table = call("laws friction coulomb tanh --what breakaway --rate 1N/s,10N/s");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_CONTAINS(table.out, "coulomb");
  EXPECT_CONTAINS(table.out, "0.981");
  const Called light = call("laws friction coulomb --what velocity --normal 1e-4");  // SI without a unit
  EXPECT_EQ(light.code, 0) << light.err;
  EXPECT_CONTAINS(light.out, "1e-05");
}

TEST_F(CommandLine, LawsFrictionSaysWhatIsWrong) {
  const auto wrong = [&](const std::string& arguments, int code, const std::string& words) {
    const Called outcome = call("laws friction " + arguments);
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_CONTAINS(outcome.err, words) << arguments;
  };
  wrong("lugree", 1, "did you mean 'lugre'?");
  wrong("lugre --what velocty", 1, "did you mean 'velocity'?");
  wrong("lugre --normal 5mm", 1, "--normal 5mm");
  wrong("lugre --velocity 0", 1, "above zero");
  wrong("lugre --normal 1e999", 1, "--normal 1e999");
  wrong("lugre --rate 3", 1, "slowest and the fastest");
  wrong("lugre --set mu", 1, "KEY=VALUE");
  wrong("lugre --set sigma=3", 2, "did you mean");
  wrong("lugre --set mu=-1", 2, "lugre.mu");
}

TEST_F(CommandLine, DoubtfulResultsAreAnnouncedEvenQuietly) {
  const Called outcome =
      call("run " + example() + " --set method.stepper.name=moreau --set method.stepper.step=1e-3 -q");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_CONTAINS(outcome.err, "do not trust");
}

// A four-bar whose crank cannot turn through: the driver asks for what the linkage cannot do.
TEST_F(CommandLine, ALockingMechanismEndsWithCodeThree) {
  const std::string model = write("lock.toml", R"(freeplay = 1
body = [
  { name = "crank", mass = 1, inertia = 0.1, position = [0.25, 0] },
  { name = "coupler", mass = 1, inertia = 0.1 },
  { name = "rocker", mass = 1, inertia = 0.1, position = [1, 0.25], angle = "90 deg" },
]
joint = [
  { name = "A", type = "revolute", bodies = ["ground", "crank"], points = [[0, 0], [-0.25, 0]] },
  { name = "B", type = "revolute", bodies = ["crank", "coupler"], points = [[0.25, 0], [-0.35, 0]] },
  { name = "C", type = "revolute", bodies = ["coupler", "rocker"], points = [[0.35, 0], [0.25, 0]] },
  { name = "D", type = "revolute", bodies = ["ground", "rocker"], points = [[1, 0], [-0.25, 0]] },
]
[[driver]]
name = "motor"
joint = "A"
motion = { law = "constant_speed", speed = 1 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 6
)");
  const Called outcome = call("run " + model + " -o r.h5");
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_CONTAINS(outcome.err, "the mechanism locks");
  EXPECT_GT(read_record((folder_ / "r.h5").string()).samples, 1000);
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

// A motor drives a welded slider into the wall of its guide: no impulse can stop it.
constexpr const char* kDrivenIntoTheWall = R"(freeplay = 1
name = "driven into the wall"
dimension = 2
gravity = [0, 0]
[[body]]
name = "arm"
mass = 1
inertia = 0.1
position = [0.1, 0]
[[body]]
name = "slider"
mass = 1
inertia = 0.1
position = [0.2, 0]
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "arm"]
points = [[0, 0], [-0.1, 0]]
[[joint]]
name = "bolt"
type = "weld"
bodies = ["arm", "slider"]
points = [[0.05, 0], [-0.05, 0]]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = 0.1
width = 0.05
clearance = "1 mm"
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = "1 rad/s" }
[contact]
world = "rigid"
impact = { law = "newton", restitution = 0.4 }
friction = { law = "coulomb", mu = 0.01 }
[run]
end = 0.1
record = { every = 1e-4 }
)";

TEST_F(CommandLine, UnsolvedContactEndsTheRunWithCodeThree) {
  const Called run = call("run " + write("jam.toml", kDrivenIntoTheWall) + " -o r.h5");
  EXPECT_EQ(run.code, 3) << run.out;
  for (const char* words :
       {"contact guide.", "t = ", "residual", "provably has no solution", "try", "r.h5"}) {
    EXPECT_CONTAINS(run.err, words) << words;
  }
  const RecordFile record = read_record((folder_ / "r.h5").string());
  EXPECT_EQ(record.status.substr(0, 6), "failed");
  EXPECT_GT(record.samples, 10);
}

// A load of 20 tonnes on a box of 2 kg that slides: the residual of its contact problems is rounding above what is
// asked for here.
constexpr const char* kLoadOnABox = R"(freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "box"
mass = 2
inertia = [0.013, 0.013, 0.013]
position = [0, 0, 0.1]
velocity = [1, 0.3, 0]
angular_velocity = [0, 0, 2]
[[shape]]
body = "box"
type = "box"
size = [0.2, 0.2, 0.2]
[[body]]
name = "load"
mass = 2e4
inertia = [130, 130, 130]
position = [0.01, 0, 0.3]
[[shape]]
body = "load"
type = "box"
size = [0.2, 0.2, 0.2]
[[shape]]
name = "floor"
body = "ground"
type = "half_space"
normal = [0, 0, 1]
[contact]
impact = { law = "newton", restitution = 0.2 }
friction = { law = "coulomb", mu = 0.4 }
[method]
stepper = { name = "moreau", step = "1 ms" }
solver = { tolerance = 1e-15 }
[run]
end = 0.1
)";

// Between `tolerance` and `accept` a solve is used, and the summary, the JSON and the file say how many, how bad and
// when; beyond it the run ends, and the message names rounding and not joints, of which there are none.
TEST_F(CommandLine, WhatIsAcceptedIsSaid) {
  const std::string model = write("load.toml", kLoadOnABox);
  const Called run = call("run " + model + " -o r.h5");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_CONTAINS(run.out, "solves beyond the tolerance of 1e-15, the worst with ");
  const auto json = nlohmann::json::parse(call("run " + model + " --json -o s.h5").out);
  EXPECT_GT(json["contact_solves_accepted"], 0);
  EXPECT_GT(json["worst_residual"], 1e-15);
  EXPECT_LE(json["worst_residual"], 1e-6);
  EXPECT_GE(json["worst_residual_time"], 0);
  EXPECT_LE(json["worst_residual_time"], 0.1);
  const RecordFile record = read_record((folder_ / "s.h5").string());
  EXPECT_EQ(std::get<long long>(record.attributes.at("contact_solves_accepted")),
            json["contact_solves_accepted"].get<long long>());
  EXPECT_EQ(std::get<double>(record.attributes.at("worst_residual_time")),
            json["worst_residual_time"].get<double>());
  EXPECT_CONTAINS(call("info r.h5").out, "contact_solves_accepted");

  const Called strict = call("run " + model + " -o t.h5 --set method.solver.accept=1e-15");
  EXPECT_EQ(strict.code, 3) << strict.out;
  for (const char* words : {"best residual", "accepted up to 1e-15", "is known to", "masses", "accept = "}) {
    EXPECT_CONTAINS(strict.err, words) << words;
  }
  for (const char* words : {"joint", "clearance", "no solution"}) {
    EXPECT_LACKS(strict.err, words) << words;
  }
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

TEST_F(CommandLine, LimitsStopTheRunWithCodeFour) {
  const Called energy = call("run " + example() +
                             " --set method.stepper.name=moreau --set run.limits.energy_error=1e-4 -o r.h5");
  EXPECT_EQ(energy.code, 4);
  EXPECT_CONTAINS(energy.err, "energy");
  EXPECT_EQ(read_record((folder_ / "r.h5").string()).status.substr(0, 5), "limit");
  EXPECT_EQ(call("run " + example() +
                 " --set method.stepper.name=moreau --set run.limits.penetration=0.1um -o r.h5")
                .code,
            4);
}

TEST_F(CommandLine, InterruptFinishesTheFile) {
  const int child =
      testing::start_program({"run", example(), "--set", "run.end=1000", "-o", "long.h5"}, folder_);
  ASSERT_GE(child, 0);
  EXPECT_TRUE(testing::wait_for_samples(child, folder_ / "long.h5", 2));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const RecordFile record = read_record((folder_ / "long.h5").string());
  EXPECT_EQ(record.status, "interrupted");
  EXPECT_GT(record.samples, 1);
}

TEST_F(CommandLine, KilledRunsLeaveReadableFiles) {
  std::mt19937 random(1);
  int with_samples = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const std::string file = (folder_ / ("k" + std::to_string(trial) + ".h5")).string();
    const int child = testing::start_program(
        {"run", example(), "--set", "run.end=1000", "--set", "run.record.every=1e-4", "-o", file});
    ASSERT_GE(child, 0);
    // Every other run is killed at any moment after its file has its name, the others have recorded something.
    if (trial % 2 == 0) {
      ASSERT_TRUE(testing::wait_for_samples(child, file, 1)) << "ended before it was killed";
    } else {
      ASSERT_TRUE(testing::wait_until([&] { return !testing::running(child) || fs::exists(file); }));
      ASSERT_TRUE(testing::running(child)) << "ended before it was killed";
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const RecordFile record = read_record(file);
    EXPECT_EQ(record.status, "interrupted");
    for (const auto& [path, values] : record.channels) {
      const auto width = values.size() / static_cast<std::size_t>(std::max(1LL, record.samples));
      EXPECT_EQ(values.size(), width * static_cast<std::size_t>(record.samples)) << path;
    }
    with_samples += record.samples > 0;
    if (trial == 0) {
      const Called info = call("info " + file);
      EXPECT_EQ(info.code, 0);
      EXPECT_CONTAINS(info.out, "interrupted");
    }
    fs::remove(file);
  }
  EXPECT_GE(with_samples, 50);
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

TEST_F(CommandLine, KinematicsFollowsTheDrivers) {
  const std::string model = testing::source_path("examples/four_bar_kinematics/model.toml");
  const Called run = call("run '" + model + "' -o motion.h5");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_CONTAINS(run.out, "201 samples");
  const RecordFile record = read_record((folder_ / "motion.h5").string());
  EXPECT_EQ(record.status, "complete");
  EXPECT_EQ(std::get<std::string>(record.attributes.at("mode")), "kinematics");
  EXPECT_EQ(record.channels.count("/body/rocker/angular_acceleration"), 1u);
  EXPECT_EQ(record.channels.count("/joint/shaft/reaction_x"), 0u);
  EXPECT_EQ(record.channels.count("/driver/motor/effort"), 0u);
  // the mode is one word: with forces, by integration, without a motion
  const Called inverse = call("run '" + model + "' --set run.mode=inverse_dynamics -o motion.h5 --json");
  EXPECT_EQ(inverse.code, 0) << inverse.err;
  EXPECT_EQ(nlohmann::json::parse(inverse.out)["mode"], "inverse_dynamics");
  EXPECT_EQ(read_record((folder_ / "motion.h5").string()).channels.count("/driver/motor/effort"), 1u);
  EXPECT_EQ(call("run '" + model + "' --set run.mode=dynamics --set run.end=0.01 -o motion.h5").code, 0);
  EXPECT_EQ(call("run '" + model + "' --set run.mode=statics -o motion.h5").code, 0);
  const Called unknown = call("run '" + model + "' --set run.mode=kinetics");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_CONTAINS(unknown.err, "kinematics");
}

TEST_F(CommandLine, FreedomsAreExplained) {
  const std::string model = testing::source_path("examples/four_bar_kinematics/model.toml");
  std::string text = read(model);
  const std::size_t from = text.find("[[driver]]"), to = text.find("[run]");
  text.erase(from, to - from);
  const std::string free = write("free.toml", text);
  const Called refused = call("run '" + free + "'");
  EXPECT_EQ(refused.code, 2);
  for (const char* words :
       {"mode kinematics needs a driver for every freedom, and 1 is left: crank.angle (moves",
        "add a driver on joint 'shaft'"})
    EXPECT_CONTAINS(refused.err, words);

  const Called check = call("check '" + free + "' --set run.mode=dynamics");
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_CONTAINS(check.out, "3 bodies × 3 = 9 velocities; joints impose 8 constraints; 1 freedom left");
  EXPECT_CONTAINS(check.out, "crank.angle is free: it moves crank, coupler, rocker");
  const auto json = nlohmann::json::parse(call("check '" + free + "' --set run.mode=dynamics --json").out);
  EXPECT_EQ(json["degrees_of_freedom"], 1);
  EXPECT_EQ(json["freedom"]["rank"], 8);
  EXPECT_EQ(json["freedom"]["motions"][0]["coordinate"], "crank.angle");
}

TEST_F(CommandLine, CheckSaysWhereBodiesStand) {
  const std::string model = testing::source_path("examples/four_bar/model.toml");
  const Called check = call("check '" + model + "'");
  EXPECT_EQ(check.code, 0) << check.err;
  for (const char* words : {"rad: both from the joints\n", "the joints fit in another way, too"})
    EXPECT_CONTAINS(check.out, words);
  const auto start = nlohmann::json::parse(call("check '" + model + "' --json").out)["start"];
  ASSERT_EQ(start.size(), 3u);
  EXPECT_EQ(start[0]["body"], "crank");
  EXPECT_EQ(start[0]["turned"], 0);  // its angle is given
  EXPECT_GT(start[1]["turned"], 0.1);
  EXPECT_EQ(start[1]["orientation_given"], false);
}

TEST_F(CommandLine, AnIterationThatDoesNotConvergeNamesItsR) {
  const Called run = call("run '" + testing::source_path("examples/slider_crank/model.toml") +
                          "' -o r.h5 --no-report --set method.solver.name=augmented_lagrangian "
                          "--set method.solver.form=fixed_point --set method.solver.r=10");
  EXPECT_EQ(run.code, 3);
  EXPECT_CONTAINS(run.err, "likely cause: r = 10, which converges below 2 over");
}

TEST_F(CommandLine, DeadPointKeepsWhatCameBefore) {
  std::string text = read(testing::source_path("examples/four_bar_kinematics/model.toml"));
  text.replace(text.find("joint = \"shaft\""), 15, "joint = \"pivot\"");  // a rocker cannot turn round
  const Called run = call("run '" + write("locks.toml", text) + "' -o locks.h5");
  EXPECT_EQ(run.code, 3);
  for (const char* words :
       {"cannot be reached", "dead point", "'motor'", "the results so far are in locks.h5"})
    EXPECT_CONTAINS(run.err, words);
  const RecordFile record = read_record((folder_ / "locks.h5").string());
  EXPECT_TRUE(record.status.starts_with("failed: ")) << record.status;
  EXPECT_GT(record.samples, 3);
}

TEST_F(CommandLine, StaticsFindsTheEquilibrium) {
  const std::string model = testing::source_path("examples/spring_linkage/model.toml");
  const Called run = call("run '" + model + "' -o rest.h5");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* words : {"equilibrium", "stable; ", "small vibrations"}) EXPECT_CONTAINS(run.out, words);
  const RecordFile record = read_record((folder_ / "rest.h5").string());
  EXPECT_EQ(record.samples, 1);
  EXPECT_EQ(std::get<std::string>(record.attributes.at("stability")), "stable");
  const Called check = call("check '" + model + "' --set body.lamp.angular_velocity=3");
  EXPECT_EQ(check.code, 0);
  EXPECT_CONTAINS(check.out, "its velocity is ignored");

  std::string text = read(model);
  text.erase(text.find("[[force]]"), text.find("[run]") - text.find("[[force]]"));
  text.erase(text.find("[[joint]]"), text.find("[run]") - text.find("[[joint]]"));
  const Called falls = call("run '" + write("falls.toml", text) + "' -o falls.h5");
  EXPECT_EQ(falls.code, 3);
  EXPECT_CONTAINS(falls.err, "no equilibrium was found");
}

/// A third crank of a parallelogram: what cannot be known of its reactions is said, and stored.
TEST_F(CommandLine, UndeterminedReactionsAreNamed) {
  std::string text = "freeplay = 1\ngravity = [0, -9.81]\n";
  text += "[[body]]\nname = \"coupler\"\nmass = 2\ninertia = 0.7\nposition = [1.3, 0.4]\n";
  for (const int i : {0, 1, 2}) {
    const std::string n = std::to_string(i), x = std::to_string(i) + ".0";
    text += "[[body]]\nname = \"crank" + n + "\"\nmass = 1\ninertia = 0.02\nposition = [" + n + ".15, 0.2]\n";
    text += "angle = 0.9272952180016122\n";
    text += "[[joint]]\nname = \"foot" + n + "\"\ntype = \"revolute\"\nbodies = [\"ground\", \"crank" + n +
            "\"]\npoints = [[" + x + ", 0], [-0.25, 0]]\n";
    text += "[[joint]]\nname = \"head" + n + "\"\ntype = \"revolute\"\nbodies = [\"crank" + n +
            "\", \"coupler\"]\npoints = [[0.25, 0], [" + std::to_string(i - 1) + ".0, 0]]\n";
  }
  const std::string model = write("cranks.toml", text + "[run]\nend = 0.01\n");
  const std::string sentence = "restrain the same motion once more than needed";
  const Called check = call("check '" + model + "'");
  EXPECT_CONTAINS(check.out, sentence) << check.err;
  const Called run = call("run '" + model + "' -o cranks.h5");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_CONTAINS(run.out, sentence);
  const RecordFile record = read_record((folder_ / "cranks.h5").string());
  EXPECT_CONTAINS(std::get<std::string>(record.attributes.at("undetermined_reactions")), "head2.x");
  EXPECT_CONTAINS(std::get<std::string>(record.attributes.at("redundant_joints")), "'foot1'");
}

}  // namespace
}  // namespace freeplay

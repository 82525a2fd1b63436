// SPDX-License-Identifier: Apache-2.0
// Runs that do not reach their end, or not as asked: exit codes, messages, and the file that is left.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "freeplay/results.h"
#include "tests/kit/command_line.h"
#include "tests/kit/parts.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/kit/wait.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using testing::Called;
using testing::CommandLine;

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
  EXPECT_CONTAINS(outcome.err, "steps of a tenth and of a hundredth fail here, too");
  EXPECT_CONTAINS(outcome.err, "'motor' asks for a motion that the linkage cannot make");
  EXPECT_GT(read_record((folder_ / "r.h5").string()).samples, 1000);
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
const std::string kLoadOnABox = "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n" +
                                testing::body_text("box", 2, "[0.013, 0.013, 0.013]") +
                                R"(position = [0, 0, 0.1]
velocity = [1, 0.3, 0]
angular_velocity = [0, 0, 2]
)" + testing::box_text("box", 0.2) +
                                testing::body_text("load", 2e4, "[130, 130, 130]") +
                                "position = [0.01, 0, 0.3]\n" + testing::box_text("load", 0.2) +
                                testing::floor_in_space() + R"([contact]
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

TEST_F(CommandLine, AnIterationThatDoesNotConvergeNamesItsR) {
  const Called run = call("run '" + testing::source_path("examples/slider_crank/model.toml") +
                          "' -o r.h5 --no-report --set method.solver.name=augmented_lagrangian "
                          "--set method.solver.form=fixed_point --set method.solver.r=10");
  EXPECT_EQ(run.code, 3);
  EXPECT_CONTAINS(run.err, "likely cause: r = 10, which converges below 2 over");
}

}  // namespace
}  // namespace freeplay

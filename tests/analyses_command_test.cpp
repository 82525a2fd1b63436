// SPDX-License-Identifier: Apache-2.0
// Kinematics, statics and freedoms as a user of the program meets them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "freeplay/results.h"
#include "tests/kit/command_line.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::CommandLine;

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

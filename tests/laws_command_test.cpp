// SPDX-License-Identifier: Apache-2.0
// `freeplay laws` as a user meets it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "freeplay/registry.h"
#include "tests/kit/command_line.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::CommandLine;

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

}  // namespace
}  // namespace freeplay

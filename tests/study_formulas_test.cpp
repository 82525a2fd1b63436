// SPDX-License-Identifier: Apache-2.0
// Measures that are formulas of what varies and of other measures.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/results.h"
#include "tests/ball_study.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::Called;
using testing::kHit;
using testing::mass_and_restitution;
using StudyFormulas = testing::StudyCommand;

constexpr const char* kGrid = "[plan]\nname = \"grid\"\n";

TEST_F(StudyFormulas, AreOfMeasuresVariablesAndParameters) {
  write_study("[parameters]\nfall = \"0.2 m\"\n" + mass_and_restitution(kGrid) + kHit + R"~([[measure]]
name = "speed"
formula = "= hit/body.ball.mass"
[[measure]]
name = "expected"
formula = "= (1 + restitution)*sqrt(2*10 [m/s^2]*fall)"
[[measure]]
name = "ratio"
formula = "= speed/expected"
)~");
  const Called called = call("study study.toml -o s.h5");
  ASSERT_EQ(called.code, 0) << called.err;
  const RecordFile record = result("s.h5");
  EXPECT_EQ(record.channel("/measure/speed").unit, "m/s");
  EXPECT_EQ(record.channel("/measure/ratio").unit, "-");
  ASSERT_EQ(record.samples, 9);
  for (const double ratio : record.values("/measure/ratio")) EXPECT_NEAR(ratio, 1, 1e-7);
  for (std::size_t row = 0; row < 9; ++row)
    EXPECT_DOUBLE_EQ(record.values("/measure/speed")[row],
                     record.values("/measure/hit")[row] / record.values("/input/body.ball.mass")[row]);
  EXPECT_EQ(call("study s.h5 --rerun 4 -o row.h5").code, 0);
}

TEST_F(StudyFormulas, NumbersThatDoNotVaryInARowAreThoseOfTheModel) {
  write_study(mass_and_restitution("[plan]\nname = \"one_at_a_time\"\n") + kHit + R"~([[measure]]
name = "speed"
formula = "= hit/body.ball.mass/(1 + restitution)"
)~");
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const std::vector<double> speeds = result("s.h5").values("/measure/speed");
  ASSERT_EQ(speeds.size(), 7U);
  for (const double speed : speeds) EXPECT_NEAR(speed, 2, 1e-7);
}

TEST_F(StudyFormulas, UnitsOfValuesThatAreTextsAreTaken) {
  std::string model = testing::kBall;
  model.replace(model.find("[0, 0.21]"), 9, "[0, \"= 0.21 m + lift\"]");
  write("model.toml", model + "[parameters]\nlift = \"0 mm\"\n");
  write("study.toml", std::string(R"(study = 1
model = "model.toml"
[[vary]]
name = "lift"
path = "parameters.lift"
unit = "mm"
values = [0, 100]
[plan]
name = "grid"
)") + kHit + R"~([[measure]]
name = "fall"
formula = "= 0.2 m + lift"
)~");
  const Called called = call("study study.toml -o s.h5");
  ASSERT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(result("s.h5").channel("/measure/fall").unit, "m");
  EXPECT_NEAR(result("s.h5").values("/measure/fall")[1], 0.3, 1e-15);
}

TEST_F(StudyFormulas, RowsWithoutANumberHaveNone) {
  write_study(mass_and_restitution(kGrid) + kHit + R"~([[measure]]
name = "root"
formula = "= sqrt(restitution - 0.5)"
)~");
  ASSERT_EQ(call("study study.toml -q -o s.h5").code, 0);
  const std::vector<double> roots = result("s.h5").values("/measure/root");
  EXPECT_TRUE(std::isnan(roots[0]));
  EXPECT_NEAR(roots[2], std::sqrt(0.3), 1e-12);
}

/// Ishigami's function as a measure; the ball is high above the floor all the time.
TEST_F(StudyFormulas, IshigamisFunctionHasItsSobolIndices) {
  write_study(R"~([[vary]]
name = "x1"
path = "body.ball.velocity[1]"
from = "= -pi"
to = "= pi"
[[vary]]
name = "x2"
path = "body.ball.position[0]"
from = "= -pi"
to = "= pi"
[[vary]]
name = "x3"
path = "body.ball.velocity[0]"
from = "= -pi"
to = "= pi"
[plan]
name = "sobol_indices"
count = 2048
[set]
"run.end" = 1e-3
[[measure]]
name = "ishigami"
formula = "= sin(x1/1 [m/s]) + 7*sin(x2/1 [m])^2 + 0.1*(x3/1 [m/s])^4*sin(x1/1 [m/s])"
)~");
  const Called called = call("study study.toml -o s.h5 --json");
  ASSERT_EQ(called.code, 0) << called.err;
  const auto json = nlohmann::json::parse(called.out);
  EXPECT_EQ(json["rows"], 2048 * 5);
  const auto& found = json["measures"][0]["sobol_indices"];
  // V₁ = (1 + π⁴/50)²/2, V₂ = 49/8, V₁₃ = 8 π⁸/22500, of their sum 13.845
  const double first[] = {0.31391, 0.44241, 0}, total[] = {0.55759, 0.44241, 0.24368};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& of = found["x" + std::to_string(i + 1)];
    EXPECT_NEAR(of["first"], first[i], 0.01) << i;
    EXPECT_NEAR(of["total"], total[i], 0.01) << i;
  }
  EXPECT_NEAR(json["measures"][0]["mean"], 3.5, 0.01);
  EXPECT_CONTAINS(call("study s.h5").out, "ishigami, from 2 048 base points");
}

TEST_F(StudyFormulas, MistakesHaveTheirPlace) {
  const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> cases = {
      {"name = \"f\"\nformula = \"= hitt\"\n", {"22:14", "did you mean \"hit\"?"}},
      {"name = \"f\"\nformula = \"= hit + body.ball.mass\"\n", {"22:14", "adds an impulse and a mass"}},
      {"name = \"f\"\nformula = \"hit\"\n", {"22:11", "expected a formula \"= …\""}},
      {"name = \"f\"\nformula = \"= f\"\n", {"22:14", "\"f\" is nothing that is known here"}},
      {"formula = \"= hit\"\n", {"20:1", "name: missing"}},
      {"name = \"f\"\nformula = \"= hit\"\nwindow = [0, 1]\n", {"23:1", "unknown key \"window\""}},
      {"name = \"f\"\nformula = \"= hit\"\ntable = \"impacts\"\n", {"20:1", "expected one of"}},
  };
  for (const auto& [text, mistake] : cases) {
    write_study(mass_and_restitution(kGrid) + kHit + "[[measure]]\n" + text);
    const Called called = call("study study.toml");
    EXPECT_EQ(called.code, 2) << text;
    EXPECT_CONTAINS(called.err, "study.toml:" + mistake.first) << text;
    EXPECT_CONTAINS(called.err, mistake.second) << text;
  }
}

}  // namespace
}  // namespace freeplay
